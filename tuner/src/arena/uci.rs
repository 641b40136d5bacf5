//! Players that are programs of their own and speak UCI.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use khun_rules::Game;
use khun_rules::board::Bitboard;

use super::player::{Choice, Failure, Player};
use crate::task::Limits;

/// How long a program may take to start, and to say that it is ready.
const START: Duration = Duration::from_secs(30);
/// How long a move with a limit of nodes or depth may take.
const LONGEST_MOVE: Duration = Duration::from_secs(120);
/// How long beyond its time a program is waited for before it is given up.
const PATIENCE: Duration = Duration::from_secs(5);

/// How a program is started.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UciCommand {
    /// The program and its arguments.
    pub words: Vec<String>,
    /// Options to set.
    pub options: Vec<(String, String)>,
    /// Names of the variant, the likeliest first; the first that the program knows is set.
    pub variant: Vec<String>,
}

/// A program that plays. It is started when it is needed, and started again after a fault.
pub struct External {
    command: UciCommand,
    process: Option<Process>,
}

struct Process {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
}

impl External {
    /// A player; the program is not started yet.
    pub fn new(command: UciCommand) -> External {
        External { command, process: None }
    }

    /// Starts the program and sets its options.
    fn start(&self) -> Result<Process, Failure> {
        let crashed = |error: std::io::Error| Failure::Crashed(error.to_string());
        let (program, arguments) =
            self.command.words.split_first().ok_or_else(|| Failure::Crashed("no command".into()))?;
        let mut child = Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(crashed)?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(Failure::Crashed("no pipes".into()));
        };
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        let mut process = Process { child, input, lines };
        process.send("uci")?;
        let mut known = String::new();
        process.wait_for(START, |line| {
            if line.starts_with("option name UCI_Variant ") {
                known = line.to_owned();
            }
            line.trim() == "uciok"
        })?;
        let knows = |name: &&String| known.split_whitespace().any(|word| word == name.as_str());
        if let Some(variant) = self.command.variant.iter().find(knows) {
            process.send(&format!("setoption name UCI_Variant value {variant}"))?;
        } else if !known.is_empty() {
            let names = self.command.variant.join(", ");
            return Err(Failure::Crashed(format!("it does not know the variant by any of its names ({names})")));
        }
        for (name, value) in &self.command.options {
            process.send(&format!("setoption name {name} value {value}"))?;
        }
        Ok(process)
    }

    fn give_up(&mut self, failure: Failure) -> Failure {
        self.process = None;
        failure
    }
}

impl Process {
    fn send(&mut self, line: &str) -> Result<(), Failure> {
        let sent = writeln!(self.input, "{line}").and_then(|()| self.input.flush());
        sent.map_err(|_| self.ended())
    }

    fn ended(&mut self) -> Failure {
        let how = match self.child.try_wait() {
            Ok(Some(status)) => status.to_string(),
            _ => "it closed its pipes".to_owned(),
        };
        Failure::Crashed(how)
    }

    /// Reads lines until one is accepted.
    fn wait_for(&mut self, limit: Duration, mut accept: impl FnMut(&str) -> bool) -> Result<String, Failure> {
        let deadline = Instant::now() + limit;
        loop {
            match self.lines.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
                Ok(line) if accept(&line) => return Ok(line),
                Ok(_) => {}
                Err(RecvTimeoutError::Timeout) => return Err(Failure::Hung),
                Err(RecvTimeoutError::Disconnected) => {
                    // Its status may come a moment after its last line.
                    std::thread::sleep(Duration::from_millis(20));
                    return Err(self.ended());
                }
            }
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.send("quit");
        let deadline = Instant::now() + Duration::from_millis(500);
        while Instant::now() < deadline {
            if !matches!(self.child.try_wait(), Ok(None)) {
                return;
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl<B: Bitboard> Player<B> for External {
    fn begin(&mut self) -> Result<(), Failure> {
        if self.process.is_none() {
            self.process = Some(self.start()?);
        }
        let ready = self.process.as_mut().map_or(Ok(String::new()), |process| {
            process.send("ucinewgame")?;
            process.send("isready")?;
            process.wait_for(START, |line| line.trim() == "readyok")
        });
        ready.map(|_| ()).map_err(|failure| self.give_up(failure))
    }

    fn choose(&mut self, game: &Game<B>, limits: &Limits, clocks: [Duration; 2]) -> Result<Choice, Failure> {
        let rules = game.rules();
        let moves: String = game.moves().map(|mv| format!(" {}", rules.uci(mv))).collect();
        let position = format!("position fen {} moves{moves}", rules.fen_marking_promoted(game.start()));
        let mut go = "go".to_owned();
        for (word, number) in [("nodes", limits.nodes), ("depth", limits.depth.into()), ("movetime", limits.movetime)] {
            if number > 0 {
                go += &format!(" {word} {number}");
            }
        }
        let mut limit =
            if limits.movetime > 0 { Duration::from_millis(limits.movetime) + PATIENCE } else { LONGEST_MOVE };
        if limits.clock > 0 {
            let [white, black] = clocks.map(|clock| clock.as_millis());
            go += &format!(" wtime {white} btime {black} winc {0} binc {0}", limits.increment);
            limit = clocks[game.position().side().index()] + PATIENCE;
        }
        let Some(process) = &mut self.process else { return Err(Failure::Crashed("it is not running".into())) };
        let (mut score, mut nodes) = (None, 0);
        let answer = process.send(&position).and_then(|()| process.send(&go)).and_then(|()| {
            process.wait_for(limit, |line| {
                let words: Vec<&str> = line.split_whitespace().collect();
                if words.first() == Some(&"info") {
                    score = read_score(&words).or(score);
                    nodes = read_number(&words, "nodes").unwrap_or(nodes);
                }
                words.first() == Some(&"bestmove")
            })
        });
        let answer = answer.map_err(|failure| self.give_up(failure))?;
        let said = answer.split_whitespace().nth(1).unwrap_or_default().to_owned();
        let mv = rules.parse_uci(game.position(), &said).ok();
        Ok(Choice { mv, said, score, nodes })
    }
}

fn read_number(words: &[&str], name: &str) -> Option<u64> {
    let place = words.iter().position(|word| *word == name)?;
    words.get(place + 1)?.parse().ok()
}

fn read_score(words: &[&str]) -> Option<i32> {
    let place = words.iter().position(|word| *word == "score")?;
    let number: i32 = words.get(place + 2)?.parse().ok()?;
    match *words.get(place + 1)? {
        "cp" => Some(number.clamp(-29_000, 29_000)),
        "mate" if number > 0 => Some(30_000 - number.min(1_000)),
        "mate" => Some(-30_000 - number.max(-1_000)),
        _ => None,
    }
}
