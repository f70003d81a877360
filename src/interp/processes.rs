//! Running the processes of a grid: in turns, each until it waits or ends.

use super::interpreter::{Interpreter, Left};
use crate::ir::{Fault, OpId};
use crate::machine::{ErrorKind, EvalError, Exec, Missing, Program, RtValue};

/// A process that has not ended.
struct Process {
    program: Program,
    left: Left,
    /// The op at which it waits, if it has executed anything.
    at: Option<OpId>,
}

impl Interpreter<'_> {
    /// Runs the processes of the grid, which `op` started, until all have ended; gives what they return, in order.
    pub(super) fn run_processes(
        &mut self,
        op: OpId,
        programs: Vec<Program>,
    ) -> Result<Vec<RtValue>, EvalError> {
        let mut results: Vec<Vec<RtValue>> = programs.iter().map(|_| Vec::new()).collect();
        let process = |program| Process { program, left: Left::default(), at: None };
        let mut processes: Vec<Process> = programs.into_iter().map(process).collect();
        loop {
            let ready: Vec<usize> =
                (0..processes.len()).filter(|&index| self.grid.can_go_on(index)).collect();
            if ready.is_empty() {
                break;
            }
            for index in ready {
                let process = &mut processes[index];
                self.grid.select(index);
                self.left = std::mem::take(&mut process.left);
                let (name, args) = &process.program;
                match self.call(op, name, args) {
                    Ok(values) => {
                        results[index] = values;
                        self.grid.end();
                    }
                    Err(error) if error.kind == ErrorKind::Waits => {
                        process.left = std::mem::take(&mut self.left);
                        process.at = error.op;
                    }
                    Err(error) => return Err(self.in_process(error)),
                }
            }
        }
        match (0..processes.len()).find_map(|index| Some((index, self.grid.missing(index)?))) {
            Some((stuck, missing)) => Err(self.deadlock(stuck, missing, &processes)),
            None => self.nothing_undelivered().map(|()| results.concat()),
        }
    }

    /// The error with the process in which it occurred.
    fn in_process(&self, mut error: EvalError) -> EvalError {
        let place = format!("this is in {}", self.grid.describe(self.grid.process()));
        error.fault.help.get_or_insert(place.into());
        error
    }

    /// No process can go on, and this one waits.
    fn deadlock(&self, stuck: usize, missing: Missing, processes: &[Process]) -> EvalError {
        let grid = &self.grid;
        let name = |index| grid.describe(grid.nth(index));
        let (why, other, help) = match missing {
            Missing::Message(channel) => (
                format!("nothing is sent through channel {channel}"),
                (0..processes.len()).find(|&index| index != stuck && grid.missing(index).is_some()),
                "each recv needs a send through the same channel, with the same pairs if there are any",
            ),
            Missing::Member(member) => {
                let state =
                    if grid.has_ended(member) { "has ended" } else { "waits at a point that does not match" };
                (
                    format!("{} {state}", grid.describe(member)),
                    (0..processes.len()).find(|&index| grid.nth(index) == member),
                    "all members of a group must come to the same ops (channel and members) in the same order",
                )
            }
        };
        let fault = Fault::op(format!("{} waits here for ever: {why}", name(stuck))).help(help);
        let fault = match other.and_then(|other| Some((other, processes[other].at?))) {
            Some((other, op)) if !grid.has_ended(grid.nth(other)) => {
                fault.note(op, format!("{} is here", name(other)))
            }
            _ => fault,
        };
        EvalError { op: processes[stuck].at, ..fault.into() }
    }

    fn nothing_undelivered(&self) -> Result<(), EvalError> {
        match self.grid.undelivered() {
            Some(channel) => Err(EvalError::new(format!(
                "runs processes that send more through channel {channel} than is received"
            ))),
            None => Ok(()),
        }
    }
}
