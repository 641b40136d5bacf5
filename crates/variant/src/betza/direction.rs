//! Directions in Betza notation: which of the leaps of an atom a group of letters leaves.

/// The shape of a leap.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Shape {
    /// Along a file or rank: W, D, H.
    Orthogonal,
    /// Along a diagonal: F, A, G.
    Diagonal,
    /// Neither: N, C, Z.
    Oblique,
}

impl Shape {
    pub(super) fn of((long, short): (i8, i8)) -> Shape {
        match short {
            0 => Shape::Orthogonal,
            _ if short == long => Shape::Diagonal,
            _ => Shape::Oblique,
        }
    }
}

/// All leaps with these two sides.
fn leaps((long, short): (i8, i8)) -> Vec<(i8, i8)> {
    let mut all = Vec::with_capacity(8);
    for (files, ranks) in [(short, long), (long, short)] {
        for (files, ranks) in [(files, ranks), (-files, ranks), (files, -ranks), (-files, -ranks)] {
            if !all.contains(&(files, ranks)) {
                all.push((files, ranks));
            }
        }
    }
    all
}

/// Whether a leap goes in the direction of one letter, more than in the other direction or as much.
fn goes(letter: char, (files, ranks): (i8, i8)) -> bool {
    match letter {
        'f' => ranks > 0,
        'b' => ranks < 0,
        'l' => files < 0,
        'r' => files > 0,
        'v' => ranks != 0,
        _ => files != 0,
    }
}

/// Whether a leap goes mainly in the direction of one letter.
fn goes_mainly(letter: char, leap: (i8, i8)) -> bool {
    let upright = leap.1.abs() > leap.0.abs();
    goes(letter, leap) && upright == matches!(letter, 'f' | 'b' | 'v')
}

/// The leaps of an atom that a group of directions leaves, in (files, ranks).
///
/// # Errors
/// What to write instead, where programs do not agree on the meaning.
pub(super) fn select(leap: (i8, i8), directions: &str) -> Result<Vec<(i8, i8)>, String> {
    let shape = Shape::of(leap);
    let all = leaps(leap);
    let letters: Vec<char> = directions.chars().collect();
    let keep = |test: &dyn Fn((i8, i8)) -> bool| Ok(all.iter().copied().filter(|&leap| test(leap)).collect());
    match (shape, letters.as_slice()) {
        (_, []) => Ok(all),
        (Shape::Orthogonal, &[one]) if one != 'h' => keep(&|leap| goes(one, leap)),
        (Shape::Orthogonal, &[one @ ('f' | 'b'), other @ ('l' | 'r' | 's')]) => {
            keep(&|leap| goes(one, leap) || goes(other, leap))
        }
        (Shape::Diagonal, &[one @ ('f' | 'b' | 'l' | 'r')]) => keep(&|leap| goes(one, leap)),
        (Shape::Diagonal, &[one @ ('f' | 'b'), other @ ('l' | 'r')]) => {
            keep(&|leap| goes(one, leap) && goes(other, leap))
        }
        (Shape::Oblique, &[one]) if one != 'h' => keep(&|leap| goes_mainly(one, leap)),
        (Shape::Oblique, &[one @ ('f' | 'b' | 'l' | 'r'), other]) if one == other => {
            keep(&|leap| goes_mainly(one, leap))
        }
        // Of two directions the second is the main one: `frN` goes farther to the right than forward.
        (
            Shape::Oblique,
            &[one @ ('f' | 'b'), other @ ('l' | 'r' | 's')] | &[one @ ('l' | 'r'), other @ ('f' | 'b')],
        ) => keep(&|leap| goes(one, leap) && goes_mainly(other, leap)),
        (Shape::Oblique, &[one @ ('f' | 'b' | 'l' | 'r'), 'h']) => keep(&|leap| goes(one, leap)),
        // The four that bend to one side on their way out, whichever way that is.
        (Shape::Oblique, &['h', side @ ('l' | 'r')]) => keep(&|(files, ranks)| {
            let upright = ranks.abs() > files.abs();
            let same_signs = (files > 0) == (ranks > 0);
            (upright == same_signs) == (side == 'r')
        }),
        _ => Err(instead(shape, &letters, leap)),
    }
}

/// What to write instead of a group of directions on which programs do not agree.
fn instead(shape: Shape, letters: &[char], leap: (i8, i8)) -> String {
    let atom = match leap {
        (1, 0) => 'W',
        (1, 1) => 'F',
        (2, 0) => 'D',
        (2, 1) => 'N',
        (2, 2) => 'A',
        (3, 0) => 'H',
        (3, 1) => 'C',
        (3, 2) => 'Z',
        _ => 'G',
    };
    if letters.contains(&'h') && shape != Shape::Oblique {
        return "h goes with N, C and Z only: leave it out".to_string();
    }
    match (shape, letters) {
        (Shape::Diagonal, ['v' | 's'] | ['v' | 's', 'v' | 's'] | ['f', 'b'] | ['l', 'r']) => {
            format!("write {atom}: it goes in all four directions")
        }
        (Shape::Diagonal, &[one @ ('f' | 'b'), 's']) => format!("write {one}{atom}"),
        (Shape::Diagonal, &[side @ ('l' | 'r'), one @ ('f' | 'b')]) => format!("write {one}{side}{atom}"),
        (Shape::Diagonal, &[one, other]) if one == other => format!("write {one}{atom}"),
        (Shape::Oblique, ['s', one @ ('f' | 'b')]) => format!("write {one}{atom}, or {one}s{atom} for the wide leaps"),
        (Shape::Oblique, ['s', 's'] | ['l', 'r'] | ['r', 'l']) => format!("write s{atom}"),
        (Shape::Oblique, ['v', 'v'] | ['f', 'b'] | ['b', 'f']) => format!("write v{atom}"),
        (Shape::Orthogonal, ['f', 'b'] | ['b', 'f'] | ['v', 'v']) => format!("write v{atom}"),
        (Shape::Orthogonal, ['l', 'r'] | ['r', 'l'] | ['s', 's']) => format!("write s{atom}"),
        (Shape::Orthogonal, ['v', 's'] | ['s', 'v']) => format!("write {atom}: it goes in all four directions"),
        (Shape::Orthogonal, &[side @ ('l' | 'r' | 's'), one @ ('f' | 'b')]) => format!("write {one}{side}{atom}"),
        (Shape::Orthogonal, &[one, other]) if one == other => format!("write {one}{atom}"),
        (Shape::Oblique, _) => {
            format!("write one of f, b, l, r, v, s, fl, fr, lf, rf, fs, fh, hl, hr (or with b for f) before {atom}")
        }
        _ => {
            // On a diagonal, v and s leave nothing out.
            let told = letters.iter().filter(|letter| shape != Shape::Diagonal || "fblr".contains(**letter));
            let each: String = told.map(|letter| format!("{letter}{atom}")).collect();
            format!("write {each}")
        }
    }
}

/// A direction of K or Q written out for one of its two parts.
pub(super) fn spelt_out(directions: &str, leap: (i8, i8), atom: &str) -> String {
    let fits = if Shape::of(leap) == Shape::Diagonal { "fblr" } else { "fblrvs" };
    let mut kept = String::new();
    for letter in directions.chars().filter(|letter| fits.contains(*letter)) {
        if !kept.contains(letter) {
            kept.push(letter);
        }
    }
    match select(leap, &kept) {
        Ok(_) => format!("{kept}{atom}"),
        Err(_) => {
            let each: Vec<String> = kept.chars().map(|letter| format!("{letter}{atom}")).collect();
            each.concat()
        }
    }
}
