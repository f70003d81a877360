//! The Scalar engine: functions with scale and bias, and its reduction registers.

use crate::tensor::math;

use super::super::error::{MachineError, Problem};
use super::super::memory::Machine;
use super::super::view::View;
use super::elementwise::per_partition;
use super::{ScalarOperand, exact_count, same_extent, same_partitions};

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

macro_rules! reduce_commands {
    ($($(#[$doc:meta])* $variant:ident = $nki:literal, $bir:literal;)*) => {
        /// What an activation does with its engine's reduction registers (spec nki_isa.md §7.4, bir.md §9).
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum ReduceCommand { $($(#[$doc])* $variant,)* }

        /// (command, NKI's name, BIR's name of the accumulation), in the order of the enum.
        const COMMANDS: &[(ReduceCommand, &str, &str)] = &[$((ReduceCommand::$variant, $nki, $bir),)*];
    };
}

reduce_commands! {
    /// Leaves them.
    Idle = "idle", "Idle";
    /// Sets them to 0.
    Reset = "reset", "Zero";
    /// Adds the results to them.
    Reduce = "reduce", "AddAccumulate";
    /// Sets them to the sum of the results.
    ResetReduce = "reset_reduce", "ZeroAccumulate";
}

impl ReduceCommand {
    /// NKI's name.
    pub fn nki_name(self) -> &'static str {
        COMMANDS[self as usize].1
    }

    /// BIR's name.
    pub fn bir_name(self) -> &'static str {
        COMMANDS[self as usize].2
    }

    /// The command of NKI's or BIR's name.
    pub fn from_name(name: &str) -> Option<Self> {
        COMMANDS.iter().find(|row| row.1 == name || row.2 == name).map(|row| row.0)
    }
}

/// The operands of an activation beside destination and data.
#[derive(Clone, Copy, Debug)]
pub struct ActivationArgs<'a> {
    /// What is computed.
    pub function: ActivationFunction,
    /// Added to the scaled data.
    pub bias: ScalarOperand<'a>,
    /// The data's factor.
    pub scale: ScalarOperand<'a>,
    /// What happens to the registers of the data's partitions.
    pub reduce: ReduceCommand,
    /// Gets their values afterwards, one for each partition.
    pub reduce_res: Option<&'a View>,
}

/// Activation: `dst = function(data * scale + bias)` in f32, the product rounded before the sum (spec nki_isa.md
/// §7.4). The reduction runs over each partition's results before the cast to `dst`, ascending, from what the register
/// holds, so that a row in pieces sums as a row at once.
pub fn activation(
    machine: &mut Machine,
    dst: &View,
    data: &View,
    args: ActivationArgs<'_>,
) -> Result<(), MachineError> {
    let [dst, data] = [machine.access(dst, "dst")?, machine.access(data, "data")?];
    same_extent(&dst, "dst", &data)?;
    let bias = per_partition(machine, args.bias, "bias", &data)?;
    let scale = per_partition(machine, args.scale, "scale", &data)?;
    let result = args.reduce_res.map(|view| machine.access(view, "reduce_res")).transpose()?;
    if let Some(result) = &result {
        same_partitions(result, "reduce_res", &data)?;
        exact_count(result, "reduce_res", 1)?;
    }
    let lanes = data.first_partition()..data.first_partition() + data.partitions;
    if lanes.end > machine.core().reduce_registers.len() {
        let (start, count) = (lanes.start as u32, data.partitions as u32);
        let available = machine.limits().partitions;
        return Err(Problem::Partitions { start, count, available }.of("data"));
    }
    let function = args.function.function();
    let mut row = vec![0.0; data.count];
    for (index, lane) in lanes.enumerate() {
        machine.read_row_f32(&data, index, &mut row);
        row.iter_mut().for_each(|value| *value = function(*value * scale[index] + bias[index]));
        machine.write_row_f32(&dst, index, &row);
        let register = &mut machine.core_mut().reduce_registers[lane];
        let from = match args.reduce {
            ReduceCommand::Idle | ReduceCommand::Reduce => *register,
            ReduceCommand::Reset | ReduceCommand::ResetReduce => 0.0,
        };
        *register = match args.reduce {
            ReduceCommand::Idle | ReduceCommand::Reset => from,
            ReduceCommand::Reduce | ReduceCommand::ResetReduce => {
                row.iter().fold(from, |total, value| total + value)
            }
        };
        let total = *register;
        if let Some(result) = &result {
            machine.write_row_f32(result, index, &[total]);
        }
    }
    Ok(())
}
