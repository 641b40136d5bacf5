//! Diagrams of how a man moves, in characters.

use khun_rules::spec::{KindSpec, Modality, Step};

/// What can happen on a square of a diagram.
#[derive(Clone, Copy, Default)]
struct Mark {
    quiet: bool,
    capture: bool,
    extra: bool,
}

/// The moves of a man that stands in the middle, White's side at the bottom. Lines that run on reach the edge. Legend:
/// [`legend`].
pub fn moves(kind: &KindSpec, unicode: bool) -> Vec<String> {
    let all = || {
        let extras = kind.extras.iter().flat_map(|extra| extra.steps.iter().map(|step| (*step, true)));
        kind.steps.iter().map(|step| (*step, false)).chain(extras)
    };
    let reach = |step: Step| {
        let one = i32::from(step.files.unsigned_abs().max(step.ranks.unsigned_abs()));
        if step.range == Step::UNLIMITED { one.max(3) } else { one * i32::from(step.range) }
    };
    let radius = all().map(|(step, _)| reach(step)).max().unwrap_or(1).clamp(1, 5);
    let size = (2 * radius + 1) as usize;
    let mut marks = vec![vec![Mark::default(); size]; size];
    for (step, extra) in all() {
        let range = i32::from(step.range).min(2 * radius);
        for times in 1..=range {
            let (file, rank) = (i32::from(step.files) * times, i32::from(step.ranks) * times);
            let at = (usize::try_from(radius - rank), usize::try_from(radius + file));
            let (Ok(row), Ok(column)) = at else { break };
            let Some(mark) = marks.get_mut(row).and_then(|line| line.get_mut(column)) else { break };
            mark.quiet |= !extra && step.modality != Modality::Capture;
            mark.capture |= !extra && step.modality != Modality::Quiet;
            mark.extra |= extra;
        }
    }
    let middle = (radius as usize, radius as usize);
    let line = |(row, line): (usize, &Vec<Mark>)| {
        let cells = line
            .iter()
            .enumerate()
            .map(|(column, mark)| if (row, column) == middle { kind.letter } else { symbol(*mark, unicode) });
        cells.map(String::from).collect::<Vec<_>>().join(" ")
    };
    marks.iter().enumerate().map(line).collect()
}

const fn symbol(mark: Mark, unicode: bool) -> char {
    match (mark.quiet, mark.capture, mark.extra) {
        (true, true, _) => {
            if unicode {
                '●'
            } else {
                '*'
            }
        }
        (true, false, _) => {
            if unicode {
                '○'
            } else {
                'o'
            }
        }
        (false, true, _) => {
            if unicode {
                '×'
            } else {
                'x'
            }
        }
        (false, false, true) => '+',
        (false, false, false) => {
            if unicode {
                '·'
            } else {
                '.'
            }
        }
    }
}

/// What the marks of a diagram mean.
pub const fn legend(unicode: bool) -> &'static str {
    if unicode {
        "● moves or captures   ○ moves only   × captures only   + under a condition"
    } else {
        "* moves or captures   o moves only   x captures only   + under a condition"
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use khun_rules::samples;

    #[test]
    fn diagrams_of_the_family() {
        let spec = samples::ouk();
        assert_eq!(moves(&spec.kinds[5], false), ["x o x", ". P .", ". . ."]);
        assert_eq!(moves(&spec.kinds[1], false), [". . + . .", ". * . * .", ". . M . .", ". * . * .", ". . . . ."]);
        let rook = moves(&spec.kinds[4], true);
        assert_eq!(rook[0], "· · · ● · · ·");
        assert_eq!(rook[3], "● ● ● R ● ● ●");
    }
}
