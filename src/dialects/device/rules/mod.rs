//! What each instruction demands of its operands (spec nki_isa.md §7, bir.md §7 and §8).
//!
//! The functions take the operands destination first, as NKI has them.

mod activation;
mod matmul;
mod movement;

pub use activation::{ActivationOperands, activation};
pub use matmul::{Tile, nc_matmul};
pub use movement::{
    Direction, Link, copy_predicated, core_barrier, dma_copy, dma_transpose, sendrecv, shuffle_mask,
    stream_shuffle, vector_offset,
};

use crate::ir::Fault;
use crate::machine::{AluClass, AluOp, Engine, Limits, Space};
use crate::tensor::ElementType;

use super::Operand;
use super::scalar::Step;

/// Values of one pass of the search family.
const SLOTS: i64 = 8;
/// Types of an index destination of the search family.
const INDEX_TYPES: &[ElementType] = &[ElementType::U16, ElementType::U32];
/// Types that match-replace takes (spec bir.md §7, op 90).
const MATCH_REPLACE_TYPES: &[ElementType] = &[
    ElementType::F16,
    ElementType::BF16,
    ElementType::U8,
    ElementType::U16,
    ElementType::U32,
    ElementType::F32,
    ElementType::S32,
];

fn on_chip(operands: &[&Operand], engine: Engine, limits: &Limits) -> Result<(), Fault> {
    operands.iter().try_for_each(|operand| operand.on_chip(engine, limits))
}

/// The data of a search: 8 to 16384 elements per partition, and no type that the search does not compare.
fn search_data(data: &Operand, limits: &Limits) -> Result<(), Fault> {
    let (least, most) = (i64::from(limits.search_min), i64::from(limits.search_max));
    if !(least..=most).contains(&data.count()) {
        return Err(data.fault(format!(
            "has {} elements per partition: {least} to {most} can be searched",
            data.count()
        )));
    }
    comparable(data)
}

/// No 64-bit type and no fp32r, which NKI calls tfloat32 (spec bir.md §7).
fn comparable(operand: &Operand) -> Result<(), Fault> {
    if operand.dtype.bytes() <= 4 && operand.dtype != ElementType::TF32 {
        return Ok(());
    }
    Err(operand.fault(format!("has elements of {}, which the search family cannot compare", operand.dtype)))
}

/// max8: the 8 largest of 8 to 16384 elements.
pub fn max8(dst: &Operand, src: &Operand, limits: &Limits) -> Result<(), Fault> {
    on_chip(&[dst, src], Engine::Dve, limits)?;
    search_data(src, limits)?;
    dst.exactly(SLOTS)?;
    dst.same_partitions(src)
}

/// nc_find_index8: positions of exactly 8 values.
pub fn find_index8(dst: &Operand, data: &Operand, vals: &Operand, limits: &Limits) -> Result<(), Fault> {
    on_chip(&[dst, data, vals], Engine::Dve, limits)?;
    search_data(data, limits)?;
    keys(vals, data)?;
    index_destination(dst, data)
}

fn keys(vals: &Operand, data: &Operand) -> Result<(), Fault> {
    vals.exactly(SLOTS)?;
    comparable(vals)?;
    vals.same_partitions(data)
}

fn index_destination(dst: &Operand, data: &Operand) -> Result<(), Fault> {
    dst.exactly(SLOTS)?;
    dst.of_type(INDEX_TYPES)?;
    dst.same_partitions(data)
}

/// nc_match_replace8; `dst_idx` needs gen3.
pub fn match_replace8(
    dst: &Operand,
    data: &Operand,
    vals: &Operand,
    dst_idx: Option<&Operand>,
    limits: &Limits,
) -> Result<(), Fault> {
    on_chip(&[dst, data, vals], Engine::Dve, limits)?;
    if data.count() < i64::from(limits.search_min) {
        let text = "MATCH_REPLACE8 Instruction expects at least 8 input elements per partition";
        return Err(data.fault(format!("has {} elements per partition: {text}", data.count())));
    }
    search_data(data, limits)?;
    data.of_type(MATCH_REPLACE_TYPES)?;
    keys(vals, data)?;
    dst.same_type(data)?;
    dst.same_extent(data)?;
    let Some(dst_idx) = dst_idx else { return Ok(()) };
    if !limits.has_match_replace_index {
        let message = format!(
            "asks for match-replace with indices, which needs gen3: {} is gen{}",
            limits.name, limits.nc_version
        );
        return Err(dst_idx.fault(message).help(
            "the split form is nc_find_index8 for the positions, then nc_match_replace8 without dst_idx",
        ));
    }
    on_chip(&[dst_idx], Engine::Dve, limits)?;
    index_destination(dst_idx, data)
}

/// tensor_copy: equal extents; types may differ.
pub fn tensor_copy(dst: &Operand, src: &Operand, engine: Engine, limits: &Limits) -> Result<(), Fault> {
    on_chip(&[dst, src], engine, limits)?;
    dst.same_extent(src)
}

/// memset: any on-chip tile.
pub fn memset(dst: &Operand, engine: Engine, limits: &Limits) -> Result<(), Fault> {
    on_chip(&[dst], engine, limits)
}

/// iota: an affine function of the position, on GpSimd. `numbers` are offset and multiplier with their attribute names.
pub fn iota(dst: &Operand, pattern: &[i64], numbers: [(&str, i64); 2], limits: &Limits) -> Result<(), Fault> {
    on_chip(&[dst], Engine::Pool, limits)?;
    affine_function(dst, pattern, numbers)
}

/// affine_select: a comparison of an affine function of the position with 0 chooses, on GpSimd.
pub fn affine_select(
    dst: &Operand,
    on_true: &Operand,
    pattern: &[i64],
    numbers: [(&str, i64); 2],
    compare: (&str, AluOp),
    limits: &Limits,
) -> Result<(), Fault> {
    on_chip(&[dst, on_true], Engine::Pool, limits)?;
    dst.same_extent(on_true)?;
    affine_function(on_true, pattern, numbers)?;
    let (name, op) = compare;
    if op.is_comparison() {
        return Ok(());
    }
    Err(Fault::attr(name, format!("is '{}', which does not compare", op.info().name)))
}

/// At most 4 pairs whose sizes multiply to the elements per partition of `operand`, all numbers 32-bit.
fn affine_function(operand: &Operand, pattern: &[i64], numbers: [(&str, i64); 2]) -> Result<(), Fault> {
    const PAIRS: usize = 4;
    let fault = |message: String| Err(Fault::attr("pattern", format!("attribute 'pattern' {message}")));
    let (pairs, rest) = pattern.as_chunks::<2>();
    if !rest.is_empty() || !(1..=PAIRS).contains(&pairs.len()) {
        return fault(format!("must hold 1 to {PAIRS} pairs (step, num), but has {} numbers", pattern.len()));
    }
    if let Some([step, num]) = pairs.iter().find(|[step, num]| i32::try_from(*step).is_err() || *num < 1) {
        return fault(format!("has a pair [{step}, {num}]: a step is a 32-bit number, a size at least 1"));
    }
    let count = pairs.iter().fold(1i64, |count, pair| count.saturating_mul(pair[1]));
    if count != operand.count() {
        return fault(format!(
            "has {count} elements, but '{}' has {} per partition",
            operand.name,
            operand.count()
        ));
    }
    match numbers.into_iter().find(|(_, value)| i32::try_from(*value).is_err()) {
        Some((name, value)) => {
            Err(Fault::attr(name, format!("attribute '{name}' is {value}, not a 32-bit number")))
        }
        None => Ok(()),
    }
}

/// reciprocal: equal extents, on the Vector engine.
pub fn reciprocal(dst: &Operand, data: &Operand, limits: &Limits) -> Result<(), Fault> {
    on_chip(&[dst, data], Engine::Dve, limits)?;
    dst.same_extent(data)
}

/// tensor_reduce over the innermost `axes` free dimensions of `data` (1 to 4); on the Vector engine.
pub fn tensor_reduce(
    dst: &Operand,
    data: &Operand,
    op: AluOp,
    axes: usize,
    negate: bool,
    limits: &Limits,
) -> Result<(), Fault> {
    alu_op(op, "op", Engine::Dve, limits)?;
    let info = op.info();
    if !info.reducible {
        return Err(Fault::attr("op", format!("operation '{}' is no reduction", info.name)));
    }
    if negate && info.class == AluClass::Bitvec {
        return Err(Fault::attr(
            "negate",
            format!("is set, but bit patterns ('{}') have no negative", info.name),
        ));
    }
    on_chip(&[dst, data], Engine::Dve, limits)?;
    bitvec_types(op, &[dst, data])?;
    dst.same_partitions(data)?;
    let Some(kept) = data.free.len().checked_sub(axes) else {
        return Err(data.fault(format!("has {} free dimensions, fewer than are reduced", data.free.len())));
    };
    let kept: i64 = data.free[..kept].iter().product();
    if dst.count() == kept {
        return Ok(());
    }
    Err(dst.fault(format!("has {} elements per partition: the reduction leaves {kept}", dst.count())))
}

/// The pairs (step, num) of an iota that obeys [`iota`], for the machine.
pub fn ramp(pattern: &[i64]) -> Vec<(i32, usize)> {
    pattern.as_chunks::<2>().0.iter().map(|&[step, num]| (step as i32, num.max(0) as usize)).collect()
}

/// nc_n_gather: u32 indices of the extent of `dst`, in SBUF.
pub fn nc_n_gather(dst: &Operand, data: &Operand, indices: &Operand, limits: &Limits) -> Result<(), Fault> {
    on_chip(&[dst, data, indices], Engine::Pool, limits)?;
    indices.of_type(&[ElementType::U32])?;
    dst.same_type(data)?;
    dst.same_partitions(data)?;
    indices.same_extent(dst)
}

/// Operations that one engine alone computes (spec nki_isa.md §5).
const ONLY_ON: &[(AluOp, Engine)] = &[(AluOp::Pow, Engine::Pool), (AluOp::Rsqrt, Engine::Pool)];

/// Errors unless `engine` of this generation computes the ALU operation that attribute `name` gives
/// (spec nki_isa.md §5, bir.md §9).
pub fn alu_op(op: AluOp, name: &str, engine: Engine, limits: &Limits) -> Result<(), Fault> {
    let info = op.info();
    let fault = |why: String| Err(Fault::attr(name, format!("operation '{}' {why}", info.name)));
    if info.wire.is_none() {
        return fault("has no encoding".to_owned());
    }
    if info.class == AluClass::Bitvec && !matches!(engine, Engine::Dve | Engine::Unassigned) {
        return fault(format!("is a bit operation, which runs on vector only, not on {}", engine.nki_name()));
    }
    if limits.nc_version < op.since() {
        return fault(format!("needs gen{}: {} is gen{}", op.since(), limits.name, limits.nc_version));
    }
    match only_engine(op) {
        Some(only) if engine != only && engine != Engine::Unassigned => {
            fault(format!("runs on {} only, not on {}", only.nki_name(), engine.nki_name()))
        }
        _ => Ok(()),
    }
}

/// The only engine that computes an operation, if there is only one.
pub fn only_engine(op: AluOp) -> Option<Engine> {
    ONLY_ON.iter().find(|row| row.0 == op).map(|row| row.1)
}

/// Errors unless every operand has integer elements where the operation is one on bits.
fn bitvec_types(op: AluOp, operands: &[&Operand]) -> Result<(), Fault> {
    if op.info().class != AluClass::Bitvec {
        return Ok(());
    }
    match operands.iter().find(|operand| !operand.dtype.is_integer()) {
        Some(other) => Err(other.fault(format!(
            "has elements of {}: the bit operation '{}' takes integers",
            other.dtype,
            op.info().name
        ))),
        None => Ok(()),
    }
}

/// tensor_tensor: equal extents, not both sources in PSUM.
pub fn tensor_tensor(
    dst: &Operand,
    data1: &Operand,
    data2: &Operand,
    op: AluOp,
    engine: Engine,
    limits: &Limits,
) -> Result<(), Fault> {
    alu_op(op, "op", engine, limits)?;
    if op.info().class == AluClass::Unary {
        let name = op.info().name;
        return Err(Fault::attr("op", format!("operation '{name}' takes one operand: tensor_scalar has it")));
    }
    on_chip(&[dst, data1, data2], engine, limits)?;
    if data1.space == Space::Psum && data2.space == Space::Psum {
        return Err(data2.fault(format!("is in psum, as '{}' is: not both sources can be", data1.name)));
    }
    bitvec_types(op, &[dst, data1, data2])?;
    data2.same_extent(data1)?;
    dst.same_extent(data1)
}

/// tensor_scalar: its steps are of one class, a scalar operand is a column of f32, and the Scalar engine only
/// multiplies, then adds.
pub fn tensor_scalar(
    dst: &Operand,
    data: &Operand,
    scalars: &[&Operand],
    steps: &[Step],
    engine: Engine,
    limits: &Limits,
) -> Result<(), Fault> {
    for step in steps {
        alu_op(step.op, step.op_attr, engine, limits)?;
    }
    if let [first, second] = steps
        && (first.op.info().class == AluClass::Bitvec) != (second.op.info().class == AluClass::Bitvec)
    {
        return Err(Fault::attr(
            second.op_attr,
            format!(
                "operations '{}' and '{}' are of different classes: both arithmetic or both on bits",
                first.op.info().name,
                second.op.info().name
            ),
        ));
    }
    if engine == Engine::Activation {
        scalar_engine(steps, limits)?;
    }
    on_chip(&[dst, data], engine, limits)?;
    on_chip(scalars, engine, limits)?;
    for step in steps {
        bitvec_types(step.op, &[dst, data])?;
    }
    for scalar in scalars {
        scalar.of_type(&[ElementType::F32])?;
        scalar.exactly(1)?;
        scalar.same_partitions(data)?;
    }
    dst.same_extent(data)
}

fn scalar_engine(steps: &[Step], limits: &Limits) -> Result<(), Fault> {
    const SCALAR_ENGINE_SINCE: u32 = 3;
    let ops: Vec<AluOp> = steps.iter().map(|step| step.op).collect();
    let computes = matches!(ops[..], [AluOp::Mult] | [AluOp::Add] | [AluOp::Mult, AluOp::Add]);
    if limits.nc_version >= SCALAR_ENGINE_SINCE && computes {
        return Ok(());
    }
    Err(Fault::attr("engine", "is scalar, which from gen3 on computes multiply, add, or multiply then add"))
}
