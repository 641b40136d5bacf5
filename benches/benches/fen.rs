//! FEN, UCI and SAN, written and read.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use khun_benches::{narrow, positions, variant};
use khun_rules::Script;

fn fen(criterion: &mut Criterion) {
    let rules = narrow(&variant("ouk"));
    let positions = positions(&rules, 4);
    let texts: Vec<String> = positions.iter().map(|position| rules.fen(position)).collect();
    let mut group = criterion.benchmark_group("text");
    group.throughput(Throughput::Elements(positions.len() as u64));
    group.bench_function("write FEN", |bencher| {
        bencher.iter(|| positions.iter().map(|position| rules.fen(position).len()).sum::<usize>());
    });
    group.bench_function("read FEN", |bencher| {
        bencher.iter(|| texts.iter().filter(|text| rules.parse_fen(text).is_ok()).count());
    });
    let start = rules.start();
    let moves = start.legal_moves(&rules);
    let written: Vec<String> = moves.iter().map(|&mv| rules.san(&start, mv, Script::Latin)).collect();
    group.throughput(Throughput::Elements(moves.len() as u64));
    group.bench_function("write SAN", |bencher| {
        bencher
            .iter(|| moves.iter().map(|&mv| rules.san_among(&start, mv, &moves, Script::Latin).len()).sum::<usize>());
    });
    group.bench_function("read SAN", |bencher| {
        bencher.iter(|| written.iter().filter(|text| rules.parse_san(&start, text).is_ok()).count());
    });
}

criterion_group!(benches, fen);
criterion_main!(benches);
