//! The tests that a variant file brings along: `[[tests]]`.

use crate::codes;
use crate::fault::{Fault, Faults};
use crate::section::Section;
use crate::source::Place;
use crate::tree::{Node, Value};

/// A value with the place where it was written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Placed<T> {
    /// The value.
    pub value: T,
    /// Where it was written.
    pub place: Place,
}

/// What a test expects to be the result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ExpectedResult {
    /// `1-0`.
    WhiteWins,
    /// `0-1`.
    BlackWins,
    /// `1/2-1/2`.
    Draw,
    /// `replay`.
    Replay,
    /// `*`: the game goes on.
    Ongoing,
}

/// A test of a variant file. Every expectation that is there is tested after the moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TestCase {
    /// What it is about.
    pub name: String,
    /// The profile under which it runs; `None`: the default one.
    pub profile: Option<Placed<String>>,
    /// Parameters that it sets.
    pub set: Vec<(String, String)>,
    /// Where it begins; `None`: the start position.
    pub fen: Option<Placed<String>>,
    /// Moves in UCI form, and between them the words of counting (`count`, `stop`, `claim`).
    pub moves: Vec<Placed<String>>,
    /// The numbers of move paths, of one move, of two, ….
    pub perft: Vec<Placed<u64>>,
    /// The position after the moves.
    pub fen_after: Option<Placed<String>>,
    /// The result after the moves.
    pub result: Option<Placed<ExpectedResult>>,
    /// The rule that ended the game.
    pub reason: Option<Placed<String>>,
    /// The number of legal moves.
    pub legal_count: Option<Placed<u64>>,
    /// Moves that are legal.
    pub legal: Vec<Placed<String>>,
    /// Moves that are not legal.
    pub illegal: Vec<Placed<String>>,
    /// Whether the side to move is in check.
    pub in_check: Option<Placed<bool>>,
    /// The test itself.
    pub place: Place,
}

/// Reads the tests of a file.
pub(crate) fn read(root: &Section<'_>, faults: &mut Faults) -> Vec<TestCase> {
    let Some(array) = root.array("tests", faults) else { return Vec::new() };
    let mut tests = Vec::new();
    for (index, node) in array.iter().enumerate() {
        if let Some(section) = Section::of(node, format!("tests[{}]", index + 1), &node.place, faults) {
            tests.push(read_test(&section, index, faults));
        }
    }
    tests
}

fn read_test(section: &Section<'_>, index: usize, faults: &mut Faults) -> TestCase {
    let other_words = [("legal_contains", "write `legal`"), ("legal_excludes", "write `illegal`")];
    section.documented("tests[]", &other_words, faults);
    let text = |key: &str, faults: &mut Faults| {
        section.text(key, faults).zip(section.get(key)).map(|(value, node)| placed(value, node))
    };
    let list = |key: &str, faults: &mut Faults| {
        let strings = section.strings(key, faults).unwrap_or_default();
        strings.into_iter().map(|(text, node)| placed(text.string.clone(), node)).collect::<Vec<_>>()
    };
    let results = [
        ("1-0", ExpectedResult::WhiteWins),
        ("0-1", ExpectedResult::BlackWins),
        ("1/2-1/2", ExpectedResult::Draw),
        ("replay", ExpectedResult::Replay),
        ("*", ExpectedResult::Ongoing),
    ];
    let test = TestCase {
        name: section.text("name", faults).unwrap_or_else(|| format!("test {}", index + 1)),
        profile: text("profile", faults),
        set: settings(section, faults),
        fen: text("fen", faults),
        moves: list("moves", faults),
        perft: perft(section, faults),
        fen_after: text("fen_after", faults),
        result: section
            .word("result", &results, faults)
            .zip(section.get("result"))
            .map(|(word, node)| placed(word, node)),
        reason: text("reason", faults),
        legal_count: section
            .integer_in("legal_count", 0, 100_000, faults)
            .zip(section.get("legal_count"))
            .map(|(number, node)| placed(number.unsigned_abs(), node)),
        legal: list("legal", faults),
        illegal: list("illegal", faults),
        in_check: section
            .boolean("in_check", faults)
            .zip(section.get("in_check"))
            .map(|(value, node)| placed(value, node)),
        place: section.place().clone(),
    };
    let expects = ["perft", "fen_after", "result", "reason", "legal_count", "legal", "illegal", "in_check", "moves"];
    if !expects.iter().any(|key| section.get(key).is_some()) {
        let message = format!("the test \"{}\" expects nothing", test.name);
        faults.push(
            Fault::new(codes::W009, section.place(), message).help(
                "say what is to come out: perft, fen_after, result, reason, legal_count, legal, illegal, in_check",
            ),
        );
    }
    test
}

fn placed<T>(value: T, node: &Node) -> Placed<T> {
    Placed { value, place: node.place.clone() }
}

/// Reads `set = { stalemate = "win", promotion_rank = 8 }` as text, as on the command line.
fn settings(section: &Section<'_>, faults: &mut Faults) -> Vec<(String, String)> {
    let Some(table) = section.section("set", faults) else { return Vec::new() };
    let mut set = Vec::new();
    for entry in &table.table().entries {
        let text = match &entry.node.value {
            Value::Text(text) => Some(text.string.clone()),
            Value::Integer(number) => Some(number.to_string()),
            Value::Boolean(value) => Some(value.to_string()),
            Value::Array(array) => {
                let ids: Option<Vec<&str>> =
                    array.iter().map(|node| node.as_text().map(|text| text.string.as_str())).collect();
                ids.map(|ids| ids.join(","))
            }
            _ => None,
        };
        match text {
            Some(text) => set.push((entry.key.clone(), text)),
            None => {
                let message = format!("`{}` cannot be {}", table.key(&entry.key), entry.node.described());
                faults.push(Fault::new(codes::E004, &entry.node.place, message));
            }
        }
    }
    set
}

fn perft(section: &Section<'_>, faults: &mut Faults) -> Vec<Placed<u64>> {
    let mut numbers = Vec::new();
    for node in section.array("perft", faults).unwrap_or_default() {
        match node.value {
            Value::Integer(number) if number >= 0 => numbers.push(placed(number.unsigned_abs(), node)),
            _ => {
                let message =
                    format!("`{}` wants numbers of move paths, not {}", section.key("perft"), node.described());
                faults.push(Fault::new(codes::E004, &node.place, message));
            }
        }
    }
    numbers
}
