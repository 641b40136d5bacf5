//! One thread of a search: its stack of positions, its memory, and the small steps that nodes are made of.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use khun_board::cpu::Cpu;
use khun_board::{Bitboard, Colour};
use khun_rules::spec::{Kind, KindSet, Verdict};
use khun_rules::{Move, Position, Rules, Status};

use super::clock::Clock;
use super::history::{Histories, Step};
use super::picker::{Ranked, Sight};
use super::reductions::Reductions;
use super::root::RootMove;
use super::table::Table;
use super::{Control, Noise};
#[cfg(debug_assertions)]
use crate::eval::evaluate;
use crate::eval::{Evaluate, Evaluator, Material, PawnCache, men_key};
use crate::params::Params;
use crate::score::{MATE, MAX_PLY, UNKNOWN, Value, win_in};

/// Frames before the root, so that looking back never leaves the stack.
pub(crate) const BELOW_ROOT: usize = 4;
const DRAW: Value = 0;

/// A position on the way from the root, and what its node keeps for the nodes near it.
#[derive(Clone, Copy)]
pub(crate) struct Frame<B: Bitboard> {
    pub(crate) position: Position<B>,
    pub(crate) material: Material,
    pub(crate) in_check: bool,
    /// The corrected evaluation, [`UNKNOWN`] in check.
    pub(crate) eval: Value,
    /// The move that is being searched here; [`Move::NULL`] for a null move.
    pub(crate) moved: Move,
    /// That move as the continuation of what came before.
    pub(crate) step: Step,
    /// A move that a singular search leaves out.
    pub(crate) excluded: Move,
    pub(crate) killers: [Move; 2],
    /// Extensions of more than a ply on the way here.
    pub(crate) doubled: u8,
    /// How many of the nodes right after this one failed high.
    pub(crate) cutoffs: u32,
}

impl<B: Bitboard> Frame<B> {
    fn new(position: Position<B>, material: Material, in_check: bool) -> Frame<B> {
        Frame {
            position,
            material,
            in_check,
            eval: UNKNOWN,
            moved: Move::NULL,
            step: Step::NONE,
            excluded: Move::NULL,
            killers: [Move::NULL; 2],
            doubled: 0,
            cutoffs: 0,
        }
    }
}

/// What a thread remembers from one search to the next.
pub(crate) struct Memory<B: Bitboard> {
    pub(crate) frames: Vec<Frame<B>>,
    pub(crate) histories: Histories,
    pub(crate) pawns: PawnCache<B>,
    pub(crate) moves: Vec<Ranked>,
    /// Hashes of the game and of the way from the root, this position's last.
    pub(crate) path: Vec<u64>,
    /// The principal variations by ply.
    pub(crate) lines: Vec<Vec<Move>>,
}

impl<B: Bitboard> Memory<B> {
    pub(crate) fn new(rules: &Rules<B>) -> Memory<B> {
        let frame = Frame::new(rules.start(), Material::default(), false);
        Memory {
            frames: vec![frame; BELOW_ROOT + MAX_PLY + 4],
            histories: Histories::new(rules),
            pawns: PawnCache::new(),
            moves: Vec::with_capacity(4096),
            path: Vec::with_capacity(1024),
            lines: vec![Vec::new(); MAX_PLY + 2],
        }
    }
}

/// What all threads of a search share.
pub(crate) struct Shared<'a, B: Bitboard> {
    pub(crate) rules: &'a Rules<B>,
    pub(crate) evaluator: &'a Evaluator<B>,
    pub(crate) params: &'a Params,
    pub(crate) reductions: Reductions,
    pub(crate) table: &'a Table,
    pub(crate) control: &'a Control,
    pub(crate) clock: Clock,
    /// The helpers' nodes, reported now and then.
    pub(crate) helpers_nodes: AtomicU64,
    /// The search is over.
    pub(crate) finished: AtomicBool,
    pub(crate) noise: Option<Noise>,
    /// A check decides (for the side that gives it, once it has few enough left to give).
    pub(crate) checks_decide: bool,
    /// The result of a repetition for the side to move.
    pub(crate) repetition: Option<(u8, Verdict)>,
    pub(crate) pawns: KindSet,
    pub(crate) multipv: usize,
}

impl<'a, B: Bitboard> Shared<'a, B> {
    #[inline(always)]
    pub(crate) fn is_stopped(&self) -> bool {
        self.finished.load(Relaxed) || self.control.is_stopped()
    }
}

/// One thread of a search.
pub(crate) struct Worker<'s, 'a, B: Bitboard> {
    pub(crate) shared: &'s Shared<'a, B>,
    pub(crate) memory: &'s mut Memory<B>,
    /// 0 for the main thread.
    pub(crate) number: usize,
    pub(crate) nodes: u64,
    reported: u64,
    pub(crate) stopped: bool,
    pub(crate) selective_depth: usize,
    pub(crate) root_depth: i32,
    /// How many hashes of the path belong to the game, the root included.
    pub(crate) game_length: usize,
    pub(crate) root_moves: Vec<RootMove>,
    /// The place in `root_moves` of the line that is being searched.
    pub(crate) line: usize,
    /// No null moves before this ply: a null move is being verified.
    pub(crate) null_from: usize,
}

impl<'s, 'a, B: Bitboard> Worker<'s, 'a, B> {
    pub(crate) fn new(
        shared: &'s Shared<'a, B>,
        memory: &'s mut Memory<B>,
        number: usize,
        root: &Position<B>,
        history: &[u64],
        root_moves: Vec<RootMove>,
    ) -> Worker<'s, 'a, B> {
        memory.path.clear();
        memory.path.extend_from_slice(history);
        if memory.path.last() != Some(&root.hash()) {
            memory.path.push(root.hash());
        }
        memory.moves.clear();
        let material = Material::of(shared.rules, shared.evaluator, root);
        let in_check = root.in_check(shared.rules);
        memory.frames.fill(Frame::new(*root, material, in_check));
        let game_length = memory.path.len();
        Worker {
            shared,
            memory,
            number,
            nodes: 0,
            reported: 0,
            stopped: false,
            selective_depth: 0,
            root_depth: 0,
            game_length,
            root_moves,
            line: 0,
            null_from: 0,
        }
    }

    #[inline(always)]
    pub(crate) fn frame(&self, ply: usize) -> &Frame<B> {
        &self.memory.frames[BELOW_ROOT + ply]
    }

    #[inline(always)]
    pub(crate) fn frame_mut(&mut self, ply: usize) -> &mut Frame<B> {
        &mut self.memory.frames[BELOW_ROOT + ply]
    }

    /// The frame `back` plies before `ply`, before the root if need be.
    #[inline(always)]
    pub(crate) fn earlier(&self, ply: usize, back: usize) -> &Frame<B> {
        &self.memory.frames[BELOW_ROOT + ply - back]
    }

    /// The steps one and two plies before a position.
    #[inline(always)]
    pub(crate) fn before(&self, ply: usize) -> [Step; 2] {
        [self.earlier(ply, 1).step, self.earlier(ply, 2).step]
    }

    /// Counts a node and looks at the clock now and then. Returns whether the search has to stop.
    #[inline(always)]
    pub(crate) fn enter(&mut self, ply: usize) -> bool {
        if self.stopped {
            return true;
        }
        self.nodes += 1;
        self.selective_depth = self.selective_depth.max(ply);
        if self.nodes & 1023 == 0 || self.shared.clock.nodes_are_limited() {
            self.look_at_clock();
        }
        self.stopped
    }

    #[inline(never)]
    fn look_at_clock(&mut self) {
        if self.nodes & 1023 == 0 && self.number > 0 {
            self.shared.helpers_nodes.fetch_add(self.nodes - self.reported, Relaxed);
            self.reported = self.nodes;
        }
        if self.root_depth <= 1 && self.number == 0 && !self.shared.control.is_stopped() {
            // Something has to be played: depth 1 is finished unless somebody says stop.
            return;
        }
        let Shared { control, clock, .. } = self.shared;
        let over = || self.number == 0 && !control.is_pondering() && clock.is_over(self.all_nodes());
        self.stopped |= self.shared.is_stopped() || over();
    }

    /// The nodes of all threads.
    pub(crate) fn all_nodes(&self) -> u64 {
        self.nodes + self.shared.helpers_nodes.load(Relaxed)
    }

    /// Plays a move from the position at `ply`: fills the frame after it.
    #[inline(always)]
    pub(crate) fn play(&mut self, ply: usize, mv: Move) {
        let shared = self.shared;
        let frame = self.frame(ply);
        let us = frame.position.side();
        let captured =
            if frame.position.men(!us).has(mv.to()) { frame.position.kind_at(shared.rules, mv.to()) } else { None };
        let position = frame.position.play(shared.rules, mv);
        let material = frame.material.after(shared.evaluator, us, mv, captured);
        let in_check = position.in_check(shared.rules);
        let step = self.memory.histories.step(us, mv);
        let frame = self.frame_mut(ply);
        (frame.moved, frame.step) = (mv, step);
        let doubled = frame.doubled;
        let next = self.frame_mut(ply + 1);
        next.position = position;
        next.material = material;
        next.in_check = in_check;
        next.doubled = doubled;
        self.memory.path.push(position.hash());
        #[cfg(debug_assertions)]
        self.verify(ply + 1);
    }

    /// Lets the other side move from the position at `ply`.
    #[inline(always)]
    pub(crate) fn pass(&mut self, ply: usize) {
        let rules = self.shared.rules;
        let frame = self.frame_mut(ply);
        (frame.moved, frame.step) = (Move::NULL, Step::NONE);
        let (position, material, doubled) = (frame.position.pass(rules), frame.material, frame.doubled);
        let next = self.frame_mut(ply + 1);
        (next.position, next.material, next.in_check, next.doubled) = (position, material, false, doubled);
        self.memory.path.push(position.hash());
        #[cfg(debug_assertions)]
        self.verify(ply + 1);
    }

    /// Takes back the move that led on.
    #[inline(always)]
    pub(crate) fn take_back(&mut self) {
        self.memory.path.pop();
    }

    #[cfg(debug_assertions)]
    fn verify(&self, ply: usize) {
        let frame = self.frame(ply);
        let Shared { rules, evaluator, .. } = *self.shared;
        assert_eq!(frame.position.hash(), frame.position.hash_from_scratch(rules));
        assert_eq!(frame.material, Material::of(rules, evaluator, &frame.position));
        if let Some(exchanged) = frame.position.colours_exchanged(rules) {
            let values = [&frame.position, &exchanged].map(|position| evaluate(rules, evaluator, position));
            assert_eq!(values[0], values[1], "{}", rules.fen(&frame.position));
        }
    }

    /// What the rules say of the position at `ply`: its value if the game is over there, or would be by a claim or a
    /// repetition. Without legal moves only where a rule of history holds too.
    #[inline(always)]
    pub(crate) fn adjudicate(&self, ply: usize) -> Option<Value> {
        let Shared { rules, repetition, .. } = *self.shared;
        let position = &self.frame(ply).position;
        let occurrences = |_: u8| 1;
        let judgement = position.judge_knowing(rules, || true, occurrences);
        if judgement.outcome.is_over() || judgement.claim.is_some() {
            return self.judge(ply);
        }
        let (times, verdict) = repetition?;
        if position.halfmove() < 4 || !self.is_repeated(position, times) {
            return None;
        }
        Some(self.by_verdict(verdict, ply))
    }

    /// The whole judgement, for positions where some rule may end the game.
    #[inline(never)]
    fn judge(&self, ply: usize) -> Option<Value> {
        let position = &self.frame(ply).position;
        let judgement = position.judge(self.shared.rules, |_| 1);
        let outcome = if judgement.outcome.is_over() { judgement.outcome } else { judgement.claim? };
        Some(self.by_status(outcome.status, position.side(), ply))
    }

    /// The value of a position without legal moves.
    #[inline(never)]
    pub(crate) fn without_moves(&self, ply: usize) -> Value {
        let position = &self.frame(ply).position;
        let outcome = position.judge_knowing(self.shared.rules, || false, |_| 1).outcome;
        self.by_status(outcome.status, position.side(), ply)
    }

    fn by_status(&self, status: Status, side: Colour, ply: usize) -> Value {
        match (status, side) {
            (Status::WhiteWins, Colour::White) | (Status::BlackWins, Colour::Black) => win_in(ply),
            (Status::WhiteWins, Colour::Black) | (Status::BlackWins, Colour::White) => -win_in(ply),
            (Status::Draw | Status::Replay | Status::Ongoing, _) => DRAW,
        }
    }

    #[inline(always)]
    fn by_verdict(&self, verdict: Verdict, ply: usize) -> Value {
        match verdict {
            Verdict::Win => win_in(ply),
            Verdict::Loss => -win_in(ply),
            // The least of noise keeps search from taking all drawn lines for the same.
            Verdict::Draw | Verdict::Replay => DRAW + 1 - (self.nodes & 2) as Value,
        }
    }

    /// Whether the position has been on the board before on the way from the root, or often enough to end the game.
    #[inline(always)]
    fn is_repeated(&self, position: &Position<B>, times: u8) -> bool {
        let path = &self.memory.path;
        let last = path.len() - 1;
        let first = last.saturating_sub(usize::from(position.halfmove()));
        let mut seen = 1;
        let mut at = last;
        while at >= first + 2 {
            at -= 2;
            if path[at] == position.hash() {
                seen += 1;
                if at >= self.game_length - 1 || seen >= times {
                    return true;
                }
            }
        }
        false
    }

    /// The evaluation of the position at `ply`, uncorrected.
    #[inline(always)]
    pub(crate) fn evaluate<C: Cpu>(&mut self, cpu: C, ply: usize) -> Value {
        let Shared { rules, evaluator, .. } = *self.shared;
        let Frame { position, material, .. } = &self.memory.frames[BELOW_ROOT + ply];
        let value = cpu.call(Evaluate {
            rules,
            evaluator,
            position,
            material: *material,
            cache: &mut self.memory.pawns,
            trace: &mut (),
        });
        #[cfg(debug_assertions)]
        assert_eq!(value, evaluate(rules, evaluator, &self.frame(ply).position), "remembered structures");
        match &self.shared.noise {
            None => value,
            Some(noise) => noise.apply(position.hash(), value),
        }
    }

    /// The keys by which evaluations are corrected.
    #[inline(always)]
    pub(crate) fn correction_keys(&self, ply: usize) -> [u64; 2] {
        let position = &self.frame(ply).position;
        let pawns = position.of_kinds(self.shared.pawns);
        let [white, black] = Colour::BOTH.map(|colour| position.men(colour));
        [men_key([white & pawns, black & pawns]), men_key([white & !pawns, black & !pawns])]
    }

    /// An evaluation corrected by what search has found of similar positions.
    #[inline(always)]
    pub(crate) fn corrected(&self, ply: usize, raw: Value) -> Value {
        let side = self.frame(ply).position.side();
        raw + self.memory.histories.correction(side, self.correction_keys(ply))
    }

    /// What move ordering sees at `ply`.
    #[inline(always)]
    pub(crate) fn sight(&self, ply: usize) -> Sight<'_, B> {
        let frame = self.frame(ply);
        Sight {
            rules: self.shared.rules,
            evaluator: self.shared.evaluator,
            position: &frame.position,
            histories: &self.memory.histories,
            before: self.before(ply),
            in_check: frame.in_check,
        }
    }

    /// The kind of man that a move at `ply` captures.
    #[inline(always)]
    pub(crate) fn captured(&self, ply: usize, mv: Move) -> Option<Kind> {
        let position = &self.frame(ply).position;
        if position.men(!position.side()).has(mv.to()) { position.kind_at(self.shared.rules, mv.to()) } else { None }
    }

    /// Material of the side to move beside its royal and pawn-like men.
    #[inline(always)]
    pub(crate) fn piece_material(&self, ply: usize) -> i32 {
        let Shared { rules, evaluator, pawns, .. } = *self.shared;
        let position = &self.frame(ply).position;
        let own = position.men(position.side());
        let mut sum = 0;
        for &kind in evaluator.by_worth() {
            if !pawns.has(kind) && !rules.royal_kinds().has(kind) {
                sum += (own & position.of_kind(kind)).count() as i32 * evaluator.exchange_value(kind);
            }
        }
        sum
    }

    /// Whether the side to move can end the game by giving check now.
    #[inline(always)]
    pub(crate) fn can_win_by_check<C: Cpu>(&self, cpu: C, ply: usize) -> bool {
        self.wins_by_check(cpu, self.frame(ply).position)
    }

    /// Whether the other side would end the game by giving check if it were to move: what a check is in other games, it
    /// has to be answered.
    #[inline(always)]
    pub(crate) fn is_threatened_by_check<C: Cpu>(&self, cpu: C, ply: usize) -> bool {
        self.wins_by_check(cpu, self.frame(ply).position.pass(self.shared.rules))
    }

    #[inline(never)]
    fn wins_by_check<C: Cpu>(&self, cpu: C, position: Position<B>) -> bool {
        let rules = self.shared.rules;
        let us = position.side();
        if position.checks_left(us) != 1 {
            return false;
        }
        let royals = position.men(!us) & position.of_kinds(rules.royal_kinds());
        let mut finder = super::checks::CheckFinder::new(rules, &position, royals);
        cpu.call(super::checks::FindChecks { rules, position: &position, finder: &mut finder });
        finder.found()
    }

    /// Whether a move at `ply` gives check, as far as the moving man itself is concerned.
    #[inline(always)]
    pub(crate) fn gives_direct_check(&self, ply: usize, mv: Move) -> bool {
        let rules = self.shared.rules;
        let position = &self.frame(ply).position;
        let us = position.side();
        let royals = position.men(!us) & position.of_kinds(rules.royal_kinds());
        let occupied = position.occupied() & !B::of(mv.from());
        royals.any() && position.attack_origins(rules, us, mv.kind_after(), royals.first(), occupied).has(mv.to())
    }

    /// The best value that is still possible at `ply`, and the worst.
    #[inline(always)]
    pub(crate) fn mate_distance(ply: usize, alpha: Value, beta: Value) -> (Value, Value) {
        (alpha.max(ply as Value - MATE), beta.min(win_in(ply + 1)))
    }
}
