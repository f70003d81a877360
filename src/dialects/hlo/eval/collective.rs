//! Ops between processes: what each gives its group, and what it makes of what the others gave.
//!
//! The names of the ways in which numbers stand for processes are those of the StableHLO specification ("Collective ops").
//! A process on its own is replica 0 and partition 0, and a group of one gives back what it gets.

use std::rc::Rc;

use super::control::{set_values, values};
use super::data::{joined, sliced};
use super::elementwise::fold_runs;
use super::fold::{Body, Run, Walk, widened};
use super::{Eval, failed, operand, ops, result_parts, set_results, size, zeros};
use crate::dialects::hlo::attrs::channel;
use crate::dialects::hlo::groups::groups;
use crate::ir::{Fault, Ir, OpId};
use crate::machine::{EvalError, Exec, Gathered, Grid, Meeting, ProcessId, RtValue};
use crate::tensor::Tensor;

/// What the numbers in groups stand for.
#[derive(Clone, Copy)]
pub(super) enum Numbers {
    /// Replicas, of the same partition.
    CrossReplica,
    /// Partitions, of the same replica.
    CrossPartition,
    /// Replicas, each with all of its partitions.
    CrossReplicaAndPartition,
    /// Processes, counted by replica and then by partition.
    FlattenedIds,
}

/// How the numbers of an op are read.
type Reading = fn(&Ir<'_>, OpId) -> Numbers;

impl Numbers {
    /// Of an op that joins or combines what its group has.
    fn of_joining(ir: &Ir<'_>, op: OpId) -> Self {
        match (channel(ir, op) > 0, ir.attr_flag(op, "use_global_device_ids")) {
            (false, false) => Numbers::CrossReplica,
            (true, false) => Numbers::CrossReplicaAndPartition,
            (_, true) => Numbers::FlattenedIds,
        }
    }

    /// Of an op that moves what its group has.
    pub(super) fn of_moving(ir: &Ir<'_>, op: OpId) -> Self {
        if channel(ir, op) > 0 { Numbers::CrossPartition } else { Numbers::CrossReplica }
    }

    /// What is counted, and how many there are.
    fn counted(self, grid: &Grid) -> (&'static str, usize) {
        match self {
            Numbers::CrossReplica | Numbers::CrossReplicaAndPartition => ("replica", grid.replicas()),
            Numbers::CrossPartition => ("partition", grid.partitions()),
            Numbers::FlattenedIds => ("process", grid.replicas() * grid.partitions()),
        }
    }

    /// The processes that numbers stand for when this process executes the op.
    pub(super) fn members(self, grid: &Grid, group: &[usize]) -> Vec<ProcessId> {
        let own = grid.process();
        let replicas = |partition| group.iter().map(move |&replica| ProcessId { replica, partition });
        match self {
            Numbers::CrossReplica => replicas(own.partition).collect(),
            Numbers::CrossReplicaAndPartition => (0..grid.partitions()).flat_map(replicas).collect(),
            Numbers::CrossPartition => {
                group.iter().map(|&partition| ProcessId { partition, ..own }).collect()
            }
            Numbers::FlattenedIds => group.iter().map(|&number| grid.nth(number)).collect(),
        }
    }
}

/// The rows of an attribute, all of whose numbers exist.
pub(super) fn existing(
    exec: &mut dyn Exec<'_>,
    op: OpId,
    name: &str,
    numbers: Numbers,
) -> Result<Vec<Vec<usize>>, EvalError> {
    let rows = groups(exec.ir(), op, name);
    let rows =
        rows.ok_or_else(|| EvalError::unsupported(format!("has '{name}' whose numbers are not at hand")))?;
    let alone = exec.grid().is_alone();
    let (what, count) = numbers.counted(exec.grid());
    let existing = |&number: &i64| match usize::try_from(number) {
        Ok(number) if number < count => Ok(number),
        _ if alone => Err(EvalError::unsupported("works on several devices, and there is one here")),
        _ => Err(Fault::attr(name, format!("names {what} {number}, and there are {count}")).into()),
    };
    rows.iter().map(|row| row.iter().map(existing).collect()).collect()
}

/// The group that the process which executes is in; `None` if it is in no group. Without groups, all are in one.
fn own_group(
    exec: &mut dyn Exec<'_>,
    op: OpId,
    reading: Reading,
) -> Result<Option<Vec<ProcessId>>, EvalError> {
    let numbers = reading(exec.ir(), op);
    let mut rows = existing(exec, op, "replica_groups", numbers)?;
    let grid = exec.grid();
    if rows.is_empty() {
        rows.push((0..numbers.counted(grid).1).collect());
    }
    let own = grid.process();
    Ok(rows.iter().map(|row| numbers.members(grid, row)).find(|members| members.contains(&own)))
}

/// The same for ops that every process must be in a group of.
fn own_group_of_all(
    exec: &mut dyn Exec<'_>,
    op: OpId,
    reading: Reading,
) -> Result<Vec<ProcessId>, EvalError> {
    let group = own_group(exec, op, reading)?;
    group.ok_or_else(|| {
        let grid = exec.grid();
        Fault::attr("replica_groups", format!("leaves out {}", grid.describe(grid.process()))).into()
    })
}

/// Gives values to the group and takes what its members gave.
fn meet(
    exec: &mut dyn Exec<'_>,
    op: OpId,
    members: Vec<ProcessId>,
    values: Vec<RtValue>,
) -> Result<Gathered, EvalError> {
    let ir = exec.ir();
    let meeting = Meeting { name: ir.name(op).to_string(), channel: channel(ir, op), members };
    exec.grid().meet(meeting, values).ok_or_else(EvalError::waits)
}

/// What each member gave as value `index`.
fn parts(gathered: &Gathered, index: usize) -> Result<Vec<Rc<Tensor>>, EvalError> {
    let part = |values: &Vec<RtValue>| match values.get(index) {
        Some(RtValue::Tensor(tensor)) => Ok(Rc::clone(tensor)),
        _ => Err(EvalError::new("meets a process that brings other values")),
    };
    gathered.iter().map(part).collect()
}

/// The place of the process that executes in its group.
fn own_place(exec: &mut dyn Exec<'_>, members: &[ProcessId]) -> usize {
    let own = exec.grid().process();
    members.iter().position(|&member| member == own).unwrap_or_default()
}

/// Zeros for every result: what a process gets to which nobody sends.
fn nothing(exec: &mut dyn Exec<'_>, op: OpId) -> Eval {
    let count = exec.ir().results(op).len();
    let zero = |index| result_parts(exec, op, index).and_then(|(elem, shape)| zeros(elem, &shape));
    let results = (0..count).map(zero).collect::<Result<Vec<_>, _>>()?;
    set_results(exec, op, results)
}

pub fn all_gather(exec: &mut dyn Exec<'_>, op: OpId) -> Eval {
    let members = own_group_of_all(exec, op, Numbers::of_joining)?;
    let values = values(exec, op)?;
    let (count, dim) = (values.len(), size(exec, op, "all_gather_dim")?);
    let gathered = meet(exec, op, members, values)?;
    let result = |index| joined(&parts(&gathered, index)?, dim, result_parts(exec, op, index)?);
    let results = (0..count).map(result).collect::<Result<Vec<_>, _>>()?;
    set_results(exec, op, results)
}

/// Combines tensors of one type in their order.
fn combined(
    parts: &[Rc<Tensor>],
    mut combine: impl FnMut(&mut [Tensor], &Rc<Tensor>, &Walk<'_>) -> Eval,
) -> Result<Tensor, EvalError> {
    let Some((first, rest)) = parts.split_first() else { return Err(EvalError::new("has an empty group")) };
    let mut running = [(**first).clone()];
    for part in rest {
        if (part.elem(), part.shape()) != (first.elem(), first.shape()) {
            return Err(EvalError::new("meets a process that brings a tensor of another type"));
        }
        let count = part.len();
        combine(&mut running, part, &|visit| visit(Run { to: 0, to_step: 1, from: 0, from_step: 1, count }))?;
    }
    let [result] = running;
    Ok(result)
}

/// Combines what the members gave with the op's body.
fn combined_with_body<'a>(
    exec: &mut dyn Exec<'a>,
    op: OpId,
    gathered: &Gathered,
    index: usize,
) -> Result<Tensor, EvalError> {
    let ir = exec.ir();
    let body = Body::of(ir, op);
    let parts = parts(gathered, index)?.into_iter();
    let parts: Vec<Rc<Tensor>> = parts.map(|part| widened(ir, ir.region(op, 0), 0, part)).collect();
    combined(&parts, |running, part, walk| body.fold(exec, running, std::slice::from_ref(part), walk))
}

pub fn all_reduce(exec: &mut dyn Exec<'_>, op: OpId) -> Eval {
    let members = own_group_of_all(exec, op, Numbers::of_joining)?;
    let values = values(exec, op)?;
    let count = values.len();
    let gathered = meet(exec, op, members, values)?;
    let results = (0..count).map(|index| combined_with_body(exec, op, &gathered, index));
    let results = results.collect::<Result<Vec<_>, _>>()?;
    set_results(exec, op, results)
}

/// Takes the root away from the values of an op, if it has one: which member of the group counts, for each tensor.
fn roots(exec: &mut dyn Exec<'_>, op: OpId, values: &mut Vec<RtValue>) -> Result<Vec<i64>, EvalError> {
    if !exec.ir().attr_flag(op, "has_dynamic_root") {
        return Ok(vec![0; values.len()]);
    }
    values.pop();
    Ok(operand(exec, op, values.len())?.to_i64s())
}

/// The member that a root names.
fn root_place(root: i64, members: usize) -> Result<usize, EvalError> {
    let place = usize::try_from(root).ok().filter(|&place| place < members);
    place.ok_or_else(|| EvalError::new(format!("has no member {root} in its group of {members}")))
}

/// One member of the group gets the combination, the others get zeros.
pub fn collective_reduce(exec: &mut dyn Exec<'_>, op: OpId) -> Eval {
    let members = own_group_of_all(exec, op, Numbers::of_joining)?;
    let (place, count) = (own_place(exec, &members), members.len());
    let mut values = values(exec, op)?;
    let roots = roots(exec, op, &mut values)?;
    let gathered = meet(exec, op, members, values)?;
    let mut results = Vec::with_capacity(roots.len());
    for (index, &root) in roots.iter().enumerate() {
        results.push(match root_place(root, count)? == place {
            true => combined_with_body(exec, op, &gathered, index)?,
            false => result_parts(exec, op, index).and_then(|(elem, shape)| zeros(elem, &shape))?,
        });
    }
    set_results(exec, op, results)
}

pub fn cross_replica_sum(exec: &mut dyn Exec<'_>, op: OpId) -> Eval {
    let members = own_group_of_all(exec, op, |_, _| Numbers::CrossReplica)?;
    let values = values(exec, op)?;
    let gathered = meet(exec, op, members, values)?;
    let sum = combined(&parts(&gathered, 0)?, |running, part, walk| {
        running.iter_mut().try_for_each(|running| fold_runs::<ops::Add>(running, part, walk))
    })?;
    exec.set_tensor(op, sum);
    Ok(())
}

/// Part `place` of `count` equal parts along a dimension.
fn part(x: &Tensor, dim: usize, place: usize, count: usize) -> Result<Tensor, EvalError> {
    let Some(&length) = x.shape().get(dim).filter(|&length| length % count == 0) else {
        return Err(EvalError::new(format!("cuts dimension {dim} of {:?} into {count} parts", x.shape())));
    };
    let (mut starts, mut limits) = (vec![0; x.shape().len()], x.shape().to_vec());
    (starts[dim], limits[dim]) = (length / count * place, length / count * (place + 1));
    sliced(x, &starts, &limits, &vec![1; limits.len()])
}

pub fn reduce_scatter(exec: &mut dyn Exec<'_>, op: OpId) -> Eval {
    let members = own_group_of_all(exec, op, Numbers::of_joining)?;
    let (place, count) = (own_place(exec, &members), members.len());
    let (values, dim) = (values(exec, op)?, size(exec, op, "scatter_dimension")?);
    let gathered = meet(exec, op, members, values)?;
    let result = part(&combined_with_body(exec, op, &gathered, 0)?, dim, place, count)?;
    if result.shape() != result_parts(exec, op, 0)?.1 {
        let message = format!("gives each of {count} processes a part of shape {:?}", result.shape());
        return Err(Fault::result(0, message).into());
    }
    exec.set_tensor(op, result);
    Ok(())
}

pub fn all_to_all(exec: &mut dyn Exec<'_>, op: OpId) -> Eval {
    let members = own_group_of_all(exec, op, Numbers::of_moving)?;
    let place = own_place(exec, &members);
    let values = values(exec, op)?;
    let operands = values.len();
    let [split, concat, count] =
        ["split_dimension", "concat_dimension", "split_count"].map(|name| size(exec, op, name));
    let (split, concat, count) = (split?, concat?, count?);
    if members.len() != count {
        let message = format!("cuts into {count} parts for a group of {}", members.len());
        return Err(Fault::attr("split_count", message).into());
    }
    let gathered = meet(exec, op, members, values)?;
    let result = |index| {
        let cut = |tensor: &Rc<Tensor>| part(tensor, split, place, count).map(Rc::new);
        let received = parts(&gathered, index)?.iter().map(cut).collect::<Result<Vec<_>, _>>()?;
        joined(&received, concat, result_parts(exec, op, index)?)
    };
    let results = (0..operands).map(result).collect::<Result<Vec<_>, _>>()?;
    set_results(exec, op, results)
}

/// Every member gets what the first one has, or the one that the last operand says for each tensor.
pub fn collective_broadcast(exec: &mut dyn Exec<'_>, op: OpId) -> Eval {
    let Some(members) = own_group(exec, op, Numbers::of_moving)? else {
        return nothing(exec, op);
    };
    let mut values = values(exec, op)?;
    let roots = roots(exec, op, &mut values)?;
    let gathered = meet(exec, op, members, values)?;
    let given = |(index, &root): (usize, &i64)| {
        let value = gathered[root_place(root, gathered.len())?].get(index).cloned();
        value.ok_or_else(|| EvalError::new("meets a process that brings other values"))
    };
    let results = roots.iter().enumerate().map(given).collect::<Result<Vec<_>, _>>()?;
    set_values(exec, op, results)
}

/// Each target gets what its source has, other processes get zeros. All that the pairs name meet.
pub fn permute(exec: &mut dyn Exec<'_>, op: OpId) -> Eval {
    let numbers = Numbers::of_moving(exec.ir(), op);
    let pairs = existing(exec, op, "source_target_pairs", numbers)?;
    let mut members = numbers.members(exec.grid(), &pairs.concat());
    members.sort_unstable();
    members.dedup();
    let own = exec.grid().process();
    if !members.contains(&own) {
        return nothing(exec, op);
    }
    let ends: Vec<Vec<ProcessId>> = pairs.iter().map(|pair| numbers.members(exec.grid(), pair)).collect();
    let source = ends.iter().find(|ends| ends.last() == Some(&own)).and_then(|ends| ends.first());
    let place = source.and_then(|source| members.iter().position(|member| member == source));
    let values = values(exec, op)?;
    let gathered = meet(exec, op, members, values)?;
    match place {
        Some(place) => set_values(exec, op, gathered[place].clone()),
        None => nothing(exec, op),
    }
}

fn number(exec: &mut dyn Exec<'_>, op: OpId, number: usize) -> Eval {
    exec.set_tensor(op, Tensor::from_values(&[], &[number as u32]).map_err(failed)?);
    Ok(())
}

pub fn partition_id(exec: &mut dyn Exec<'_>, op: OpId) -> Eval {
    let partition = exec.grid().process().partition;
    number(exec, op, partition)
}

pub fn replica_id(exec: &mut dyn Exec<'_>, op: OpId) -> Eval {
    let replica = exec.grid().process().replica;
    number(exec, op, replica)
}
