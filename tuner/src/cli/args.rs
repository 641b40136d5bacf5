//! What the command line may say.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

use crate::fit::{Loss, ScaleMethod, SolverKind};
use crate::statistics::Model;

/// The tuning lab: from a variant file to tuned weights.
///
/// Every run has a directory (--out). The same command started again with the same directory goes on where it stopped;
/// Ctrl-C finishes what is in flight and saves.
#[derive(Parser, Debug)]
#[command(name = "khun-tuner", version, max_term_width = 100)]
pub(crate) struct Cli {
    /// Print events as JSON, one a line, on stdout.
    #[arg(long, global = true)]
    pub(crate) json: bool,
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    /// Play games of the engine with itself and keep positions to learn from.
    Selfplay(SelfplayArgs),
    /// Look at, check, merge and export data sets.
    Dataset(DatasetArgs),
    /// Fit weights to games by logistic regression.
    Fit(FitArgs),
    /// Tune constants of the search by SPSA.
    Spsa(SpsaArgs),
    /// Let players play a match, or a round robin.
    Match(MatchArgs),
    /// Do all of it: self-play, fit, match, and again, until nothing is gained.
    Tune(TuneArgs),
    /// Write a page of HTML about a run.
    Report {
        /// The run's directory.
        dir: PathBuf,
    },
    /// Solve endings of a few men against a lone royal man exactly, for the `[[endings]]` of a weights file.
    Endings(EndingsArgs),
    /// List the constants of the search, as a file for `spsa --params`.
    Params,
}

#[derive(Args, Debug)]
pub(crate) struct VariantArgs {
    /// A bundled variant, or a variant file.
    pub(crate) variant: String,
    /// Play by this profile of the variant.
    #[arg(long, value_name = "NAME")]
    pub(crate) profile: Option<String>,
    /// Set a parameter of the variant: PARAMETER=VALUE.
    #[arg(long, value_name = "PARAMETER=VALUE", value_parser = setting)]
    pub(crate) set: Vec<(String, String)>,
}

fn setting(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or("PARAMETER=VALUE is expected")?;
    Ok((name.trim().to_owned(), value.trim().to_owned()))
}

#[derive(Args, Debug)]
pub(crate) struct ThreadArgs {
    /// How many threads play or sum up; the result does not depend on it. 0 for all processors.
    #[arg(long, default_value_t = 0)]
    pub(crate) threads: usize,
}

#[derive(Args, Debug)]
pub(crate) struct OpeningArgs {
    /// Random moves at the beginning (and one more half of the time).
    #[arg(long, default_value_t = 8, value_name = "N")]
    pub(crate) plies: u32,
    /// A book of positions instead: FEN or EPD, one a line.
    #[arg(long, value_name = "FILE")]
    pub(crate) book: Option<PathBuf>,
    /// The most that an opening may favour a side, in hundredths of a pawn.
    #[arg(long, default_value_t = 150, value_name = "CP")]
    pub(crate) balance: i32,
}

#[derive(Args, Debug)]
pub(crate) struct SelfplayArgs {
    #[command(flatten)]
    pub(crate) variant: VariantArgs,
    /// How many games.
    #[arg(long, default_value_t = 1000)]
    pub(crate) games: u64,
    /// Positions searched for a move.
    #[arg(long, default_value_t = 2000)]
    pub(crate) nodes: u64,
    /// What everything random follows from.
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// A weights file; without one the estimated weights.
    #[arg(long, value_name = "FILE")]
    pub(crate) weights: Option<PathBuf>,
    /// The most positions kept of a game.
    #[arg(long, default_value_t = 16, value_name = "N")]
    pub(crate) samples: u32,
    /// Plies after which a game is a draw.
    #[arg(long, default_value_t = 300, value_name = "N")]
    pub(crate) max_plies: u32,
    /// Never decide a game before a rule does.
    #[arg(long)]
    pub(crate) no_adjudication: bool,
    #[command(flatten)]
    pub(crate) openings: OpeningArgs,
    #[command(flatten)]
    pub(crate) threads: ThreadArgs,
    /// The directory of the run.
    #[arg(long, value_name = "DIR")]
    pub(crate) out: PathBuf,
}

#[derive(Args, Debug)]
pub(crate) struct DatasetArgs {
    #[command(subcommand)]
    pub(crate) command: DatasetCommand,
}

#[derive(Subcommand, Debug)]
pub(crate) enum DatasetCommand {
    /// Say what a data set holds.
    Info {
        /// The data set.
        dir: PathBuf,
    },
    /// Check every byte and every move.
    Verify {
        #[command(flatten)]
        variant: VariantArgs,
        /// The data sets.
        #[arg(required = true)]
        dirs: Vec<PathBuf>,
    },
    /// Put data sets of one variant together; equal games are kept once.
    Merge {
        /// The data sets.
        #[arg(required = true)]
        dirs: Vec<PathBuf>,
        /// The new data set.
        #[arg(long)]
        out: PathBuf,
    },
    /// Print positions (FEN;result;score;ply) or games (PGN) on stdout.
    Export {
        #[command(flatten)]
        variant: VariantArgs,
        /// The data set.
        dir: PathBuf,
        /// What to print.
        #[arg(long, value_enum, default_value_t = ExportFormat::Fen)]
        format: ExportFormat,
    },
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum ExportFormat {
    /// Sampled positions.
    Fen,
    /// Whole games.
    Pgn,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum SolverName {
    LbfgsMoreThuente,
    LbfgsBacktracking,
    SteepestDescent,
    NelderMead,
    ParticleSwarm,
    SimulatedAnnealing,
}

impl From<SolverName> for SolverKind {
    fn from(name: SolverName) -> SolverKind {
        match name {
            SolverName::LbfgsMoreThuente => SolverKind::LbfgsMoreThuente,
            SolverName::LbfgsBacktracking => SolverKind::LbfgsBacktracking,
            SolverName::SteepestDescent => SolverKind::SteepestDescent,
            SolverName::NelderMead => SolverKind::NelderMead,
            SolverName::ParticleSwarm => SolverKind::ParticleSwarm,
            SolverName::SimulatedAnnealing => SolverKind::SimulatedAnnealing,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum LossName {
    CrossEntropy,
    SquaredError,
}

impl From<LossName> for Loss {
    fn from(name: LossName) -> Loss {
        match name {
            LossName::CrossEntropy => Loss::CrossEntropy,
            LossName::SquaredError => Loss::SquaredError,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum ScaleName {
    Brent,
    GoldenSection,
}

impl From<ScaleName> for ScaleMethod {
    fn from(name: ScaleName) -> ScaleMethod {
        match name {
            ScaleName::Brent => ScaleMethod::Brent,
            ScaleName::GoldenSection => ScaleMethod::GoldenSection,
        }
    }
}

#[derive(Args, Debug)]
pub(crate) struct FitArgs {
    #[command(flatten)]
    pub(crate) variant: VariantArgs,
    /// Data sets.
    #[arg(long, required = true, num_args = 1.., value_name = "DIR")]
    pub(crate) data: Vec<PathBuf>,
    /// The weights to start from and to be pulled to; without a file the estimated ones.
    #[arg(long, value_name = "FILE")]
    pub(crate) from: Option<PathBuf>,
    /// The weights file to write.
    #[arg(long, value_name = "FILE")]
    pub(crate) out: PathBuf,
    /// Only these terms: `value`, `mobility:rook`, ...
    #[arg(long, num_args = 1.., value_name = "TERM")]
    pub(crate) only: Vec<String>,
    /// Do not tie squares to their mirror images on the other wing.
    #[arg(long)]
    pub(crate) both_wings: bool,
    /// The solver.
    #[arg(long, value_enum, default_value_t = SolverName::LbfgsMoreThuente)]
    pub(crate) solver: SolverName,
    /// The loss.
    #[arg(long, value_enum, default_value_t = LossName::CrossEntropy)]
    pub(crate) loss: LossName,
    /// The scale K, if it is not to be fitted.
    #[arg(long)]
    pub(crate) k: Option<f64>,
    /// How K is fitted.
    #[arg(long, value_enum, default_value_t = ScaleName::Brent)]
    pub(crate) k_method: ScaleName,
    /// How much of what is learnt is what the search thought of each position; the rest is the game's result.
    #[arg(long, default_value_t = 0.0, value_name = "SHARE")]
    pub(crate) blend: f64,
    /// How strongly weights are pulled to the start: 1 is what the prior says.
    #[arg(long, default_value_t = 1.0)]
    pub(crate) pull: f64,
    /// The share of games kept back for examination.
    #[arg(long, default_value_t = 0.1)]
    pub(crate) holdout: f64,
    /// The most evaluations of the loss.
    #[arg(long, default_value_t = 1000)]
    pub(crate) evaluations: u64,
    /// What everything random follows from.
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    #[command(flatten)]
    pub(crate) threads: ThreadArgs,
}

#[derive(Args, Debug)]
pub(crate) struct EndingsArgs {
    #[command(flatten)]
    pub(crate) variant: VariantArgs,
    /// The most men beside the royal one: 1 takes a second, 2 some minutes.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=2))]
    pub(crate) men: u8,
    /// The weights to put the endings into; without a file the estimated ones. Larger endings that it has are kept.
    #[arg(long, value_name = "FILE")]
    pub(crate) from: Option<PathBuf>,
    /// The weights file to write; without one the endings are only shown.
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) threads: ThreadArgs,
}

#[derive(Args, Debug)]
pub(crate) struct SpsaArgs {
    #[command(flatten)]
    pub(crate) variant: VariantArgs,
    /// The parameters: a file (see `khun-tuner params`).
    #[arg(long, value_name = "FILE")]
    pub(crate) params: PathBuf,
    /// How many games.
    #[arg(long, default_value_t = 20_000)]
    pub(crate) games: u64,
    /// Positions searched for a move.
    #[arg(long, default_value_t = 2000)]
    pub(crate) nodes: u64,
    /// The weights; without a file the estimated ones.
    #[arg(long, value_name = "FILE")]
    pub(crate) weights: Option<PathBuf>,
    /// The share of games that is expected to be drawn, for planning.
    #[arg(long, default_value_t = 0.45)]
    pub(crate) draws: f64,
    /// How many pairs may be under way; the result depends on it.
    #[arg(long, default_value_t = 8)]
    pub(crate) window: u64,
    /// What everything random follows from.
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    #[command(flatten)]
    pub(crate) openings: OpeningArgs,
    #[command(flatten)]
    pub(crate) threads: ThreadArgs,
    /// The directory of the run.
    #[arg(long, value_name = "DIR")]
    pub(crate) out: PathBuf,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum ModelName {
    Logistic,
    Normalized,
}

impl From<ModelName> for Model {
    fn from(name: ModelName) -> Model {
        match name {
            ModelName::Logistic => Model::Logistic,
            ModelName::Normalized => Model::Normalized,
        }
    }
}

#[derive(Args, Debug)]
pub(crate) struct MatchArgs {
    /// Two players or more, then the variant. A player is `estimate`, a weights file, or settings such as
    /// `cmd="fairy-stockfish" name=FSF option.Hash=16` or `weights=a.toml params=b.toml name=new`.
    #[arg(required = true, num_args = 3.., value_names = ["PLAYER", "PLAYER", "VARIANT"])]
    pub(crate) players_and_variant: Vec<String>,
    /// Play by this profile of the variant.
    #[arg(long, value_name = "NAME")]
    pub(crate) profile: Option<String>,
    /// Set a parameter of the variant: PARAMETER=VALUE.
    #[arg(long, value_name = "PARAMETER=VALUE", value_parser = setting)]
    pub(crate) set: Vec<(String, String)>,
    /// The most games (of each two players).
    #[arg(long, default_value_t = 1000)]
    pub(crate) games: u64,
    /// Positions searched for a move.
    #[arg(long, value_name = "N")]
    pub(crate) nodes: Option<u64>,
    /// Depth of search for a move.
    #[arg(long, value_name = "N")]
    pub(crate) depth: Option<u32>,
    /// Milliseconds for a move.
    #[arg(long, value_name = "MS")]
    pub(crate) movetime: Option<u64>,
    /// Seconds for a game and seconds for each move, such as 10+0.1.
    #[arg(long, value_name = "TIME+INCREMENT", value_parser = clock)]
    pub(crate) clock: Option<(u64, u64)>,
    /// Stop as soon as it is known whether the first player is stronger by the first or the second number: 0,10.
    #[arg(long, value_name = "ELO0,ELO1", value_parser = bounds, allow_hyphen_values = true)]
    pub(crate) sprt: Option<(f64, f64)>,
    /// What those numbers mean.
    #[arg(long, value_enum, default_value_t = ModelName::Logistic)]
    pub(crate) model: ModelName,
    /// Decide games when both players agree for long.
    #[arg(long)]
    pub(crate) adjudicate: bool,
    /// Plies after which a game is a draw.
    #[arg(long, default_value_t = 500, value_name = "N")]
    pub(crate) max_plies: u32,
    /// What everything random follows from.
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    #[command(flatten)]
    pub(crate) openings: OpeningArgs,
    #[command(flatten)]
    pub(crate) threads: ThreadArgs,
    /// The directory of the run.
    #[arg(long, value_name = "DIR")]
    pub(crate) out: PathBuf,
}

fn bounds(text: &str) -> Result<(f64, f64), String> {
    let pair = text.split_once(',').and_then(|(low, high)| Some((low.trim().parse().ok()?, high.trim().parse().ok()?)));
    pair.ok_or_else(|| format!("{text:?} is no pair of bounds such as 0,10"))
}

fn clock(text: &str) -> Result<(u64, u64), String> {
    let (time, increment) = text.split_once('+').unwrap_or((text, "0"));
    let milliseconds = |text: &str| -> Option<u64> {
        let seconds: f64 = text.trim().parse().ok()?;
        (0.0..1e6).contains(&seconds).then_some((seconds * 1000.0) as u64)
    };
    let pair = milliseconds(time).filter(|time| *time > 0).zip(milliseconds(increment));
    pair.ok_or_else(|| format!("{text:?} is no time control such as 10+0.1"))
}

#[derive(Args, Debug)]
pub(crate) struct TuneArgs {
    #[command(flatten)]
    pub(crate) variant: VariantArgs,
    /// The weights to start from; without a file the estimated ones.
    #[arg(long, value_name = "FILE")]
    pub(crate) from: Option<PathBuf>,
    /// The most generations.
    #[arg(long, default_value_t = 4)]
    pub(crate) generations: u32,
    /// Games of self-play a generation.
    #[arg(long, default_value_t = 20_000)]
    pub(crate) games: u64,
    /// Positions searched for a move of self-play.
    #[arg(long, default_value_t = 2000)]
    pub(crate) nodes: u64,
    /// The most games of a match between a generation and its parent.
    #[arg(long, default_value_t = 2000, value_name = "N")]
    pub(crate) gate_games: u64,
    /// Positions searched for a move of a match.
    #[arg(long, default_value_t = 5000, value_name = "N")]
    pub(crate) gate_nodes: u64,
    /// The test that a generation has to pass.
    #[arg(long, default_value = "0,20", value_name = "ELO0,ELO1", value_parser = bounds, allow_hyphen_values = true)]
    pub(crate) sprt: (f64, f64),
    /// Games of the match that measures the gain of all generations; 0 for none.
    #[arg(long, default_value_t = 1000, value_name = "N")]
    pub(crate) final_games: u64,
    /// Games for tuning constants of the search at the end; 0 for none.
    #[arg(long, default_value_t = 0, value_name = "N")]
    pub(crate) search_games: u64,
    /// The constants: a file (see `khun-tuner params`). Without one, those of pruning and reductions.
    #[arg(long, value_name = "FILE")]
    pub(crate) params: Option<PathBuf>,
    /// Begin no generation after so many hours.
    #[arg(long)]
    pub(crate) hours: Option<f64>,
    /// How much of what is learnt is what the search thought of each position; the rest is the game's result.
    #[arg(long, default_value_t = 0.7, value_name = "SHARE")]
    pub(crate) blend: f64,
    /// How strongly weights are pulled to the start of each fit.
    #[arg(long, default_value_t = 1.0)]
    pub(crate) pull: f64,
    /// What everything random follows from.
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// Random moves at the beginning of games.
    #[arg(long, default_value_t = 8, value_name = "N")]
    pub(crate) plies: u32,
    #[command(flatten)]
    pub(crate) threads: ThreadArgs,
    /// The directory of the run.
    #[arg(long, value_name = "DIR")]
    pub(crate) out: PathBuf,
}
