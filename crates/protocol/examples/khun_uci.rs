//! A UCI engine for the sample variants on standard input and output.

use khun_protocol::{Fixed, Output, Settings, uci};
use khun_rules::samples;

fn main() -> std::io::Result<()> {
    let mut cambodian = samples::ouk();
    cambodian.id = "cambodian".to_owned();
    let library = Fixed(vec![samples::makruk(), cambodian]);
    let mut input = std::io::stdin().lock();
    uci(&mut input, &Output::new(std::io::stdout()), Box::new(library), Settings::default())
}
