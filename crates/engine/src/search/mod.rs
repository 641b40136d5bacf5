//! Search: what to play.
//!
//! [`Engine`] is the one thing that others need: it holds the rules, the weights, the table and the memory of its
//! threads from one search to the next.

mod checks;
mod clock;
mod history;
mod memory;
mod node;
mod picker;
mod proof;
mod quiet;
mod reductions;
mod root;
mod table;
mod worker;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use khun_board::Bitboard;
use khun_board::cpu::dispatch;
use khun_rules::{Move, Position, Rules};

pub use clock::Limits;
pub use root::Info;
pub use table::{Bound, Finding, Found, NoMemory, Table};

use crate::eval::Evaluator;
pub use crate::params::{Params, TUNABLES, Tunable};
use crate::score::{EVAL_BOUND, Score, Value};
use crate::weights::Weights;
use clock::Clock;
use reductions::Reductions;
use root::{Deepen, RootMove};
use worker::{Memory, Shared, Worker};

/// Reaches into a search that is running on another thread.
#[derive(Debug, Default)]
pub struct Control {
    stop: AtomicBool,
    pondering: AtomicBool,
}

impl Control {
    /// A control for one search.
    pub fn new() -> Control {
        Control::default()
    }

    /// Ends the search as soon as possible.
    pub fn stop(&self) {
        self.stop.store(true, Relaxed);
    }

    /// Whether the search was told to end.
    #[inline(always)]
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Relaxed)
    }

    /// The opponent has played the move that was pondered on: limits count from now on.
    pub fn ponder_hit(&self) {
        self.pondering.store(false, Relaxed);
    }

    /// Begins to ponder: limits do not count until [`Self::ponder_hit`].
    pub fn ponder(&self) {
        self.pondering.store(true, Relaxed);
    }

    /// Whether the search ponders.
    #[inline(always)]
    pub fn is_pondering(&self) -> bool {
        self.pondering.load(Relaxed)
    }
}

/// Errors of judgement that make an engine weaker: a reproducible error for each position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Noise {
    /// Makes the errors of one game differ from those of another.
    pub seed: u64,
    /// The standard deviation of the error, in hundredths of a pawn.
    pub deviation: i32,
}

impl Noise {
    /// An evaluation with its error.
    #[inline(always)]
    pub fn apply(&self, hash: u64, value: Value) -> Value {
        let mut z = hash ^ self.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^= z >> 31;
        // The sum of four uniform numbers is near enough to normal; its deviation is 37837.
        let sum: i64 = (0..4).map(|n| ((z >> (16 * n)) & 0xffff) as i64 - 0x8000).sum();
        let error = (sum * i64::from(self.deviation) / 37_837) as Value;
        (value + error).clamp(1 - EVAL_BOUND, EVAL_BOUND - 1)
    }
}

/// What a search has found.
#[derive(Clone, PartialEq, Debug)]
pub struct Best {
    /// The move to play; `None` where there is no legal one, or the game is over.
    pub mv: Option<Move>,
    /// The answer that is expected.
    pub ponder: Option<Move>,
    /// The value for the side to move.
    pub score: Score,
    /// The depth of the last finished iteration.
    pub depth: u32,
    /// Nodes of all threads.
    pub nodes: u64,
    /// The time it took.
    pub time: Duration,
    /// The values of the root moves that have an exact one, best first.
    pub lines: Vec<(Vec<Move>, Score)>,
}

/// An engine for one variant.
pub struct Engine<B: Bitboard> {
    rules: Arc<Rules<B>>,
    evaluator: Arc<Evaluator<B>>,
    params: Params,
    table: Arc<Table>,
    memories: Vec<Memory<B>>,
    position: Position<B>,
    history: Vec<u64>,
    /// How many lines to report.
    pub multipv: usize,
    /// Errors of judgement, for weak play.
    pub noise: Option<Noise>,
}

impl<B: Bitboard> Engine<B> {
    /// An engine with its own hash table of so many megabytes.
    ///
    /// # Errors
    /// The memory for the table cannot be had.
    pub fn new(
        rules: Arc<Rules<B>>,
        weights: Weights,
        hash_megabytes: usize,
        threads: usize,
    ) -> Result<Engine<B>, NoMemory> {
        let evaluator = Arc::new(Evaluator::new(&rules, weights));
        let table = Arc::new(Table::new(hash_megabytes)?);
        Ok(Engine::with(rules, evaluator, table, threads))
    }

    /// An engine that shares an evaluator and a table with others.
    pub fn with(rules: Arc<Rules<B>>, evaluator: Arc<Evaluator<B>>, table: Arc<Table>, threads: usize) -> Engine<B> {
        let position = rules.start();
        let params = evaluator.weights().search.clone();
        let mut engine = Engine {
            rules,
            evaluator,
            params,
            table,
            memories: Vec::new(),
            position,
            history: Vec::new(),
            multipv: 1,
            noise: None,
        };
        engine.set_threads(threads);
        engine
    }

    /// The rules.
    pub fn rules(&self) -> &Arc<Rules<B>> {
        &self.rules
    }

    /// The evaluator.
    pub fn evaluator(&self) -> &Arc<Evaluator<B>> {
        &self.evaluator
    }

    /// The table.
    pub fn table(&self) -> &Arc<Table> {
        &self.table
    }

    /// The position that the next search looks at.
    pub fn position(&self) -> &Position<B> {
        &self.position
    }

    /// The constants of the search.
    pub fn params(&self) -> &Params {
        &self.params
    }

    /// The constants of the search, to be changed.
    pub fn params_mut(&mut self) -> &mut Params {
        &mut self.params
    }

    /// How many threads search.
    pub fn threads(&self) -> usize {
        self.memories.len()
    }

    /// Sets the number of threads, at least 1.
    pub fn set_threads(&mut self, threads: usize) {
        let rules = &self.rules;
        self.memories.resize_with(threads.max(1), || Memory::new(rules));
    }

    /// Takes a table of another size.
    ///
    /// # Errors
    /// The memory cannot be had; the old table is kept then.
    pub fn set_hash(&mut self, megabytes: usize) -> Result<(), NoMemory> {
        if megabytes != self.table.megabytes() {
            self.table = Arc::new(Table::new(megabytes)?);
        }
        Ok(())
    }

    /// Forgets everything that was learnt from earlier searches.
    pub fn clear(&mut self) {
        self.table.clear();
        for memory in &mut self.memories {
            memory.histories.clear();
            memory.pawns = Default::default();
        }
    }

    /// Sets the position to search. `history` holds the hashes of the game so far ([`khun_rules::Game::hashes`]), this
    /// position's last; it may be empty.
    pub fn set_position(&mut self, position: Position<B>, history: &[u64]) {
        self.position = position;
        self.history.clear();
        self.history.extend_from_slice(history);
    }

    /// Searches the position until a limit is reached or `control` says stop, and tells `on_info` of each finished
    /// iteration. With one thread and a limit of depth or nodes the result is the same on every machine, if the engine
    /// was [cleared](Self::clear) before.
    pub fn go(&mut self, limits: &Limits, control: &Control, on_info: impl FnMut(&Info)) -> Best {
        let Engine { rules, evaluator, params, table, memories, position, history, multipv, noise } = self;
        let position = *position;
        let clock = Clock::new(limits, position.side());
        let mut moves = position.legal_moves(rules);
        if !limits.search_moves.is_empty() {
            moves.retain(|mv| limits.search_moves.contains(mv));
        }
        table.new_search();
        let shared = Shared {
            rules,
            evaluator,
            params,
            reductions: Reductions::new(params),
            table,
            control,
            clock,
            helpers_nodes: AtomicU64::new(0),
            finished: AtomicBool::new(false),
            noise: *noise,
            checks_decide: rules.checks_to_win().is_some()
                && rules.after_checks() == Some(khun_rules::spec::Verdict::Loss),
            repetition: rules.repetition().map(|rule| (rule.limit.min(255) as u8, rule.verdict)),
            pawns: rules.kinds().filter(|&kind| rules.kind(kind).pawn).collect(),
            multipv: (*multipv).max(1),
        };
        if moves.is_empty() {
            return no_move(&shared, &position, on_info);
        }
        let root_moves: Vec<RootMove> = moves.into_iter().map(RootMove::new).collect();
        let (first, helpers) = memories.split_at_mut(1);
        let mut best = None;
        std::thread::scope(|scope| {
            for (index, memory) in helpers.iter_mut().enumerate() {
                let (shared, root_moves, history) = (&shared, root_moves.clone(), &*history);
                scope.spawn(move || {
                    let mut worker = Worker::new(shared, memory, index + 1, &position, history, root_moves);
                    dispatch(Deepen { worker: &mut worker, on_info: |_: &Info| {} });
                });
            }
            if let Some(memory) = first.first_mut() {
                let mut worker = Worker::new(&shared, memory, 0, &position, history, root_moves);
                let depth = dispatch(Deepen { worker: &mut worker, on_info });
                shared.finished.store(true, Relaxed);
                best = Some(result(&worker, depth));
            }
        });
        while (limits.infinite || control.is_pondering()) && !control.is_stopped() {
            // The answer must not come before it is asked for.
            std::thread::sleep(Duration::from_millis(2));
        }
        best.unwrap_or_else(|| no_move(&shared, &position, |_| {}))
    }
}

fn result<B: Bitboard>(worker: &Worker<'_, '_, B>, depth: u32) -> Best {
    let value = |root: &RootMove| if root.value == -crate::score::INFINITE { root.previous } else { root.value };
    let best = worker.root_moves.first();
    let lines = worker.root_moves.iter().filter(|root| value(root) != -crate::score::INFINITE);
    Best {
        mv: best.map(|root| root.mv),
        ponder: best.and_then(|root| root.line.get(1).copied()),
        score: best.map_or(Score::Centipawns(0), |root| Score::of(value(root))),
        depth,
        nodes: worker.all_nodes(),
        time: worker.shared.clock.elapsed(),
        lines: lines.map(|root| (root.line.clone(), Score::of(value(root)))).collect(),
    }
}

/// The answer where the game is over.
fn no_move<B: Bitboard>(shared: &Shared<'_, B>, position: &Position<B>, mut on_info: impl FnMut(&Info)) -> Best {
    use khun_board::Colour;
    use khun_rules::Status;
    let status = position.judge(shared.rules, |_| 1).outcome.status;
    let score = match (status, position.side()) {
        (Status::WhiteWins, Colour::Black) | (Status::BlackWins, Colour::White) => Score::Mate(0),
        (Status::WhiteWins | Status::BlackWins, _) => Score::Mate(1),
        _ => Score::Centipawns(0),
    };
    let time = shared.clock.elapsed();
    on_info(&Info { depth: 0, selective_depth: 0, multipv: 1, score, nodes: 0, time, hash_full: 0, line: Vec::new() });
    Best { mv: None, ponder: None, score, depth: 0, nodes: 0, time, lines: Vec::new() }
}
