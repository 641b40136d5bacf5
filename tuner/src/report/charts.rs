//! Charts as SVG.

use plotters::prelude::*;

use super::page::escape;

const SIZE: (u32, u32) = (760, 320);
const COLOURS: [RGBColor; 4] =
    [RGBColor(33, 102, 172), RGBColor(178, 24, 43), RGBColor(27, 120, 55), RGBColor(118, 42, 131)];

/// A line of a chart.
pub(super) struct Series {
    name: String,
    points: Vec<(f64, f64)>,
    /// Points with how far the true value may be above or below.
    errors: Vec<(f64, f64, f64)>,
}

impl Series {
    pub(super) fn new(name: &str, mut points: Vec<(f64, f64)>) -> Series {
        points.retain(|(x, y)| x.is_finite() && y.is_finite());
        Series { name: name.to_owned(), points, errors: Vec::new() }
    }

    /// Points with how far the true value may be above or below.
    pub(super) fn with_errors(name: &str, points: &[(f64, f64, f64)]) -> Series {
        let errors = points.iter().copied().filter(|(x, y, error)| [x, y, error].iter().all(|n| n.is_finite()));
        Series { errors: errors.collect(), ..Series::new(name, points.iter().map(|&(x, y, _)| (x, y)).collect()) }
    }

    /// Everything that has to fit into the picture.
    fn corners(&self) -> impl Iterator<Item = (f64, f64)> + '_ {
        let ends = self.errors.iter().flat_map(|&(x, y, error)| [(x, y - error), (x, y + error)]);
        self.points.iter().copied().chain(ends)
    }
}

/// Lines over a common axis. A chart without points, or one that cannot be drawn, is a sentence.
pub(super) fn lines(title: &str, x: &str, y: &str, series: &[Series]) -> String {
    let points = || series.iter().flat_map(Series::corners);
    if points().next().is_none() {
        return format!("<p>{}: nothing yet.</p>", escape(title));
    }
    let range = |value: fn((f64, f64)) -> f64| {
        let low = points().map(value).fold(f64::INFINITY, f64::min);
        let high = points().map(value).fold(f64::NEG_INFINITY, f64::max);
        let margin = if high > low { (high - low) * 0.05 } else { low.abs().max(1.0) * 0.05 };
        low - margin..high + margin
    };
    let mut svg = String::new();
    let mut draw = || -> Result<(), Box<dyn std::error::Error>> {
        let root = SVGBackend::with_string(&mut svg, SIZE).into_drawing_area();
        root.fill(&WHITE)?;
        let mut chart = ChartBuilder::on(&root)
            .caption(title, ("sans-serif", 18))
            .margin(10)
            .x_label_area_size(40)
            .y_label_area_size(70)
            .build_cartesian_2d(range(|point| point.0), range(|point| point.1))?;
        let counts = points().all(|(x, _)| x.fract() == 0.0);
        let between = |x: f64| counts && (x - x.round()).abs() > 1e-9;
        let label = |x: &f64| if between(*x) { String::new() } else { format!("{}", (x * 1e6).round() / 1e6) };
        chart.configure_mesh().x_desc(x).y_desc(y).x_label_formatter(&label).light_line_style(WHITE).draw()?;
        for (number, series) in series.iter().enumerate() {
            let colour = COLOURS[number % COLOURS.len()];
            let line = LineSeries::new(series.points.iter().copied(), colour.stroke_width(2));
            let legend = move |(x, y)| PathElement::new([(x, y), (x + 16, y)], colour.stroke_width(2));
            chart.draw_series(line)?.label(&series.name).legend(legend);
            chart.draw_series(
                series
                    .errors
                    .iter()
                    .map(|&(x, y, error)| ErrorBar::new_vertical(x, y - error, y, y + error, colour.filled(), 8)),
            )?;
        }
        if series.len() > 1 {
            chart.configure_series_labels().background_style(WHITE.mix(0.8)).border_style(BLACK.mix(0.3)).draw()?;
        }
        root.present()?;
        Ok(())
    };
    let drawn = draw();
    match drawn {
        Ok(()) => svg,
        Err(error) => format!("<p>{}: {}</p>", escape(title), escape(&error.to_string())),
    }
}

/// Bars with names.
pub(super) fn bars(title: &str, values: &[(String, f64)]) -> String {
    if values.is_empty() {
        return format!("<p>{}: nothing yet.</p>", escape(title));
    }
    let top = values.iter().map(|value| value.1).fold(1.0, f64::max) * 1.1;
    let bottom = values.iter().map(|value| value.1).fold(0.0, f64::min) * 1.1;
    let last = values.len() as i32 - 1;
    let mut svg = String::new();
    let mut draw = || -> Result<(), Box<dyn std::error::Error>> {
        let root = SVGBackend::with_string(&mut svg, SIZE).into_drawing_area();
        root.fill(&WHITE)?;
        let mut chart = ChartBuilder::on(&root)
            .caption(title, ("sans-serif", 18))
            .margin(10)
            .x_label_area_size(40)
            .y_label_area_size(70)
            .build_cartesian_2d((0..last).into_segmented(), bottom..top)?;
        let name = |segment: &SegmentValue<i32>| match segment {
            SegmentValue::CenterOf(index) => values.get(*index as usize).map_or(String::new(), |value| value.0.clone()),
            _ => String::new(),
        };
        let labels = values.len().min(12);
        chart
            .configure_mesh()
            .disable_x_mesh()
            .light_line_style(WHITE)
            .x_labels(labels)
            .x_label_formatter(&name)
            .draw()?;
        let bars = values.iter().enumerate().map(|(index, value)| {
            let left = SegmentValue::Exact(index as i32);
            let right = match index as i32 {
                index if index == last => SegmentValue::Last,
                index => SegmentValue::Exact(index + 1),
            };
            let mut bar = Rectangle::new([(left, 0.0), (right, value.1)], COLOURS[0].filled());
            bar.set_margin(0, 0, 4, 4);
            bar
        });
        chart.draw_series(bars)?;
        root.present()?;
        Ok(())
    };
    let drawn = draw();
    match drawn {
        Ok(()) => svg,
        Err(error) => format!("<p>{}: {}</p>", escape(title), escape(&error.to_string())),
    }
}
