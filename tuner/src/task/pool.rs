//! Workers on threads, and results in the order of their indices.

use std::collections::{BTreeMap, VecDeque};
use std::ops::ControlFlow;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// Threads that wait for tasks.
pub struct Pool<T, R> {
    state: Mutex<State<T, R>>,
    work: Condvar,
    done: Condvar,
}

struct State<T, R> {
    queue: VecDeque<(u64, T)>,
    results: BTreeMap<u64, R>,
    closed: bool,
    /// A worker panicked: its result will never come.
    lost: bool,
}

impl<T, R> Pool<T, R> {
    fn lock(&self) -> MutexGuard<'_, State<T, R>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Hands a task to the workers.
    pub fn submit(&self, index: u64, task: T) {
        self.lock().queue.push_back((index, task));
        self.work.notify_one();
    }

    /// Waits for the result of a task that was handed in.
    ///
    /// # Panics
    /// A worker panicked.
    pub fn wait(&self, index: u64) -> R {
        let mut state = self.lock();
        loop {
            if let Some(result) = state.results.remove(&index) {
                return result;
            }
            assert!(!state.lost, "a worker thread panicked");
            state = self.done.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Takes back all tasks that no worker has begun.
    pub fn clear(&self) {
        self.lock().queue.clear();
    }

    fn run<W>(&self, mut worker: W, work: &impl Fn(&mut W, T) -> R) {
        let _alarm = Alarm(self);
        loop {
            let mut state = self.lock();
            let (index, task) = loop {
                if state.closed {
                    return;
                }
                if let Some(task) = state.queue.pop_front() {
                    break task;
                }
                state = self.work.wait(state).unwrap_or_else(PoisonError::into_inner);
            };
            drop(state);
            let result = work(&mut worker, task);
            self.lock().results.insert(index, result);
            self.done.notify_all();
        }
    }
}

/// Wakes the waiting thread when a worker panics, so that it panics too instead of waiting for ever.
struct Alarm<'a, T, R>(&'a Pool<T, R>);

impl<T, R> Drop for Alarm<'_, T, R> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.lock().lost = true;
            self.0.done.notify_all();
        }
    }
}

/// Closes the pool however the scope is left.
struct Close<'a, T, R>(&'a Pool<T, R>);

impl<T, R> Drop for Close<'_, T, R> {
    fn drop(&mut self) {
        self.0.lock().closed = true;
        self.0.work.notify_all();
    }
}

/// Runs `body` with a pool of `threads` workers, each with a state of its own that `worker` makes. Tasks that no worker
/// has begun when `body` ends are dropped.
pub fn with_pool<T: Send, R: Send, W, X>(
    threads: usize,
    worker: impl Fn() -> W + Sync,
    work: impl Fn(&mut W, T) -> R + Sync,
    body: impl FnOnce(&Pool<T, R>) -> X,
) -> X {
    let state = State { queue: VecDeque::new(), results: BTreeMap::new(), closed: false, lost: false };
    let pool = Pool { state: Mutex::new(state), work: Condvar::new(), done: Condvar::new() };
    std::thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            scope.spawn(|| pool.run(worker(), &work));
        }
        let _close = Close(&pool);
        body(&pool)
    })
}

/// Does tasks from index `first` on, up to `window` of them at a time, and commits their results in order.
///
/// `prepare(k)` is called right after `commit(k - window)` and before the next commit, so what it knows does not
/// depend on the number of threads. It ends the run with `None`: what is in flight is finished and committed. A commit
/// that breaks ends the run at once: what is in flight is dropped.
///
/// # Errors
/// The first error of a commit.
pub fn in_order<T: Send, R: Send, W, E>(
    threads: usize,
    window: u64,
    first: u64,
    worker: impl Fn() -> W + Sync,
    work: impl Fn(&mut W, T) -> R + Sync,
    mut prepare: impl FnMut(u64) -> Option<T>,
    mut commit: impl FnMut(u64, R) -> Result<ControlFlow<()>, E>,
) -> Result<(), E> {
    with_pool(threads, worker, work, |pool| {
        let (mut next, mut ended) = (first, false);
        let mut committed = first;
        loop {
            while !ended && next < committed + window.max(1) {
                match prepare(next) {
                    Some(task) => pool.submit(next, task),
                    None => ended = true,
                }
                next += u64::from(!ended);
            }
            if committed == next {
                return Ok(());
            }
            let result = pool.wait(committed);
            if commit(committed, result)?.is_break() {
                pool.clear();
                return Ok(());
            }
            committed += 1;
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    /// A run in which each task depends on what was committed before it.
    fn chain(threads: usize, stop: u64) -> Vec<u64> {
        let sum = std::cell::Cell::new(1u64);
        let mut results = Vec::new();
        let done: Result<(), ()> = in_order(
            threads,
            5,
            0,
            || (),
            |(), (index, sum): (u64, u64)| {
                std::thread::sleep(Duration::from_micros(index * 7919 % 13 * 100));
                index.wrapping_mul(sum) ^ 17
            },
            |index| (index < 40).then(|| (index, sum.get())),
            |index, result| {
                sum.set(sum.get().wrapping_mul(31).wrapping_add(result));
                results.push(result);
                Ok(if index == stop { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
            },
        );
        assert_eq!(done, Ok(()));
        results
    }

    #[test]
    fn results_do_not_depend_on_the_number_of_threads() {
        let one = chain(1, 100);
        assert_eq!(one.len(), 40);
        for threads in [2, 3, 8] {
            assert_eq!(chain(threads, 100), one);
        }
        assert_eq!(chain(3, 11), one[..12]);
    }

    #[test]
    fn errors_end_the_run() {
        let done = in_order(
            2,
            4,
            0,
            || (),
            |(), n: u64| n,
            Some,
            |_, n| if n < 5 { Ok(ControlFlow::Continue(())) } else { Err(n) },
        );
        assert_eq!(done, Err(5));
    }
}
