//! The program `khun-tuner`.

use std::process::ExitCode;

fn main() -> ExitCode {
    khun_tuner::cli::main()
}
