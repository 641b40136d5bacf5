//! One binary that runs on every processor and runs fast on new ones.
//!
//! Counting bits and finding the first one are most of what a move generator does, and the instructions for it
//! (`popcnt`, `tzcnt`, `blsr`) are missing from the baseline that a portable build may use. So the choice is made
//! once, at the top of a command: [`dispatch`] runs a [`Task`] compiled for the best level that the processor has.
//!
//! A function takes on a level by being inlined into the task, so everything hot is `#[inline(always)]`. What has
//! to stay a function of its own, because it calls itself, is a task again, called through the level it was given:
//!
//! ```
//! use khun_board::cpu::{dispatch, Cpu, Task};
//!
//! struct CountAll<'a>(&'a [u64]);
//!
//! impl Task for CountAll<'_> {
//!     type Output = u32;
//!
//!     #[inline(always)]
//!     fn run<C: Cpu>(self, cpu: C) -> u32 {
//!         match self.0 {
//!             [] => 0,
//!             [first, rest @ ..] => first.count_ones() + cpu.call(CountAll(rest)),
//!         }
//!     }
//! }
//!
//! assert_eq!(dispatch(CountAll(&[7, 0, 255])), 11);
//! ```

/// A piece of work that is compiled once for each level.
pub trait Task {
    /// What the work results in.
    type Output;

    /// Does the work. Mark the implementation `#[inline(always)]`, or it is compiled for the baseline only.
    fn run<C: Cpu>(self, cpu: C) -> Self::Output;
}

/// A level: a set of instructions known to be there.
pub trait Cpu: Copy + Send + Sync + 'static {
    /// What the level is called.
    const NAME: &'static str;

    /// Runs a task at this level, as a function of its own.
    fn call<T: Task>(self, task: T) -> T::Output;
}

/// Whatever the build was made for.
#[derive(Clone, Copy, Debug)]
pub struct Baseline;

impl Cpu for Baseline {
    const NAME: &'static str = "baseline";

    #[inline(never)]
    fn call<T: Task>(self, task: T) -> T::Output {
        task.run(self)
    }
}

/// x86-64 with everything of level 3 of the platform's ABI: processors since about 2013.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy, Debug)]
pub struct X86V3(());

#[cfg(target_arch = "x86_64")]
impl X86V3 {
    /// The level, where this processor has it.
    pub fn detect() -> Option<X86V3> {
        let has_all = is_x86_feature_detected!("popcnt")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("avx2");
        has_all.then_some(X86V3(()))
    }
}

#[cfg(target_arch = "x86_64")]
impl Cpu for X86V3 {
    const NAME: &'static str = "x86-64-v3";

    #[inline(always)]
    fn call<T: Task>(self, task: T) -> T::Output {
        #[target_feature(enable = "popcnt,lzcnt,bmi1,bmi2,avx2")]
        fn compiled<T: Task>(task: T, level: X86V3) -> T::Output {
            task.run(level)
        }
        // SAFETY: an `X86V3` comes from `detect` alone (its field is private), which found these instructions.
        unsafe { compiled(task, self) }
    }
}

/// Runs a task at the best level of this processor.
pub fn dispatch<T: Task>(task: T) -> T::Output {
    #[cfg(target_arch = "x86_64")]
    if let Some(level) = X86V3::detect() {
        return level.call(task);
    }
    Baseline.call(task)
}

/// The name of the level that [`dispatch`] uses.
pub fn level() -> &'static str {
    struct Name;
    impl Task for Name {
        type Output = &'static str;

        #[inline(always)]
        fn run<C: Cpu>(self, _: C) -> &'static str {
            C::NAME
        }
    }
    dispatch(Name)
}
