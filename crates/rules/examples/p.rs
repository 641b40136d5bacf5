use khun_rules::*;
fn main() {
    for spec in [samples::makruk(), samples::ouk()] {
        let rules = Rules::<u64>::build(&spec).unwrap();
        println!("{:?} size {} pos {}", rules, std::mem::size_of::<Rules<u64>>(), std::mem::size_of::<Position<u64>>());
        for d in 1..=6 {
            let t = std::time::Instant::now();
            let n = perft(&rules, &rules.start(), d);
            let s = t.elapsed().as_secs_f64();
            println!("{d} {n} {:.1} Mnps", n as f64 / s / 1e6);
        }
        if std::env::args().count() > 1 { 
        let rules = Rules::<u128>::build(&spec).unwrap();
        for d in 1..=6 {
            let t = std::time::Instant::now();
            let n = perft(&rules, &rules.start(), d);
            let s = t.elapsed().as_secs_f64();
            println!("{d} {n} {:.1} Mnps", n as f64 / s / 1e6);
        }}
    }
}
