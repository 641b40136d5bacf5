//! Matches: pairs of games between players, until enough is known.

mod pair;
mod summary;

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::path::Path;

use khun_rules::board::Bitboard;
use serde::Serialize;
use serde_json::json;

use crate::arena::{Adjudication, Contestant, OpeningSettings, Openings, Player};
use crate::ctl::{Journal, RunDir, write_atomically};
use crate::dataset::VariantId;
use crate::run::{Lab, RunError};
use crate::statistics::{Decision, Sprt};
use crate::task::{Limits, PlayerId, Seed, Stage, Task, TaskResult, in_order};

pub use pair::{GameRow, PairRow, PlayerFault, pgn_of, play_pair};
pub use summary::{MatchSummary, PlayerSummary, Standing, Tally};

/// Pairs that are under way or wait for an earlier one, for each thread.
const WINDOW: u64 = 4;
/// After so many pairs on end that one player spoils, there is no match.
const SPOILED: u64 = 8;

/// How a match is played.
#[derive(Clone, PartialEq, Debug)]
pub struct MatchSettings {
    /// The most pairs of games (of each two players).
    pub pairs: u64,
    /// How long.
    pub limits: Limits,
    /// What is drawn by lot.
    pub seed: Seed,
    /// Where games begin.
    pub openings: OpeningSettings,
    /// When games are decided early.
    pub adjudication: Adjudication,
    /// A test that ends the match.
    pub sprt: Option<Sprt>,
    /// The fewest pairs before the test may end it.
    pub least_pairs: u64,
}

impl Default for MatchSettings {
    fn default() -> MatchSettings {
        MatchSettings {
            pairs: 500,
            limits: Limits::nodes(5_000),
            seed: Seed(1),
            openings: OpeningSettings::default(),
            adjudication: Adjudication::default(),
            sprt: None,
            least_pairs: 16,
        }
    }
}

/// What the games depend on.
#[derive(Serialize)]
struct Config<'a> {
    variant: &'a VariantId,
    players: Vec<(&'a str, &'a PlayerId)>,
    pairs: u64,
    limits: Limits,
    seed: Seed,
    openings: &'a OpeningSettings,
    adjudication: Adjudication,
    sprt: Option<Sprt>,
    least_pairs: u64,
}

/// The players of a pair.
fn pairing(players: usize, index: u64) -> [usize; 2] {
    let pairings = players * (players - 1) / 2;
    let mut left = index as usize % pairings;
    for first in 0..players {
        let others = players - first - 1;
        if left < others {
            return [first, first + 1 + left];
        }
        left -= others;
    }
    [0, 1]
}

/// Plays a match of two players or a round robin of several, or goes on with one that is in the directory.
///
/// # Errors
/// The directory holds something else or cannot be written, or a player fails all the time.
pub fn play_match<B: Bitboard>(
    lab: &Lab<'_, B>,
    contestants: &[Contestant<B>],
    settings: &MatchSettings,
    book: Option<&Path>,
    dir: &Path,
) -> Result<MatchSummary, RunError> {
    let MatchSettings { limits, seed, adjudication, sprt, least_pairs, .. } = *settings;
    if contestants.len() < 2 {
        return Err(RunError::Settings("a match needs two players".to_owned()));
    }
    if sprt.is_some() && contestants.len() > 2 {
        return Err(RunError::Settings("a sequential test is for two players".to_owned()));
    }
    let names: Vec<String> = contestants.iter().map(|contestant| contestant.name.clone()).collect();
    if let Some(name) = names.iter().enumerate().find_map(|(n, name)| names[..n].contains(name).then_some(name)) {
        return Err(RunError::Settings(format!("two players are called {name}; give one another name (name=...)")));
    }
    let pairs = settings.pairs * (contestants.len() * (contestants.len() - 1) / 2) as u64;
    let mut openings = Openings::new(lab.rules, &contestants[0], settings.openings.clone(), book, seed, pairs)?;
    let config = Config {
        variant: &lab.variant,
        players: contestants.iter().map(|contestant| (contestant.name.as_str(), &contestant.id)).collect(),
        pairs: settings.pairs,
        limits,
        seed,
        openings: openings.settings(),
        adjudication,
        sprt,
        least_pairs,
    };
    let run_dir = RunDir::open(dir, "match", &config)?;
    lab.output.log_to(&run_dir.file("log.txt"));
    let (mut journal, rows) = Journal::open::<TaskResult<PairRow>>(&run_dir.file("pairs.jsonl"))?;
    let mut tally = Tally::new(names.clone(), sprt, least_pairs);
    for row in &rows {
        openings.mark_used(&row.result.opening);
        tally.add(&row.result);
    }
    let first = rows.len() as u64;
    if first > 0 {
        lab.output.say(&format!("going on after {first} pairs"));
    }
    let mut played: Vec<PairRow> = rows.into_iter().map(|row| row.result).collect();

    type Seated<B> = HashMap<usize, Box<dyn Player<B>>>;
    let task = |index: u64, opening: String| Task {
        run: run_dir.config(),
        stage: Stage::Match,
        index,
        seed: seed.named("pair").part(index),
        openings: vec![opening],
        players: pairing(contestants.len(), index).map(|player| contestants[player].id.clone()).into(),
        limits,
    };
    let work = |seated: &mut Seated<B>, task: Task| {
        let players = pairing(contestants.len(), task.index);
        for player in players {
            if let std::collections::hash_map::Entry::Vacant(place) = seated.entry(player) {
                place.insert(contestants[player].player().ok()?);
            }
        }
        let [first, second] = players.map(|player| seated.remove(&player));
        let (mut first, mut second) = (first?, second?);
        let opening = task.openings.first()?;
        let row = play_pair(lab.rules, opening, players, [first.as_mut(), second.as_mut()], &limits, &adjudication);
        seated.insert(players[0], first);
        seated.insert(players[1], second);
        Some((task.key(), row?))
    };

    let progress = lab.output.bar("match", "pairs", first, pairs);
    let (mut done, mut out_of_openings) = (first, false);
    let mut decided = tally.decision() != Decision::Continue;
    let mut spoiled: Option<(usize, u64)> = None;
    if !decided {
        let prepare = |index: u64| {
            if index >= pairs || lab.interrupt.is_requested() {
                return None;
            }
            let opening = openings.next(index);
            out_of_openings = opening.is_none();
            opening.map(|opening| task(index, opening.fen))
        };
        let commit = |index: u64, result: Option<(_, PairRow)>| -> Result<ControlFlow<()>, RunError> {
            let (key, row) = result.ok_or(RunError::NoMemory)?;
            let row = TaskResult { key, index, result: row };
            journal.append(&row)?;
            let row = row.result;
            tally.add(&row);
            done = index + 1;
            progress.step();
            progress.message(tally.short());
            lab.output.event(
                "pair",
                &json!({"index": index, "players": row.players, "points": row.points(), "llr": tally.llr()}),
            );
            for game in &row.games {
                if let Some(fault) = &game.fault {
                    lab.output.say(&format!(
                        "pair {}: {}: {:?} ({})",
                        index + 1,
                        names[fault.player],
                        fault.fault,
                        fault.said
                    ));
                }
            }
            let culprit = row.games[0].fault.as_ref().filter(|_| row.games[1].fault.is_some());
            spoiled =
                culprit.map(|fault| (fault.player, spoiled.filter(|s| s.0 == fault.player).map_or(0, |s| s.1) + 1));
            if let (Some(fault), Some((player, SPOILED))) = (culprit, spoiled) {
                return Err(RunError::BrokenPlayer { name: names[player].clone(), reason: fault.said.clone() });
            }
            played.push(row);
            decided = tally.decision() != Decision::Continue;
            Ok(if decided { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
        };
        let window = WINDOW * lab.threads.max(1) as u64;
        in_order(lab.threads, window, first, HashMap::new, work, prepare, commit)?;
    }
    drop(progress);
    journal.sync()?;

    let interrupted = done < pairs && !decided && !out_of_openings;
    let mut pgn = String::new();
    for (index, row) in played.iter().enumerate() {
        pgn += &pgn_of(lab.rules, &lab.variant.id, index, row, &names);
    }
    write_atomically(&run_dir.file("games.pgn"), pgn.as_bytes())?;
    let summary = tally.summary(interrupted, out_of_openings);
    let text = serde_json::to_string_pretty(&summary).unwrap_or_default() + "\n";
    write_atomically(&run_dir.file("summary.json"), text.as_bytes())?;
    lab.output.event("match", &json!({"dir": dir, "summary": summary}));
    Ok(summary)
}

#[cfg(test)]
mod tests {
    use super::pairing;

    #[test]
    fn everybody_meets_everybody() {
        let pairings: Vec<[usize; 2]> = (0..6).map(|index| pairing(4, index)).collect();
        assert_eq!(pairings, [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]]);
        assert_eq!(pairing(4, 6), [0, 1]);
        assert_eq!(pairing(2, 17), [0, 1]);
    }
}
