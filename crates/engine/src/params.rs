//! The constants of the search, each declared once with its range, so that tuning can change them.

/// A constant of the search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tunable {
    /// Its name.
    pub name: &'static str,
    /// The value that play uses.
    pub default: i32,
    /// The least sensible value.
    pub min: i32,
    /// The largest sensible value.
    pub max: i32,
    /// A change that should be felt.
    pub step: i32,
    /// What it does.
    pub doc: &'static str,
}

macro_rules! tunables {
    ($($(#[doc = $doc:literal])* $name:ident = $default:literal in $min:literal..=$max:literal by $step:literal;)*) => {
        /// The constants of the search.
        #[derive(Clone, PartialEq, Eq, Debug)]
        pub struct Params {
            $($(#[doc = $doc])* pub $name: i32,)*
        }

        impl Default for Params {
            fn default() -> Params {
                Params { $($name: $default,)* }
            }
        }

        /// All constants with their ranges.
        pub const TUNABLES: &[Tunable] = &[$(Tunable {
            name: stringify!($name),
            default: $default,
            min: $min,
            max: $max,
            step: $step,
            doc: concat!($($doc),*),
        }),*];

        impl Params {
            /// The constants that are not what they are by default: names and values.
            pub fn changed(&self) -> impl Iterator<Item = (&'static str, i32)> + '_ {
                let defaults = Params::default();
                let all = [$((stringify!($name), self.$name, defaults.$name)),*];
                all.into_iter().filter(|(_, value, default)| value != default).map(|(name, value, _)| (name, value))
            }

            /// The value of a constant.
            pub fn get(&self, name: &str) -> Option<i32> {
                match name {
                    $(stringify!($name) => Some(self.$name),)*
                    _ => None,
                }
            }

            /// Changes a constant. Returns whether there is one of that name and the value lies in its range.
            pub fn set(&mut self, name: &str, value: i32) -> bool {
                match name {
                    $(stringify!($name) if ($min..=$max).contains(&value) => self.$name = value,)*
                    _ => return false,
                }
                true
            }
        }
    };
}

tunables! {
    /// Half the width of the first aspiration window, in hundredths of a pawn.
    aspiration = 18 in 5..=80 by 5;
    /// Razoring: the margin of one ply.
    razor_margin = 260 in 80..=600 by 40;
    /// Razoring: the largest depth.
    razor_depth = 3 in 0..=6 by 1;
    /// Reverse futility: the margin of one ply.
    reverse_margin = 75 in 30..=160 by 8;
    /// Reverse futility: the largest depth.
    reverse_depth = 8 in 3..=12 by 1;
    /// Null move: the least reduction.
    null_base = 3 in 2..=5 by 1;
    /// Null move: one more ply of reduction for so much depth.
    null_divisor = 4 in 2..=8 by 1;
    /// Null move: one more ply of reduction for so much advantage.
    null_eval = 190 in 80..=400 by 25;
    /// Null move: the side to move needs so much material beside its royal and pawn-like men.
    null_material = 420 in 0..=1500 by 80;
    /// Null move: from this depth on its result is verified.
    null_verify = 10 in 6..=20 by 1;
    /// Late move pruning: the number of quiet moves at depth 0.
    late_base = 4 in 1..=10 by 1;
    /// Late move pruning: the largest depth.
    late_depth = 7 in 3..=10 by 1;
    /// Futility: the margin at depth 0.
    futility_base = 90 in 20..=250 by 15;
    /// Futility: the margin of one ply.
    futility_margin = 85 in 30..=180 by 10;
    /// Futility: the largest depth.
    futility_depth = 7 in 3..=10 by 1;
    /// Quiet moves with a history worse than this times the depth are left out.
    history_prune = 3000 in 1000..=8000 by 400;
    /// Quiet moves that lose more than this times the square of the depth in an exchange are left out.
    exchange_quiet = 18 in 5..=60 by 5;
    /// Captures that lose more than this times the depth in an exchange are left out.
    exchange_capture = 85 in 30..=200 by 15;
    /// Late move reductions: the constant part, in hundredths of a ply.
    reduce_base = 70 in 0..=150 by 12;
    /// Late move reductions: the divisor of the product of logarithms, in hundredths.
    reduce_divisor = 225 in 120..=400 by 20;
    /// Late move reductions: one ply less for so much history.
    reduce_history = 7000 in 3000..=16000 by 800;
    /// Late move reductions: so many hundredths of a ply more where a node is expected to fail high.
    reduce_cut = 100 in 0..=300 by 50;
    /// Late move reductions: so many hundredths of a ply more where the evaluation is not getting better.
    reduce_worse = 100 in 0..=200 by 25;
    /// Singular extension: the least depth.
    singular_depth = 7 in 5..=12 by 1;
    /// Singular extension: the margin of one ply, in hundredths.
    singular_margin = 200 in 80..=500 by 30;
    /// Singular extension: how much worse the others must be for a second ply.
    singular_double = 20 in 5..=60 by 5;
    /// Prob-cut: the margin.
    cut_margin = 170 in 80..=400 by 20;
    /// Check extension: the largest depth.
    check_depth = 9 in 0..=20 by 1;
    /// Quiescence: a capture has to come so near to alpha.
    delta_margin = 130 in 40..=300 by 20;
    /// The largest history bonus.
    bonus_max = 1500 in 600..=3000 by 150;
    /// The history bonus of one ply.
    bonus_slope = 160 in 60..=320 by 20;
    /// How far the correction of evaluations may go, in hundredths of a pawn.
    correction_limit = 80 in 20..=200 by 10;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn constants_are_named_and_bounded() {
        let mut params = Params::default();
        for tunable in TUNABLES {
            assert!((tunable.min..=tunable.max).contains(&tunable.default), "{}", tunable.name);
            assert_eq!(params.get(tunable.name), Some(tunable.default));
            assert!(params.set(tunable.name, tunable.max));
            assert!(!params.set(tunable.name, tunable.max + 1));
            assert_eq!(params.get(tunable.name), Some(tunable.max));
        }
        assert_eq!(params.get("nothing"), None);
        assert_eq!(Params::default().changed().count(), 0);
        let mut params = Params::default();
        assert!(params.set("razor_depth", 1));
        assert_eq!(params.changed().collect::<Vec<_>>(), [("razor_depth", 1)]);
    }
}
