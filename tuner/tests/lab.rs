//! The program from outside: whole runs, killed runs, refused runs.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Duration;

/// How often a run is killed. More in continuous integration: `KHUN_KILLS=20`.
fn kills() -> u64 {
    std::env::var("KHUN_KILLS").ok().and_then(|text| text.parse().ok()).unwrap_or(4)
}

fn command(arguments: &str, out: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_khun-tuner"));
    command.args(arguments.split_whitespace()).arg("--out").arg(out).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn run(arguments: &str, out: &Path) -> Output {
    command(arguments, out).output().unwrap()
}

fn good(arguments: &str, out: &Path) -> String {
    let output = run(arguments, out);
    assert!(output.status.success(), "{arguments}: {}", text(&output.stderr));
    text(&output.stdout)
}

/// A run that is refused with a status: what it says.
fn bad(arguments: &str, out: &Path, status: i32) -> String {
    let output = run(arguments, out);
    assert_eq!(output.status.code(), Some(status), "{arguments}: {}", text(&output.stderr));
    text(&output.stderr)
}

/// Every file that a result is, with its contents.
fn files(dir: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut open = vec![dir.to_owned()];
    while let Some(here) = open.pop() {
        for entry in fs::read_dir(here).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            if path.is_dir() {
                open.push(path);
            } else if name != "log.txt" && !name.ends_with(".previous.json") && !name.ends_with(".partial") {
                found.insert(path.strip_prefix(dir).unwrap().to_owned(), fs::read(&path).unwrap());
            }
        }
    }
    found
}

fn assert_same(one: &Path, other: &Path) {
    let (one, other) = (files(one), files(other));
    assert_eq!(one.keys().collect::<Vec<_>>(), other.keys().collect::<Vec<_>>());
    for (path, contents) in &one {
        assert!(contents == &other[path], "{} differs", path.display());
    }
}

/// Kills a run again and again, lets it end, and compares it with one that was left alone, on another number of threads.
fn killed_run_ends_the_same(arguments: &str) {
    let dir = tempfile::tempdir().unwrap();
    let (calm, killed) = (dir.path().join("calm"), dir.path().join("killed"));
    let began = std::time::Instant::now();
    good(&format!("{arguments} --threads 1"), &calm);
    let whole = began.elapsed().as_millis() as u64;
    let mut random = 0x9e37_79b9_7f4a_7c15u64 ^ u64::from(std::process::id());
    for _ in 0..kills() {
        random = random.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        let pause = 20 + (random >> 33) % (whole / 3).max(1);
        let mut child = command(&format!("{arguments} --threads 2"), &killed).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(pause));
        child.kill().unwrap();
        child.wait().unwrap();
    }
    good(&format!("{arguments} --threads 2"), &killed);
    assert_same(&calm, &killed);
    // Once more: there is nothing left to do, and nothing changes.
    good(&format!("{arguments} --threads 2"), &killed);
    assert_same(&calm, &killed);
}

#[test]
fn killed_self_play_ends_the_same() {
    killed_run_ends_the_same("selfplay makruk --games 40 --nodes 60 --seed 5 --max-plies 120");
}

#[test]
fn killed_match_ends_the_same() {
    let dir = tempfile::tempdir().unwrap();
    let params = dir.path().join("params.toml");
    fs::write(&params, "delta_margin, int, 50, 40, 300, 10, 0.002\n").unwrap();
    let players = format!("estimate params={}", params.display());
    // The second player is one argument with a name of its own.
    let arguments = format!("match {players} makruk --games 24 --nodes 60 --max-plies 120 --sprt -20,20");
    killed_run_ends_the_same(&arguments);
}

#[test]
fn killed_spsa_ends_the_same() {
    let dir = tempfile::tempdir().unwrap();
    let params = dir.path().join("params.toml");
    fs::write(&params, "delta_margin, int, 150, 40, 300, 40, 0.01\nnull_eval, int, 190, 80, 400, 50, 0.01\n").unwrap();
    let params = params.display();
    killed_run_ends_the_same(&format!("spsa makruk --params {params} --games 60 --nodes 40 --seed 2"));
}

/// A variant of one's own, over makruk.
const OWN_VARIANT: &str = r#"format = 1
id = "brisk"
name = "Brisk makruk"
extends = "makruk"

# The met steps like a king.
[pieces.met]
betza = "K"
value = 300
"#;

fn own_variant(dir: &Path) -> PathBuf {
    let path = dir.join("brisk.toml");
    fs::write(&path, OWN_VARIANT).unwrap();
    path
}

#[test]
fn killed_loop_over_a_variant_of_ones_own_ends_the_same() {
    let dir = tempfile::tempdir().unwrap();
    let variant = own_variant(dir.path());
    let search = "--search-games 8 --final-games 4";
    killed_run_ends_the_same(&format!(
        "tune {} --generations 1 --games 90 --nodes 30 --gate-games 6 --gate-nodes 30 --seed 4 {search}",
        variant.display()
    ));
}

#[test]
fn tuned_weights_load_and_tell_their_pedigree() {
    let dir = tempfile::tempdir().unwrap();
    let variant = own_variant(dir.path());
    let variant = variant.display();
    let out = dir.path().join("tuned");
    let told = good(
        &format!(
            "tune {variant} --generations 1 --games 120 --nodes 40 --gate-games 8 --gate-nodes 40 --final-games 0"
        ),
        &out,
    );
    assert!(told.contains("weights.toml"), "{told}");
    let weights = fs::read_to_string(out.join("weights.toml")).unwrap();
    assert!(weights.starts_with("# Weights for brisk ("), "{}", &weights[..200]);
    assert!(weights.contains("# Generation 1: 120 games, "));
    assert!(fs::read_to_string(out.join("report.html")).unwrap().contains("<svg"));
    // They play.
    let weights = out.join("weights.toml");
    let again = dir.path().join("again");
    good(&format!("selfplay {variant} --games 2 --nodes 20 --weights {}", weights.display()), &again);
    // But not another variant's data or weights.
    let data = out.join("generation-1/games");
    let fit = bad(&format!("fit makruk --data {}", data.display()), &dir.path().join("w.toml"), 1);
    assert!(fit.contains("holds games of brisk (") && fit.contains("not of makruk ("), "{fit}");
}

#[test]
fn data_sets_are_looked_at_checked_and_fitted() {
    let dir = tempfile::tempdir().unwrap();
    let [a, b, c, w] = ["a", "b", "c", "w.toml"].map(|name| dir.path().join(name));
    good("selfplay makruk --games 80 --nodes 40 --seed 1 --max-plies 100", &a);
    good("selfplay makruk --games 5 --nodes 40 --seed 2 --max-plies 100", &b);
    good(&format!("dataset merge {} {} {}", a.display(), b.display(), a.display()), &c);
    let tuner = |arguments: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_khun-tuner"));
        command.args(arguments.split_whitespace()).output().unwrap()
    };
    let c = c.display();
    assert!(text(&tuner(&format!("dataset info {c}")).stdout).contains("85 games"));
    assert!(tuner(&format!("dataset verify makruk {c}")).status.success());
    let positions = text(&tuner(&format!("dataset export makruk {c}")).stdout);
    assert!(positions.lines().count() > 300 && positions.lines().all(|line| line.split(';').count() == 4));
    let games = text(&tuner(&format!("dataset export makruk {c} --format pgn")).stdout);
    assert_eq!(games.matches("[Event ").count(), 85);
    let fit = good(&format!("fit makruk --data {c} --only value --holdout 0 --k 1.5"), &w);
    assert!(fit.contains("value:"), "{fit}");
    let first = fs::read(&w).unwrap();
    good(&format!("fit makruk --data {c} --only value --holdout 0 --k 1.5 --threads 1"), &w);
    assert_eq!(fs::read(&w).unwrap(), first);
    let solver = "--solver nelder-mead --evaluations 200";
    good(&format!("fit makruk --data {c} --only value --holdout 0 --k 1.5 {solver}"), &w);
    let error = bad(&format!("fit makruk --data {c} --only values --k 1.5"), &w, 2);
    assert!(error.contains("\"values\" is no term"), "{error}");

    let shard = a.join("shard-00000.games");
    let whole = fs::read(&shard).unwrap();
    fs::write(&shard, &whole[..whole.len() - 9]).unwrap();
    let torn = tuner(&format!("dataset verify makruk {}", a.display()));
    assert_eq!(torn.status.code(), Some(1));
    assert!(text(&torn.stderr).contains("shard-00000.games is broken: it is cut short"), "{}", text(&torn.stderr));
}

#[test]
fn endings_of_a_variant_are_solved_into_its_weights() {
    let dir = tempfile::tempdir().unwrap();
    let out = dir.path().join("weights.toml");
    // A khun that may not run from a check is mated by a rua at once.
    let said = good("endings makpong", &out);
    assert!(said.contains("rook                        175168 placements, 100.00 % won"), "{said}");
    let written = fs::read_to_string(&out).unwrap();
    assert!(written.contains("men = { rook = 1 }\nwon = 1.0\nmoves = 1.1\nlongest = 2.0"), "{written}");
    // Larger endings of the file that is begun with stay, smaller ones are solved again.
    let larger = "\n[[endings]]\nmen = { met = 2, knight = 1 }\nwon = 0.25\nmoves = 20.0\nlongest = 30.0\n";
    let from = dir.path().join("from.toml");
    let head = "# Weights for makpong.\n# Made by hand.\n".to_owned();
    fs::write(&from, head.clone() + &written.replace("won = 1.0", "won = 0.5") + larger).unwrap();
    good(&format!("endings makpong --from {}", from.display()), &out);
    let again = fs::read_to_string(&out).unwrap();
    assert!(again == head + &written + larger, "{again}");
    bad("endings shatranj --men 9", &out, 2);
}

#[test]
fn changed_configurations_are_refused() {
    let dir = tempfile::tempdir().unwrap();
    let out = dir.path().join("run");
    good("selfplay makruk --games 3 --nodes 20", &out);
    let error = bad("selfplay makruk --games 4 --nodes 30", &out, 2);
    assert!(error.contains("config.games: it was 3, now it is 4"), "{error}");
    assert!(error.contains("config.limits.nodes: it was 20, now it is 30"), "{error}");
    bad("match estimate estimate makruk --games 2", &dir.path().join("m"), 2);
    bad("selfplay nonsense --games 3", &dir.path().join("n"), 2);
    bad("selfplay makruk --games 3", Path::new("/dev/null/run"), 2);
}

#[test]
#[cfg(unix)]
fn a_full_disk_loses_nothing() {
    let dir = tempfile::tempdir().unwrap();
    let (calm, full) = (dir.path().join("calm"), dir.path().join("full"));
    let arguments = "selfplay makruk --games 30 --nodes 40 --max-plies 120";
    good(arguments, &calm);
    let program = env!("CARGO_BIN_EXE_khun-tuner");
    // No file may grow beyond a few kilobytes.
    let script = format!("trap '' XFSZ; ulimit -f 16; exec {program} {arguments} --out {}", full.display());
    let output = Command::new("sh").args(["-c", &script]).output().unwrap();
    let error = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{error}");
    assert!(error.contains("cannot write ") && error.contains("games.jsonl"), "{error}");
    good(arguments, &full);
    assert_same(&calm, &full);
}

#[test]
#[cfg(unix)]
fn ctrl_c_saves_and_the_same_command_goes_on() {
    let dir = tempfile::tempdir().unwrap();
    let (calm, stopped) = (dir.path().join("calm"), dir.path().join("stopped"));
    let arguments = "selfplay makruk --games 60 --nodes 100 --max-plies 120 --threads 1";
    good(arguments, &calm);
    let mut child = command(arguments, &stopped).spawn().unwrap();
    std::thread::sleep(Duration::from_millis(500));
    let status = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(status.success());
    let status = child.wait().unwrap();
    assert!(matches!(status.code(), Some(130 | 0)), "{status}");
    good(arguments, &stopped);
    assert_same(&calm, &stopped);
}
