//! Which figure stands for a kind of man: chosen by how it moves, so that any variant file gets the right ones.

use khun_rules::spec::{KindSpec, Modality, RulesSpec, Step};

/// How a man looks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Figure {
    /// The royal man.
    Khun,
    /// One step diagonally.
    Met,
    /// One step diagonally or straight ahead.
    Khon,
    /// A leap of two squares diagonally: the elephant of older games.
    Alfil,
    /// A knight's leap.
    Ma,
    /// Any distance straight.
    Ruea,
    /// A pawn-like man.
    Bia,
    /// Anything else: its letter on a tile.
    Letter,
}

/// The figure of each kind. Two kinds never share one: the second gets its letter. Nor are there two elephants.
pub(super) fn figures(spec: &RulesSpec) -> Vec<Figure> {
    let mut figures: Vec<Figure> = Vec::with_capacity(spec.kinds.len());
    for kind in &spec.kinds {
        let figure = figure(kind);
        let same = |other: &Figure| *other == figure || [Figure::Khon, Figure::Alfil] == [*other, figure];
        figures.push(if figures.iter().any(same) { Figure::Letter } else { figure });
    }
    figures
}

fn figure(kind: &KindSpec) -> Figure {
    if kind.royal {
        return Figure::Khun;
    }
    if kind.pawn {
        return Figure::Bia;
    }
    let both = Modality::Both;
    let diagonal = [(1, 1), (-1, 1), (1, -1), (-1, -1)];
    let straight = [(0, 1), (0, -1), (1, 0), (-1, 0)];
    let far = [(2, 2), (-2, 2), (2, -2), (-2, -2)];
    let knight = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
    let leaps = |list: &[(i8, i8)]| list.iter().map(|&(f, r)| Step::leap(f, r, both)).collect::<Vec<_>>();
    let rides = straight.map(|(f, r)| Step::ride(f, r, both));
    let is = |steps: &[Step]| {
        steps.iter().all(|step| kind.steps.contains(step)) && kind.steps.iter().all(|step| steps.contains(step))
    };
    if is(&leaps(&diagonal)) {
        Figure::Met
    } else if is(&leaps(&[&diagonal[..], &[(0, 1)]].concat())) {
        Figure::Khon
    } else if is(&leaps(&far)) {
        Figure::Alfil
    } else if is(&leaps(&knight)) {
        Figure::Ma
    } else if is(&rides) {
        Figure::Ruea
    } else {
        Figure::Letter
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use khun_rules::samples;

    #[test]
    fn the_family_is_recognised_by_its_moves() {
        let mut spec = samples::makruk();
        use Figure::{Bia, Khon, Khun, Letter, Ma, Met, Ruea};
        assert_eq!(figures(&spec), [Khun, Met, Khon, Ma, Ruea, Bia]);
        spec.kinds[2].steps = spec.kinds[1].steps.clone();
        assert_eq!(figures(&spec), [Khun, Met, Letter, Ma, Ruea, Bia]);
    }
}
