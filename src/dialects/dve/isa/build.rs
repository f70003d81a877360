//! Bundles and bundle sequences from plain operands, one function per instruction.
//!
//! Every function takes destinations first, as NKI does. Errors name the check: an access pattern that the struct cannot hold
//! here, everything else when the bundle is encoded.

use super::bundle::{Bundle, Ramp, Scalar, Value};
use super::check::{self, Refusal};
use super::layout::Kind;
use super::opcode::{self, Opcode};
use super::operand::{ApError, Operand, Order, Pattern};
use super::{AluClass, AluOp};

/// Starts a bundle. The mnemonics are those of this file.
fn start(mnemonic: &str) -> Bundle {
    Bundle::new(row(mnemonic))
}

fn row(mnemonic: &str) -> &'static Opcode {
    opcode::by_mnemonic(mnemonic).expect("the mnemonics of this file are rows of the table (tested)")
}

/// Sets a pattern field, its element type and, from the first operand, the channels.
fn operand(bundle: &mut Bundle, name: &'static str, from: &Operand, order: Order) -> Result<(), Refusal> {
    place(bundle, name, from, |rank| from.pattern(rank, order))
}

fn place(
    bundle: &mut Bundle,
    name: &'static str,
    from: &Operand,
    pattern: impl FnOnce(usize) -> Result<Pattern, ApError>,
) -> Result<(), Refusal> {
    let op = bundle.op();
    let field =
        op.layout.field(name).expect("the field names of this file are those of the structs (tested)");
    let Kind::Pattern { rank, dtype, .. } = field.kind else { unreachable!("{name} is a pattern field") };
    let pattern = pattern(rank.into()).map_err(|error| refusal(op, field.at, name, error))?;
    bundle.set(name, Value::Pattern(pattern))?;
    bundle.set(dtype, Value::Dtype(from.dtype))?;
    let channels = bundle.channels();
    if channels != 0 && channels != from.partitions {
        let (found, legal) = (format!("{} partitions", from.partitions), format!("{channels} partitions"));
        return Err(Refusal::new(op, &check::EQUAL_PARTITIONS, field.at, name, found, legal));
    }
    bundle.set("channels", Value::Uint(from.partitions))
}

fn refusal(op: &Opcode, at: u8, field: &'static str, error: ApError) -> Refusal {
    let (found, legal) = (error.found.to_string(), format!("at most {}", error.limit));
    Refusal::new(op, error.check, at, field, found, legal)
}

/// Max8: the 8 largest of `src` into `dst`, descending.
///
/// Silicon writes smallest to largest, so the destination pattern is reversed (spec dve.md §4.1).
pub fn max8(dst: &Operand, src: &Operand) -> Result<Bundle, Refusal> {
    let mut bundle = start("max8");
    operand(&mut bundle, "src", src, Order::Forward)?;
    operand(&mut bundle, "dst", dst, Order::Reversed)?;
    Ok(bundle)
}

/// MatchValueLoad of 8 keys: `mv[7-k] := f32(element k visited)`.
///
/// `Reversed` gives `mv[k]` = key k (before FindIndex8), `Forward` gives `mv[7-k]` = key k (before MatchReplace8)
/// (spec dve.md §4.2).
pub fn match_value_load(keys: &Operand, order: Order) -> Result<Bundle, Refusal> {
    let mut bundle = start("match_value_load");
    operand(&mut bundle, "src", keys, order)?;
    Ok(bundle)
}

/// FindIndex8: the positions in `src` of the loaded match values, `mv[0]` first.
pub fn find_index8(dst: &Operand, src: &Operand) -> Result<Bundle, Refusal> {
    let mut bundle = start("find_index8");
    operand(&mut bundle, "src", src, Order::Forward)?;
    operand(&mut bundle, "dst", dst, Order::Forward)?;
    Ok(bundle)
}

/// MatchReplace8: `src` with each matched element replaced by `imm`.
pub fn match_replace8(dst: &Operand, src: &Operand, imm: f32) -> Result<Bundle, Refusal> {
    let mut bundle = start("match_replace8");
    operand(&mut bundle, "src", src, Order::Forward)?;
    operand(&mut bundle, "dst", dst, Order::Forward)?;
    bundle.set("imm", Value::F32(imm.to_bits()))?;
    Ok(bundle)
}

/// DveReadIndices: drains the positions that the MatchReplace8 before it matched, flop n (of `mv[n]`) first.
///
/// Open (spec dve.md §4.5): no source says where MaxIndexAndMatchReplace is reversed. Its first two bundles equal
/// those of MatchReplace (§4.6), hence a plain load, `mv[7-k]` = key k, hence flop n belongs to key 7-n. For `idx[k]` to pair
/// with key k the drain must write back to front: the destination is reversed here. It also explains the documented
/// pairing order 7, 6, .., 0 of match-replace (spec nki_isa.md §7.5): the hardware arbitrates by rising flop.
pub fn read_indices(dst: &Operand) -> Result<Bundle, Refusal> {
    let mut bundle = start("dve_read_indices");
    operand(&mut bundle, "dst", dst, Order::Reversed)?;
    Ok(bundle)
}

/// BIR MaxIndex (89): load the keys so that `mv[k]` = key k, then find them.
pub fn max_index(dst: &Operand, keys: &Operand, data: &Operand) -> Result<[Bundle; 2], Refusal> {
    Ok([match_value_load(keys, Order::Reversed)?, find_index8(dst, data)?])
}

/// BIR MatchReplace (90): load the keys plainly, then replace.
pub fn match_replace(
    dst: &Operand,
    keys: &Operand,
    data: &Operand,
    imm: f32,
) -> Result<[Bundle; 2], Refusal> {
    Ok([match_value_load(keys, Order::Forward)?, match_replace8(dst, data, imm)?])
}

/// BIR MaxIndexAndMatchReplace (91): the bundles of 90, then the drain of the positions into `dst_idx`.
pub fn max_index_and_match_replace(
    dst: &Operand,
    dst_idx: &Operand,
    keys: &Operand,
    data: &Operand,
    imm: f32,
) -> Result<[Bundle; 3], Refusal> {
    let [load, replace] = match_replace(dst, keys, data, imm)?;
    Ok([load, replace, read_indices(dst_idx)?])
}

fn unary(mnemonic: &str, dst: &Operand, src: &Operand) -> Result<Bundle, Refusal> {
    let mut bundle = start(mnemonic);
    operand(&mut bundle, "src", src, Order::Forward)?;
    operand(&mut bundle, "dst", dst, Order::Forward)?;
    Ok(bundle)
}

/// TensorCopy: `copy` where the element types are equal, else `cast`.
pub fn copy(dst: &Operand, src: &Operand) -> Result<Bundle, Refusal> {
    unary(if dst.dtype == src.dtype { "copy" } else { "cast" }, dst, src)
}

/// Reciprocal: 1/x in f32.
pub fn reciprocal(dst: &Operand, src: &Operand) -> Result<Bundle, Refusal> {
    unary("reciprocal", dst, src)
}

/// Memset: every element of `dst` becomes the bit pattern `value` (zero-extended from its type).
pub fn memset(dst: &Operand, value: u32) -> Result<Bundle, Refusal> {
    let mut bundle = start("memset");
    operand(&mut bundle, "dst", dst, Order::Forward)?;
    bundle.set("value", Value::Uint(value))?;
    Ok(bundle)
}

/// The instruction of an op's class: the plain one, or its bitvec twin.
fn of_class(op: AluOp, arith: &'static str, bitvec: &'static str) -> Bundle {
    start(if op.row().class == AluClass::Bitvec { bitvec } else { arith })
}

/// TensorTensor: `dst = src0 op src1`.
pub fn tensor_tensor(dst: &Operand, src0: &Operand, src1: &Operand, op: AluOp) -> Result<Bundle, Refusal> {
    let mut bundle = of_class(op, "tensor_tensor", "tensor_tensor_bitvec");
    operand(&mut bundle, "src0", src0, Order::Forward)?;
    operand(&mut bundle, "src1", src1, Order::Forward)?;
    operand(&mut bundle, "dst", dst, Order::Forward)?;
    bundle.set("op", Value::Alu(op))?;
    Ok(bundle)
}

/// One of the two steps of TensorScalar.
#[derive(Clone, Copy, Debug)]
pub struct ScalarStep {
    /// The operation.
    pub op: AluOp,
    /// Its second operand: an immediate, or one f32 per partition.
    pub imm: Scalar,
    /// Whether the operands change sides.
    pub reverse: bool,
}

/// TensorScalar: `dst = (src op0 imm0) op1 imm1`, or the first step alone.
pub fn tensor_scalar(
    dst: &Operand,
    src: &Operand,
    first: ScalarStep,
    second: Option<ScalarStep>,
) -> Result<Bundle, Refusal> {
    let mut bundle = of_class(first.op, "tensor_scalar", "tensor_scalar_bitvec");
    operand(&mut bundle, "src", src, Order::Forward)?;
    operand(&mut bundle, "dst", dst, Order::Forward)?;
    bundle.set("op0", Value::Alu(first.op))?;
    bundle.set("imm0", Value::Scalar(first.imm))?;
    let mut reverse = u32::from(first.reverse);
    if let Some(second) = second {
        bundle.set("op1", Value::Alu(second.op))?;
        bundle.set("imm1", Value::Scalar(second.imm))?;
        reverse |= u32::from(second.reverse) << 1;
    }
    bundle.set("reverse", Value::Uint(reverse))?;
    Ok(bundle)
}

/// TensorReduce over the innermost `axes` free dimensions of `src` (1..=4), its result negated if asked.
///
/// Size-1 dimensions of `src` keep their slots, so that axes keep their numbers.
pub fn tensor_reduce(
    dst: &Operand,
    src: &Operand,
    op: AluOp,
    axes: u32,
    negate: bool,
) -> Result<Bundle, Refusal> {
    let mut bundle = of_class(op, "tensor_reduce", "tensor_reduce_bitvec");
    place(&mut bundle, "src", src, |rank| src.pattern_by_axis(rank))?;
    operand(&mut bundle, "dst", dst, Order::Forward)?;
    bundle.set("op", Value::Alu(op))?;
    bundle.set("op_dim", Value::Uint(axes.saturating_add(1)))?;
    bundle.set("negated", Value::Uint(negate.into()))?;
    Ok(bundle)
}

/// The mask value of NKI and BIR that leaves a lane as it is.
pub const SHUFFLE_KEEP: u8 = 0xFF;

/// StreamShuffle: the mask, then the shuffle that uses it.
///
/// `mask[i]` is the source lane of lane i in each quadrant, or [`SHUFFLE_KEEP`], which goes on the wire as the channel count
/// with bit 5 set. Both operands get the partitions of the larger one, rounded up to whole quadrants. (One page lists the emission order as
/// shuffle, mask; the mask must be loaded when the shuffle runs, and bundles run in order here.)
pub fn stream_shuffle(dst: &Operand, src: &Operand, mask: [u8; QUADRANT]) -> Result<[Bundle; 2], Refusal> {
    let active = dst.partitions.max(src.partitions);
    let partitions = active.checked_next_multiple_of(32).unwrap_or(active);
    let shuffle = unary("stream_shuffle", &Operand { partitions, ..*dst }, &Operand { partitions, ..*src })?;
    let mut load = start("load_mask_select");
    let keep = partitions as u8 | 0x20;
    load.set("mask", Value::Mask(mask.map(|lane| if lane == SHUFFLE_KEEP { keep } else { lane })))?;
    Ok([load, shuffle])
}

/// Partitions of a quadrant.
pub const QUADRANT: usize = 32;

/// StreamShuffle of exactly the partitions of `dst`: the hardware shuffles whole quadrants, so a last quadrant that is
/// not whole gets bundles of its own, with a mask that leaves the partitions behind `dst` alone.
pub fn shuffle_exactly(dst: &Operand, src: &Operand, mask: [u8; QUADRANT]) -> Result<Vec<Bundle>, Refusal> {
    const LANES: u32 = QUADRANT as u32;
    let whole = dst.partitions / LANES * LANES;
    let mut bundles = Vec::new();
    if whole > 0 {
        bundles.extend(stream_shuffle(&dst.rows(0, whole), &src.rows(0, src.partitions.min(whole)), mask)?);
    }
    if whole < dst.partitions {
        let behind = (dst.partitions - whole) as usize;
        let last: [u8; QUADRANT] =
            std::array::from_fn(|lane| if lane < behind { mask[lane] } else { SHUFFLE_KEEP });
        let count = dst.partitions - whole;
        bundles.extend(stream_shuffle(&dst.rows(whole, count), &src.rows(whole, count), last)?);
    }
    Ok(bundles)
}

/// The source lane that a byte of a loaded shuffle mask names; `None` keeps the lane.
pub fn shuffle_lane(byte: u8) -> Option<u8> {
    (byte & 0x20 == 0 && byte < 32).then_some(byte)
}

/// Iota: `dst[p, i] = base + p · channel_multiplier + Σ step_d · i_d`; `ap` is outermost first.
pub fn iota(dst: &Operand, base: i32, ap: &[[i64; 2]], channel_multiplier: i32) -> Result<Bundle, Refusal> {
    let mut bundle = start("iota");
    operand(&mut bundle, "dst", dst, Order::Forward)?;
    let ramp = Operand { ap, ..*dst }
        .pattern(4, Order::Forward)
        .map_err(|error| refusal(bundle.op(), 0x0C, "data", error))?;
    let slots = std::array::from_fn(|i| ramp.slots[i]);
    bundle.set("data", Value::Ramp(Ramp { base, slots }))?;
    bundle.set("channel_multiplier", Value::I32(channel_multiplier))?;
    Ok(bundle)
}
