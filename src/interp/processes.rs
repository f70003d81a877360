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
        let (grid, waiting) = (&self.grid, self.grid.describe(self.grid.nth(stuck)));
        let at = |index: usize| processes[index].at;
        let others = (0..processes.len()).filter(|&index| index != stuck);
        let (why, other) = match missing {
            Missing::Message(channel) => {
                let mut stuck = others.filter(|&index| grid.missing(index).is_some());
                (format!("nothing is sent through channel {channel}"), stuck.next())
            }
            Missing::Member(member) => {
                let state =
                    if grid.has_ended(member) { "has ended" } else { "waits at a point that does not match" };
                let other = others.into_iter().find(|&index| grid.nth(index) == member);
                (format!("{} {state}", grid.describe(member)), other)
            }
        };
        let fault = Fault::op(format!("{waiting} waits here for ever: {why}"));
        let fault = match other.and_then(|other| Some((other, at(other)?))) {
            Some((other, op)) => fault.note(op, format!("{} is here", grid.describe(grid.nth(other)))),
            None => fault,
        };
        let help = "all members of a group must come to the same ops (channel and members) in the same order";
        EvalError { op: at(stuck), ..fault.help(help).into() }
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
