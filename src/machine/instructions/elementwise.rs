//! Elementwise instructions, fills and reductions along the free axes.

use crate::tensor::{ElementType, Kind, Scalar, device_constant};

use super::super::access::Access;
use super::super::alu::{AluClass, AluOp};
use super::super::engine::Engine;
use super::super::error::{MachineError, Problem};
use super::super::memory::{Machine, Space};
use super::super::view::View;
use super::{exact_count, same_extent, same_partitions};

/// Memset: every element of `dst` gets the stored bits `bits` (see [`device_constant`] for the bits of a value).
pub fn memset(machine: &mut Machine, dst: &View, bits: u64) -> Result<(), MachineError> {
    let dst = machine.access(dst, "dst")?;
    let row = bits.to_le_bytes()[..dst.elem.bytes()].repeat(dst.count);
    for index in 0..dst.partitions {
        machine.write_row_bytes(&dst, index, &row);
    }
    Ok(())
}

/// TensorCopy: bit-exact between equal types, else through f32 (spec nki_isa.md §3).
pub fn tensor_copy(machine: &mut Machine, dst: &View, src: &View) -> Result<(), MachineError> {
    let [dst, src] = [machine.access(dst, "dst")?, machine.access(src, "src")?];
    same_extent(&dst, "dst", &src)?;
    if dst.elem == src.elem {
        let mut row = vec![0; src.count * src.elem.bytes()];
        for index in 0..src.partitions {
            machine.read_row_bytes(&src, index, &mut row);
            machine.write_row_bytes(&dst, index, &row);
        }
        return Ok(());
    }
    map_rows(machine, &dst, &src, |_| ())
}

/// Reads each row of `src` as f32, lets `change` rewrite it, and writes it to `dst`.
fn map_rows(
    machine: &mut Machine,
    dst: &Access,
    src: &Access,
    mut change: impl FnMut(&mut [f32]),
) -> Result<(), MachineError> {
    let mut row = vec![0.0; src.count];
    for index in 0..src.partitions {
        machine.read_row_f32(src, index, &mut row);
        change(&mut row);
        machine.write_row_f32(dst, index, &row);
    }
    Ok(())
}

/// An affine function of the position: element i of partition p has the value
/// `offset + p * channel_multiplier + sum(step_d * i_d)` in wrapping int32 arithmetic (spec nki_isa.md §7.3).
#[derive(Clone, Copy, Debug)]
pub struct Affine<'a> {
    /// (step, num), outermost first; the nums multiply to the elements per partition.
    pub pattern: &'a [(i32, usize)],
    /// The value at the first element of partition 0.
    pub offset: i32,
    /// From one partition to the next.
    pub channel_multiplier: i32,
}

impl Affine<'_> {
    /// Errors unless the pattern has the elements of `access`.
    fn check(&self, access: &Access, operand: &'static str) -> Result<(), MachineError> {
        exact_count(access, operand, self.pattern.iter().fold(1, |count, dim| count.saturating_mul(dim.1)))
    }

    /// The values in one partition, in row-major order.
    fn values(&self, partition: usize, count: usize) -> impl Iterator<Item = i32> {
        let base = self.offset.wrapping_add(self.channel_multiplier.wrapping_mul(partition as i32));
        (0..count).map(move |index| {
            let mut rest = index;
            self.pattern.iter().rev().fold(base, |value, &(step, num)| {
                let position = rest % num;
                rest /= num;
                value.wrapping_add(step.wrapping_mul(position as i32))
            })
        })
    }
}

/// Iota: fills `dst` with an affine function of the position, cast to its type.
pub fn iota(machine: &mut Machine, dst: &View, affine: Affine<'_>) -> Result<(), MachineError> {
    let dst = machine.access(dst, "dst")?;
    affine.check(&dst, "dst")?;
    let bytes = dst.elem.bytes();
    let mut row = vec![0; dst.count * bytes];
    for partition in 0..dst.partitions {
        for (out, value) in row.chunks_exact_mut(bytes).zip(affine.values(partition, dst.count)) {
            let stored = device_constant(dst.elem, Scalar::Int(value.into())).to_le_bytes();
            out.copy_from_slice(&stored[..bytes]);
        }
        machine.write_row_bytes(&dst, partition, &row);
    }
    Ok(())
}

/// affine_select: `dst` is `on_true` where the affine function compares with 0 as `compare` asks, else `on_false`.
pub fn affine_select(
    machine: &mut Machine,
    dst: &View,
    on_true: &View,
    affine: Affine<'_>,
    compare: AluOp,
    on_false: f32,
) -> Result<(), MachineError> {
    let [dst, on_true] = [machine.access(dst, "dst")?, machine.access(on_true, "on_true")?];
    same_extent(&dst, "dst", &on_true)?;
    affine.check(&on_true, "on_true")?;
    let Some(int) = compare.info().int.filter(|_| compare.is_comparison()) else {
        return Err(Problem::AluOp { op: compare.info().name, reason: "not a comparison" }.of("cmp_op"));
    };
    let mut row = vec![0.0; on_true.count];
    for partition in 0..on_true.partitions {
        machine.read_row_f32(&on_true, partition, &mut row);
        for (value, position) in row.iter_mut().zip(affine.values(partition, on_true.count)) {
            if int(position.into(), 0) == 0 {
                *value = on_false;
            }
        }
        machine.write_row_f32(&dst, partition, &row);
    }
    Ok(())
}

/// What an ALU operation runs on, given the types of all operands.
enum Datapath {
    Float(fn(f32, f32) -> f32),
    Integer { op: fn(i64, i64) -> i64, class: AluClass },
}

/// The datapath of `op`: bit operations need integer operands; arithmetic is f32, except that GpSimd computes
/// natively when every operand is a 32-bit integer outside PSUM (spec nki_isa.md §3).
fn datapath(op: AluOp, engine: Engine, operands: &[&Access]) -> Result<Datapath, MachineError> {
    let info = op.info();
    let refuse = |reason| Err(Problem::AluOp { op: info.name, reason }.of("op"));
    let native = |access: &&Access| {
        matches!(access.elem, ElementType::S32 | ElementType::U32) && access.space != Space::Psum
    };
    match (info.class, info.float, info.int) {
        (AluClass::Bitvec, _, Some(int)) if operands.iter().all(|access| access.elem.is_integer()) => {
            Ok(Datapath::Integer { op: int, class: AluClass::Bitvec })
        }
        (AluClass::Bitvec, ..) => refuse("bit operations take integer operands"),
        (class, _, Some(int)) if engine == Engine::Pool && operands.iter().all(native) => {
            Ok(Datapath::Integer { op: int, class })
        }
        (_, Some(float), _) => Ok(Datapath::Float(float)),
        _ => refuse("no engine computes it on these operands"),
    }
}

/// Reads one row as integers: values for arithmetic, zero-extended patterns for bit operations (but for the
/// arithmetic shift, whose sign bit is that of the element).
fn read_integers(machine: &Machine, access: &Access, row: usize, signed: bool) -> Vec<i64> {
    let bytes = access.elem.bytes();
    let mut raw = vec![0; access.count * bytes];
    machine.read_row_bytes(access, row, &mut raw);
    let unused = 64 - 8 * bytes as u32;
    let extend = signed && matches!(access.elem.kind(), Kind::Signed(_));
    raw.chunks_exact(bytes)
        .map(|element| {
            let mut word = [0; 8];
            word[..bytes].copy_from_slice(element);
            let word = u64::from_le_bytes(word);
            if extend { ((word << unused) as i64) >> unused } else { word as i64 }
        })
        .collect()
}

/// Writes the low bits of each result.
fn write_integers(machine: &mut Machine, access: &Access, row: usize, values: impl Iterator<Item = i64>) {
    let bytes = access.elem.bytes();
    let mut raw = Vec::with_capacity(access.count * bytes);
    values.for_each(|value| raw.extend_from_slice(&value.to_le_bytes()[..bytes]));
    machine.write_row_bytes(access, row, &raw);
}

fn is_signed(op: AluOp, class: AluClass) -> bool {
    class != AluClass::Bitvec || op == AluOp::ArithShiftRight
}

/// TensorTensor: `dst = data1 op data2`, elementwise (spec nki_isa.md §7.3).
pub fn tensor_tensor(
    machine: &mut Machine,
    dst: &View,
    data1: &View,
    data2: &View,
    op: AluOp,
    engine: Engine,
) -> Result<(), MachineError> {
    let [dst, data1, data2] =
        [machine.access(dst, "dst")?, machine.access(data1, "data1")?, machine.access(data2, "data2")?];
    same_extent(&data2, "data2", &data1)?;
    same_extent(&dst, "dst", &data1)?;
    match datapath(op, engine, &[&dst, &data1, &data2])? {
        Datapath::Float(float) => {
            let mut other = vec![0.0; data2.count];
            let mut row = vec![0.0; data1.count];
            for index in 0..data1.partitions {
                machine.read_row_f32(&data1, index, &mut row);
                machine.read_row_f32(&data2, index, &mut other);
                row.iter_mut().zip(&other).for_each(|(left, right)| *left = float(*left, *right));
                machine.write_row_f32(&dst, index, &row);
            }
        }
        Datapath::Integer { op: int, class } => {
            for index in 0..data1.partitions {
                let left = read_integers(machine, &data1, index, is_signed(op, class));
                let right = read_integers(machine, &data2, index, is_signed(op, class));
                write_integers(machine, &dst, index, left.into_iter().zip(right).map(|(a, b)| int(a, b)));
            }
        }
    }
    Ok(())
}

/// The second operand of one step of tensor_scalar.
#[derive(Clone, Copy, Debug)]
pub enum ScalarOperand<'a> {
    /// A constant of arithmetic.
    Float(f32),
    /// A constant of bit operations.
    Int(i32),
    /// One f32 per partition.
    PerPartition(&'a View),
}

/// One step of tensor_scalar: `value op operand`, or `operand op value` if reversed.
#[derive(Clone, Copy, Debug)]
pub struct ScalarStep<'a> {
    /// The operation.
    pub op: AluOp,
    /// Its second operand.
    pub operand: ScalarOperand<'a>,
    /// Whether the operands are swapped.
    pub reverse: bool,
}

/// TensorScalar: `dst` is `data` taken through each step in turn (spec nki_isa.md §7.3). Arithmetic is f32; bit
/// operations need integer data and [`ScalarOperand::Int`] operands; the classes do not mix.
pub fn tensor_scalar(
    machine: &mut Machine,
    dst: &View,
    data: &View,
    steps: &[ScalarStep<'_>],
) -> Result<(), MachineError> {
    let [dst, data] = [machine.access(dst, "dst")?, machine.access(data, "data")?];
    same_extent(&dst, "dst", &data)?;
    let bit_operation = |step: &ScalarStep<'_>| step.op.info().class == AluClass::Bitvec;
    if let Some(mixed) = steps.iter().find(|step| bit_operation(step) != bit_operation(&steps[0])) {
        let reason = "bit operations and arithmetic do not mix in one instruction";
        return Err(Problem::AluOp { op: mixed.op.info().name, reason }.of("op"));
    }
    if steps.first().is_some_and(bit_operation) {
        bit_steps(machine, &dst, &data, steps)
    } else {
        float_steps(machine, &dst, &data, steps)
    }
}

fn bit_steps(
    machine: &mut Machine,
    dst: &Access,
    data: &Access,
    steps: &[ScalarStep<'_>],
) -> Result<(), MachineError> {
    let resolve = |step: &ScalarStep<'_>| match (datapath(step.op, Engine::Dve, &[dst, data])?, step.operand)
    {
        (Datapath::Integer { op, .. }, ScalarOperand::Int(value)) => Ok((op, i64::from(value), step.reverse)),
        _ => {
            let reason = "bit operations take integer constants";
            Err(Problem::AluOp { op: step.op.info().name, reason }.of("operand"))
        }
    };
    let resolved = steps.iter().map(resolve).collect::<Result<Vec<_>, _>>()?;
    let signed = steps.iter().any(|step| is_signed(step.op, AluClass::Bitvec));
    for index in 0..data.partitions {
        let row = read_integers(machine, data, index, signed);
        let apply = |value: i64| {
            resolved.iter().fold(
                value,
                |value, &(op, other, reverse)| {
                    if reverse { op(other, value) } else { op(value, other) }
                },
            )
        };
        write_integers(machine, dst, index, row.into_iter().map(apply));
    }
    Ok(())
}

fn float_steps(
    machine: &mut Machine,
    dst: &Access,
    data: &Access,
    steps: &[ScalarStep<'_>],
) -> Result<(), MachineError> {
    let mut resolved = Vec::with_capacity(steps.len());
    for step in steps {
        let Datapath::Float(float) = datapath(step.op, Engine::Dve, &[dst, data])? else {
            let reason = "no engine computes it on these operands";
            return Err(Problem::AluOp { op: step.op.info().name, reason }.of("op"));
        };
        resolved.push((float, per_partition(machine, step.operand, "operand", data)?, step.reverse));
    }
    let mut row = vec![0.0; data.count];
    for index in 0..data.partitions {
        machine.read_row_f32(data, index, &mut row);
        for (float, operand, reverse) in &resolved {
            let other = operand[index];
            if *reverse {
                row.iter_mut().for_each(|value| *value = float(other, *value));
            } else {
                row.iter_mut().for_each(|value| *value = float(*value, other));
            }
        }
        machine.write_row_f32(dst, index, &row);
    }
    Ok(())
}

/// The operand's value in every partition of `like`.
pub(super) fn per_partition(
    machine: &Machine,
    operand: ScalarOperand<'_>,
    name: &'static str,
    like: &Access,
) -> Result<Vec<f32>, MachineError> {
    let view = match operand {
        ScalarOperand::Float(value) => return Ok(vec![value; like.partitions]),
        ScalarOperand::Int(value) => return Ok(vec![value as f32; like.partitions]),
        ScalarOperand::PerPartition(view) => view,
    };
    let access = machine.access(view, name)?;
    same_partitions(&access, name, like)?;
    exact_count(&access, name, 1)?;
    let mut values = vec![0.0; like.partitions];
    for (index, value) in values.chunks_exact_mut(1).enumerate() {
        machine.read_row_f32(&access, index, value);
    }
    Ok(values)
}

/// TensorReduce: each element of `dst` reduces as many consecutive elements of `data` (its trailing free axes), in
/// ascending order from the first; `negate` multiplies the result by -1 (spec nki_isa.md §7.3, bir.md §8).
pub fn tensor_reduce(
    machine: &mut Machine,
    dst: &View,
    data: &View,
    op: AluOp,
    negate: bool,
) -> Result<(), MachineError> {
    let [dst, data] = [machine.access(dst, "dst")?, machine.access(data, "data")?];
    same_partitions(&dst, "dst", &data)?;
    let info = op.info();
    if !info.reducible {
        return Err(Problem::AluOp { op: info.name, reason: "not a reduction" }.of("op"));
    }
    if dst.count == 0 || data.count == 0 || !data.count.is_multiple_of(dst.count) {
        let expected = format!("a divisor of {}", data.count);
        return Err(Problem::ElementCount { expected, found: dst.count }.of("dst"));
    }
    let group = data.count / dst.count;
    match datapath(op, Engine::Dve, &[&dst, &data])? {
        Datapath::Float(float) => {
            let mut row = vec![0.0; data.count];
            let mut out = vec![0.0; dst.count];
            for index in 0..data.partitions {
                machine.read_row_f32(&data, index, &mut row);
                for (result, group) in out.iter_mut().zip(row.chunks_exact(group)) {
                    let reduced = group[1..].iter().fold(group[0], |acc, value| float(acc, *value));
                    *result = if negate { -reduced } else { reduced };
                }
                machine.write_row_f32(&dst, index, &out);
            }
        }
        Datapath::Integer { op: int, class } => {
            if negate {
                return Err(
                    Problem::AluOp { op: info.name, reason: "bit patterns have no negative" }.of("negate")
                );
            }
            for index in 0..data.partitions {
                let row = read_integers(machine, &data, index, is_signed(op, class));
                let reduce = |group: &[i64]| group[1..].iter().fold(group[0], |acc, value| int(acc, *value));
                write_integers(machine, &dst, index, row.chunks_exact(group).map(reduce));
            }
        }
    }
    Ok(())
}

/// Reciprocal: 1 / x in f32 (spec nki_isa.md §7.3).
pub fn reciprocal(machine: &mut Machine, dst: &View, data: &View) -> Result<(), MachineError> {
    let [dst, data] = [machine.access(dst, "dst")?, machine.access(data, "data")?];
    same_extent(&dst, "dst", &data)?;
    map_rows(machine, &dst, &data, |row| row.iter_mut().for_each(|value| *value = 1.0 / *value))
}
