//! "Did you mean …?": the known word that is nearest to one that is not known.

/// The candidate nearest to `word`, if any is near enough to be what was meant: case aside, at most one slip in
/// three letters, or the beginning of the candidate.
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let word = word.to_lowercase();
    if word.chars().count() > 64 {
        return None;
    }
    candidates
        .into_iter()
        .filter_map(|candidate| {
            let lower = candidate.to_lowercase();
            let slips = strsim::damerau_levenshtein(&word, &lower);
            let allowed = (word.chars().count().max(lower.chars().count()) / 3).max(1);
            let begins = word.chars().count() >= 3 && lower.starts_with(&word);
            (slips <= allowed || begins).then_some((slips, candidate))
        })
        .min_by_key(|&(slips, _)| slips)
        .map(|(_, candidate)| candidate)
}

/// "did you mean `x`?", or else what there is to choose from.
pub(crate) fn suggestion<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str> + Clone, noun: &str) -> String {
    match nearest(word, candidates.clone()) {
        Some(near) => format!("did you mean `{near}`?"),
        None => {
            let all: Vec<String> = candidates.into_iter().map(|candidate| format!("`{candidate}`")).collect();
            if all.is_empty() { format!("there are no {noun}") } else { format!("{noun}: {}", all.join(", ")) }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn slips_and_beginnings_are_recognised() {
        let words = ["makruk", "ouk", "kar-ouk", "promotion"];
        assert_eq!(nearest("makrk", words), Some("makruk"));
        assert_eq!(nearest("MAKRUK", words), Some("makruk"));
        assert_eq!(nearest("promtion", words), Some("promotion"));
        assert_eq!(nearest("promo", words), Some("promotion"));
        assert_eq!(nearest("xiangqi", words), None);
        assert_eq!(nearest("ok", words), Some("ouk"));
        assert_eq!(nearest("", ["a"]), Some("a"));
    }
}
