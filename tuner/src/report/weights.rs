//! Weights as pictures: the values of men, and squares as boards.

use std::fmt::Write as _;

use toml::{Table, Value};

use super::charts::bars;
use super::page::{Page, escape};

/// Draws a weights file. What cannot be read is left out.
pub(super) fn draw(page: &mut Page, text: &str) {
    let Ok(file) = text.parse::<Table>() else { return };
    let Some(kinds) = file.get("kinds").and_then(Value::as_table) else { return };
    page.section("Weights");
    for (phase, place) in [("middlegame", 0), ("endgame", 1)] {
        let values: Vec<(String, f64)> = kinds
            .iter()
            .filter_map(|(kind, terms)| Some((kind.clone(), number(terms.get("value")?.get(place)?)?)))
            .collect();
        page.picture(&bars(&format!("Values of men, {phase}"), &values));
    }
    for (kind, terms) in kinds {
        let Some(squares) = terms.get("squares") else { continue };
        let boards: String = ["middlegame", "endgame"]
            .iter()
            .filter_map(|phase| Some(format!("<div>{phase}{}</div>", board(squares.get(phase)?)?)))
            .collect();
        page.picture(&format!("<h3>{}</h3><div class=\"boards\">{boards}</div>", escape(kind)));
    }
}

fn number(value: &Value) -> Option<f64> {
    value.as_float().or_else(|| value.as_integer().map(|number| number as f64))
}

/// A grid of numbers, the far rank first, as a board that shows good squares green and bad ones red.
fn board(grid: &Value) -> Option<String> {
    let rows: Vec<Vec<f64>> = grid
        .as_array()?
        .iter()
        .map(|row| row.as_array().map(|row| row.iter().filter_map(number).collect()).unwrap_or_default())
        .collect();
    let most = rows.iter().flatten().fold(1.0f64, |most, value| most.max(value.abs()));
    let mut html = "<table class=\"board\">".to_owned();
    for row in rows {
        html.push_str("<tr>");
        for value in row {
            let strength = (value.abs() / most * 60.0) as i32;
            let hue = if value >= 0.0 { 120 } else { 0 };
            let _ = write!(html, "<td style=\"background:hsl({hue},60%,{}%)\">{value}</td>", 98 - strength);
        }
        html.push_str("</tr>");
    }
    html.push_str("</table>");
    Some(html)
}
