//! `khun play`: a game in the terminal, or by a script.

mod bar;
pub(crate) mod clock;
mod computer;
mod input;
mod lines;
mod session;
mod store;

use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::{self, Write};
use std::time::Duration;

use clap::ValueEnum;
use khun_engine::level::LEVELS;
use khun_rules::board::Colour;
use khun_rules::with_rules;

use crate::args::{PlayArgs, When};
use crate::draw::text::Look;
use crate::engine;
use crate::failure::Failure;
use crate::interrupt::INTERRUPTED;
use crate::setup::game_of;
use crate::source::{self, Variant};
use crate::terminal::Terminal;
use clock::TimeControl;
use computer::{Computer, Skill};
use lines::Background;
use session::Session;

/// The time for a move of the engine if nothing limits it.
const MOVE_TIME: Duration = Duration::from_millis(500);
/// The nodes for a move of the engine if nothing limits it and the game shall be repeatable.
const REPEATABLE_NODES: u64 = 20_000;

/// Who plays a side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Player {
    /// Whoever types
    Human,
    /// The engine
    Engine,
    /// Any legal move
    Random,
}

impl Player {
    /// What the player is called in a file.
    const fn name(self) -> &'static str {
        match self {
            Player::Human => "human",
            Player::Engine => "khun engine",
            Player::Random => "random",
        }
    }
}

/// What a session is played with, beside the rules.
struct Setting {
    variant: String,
    /// Other names of the variant, in files of other programs.
    aliases: Vec<String>,
    profile: Option<String>,
    /// Parameters set on the command line.
    set: Vec<(String, String)>,
    players: [Player; 2],
    seed: u64,
    level: u32,
    clock: Option<TimeControl>,
    look: Look,
    /// Whether the board is drawn before each move of a human.
    boards: bool,
    /// Whether the evaluation is shown before each move of a human.
    bar: bool,
    /// Whether to ask for input.
    prompts: bool,
}

impl Setting {
    const fn player(&self, colour: Colour) -> Player {
        self.players[colour.index()]
    }

    /// What a player is called in a file.
    fn name(&self, colour: Colour) -> String {
        match self.player(colour) {
            Player::Engine if self.level < LEVELS => format!("{}, level {}", Player::Engine.name(), self.level),
            player => player.name().to_owned(),
        }
    }

    /// Whether a name in a file means this variant.
    fn is_variant(&self, name: &str) -> bool {
        std::iter::once(&self.variant).chain(&self.aliases).any(|known| known.eq_ignore_ascii_case(name.trim()))
    }

    const fn has_human(&self) -> bool {
        matches!(self.players, [Player::Human, _] | [_, Player::Human])
    }
}

pub(super) fn run(args: &PlayArgs, terminal: &Terminal, out: &mut dyn Write) -> Result<(), Failure> {
    let variant = source::open(&args.variant, terminal)?;
    let weights = engine::weights(&variant)?;
    end_on_interrupt();
    let seed = args.seed.unwrap_or_else(|| RandomState::new().build_hasher().finish());
    let setting = Setting {
        variant: variant.id.clone(),
        aliases: names(&variant),
        profile: args.variant.settings.profile.clone(),
        set: args.variant.settings.set.clone(),
        players: [args.white, args.black],
        seed,
        level: args.level,
        clock: args.clock,
        look: Look { unicode: terminal.unicode && !args.ascii, colour: terminal.colour },
        boards: match args.board {
            When::Auto => terminal.output_is_terminal && terminal.input_is_terminal,
            When::Always => true,
            When::Never => false,
        },
        bar: args.bar,
        prompts: terminal.input_is_terminal,
    };
    let skill = skill(args, seed);
    with_rules!(&variant.rules, rules => {
        let game = game_of(rules, &args.position)?;
        let computer = Computer::new(weights, skill);
        match args.clock {
            Some(_) => Session::new(setting, game, computer, Background::standard_input(), out).run(),
            None => Session::new(setting, game, computer, io::stdin().lock(), out).run(),
        }
    })
}

/// How long the engine may think. A game with a seed is repeatable unless it is played by time.
fn skill(args: &PlayArgs, seed: u64) -> Skill {
    let limited = args.movetime.is_some() || args.nodes.is_some();
    let repeatable = args.seed.is_some() && args.clock.is_none();
    Skill {
        level: args.level,
        move_time: args.movetime.map(Duration::from_millis).or((!limited && !repeatable).then_some(MOVE_TIME)),
        nodes: args.nodes.or((!limited && repeatable).then_some(REPEATABLE_NODES)),
        seed,
    }
}

/// Ends the program on an interrupt, on a line of its own. Nothing is lost but the game: files are written at once.
fn end_on_interrupt() {
    // Without a handler the system ends the program, only less nicely.
    let _ = ctrlc::set_handler(|| {
        let _ = writeln!(io::stderr());
        std::process::exit(INTERRUPTED);
    });
}

/// Every name that a file may give the variant.
fn names(variant: &Variant) -> Vec<String> {
    [&variant.name, &variant.uci].into_iter().chain(&variant.aliases).cloned().collect()
}
