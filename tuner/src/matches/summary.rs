//! What a match has come to.

use std::collections::BTreeMap;

use serde::Serialize;

use super::pair::PairRow;
use crate::arena::Fault;
use crate::statistics::{
    BookBias, Decision, Encounter, Estimate, Pentanomial, Posterior, Rating, Sprt, SprtState, Trinomial, posterior,
    rate,
};

/// Counts a match while it is played.
#[derive(Clone, Debug)]
pub struct Tally {
    names: Vec<String>,
    sprt: Option<Sprt>,
    least_pairs: u64,
    state: SprtState,
    /// Results by players.
    standings: BTreeMap<[usize; 2], Standing>,
    faults: BTreeMap<(usize, Fault), u64>,
    reasons: BTreeMap<String, u64>,
    /// White's wins, draws and losses.
    white: [u64; 3],
    plies: u64,
    games: u64,
    /// The test's ratio after each pair.
    path: Vec<f64>,
}

/// The results of two players.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Standing {
    /// The pairs by points of the first player.
    pub pairs: Pentanomial,
    /// The games by result of the first player.
    pub games: Trinomial,
}

/// What became of a player.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct PlayerSummary {
    /// Who.
    pub name: String,
    /// Its rating, the first player's being 0; `None` where no finite ratings fit the results.
    pub rating: Option<Rating>,
    /// Its faults by kind.
    pub faults: BTreeMap<Fault, u64>,
}

/// What a match came to.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct MatchSummary {
    /// The players.
    pub players: Vec<PlayerSummary>,
    /// The results of each two.
    pub results: Vec<([usize; 2], Standing)>,
    /// The first player's strength against the second, where there are two.
    pub estimate: Option<Estimate>,
    /// What pairs with both colours saved.
    pub book_bias: Option<BookBias>,
    /// The test.
    pub sprt: Option<Sprt>,
    /// Its log-likelihood ratio.
    pub llr: Option<f64>,
    /// What it came to.
    pub decision: Decision,
    /// The strength seen with the stop of the test taken into account.
    pub posterior: Option<Posterior>,
    /// The ratio after each pair.
    pub llr_path: Vec<f64>,
    /// Pairs and games played.
    pub pairs: u64,
    /// Games played.
    pub games: u64,
    /// White's wins, draws and losses.
    pub white: [u64; 3],
    /// How often games ended for each reason.
    pub reasons: BTreeMap<String, u64>,
    /// Moves a game, on average.
    pub mean_plies: f64,
    /// Whether the match was stopped before its end.
    pub interrupted: bool,
    /// Whether there were no more openings.
    pub out_of_openings: bool,
}

impl Tally {
    /// Nothing yet.
    pub fn new(names: Vec<String>, sprt: Option<Sprt>, least_pairs: u64) -> Tally {
        Tally {
            names,
            sprt,
            least_pairs,
            state: SprtState::default(),
            standings: BTreeMap::new(),
            faults: BTreeMap::new(),
            reasons: BTreeMap::new(),
            white: [0; 3],
            plies: 0,
            games: 0,
            path: Vec::new(),
        }
    }

    /// Counts a pair.
    pub fn add(&mut self, row: &PairRow) {
        let [first, second] = row.points();
        let standing = self.standings.entry(row.players).or_default();
        standing.pairs.add(first, second);
        for (number, game) in row.games.iter().enumerate() {
            standing.games.0[usize::from(game.points.min(2))] += 1;
            let white = if number == 0 { game.points } else { 2 - game.points.min(2) };
            self.white[2 - usize::from(white.min(2))] += 1;
            *self.reasons.entry(game.reason.clone()).or_default() += 1;
            self.plies += u64::from(game.plies);
            self.games += 1;
            if let Some(fault) = &game.fault {
                *self.faults.entry((fault.player, fault.fault)).or_default() += 1;
            }
        }
        if let Some(sprt) = &self.sprt {
            self.state.update(sprt.llr(&standing.pairs.distribution()));
            self.path.push(self.state.llr);
        }
    }

    /// The test's log-likelihood ratio.
    pub fn llr(&self) -> Option<f64> {
        self.sprt.map(|_| self.state.llr)
    }

    /// What the test has come to.
    pub fn decision(&self) -> Decision {
        match &self.sprt {
            Some(sprt) if self.games >= 2 * self.least_pairs => self.state.decision(sprt),
            _ => Decision::Continue,
        }
    }

    /// The standing in a few words.
    pub fn short(&self) -> String {
        let Some(standing) = self.standings.get(&[0, 1]).filter(|_| self.standings.len() == 1) else {
            return String::new();
        };
        let estimate = standing.pairs.distribution().estimate();
        let llr = self.sprt.map_or_else(String::new, |sprt| {
            let (lower, upper) = self.state.bounds(&sprt);
            format!(" LLR {:.2} ({lower:.2}, {upper:.2})", self.state.llr)
        });
        format!("Elo {:+.1} ±{:.1}{llr}", estimate.elo, estimate.elo_error)
    }

    /// Everything.
    pub fn summary(&self, interrupted: bool, out_of_openings: bool) -> MatchSummary {
        let encounters: Vec<Encounter> = self
            .standings
            .iter()
            .map(|(players, standing)| {
                let [_, draws, wins] = standing.games.0.map(|count| count as f64);
                Encounter { players: *players, score: wins + draws / 2.0, games: standing.games.games() as f64 }
            })
            .collect();
        let ratings = rate(self.names.len(), &encounters).ok();
        let players = self.names.iter().enumerate().map(|(player, name)| PlayerSummary {
            name: name.clone(),
            rating: ratings.as_ref().map(|ratings| ratings[player]),
            faults: self.faults.iter().filter(|(key, _)| key.0 == player).map(|(key, count)| (key.1, *count)).collect(),
        });
        let duel = self.standings.get(&[0, 1]).filter(|_| self.names.len() == 2);
        let distribution = duel.map(|standing| standing.pairs.distribution());
        MatchSummary {
            players: players.collect(),
            results: self.standings.iter().map(|(players, standing)| (*players, standing.clone())).collect(),
            estimate: distribution.map(|distribution| distribution.estimate()),
            book_bias: duel.map(|standing| BookBias::of(&standing.games, &standing.pairs)),
            sprt: self.sprt,
            llr: self.llr(),
            decision: self.decision(),
            posterior: distribution.zip(self.sprt).and_then(|(results, sprt)| posterior(&results, &sprt)),
            llr_path: self.path.clone(),
            pairs: self.games / 2,
            games: self.games,
            white: self.white,
            reasons: self.reasons.clone(),
            mean_plies: self.plies as f64 / self.games.max(1) as f64,
            interrupted,
            out_of_openings,
        }
    }
}

impl std::fmt::Display for MatchSummary {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for ([first, second], standing) in &self.results {
            let name = |player: usize| self.players.get(player).map_or("", |player| player.name.as_str());
            let [losses, draws, wins] = standing.games.0;
            let estimate = standing.pairs.distribution().estimate();
            writeln!(f, "{} against {}: +{wins} ={draws} -{losses}", name(*first), name(*second))?;
            writeln!(f, "  pairs [0, 1/2, 1, 3/2, 2]: {:?}", standing.pairs.0)?;
            writeln!(
                f,
                "  score {:.2} %, Elo {:+.1} ±{:.1}, nElo {:+.1} ±{:.1}, LOS {:.2} %",
                100.0 * estimate.score,
                estimate.elo,
                estimate.elo_error,
                estimate.nelo,
                estimate.nelo_error,
                100.0 * estimate.los
            )?;
        }
        if let (Some(sprt), Some(llr)) = (&self.sprt, self.llr) {
            let (lower, upper) = sprt.bounds();
            let decision = match self.decision {
                Decision::Continue => "undecided",
                Decision::Rejected => "rejected",
                Decision::Accepted => "accepted",
            };
            writeln!(f, "  test {}: LLR {llr:.3} ({lower:.2}, {upper:.2}), {decision}", sprt.describe())?;
        }
        if let Some(posterior) = &self.posterior {
            let [low, high] = posterior.elo_interval;
            writeln!(f, "  Elo with the stop taken into account: {:+.1} ({low:+.1}, {high:+.1})", posterior.elo)?;
        }
        if self.players.len() > 2 {
            for player in &self.players {
                if let Some(rating) = &player.rating {
                    writeln!(
                        f,
                        "{:20} {:+7.1} ±{:.1} ({}/{})",
                        player.name, rating.elo, rating.error, rating.score, rating.games
                    )?;
                }
            }
        }
        for player in self.players.iter().filter(|player| !player.faults.is_empty()) {
            let faults: Vec<String> =
                player.faults.iter().map(|(fault, count)| format!("{} {}", count, fault.reason())).collect();
            writeln!(f, "faults of {}: {}", player.name, faults.join(", "))?;
        }
        let [white, draws, black] = self.white;
        writeln!(f, "White +{white} ={draws} -{black}, {:.0} moves a game", self.mean_plies / 2.0)?;
        let mut reasons: Vec<(&String, &u64)> = self.reasons.iter().collect();
        reasons.sort_by(|a, b| b.1.cmp(a.1));
        let reasons: Vec<String> = reasons.iter().map(|(reason, count)| format!("{reason} {count}")).collect();
        write!(f, "ends: {}", reasons.join(", "))
    }
}
