//! Running the work where deep recursion has room and a panic is caught.

use std::panic::resume_unwind;
use std::thread;

/// Bytes of stack. Recursion is bounded everywhere; this leaves room also in builds without optimization.
const STACK: usize = 64 << 20;

/// Runs `work` on a thread with a comfortable stack. A panic in it is a panic here.
pub fn run_on_worker<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    thread::scope(|scope| {
        let worker = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
        match worker.map(|handle| handle.join()) {
            Ok(Ok(value)) => value,
            Ok(Err(panic)) => resume_unwind(panic),
            Err(error) => panic!("cannot start a thread: {error}"),
        }
    })
}
