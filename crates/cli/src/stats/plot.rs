//! Small plots as SVG, for the page of figures.

use std::fmt::Write;

use crate::draw::svg::escape;

/// The size of a plot in units of the picture.
const WIDTH: f64 = 460.0;
const HEIGHT: f64 = 250.0;
/// Room at the left, right, top and bottom of the axes.
const LEFT: f64 = 54.0;
const RIGHT: f64 = 14.0;
const TOP: f64 = 14.0;
const BOTTOM: f64 = 40.0;
/// The height of a bar with its gap.
const BAR: f64 = 26.0;
/// Room for the names of bars, and for the numbers behind them.
const NAMES: f64 = 170.0;
const NUMBERS: f64 = 86.0;

const COLOUR: &str = "#1f5c39";
const OTHER: &str = "#a3281c";

/// A bar: its name, how long it is, what stands behind it, and where another variant's would end.
pub(super) struct Bar {
    pub(super) name: String,
    pub(super) value: f64,
    pub(super) label: String,
    /// Half the width of an interval around the end of the bar.
    pub(super) error: Option<f64>,
    pub(super) other: Option<f64>,
}

/// Bars, one below the other.
pub(super) fn bars(title: &str, bars: &[Bar]) -> String {
    let height = bars.len() as f64 * BAR + 12.0;
    let ends = bars
        .iter()
        .map(|bar| bar.value.max(0.0) + bar.error.unwrap_or(0.0))
        .chain(bars.iter().filter_map(|bar| bar.other));
    let most = ends.fold(f64::MIN_POSITIVE, f64::max);
    let scale = (WIDTH - NAMES - NUMBERS) / most;
    let mut svg = head(title, height);
    for (index, bar) in bars.iter().enumerate() {
        let y = 6.0 + index as f64 * BAR;
        let (middle, length) = (y + BAR / 2.0, bar.value.max(0.0) * scale);
        let _ = writeln!(
            svg,
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>\n\
             <rect x=\"{NAMES}\" y=\"{:.1}\" width=\"{length:.1}\" height=\"{:.1}\" fill=\"{COLOUR}\" fill-opacity=\".85\"/>",
            NAMES - 8.0,
            middle + 5.0,
            escape(&shortened(&bar.name)),
            y + 4.0,
            BAR - 8.0
        );
        let mut end = NAMES + length;
        if let Some(error) = bar.error {
            let [from, to] = [bar.value - error, bar.value + error].map(|end| NAMES + end.max(0.0) * scale);
            let _ = writeln!(
                svg,
                "<path d=\"M{from:.1} {middle:.1}H{to:.1}M{from:.1} {:.1}v8M{to:.1} {:.1}v8\" stroke=\"#2b1c10\" stroke-width=\"1.6\" \
                 fill=\"none\"/>",
                middle - 4.0,
                middle - 4.0
            );
            end = to;
        }
        if let Some(other) = bar.other {
            let x = NAMES + other.max(0.0) * scale;
            let _ = writeln!(
                svg,
                "<path d=\"M{x:.1} {:.1}v{:.1}\" stroke=\"{OTHER}\" stroke-width=\"3\"/>",
                y + 1.0,
                BAR - 2.0
            );
            end = end.max(x);
        }
        let _ = writeln!(svg, "<text x=\"{:.1}\" y=\"{:.1}\">{}</text>", end + 7.0, middle + 5.0, escape(&bar.label));
    }
    svg + "</svg>\n"
}

/// A name that fits before its bar.
fn shortened(name: &str) -> String {
    const MOST: usize = 22;
    if name.chars().count() <= MOST {
        return name.to_owned();
    }
    name.chars().take(MOST - 1).chain(std::iter::once('…')).collect()
}

/// A histogram of numbers that are sorted.
pub(super) fn histogram(title: &str, numbers: &[u32], x_label: &str) -> String {
    const BINS: usize = 24;
    let most = numbers.last().copied().unwrap_or(0).max(1);
    let width = rounded_up(f64::from(most) / BINS as f64);
    let bins = (f64::from(most) / width).floor() as usize + 1;
    let mut counts = vec![0u32; bins];
    for &number in numbers {
        if let Some(count) = counts.get_mut((f64::from(number) / width) as usize) {
            *count += 1;
        }
    }
    let highest = f64::from(counts.iter().copied().max().unwrap_or(1).max(1));
    let axes = Axes { x: [0.0, bins as f64 * width], y: [0.0, highest] };
    let mut svg = head(title, HEIGHT);
    axes.draw(&mut svg, x_label);
    for (index, &count) in counts.iter().enumerate() {
        let (left, right) = (axes.at_x(index as f64 * width), axes.at_x((index + 1) as f64 * width));
        let top = axes.at_y(f64::from(count));
        let _ = writeln!(
            svg,
            "<rect x=\"{:.1}\" y=\"{top:.1}\" width=\"{:.1}\" height=\"{:.1}\" fill=\"{COLOUR}\" fill-opacity=\".85\"/>",
            left + 0.5,
            (right - left - 1.0).max(0.5),
            axes.at_y(0.0) - top
        );
    }
    svg + "</svg>\n"
}

/// A curve through points with equal distances.
pub(super) fn curve(title: &str, values: &[f64], x_label: &str) -> String {
    let highest = values.iter().copied().fold(1.0, f64::max);
    let axes = Axes { x: [0.0, values.len().max(2) as f64], y: [0.0, rounded_up(highest)] };
    let mut svg = head(title, HEIGHT);
    axes.draw(&mut svg, x_label);
    let points: Vec<String> = values
        .iter()
        .enumerate()
        .map(|(index, &value)| format!("{:.1},{:.1}", axes.at_x(index as f64), axes.at_y(value)))
        .collect();
    let _ = writeln!(
        svg,
        "<polyline points=\"{}\" fill=\"none\" stroke=\"{COLOUR}\" stroke-width=\"2\"/>",
        points.join(" ")
    );
    svg + "</svg>\n"
}

/// Points with intervals: x, y between 0 and 1, half the width of the interval of y.
pub(super) fn points(title: &str, points: &[(f64, f64, f64)], x_label: &str) -> String {
    let reach = points.iter().map(|(x, _, _)| x.abs()).fold(1.0, f64::max) * 1.08;
    let axes = Axes { x: [-reach, reach], y: [0.0, 1.0] };
    let mut svg = head(title, HEIGHT);
    axes.draw(&mut svg, x_label);
    for &(x, y, error) in points {
        let (x, low, high) = (axes.at_x(x), axes.at_y((y - error).max(0.0)), axes.at_y((y + error).min(1.0)));
        let _ = writeln!(
            svg,
            "<path d=\"M{x:.1} {low:.1}V{high:.1}\" stroke=\"{COLOUR}\" stroke-width=\"1.5\"/>\n\
             <circle cx=\"{x:.1}\" cy=\"{:.1}\" r=\"4\" fill=\"{COLOUR}\"/>",
            axes.at_y(y)
        );
    }
    svg + "</svg>\n"
}

fn head(title: &str, height: f64) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" role=\"img\" font-family=\"sans-serif\" \
         font-size=\"13\" fill=\"#2b1c10\">\n<title>{}</title>\n",
        escape(title)
    )
}

/// What the two directions of a plot stand for: the least and the greatest value of each.
struct Axes {
    x: [f64; 2],
    y: [f64; 2],
}

impl Axes {
    fn at_x(&self, value: f64) -> f64 {
        LEFT + (value - self.x[0]) / (self.x[1] - self.x[0]).max(f64::MIN_POSITIVE) * (WIDTH - LEFT - RIGHT)
    }

    fn at_y(&self, value: f64) -> f64 {
        HEIGHT - BOTTOM - (value - self.y[0]) / (self.y[1] - self.y[0]).max(f64::MIN_POSITIVE) * (HEIGHT - TOP - BOTTOM)
    }

    /// Lines with numbers, and what the x axis is about.
    fn draw(&self, svg: &mut String, x_label: &str) {
        let (bottom, right) = (HEIGHT - BOTTOM, WIDTH - RIGHT);
        for value in ticks(self.y) {
            let y = self.at_y(value);
            let _ = writeln!(
                svg,
                "<path d=\"M{LEFT} {y:.1}H{right}\" stroke=\"#e2cfa8\"/>\n<text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
                LEFT - 7.0,
                y + 4.5,
                number(value)
            );
        }
        for value in ticks(self.x) {
            let x = self.at_x(value);
            let _ = writeln!(
                svg,
                "<path d=\"M{x:.1} {bottom}v5\" stroke=\"#2b1c10\"/>\n<text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>",
                bottom + 19.0,
                number(value)
            );
        }
        let _ = writeln!(
            svg,
            "<path d=\"M{LEFT} {bottom}H{right}\" stroke=\"#2b1c10\"/>\n<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>",
            (LEFT + right) / 2.0,
            HEIGHT - 5.0,
            escape(x_label)
        );
    }
}

/// Round numbers within a range, three to six of them.
fn ticks([from, to]: [f64; 2]) -> Vec<f64> {
    let step = rounded_up((to - from) / 5.0);
    let first = (from / step).ceil() as i64;
    (first..).map(|index| index as f64 * step).take_while(|value| *value <= to + step * 1e-9).take(12).collect()
}

/// The next of 1, 2 and 5 times a power of ten.
fn rounded_up(value: f64) -> f64 {
    if value <= 0.0 || !value.is_finite() {
        return 1.0;
    }
    let power = 10f64.powf(value.log10().floor());
    let nice = [1.0, 2.0, 5.0, 10.0].into_iter().find(|nice| nice * power >= value * (1.0 - 1e-9)).unwrap_or(10.0);
    nice * power
}

fn number(value: f64) -> String {
    let text = format!("{value:.2}");
    text.trim_end_matches('0').trim_end_matches('.').replace('-', "−")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_on_axes_are_round() {
        assert_eq!(ticks([0.0, 100.0]), [0.0, 20.0, 40.0, 60.0, 80.0, 100.0]);
        assert_eq!(ticks([-7.0, 7.0]), [-5.0, 0.0, 5.0]);
        assert_eq!([0.3, 1.0, 17.0, 0.0].map(rounded_up), [0.5, 1.0, 20.0, 1.0]);
        assert_eq!([0.2, 40.0, -1.5, 0.0].map(number), ["0.2", "40", "−1.5", "0"]);
    }

    #[test]
    fn empty_plots_are_plots() {
        for svg in [bars("t", &[]), histogram("t", &[], "x"), curve("t", &[], "x"), points("t", &[], "x")] {
            assert!(svg.starts_with("<svg") && svg.ends_with("</svg>\n") && !svg.contains("NaN"), "{svg}");
        }
    }

    #[test]
    fn a_histogram_has_all_numbers() {
        let svg = histogram("lengths", &[1, 2, 3, 50, 50, 120], "plies");
        assert!(svg.matches("<rect").count() >= 12 && svg.contains(">100<") && svg.contains(">3<"), "{svg}");
    }
}
