//! What games of a variant against itself say about it.
//!
//! Games are played by the engine with a fixed number of nodes a move, or at random. Each game depends on the seed and its
//! number alone, and everything is added up in the order of the games: the figures are the same whatever the number of
//! threads.

mod figures;
mod game;
mod page;
mod play;
mod plot;
mod reference;
mod table;
mod values;

use std::io::{IsTerminal, Write};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use khun_rules::board::Bitboard;
use khun_rules::{Rules, with_rules};
use khun_variant::Variant;

use crate::failure::Failure;

pub(crate) use figures::Figures;
use game::GameRecord;
pub(crate) use page::page;
pub(crate) use reference::reference;
pub(crate) use table::print;

/// How games are played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Settings {
    /// How many.
    pub(crate) games: u64,
    /// Another seed gives other games.
    pub(crate) seed: u64,
    /// How many nodes the engine searches for each move; `None`: moves are random.
    pub(crate) nodes: Option<u64>,
    /// Random plies at the beginning of each game of the engine, so that games differ.
    pub(crate) opening: usize,
    /// Games longer than this are cut off.
    pub(crate) max_plies: usize,
    /// Threads to play on.
    pub(crate) threads: usize,
}

/// Plays games of a variant and counts what happens in them. Once `stop` is set, the games that are under way are finished
/// and the figures are those of the games that there are.
///
/// # Errors
/// The weights of the variant are faulty, or there is no memory for an engine.
pub(crate) fn measure(variant: &Variant, settings: &Settings, stop: &AtomicBool) -> Result<Figures, Failure> {
    let records = with_rules!(&variant.rules, rules => {
        let mut players = Vec::new();
        for _ in 0..settings.threads.max(1) {
            players.push(play::Player::new(variant, rules, settings)?);
        }
        play_all(rules, players, settings, stop)
    });
    Ok(Figures::new(variant, settings, &records))
}

/// Plays the games on as many threads as there are players. Returns the records in the order of the games.
fn play_all<B: Bitboard>(
    rules: &Rules<B>,
    players: Vec<play::Player<B>>,
    settings: &Settings,
    stop: &AtomicBool,
) -> Vec<GameRecord> {
    let (next, done) = (AtomicU64::new(0), AtomicU64::new(0));
    let talk = std::io::stderr().is_terminal();
    let work = |mut player: play::Player<B>| {
        let mut records = Vec::new();
        while !stop.load(Ordering::Relaxed) {
            let index = next.fetch_add(1, Ordering::Relaxed);
            if index >= settings.games {
                break;
            }
            records.push((index, player.game(rules, settings, index)));
            let done = done.fetch_add(1, Ordering::Relaxed) + 1;
            if talk {
                // Nothing depends on whether anybody reads this.
                let _ = write!(std::io::stderr(), "\r{done} of {} games ", settings.games);
            }
        }
        records
    };
    let mut records = std::thread::scope(|scope| {
        let work = &work;
        let threads: Vec<_> = players.into_iter().map(|player| scope.spawn(move || work(player))).collect();
        threads.into_iter().filter_map(|thread| thread.join().ok()).flatten().collect::<Vec<_>>()
    });
    if talk {
        let _ = write!(std::io::stderr(), "\r{:40}\r", "");
    }
    records.sort_unstable_by_key(|(index, _)| *index);
    records.into_iter().map(|(_, record)| record).collect()
}
