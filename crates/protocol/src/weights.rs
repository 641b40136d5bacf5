//! Which weights a variant plays with: its own, those of a variant that it extends, or estimated ones.

use khun_board::Bitboard;
use khun_engine::Weights;
use khun_rules::{AnyRules, Rules, with_rules};
use khun_variant::{Settings, Variant};

/// The weights that are built in, by the id of their variant.
const BUNDLED: &[(&str, &str)] = &[
    ("makruk", include_str!("../../../variants/weights/makruk.toml")),
    ("ouk", include_str!("../../../variants/weights/ouk.toml")),
    ("kar-ouk", include_str!("../../../variants/weights/kar-ouk.toml")),
    ("makpong", include_str!("../../../variants/weights/makpong.toml")),
    ("asean", include_str!("../../../variants/weights/asean.toml")),
];

/// The text of the weights of a variant: those built in, or those in a file `weights/ID.toml` beside the variant's own.
fn text_of(variant: &Variant) -> Result<Option<String>, String> {
    if let Some(dir) = variant.file.path().and_then(|path| path.parent()) {
        let path = dir.join("weights").join(format!("{}.toml", variant.id));
        if path.is_file() {
            return std::fs::read_to_string(&path).map(Some).map_err(|error| format!("{}: {error}", path.display()));
        }
        return Ok(None);
    }
    Ok(BUNDLED.iter().find(|(id, _)| *id == variant.id).map(|(_, text)| (*text).to_owned()))
}

/// The weights of a variant. Without a file of its own it takes over what its nearest ancestor with weights has for men
/// of the same kind; everything else is estimated from its tables.
///
/// # Errors
/// A weights file is faulty; all its faults, each with its place.
pub fn weights_of(variant: &Variant) -> Result<Weights, String> {
    with_rules!(&variant.rules, rules => find(variant, rules))
}

fn find<B: Bitboard>(variant: &Variant, rules: &Rules<B>) -> Result<Weights, String> {
    if let Some(text) = text_of(variant)? {
        return Weights::read(rules, &text).map_err(|error| faults(&variant.id, &error.to_string()));
    }
    for parent in &variant.extends {
        let beside = variant.file.path().and_then(|path| path.parent()).map(|dir| dir.join(format!("{parent}.toml")));
        let name = match beside.filter(|path| path.is_file()) {
            Some(path) => path.to_string_lossy().into_owned(),
            None => parent.clone(),
        };
        let Ok(parent) = khun_variant::load(&name, &Settings::default()) else { continue };
        if let Some(text) = text_of(&parent)? {
            return inherit(&parent, &text, rules);
        }
    }
    Ok(Weights::estimate(rules))
}

fn inherit<B: Bitboard>(parent: &Variant, text: &str, rules: &Rules<B>) -> Result<Weights, String> {
    fn taken<A: Bitboard, B: Bitboard>(parent: &Rules<A>, text: &str, rules: &Rules<B>) -> Result<Weights, String> {
        let weights = Weights::read(parent, text).map_err(|error| error.to_string())?;
        Ok(weights.taken_over(parent, rules))
    }
    let result = match &parent.rules {
        AnyRules::Small(known) => taken(known, text, rules),
        AnyRules::Large(known) => taken(known, text, rules),
    };
    result.map_err(|error| faults(&parent.id, &error))
}

fn faults(id: &str, faults: &str) -> String {
    let lines: Vec<String> = faults.lines().map(|line| format!("weights of {id}: {line}")).collect();
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bundled_variants_have_sound_weights() {
        for bundled in khun_variant::bundled() {
            let variant = khun_variant::load(bundled.id, &Settings::default()).unwrap();
            weights_of(&variant).unwrap();
        }
    }

    #[test]
    fn weights_are_taken_over_from_the_variant_that_is_extended() {
        let [makruk, ai_wok] = ["makruk", "ai-wok"].map(|id| khun_variant::load(id, &Settings::default()).unwrap());
        let [first, second] = [&makruk, &ai_wok].map(|variant| weights_of(variant).unwrap());
        let value = |variant: &Variant, weights: &Weights| {
            let knight = variant.spec.kinds.iter().position(|kind| kind.id == "knight").unwrap();
            weights.get(khun_engine::terms::value.of(khun_rules::spec::Kind(knight as u8), 0))
        };
        assert_eq!(value(&makruk, &first), value(&ai_wok, &second));
        let estimate = with_rules!(&ai_wok.rules, rules => Weights::estimate(rules));
        assert_ne!(value(&ai_wok, &estimate), value(&ai_wok, &second));
    }
}
