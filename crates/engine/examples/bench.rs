//! Runs the benchmark on the sample variants: `bench [DEPTH]`.

use khun_engine::{Weights, bench};
use khun_rules::{AnyRules, samples, with_rules};

fn main() {
    let depth = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(bench::DEPTH);
    for spec in [samples::makruk(), samples::ouk()] {
        let Ok(rules) = AnyRules::build(&spec) else { continue };
        let report = with_rules!(&rules, rules => bench::run(rules, Weights::estimate(rules), depth));
        match report {
            Ok(report) => println!(
                "{}: {} nodes, {} nps, {:.2} s {:?}",
                spec.id,
                report.nodes,
                report.nodes_per_second(),
                report.time.as_secs_f64(),
                report.each
            ),
            Err(error) => println!("{}: {error}", spec.id),
        }
    }
}
