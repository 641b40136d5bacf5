//! The program from outside: what goes in, what comes out.

mod calls;
mod docs;
mod engine;
mod games;
mod pictures;
mod program;
mod workshop;
