//! Arguments of the commands for authors of variants.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueHint};

use super::{SettingsArgs, ThreadArgs, VariantArgs};
use crate::stats::Settings;

/// Games longer than this are cut off: those of the engine, and random ones.
const MOST_PLIES: usize = 1_000;
const MOST_RANDOM_PLIES: usize = 10_000;

/// Arguments of `check`.
#[derive(Args, Debug)]
pub(crate) struct CheckArgs {
    /// Variant files
    #[arg(value_name = "FILE", required_unless_present = "explain", value_hint = ValueHint::FilePath)]
    pub(crate) files: Vec<PathBuf>,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
    /// Faults that make the check fail, beside errors
    #[arg(long, value_name = "WHAT")]
    pub(crate) deny: Option<Deny>,
    /// Tell faults in plain sentences, for screen readers
    #[arg(long, conflicts_with = "json")]
    pub(crate) plain: bool,
    /// Tell which rules Fairy-Stockfish cannot be told
    #[arg(long)]
    pub(crate) portable: bool,
    /// Tell what came of a good file: its board, men and rules, and who else can play it
    #[arg(long)]
    pub(crate) summary: bool,
    /// Explain a code, with an example, instead of checking files
    #[arg(long, value_name = "CODE", conflicts_with_all = ["files", "json", "deny", "plain"])]
    pub(crate) explain: Option<String>,
}

/// What else makes a check fail.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub(crate) enum Deny {
    /// Warnings
    Warnings,
    /// Warnings and information
    All,
}

/// Arguments of `explain`.
#[derive(Args, Debug)]
pub(crate) struct ExplainArgs {
    /// A variant (makruk), a man of it (makruk.khon), a key of the format (pieces.X.betza), or a code (E303)
    #[arg(value_name = "WHAT", value_hint = ValueHint::FilePath)]
    pub(crate) what: String,
    #[command(flatten)]
    pub(crate) settings: SettingsArgs,
    /// Draw with ASCII characters only
    #[arg(long)]
    pub(crate) ascii: bool,
    /// Write a man's move diagram to a file (`-`: standard output)
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) svg: Option<PathBuf>,
    /// Write a man's move diagram as pixels (`-`: standard output)
    #[arg(long, value_name = "FILE", conflicts_with = "svg", value_hint = ValueHint::FilePath)]
    pub(crate) png: Option<PathBuf>,
    /// The width of the picture in pixels
    #[arg(long, value_name = "PIXELS", default_value_t = 480, value_parser = clap::value_parser!(u32).range(16..=8192))]
    pub(crate) size: u32,
}

/// Arguments of `new`.
#[derive(Args, Debug)]
pub(crate) struct NewArgs {
    /// The id of the variant, and the name of its file: lower-case letters, digits and -
    pub(crate) id: String,
    /// The variant to start from
    #[arg(long, value_name = "V", default_value = "makruk", conflicts_with = "board", value_hint = ValueHint::FilePath)]
    pub(crate) from: String,
    /// Describe everything anew, on a board of this size: `6x6`
    #[arg(long, value_name = "FILESxRANKS", value_parser = parse_board)]
    pub(crate) board: Option<(u8, u8)>,
    /// Where to write it (`-`: standard output) instead of ID.toml
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) output: Option<PathBuf>,
}

fn parse_board(text: &str) -> Result<(u8, u8), String> {
    let (files, ranks) = text.split_once(['x', 'X']).ok_or("want FILESxRANKS, such as 8x8")?;
    let number =
        |text: &str| text.trim().parse::<u8>().map_err(|_| format!("`{text}` is not a number of files or ranks"));
    Ok((number(files)?, number(ranks)?))
}

/// Arguments of `export`.
#[derive(Args, Debug)]
pub(crate) struct ExportArgs {
    #[command(subcommand)]
    pub(crate) format: ExportFormat,
}

/// The formats of `export`.
#[derive(Subcommand, Debug)]
pub(crate) enum ExportFormat {
    /// A section of Fairy-Stockfish's variants.ini
    Fsf(ExportVariantArgs),
    /// XBoard's commands for engines that define their variants
    Xboard(ExportVariantArgs),
    /// The compiled tables as JSON
    Json(ExportVariantArgs),
}

/// What to export.
#[derive(Args, Debug)]
pub(crate) struct ExportVariantArgs {
    #[command(flatten)]
    pub(crate) variant: VariantArgs,
    /// Export even if some rules cannot be said
    #[arg(long)]
    pub(crate) lossy: bool,
}

/// Arguments of `import`.
#[derive(Args, Debug)]
pub(crate) struct ImportArgs {
    #[command(subcommand)]
    pub(crate) format: ImportFormat,
}

/// The formats of `import`.
#[derive(Subcommand, Debug)]
pub(crate) enum ImportFormat {
    /// A section of Fairy-Stockfish's variants.ini
    Fsf {
        /// The file (`-`: standard input)
        #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
        file: PathBuf,
        /// The section, if not the first
        #[arg(long, value_name = "NAME")]
        section: Option<String>,
    },
}

/// Arguments of `sheet`.
#[derive(Args, Debug)]
#[command(group = clap::ArgGroup::new("output").required(true))]
pub(crate) struct SheetArgs {
    #[command(flatten)]
    pub(crate) variant: VariantArgs,
    /// Write a page for browsers and printers (`-`: standard output)
    #[arg(long, value_name = "FILE", group = "output", value_hint = ValueHint::FilePath)]
    pub(crate) html: Option<PathBuf>,
    /// Write a picture (`-`: standard output)
    #[arg(long, value_name = "FILE", group = "output", value_hint = ValueHint::FilePath)]
    pub(crate) svg: Option<PathBuf>,
    /// Write a picture of pixels (`-`: standard output)
    #[arg(long, value_name = "FILE", group = "output", value_hint = ValueHint::FilePath)]
    pub(crate) png: Option<PathBuf>,
    /// The width of the picture in pixels
    #[arg(long, value_name = "PIXELS", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(64..=8192))]
    pub(crate) size: u32,
}

/// Arguments of `watch`.
#[derive(Args, Debug)]
pub(crate) struct WatchArgs {
    /// A variant file
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) file: PathBuf,
    /// The number of plies of the perft after each check
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(0..=6))]
    pub(crate) depth: u32,
    /// Stop after so many checks; 0: never
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) times: u64,
}

/// Arguments of `compare`.
#[derive(Args, Debug)]
pub(crate) struct CompareArgs {
    /// A variant, perhaps with a profile: `makruk` or `makruk:zh`
    #[arg(value_name = "A", value_hint = ValueHint::FilePath)]
    pub(crate) one: String,
    /// Another one, or another profile
    #[arg(value_name = "B", value_hint = ValueHint::FilePath)]
    pub(crate) other: String,
    /// Play so many games of each and set their figures side by side
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) games: Option<u64>,
    #[command(flatten)]
    pub(crate) playing: PlayingArgs,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// Arguments of `stats`.
#[derive(Args, Debug)]
pub(crate) struct StatsArgs {
    #[command(flatten)]
    pub(crate) variant: VariantArgs,
    /// How many games
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) games: u64,
    #[command(flatten)]
    pub(crate) playing: PlayingArgs,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
    /// Write a page with plots (`-`: standard output)
    #[arg(long, value_name = "FILE", conflicts_with = "json", value_hint = ValueHint::FilePath)]
    pub(crate) html: Option<PathBuf>,
}

/// How games of a variant against itself are played.
#[derive(Args, Debug)]
pub(crate) struct PlayingArgs {
    /// Nodes that the engine searches for each move
    #[arg(long, value_name = "K", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Play at random instead: many games in a second, to find rules that never fire
    #[arg(long, conflicts_with = "nodes")]
    random: bool,
    /// Random plies at the beginning of each game of the engine
    #[arg(long, value_name = "N", default_value_t = 6, value_parser = clap::value_parser!(u16).range(0..=100))]
    opening_plies: u16,
    /// Another seed gives other games
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    threads: ThreadArgs,
}

impl PlayingArgs {
    /// The settings for so many games.
    pub(crate) fn settings(&self, games: u64) -> Settings {
        Settings {
            games,
            seed: self.seed,
            nodes: (!self.random).then_some(self.nodes),
            opening: self.opening_plies.into(),
            max_plies: if self.random { MOST_RANDOM_PLIES } else { MOST_PLIES },
            threads: self.threads.count(),
        }
    }
}
