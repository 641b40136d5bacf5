//! The program `khun`.

use std::process::ExitCode;

fn main() -> ExitCode {
    khun_cli::main()
}
