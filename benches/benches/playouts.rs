//! Random games to their end, ends and counts tested at every ply, in moves a second.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use khun_benches::{narrow, variant};
use khun_rules::playout::{playout, seeded};

/// The longest game.
const MOST_PLIES: usize = 2000;

fn playouts(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("random games");
    group.sample_size(10);
    for id in ["makruk", "ouk", "kar-ouk", "asean", "shatranj"] {
        let rules = narrow(&variant(id));
        let game = |index| playout(&rules, &rules.start(), &mut seeded(1, index), MOST_PLIES).moves.len();
        let moves: usize = (0..50).map(game).sum();
        group.throughput(Throughput::Elements(moves as u64));
        group.bench_function(id, |bencher| bencher.iter(|| (0..50).map(game).sum::<usize>()));
    }
}

criterion_group!(benches, playouts);
criterion_main!(benches);
