//! What a kind of man is worth when its file does not say.

use khun_board::Geometry;
use khun_rules::spec::{Path, Step};

/// What one square within reach is worth, in hundredths of a pawn-like man. With it the men of Makruk come out near the
/// values that programs use: met 184, khon 236, ma 315, ruea 550.
const SQUARE: f64 = 60.0;
/// How likely a square on the way of a ride is empty.
const EMPTY: f64 = 0.75;

/// Estimates what a kind of man with these moves is worth, from the squares that it reaches on average.
pub(crate) fn estimate(steps: &[Step], geometry: Geometry) -> i32 {
    let mut reach = 0.0;
    for step in steps {
        let share = if step.modality.quiet() && step.modality.capture() { 1.0 } else { 0.5 };
        let path = match step.path {
            Path::Free => 1.0,
            Path::Lame => EMPTY,
            Path::MustJump | Path::HopAny | Path::HopOne => 1.0 - EMPTY,
        };
        for square in geometry.iter() {
            let mut open = 1.0;
            let mut at = square;
            for _ in 0..step.range {
                let Some(next) = geometry.offset(at, i32::from(step.files), i32::from(step.ranks)) else { break };
                reach += open * share * path;
                open *= EMPTY;
                at = next;
            }
        }
    }
    (reach / geometry.squares() as f64 * SQUARE).round() as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_men_of_makruk_are_in_order() {
        let geometry = Geometry::new(8, 8).unwrap();
        let value = |betza: &str| estimate(&crate::betza::parse(betza).unwrap().steps, geometry);
        let values = ["fmWfcF", "F", "FfW", "N", "R"].map(value);
        assert!(values.is_sorted(), "{values:?}");
        assert!((60..=110).contains(&values[0]), "{values:?}");
        assert!((480..=600).contains(&values[4]), "{values:?}");
    }
}
