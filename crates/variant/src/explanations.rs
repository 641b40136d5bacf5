//! The long form of each code, read from `explanations.md`: under the code as a heading a few sentences, and an example in
//! TOML that gets the code.

use crate::codes::Code;

const TEXT: &str = include_str!("explanations.md");

/// The explanation of a code and its example.
pub(crate) fn of(code: Code) -> (&'static str, &'static str) {
    let heading = format!("## {code}\n");
    let Some(start) = TEXT.find(&heading) else { return ("", "") };
    let section = &TEXT[start + heading.len()..];
    let section = section.split("\n## ").next().unwrap_or(section);
    let (explanation, example) = section.split_once("```toml\n").unwrap_or((section, ""));
    (explanation.trim(), example.trim().trim_end_matches("```").trim_end())
}

#[cfg(test)]
mod tests {
    use super::of;
    use crate::codes::Code;

    #[test]
    fn every_code_is_explained() {
        for (code, _) in Code::all() {
            let (explanation, example) = of(code);
            assert!(explanation.len() > 20 && !example.is_empty(), "{code}");
        }
        assert_eq!(super::TEXT.matches("## ").count(), Code::all().count(), "explanations of codes that are not there");
    }
}
