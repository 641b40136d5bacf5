//! The men: how they move, what they become, and what they may do under conditions.

use khun_rules::spec::{ExtraSpec, InCheck, KindSpec, PromotionSpec, RulesSpec};

use super::{Page, squares_by_colour};
use crate::draw::diagram;
use crate::text::{capitalised, join};
use crate::words::{kinds_named, movement, name};

pub(super) fn write(page: &mut Page, spec: &RulesSpec) {
    page.heading("Men");
    page.line(&format!("  {}", diagram::legend(page.look.unicode)));
    for kind in &spec.kinds {
        page.line("");
        let names: Vec<&str> =
            ["th", "km"].iter().filter_map(|language| kind.names.get(*language)).map(String::as_str).collect();
        let aside = if names.is_empty() { String::new() } else { format!(", {}", names.join(", ")) };
        page.say(&format!(
            "{} ({}{aside}). {}.",
            capitalised(&name(kind)),
            kind.letter,
            capitalised(&movement::sentence(kind))
        ));
        for sentence in sentences(spec, kind) {
            page.say(&format!("{sentence}."));
        }
        for line in diagram::moves(kind, page.look.unicode) {
            page.line(&format!("      {line}"));
        }
    }
}

/// Everything about a man: how it moves, and what else there is to say of it.
pub(super) fn whole(spec: &RulesSpec, kind: &KindSpec) -> Vec<String> {
    let first = capitalised(&movement::sentence(kind));
    [first].into_iter().chain(sentences(spec, kind)).map(|sentence| format!("{sentence}.")).collect()
}

fn sentences(spec: &RulesSpec, kind: &KindSpec) -> Vec<String> {
    let mut sentences = Vec::new();
    if kind.royal {
        sentences.push("Check and mate are about this man: it must not be left where it can be captured".to_owned());
    }
    if kind.in_check == InCheck::MayOnlyCaptureChecker {
        sentences.push("In check it may move only to capture the one man that gives check".to_owned());
    }
    for extra in &kind.extras {
        sentences.extend(extra_sentences(spec, extra));
    }
    if let Some(region) = kind.region {
        sentences.push(format!("It never leaves {}", squares_by_colour(spec.geometry, region)));
    }
    if let Some(promotion) = &kind.promotion {
        sentences.push(promotion_sentence(spec, promotion));
    }
    sentences
}

fn promotion_sentence(spec: &RulesSpec, promotion: &PromotionSpec) -> String {
    let names: Vec<String> = promotion.to.iter().filter_map(|kind| spec.kinds.get(kind.index())).map(name).collect();
    let must = if promotion.mandatory { "must become" } else { "may become" };
    let zone = squares_by_colour(spec.geometry, promotion.zones);
    format!("A move that ends on {zone} promotes it at once: it {must} a {}", join(&names, "or"))
}

fn extra_sentences(spec: &RulesSpec, extra: &ExtraSpec) -> Vec<String> {
    let right = extra.needs.and_then(|index| spec.rights.get(index));
    let mut conditions = Vec::new();
    if right.is_some() {
        conditions.push("as long as it has not moved".to_owned());
    }
    if let Some(from) = extra.from {
        conditions.push(format!("from {}", squares_by_colour(spec.geometry, from)));
    }
    if extra.unless_in_check {
        conditions.push("unless it is in check".to_owned());
    }
    let when = if conditions.is_empty() { String::new() } else { format!(", {}", join(&conditions, "and")) };
    let clauses = join(&movement::clauses(&extra.steps), "and");
    let mut sentences = vec![format!("Besides it {clauses}{when}")];
    let mut losses = Vec::new();
    if !extra.lost_by_aim.is_empty() {
        let aiming = kinds_named(spec, extra.lost_by_aim, "or");
        losses.push(format!("when an enemy {aiming} moves onto a line with it, whatever stands between"));
    }
    if right.is_some_and(|right| right.lost_by_any_capture) {
        losses.push("at the first capture of the game, whoever makes it".to_owned());
    }
    if right.is_some_and(|right| right.lost_by_check) {
        losses.push("at the first check".to_owned());
    }
    if !losses.is_empty() {
        sentences.push(format!("It loses this right for good {}", join(&losses, "and")));
    }
    sentences
}
