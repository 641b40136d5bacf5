//! The options of a session, for both protocols.

use std::time::Duration;

use khun_engine::Strength;
use khun_engine::level;
use khun_engine::search::TUNABLES;

/// What the user has set.
#[derive(Clone, PartialEq, Debug)]
pub struct Settings {
    /// The size of the table in megabytes.
    pub hash: usize,
    /// How many threads search.
    pub threads: usize,
    /// How many lines to show.
    pub multipv: usize,
    /// Time lost between the engine and the clock.
    pub overhead: Duration,
    /// The level, 1 to 20.
    pub level: u32,
    /// The Elo, where [`Self::limit_strength`] is on.
    pub elo: u32,
    /// Whether the Elo counts.
    pub limit_strength: bool,
    /// Whether positions are analysed, which is done at full strength whatever the level.
    pub analyse: bool,
    /// Makes the errors of weak play differ from game to game.
    pub seed: u64,
    /// Whether scores come with chances of win, draw and loss.
    pub show_wdl: bool,
    /// Whether counts that a player has to ask for are asked for as soon as that helps.
    pub auto_counting: bool,
    /// Whether the constants of the search are shown as options. They can always be set.
    pub show_tunables: bool,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            hash: 16,
            threads: 1,
            multipv: 1,
            overhead: Duration::from_millis(10),
            level: level::LEVELS,
            elo: *level::ELO.end(),
            limit_strength: false,
            analyse: false,
            seed: 1,
            show_wdl: false,
            auto_counting: true,
            show_tunables: false,
        }
    }
}

impl Settings {
    /// How strong to play.
    pub fn strength(&self) -> Strength {
        match (self.analyse, self.limit_strength) {
            (true, _) => Strength::Full,
            (false, true) => Strength::Elo(self.elo),
            (false, false) => Strength::of_level(self.level),
        }
    }
}

/// What kind of option it is, in the words of UCI.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum OptionKind {
    Check(bool),
    Spin { default: i64, min: i64, max: i64 },
    Combo { default: String, choices: Vec<String> },
    Text(String),
    Button,
}

/// An option as the other side sees it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct OptionLine {
    pub(crate) name: &'static str,
    pub(crate) kind: OptionKind,
}

/// All options, the names of variants in the combo.
pub(crate) fn all(settings: &Settings, variants: Vec<String>) -> Vec<OptionLine> {
    let defaults = Settings::default();
    let spin = |default: i64, min: i64, max: i64| OptionKind::Spin { default, min, max };
    let option = |name, kind| OptionLine { name, kind };
    let first = variants.first().cloned().unwrap_or_default();
    let mut all = vec![
        option("Threads", spin(defaults.threads as i64, 1, 512)),
        option("Hash", spin(defaults.hash as i64, 1, 1 << 20)),
        option("Clear Hash", OptionKind::Button),
        option("Ponder", OptionKind::Check(false)),
        option("MultiPV", spin(1, 1, 500)),
        option("Skill Level", spin(level::LEVELS.into(), 1, level::LEVELS.into())),
        option("Move Overhead", spin(defaults.overhead.as_millis() as i64, 0, 5000)),
        option("UCI_Variant", OptionKind::Combo { default: first, choices: variants }),
        option("UCI_AnalyseMode", OptionKind::Check(false)),
        option("UCI_LimitStrength", OptionKind::Check(false)),
        option("UCI_Elo", spin((*level::ELO.end()).into(), (*level::ELO.start()).into(), (*level::ELO.end()).into())),
        option("UCI_ShowWDL", OptionKind::Check(false)),
        option("VariantPath", OptionKind::Text("<empty>".to_owned())),
        option("WeightsFile", OptionKind::Text("<empty>".to_owned())),
        option(
            "Counting",
            OptionKind::Combo { default: "auto".to_owned(), choices: vec!["auto".to_owned(), "manual".to_owned()] },
        ),
        option("Seed", spin(1, 0, i64::from(i32::MAX))),
    ];
    if settings.show_tunables {
        let tunable =
            |t: &khun_engine::search::Tunable| option(t.name, spin(t.default.into(), t.min.into(), t.max.into()));
        all.extend(TUNABLES.iter().map(tunable));
    }
    all
}

/// What setting an option asks for beyond a changed setting.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Change {
    /// Nothing: the setting was changed, or needs no change.
    Settings,
    /// The table has to be emptied.
    ClearHash,
    /// Another variant.
    Variant(String),
    /// Variants of a path.
    Path(String),
    /// Weights of a file; the empty path means the variant's own.
    Weights(String),
    /// A constant of the search.
    Tunable(String, i32),
    /// There is no such option.
    Unknown,
    /// The value is not one that the option can have.
    Invalid,
}

/// Sets an option by name, case not minded.
pub(crate) fn set(settings: &mut Settings, name: &str, value: &str) -> Change {
    let lower = name.to_ascii_lowercase();
    let number = |min: i64, max: i64| value.parse::<i64>().ok().filter(|n| (min..=max).contains(n));
    let flag = || match value.to_ascii_lowercase().as_str() {
        "true" | "1" | "on" => Some(true),
        "false" | "0" | "off" => Some(false),
        _ => None,
    };
    let path = || if value == "<empty>" { String::new() } else { value.to_owned() };
    let done = |set: Option<()>| if set.is_some() { Change::Settings } else { Change::Invalid };
    match lower.as_str() {
        "threads" => done(number(1, 512).map(|n| settings.threads = n as usize)),
        "hash" => done(number(1, 1 << 20).map(|n| settings.hash = n as usize)),
        "multipv" => done(number(1, 500).map(|n| settings.multipv = n as usize)),
        "move overhead" => done(number(0, 5000).map(|n| settings.overhead = Duration::from_millis(n as u64))),
        // Fairy-Stockfish's levels begin at -20; whatever is below the weakest level means that.
        "skill level" => done(number(-20, 20).map(|n| settings.level = n.max(1) as u32)),
        "uci_elo" => done(number(0, 5000).map(|n| {
            settings.elo = (n as u32).clamp(*level::ELO.start(), *level::ELO.end());
        })),
        "uci_limitstrength" => done(flag().map(|on| settings.limit_strength = on)),
        "uci_showwdl" => done(flag().map(|on| settings.show_wdl = on)),
        "seed" => done(number(0, i64::from(i32::MAX)).map(|n| settings.seed = n as u64)),
        "counting" => done(
            match value {
                "auto" => Some(true),
                "manual" => Some(false),
                _ => None,
            }
            .map(|auto| settings.auto_counting = auto),
        ),
        "uci_analysemode" => done(flag().map(|on| settings.analyse = on)),
        // Whoever sends moves to ponder on says so with each of them.
        "ponder" => done(flag().map(|_| ())),
        "clear hash" => Change::ClearHash,
        "uci_variant" => Change::Variant(value.to_owned()),
        "variantpath" => Change::Path(path()),
        "weightsfile" => Change::Weights(path()),
        _ => match TUNABLES.iter().find(|tunable| tunable.name == lower) {
            Some(tunable) => number(tunable.min.into(), tunable.max.into())
                .map_or(Change::Invalid, |n| Change::Tunable(tunable.name.to_owned(), n as i32)),
            None => Change::Unknown,
        },
    }
}
