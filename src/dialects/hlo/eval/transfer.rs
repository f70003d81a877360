//! Tokens, and values that go through channels or come from the host.

use super::collective::{Numbers, existing};
use super::control::{set_values, values};
use super::{Eval, value_parts};
use crate::dialects::hlo::attrs::channel;
use crate::ir::{Fault, OpId};
use crate::machine::{EvalError, Exec, ProcessId, Route, RtValue};

/// A token says nothing: ops of a process run in program order.
fn nothing_but_order() -> RtValue {
    RtValue::Tuple([].into())
}

pub fn token(exec: &mut dyn Exec<'_>, op: OpId) -> Eval {
    set_values(exec, op, vec![nothing_but_order()])
}

/// An op that needs others at work, which a process on its own does not have.
fn with_others(exec: &mut dyn Exec<'_>) -> Eval {
    if exec.grid().is_alone() {
        return Err(EvalError::unsupported("needs a host or other processes, and there are none here"));
    }
    Ok(())
}

/// Gives an op what came from elsewhere, which must be of its results' types, and a token.
fn take(exec: &mut dyn Exec<'_>, op: OpId, mut values: Vec<RtValue>) -> Eval {
    let ir = exec.ir();
    for (index, (value, &result)) in values.iter().zip(ir.results(op)).enumerate() {
        let RtValue::Tensor(tensor) = value else { continue };
        if (tensor.elem(), tensor.shape().to_vec()) != value_parts(exec, result)? {
            let message = format!("is to get {}{:?}", tensor.elem(), tensor.shape());
            return Err(Fault::result(index, message).into());
        }
    }
    values.push(nothing_but_order());
    set_values(exec, op, values)
}

pub fn infeed(exec: &mut dyn Exec<'_>, op: OpId) -> Eval {
    with_others(exec)?;
    let source = exec.grid().infeed();
    let source = source.ok_or_else(|| EvalError::new("takes more from the host than it feeds"))?;
    let values = exec.call(op, &source, &[])?;
    take(exec, op, values)
}

/// The host takes what it is given, and nothing comes back.
pub fn outfeed(exec: &mut dyn Exec<'_>, op: OpId) -> Eval {
    with_others(exec)?;
    token(exec, op)
}

/// The targets of the pairs that have the process which executes at one side (0: source, 1: target); `None` if there are
/// no pairs.
fn targets(exec: &mut dyn Exec<'_>, op: OpId, side: usize) -> Result<Option<Vec<ProcessId>>, EvalError> {
    let numbers = Numbers::of_moving(exec.ir(), op);
    let pairs = existing(exec, op, "source_target_pairs", numbers)?;
    if pairs.is_empty() {
        return Ok(None);
    }
    let grid = exec.grid();
    let own = grid.process();
    let ends =
        pairs.iter().map(|pair| numbers.members(grid, pair)).filter(|ends| ends.get(side) == Some(&own));
    Ok(Some(ends.filter_map(|ends| ends.get(1).copied()).collect()))
}

pub fn send(exec: &mut dyn Exec<'_>, op: OpId) -> Eval {
    with_others(exec)?;
    let mut values = values(exec, op)?;
    values.pop();
    let channel = channel(exec.ir(), op);
    let routes: Vec<Route> = match targets(exec, op, 0)? {
        None => vec![(channel, None)],
        Some(targets) => targets.into_iter().map(|target| (channel, Some(target))).collect(),
    };
    routes.into_iter().for_each(|route| exec.grid().send(route, values.clone()));
    token(exec, op)
}

pub fn recv(exec: &mut dyn Exec<'_>, op: OpId) -> Eval {
    with_others(exec)?;
    let target = match targets(exec, op, 1)? {
        None => None,
        Some(own) if own.is_empty() => {
            return Err(Fault::attr("source_target_pairs", "has no pair with this process as target").into());
        }
        Some(own) => own.first().copied(),
    };
    let route = (channel(exec.ir(), op), target);
    let values = exec.grid().receive(route).ok_or_else(EvalError::waits)?;
    take(exec, op, values)
}
