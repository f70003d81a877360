//! Kernels that run on two cores: a body for each, which share HBM and meet at sendrecv and core_barrier.

use crate::ir::{Fault, Ir, OpId, Part, Trait};
use crate::machine::{EvalError, Exec, Ranks, Space};

use super::{Link, int, limits, memory_type};

/// Most cores that run one kernel (spec nki_isa.md §1).
const MOST_CORES: i64 = 2;

/// The number of cores of the kernel around an op: its attribute `lnc`.
pub fn core_count(ir: &Ir<'_>, op: OpId) -> i64 {
    let around = std::iter::successors(Some(op), |&inner| ir.parent_op(inner));
    let kernel = around.into_iter().find(|&outer| ir.attr(outer, "lnc").is_some());
    kernel.map_or(1, |kernel| int(ir, kernel, "lnc"))
}

/// The cores of a link that obeys its rule.
pub fn core_ranks(link: Link) -> Ranks {
    let [send_to, recv_from] = [link.send_to, link.recv_from].map(|rank| usize::try_from(rank).unwrap_or(0));
    Ranks { send_to, recv_from }
}

/// Errors unless a kernel of one core holds no `core_op`, and one of `lnc` cores holds one for each, in order, behind
/// allocations of HBM and nothing else.
pub fn verify_cores(ir: &Ir<'_>, kernel: OpId, core_op: &str) -> Result<(), Fault> {
    let lnc = int(ir, kernel, "lnc");
    if !(1..=MOST_CORES).contains(&lnc) {
        return Err(Fault::attr(
            "lnc",
            format!("attribute 'lnc' is {lnc}: a kernel runs on 1 or {MOST_CORES} cores"),
        ));
    }
    let body = |message: String| Err(Fault { part: Part::Region(0), ..Fault::op(message) });
    let cores: Vec<i64> =
        ir.body_ops(kernel).filter(|&op| ir.is(op, core_op)).map(|op| int(ir, op, "id")).collect();
    if lnc == 1 {
        return match cores.is_empty() {
            true => Ok(()),
            false => body(format!("holds '{core_op}', but runs on one core: set lnc = {MOST_CORES}")),
        };
    }
    let limits = limits(ir, kernel);
    if !limits.has_lnc2 {
        let message =
            format!("needs gen3 to run on {lnc} cores: {} is gen{}", limits.name, limits.nc_version);
        return Err(Fault::attr("lnc", message));
    }
    if !cores.iter().copied().eq(0..lnc) {
        return body(format!(
            "runs on {lnc} cores, so it holds a '{core_op}' for each of 0 to {}, in order, but has {cores:?}",
            lnc - 1
        ));
    }
    let shared = |op: OpId| {
        ir.has_trait(op, Trait::Allocation)
            && ir.results(op).iter().all(|&value| {
                memory_type(ir.ctx, ir.ty(value)).is_some_and(|memory| memory.space == Space::Hbm)
            })
    };
    let other = ir.body_ops(kernel).find(|&op| !ir.is(op, core_op) && !shared(op));
    match other {
        Some(other) => body(format!(
            "runs on {lnc} cores, so beside their bodies it may only allocate HBM, but holds '{}'",
            ir.name(other)
        )),
        None => Ok(()),
    }
}

/// What the body of a core does: the first one of a kernel runs all of them, each until it must wait for another.
///
/// Errors at the op where a core waits for ever.
pub fn run_cores(exec: &mut dyn Exec<'_>, op: OpId) -> Result<(), EvalError> {
    let ir = exec.ir();
    let Some(block) = ir.parent_block(op) else { return Ok(()) };
    let cores: Vec<OpId> = ir.block_ops(block).filter(|&other| ir.is(other, ir.name(op))).collect();
    if cores.first() != Some(&op) {
        return Ok(());
    }
    let result = take_turns(exec, &cores);
    exec.machine().select_core(0);
    result
}

/// Where a core stands.
#[derive(Clone, Copy)]
struct Progress {
    /// The last op it executed.
    at: OpId,
    /// The next.
    next: Option<OpId>,
}

fn take_turns(exec: &mut dyn Exec<'_>, cores: &[OpId]) -> Result<(), EvalError> {
    let ir = exec.ir();
    let mut progress: Vec<Progress> =
        cores.iter().map(|&core| Progress { at: core, next: ir.body_ops(core).next() }).collect();
    loop {
        for (core, progress) in progress.iter_mut().enumerate() {
            exec.machine().select_core(core);
            while let Some(op) = progress.next.filter(|_| !exec.machine().core().is_waiting()) {
                exec.execute(op)?;
                *progress = Progress { at: op, next: ir.next_op(op) };
            }
        }
        let met = exec.machine().meet(cores.len());
        if met.map_err(|error| EvalError::new(error.to_string()))? {
            continue;
        }
        return deadlock(exec, &progress);
    }
}

/// The error if a core still waits although none can go on.
fn deadlock(exec: &mut dyn Exec<'_>, progress: &[Progress]) -> Result<(), EvalError> {
    let waits: Vec<bool> = (0..progress.len())
        .map(|core| {
            exec.machine().select_core(core);
            exec.machine().core().is_waiting()
        })
        .collect();
    let Some(stuck) = waits.iter().position(|&waits| waits) else { return Ok(()) };
    let other = (stuck + 1) % progress.len();
    let state = if waits[other] { "waits at a point that does not match" } else { "has ended" };
    let fault = Fault::op(format!("core {stuck} waits here for ever: core {other} {state}"))
        .note(progress[other].at, format!("core {other} {state}"))
        .help("both cores must reach the same barriers and exchanges (pipe, ranks, size) in the same order");
    Err(EvalError { op: Some(progress[stuck].at), ..fault.into() })
}
