//! Figures as a page that needs nothing else: a table, and plots inside it.

use std::fmt::Write;

use super::plot::{self, Bar};
use super::{Figures, table};
use crate::draw::svg::escape;

const STYLE: &str = "
:root { color-scheme: light; }
body { font: 16px/1.5 Georgia, 'Noto Serif', serif; color: #2b1c10; background: #fffdf8; max-width: 64rem;
       margin: 2rem auto; padding: 0 1.2rem; }
h1 { font-size: 2.1rem; margin: 0 0 .2rem; }
h2 { font-size: 1.2rem; margin: 1.6rem 0 .5rem; border-bottom: 2px solid #c99b5a; }
.plots { display: grid; grid-template-columns: repeat(auto-fill, minmax(26rem, 1fr)); gap: 0 2rem; }
.plots section { break-inside: avoid; }
.plots svg { width: 100%; height: auto; }
table { border-collapse: collapse; }
th { text-align: left; padding: .8rem 1.5rem .2rem 0; border-bottom: 1px solid #c99b5a; }
td { padding: .12rem 1.5rem .12rem 0; font-variant-numeric: tabular-nums; }
.other { color: #a3281c; }
footer { margin-top: 2rem; color: #7a5a33; font-size: .85rem; }
@media print { body { margin: 0; max-width: none; font-size: 12px; } }
";

/// The whole page. The figures of `other` stand beside those of the variant.
pub(crate) fn page(figures: &Figures, other: Option<&Figures>) -> String {
    let title = escape(&figures.title());
    let mut html = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{title}: figures</title>\n\
         <style>{STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>\n<p>{}</p>\n",
        escape(&figures.described())
    );
    if let Some(other) = other {
        let _ = writeln!(
            html,
            "<p class=\"other\">In red, for comparison, {}: {}</p>",
            escape(&other.title()),
            escape(&other.described())
        );
    }
    let notes = table::notes(figures);
    if !notes.is_empty() {
        let items: Vec<String> = notes.iter().map(|note| format!("<li>{}</li>", escape(note))).collect();
        let _ = writeln!(html, "<h2>To look at</h2>\n<ul>{}</ul>", items.join("\n"));
    }
    html.push_str("<div class=\"plots\">\n");
    for (heading, svg) in plots(figures, other) {
        let _ = writeln!(html, "<section>\n<h2>{}</h2>\n{svg}</section>", escape(heading));
    }
    html.push_str("</div>\n<h2>All figures</h2>\n<table>\n");
    for (group, lines) in table::grouped(figures, other) {
        let _ = writeln!(html, "<tr><th colspan=\"3\">{}</th></tr>", escape(group));
        for (label, value, beside) in lines {
            let _ = writeln!(
                html,
                "<tr><td>{}</td><td>{}</td><td class=\"other\">{}</td></tr>",
                escape(&label),
                escape(&value),
                escape(&beside)
            );
        }
    }
    html.push_str(
        "</table>\n<footer>White is the side that begins. Intervals are those of 95 %. What men are worth comes from a \
         logistic regression of the results on the difference of men; it adds up to what the file says.</footer>\n</body>\n\
         </html>\n",
    );
    html
}

fn plots(figures: &Figures, other: Option<&Figures>) -> Vec<(&'static str, String)> {
    let games = figures.games.max(1) as f64;
    let mut plots = vec![("Results", plot::bars("Results", &results(figures, other)))];
    let mut reasons: Vec<(&String, &u64)> = figures.reasons.iter().collect();
    reasons.sort_by_key(|(_, number)| std::cmp::Reverse(**number));
    let reasons: Vec<Bar> = reasons
        .into_iter()
        .map(|(reason, &number)| Bar {
            other: other.and_then(|other| share(other, *other.reasons.get(reason)?)),
            ..bar(&reason.replace('_', " "), number as f64 / games)
        })
        .collect();
    plots.push(("Ended by", plot::bars("Ended by", &reasons)));
    plots.push(("Length of the games", plot::histogram("Games by length", &figures.curves.lengths, "plies")));
    plots.push(("Legal moves", plot::curve("Legal moves by ply", &figures.curves.branching, "ply")));
    let moves: Vec<Bar> = figures
        .men
        .iter()
        .map(|man| Bar { other: same_man(other, &man.id).map(|other| other.moves), ..bar(&man.name, man.moves) })
        .collect();
    plots.push(("Share of the moves", plot::bars("Share of the moves", &moves)));
    let worth: Vec<Bar> = figures
        .men
        .iter()
        .filter_map(|man| {
            let (value, error) = (man.value? / 100.0, man.value_error? / 100.0);
            let other = same_man(other, &man.id).and_then(|other| other.value).map(|value| value / 100.0);
            Some(Bar { name: man.name.clone(), value, label: format!("{value:.2}"), error: Some(error), other })
        })
        .collect();
    if !worth.is_empty() {
        plots.push(("Worth, by the results", plot::bars("Worth, by the results", &worth)));
    }
    let material = material(figures);
    if material.len() > 1 {
        let heading = "What White scores by the men it is ahead halfway";
        plots.push((heading, plot::points(heading, &material, "ahead by, in pawns")));
    }
    plots
}

fn bar(name: &str, part: f64) -> Bar {
    Bar { name: name.to_owned(), value: part, label: format!("{:.1} %", 100.0 * part), error: None, other: None }
}

fn share(figures: &Figures, number: u64) -> Option<f64> {
    (figures.games > 0).then(|| number as f64 / figures.games as f64)
}

fn same_man<'a>(other: Option<&'a Figures>, id: &str) -> Option<&'a super::figures::ManUse> {
    other?.men.iter().find(|man| man.id == id)
}

fn results(figures: &Figures, other: Option<&Figures>) -> Vec<Bar> {
    let mut bars = vec![Bar {
        error: Some(figures.white_score_error),
        other: other.map(|other| other.white_score),
        ..bar("White scores", figures.white_score)
    }];
    type Number = fn(&Figures) -> u64;
    let numbers: [(&str, Number); 4] = [
        ("White wins", |figures| figures.white_wins),
        ("draws", |figures| figures.draws),
        ("Black wins", |figures| figures.black_wins),
        ("cut off", |figures| figures.unfinished + figures.replays),
    ];
    for (name, number) in numbers {
        let part = share(figures, number(figures)).unwrap_or(0.0);
        if part > 0.0 || name != "cut off" {
            bars.push(Bar { other: other.and_then(|other| share(other, number(other))), ..bar(name, part) });
        }
    }
    bars
}

/// What White scores in groups of games with like differences of material: difference, score, half the interval.
fn material(figures: &Figures) -> Vec<(f64, f64, f64)> {
    const FEWEST: usize = 5;
    let mut groups: std::collections::BTreeMap<i32, Vec<f64>> = std::collections::BTreeMap::new();
    for &(balance, score) in &figures.curves.material {
        // Groups of two pawns, the middle one around 0, the outer ones open.
        let group = ((f64::from(balance) / 200.0).round() as i32).clamp(-5, 5);
        groups.entry(group).or_default().push(score);
    }
    let groups = groups.into_iter().filter(|(_, scores)| scores.len() >= FEWEST);
    groups
        .map(|(group, scores)| {
            let (score, error) = super::figures::mean(&scores);
            (f64::from(group) * 2.0, score, error)
        })
        .collect()
}
