//! Files to begin a variant with: they pass every check and say in comments what can be changed.

use std::fmt::Write;
use std::path::Path;

use khun_rules::{perft, with_rules};

use crate::error::LoadError;
use crate::load::{Variant, load_str};
use crate::settings::Settings;

/// A file that extends another variant and shows what can be changed. `parent` is how `extends` calls it, `dir` where the new
/// file is to stand.
///
/// # Errors
/// The parent cannot be extended by a file beside it.
pub fn extending(id: &str, parent: &str, variant: &Variant, dir: Option<&Path>) -> Result<String, LoadError> {
    let spec = &variant.spec;
    let mut text = head(id, &format!("{} with rules of my own.", variant.name));
    let _ = writeln!(text, "extends = \"{parent}\"\n");
    let _ = writeln!(
        text,
        "# The rules of {parent} hold until a line here says something else. Take the # away from a line to change it.\n"
    );
    let _ = writeln!(text, "# [board]\n# start = \"{}\"\n", spec.start);
    text.push_str("# How men move, in Betza notation. `khun explain betza` tells what the letters mean.\n");
    for kind in spec.kinds.iter().filter(|kind| !kind.royal) {
        let name = kind.names.get("en").unwrap_or(&kind.id);
        let _ = writeln!(text, "# [pieces.{}]    # {name}\n# betza = \"{}\"", kind.id, kind.betza);
    }
    text.push_str(
        "\n# How a game ends, seen by the side to move: win, loss, draw, replay, or none to switch a rule off.\n",
    );
    for end in &spec.ends {
        let _ = writeln!(text, "# [end.{}]\n# result = \"{}\"", end.name, format!("{:?}", end.result).to_lowercase());
    }
    if spec.counting.as_ref().is_some_and(|counting| counting.board.is_some()) {
        text.push_str("\n# The limit of the board's count, in moves.\n# [counting.board]\n# limit = 64\n");
    }
    if !variant.params.is_empty() {
        text.push_str("\n# What sources disagree on can be decided anew.\n");
        for parameter in &variant.params {
            let _ = writeln!(
                text,
                "# [params.{}]    # {}\n# default = {}",
                parameter.name,
                parameter.doc,
                toml(&parameter.default)
            );
        }
    }
    with_tests(text, id, dir)
}

/// A file that describes everything: the men and ends of Makruk on a board of another size.
///
/// # Errors
/// What the board lacks.
pub fn on_board(id: &str, files: u8, ranks: u8) -> Result<String, String> {
    if !(3..=16).contains(&files) || !(5..=16).contains(&ranks) || u16::from(files) * u16::from(ranks) > 128 {
        return Err("a board to start with has 3 to 16 files, 5 to 16 ranks and at most 128 squares".into());
    }
    let row = back_row(files);
    // Pawns stand on the third rank where there is room for them.
    let room = ranks >= 7;
    let empty = |count: u8| std::iter::repeat_n(files.to_string(), count.into());
    let gap = u8::from(room);
    let pawns = "P".repeat(files.into());
    let rows: Vec<String> = [row.to_lowercase()]
        .into_iter()
        .chain(empty(gap))
        .chain([pawns.to_lowercase()])
        .chain(empty(ranks - 4 - 2 * gap))
        .chain([pawns])
        .chain(empty(gap))
        .chain([row.clone()])
        .collect();
    let mut text = head(id, &format!("Makruk on a board of {files} by {ranks}."));
    let promotion = if room { ranks - 2 } else { ranks - 1 };
    let _ = writeln!(
        text,
        "\n[board]\nfiles = {files}\nranks = {ranks}\nstart = \"{} w - - 0 1\"\n\n\
         # Square sets are written from White's side; Black gets their mirror image.\n\
         [regions]\npromotion = \"ranks {promotion}-{ranks}\"\n\n\
         # Moves are written in Betza notation, from White's side: `khun explain betza`. The letter is the one of FEN.",
        rows.join("/")
    );
    let (present, absent): (Vec<_>, Vec<_>) =
        MEN.iter().partition(|(letter, _)| row.contains(*letter) || "KMP".contains(*letter));
    for (_, table) in present {
        let _ = writeln!(text, "{table}\n");
    }
    if !absent.is_empty() {
        text.push_str(
            "# There was no room for these; they come in when the # is gone and their letters stand in `start`.\n",
        );
    }
    for (_, table) in absent {
        let _ = writeln!(text, "# {}\n", table.replace('\n', "\n# "));
    }
    text.push_str(ENDS);
    with_tests(text, id, None).map_err(|error| error.to_string())
}

const MEN: &[(char, &str)] = &[
    ('K', "[pieces.king]\nletter = \"K\"\nname   = \"khun\"\nbetza  = \"K\"\nroyal  = true"),
    ('M', "[pieces.met]\nletter = \"M\"\nbetza  = \"F\""),
    ('S', "[pieces.khon]\nletter = \"S\"\nbetza  = \"FfW\""),
    ('N', "[pieces.knight]\nletter = \"N\"\nname   = \"ma\"\nbetza  = \"N\""),
    ('R', "[pieces.rook]\nletter = \"R\"\nname   = \"ruea\"\nbetza  = \"R\"\nmates_alone = true"),
    (
        'P',
        "[pieces.pawn]\nletter = \"P\"\nname   = \"bia\"\nbetza  = \"fmWfcF\"      # moves ahead, captures aslant\nrole   = \"pawn\"\n\
         promotion = { region = \"promotion\", to = [\"met\"], mandatory = true }",
    ),
];

const ENDS: &str = r#"# How a game ends, seen by the side to move.
[end.checkmate]
kind     = "no_moves"
in_check = true
result   = "loss"

[end.stalemate]
kind     = "no_moves"
in_check = false
result   = "draw"

[end.repetition]
kind   = "repetition"
times  = 3
result = "draw"

[end.long]
kind   = "n_move"
moves  = 50
result = "draw"
"#;

/// White's men of the first rank: a king in the middle, stronger men outside.
fn back_row(files: u8) -> String {
    let (middle, cycle) = if files.is_multiple_of(2) { ("KM", "SNR") } else { ("K", "MSNR") };
    let each_side = (usize::from(files) - middle.len()) / 2;
    // Beyond the four kinds knights and rooks go on.
    let outward: Vec<char> = cycle.chars().chain("NR".chars().cycle()).take(each_side).collect();
    let left: String = outward.iter().rev().collect();
    let right: String = outward.iter().collect();
    format!("{left}{middle}{right}")
}

fn head(id: &str, summary: &str) -> String {
    let name = id.replace('-', " ");
    format!(
        "# A variant for Khun. `khun check {id}.toml` reports every fault of this file, `khun play {id}.toml` plays it.\n\n\
         format  = 1\nid      = \"{id}\"\nname    = \"{name}\"\nsummary = \"{}\"\n",
        summary.replace(['"', '\\'], "'")
    )
}

/// Adds a test of the first moves, with the numbers that come out.
fn with_tests(mut text: String, id: &str, dir: Option<&Path>) -> Result<String, LoadError> {
    let variant = load_str(&text, &format!("{id}.toml"), dir, &Settings::default())?;
    let numbers: Vec<String> = with_rules!(&variant.rules, rules => {
        (1..=3).map(|depth| perft(rules, &rules.start(), depth).to_string()).collect()
    });
    let _ = write!(
        text,
        "\n# Games and positions that are played whenever the file is checked.\n[[tests]]\nname  = \"the first moves\"\n\
         perft = [{}]\n",
        numbers.join(", ")
    );
    Ok(text)
}

/// A value as TOML.
fn toml(setting: &crate::settings::Setting) -> String {
    use crate::settings::Setting;
    match setting {
        Setting::Word(word) => format!("\"{word}\""),
        Setting::Pieces(pieces) => {
            let ids: Vec<String> = pieces.iter().map(|id| format!("\"{id}\"")).collect();
            format!("[{}]", ids.join(", "))
        }
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{bundled, check_str, load};

    fn faults(text: &str) -> Vec<String> {
        let report = check_str(text, "new.toml", None).unwrap();
        report.faults.iter().map(|fault| format!("{} {fault}", fault.code)).collect()
    }

    #[test]
    fn every_starter_passes_the_check() {
        for parent in bundled() {
            let variant = load(parent.id, &Settings::default()).unwrap();
            let text = extending("my-own", parent.id, &variant, None).unwrap();
            assert_eq!(faults(&text), [""; 0], "{text}");
        }
        for (files, ranks) in [(8, 8), (6, 6), (5, 5), (3, 5), (10, 8), (16, 8), (9, 10)] {
            let text = on_board("my-own", files, ranks).unwrap();
            assert_eq!(faults(&text), [""; 0], "{text}");
        }
        let small = on_board("my-own", 6, 6).unwrap();
        let whole =
            small.replace("# [pieces.rook]", "[pieces.rook]").replace("# letter", "letter").replace("# name", "name");
        let whole = whole
            .replace("# betza", "betza")
            .replace("# mates", "mates")
            .replace("nskmsn", "rskmsr")
            .replace("NSKMSN", "RSKMSR");
        let whole = whole.split("\n[[tests]]").next().unwrap().to_owned() + "\n[[tests]]\nlegal = [\"a2a3\"]\n";
        let codes: Vec<_> =
            check_str(&whole, "new.toml", None).unwrap().faults.iter().map(|fault| fault.code.as_str()).collect();
        assert_eq!(codes, ["W310"], "the ma is not there any more:\n{whole}");
        assert!(on_board("x", 2, 8).is_err() && on_board("x", 16, 16).is_err());
    }
}
