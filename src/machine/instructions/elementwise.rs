//! Elementwise instructions, fills and reductions along the free axes.

use crate::tensor::{ElementType, Kind, Scalar, device_constant, math};

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

/// Iota: element i of partition p is `offset + p * channel_multiplier + sum(step_d * i_d)` in wrapping int32
/// arithmetic, cast to the type of `dst`; `pattern` lists (step, num), outermost first, and the nums multiply to the
/// elements per partition (spec nki_isa.md §7.3).
pub fn iota(
    machine: &mut Machine,
    dst: &View,
    pattern: &[(i32, usize)],
    offset: i32,
    channel_multiplier: i32,
) -> Result<(), MachineError> {
    let dst = machine.access(dst, "dst")?;
    let count = pattern.iter().fold(1usize, |count, dim| count.saturating_mul(dim.1));
    exact_count(&dst, "dst", count)?;
    let bytes = dst.elem.bytes();
    let mut row = vec![0; count * bytes];
    for partition in 0..dst.partitions {
        let base = offset.wrapping_add(channel_multiplier.wrapping_mul(partition as i32));
        for (index, out) in row.chunks_exact_mut(bytes).enumerate() {
            let mut rest = index;
            let value = pattern.iter().rev().fold(base, |value, &(step, num)| {
                let position = rest % num;
                rest /= num;
                value.wrapping_add(step.wrapping_mul(position as i32))
            });
            let stored = device_constant(dst.elem, Scalar::Int(value.into())).to_le_bytes();
            out.copy_from_slice(&stored[..bytes]);
        }
        machine.write_row_bytes(&dst, partition, &row);
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
fn per_partition(
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

macro_rules! activation_functions {
    ($($(#[$doc:meta])* $variant:ident = $bir:literal, $nki:literal, $function:expr;)*) => {
        /// A function of the Scalar engine, evaluated exactly where the hardware interpolates (spec nki_isa.md §6).
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum ActivationFunction { $($(#[$doc])* $variant,)* }

        /// (function, BIR's name, NKI's name, meaning), in the order of the enum.
        type Row = (ActivationFunction, &'static str, &'static str, fn(f32) -> f32);
        const FUNCTIONS: &[Row] = &[$((ActivationFunction::$variant, $bir, $nki, $function),)*];
    };
}

activation_functions! {
    /// x
    Identity = "Identity", "copy", |x| x;
    /// e^x
    Exp = "Exp", "exp", math::exp;
    /// 1 / (1 + e^-x)
    Sigmoid = "Sigmoid", "sigmoid", math::sigmoid;
    /// tanh x
    Tanh = "Tanh", "tanh", math::tanh;
    /// x if positive, else 0
    Relu = "Relu", "relu", |x| if x > 0.0 { x } else { 0.0 };
    /// x * sigmoid x
    Silu = "Silu", "silu", |x| x * math::sigmoid(x);
    /// x^2
    Square = "Square", "square", |x| x * x;
    /// |x|
    Abs = "Abs", "abs", f32::abs;
    /// -1, 0 or 1
    Sign = "Sign", "sign", |x| if x == 0.0 || x.is_nan() { x } else { 1f32.copysign(x) };
    /// Square root
    Sqrt = "Sqrt", "sqrt", f32::sqrt;
    /// 1 / sqrt x
    Rsqrt = "Rsqrt", "rsqrt", |x| 1.0 / x.sqrt();
    /// 1 / x
    Reciprocal = "Reciprocal", "reciprocal", |x| 1.0 / x;
    /// Natural logarithm
    Ln = "Ln", "log", math::ln;
}

impl ActivationFunction {
    /// BIR's name.
    pub fn bir_name(self) -> &'static str {
        FUNCTIONS[self as usize].1
    }

    /// NKI's name.
    pub fn nki_name(self) -> &'static str {
        FUNCTIONS[self as usize].2
    }

    /// Its meaning on f32.
    pub fn function(self) -> fn(f32) -> f32 {
        FUNCTIONS[self as usize].3
    }

    /// The function of BIR's or NKI's name.
    pub fn from_name(name: &str) -> Option<Self> {
        FUNCTIONS.iter().find(|row| row.1 == name || row.2 == name).map(|row| row.0)
    }
}

/// Activation: `dst = function(data * scale + bias)` in f32, the product rounded before the sum (spec nki_isa.md
/// §7.4). `sum`, if given, gets the sum of each partition's results in ascending order, before the cast to `dst`.
pub fn activation(
    machine: &mut Machine,
    dst: &View,
    function: ActivationFunction,
    data: &View,
    bias: ScalarOperand<'_>,
    scale: ScalarOperand<'_>,
    sum: Option<&View>,
) -> Result<(), MachineError> {
    let [dst, data] = [machine.access(dst, "dst")?, machine.access(data, "data")?];
    same_extent(&dst, "dst", &data)?;
    let bias = per_partition(machine, bias, "bias", &data)?;
    let scale = per_partition(machine, scale, "scale", &data)?;
    let sum = sum.map(|view| machine.access(view, "reduce_res")).transpose()?;
    if let Some(sum) = &sum {
        same_partitions(sum, "reduce_res", &data)?;
        exact_count(sum, "reduce_res", 1)?;
    }
    let function = function.function();
    let mut row = vec![0.0; data.count];
    for index in 0..data.partitions {
        machine.read_row_f32(&data, index, &mut row);
        row.iter_mut().for_each(|value| *value = function(*value * scale[index] + bias[index]));
        machine.write_row_f32(&dst, index, &row);
        if let Some(sum) = &sum {
            machine.write_row_f32(sum, index, &[row.iter().fold(0.0, |total, value| total + value)]);
        }
    }
    Ok(())
}
