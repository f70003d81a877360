//! activation (spec nki_isa.md §7.4).

use crate::ir::Fault;
use crate::machine::instructions::ReduceCommand;
use crate::machine::{AluOp, Engine, Limits};
use crate::tensor::ElementType;

use super::{Operand, on_chip};

/// The operands of an activation.
pub struct ActivationOperands<'o> {
    /// Destination.
    pub dst: &'o Operand,
    /// What the function is applied to.
    pub data: &'o Operand,
    /// One number for each partition.
    pub bias: Option<&'o Operand>,
    /// One f32 for each partition.
    pub scale: Option<&'o Operand>,
    /// Where the reduction registers go.
    pub reduce_res: Option<&'o Operand>,
}

/// activation: equal extents; columns for bias, scale and result; a constant bias other than 0 from gen3 on; the
/// registers only add.
pub fn activation(
    operands: &ActivationOperands<'_>,
    constant_bias: f32,
    reduce: ReduceCommand,
    reduce_op: Option<AluOp>,
    limits: &Limits,
) -> Result<(), Fault> {
    const CONSTANT_BIAS_SINCE: u32 = 3;
    let ActivationOperands { dst, data, bias, scale, reduce_res } = *operands;
    on_chip(&[dst, data], Engine::Activation, limits)?;
    dst.same_extent(data)?;
    for column in [bias, scale, reduce_res].into_iter().flatten() {
        on_chip(&[column], Engine::Activation, limits)?;
        column.exactly(1)?;
        column.same_partitions(data)?;
    }
    if let Some(scale) = scale {
        scale.of_type(&[ElementType::F32])?;
    }
    if constant_bias != 0.0 && limits.nc_version < CONSTANT_BIAS_SINCE {
        let message = format!(
            "has a constant bias of {constant_bias}, which needs gen{CONSTANT_BIAS_SINCE}: {} is gen{}",
            limits.name, limits.nc_version
        );
        return Err(
            Fault::attr("bias_imm", message).help("give the bias as a tile of one number per partition")
        );
    }
    let adds = matches!(reduce, ReduceCommand::Reduce | ReduceCommand::ResetReduce);
    match reduce_op {
        Some(op) if op != AluOp::Add => Err(Fault::attr(
            "reduce_op",
            format!("is '{}': the reduction registers only add", op.info().name),
        )),
        None if adds => {
            Err(Fault::attr("reduce_cmd", "reduces, but there is no 'reduce_op': it must be add"))
        }
        _ => Ok(()),
    }
}
