//! Numbers and lists as people read them.

/// A number with a comma between thousands.
pub(crate) fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A rate in words: `84,200`, `5.6 million`.
pub(crate) fn rate(amount: u64, seconds: f64) -> String {
    let rate = amount as f64 / seconds.max(1e-9);
    if rate >= 1e8 {
        format!("{:.0} million", rate / 1e6)
    } else if rate >= 1e6 {
        format!("{:.1} million", rate / 1e6)
    } else {
        thousands(rate as u64)
    }
}

/// `1 move`, `2 moves`.
pub(crate) fn plural(number: u64, noun: &str) -> String {
    let s = if number == 1 { "" } else { "s" };
    format!("{} {noun}{s}", thousands(number))
}

/// A list in words: `a`, `a and b`, `a, b and c`.
pub(crate) fn join(items: &[String], conjunction: &str) -> String {
    match items {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} {conjunction} {last}", first.join(", ")),
    }
}

/// The same text with its first letter in upper case.
pub(crate) fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => String::new(),
    }
}

/// Lines of at most `width` characters, broken between words. A longer word gets a line of its own.
pub(crate) fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// Items side by side in columns of equal width, at most `width` characters a line, read along the lines.
pub(crate) fn columns(items: &[String], width: usize) -> String {
    let cell = items.iter().map(|item| item.chars().count()).max().unwrap_or(0) + 2;
    let per_line = (width / cell).max(1);
    let mut text = String::new();
    for line in items.chunks(per_line) {
        let cells = line.iter().map(|item| format!("{item:<cell$}")).collect::<String>();
        text.push_str("  ");
        text.push_str(cells.trim_end());
        text.push('\n');
    }
    text
}

/// Bytes of any input as a short text for messages: control characters replaced, long texts cut.
pub(crate) fn shown(text: &str) -> String {
    const MOST: usize = 60;
    let mut shown: String = text.chars().take(MOST).map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect();
    if text.chars().nth(MOST).is_some() {
        shown.push('…');
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_commas() {
        for (number, text) in [(0, "0"), (999, "999"), (1000, "1,000"), (142_078_049, "142,078,049")] {
            assert_eq!(thousands(number), text);
        }
        assert_eq!(rate(142_078_049, 0.25), "568 million");
        assert_eq!(rate(5, 0.5), "10");
    }

    #[test]
    fn lists_read_well() {
        let items = ["a", "b", "c"].map(String::from);
        assert_eq!(join(&items[..1], "and"), "a");
        assert_eq!(join(&items[..2], "or"), "a or b");
        assert_eq!(join(&items, "and"), "a, b and c");
        assert_eq!(wrap("one two  three", 7), ["one two", "three"]);
        assert_eq!(columns(&items, 6), "  a  b\n  c\n");
    }
}
