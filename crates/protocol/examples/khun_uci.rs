//! A UCI engine for the bundled variants on standard input and output.

use khun_protocol::{Bundled, Output, Settings, uci};

fn main() -> std::io::Result<()> {
    let mut input = std::io::stdin().lock();
    uci(&mut input, &Output::new(std::io::stdout()), Box::<Bundled>::default(), Settings::default())
}
