//! CECP, the protocol of XBoard and WinBoard, version 2.

use std::io::BufRead;
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::time::{Duration, Instant};

use khun_board::Colour;
use khun_engine::Limits;
use khun_engine::score::Score;
use khun_rules::{Outcome, Status};

use crate::describe;
use crate::library::Library;
use crate::options::{Change, OptionKind, OptionLine, Settings};
use crate::output::Output;
use crate::seat::{Answer, Report};
use crate::session::{Session, read_line};

/// Runs a session until `quit` or the end of the input.
///
/// # Errors
/// The input cannot be read.
pub fn xboard(
    input: &mut (impl BufRead + Send),
    output: &Output,
    library: Box<dyn Library>,
    settings: Settings,
) -> std::io::Result<()> {
    let (sender, events) = mpsc::channel();
    let mut game = Cecp::new(Session::new(library, settings, output.clone()), sender.clone());
    // Lines are read on a thread of their own, since the end of a search is an event like a line.
    std::thread::scope(|scope| {
        let reader = scope.spawn(move || {
            let end = loop {
                match read_line(input) {
                    Ok(Some(line)) => {
                        let last = line == "quit";
                        if sender.send(Event::Line(line)).is_err() || last {
                            break Ok(());
                        }
                    }
                    Ok(None) => break Ok(()),
                    Err(error) => break Err(error),
                }
            };
            let _ = sender.send(Event::End);
            end
        });
        while let Ok(event) = events.recv() {
            match event {
                Event::Line(line) if !game.obey(&line) => break,
                Event::Line(_) => {}
                Event::Found(search, answer) => game.found(search, &answer),
                Event::End => {
                    game.finish();
                    // The answer that was waited for is here by now.
                    while let Ok(event) = events.try_recv() {
                        if let Event::Found(search, answer) = event {
                            game.found(search, &answer);
                        }
                    }
                    break;
                }
            }
        }
        game.session.abandon();
        reader.join().unwrap_or(Ok(()))
    })
}

/// What the session waits for.
enum Event {
    Line(String),
    /// A search has found something: the number of the search, to tell a late answer.
    Found(u64, Answer),
    End,
}

/// What the engine does when it is its turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Mode {
    /// It only keeps the board.
    Force,
    /// It plays a colour.
    Play(Colour),
    /// It shows what it thinks of the position.
    Analyse,
}

/// Where the time of a game comes from.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
struct TimeControl {
    /// Moves in a session, 0 for all of them.
    moves: u32,
    increment: Duration,
    /// A fixed time for each move.
    exact: Option<Duration>,
    depth: Option<u32>,
    /// The clocks, the engine's own first.
    own: Option<Duration>,
    opponent: Option<Duration>,
}

struct Cecp {
    session: Session,
    sender: mpsc::Sender<Event>,
    mode: Mode,
    time: TimeControl,
    post: bool,
    ponder: bool,
    /// Counts searches, so that the answer of one that was given up is not played.
    search: u64,
    searching: bool,
    /// When the search began, to tell how much of the clock it has used.
    begun: Instant,
    /// The answer that the engine expects, for `hint` and to ponder on.
    expected: Option<String>,
    /// The move that is pondered on. It has been made on the board and is taken back with the search.
    pondered: Option<String>,
    /// The `pong` that has to wait for the move that is being thought about.
    pong: Option<String>,
    /// How analysis stands, for `.`.
    status: Arc<Mutex<String>>,
    /// Moves that were made before the present position was set up do not count for the time control.
    announced: bool,
}

impl Cecp {
    fn new(session: Session, sender: mpsc::Sender<Event>) -> Cecp {
        Cecp {
            session,
            sender,
            mode: Mode::Force,
            time: TimeControl::default(),
            post: true,
            ponder: false,
            search: 0,
            searching: false,
            begun: Instant::now(),
            expected: None,
            pondered: None,
            pong: None,
            status: Arc::default(),
            announced: false,
        }
    }

    /// Waits for a search that plays a move; one that only analyses ends with the input.
    fn finish(&mut self) {
        if self.thinks_of_a_move() {
            self.session.wait();
        }
    }

    /// Whether a move will come by itself.
    fn thinks_of_a_move(&self) -> bool {
        self.searching && self.pondered.is_none() && matches!(self.mode, Mode::Play(_))
    }

    /// Does what a line says. Returns whether the session goes on.
    fn obey(&mut self, line: &str) -> bool {
        let (command, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let result = match command {
            "" | "xboard" | "accepted" | "rejected" | "random" | "computer" | "name" | "rating" | "ics" | "hover"
            | "bk" | "draw" | "white" | "black" | "variants" => Ok(()),
            "protover" => {
                self.greet();
                Ok(())
            }
            "ping" => {
                // Everything before it has to be done, a move that is due included.
                if self.thinks_of_a_move() {
                    self.pong = Some(rest.to_owned());
                } else {
                    self.session.output.line(format_args!("pong {rest}"));
                }
                Ok(())
            }
            "hint" => self.hint(),
            "quit" => return false,
            "new" => self.new_game(),
            "variant" => self.choose(rest),
            "force" => {
                self.end_search();
                self.mode = Mode::Force;
                Ok(())
            }
            "go" => self.go(),
            "playother" => self.play_other(),
            "?" => {
                if self.thinks_of_a_move() {
                    self.session.stop();
                }
                Ok(())
            }
            "usermove" => self.user_move(rest),
            "setboard" => self.set_board(rest),
            "undo" => self.undo(1),
            "remove" => self.undo(2),
            "hard" => {
                self.ponder = true;
                Ok(())
            }
            "easy" => {
                self.ponder = false;
                if self.pondered.is_some() {
                    self.end_search();
                }
                Ok(())
            }
            "post" => {
                self.post = true;
                Ok(())
            }
            "nopost" => {
                self.post = false;
                Ok(())
            }
            "analyze" => {
                self.mode = Mode::Analyse;
                self.think()
            }
            "exit" => {
                self.end_search();
                self.mode = Mode::Force;
                Ok(())
            }
            "." => {
                if self.mode == Mode::Analyse {
                    let status = self.status.lock().unwrap_or_else(PoisonError::into_inner).clone();
                    self.session.output.line(status);
                }
                Ok(())
            }
            "level" => self.level(rest),
            "st" => number(rest).map(|seconds: f64| {
                let exact = Duration::try_from_secs_f64(seconds.max(0.01)).ok();
                self.time = TimeControl { exact, ..TimeControl::default() };
            }),
            "sd" => number(rest).map(|depth: u32| self.time.depth = Some(depth.max(1))),
            "time" => number(rest).map(|time: i64| self.time.own = Some(centiseconds(time))),
            "otim" => number(rest).map(|time: i64| self.time.opponent = Some(centiseconds(time))),
            "memory" => self.set("Hash", rest),
            "cores" => self.set("Threads", rest),
            "option" => {
                let (name, value) = rest.split_once('=').unwrap_or((rest, ""));
                self.set(name.trim(), value.trim())
            }
            "result" => {
                self.end_search();
                self.mode = Mode::Force;
                Ok(())
            }
            "lift" => self.lift(rest),
            "put" => {
                let empty = self.session.seat().map(|seat| describe::empty_highlight(seat.spec()));
                empty.map(|empty| self.session.output.line(format_args!("highlight {empty}")))
            }
            "d" => self.session.seat().map(|seat| seat.board()).map(|text| self.session.output.line(text)),
            "eval" => self.session.seat().map(|seat| seat.explain()).map(|text| self.session.output.line(text)),
            _ if looks_like_move(command) => self.user_move(line),
            _ => {
                self.session.output.line(format_args!("Error (unknown command): {line}"));
                Ok(())
            }
        };
        if let Err(message) = result {
            let message: Vec<&str> = message.lines().collect();
            self.session.output.line(format_args!("Error ({}): {line}", message.join("; ")));
        }
        true
    }

    fn greet(&self) {
        let output = &self.session.output;
        let name = format!("Khun {}", env!("CARGO_PKG_VERSION"));
        output.line(format_args!("{name} by the Khun developers"));
        output.line(format_args!(
            "feature setboard=1 usermove=1 time=1 memory=1 smp=1 colors=0 draw=0 highlight=1 name=0 sigint=0 ping=1 \
             reuse=1 analyze=1 myname=\"{name}\" variants=\"{}\"",
            self.session.names().join(",")
        ));
        for option in self.session.options() {
            if !matches!(option.name, "UCI_Variant" | "Threads" | "Hash") {
                output.line(feature_line(&option));
            }
        }
        output.line("feature done=1");
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        let flag = match value {
            "1" => "true",
            "0" => "false",
            other => other,
        };
        let flags = ["Ponder", "UCI_LimitStrength", "UCI_ShowWDL", "UCI_AnalyseMode"];
        let value = if flags.contains(&name) { flag } else { value };
        let thinks = self.searching && self.pondered.is_none();
        self.end_search();
        if name == "Ponder" {
            self.ponder = value == "true";
        }
        let change = self.session.set_option(name, value);
        if name.eq_ignore_ascii_case("VariantPath") {
            // The sound variants of a path are there even where others are faulty.
            let names = self.session.names().join(",");
            self.session.output.line(format_args!("feature variants=\"{names}\""));
        }
        match change? {
            Change::Unknown => return Err("no such option".to_owned()),
            Change::Invalid => return Err("not a value of this option".to_owned()),
            Change::Variant(name) => self.choose(&name)?,
            Change::Settings | Change::ClearHash | Change::Path(_) | Change::Weights(_) | Change::Tunable(..) => {}
        }
        if thinks { self.think() } else { Ok(()) }
    }

    fn new_game(&mut self) -> Result<(), String> {
        self.end_search();
        self.mode = Mode::Play(Colour::Black);
        self.time.depth = None;
        self.announced = false;
        // XBoard names the variant after `new`; until it does, the first one is played.
        if let Some(first) = self.session.names().into_iter().next()
            && !self.session.variant().is_ok_and(|variant| variant.name == first)
        {
            self.session.choose(&first)?;
        }
        let seat = self.session.seat()?;
        seat.clear();
        seat.set_up(None)
    }

    fn choose(&mut self, name: &str) -> Result<(), String> {
        self.end_search();
        let variant = self.session.choose(name)?;
        // XBoard knows makruk and a few others by itself and would rather not be told.
        if !matches!(name, "makruk" | "shatranj" | "asean") {
            let text = describe::set_up(variant);
            self.session.output.line(text);
        }
        Ok(())
    }

    fn go(&mut self) -> Result<(), String> {
        self.end_search();
        self.mode = Mode::Play(self.session.seat()?.side());
        self.think()
    }

    fn play_other(&mut self) -> Result<(), String> {
        self.end_search();
        self.mode = Mode::Play(!self.session.seat()?.side());
        Ok(())
    }

    fn user_move(&mut self, text: &str) -> Result<(), String> {
        if self.pondered.as_deref().is_some_and(|mv| mv == text) {
            self.pondered = None;
            self.session.ponder_hit();
            return Ok(());
        }
        self.end_search();
        let seat = self.session.seat()?;
        // XBoard may write `e7e8+` or `e7e8=m` for a promotion; only one kind may be meant then.
        let plain: String = text.chars().filter(|letter| !matches!(letter, '+' | '=')).collect();
        let fits =
            |mv: &String| *mv == plain || *mv == plain.to_lowercase() || text.ends_with('+') && mv.starts_with(&plain);
        let legal = seat.legal_moves();
        let Some(mv) = legal
            .iter()
            .find(|mv| fits(mv))
            .or_else(|| legal.iter().find(|mv| mv.starts_with(&plain) && plain.len() >= 4))
        else {
            self.session.output.line(format_args!("Illegal move: {text}"));
            return Ok(());
        };
        seat.play(mv)?;
        self.announce();
        self.think()
    }

    fn set_board(&mut self, fen: &str) -> Result<(), String> {
        self.end_search();
        self.announced = false;
        let seat = self.session.seat()?;
        if let Err(message) = seat.set_up(Some(fen)) {
            // The first fault is enough for the box that a GUI shows.
            let first = message.split("; ").next().unwrap_or_default();
            self.session.output.line(format_args!("tellusererror Illegal position: {first}"));
            return Ok(());
        }
        if self.mode == Mode::Analyse { self.think() } else { Ok(()) }
    }

    fn undo(&mut self, moves: usize) -> Result<(), String> {
        self.end_search();
        self.announced = false;
        let seat = self.session.seat()?;
        for _ in 0..moves {
            if !seat.undo() {
                return Err("nothing to take back".to_owned());
            }
        }
        if self.mode == Mode::Analyse { self.think() } else { Ok(()) }
    }

    fn lift(&mut self, square: &str) -> Result<(), String> {
        let map = self.session.seat()?.letter_map(square).ok_or("not a square")?;
        self.session.output.line(format_args!("highlight {map}"));
        Ok(())
    }

    /// `level MOVES TIME INCREMENT`, the time in minutes or `minutes:seconds`.
    fn level(&mut self, rest: &str) -> Result<(), String> {
        let wrong = || "level MOVES TIME INCREMENT is expected".to_owned();
        let mut words = rest.split_whitespace();
        let (Some(moves), Some(base), Some(increment)) = (words.next(), words.next(), words.next()) else {
            return Err(wrong());
        };
        let (minutes, seconds) = base.split_once(':').unwrap_or((base, "0"));
        let read = |text: &str| text.parse::<f64>().ok().filter(|n| (0.0..1e7).contains(n)).ok_or_else(wrong);
        let base = Duration::from_secs_f64(read(minutes)? * 60.0 + read(seconds)?);
        let increment = Duration::from_secs_f64(read(increment)?);
        let moves = moves.parse().map_err(|_| wrong())?;
        self.time = TimeControl { moves, increment, own: Some(base), opponent: Some(base), ..TimeControl::default() };
        Ok(())
    }

    /// Ends a search without an answer.
    fn end_search(&mut self) {
        if self.searching {
            self.searching = false;
            self.search += 1;
            self.session.abandon();
        }
        if self.pondered.take().is_some()
            && let Ok(seat) = self.session.seat()
        {
            seat.undo();
        }
        self.answer_ping();
    }

    fn answer_ping(&mut self) {
        if let Some(number) = self.pong.take() {
            self.session.output.line(format_args!("pong {number}"));
        }
    }

    /// Tells what the engine would expect the user to play.
    fn hint(&mut self) -> Result<(), String> {
        let Some(mv) = self.expected.clone().filter(|_| !self.thinks_of_a_move()) else { return Ok(()) };
        let known = self.pondered.is_some() || self.session.seat()?.legal_moves().contains(&mv);
        if known {
            self.session.output.line(format_args!("Hint: {mv}"));
        }
        Ok(())
    }

    /// Thinks if it is the engine's turn.
    fn think(&mut self) -> Result<(), String> {
        self.end_search();
        let (auto_counting, overhead) = (self.session.settings.auto_counting, self.session.settings.overhead);
        let seat = self.session.seat()?;
        let side = seat.side();
        let analyses = match self.mode {
            Mode::Force => return Ok(()),
            Mode::Play(colour) if colour != side => return Ok(()),
            Mode::Play(_) => false,
            Mode::Analyse => true,
        };
        if seat.outcome().is_over() || seat.legal_moves().is_empty() {
            self.announce();
            return Ok(());
        }
        if !analyses && auto_counting {
            seat.ask_for_count();
        }
        let analyse = analyses || self.session.settings.analyse;
        let settings = Settings { analyse, ..self.session.settings.clone() };
        let seat = self.session.seat()?;
        seat.obey(&settings).map_err(|error| error.to_string())?;
        let mut limits = Limits { overhead, infinite: analyses, ..Limits::default() };
        if !analyses {
            self.limit(&mut limits, self.time.own)?;
        }
        self.begin(limits)
    }

    /// Thinks about the answer to the move that is expected, as if it had been made.
    fn start_pondering(&mut self) -> Result<(), String> {
        let overhead = self.session.settings.overhead;
        let Some(mv) = self.expected.clone().filter(|_| self.ponder) else { return Ok(()) };
        let seat = self.session.seat()?;
        if seat.outcome().is_over() || seat.play(&mv).is_err() {
            return Ok(());
        }
        if seat.outcome().is_over() || seat.legal_moves().is_empty() {
            seat.undo();
            return Ok(());
        }
        self.pondered = Some(mv);
        // The clock that was told last is older than the move that has just been made.
        let used = self.begun.elapsed();
        let own = self.time.own.map(|own| own.saturating_sub(used) + self.time.increment);
        let mut limits = Limits { overhead, ponder: true, ..Limits::default() };
        self.limit(&mut limits, own)?;
        self.begin(limits)
    }

    /// Limits of the search for a move, with so much time on the engine's own clock.
    fn limit(&mut self, limits: &mut Limits, own: Option<Duration>) -> Result<(), String> {
        let seat = self.session.seat()?;
        let (side, made) = (seat.side(), seat.moves_made() as u32 / 2);
        let time = self.time;
        limits.depth = time.depth;
        limits.move_time = time.exact;
        if time.exact.is_none() {
            limits.time[side.index()] = own;
            limits.time[(!side).index()] = time.opponent;
            limits.increment = [time.increment; 2];
            limits.moves_to_go = (time.moves > 0).then(|| time.moves - made % time.moves);
        }
        if limits.depth.is_none() && limits.move_time.is_none() && limits.time == [None; 2] {
            limits.move_time = Some(Duration::from_secs(5));
        }
        Ok(())
    }

    /// Begins a search in the background.
    fn begin(&mut self, limits: Limits) -> Result<(), String> {
        let total = self.session.seat()?.legal_moves().len();
        let (output, status) = (self.session.output.clone(), self.status.clone());
        let post = self.post || limits.infinite;
        let (search, sender) = (self.search, self.sender.clone());
        *status.lock().unwrap_or_else(PoisonError::into_inner) = format!("stat01: 0 0 0 0 {total}");
        self.searching = true;
        self.begun = Instant::now();
        self.session.search(
            limits,
            move |report| {
                let info = &report.info;
                let best = report.line.split(' ').next().unwrap_or_default();
                let (time, nodes, depth) = (info.time.as_millis() / 10, info.nodes, info.depth);
                let line = format!("stat01: {time} {nodes} {depth} 0 {total} {best}");
                *status.lock().unwrap_or_else(PoisonError::into_inner) = line;
                if post && report.info.depth > 0 {
                    output.line(thinking_line(&report));
                }
            },
            move |answer| {
                let _ = sender.send(Event::Found(search, answer));
            },
        )
    }

    /// Plays what a search has found.
    fn found(&mut self, search: u64, answer: &Answer) {
        if search != self.search || !self.searching {
            return;
        }
        self.searching = false;
        if !matches!(self.mode, Mode::Play(_)) {
            return;
        }
        let output = self.session.output.clone();
        let Ok(seat) = self.session.seat() else { return };
        let played = answer.mv.as_ref().filter(|mv| seat.play(mv).is_ok());
        if let Some(mv) = played {
            output.line(format_args!("move {mv}"));
        }
        self.announce();
        self.answer_ping();
        self.expected = answer.ponder.clone().filter(|_| played.is_some());
        if let Err(message) = self.start_pondering() {
            output.line(format_args!("telluser {message}"));
        }
    }

    /// Tells the result once the game is over, or may be claimed to be.
    fn announce(&mut self) {
        let output = self.session.output.clone();
        if self.announced {
            return;
        }
        let Ok(seat) = self.session.seat() else { return };
        let claim = seat.may_claim().filter(|_| matches!(self.mode, Mode::Play(_)));
        let outcome = if seat.outcome().is_over() { Some(seat.outcome()) } else { claim };
        let reason = seat.reason().unwrap_or_else(|| "claimed".to_owned());
        if let Some(Outcome { status, .. }) = outcome {
            let text = match status {
                Status::WhiteWins => format!("1-0 {{White wins: {reason}}}"),
                Status::BlackWins => format!("0-1 {{Black wins: {reason}}}"),
                _ => format!("1/2-1/2 {{Draw: {reason}}}"),
            };
            self.announced = true;
            output.line(text);
        }
    }
}

fn number<T: std::str::FromStr>(text: &str) -> Result<T, String> {
    text.parse().map_err(|_| "a number is expected".to_owned())
}

fn centiseconds(time: i64) -> Duration {
    Duration::from_millis(time.max(0) as u64 * 10)
}

/// Whether a word may be a move without `usermove` before it.
fn looks_like_move(word: &str) -> bool {
    let bytes = word.as_bytes();
    (4..=7).contains(&bytes.len()) && bytes[0].is_ascii_lowercase() && bytes[1].is_ascii_digit()
}

/// `PLY SCORE TIME NODES SELDEPTH NPS TBHITS<TAB> PV`, the time in hundredths of a second.
fn thinking_line(report: &Report) -> String {
    let info = &report.info;
    let score = match info.score {
        Score::Centipawns(value) => value,
        Score::Mate(moves) if moves > 0 => 100_000 + moves,
        Score::Mate(moves) => -100_000 + moves,
    };
    format!(
        "{} {score} {} {} {} {} 0\t {}",
        info.depth,
        info.time.as_millis() / 10,
        info.nodes,
        info.selective_depth,
        info.nodes_per_second(),
        report.line
    )
}

fn feature_line(option: &OptionLine) -> String {
    let text = match &option.kind {
        OptionKind::Check(default) => format!("{} -check {}", option.name, u8::from(*default)),
        OptionKind::Spin { default, min, max } => format!("{} -spin {default} {min} {max}", option.name),
        OptionKind::Combo { default, choices } => {
            let others: String =
                choices.iter().filter(|choice| *choice != default).map(|choice| format!(" /// {choice}")).collect();
            format!("{} -combo {default}{others}", option.name)
        }
        OptionKind::Text(default) => format!("{} -string {default}", option.name),
        OptionKind::Button => format!("{} -button", option.name),
    };
    format!("feature option=\"{text}\"")
}
