//! How a man moves, in words, made from its steps.

use khun_rules::spec::{KindSpec, Modality, Path, Step};

use crate::text;
use crate::words::name;

/// How a kind of man moves, its extra moves left out: `the bia moves one step straight ahead and captures one step
/// diagonally ahead`.
pub(crate) fn sentence(spec: &KindSpec) -> String {
    let clauses = clauses(&spec.steps);
    let who = name(spec);
    match clauses.is_empty() {
        true => format!("the {who} does not move"),
        false => format!("the {who} {}", text::join(&clauses, "and")),
    }
}

/// The moves by modality: `moves one step diagonally`, `captures ...`.
pub(crate) fn clauses(steps: &[Step]) -> Vec<String> {
    let of = |modality| steps.iter().copied().filter(|step| step.modality == modality).collect::<Vec<Step>>();
    let (both, quiet, capture) = (of(Modality::Both), of(Modality::Quiet), of(Modality::Capture));
    let mut clauses = Vec::new();
    if !both.is_empty() {
        clauses.push(format!("moves {}", phrase(&both)));
    }
    if !quiet.is_empty() {
        let without = if both.is_empty() && !capture.is_empty() { "" } else { " without capturing" };
        let verb = if both.is_empty() { "moves" } else { "may also move" };
        clauses.push(format!("{verb} {}{without}", phrase(&quiet)));
    }
    if !capture.is_empty() {
        let verb = match (both.is_empty(), quiet.is_empty()) {
            (true, true) => "moves only to capture,",
            (true, false) => "captures",
            _ => "may also capture",
        };
        clauses.push(format!("{verb} {}", phrase(&capture)));
    }
    clauses
}

/// Where steps lead, whatever they may do there.
pub(crate) fn phrase(steps: &[Step]) -> String {
    let mut groups: Vec<(Manner, Vec<Step>)> = Vec::new();
    for &step in steps {
        let manner = Manner::of(step);
        match groups.iter_mut().find(|group| group.0 == manner) {
            Some(group) if !group.1.contains(&step) => group.1.push(step),
            Some(_) => {}
            None => groups.push((manner, vec![step])),
        }
    }
    let phrases: Vec<String> = groups.iter().map(|(manner, steps)| manner.phrase(steps)).collect();
    text::join(&phrases, "or")
}

/// What steps that can be told in one breath have in common.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Manner {
    /// The shorter and the longer of a leap's two distances; those of king's steps count as equal.
    leap: (u8, u8),
    range: u8,
    path: Path,
}

impl Manner {
    fn of(step: Step) -> Manner {
        let (a, b) = (step.files.unsigned_abs(), step.ranks.unsigned_abs());
        let leap = if a.max(b) == 1 { (1, 1) } else { (a.min(b), a.max(b)) };
        Manner { leap, range: step.range, path: step.path }
    }

    fn phrase(self, steps: &[Step]) -> String {
        let (short, long) = self.leap;
        let rides = self.range > 1;
        let distance = match (self.leap, self.range) {
            ((1, 1), 1) => "one step".to_owned(),
            ((1, 1), Step::UNLIMITED) => "any distance".to_owned(),
            ((1, 1), range) => format!("up to {range} squares"),
            ((1, 2), 1) => "by a knight's leap".to_owned(),
            ((1, 2), _) => "by knight's leaps in a row".to_owned(),
            ((0, _), 1) => format!("by a leap of {long} squares"),
            ((0, _), _) => format!("by leaps of {long} squares in a row"),
            (_, 1) if short == long => format!("by a leap of {long} squares"),
            _ if short == long => format!("by leaps of {long} squares in a row"),
            (_, 1) => format!("by a leap of {long} squares one way and {short} the other"),
            _ => format!("by leaps of {long} squares one way and {short} the other in a row"),
        };
        let rides_leaps = match self.range {
            _ if !rides || self.leap == (1, 1) => String::new(),
            Step::UNLIMITED => ", as often as the way is free".to_owned(),
            range => format!(", up to {range} times"),
        };
        let on_the_way = match self.path {
            Path::Free => "",
            Path::Lame => " if nothing stands on the way",
            Path::MustJump => " if there is a man to jump over",
            Path::HopAny => " beyond exactly one man that it jumps over",
            Path::HopOne => " to the square just behind a man that it jumps over",
        };
        format!("{distance}{}{rides_leaps}{on_the_way}", directions(self.leap, steps))
    }
}

/// The directions of steps of one leap, with a space in front; nothing if they are all there.
fn directions(leap: (u8, u8), steps: &[Step]) -> String {
    let has =
        |files: i8, ranks: i8| steps.iter().any(|step| (step.files.signum(), step.ranks.signum()) == (files, ranks));
    if leap == (1, 1) || leap.0 == 0 || leap.0 == leap.1 {
        let straight = axis_words([has(0, 1), has(0, -1), has(-1, 0), has(1, 0)]);
        let diagonal = diagonal_words([has(-1, 1), has(1, 1), has(-1, -1), has(1, -1)]);
        let all = straight.as_slice() == ["straight"] && diagonal.as_slice() == ["diagonally"];
        if all {
            return " in any direction".to_owned();
        }
        let words: Vec<String> = diagonal.into_iter().chain(straight).map(str::to_owned).collect();
        return format!(" {}", text::join(&words, "or"));
    }
    let complete = steps.len() >= 8;
    if complete {
        return String::new();
    }
    let ahead = steps.iter().all(|step| step.ranks > 0);
    let back = steps.iter().all(|step| step.ranks < 0);
    let sideways = steps.iter().all(|step| step.files.unsigned_abs() > step.ranks.unsigned_abs());
    let lengthwise = steps.iter().all(|step| step.files.unsigned_abs() < step.ranks.unsigned_abs());
    // The words only say what the steps say if there are as many steps as the words promise.
    let promised = 8 / if ahead || back { 2 } else { 1 } / if sideways || lengthwise { 2 } else { 1 };
    if steps.len() == promised {
        let (short, long) = leap;
        let ranks = if sideways { short } else { long };
        let many = if ranks == 1 { "one rank".to_owned() } else { format!("{ranks} ranks") };
        return match (sideways || lengthwise, ahead, back) {
            (true, true, _) => format!(" {many} ahead"),
            (true, _, true) => format!(" {many} back"),
            (true, ..) if sideways => " to the side".to_owned(),
            (true, ..) => " lengthwise".to_owned(),
            (_, true, _) => " ahead".to_owned(),
            _ => " back".to_owned(),
        };
    }
    let each: Vec<String> = steps.iter().map(|step| offset(*step)).collect();
    format!(" ({})", text::join(&each, "or"))
}

/// `2 to the left and 1 ahead`.
fn offset(step: Step) -> String {
    let mut parts = Vec::new();
    if step.files != 0 {
        parts.push(format!("{} to the {}", step.files.unsigned_abs(), if step.files < 0 { "left" } else { "right" }));
    }
    if step.ranks != 0 {
        parts.push(format!("{} {}", step.ranks.unsigned_abs(), if step.ranks > 0 { "ahead" } else { "back" }));
    }
    text::join(&parts, "and")
}

/// Words for a set of straight directions: ahead, back, left, right.
fn axis_words([ahead, back, left, right]: [bool; 4]) -> Vec<&'static str> {
    if ahead && back && left && right {
        return vec!["straight"];
    }
    let mut words = Vec::new();
    if ahead {
        words.push("straight ahead");
    }
    if back {
        words.push("straight back");
    }
    match (left, right) {
        (true, true) => words.push("sideways"),
        (true, false) => words.push("to the left"),
        (false, true) => words.push("to the right"),
        _ => {}
    }
    words
}

/// Words for a set of diagonal directions: ahead and left, ahead and right, back and left, back and right.
fn diagonal_words([ahead_left, ahead_right, back_left, back_right]: [bool; 4]) -> Vec<&'static str> {
    match (ahead_left, ahead_right, back_left, back_right) {
        (true, true, true, true) => vec!["diagonally"],
        _ => {
            let mut words = Vec::new();
            match (ahead_left, ahead_right) {
                (true, true) => words.push("diagonally ahead"),
                (true, false) => words.push("diagonally ahead to the left"),
                (false, true) => words.push("diagonally ahead to the right"),
                _ => {}
            }
            match (back_left, back_right) {
                (true, true) => words.push("diagonally back"),
                (true, false) => words.push("diagonally back to the left"),
                (false, true) => words.push("diagonally back to the right"),
                _ => {}
            }
            words
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use khun_rules::samples;

    #[test]
    fn the_family_in_words() {
        let sentences: Vec<String> = samples::makruk().kinds.iter().map(sentence).collect();
        assert_eq!(
            sentences,
            [
                "the king moves one step in any direction",
                "the met moves one step diagonally",
                "the khon moves one step diagonally or straight ahead",
                "the knight moves by a knight's leap",
                "the rook moves any distance straight",
                "the pawn moves one step straight ahead and captures one step diagonally ahead",
            ]
        );
        let ouk = samples::ouk();
        let leaps: Vec<String> = ouk.kinds[..2].iter().map(|kind| phrase(&kind.extras[0].steps)).collect();
        assert_eq!(leaps, ["by a knight's leap one rank ahead", "by a leap of 2 squares straight ahead"]);
    }

    #[test]
    fn other_steps_in_words() {
        let both = Modality::Both;
        let ride = |files, ranks, path| Step { path, ..Step::ride(files, ranks, both) };
        let cases: &[(&[Step], &str)] = &[
            (&[Step::leap(2, 2, both), Step::leap(-2, 2, both)], "by a leap of 2 squares diagonally ahead"),
            (&[Step { range: 3, ..Step::ride(1, 0, both) }], "up to 3 squares to the right"),
            (&[ride(0, 1, Path::HopAny)], "any distance straight ahead beyond exactly one man that it jumps over"),
            (&[Step::leap(3, 1, both)], "by a leap of 3 squares one way and 1 the other (3 to the right and 1 ahead)"),
            (
                &[Step { path: Path::Lame, ..Step::leap(0, 2, both) }],
                "by a leap of 2 squares straight ahead if nothing stands on the way",
            ),
            (&[], ""),
        ];
        for (steps, text) in cases {
            assert_eq!(phrase(steps), *text);
        }
    }
}
