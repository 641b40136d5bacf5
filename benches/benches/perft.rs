//! Perft to depth 5, in paths a second.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use khun_benches::{narrow, variant, wide};
use khun_rules::perft;

fn perft_5(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("perft 5");
    group.sample_size(10);
    for id in ["makruk", "ouk", "makpong", "shatranj"] {
        let variant = variant(id);
        let (narrow, wide) = (narrow(&variant), wide(&variant));
        let nodes = perft(&narrow, &narrow.start(), 5);
        group.throughput(Throughput::Elements(nodes));
        group.bench_function(id, |bencher| bencher.iter(|| perft(&narrow, &narrow.start(), 5)));
        group.bench_function(format!("{id}, 128 squares"), |bencher| {
            bencher.iter(|| perft(&wide, &wide.start(), 5));
        });
    }
}

criterion_group!(benches, perft_5);
criterion_main!(benches);
