//! HTML, piece by piece.

use std::fmt::Write as _;

const STYLE: &str = "body{font:16px/1.5 system-ui,sans-serif;max-width:60em;margin:2em auto;padding:0 1em;color:#222}\
    table{border-collapse:collapse;margin:1em 0}td,th{padding:.2em .8em;text-align:right;border-bottom:1px solid #ddd}\
    td:first-child,th:first-child{text-align:left}table.board td{width:2.6em;height:2.2em;padding:0;text-align:center;\
    border:1px solid #bbb;font-size:.75em}pre{background:#f6f6f6;padding:1em;overflow:auto}svg{max-width:100%;height:auto}\
    .boards{display:flex;flex-wrap:wrap;gap:2em}";

/// A page under construction.
pub(super) struct Page(String);

impl Page {
    pub(super) fn new(title: &str) -> Page {
        let title = escape(title);
        Page(format!(
            "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>{title}</title><style>{STYLE}</style>\
             </head><body><h1>{title}</h1>\n"
        ))
    }

    pub(super) fn chapter(&mut self, title: &str) {
        let _ = writeln!(self.0, "<h1>{}</h1>", escape(title));
    }

    pub(super) fn section(&mut self, title: &str) {
        let _ = writeln!(self.0, "<h2>{}</h2>", escape(title));
    }

    pub(super) fn paragraph(&mut self, text: &str) {
        let _ = writeln!(self.0, "<p>{}</p>", escape(text));
    }

    pub(super) fn preformatted(&mut self, text: &str) {
        let _ = writeln!(self.0, "<pre>{}</pre>", escape(text));
    }

    /// Puts in what is HTML or SVG already.
    pub(super) fn picture(&mut self, svg: &str) {
        self.0.push_str(svg);
        self.0.push('\n');
    }

    pub(super) fn table(&mut self, head: &[&str], rows: impl Iterator<Item = Vec<String>>) {
        let row = |cells: &mut dyn Iterator<Item = &str>, tag: &str| -> String {
            let cells: String = cells.map(|cell| format!("<{tag}>{}</{tag}>", escape(cell))).collect();
            format!("<tr>{cells}</tr>\n")
        };
        self.0.push_str("<table>\n");
        self.0.push_str(&row(&mut head.iter().copied(), "th"));
        for cells in rows {
            self.0.push_str(&row(&mut cells.iter().map(String::as_str), "td"));
        }
        self.0.push_str("</table>\n");
    }

    pub(super) fn finish(self) -> String {
        self.0 + "</body></html>\n"
    }
}

/// A text that stands for itself in HTML.
pub(super) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
