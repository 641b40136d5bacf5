//! The commands for authors of variants.

use std::fs;

use crate::program::{command, khun, khun_with};

#[test]
fn check_denies_and_explains() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a b ขุน.toml");
    fs::write(&path, "format = 1\nextends = \"makruk\"\n[pieces.met]\nbetza = \"FfmD\"\n").unwrap();
    let path = path.to_str().unwrap();
    assert_eq!(khun(&["check", path]).status, 0);
    assert_eq!(khun(&["check", path, "--deny", "warnings"]).status, 1);
    let plain = khun(&["check", path, "--plain"]).stdout;
    assert!(plain.contains("W605") && !plain.contains('╭'), "{plain}");
    assert!(khun(&["check", "--explain", "e303"]).stdout.starts_with("E303: Betza: not understood\n"));
    assert_eq!(khun(&["check", "--explain", "E999"]).status, 2);
    assert_eq!(khun(&["check", folder.path().to_str().unwrap()]).status, 2);
}

#[test]
fn new_writes_a_good_file_once() {
    let folder = tempfile::tempdir().unwrap();
    let run = |args: &[&str]| command(args).current_dir(folder.path()).output().unwrap();
    for args in [&["new", "one"][..], &["new", "two", "--from", "ouk"], &["new", "three", "--board", "6x7"]] {
        assert!(run(args).status.success(), "{args:?}");
        let file = format!("{}.toml", args[1]);
        assert!(run(&["check", "--deny", "all", &file]).status.success(), "{file}");
    }
    assert!(run(&["new", "four", "--from", "three.toml"]).status.success());
    for args in [&["new", "one"][..], &["new", "Big"], &["new", "makruk"], &["new", "x", "--board", "2x2"]] {
        assert_eq!(run(args).status.code(), Some(2), "{args:?}");
    }
}

#[test]
fn explain_finds_variants_men_keys_and_codes() {
    for (what, wanted) in [
        ("makruk", "fast (checks and pins)"),
        ("makruk.khon", "● ● ●"),
        ("cambodian.K", "with the right `first_move`"),
        ("lost_by_aim", "pieces.X.extra.Y.lost_by_aim"),
        ("counting.pieces", "Pieces' honour"),
        ("E502", "Two rules can hold at once"),
    ] {
        let run = khun(&["explain", what]);
        assert!(run.status == 0 && run.stdout.contains(wanted), "{what}: {}{}", run.stdout, run.stderr);
    }
    assert!(khun(&["explain", "ouk.king", "--svg", "-"]).stdout.contains("</svg>"));
    let unknown = khun(&["explain", "promotoin"]);
    assert!(unknown.status == 2 && unknown.stderr.contains("did you mean the key `promotion`?"), "{}", unknown.stderr);
}

#[test]
fn exports_say_what_they_cannot() {
    let ini = khun(&["export", "fsf", "ouk"]);
    assert!(ini.stdout.contains("[khun-ouk:chess]") && ini.stdout.contains("cambodianMoves = true"));
    let replay = khun(&["export", "fsf", "makruk", "--profile", "zh"]);
    assert_eq!(replay.status, 1);
    assert!(replay.stderr.contains("end.stalemate") && replay.stderr.contains("--lossy"), "{}", replay.stderr);
    assert_eq!(khun(&["export", "fsf", "makruk", "--profile", "zh", "--lossy"]).status, 0);
    assert_eq!(khun(&["export", "json", "makruk"]).json()["kinds"].as_array().unwrap().len(), 6);
    assert!(khun(&["export", "xboard", "makruk"]).stdout.starts_with("setup ("));
}

#[test]
fn what_is_exported_can_be_imported() {
    let folder = tempfile::tempdir().unwrap();
    for id in ["makruk", "ai-wok", "shatranj"] {
        let ini = khun(&["export", "fsf", id]).stdout;
        let import = khun_with(&["import", "fsf", "-"], ini.as_bytes());
        assert_eq!(import.status, 0, "{}", import.stderr);
        let path = folder.path().join("back.toml");
        fs::write(&path, &import.stdout).unwrap();
        let perft = |variant: &str| khun(&["perft", variant, "3", "--json"]).json()["nodes"].clone();
        assert_eq!(perft(path.to_str().unwrap()), perft(id), "{id}\n{}", import.stdout);
    }
    assert_eq!(khun_with(&["import", "fsf", "-"], b"[a\n").status, 1);
    assert_eq!(khun(&["import", "fsf", "/no/such/file"]).status, 2);
}

#[test]
fn sheets_comparisons_and_figures() {
    assert!(khun(&["sheet", "ouk", "--html", "-"]).stdout.ends_with("</html>\n"));
    assert!(khun(&["sheet", "ouk", "--svg", "-"]).stdout.ends_with("</svg>\n"));
    assert_eq!(khun(&["sheet", "ouk"]).status, 2);
    let compared = khun(&["compare", "makruk", "makpong", "--json"]).json();
    assert_eq!(compared["differences"].as_array().unwrap().len(), 1, "{compared}");
    assert_eq!(khun(&["compare", "makruk", "makruk:default", "--json"]).json()["same_rules"], true);
    let stats = |threads| khun(&["stats", "makruk", "--games", "20", "--threads", threads, "--json"]).json();
    assert_eq!(stats("1"), stats("2"));
    let watch = khun(&["watch", "../../variants/makruk.toml", "--times", "1"]);
    assert!(watch.stdout.contains("perft 3 = 12,012"), "{}", watch.stdout);
}
