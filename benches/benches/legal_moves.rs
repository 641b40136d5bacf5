//! Lists of legal moves by both generators, in positions a second.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use khun_benches::{narrow, positions, variant};

fn legal_moves(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("legal moves");
    for id in ["makruk", "ouk", "makpong", "ai-wok"] {
        let rules = narrow(&variant(id));
        let positions = positions(&rules, 10);
        group.throughput(Throughput::Elements(positions.len() as u64));
        group.bench_function(id, |bencher| {
            let mut moves = Vec::with_capacity(128);
            bencher.iter(|| {
                let mut total = 0;
                for position in &positions {
                    moves.clear();
                    position.push_legal_moves(&rules, &mut moves);
                    total += moves.len();
                }
                total
            });
        });
        group.bench_function(format!("{id}, carefully"), |bencher| {
            bencher
                .iter(|| positions.iter().map(|position| position.legal_moves_carefully(&rules).len()).sum::<usize>());
        });
    }
}

criterion_group!(benches, legal_moves);
criterion_main!(benches);
