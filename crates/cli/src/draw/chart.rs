//! Move charts: where a man that stands in the middle can go, and how. White's side is at the bottom.

use std::fmt::Write;

use khun_rules::board::Colour;
use khun_rules::spec::{KindSpec, Path, RulesSpec, Step};

use super::figure::figures;
use super::svg::{escape, man_at};
use super::{Figure, Man};

/// What a man can do on a square of its chart.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Cell {
    /// It goes there without capturing.
    pub quiet: bool,
    /// It captures there.
    pub capture: bool,
    /// It slides there: men on the way stop it.
    pub slide: bool,
    /// It can do so only under a condition.
    pub extra: bool,
    /// It passes here and has to find the square empty.
    pub blocked: bool,
    /// It goes there without capturing over a man on the way.
    pub hop_quiet: bool,
    /// It captures there over a man on the way.
    pub hop_capture: bool,
}

/// Where a man can go.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chart {
    man: Man,
    title: String,
    radius: i32,
    cells: Vec<Cell>,
}

/// How far a slide is drawn.
const SLIDE: i32 = 3;

impl Chart {
    /// The chart of a kind of man of a variant.
    pub fn new(spec: &RulesSpec, kind: &KindSpec) -> Chart {
        let figure = spec.kinds.iter().position(|other| other.id == kind.id).map(|index| figures(spec)[index]);
        let extras = kind.extras.iter().flat_map(|extra| extra.steps.iter().map(|step| (*step, true)));
        let steps: Vec<(Step, bool)> = kind.steps.iter().map(|step| (*step, false)).chain(extras).collect();
        let radius = steps.iter().map(|(step, _)| reach(step)).max().unwrap_or(1).clamp(1, 5);
        let size = (2 * radius + 1) as usize;
        let mut chart = Chart {
            man: Man {
                colour: Colour::White,
                figure: figure.unwrap_or(Figure::Letter),
                letter: kind.letter,
                promoted: false,
            },
            title: kind.names.get("en").unwrap_or(&kind.id).clone(),
            radius,
            cells: vec![Cell::default(); size * size],
        };
        for (step, extra) in steps {
            chart.mark(step, extra);
        }
        chart
    }

    fn mark(&mut self, step: Step, extra: bool) {
        let (files, ranks) = (i32::from(step.files), i32::from(step.ranks));
        for times in 1..=i32::from(step.range).min(2 * self.radius) {
            // A hopper that rides has its man on an earlier square of the line.
            if times == 1 && matches!(step.path, Path::HopAny | Path::HopOne) {
                continue;
            }
            let Some(cell) = self.cell_mut(files * times, ranks * times) else { break };
            // What can be done without a condition is not drawn as what needs one.
            cell.extra = extra && (cell.extra || cell.is_empty());
            let (quiet, capture) = match step.path {
                Path::Free | Path::Lame => (&mut cell.quiet, &mut cell.capture),
                Path::HopAny | Path::HopOne | Path::MustJump => (&mut cell.hop_quiet, &mut cell.hop_capture),
            };
            *quiet |= step.modality.quiet();
            *capture |= step.modality.capture();
            cell.slide |= step.range > 1;
        }
        if matches!(step.path, Path::Lame) {
            let way = (files.signum(), ranks.signum());
            // The way goes straight along the longer side first, and diagonally then.
            let (mut file, mut rank) = (0, 0);
            while (file, rank) != (files, ranks) {
                let (left, up) = ((files - file).abs(), (ranks - rank).abs());
                file += if left >= up { way.0 } else { 0 };
                rank += if up >= left { way.1 } else { 0 };
                if (file, rank) != (files, ranks)
                    && let Some(cell) = self.cell_mut(file, rank)
                {
                    cell.blocked = true;
                }
            }
        }
    }

    fn cell_mut(&mut self, file: i32, rank: i32) -> Option<&mut Cell> {
        let size = 2 * self.radius + 1;
        let (column, row) = (file + self.radius, self.radius - rank);
        let inside = (0..size).contains(&column) && (0..size).contains(&row);
        inside.then(|| self.cells.get_mut((row * size + column) as usize)).flatten()
    }

    /// The chart in characters, line by line.
    pub fn lines(&self, unicode: bool) -> Vec<String> {
        let size = (2 * self.radius + 1) as usize;
        let middle = self.cells.len() / 2;
        let symbol = |(index, cell): (usize, &Cell)| {
            if index == middle { self.man.letter } else { cell.symbol(unicode) }
        };
        let symbols: Vec<char> = self.cells.iter().enumerate().map(symbol).collect();
        symbols.chunks(size).map(|row| row.iter().map(char::to_string).collect::<Vec<_>>().join(" ")).collect()
    }

    /// What the signs of [`Chart::lines`] mean, those that are there.
    pub fn legend(&self, unicode: bool) -> Vec<String> {
        let mut legend: Vec<String> = Vec::new();
        for cell in &self.cells {
            if let Some(meaning) = cell.meaning() {
                let line = format!("{} {meaning}", cell.symbol(unicode));
                if !legend.contains(&line) {
                    legend.push(line);
                }
            }
        }
        legend
    }

    /// The side of the chart in squares.
    pub fn size(&self) -> i32 {
        2 * self.radius + 1
    }

    /// The chart as a whole SVG document of a width in pixels.
    pub fn svg(&self, width: u32) -> String {
        let side = self.size() * 100;
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"-6 -6 {0} {0}\" width=\"{width}\" height=\"{width}\" \
             role=\"img\">\n<title>{1}</title>\n<desc>{2}</desc>\n",
            side + 12,
            escape(&self.title),
            escape(&self.lines(false).join(" / "))
        );
        svg.push_str(super::svg::DEFINITIONS);
        svg.push_str(&self.group());
        svg.push_str("</svg>\n");
        svg
    }

    /// The chart as a group of SVG elements, [`Chart::size`] times 100 units wide.
    pub fn group(&self) -> String {
        let side = self.size() * 100;
        let mut svg = format!("<g><rect width=\"{side}\" height=\"{side}\" fill=\"#f3d8a8\"/>\n");
        let mut grid = String::new();
        for line in 0..=self.size() {
            let _ = write!(grid, "M{0} 0V{side}M0 {0}H{side}", line * 100);
        }
        let _ = writeln!(svg, "<path d=\"{grid}\" stroke=\"#8a5a26\" stroke-width=\"3\" fill=\"none\"/>");
        for (index, cell) in self.cells.iter().enumerate() {
            let (row, column) = (index as i32 / self.size(), index as i32 % self.size());
            cell.draw(&mut svg, column * 100, row * 100);
        }
        let middle = self.radius * 100;
        svg.push_str(&man_at(self.man, middle, middle));
        svg.push_str("</g>\n");
        svg
    }
}

/// How far a step goes on a chart.
fn reach(step: &Step) -> i32 {
    let one = i32::from(step.files.unsigned_abs().max(step.ranks.unsigned_abs()));
    if step.range == Step::UNLIMITED { one.max(SLIDE) } else { one * i32::from(step.range) }
}

impl Cell {
    /// Whether nothing can be done there.
    const fn is_empty(self) -> bool {
        !(self.quiet || self.capture || self.hop_quiet || self.hop_capture)
    }

    /// What can be done in any way: moving, and capturing.
    const fn any(self) -> (bool, bool) {
        (self.quiet || self.hop_quiet, self.capture || self.hop_capture)
    }

    /// Whether something can be done there only over a man on the way.
    const fn hops(self) -> bool {
        self.hop_quiet || self.hop_capture
    }

    /// Whether something can be done there without one.
    const fn goes(self) -> bool {
        self.quiet || self.capture
    }

    const fn symbol(self, unicode: bool) -> char {
        let signs = match self.any() {
            _ if self.extra => ('+', '+'),
            _ if self.goes() && self.hops() => ('◈', '%'),
            (true, true) if self.hops() => ('▲', '^'),
            (true, false) if self.hops() => ('△', 'n'),
            (true, true) if self.slide => ('◆', '#'),
            (true, true) => ('●', '*'),
            (true, false) if self.slide => ('◇', '='),
            (true, false) => ('○', 'o'),
            (false, true) => ('×', 'x'),
            (false, false) if self.blocked => ('▫', '-'),
            (false, false) => ('·', '.'),
        };
        if unicode { signs.0 } else { signs.1 }
    }

    /// What the sign means; nothing where nothing can be done.
    const fn meaning(self) -> Option<&'static str> {
        Some(match self.any() {
            _ if self.extra => "under a condition",
            _ if self.goes() && self.hops() => match (self.quiet, self.capture) {
                (true, false) if !self.hop_quiet => {
                    "moves if nothing stands on the way, captures over a man on the way"
                }
                (false, true) if !self.hop_capture => {
                    "captures if nothing stands on the way, moves over a man on the way"
                }
                _ => "moves or captures, in part over a man on the way",
            },
            (true, true) if self.hops() => "moves or captures, over a man on the way",
            (true, false) if self.hops() => "moves only, over a man on the way",
            (true, true) if self.slide => "moves or captures, if nothing stands on the way",
            (true, true) => "moves or captures",
            (true, false) if self.slide => "moves only, if nothing stands on the way",
            (true, false) => "moves only",
            (false, true) if self.hops() => "captures only, over a man on the way",
            (false, true) => "captures only",
            (false, false) if self.blocked => "has to be empty",
            (false, false) => return None,
        })
    }

    /// The sign of the cell whose corner is at `x` and `y`: a disc moves and captures, a ring only moves, a cross only
    /// captures; what slides is a lozenge, what needs a condition is dashed, what needs a man on the way has an arc.
    fn draw(self, svg: &mut String, x: i32, y: i32) {
        let (cx, cy) = (x + 50, y + 50);
        let colour = if self.extra { "#7a3fa0" } else { "#1f5c39" };
        let dashes = if self.extra { " stroke-dasharray=\"12 7\"" } else { "" };
        let (left, right, top, bottom) = (cx - 26, cx + 26, cy - 26, cy + 26);
        let outline = if self.slide {
            format!("<path d=\"M{cx} {top}L{right} {cy}L{cx} {bottom}L{left} {cy}Z\"")
        } else {
            format!("<circle cx=\"{cx}\" cy=\"{cy}\" r=\"22\"")
        };
        let cross = |svg: &mut String, arm: i32, width: i32| {
            let (left, right, top, bottom) = (cx - arm, cx + arm, cy - arm, cy + arm);
            let _ = writeln!(
                svg,
                "<path d=\"M{left} {top}L{right} {bottom}M{right} {top}L{left} {bottom}\" fill=\"none\" stroke=\"#a3281c\" \
                 stroke-width=\"{width}\" stroke-linecap=\"round\"/>"
            );
        };
        // What is done in two ways is drawn by the plain one, with a small cross where the captures hop.
        let (quiet, capture) = if self.goes() { (self.quiet, self.capture) } else { self.any() };
        match (quiet, capture) {
            (true, true) if self.extra => {
                let _ = writeln!(svg, "{outline} fill=\"#d9c1e6\" stroke=\"{colour}\" stroke-width=\"8\"{dashes}/>");
            }
            (true, true) => {
                let _ = writeln!(svg, "{outline} fill=\"{colour}\"/>");
            }
            (true, false) => {
                let _ = writeln!(svg, "{outline} fill=\"none\" stroke=\"{colour}\" stroke-width=\"8\"{dashes}/>");
            }
            (false, true) => cross(svg, 26, 11),
            (false, false) if self.blocked => {
                let _ = writeln!(
                    svg,
                    "<rect x=\"{}\" y=\"{}\" width=\"30\" height=\"30\" fill=\"none\" stroke=\"#7c5a2c\" stroke-width=\"5\" \
                     stroke-dasharray=\"6 5\"/>",
                    cx - 15,
                    cy - 15
                );
            }
            (false, false) => {}
        }
        if self.goes() && self.hop_capture && !capture {
            cross(svg, 9, 7);
        }
        if self.hops() {
            let _ = writeln!(
                svg,
                "<path d=\"M{left} {}q26 -24 52 0\" fill=\"none\" stroke=\"#a3281c\" stroke-width=\"6\" stroke-linecap=\"round\"/>",
                cy - 28
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use khun_rules::samples;
    use khun_rules::spec::Modality;

    #[test]
    fn charts_of_the_family() {
        let spec = samples::ouk();
        let lines = |index: usize| Chart::new(&spec, &spec.kinds[index]).lines(false);
        assert_eq!(lines(5), ["x o x", ". P .", ". . ."]);
        assert_eq!(lines(1)[0], ". . + . .");
        assert_eq!(lines(4)[3], "# # # R # # #");
        let legend = Chart::new(&spec, &spec.kinds[5]).legend(true);
        assert_eq!(legend, ["× captures only", "○ moves only"]);
    }

    #[test]
    fn hoppers_are_told_from_sliders() {
        let mut spec = samples::makruk();
        let ride = |files, ranks, modality, path| Step { path, ..Step::ride(files, ranks, modality) };
        let ways = [(1, 0), (-1, 0), (0, 1), (0, -1)];
        let quiet = ways.map(|(files, ranks)| ride(files, ranks, Modality::Quiet, Path::Free));
        let capture = ways.map(|(files, ranks)| ride(files, ranks, Modality::Capture, Path::HopOne));
        spec.kinds[4].steps = [quiet, capture].concat();
        let cannon = Chart::new(&spec, &spec.kinds[4]);
        assert_eq!(cannon.lines(false)[3], "% % = R = % %");
        assert_eq!(cannon.legend(false).len(), 2);
        spec.kinds[4].steps = ways.map(|(files, ranks)| ride(files, ranks, Modality::Both, Path::HopAny)).to_vec();
        let hopper = Chart::new(&spec, &spec.kinds[4]);
        assert_eq!(hopper.lines(true)[3], "▲ ▲ · R · ▲ ▲");
        assert_eq!(hopper.legend(true), ["▲ moves or captures, over a man on the way"]);
    }

    #[test]
    fn lame_leaps_show_what_blocks_them() {
        let mut spec = samples::makruk();
        spec.kinds[3].steps = vec![Step { path: Path::Lame, ..spec.kinds[3].steps[0] }];
        let chart = Chart::new(&spec, &spec.kinds[3]);
        assert_eq!(chart.cells.iter().filter(|cell| cell.blocked).count(), 1);
        assert!(chart.svg(200).contains("stroke-dasharray"));
    }
}
