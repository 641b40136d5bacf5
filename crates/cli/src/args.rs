//! The command line as clap reads it.

use std::path::PathBuf;

use clap::{ArgAction, Args, ColorChoice, Parser, Subcommand, ValueEnum, ValueHint};
use clap_complete::Shell;

mod workshop;

pub(crate) use workshop::{
    CheckArgs, CompareArgs, Deny, ExplainArgs, ExportArgs, ExportFormat, ExportVariantArgs, ImportArgs, ImportFormat,
    NewArgs, SheetArgs, StatsArgs, WatchArgs,
};

use crate::commands::play::Player;
use crate::commands::play::clock::TimeControl;

const EXIT_STATUS: &str = "Exit status:
  0  good
  1  the input has faults, or a check failed
  2  wrong usage, or a file that cannot be read or written

Data goes to standard output, talk to standard error.";

/// Plays, examines and checks variants of the Makruk family of chess.
///
/// A variant is a TOML file. V stands for a bundled variant's name (`khun list` shows them), an alias, or a path to a
/// file. `--profile` chooses one source's reading of the rules, `--set` changes single rules.
#[derive(Parser, Debug)]
#[command(
    name = "khun",
    version,
    max_term_width = 100,
    after_help = "Examples:
  khun play makruk            play against the computer
  khun rules ouk              read the rules of a variant
  khun check my-variant.toml  check a variant file",
    after_long_help = long_help(),
)]
pub(crate) struct Cli {
    /// When to use colours; `NO_COLOR` turns `auto` off
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto", hide_possible_values = false)]
    pub(crate) color: ColorChoice,
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

/// The end of the long help.
fn long_help() -> String {
    format!(
        "Examples:
  khun play makruk            play against the computer
  khun rules ouk              read the rules of a variant
  khun check my-variant.toml  check a variant file

{EXIT_STATUS}"
    )
}

/// What `khun` can do.
#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    /// List the bundled variants
    #[command(after_help = "Examples:
  khun list
  khun list --json
  khun list --json | jq -r '.variants[].id'")]
    List(ListArgs),

    /// Check variant files and report every fault
    #[command(after_help = "Examples:
  khun check my-variant.toml
  khun check variants/*.toml
  khun check --json my-variant.toml
  khun check --deny warnings my-variant.toml
  khun check --explain E303")]
    Check(CheckArgs),

    /// Write the file of a new variant, ready to be changed
    #[command(after_help = "Examples:
  khun new my-makruk
  khun new my-ouk --from ouk
  khun new mini --board 6x6")]
    New(NewArgs),

    /// Explain a variant, a man, a key of the format, or a code
    #[command(after_help = "Examples:
  khun explain makruk
  khun explain makruk.khon
  khun explain ouk.king --svg king.svg
  khun explain lost_by_aim
  khun explain E303")]
    Explain(ExplainArgs),

    /// Draw the rule sheet of a variant
    #[command(after_help = "Examples:
  khun sheet makruk --html makruk.html
  khun sheet ouk --svg ouk.svg
  khun sheet my-variant.toml --png sheet.png --size 1000")]
    Sheet(SheetArgs),

    /// Check a file again whenever it is saved
    #[command(after_help = "Examples:
  khun watch my-variant.toml")]
    Watch(WatchArgs),

    /// Tell how two variants, or two profiles, differ in words and in games
    #[command(after_help = "Examples:
  khun compare makruk ouk
  khun compare makruk makruk:zh
  khun compare makruk my-variant.toml --games 200 --threads 0
  khun compare makruk my-variant.toml --json")]
    Compare(CompareArgs),

    /// Measure a variant by games of the engine, or at random
    #[command(after_help = "Examples:
  khun stats my-variant.toml --games 1000 --threads 0
  khun stats ouk --profile classic --html ouk.html
  khun stats my-variant.toml --random --games 2000
  khun stats my-variant.toml --nodes 5000 --seed 7 --json")]
    Stats(StatsArgs),

    /// Write a variant in the format of another program
    #[command(after_help = "Examples:
  khun export fsf makruk > variants.ini
  khun export fsf my-variant.toml --lossy
  khun export json ouk")]
    Export(ExportArgs),

    /// Make a variant file from the format of another program
    #[command(after_help = "Examples:
  khun import fsf variants.ini > mine.toml
  khun import fsf variants.ini --section mine")]
    Import(ImportArgs),

    /// Write the JSON Schema of variant files, for editors
    #[command(after_help = "Examples:
  khun schema > khun.schema.json")]
    Schema,

    /// Write the reference of variant files as Markdown
    #[command(after_help = "Examples:
  khun reference > reference.md")]
    Reference,

    /// Print the rules of a variant in plain English
    #[command(after_help = "Examples:
  khun rules makruk
  khun rules makruk --profile table
  khun rules my-variant.toml --ascii")]
    Rules(RulesArgs),

    /// Show a board, in the terminal or as SVG
    #[command(after_help = "Examples:
  khun show makruk
  khun show ouk --moves d1b2 e8g7 --flip
  khun show makruk --fen '8/8/8/8/2k5/8/1R6/K7 w - - 0 1' --svg board.svg")]
    Show(ShowArgs),

    /// List the legal moves of a position
    #[command(after_help = "Examples:
  khun moves makruk
  khun moves ouk --moves e3e4 d6d5
  khun moves makruk --fen '8/8/8/8/2k5/8/1R6/K7 w - - 0 1' --json")]
    Moves(MovesArgs),

    /// Count the move sequences of a length
    #[command(after_help = "Examples:
  khun perft makruk 6
  khun perft ouk 5 --threads 4
  khun perft makruk 3 --divide --moves e3e4")]
    Perft(PerftArgs),

    /// Answer questions about positions, JSON Lines in and out
    ///
    /// One line out for each line in, in order. A question is an object with any of: `id` (any value, given back),
    /// `fen` (default: the start position), `moves` (a list of moves in UCI or SAN; the words count, stop, claim,
    /// resign and draw may stand between them), `perft` (a list of depths) and `trace` (true: tell the FEN and the
    /// outcome after each ply). What cannot be answered gets an object with `error`.
    #[command(after_help = "Examples:
  echo '{}' | khun query makruk
  echo '{\"moves\":[\"e3e4\",\"d6d5\"],\"trace\":true}' | khun query makruk
  khun query ouk < questions.jsonl > answers.jsonl")]
    Query(QueryArgs),

    /// Play a game in the terminal
    ///
    /// Moves are typed in UCI (e3e4), SAN (Nd2) or SAN with Thai letters. `help` lists what else can be typed. Input
    /// may come from a file or a pipe, so that a script can play.
    #[command(after_help = "Examples:
  khun play makruk
  khun play ouk --white engine --black human --level 5
  khun play makruk --clock 5+3 --bar
  khun play my-variant.toml --black random --seed 7")]
    Play(PlayArgs),

    /// Tell what the engine thinks of a position
    ///
    /// Searches until a limit is reached, for five seconds if there is none. On a terminal the lines are shown while
    /// they grow. Ctrl-C ends the search and prints what there is.
    ///
    /// JSON: `{"schema_version", "lines": [{"depth", "score", "pv", "nodes", "nps"}], "bestmove"}`, best line first.
    /// `score` is `{"cp": n}`, in hundredths of a pawn, or `{"mate": n}`, in moves and negative for the side that is
    /// mated, always seen by the side to move. `pv` is a list of moves in UCI. `bestmove` is null, and there are no
    /// lines, if the game is over.
    #[command(after_help = "Examples:
  khun analyse makruk --moves e3e4 --movetime 2000
  khun analyse ouk --depth 14 --multipv 3
  khun analyse makruk --fen '8/8/8/8/2k5/8/1R6/K7 w - - 0 1' --nodes 100000 --json")]
    Analyse(AnalyseArgs),

    /// Measure the engine's speed; the number of nodes is the same on every machine
    #[command(after_help = "Examples:
  khun bench
  khun bench ouk --depth 10
  khun bench --json")]
    Bench(BenchArgs),

    /// Be an engine for a GUI that speaks UCI
    ///
    /// `khun` without a command does the same if the first line of its input is `uci`.
    #[command(after_help = "Examples:
  khun uci
  khun uci --profile table
  printf 'uci\\nposition startpos\\ngo depth 8\\n' | khun uci")]
    Uci(SettingsArgs),

    /// Be an engine for a GUI that speaks the protocol of XBoard (CECP)
    ///
    /// `khun` without a command does the same if the first line of its input is `xboard`.
    #[command(after_help = "Examples:
  xboard -fcp 'khun xboard' -variant makruk
  khun xboard --profile table
  printf 'xboard\\nvariant makruk\\nst 1\\ngo\\n' | khun")]
    Xboard(SettingsArgs),

    /// Validate games in PGN and replay them
    #[command(after_help = "Examples:
  khun pgn game.pgn
  khun pgn games.pgn makruk --profile table
  khun pgn games.pgn --json")]
    Pgn(PgnArgs),

    /// Play random games and tell how they ended
    #[command(after_help = "Examples:
  khun random makruk --games 1000
  khun random ouk --games 10000 --seed 7 --threads 2
  khun random my-variant.toml --json")]
    Random(RandomArgs),

    /// Write a completion script for a shell
    #[command(after_help = "Examples:
  khun completions bash > ~/.local/share/bash-completion/completions/khun
  khun completions zsh > ~/.zfunc/_khun
  khun completions fish > ~/.config/fish/completions/khun.fish")]
    Completions {
        /// The shell
        shell: Shell,
    },
}

impl Command {
    /// Whether the answer is to be JSON, so that failures are too.
    pub(crate) fn json(&self) -> bool {
        match self {
            Command::List(args) => args.json,
            Command::Check(args) => args.json,
            Command::Show(args) => args.json,
            Command::Moves(args) => args.json,
            Command::Perft(args) => args.json,
            Command::Pgn(args) => args.json,
            Command::Random(args) => args.json,
            Command::Analyse(args) => args.json,
            Command::Bench(args) => args.json,
            Command::Compare(args) => args.json,
            Command::Stats(args) => args.json,
            Command::Uci(_)
            | Command::Xboard(_)
            | Command::Query(_)
            | Command::Rules(_)
            | Command::Play(_)
            | Command::New(_)
            | Command::Explain(_)
            | Command::Sheet(_)
            | Command::Watch(_)
            | Command::Export(_)
            | Command::Import(_)
            | Command::Schema
            | Command::Reference
            | Command::Completions { .. } => false,
        }
    }
}

/// Which variant, and which reading of its rules.
#[derive(Args, Debug, Clone)]
pub(crate) struct VariantArgs {
    /// A bundled variant's name, an alias, or a path to a TOML file
    #[arg(value_name = "V", value_hint = ValueHint::FilePath)]
    pub(crate) variant: String,
    #[command(flatten)]
    pub(crate) settings: SettingsArgs,
}

/// Which reading of a variant's rules.
#[derive(Args, Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct SettingsArgs {
    /// Play by one source's reading of the rules
    #[arg(long, value_name = "NAME")]
    pub(crate) profile: Option<String>,
    /// Change one rule; may be given several times
    #[arg(long = "set", value_name = "PARAM=VALUE", value_parser = parse_setting, action = ArgAction::Append)]
    pub(crate) set: Vec<(String, String)>,
}

fn parse_setting(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or("want PARAM=VALUE")?;
    if name.trim().is_empty() {
        return Err("the parameter has no name".to_owned());
    }
    Ok((name.trim().to_owned(), value.trim().to_owned()))
}

/// Which position.
#[derive(Args, Debug, Clone, Default)]
pub(crate) struct PositionArgs {
    /// Begin with this position (a FEN, in quotes) instead of the start position
    #[arg(long, value_name = "FEN")]
    pub(crate) fen: Option<String>,
    /// Play these moves first, in UCI or SAN; count, stop, claim, resign and draw may stand between them
    #[arg(long, value_name = "MOVE", num_args = 1.., value_delimiter = ' ')]
    pub(crate) moves: Vec<String>,
}

/// Arguments of `list`.
#[derive(Args, Debug)]
pub(crate) struct ListArgs {
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// Arguments of `rules`.
#[derive(Args, Debug)]
pub(crate) struct RulesArgs {
    #[command(flatten)]
    pub(crate) variant: VariantArgs,
    /// Draw with ASCII characters only
    #[arg(long)]
    pub(crate) ascii: bool,
}

/// Arguments of `show`.
#[derive(Args, Debug)]
pub(crate) struct ShowArgs {
    #[command(flatten)]
    pub(crate) variant: VariantArgs,
    #[command(flatten)]
    pub(crate) position: PositionArgs,
    /// Draw with ASCII characters only
    #[arg(long)]
    pub(crate) ascii: bool,
    /// Seen from Black's side
    #[arg(long)]
    pub(crate) flip: bool,
    /// Write a picture to a file (`-`: standard output)
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) svg: Option<PathBuf>,
    /// Write a picture of pixels (`-`: standard output)
    #[arg(long, value_name = "FILE", conflicts_with = "svg", value_hint = ValueHint::FilePath)]
    pub(crate) png: Option<PathBuf>,
    /// The width of the picture in pixels
    #[arg(long, value_name = "PIXELS", default_value_t = 640, value_parser = clap::value_parser!(u32).range(16..=8192))]
    pub(crate) size: u32,
    /// Print JSON
    #[arg(long, conflicts_with_all = ["svg", "png"])]
    pub(crate) json: bool,
}

/// Arguments of `moves`.
#[derive(Args, Debug)]
pub(crate) struct MovesArgs {
    #[command(flatten)]
    pub(crate) variant: VariantArgs,
    #[command(flatten)]
    pub(crate) position: PositionArgs,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// Arguments of `perft`.
#[derive(Args, Debug)]
pub(crate) struct PerftArgs {
    #[command(flatten)]
    pub(crate) variant: VariantArgs,
    /// The number of plies
    #[arg(value_parser = clap::value_parser!(u32).range(0..=32))]
    pub(crate) depth: u32,
    #[command(flatten)]
    pub(crate) position: PositionArgs,
    /// Print the count behind each first move
    #[arg(long)]
    pub(crate) divide: bool,
    #[command(flatten)]
    pub(crate) threads: ThreadArgs,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// How many threads.
#[derive(Args, Debug, Clone)]
pub(crate) struct ThreadArgs {
    /// Threads to work with; 0: one for each processor
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(0..=1024))]
    threads: u16,
}

impl ThreadArgs {
    /// The number of threads, at least 1.
    pub(crate) fn count(&self) -> usize {
        match self.threads {
            0 => std::thread::available_parallelism().map_or(1, usize::from),
            threads => threads.into(),
        }
    }
}

/// Arguments of `query`.
#[derive(Args, Debug)]
pub(crate) struct QueryArgs {
    #[command(flatten)]
    pub(crate) variant: VariantArgs,
}

/// Arguments of `play`.
#[derive(Args, Debug)]
pub(crate) struct PlayArgs {
    #[command(flatten)]
    pub(crate) variant: VariantArgs,
    #[command(flatten)]
    pub(crate) position: PositionArgs,
    /// Who plays White
    #[arg(long, value_name = "WHO", default_value = "human")]
    pub(crate) white: Player,
    /// Who plays Black
    #[arg(long, value_name = "WHO", default_value = "engine")]
    pub(crate) black: Player,
    /// How strong the engine is; 20 is all it can
    #[arg(long, value_name = "1-20", default_value_t = khun_engine::level::LEVELS, value_parser = clap::value_parser!(u32).range(1..=i64::from(khun_engine::level::LEVELS)))]
    pub(crate) level: u32,
    /// How long the engine thinks about a move or a hint, in milliseconds [default: 500]
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) movetime: Option<u64>,
    /// How many nodes the engine searches for a move or a hint
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) nodes: Option<u64>,
    /// Play with clocks: minutes for each player, and seconds gained with each move
    #[arg(long, value_name = "MIN+SEC", conflicts_with = "movetime")]
    pub(crate) clock: Option<TimeControl>,
    /// Makes the random player and the engine repeatable; without a limit the engine searches 20,000 nodes then
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
    /// Show before each move who stands better
    #[arg(long)]
    pub(crate) bar: bool,
    /// Draw with ASCII characters only
    #[arg(long)]
    pub(crate) ascii: bool,
    /// When to draw the board
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    pub(crate) board: When,
}

/// When something is done.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum When {
    /// On a terminal
    Auto,
    /// Before each move
    Always,
    /// Only when asked
    Never,
}

/// Arguments of `analyse`.
#[derive(Args, Debug)]
pub(crate) struct AnalyseArgs {
    #[command(flatten)]
    pub(crate) variant: VariantArgs,
    #[command(flatten)]
    pub(crate) position: PositionArgs,
    /// Stop after this depth, in plies
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) depth: Option<u32>,
    /// Stop after so many nodes; with one thread the result is the same on every machine
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) nodes: Option<u64>,
    /// Stop after so many milliseconds
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) movetime: Option<u64>,
    /// Go on until Ctrl-C
    #[arg(long, conflicts_with_all = ["depth", "nodes", "movetime"])]
    pub(crate) infinite: bool,
    /// How many lines to show
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=500))]
    pub(crate) multipv: u32,
    #[command(flatten)]
    pub(crate) threads: ThreadArgs,
    /// The size of the hash table in megabytes
    #[arg(long, value_name = "MB", default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=1 << 20))]
    pub(crate) hash: u32,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// Arguments of `bench`.
#[derive(Args, Debug)]
pub(crate) struct BenchArgs {
    /// A bundled variant's name, an alias, or a path to a TOML file
    #[arg(value_name = "V", default_value = "makruk", value_hint = ValueHint::FilePath)]
    pub(crate) variant: String,
    #[command(flatten)]
    pub(crate) settings: SettingsArgs,
    /// The depth of the searches, in plies
    #[arg(long, value_name = "PLIES", default_value_t = khun_engine::bench::DEPTH, value_parser = clap::value_parser!(u32).range(1..=200))]
    pub(crate) depth: u32,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// Arguments of `pgn`.
#[derive(Args, Debug)]
pub(crate) struct PgnArgs {
    /// A file of games (`-`: standard input)
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) file: PathBuf,
    /// The variant of games without a `Variant` tag, or of all if they agree
    #[arg(value_name = "V", value_hint = ValueHint::FilePath)]
    pub(crate) variant: Option<String>,
    #[command(flatten)]
    pub(crate) settings: SettingsArgs,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// Arguments of `random`.
#[derive(Args, Debug)]
pub(crate) struct RandomArgs {
    #[command(flatten)]
    pub(crate) variant: VariantArgs,
    #[command(flatten)]
    pub(crate) position: PositionArgs,
    /// How many games
    #[arg(long, value_name = "N", default_value_t = 1000)]
    pub(crate) games: u64,
    /// Another seed gives other games; the same seed gives the same games, whatever the number of threads
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    #[command(flatten)]
    pub(crate) threads: ThreadArgs,
    /// Cut games off after so many plies
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    pub(crate) max_plies: usize,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}
