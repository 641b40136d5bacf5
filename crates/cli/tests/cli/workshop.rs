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
    let watch = khun(&["watch", "../../variants/makruk.toml", "--times", "1"]);
    assert!(watch.stdout.contains("perft 3 = 12,012"), "{}", watch.stdout);
}

#[test]
fn figures_do_not_depend_on_threads() {
    for players in [&["--random", "--games", "40"][..], &["--nodes", "40", "--games", "6"]] {
        let stats = |threads| khun(&[&["stats", "kar-ouk", "--json", "--threads", threads], players].concat());
        let figures = stats("1").json();
        assert_eq!(figures, stats("2").json());
        assert_eq!(figures["reference"]["variant"], "makruk");
        let wins =
            ["white_wins", "black_wins", "draws", "replays", "unfinished"].map(|key| figures[key].as_u64().unwrap());
        assert_eq!(wins.iter().sum::<u64>(), figures["games"].as_u64().unwrap());
        let of_games = |key: &str| figures[key].as_object().unwrap().values().map(|n| n.as_u64().unwrap()).sum::<u64>();
        assert_eq!((of_games("reasons"), of_games("draws_by_reason")), (wins.iter().sum(), wins[2]));
        let moves: f64 = figures["men"].as_array().unwrap().iter().map(|man| man["moves"].as_f64().unwrap()).sum();
        assert!((moves - 1.0).abs() < 1e-9);
        // The leaps of the first move are moves of their own.
        let leap = figures["rules"].as_array().unwrap().iter().find(|rule| rule["rule"] == "pieces.king.extra.leap");
        assert!(leap.unwrap()["per_game"].as_f64().unwrap() < 2.0);
    }
}

#[test]
fn figures_as_a_page_and_side_by_side() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("figures.html");
    let run = khun(&["stats", "makpong", "--random", "--games", "60", "--html", path.to_str().unwrap()]);
    assert_eq!((run.status, run.stdout.as_str()), (0, ""), "{}", run.stderr);
    let page = fs::read_to_string(&path).unwrap();
    assert!(page.ends_with("</html>\n") && page.matches("<svg").count() >= 5 && !page.contains("NaN"), "{page}");
    for tag in ["section", "svg", "table", "ul", "div"] {
        let opened = page.matches(&format!("<{tag}>")).count() + page.matches(&format!("<{tag} ")).count();
        assert_eq!(opened, page.matches(&format!("</{tag}>")).count(), "{tag}");
    }
    let compared = khun(&["compare", "makruk", "makpong", "--random", "--games", "20"]);
    assert!(compared.stdout.contains("+ only makpong") && compared.stdout.contains("Ended by"), "{}", compared.stdout);
    let data = khun(&["compare", "makruk", "makpong", "--random", "--games", "20", "--json"]).json();
    assert_eq!((&data["figures"][0]["variant"], &data["figures"][1]["games"]), (&"makruk".into(), &20.into()));
    assert_eq!(khun(&["stats", "makruk", "--random", "--nodes", "5"]).status, 2);
}

/// A rule that never fires and a man that never moves are told of.
#[test]
fn figures_tell_what_is_never_used() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("idle.toml");
    let text = "format = 1\nextends = \"makruk\"\n[pieces.stone]\nletter = \"T\"\nimmobile = true\n[board]\n\
                start = \"rnsmksnr/t7/pppppppp/8/8/PPPPPPPP/7T/RNSKMSNR w - - 0 1\"\n";
    fs::write(&path, text).unwrap();
    let figures = khun(&["stats", path.to_str().unwrap(), "--random", "--games", "5"]).stdout;
    assert!(figures.contains("Never moved: stone") && figures.contains("Never used:"), "{figures}");
}

#[test]
fn check_tells_more_on_request() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("short.toml");
    let text = "format = 1\nextends = \"makruk\"\n[counting.board]\nlimit = 20\n[[tests]]\nlegal = [\"a3a4\"]\n";
    fs::write(&path, text).unwrap();
    let path = path.to_str().unwrap();
    assert!(!khun(&["check", path]).stdout.contains("W701"));
    let run = khun(&["check", path, "--portable", "--json"]).json();
    let fault =
        run["files"][0]["faults"].as_array().unwrap().iter().find(|fault| fault["code"] == "W701").unwrap().clone();
    assert_eq!((&fault["line"], &fault["column"]), (&3.into(), &2.into()), "{fault}");
    assert_eq!(khun(&["check", path, "--portable", "--deny", "warnings"]).status, 1);
    let summary = khun(&["check", "makruk", "--summary", "--portable"]);
    assert!(summary.status == 0 && !summary.stdout.contains("W701"), "{}", summary.stdout);
    let summary = summary.stdout.split_whitespace().collect::<Vec<_>>().join(" ");
    for part in
        ["I703", "8x8 squares", "6 kinds of men", "23 moves from the start", "counting.board", "Fairy-Stockfish"]
    {
        assert!(summary.contains(part), "{part}: {summary}");
    }
}

/// Files and paths that are nothing to read, each with a clear error and no panic.
#[test]
fn bad_files_are_told_of() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, bytes: &[u8]| {
        let path = folder.path().join(name);
        fs::write(&path, bytes).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let head = "format = 1\nextends = \"makruk\"\n";
    let nested = |depth: usize| format!("{head}x = {}1{}\n", "[".repeat(depth), "]".repeat(depth));
    let many: String =
        (0..200).map(|n| format!("[params.p{n}]\ntype = \"int\"\nmin = 0\nmax = 9\ndefault = 1\n")).collect();
    let long_line = format!("{head}summary = \"{}\"\nbord = 1\n", "x".repeat(100_000));
    for (path, status, wanted) in [
        (write("latin.toml", b"format = 1\nname = \"caf\xe9\"\n"), 1, "this is not UTF-8 text"),
        (write("utf16.toml", b"\xff\xfef\0o\0r\0m\0"), 1, "this is not UTF-8 text"),
        (write("nul.toml", b"format = 1\0\n"), 1, "E001"),
        (write("large.toml", &vec![b'#'; 10 << 20]), 2, "larger than"),
        (write("empty.toml", b""), 1, "E002"),
        (write("deep.toml", nested(100_000).as_bytes()), 1, "E001"),
        (write("less-deep.toml", nested(60).as_bytes()), 1, "unknown key `x`"),
        (write("many.toml", format!("{head}{many}").as_bytes()), 0, "W115"),
        (write("self.toml", b"format = 1\nextends = \"self\"\n"), 1, "E102"),
        (write("with space \u{e02}\u{e38}\u{e19}.toml", head.as_bytes()), 0, "good"),
        (write("long.toml", long_line.as_bytes()), 1, "unknown key `bord`"),
        (folder.path().to_str().unwrap().to_owned(), 2, "is a directory"),
        (folder.path().join("none.toml").to_str().unwrap().to_owned(), 2, "none.toml"),
    ] {
        for style in [&["--plain"][..], &[]] {
            let run = khun(&[&["check", path.as_str()], style].concat());
            let text = run.stdout + &run.stderr;
            let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
            let shown: String = text.chars().take(400).collect();
            assert!(run.status == status && text.contains(wanted), "{path}: {} {shown}", run.status);
            assert!(!text.contains("panicked"), "{path}: {shown}");
        }
    }
}
