//! `khun play`: a game in the terminal, or by a script.

mod engine;
mod input;
mod session;
mod store;

use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::{self, Write};

use clap::ValueEnum;
use khun_rules::board::Colour;
use khun_rules::with_rules;

use crate::args::{PlayArgs, When};
use crate::draw::text::Look;
use crate::failure::Failure;
use crate::setup::game_of;
use crate::source::{self, Variant};
use crate::terminal::Terminal;

/// Who plays a side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Player {
    /// Whoever types
    Human,
    /// A player that looks one move ahead
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
    look: Look,
    /// Whether the board is drawn before each move of a human.
    boards: bool,
    /// Whether to ask for input.
    prompts: bool,
}

impl Setting {
    const fn player(&self, colour: Colour) -> Player {
        self.players[colour.index()]
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
    end_on_interrupt();
    let setting = Setting {
        variant: variant.id.clone(),
        aliases: names(&variant),
        profile: args.variant.settings.profile.clone(),
        set: args.variant.settings.set.clone(),
        players: [args.white, args.black],
        seed: args.seed.unwrap_or_else(|| RandomState::new().build_hasher().finish()),
        look: Look { unicode: terminal.unicode && !args.ascii, colour: terminal.colour },
        boards: match args.board {
            When::Auto => terminal.output_is_terminal && terminal.input_is_terminal,
            When::Always => true,
            When::Never => false,
        },
        prompts: terminal.input_is_terminal,
    };
    let input = io::stdin().lock();
    with_rules!(&variant.rules, rules => {
        let game = game_of(rules, &args.position)?;
        session::Session::new(setting, game, input, out).run()
    })
}

/// Ends the program on an interrupt, on a line of its own. Nothing is lost but the game: files are written at once.
fn end_on_interrupt() {
    // Without a handler the system ends the program, only less nicely.
    let _ = ctrlc::set_handler(|| {
        let _ = writeln!(io::stderr());
        std::process::exit(130);
    });
}

/// Every name that a file may give the variant.
fn names(variant: &Variant) -> Vec<String> {
    [&variant.name, &variant.uci].into_iter().chain(&variant.aliases).cloned().collect()
}
