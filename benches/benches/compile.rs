//! From the texts of the bundled variants to tables that can be played.

use criterion::{Criterion, criterion_group, criterion_main};
use khun_rules::AnyRules;
use khun_variant::{Settings, bundled, load_str};

fn compile(criterion: &mut Criterion) {
    let settings = Settings::default();
    let load = |text: &str, name: &str| load_str(text, name, None, &settings).expect("bundled variants load");
    criterion.bench_function("load all bundled variants", |bencher| {
        bencher.iter(|| bundled().iter().map(|file| load(file.text, file.file_name).spec.kinds.len()).sum::<usize>());
    });
    let makruk = &bundled()[0];
    let spec = load(makruk.text, makruk.file_name).spec;
    criterion.bench_function("build the tables of makruk", |bencher| bencher.iter(|| AnyRules::build(&spec)));
    criterion.bench_function("build the tables of makruk, 128 squares", |bencher| {
        bencher.iter(|| AnyRules::build_large(&spec));
    });
}

criterion_group!(benches, compile);
criterion_main!(benches);
