//! `khun query`: questions about positions, one JSON object a line.

use std::collections::BTreeMap;
use std::io::{self, BufRead, Write};
use std::sync::Arc;

use khun_rules::board::Bitboard;
use khun_rules::{Game, Rules, perft, with_rules};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::print_json;
use crate::args::QueryArgs;
use crate::failure::{Failure, FaultReport, fen_faults};
use crate::report::{OutcomeReport, State};
use crate::setup::{self, SetupError, game_from};
use crate::source;
use crate::terminal::Terminal;

/// The deepest perft that a question may ask for: no position of any variant ends a deeper one in a lifetime.
const DEEPEST: u32 = 16;

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Question {
    #[serde(default)]
    id: Option<Value>,
    #[serde(default)]
    fen: Option<String>,
    #[serde(default)]
    moves: Vec<String>,
    #[serde(default)]
    perft: Vec<u32>,
    #[serde(default)]
    trace: bool,
}

#[derive(Serialize)]
struct Answer {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<Value>,
    #[serde(flatten)]
    state: State,
    /// The position after the moves, as `fen`.
    fen_after: String,
    /// The legal moves that give check.
    checking_moves: Vec<String>,
    /// The legal moves that capture.
    captures: Vec<String>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    perft: BTreeMap<u32, u64>,
    /// The position after each move; declarations are no plies.
    #[serde(skip_serializing_if = "Option::is_none")]
    fens: Option<Vec<String>>,
    /// The outcome after each move, a declaration that followed it included.
    #[serde(skip_serializing_if = "Option::is_none")]
    outcomes: Option<Vec<OutcomeReport>>,
}

#[derive(Serialize)]
struct Refusal {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<Value>,
    error: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    faults: Vec<FaultReport>,
}

pub(super) fn run(args: &QueryArgs, terminal: &Terminal, out: &mut dyn Write) -> Result<(), Failure> {
    let variant = source::open(&args.variant, terminal)?;
    let input = io::BufReader::new(io::stdin().lock());
    with_rules!(&variant.rules, rules => answer_all(&variant.id, rules, input, out))
}

fn answer_all<B: Bitboard, R: io::Read>(
    variant: &str,
    rules: &Arc<Rules<B>>,
    mut input: io::BufReader<R>,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let mut line = Vec::new();
    loop {
        line.clear();
        let length = input
            .read_until(b'\n', &mut line)
            .map_err(|error| Failure::usage(format!("cannot read standard input: {error}")))?;
        if length == 0 {
            return Ok(());
        }
        match answer(variant, rules, &line) {
            Ok(answer) => print_json(out, &answer)?,
            Err(refusal) => print_json(out, &refusal)?,
        }
        // Whoever asks one question at a time waits for the answer.
        if input.buffer().is_empty() {
            out.flush()?;
        }
    }
}

fn answer<B: Bitboard>(variant: &str, rules: &Arc<Rules<B>>, line: &[u8]) -> Result<Answer, Refusal> {
    let refuse = |id: Option<Value>, error: String| Refusal { id, error, faults: Vec::new() };
    let value: Value = serde_json::from_slice(line).map_err(|error| refuse(None, format!("bad JSON: {error}")))?;
    if !value.is_object() {
        return Err(refuse(None, "a question is an object".to_owned()));
    }
    let id = value.get("id").cloned();
    let question: Question =
        serde_json::from_value(value).map_err(|error| refuse(id.clone(), format!("bad question: {error}")))?;
    if let Some(depth) = question.perft.iter().find(|&&depth| depth > DEEPEST) {
        return Err(refuse(id, format!("perft {depth} is too deep: the depths go up to {DEEPEST}")));
    }
    debug_assert_eq!(question.id.is_some(), id.as_ref().is_some_and(|id| !id.is_null()));
    let (game, trace) = play(rules, &question).map_err(|error| Refusal {
        id: id.clone(),
        error: error.message(),
        faults: match &error {
            SetupError::Fen(text, error) => fen_faults(text, error),
            SetupError::Step(..) => Vec::new(),
        },
    })?;
    let state = State::new(variant, &game);
    let position = game.position();
    let legal = position.legal_moves(rules);
    let chosen = |keep: &dyn Fn(khun_rules::Move) -> bool| {
        let mut moves: Vec<String> = legal.iter().filter(|&&mv| keep(mv)).map(|&mv| rules.uci(mv)).collect();
        moves.sort_unstable();
        moves
    };
    let (fens, outcomes) = trace.into_iter().unzip();
    Ok(Answer {
        id,
        fen_after: state.fen.clone(),
        state,
        checking_moves: chosen(&|mv| position.play(rules, mv).in_check(rules)),
        captures: chosen(&|mv| position.is_capture(mv)),
        perft: question.perft.iter().map(|&depth| (depth, perft(rules, position, depth))).collect(),
        fens: question.trace.then_some(fens),
        outcomes: question.trace.then_some(outcomes),
    })
}

/// The FEN and the outcome after each move.
type Trace = Vec<(String, OutcomeReport)>;

/// Plays the moves of a question, and tells the FEN and the outcome after each.
fn play<B: Bitboard>(rules: &Arc<Rules<B>>, question: &Question) -> Result<(Game<B>, Trace), SetupError> {
    let mut game = game_from(rules, question.fen.as_deref())?;
    let mut trace = Vec::new();
    for (index, text) in question.moves.iter().enumerate() {
        let is_move =
            setup::step(&mut game, text).map_err(|reason| SetupError::Step(index + 1, text.clone(), reason))?;
        if question.trace {
            let outcome = OutcomeReport::new(rules, game.outcome());
            if is_move {
                trace.push((rules.fen(game.position()), outcome));
            } else if let Some(last) = trace.last_mut() {
                *last = (rules.fen(game.position()), outcome);
            }
        }
    }
    Ok((game, trace))
}

#[cfg(test)]
mod tests {
    use super::*;
    use khun_rules::samples;
    use proptest::prelude::*;

    fn ask(lines: &[u8]) -> Vec<Value> {
        let rules: Arc<Rules<u64>> = Arc::new(Rules::build(&samples::ouk()).unwrap());
        let mut out = Vec::new();
        answer_all("ouk", &rules, io::BufReader::new(lines), &mut out).unwrap();
        out.split(|&byte| byte == b'\n')
            .filter(|line| !line.is_empty())
            .map(|line| serde_json::from_slice(line).unwrap())
            .collect()
    }

    #[test]
    fn one_answer_a_line_in_order() {
        let answers = ask(b"{}\n\nnonsense\n[1]\n{\"id\":7,\"fen\":\"x\"}\n{\"id\":null,\"moves\":[\"e9\"]}\n{\"mvoes\":[]}\n\xff\n{\"perft\":[99]}\n{\"id\":\"last\",\"perft\":[1,2,0]}");
        assert_eq!(answers.len(), 10);
        assert_eq!(answers[0]["legal"].as_array().unwrap().len(), 25);
        for answer in &answers[1..9] {
            assert!(answer["error"].is_string(), "{answer}");
        }
        assert_eq!(answers[4]["id"], 7);
        assert!(answers[4]["faults"][0]["column"].is_u64());
        assert_eq!(answers[9]["id"], "last");
        assert_eq!(answers[9]["perft"], serde_json::json!({"0": 1, "1": 25, "2": 625}));
    }

    #[test]
    fn a_trace_counts_moves_only() {
        let answers = ask(b"{\"trace\":true,\"moves\":[\"d1b2\",\"Mm8\"]}\n{\"trace\":true,\"moves\":[\"d1b2\",\"d6d5\",\"resign\",\"e3e4\"]}");
        assert!(answers[0]["error"].as_str().unwrap().starts_with("move 2, \"Mm8\": "));
        let fens = answers[1]["fens"].as_array().unwrap();
        assert_eq!(fens.len(), 3);
        assert_eq!(answers[1]["outcomes"][0]["status"], "ongoing");
        assert_eq!(answers[1]["outcomes"][1]["status"], "black_wins");
        assert_eq!(answers[1]["outcomes"][2]["reason"], "resignation");
        assert_eq!(answers[1]["fen_after"], fens[2]);
    }

    proptest! {
        #[test]
        fn random_lines_get_an_answer_each(lines in proptest::collection::vec(proptest::collection::vec(any::<u8>(), 0..40), 0..8)) {
            let lines: Vec<Vec<u8>> = lines.into_iter().map(|mut line| { line.retain(|&byte| byte != b'\n'); line }).collect();
            let text: Vec<u8> = lines.iter().flat_map(|line| line.iter().copied().chain([b'\n'])).collect();
            prop_assert_eq!(ask(&text).len(), lines.len());
        }

        #[test]
        fn random_questions_get_an_answer_each(
            fen in proptest::option::of("[rnsmkpRNSMKP1-8/~]{0,40} [wb] [DEde-]{1,4} (-|[0-9]{1,5}) [0-9]{1,5} [0-9]{1,5}"),
            moves in proptest::collection::vec("[a-i][0-9][a-i][0-9]m?|count|stop|claim|resign|draw|[KSNMR]?x?[a-h][1-8]|\\PC{0,4}", 0..6),
            trace in any::<bool>(),
        ) {
            let question = serde_json::json!({"fen": fen, "moves": moves, "trace": trace});
            prop_assert_eq!(ask(question.to_string().as_bytes()).len(), 1);
        }
    }
}
