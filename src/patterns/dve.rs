//! `encode`: the bundles of a BIR instruction, from handles with addresses and access patterns.

use crate::dialects::device::{self, AccessPattern};
use crate::dialects::dve::isa::{
    Addr4, AluClass, AluOp, BUNDLE_BYTES, Bundle, Dtype, Operand, Refusal, Scalar, build, build::ScalarStep,
    encode,
};
use crate::dialects::{bir, dve::lower};
use crate::ir::{Ir, ValueId};
use crate::machine::{self, BufferId};
use crate::rewrite::{Call, Function, Kind, Val};
use crate::tensor::ElementType;

use super::functions::functions;

/// The table.
pub static FUNCTIONS: &[Function] = functions! {
    encode(STR, VALUES, ATTR; ANY) -> STRS = |c| {
        let bundles = bundles(c).ok()?;
        let hex = bundles.iter().map(|b| Val::Str(lower::hex(b).into())).collect::<Vec<_>>();
        Some(Val::List(hex.into()))
    }, "the bundles of a BIR instruction as hexadecimal digits, from its operands, access patterns and fields";
    encode_refusal(STR, VALUES, ATTR; ANY) -> STR = |c| Some(Val::Str(bundles(c).err().unwrap_or_default().into())), "why `encode` has no bundles for the same arguments; empty if it has";
};

/// An on-chip operand with what an [`Operand`] borrows.
struct Owned {
    addr: Addr4,
    ap: Vec<[i64; 2]>,
    dtype: Dtype,
    partitions: u32,
}

impl Owned {
    /// A handle with an address, seen through an access pattern.
    fn new(ir: &Ir<'_>, value: ValueId, access: &[i64]) -> Result<Self, String> {
        let memory = device::memory_type(ir.ctx, ir.ty(value)).ok_or("an operand is not memory")?;
        let alloc = ir.def_op(value).filter(|&op| ir.is(op, bir::Alloc::NAME));
        let address = alloc.and_then(|op| ir.attr_i64(op, "address")).and_then(|a| usize::try_from(a).ok());
        let address = address.ok_or("an operand has no address: run bir-allocate first")?;
        let start = alloc.and_then(|op| ir.attr_i64(op, "start_partition")).unwrap_or(0);
        let start = u32::try_from(start).map_err(|_| "an operand starts before partition 0")?;
        let whole = memory.whole(BufferId::default()).at(start, address);
        let view = AccessPattern::from_list(access)?.view(&memory, &whole)?;
        let byte = u32::try_from(view.byte_offset).map_err(|_| "an address does not fit in 32 bits")?;
        Ok(Owned {
            addr: lower::address(memory.space, view.start_partition, byte)
                .ok_or("a bundle cannot address this")?,
            ap: view.pattern.iter().map(|dim| [dim.step, dim.num as i64]).collect(),
            dtype: lower::wire_type(memory.dtype).ok_or_else(|| no_tag(memory.dtype))?,
            partitions: view.num_partitions,
        })
    }

    fn operand(&self) -> Operand<'_> {
        Operand { addr: self.addr, ap: &self.ap, dtype: self.dtype, partitions: self.partitions }
    }
}

/// Why a bundle cannot say that memory has elements of this type.
fn no_tag(dtype: ElementType) -> String {
    match dtype {
        // Spec bir.md §9: both are tag 14.
        ElementType::F8E4M3FN => {
            "f8e4m3fn has the wire tag of f8e4m3, as which the bundle would read back".into()
        }
        other => format!("{other} has no wire tag"),
    }
}

/// The instruction's bundles, encoded and checked.
fn bundles(call: &Call<'_, '_>) -> Result<Vec<[u8; BUNDLE_BYTES]>, String> {
    let limits = device::limits(call.ir, call.root);
    let limits = lower::isa_limits(limits);
    let values = call.list(1).ok_or("no operands")?;
    let access = call.attr(2).and_then(|a| call.ctx().as_array(a)).ok_or("no access patterns")?;
    if access.len() != values.len() {
        return Err(format!("{} operands, but {} access patterns", values.len(), access.len()));
    }
    let owned = values
        .iter()
        .zip(access)
        .map(|(value, &access)| match value {
            Val::Value(value) => {
                let access =
                    call.ctx().as_ints(access).ok_or("an access pattern is not a list of integers")?;
                Owned::new(call.ir, *value, &access)
            }
            _ => Err("an operand is not a value".to_string()),
        })
        .collect::<Result<Vec<_>, String>>()?;
    let operands: Vec<Operand<'_>> = owned.iter().map(Owned::operand).collect();
    let bundles = build_bundles(call, &operands)?;
    bundles.iter().map(|b| encode(b, &limits).map_err(|refusal| refusal.to_string())).collect()
}

/// The constructor of each instruction; operands come in BIR's order, `build` takes destinations first.
fn build_bundles(call: &Call<'_, '_>, operands: &[Operand<'_>]) -> Result<Vec<Bundle>, String> {
    let name = call.text(0).unwrap_or_default();
    let imm = || {
        call.args
            .get(3)
            .and_then(|value| single(call.ir, value))
            .ok_or_else(|| format!("{name} needs an immediate"))
    };
    let built = match (name, operands) {
        ("Max", [data, maxvals]) => build::max8(maxvals, data).map(|b| vec![b]),
        ("MaxIndex", [keys, data, indices]) => build::max_index(indices, keys, data).map(Vec::from),
        ("MatchReplace", [keys, data, replaced]) => {
            build::match_replace(replaced, keys, data, imm()?).map(Vec::from)
        }
        ("MaxIndexAndMatchReplace", [keys, data, replaced, indices]) => {
            build::max_index_and_match_replace(replaced, indices, keys, data, imm()?).map(Vec::from)
        }
        ("TensorCopy", [src, dst]) => build::copy(dst, src).map(|b| vec![b]),
        ("Memset", [dst]) => {
            let value =
                int(call, 3).and_then(|v| u32::try_from(v).ok()).ok_or("Memset needs a 32-bit constant")?;
            build::memset(dst, value).map(|b| vec![b])
        }
        ("TensorTensor", [in0, in1, dst]) => {
            build::tensor_tensor(dst, in0, in1, alu(call, 3)?).map(|b| vec![b])
        }
        ("TensorReduce", [data, dst]) => {
            // X, XY, XYZ or XYZW: one letter for each reduced dimension.
            let axes = text(call, 4).map_or(0, |axis| axis.len() as u32);
            build::tensor_reduce(dst, data, alu(call, 3)?, axes, bool(call, 5).unwrap_or(false))
                .map(|b| vec![b])
        }
        ("Reciprocal", [data, dst]) => build::reciprocal(dst, data).map(|b| vec![b]),
        ("StreamShuffle", [src, dst]) => {
            let mask = call.args.get(3).and_then(|mask| mask.clone().coerce(call.ir, Kind::INTS));
            let Some(Val::List(mask)) = mask else { return Err("StreamShuffle lacks its mask".to_owned()) };
            let lane = |lane: usize| match mask.get(lane) {
                Some(Val::Int(source)) => u8::try_from(*source).ok(),
                _ => None,
            };
            let mask: Option<Vec<u8>> = (0..build::QUADRANT).map(lane).collect();
            let mask = mask.and_then(|mask| mask.try_into().ok()).ok_or("a mask has 32 bytes")?;
            build::shuffle_exactly(dst, src, mask)
        }
        ("TensorScalarPtr", [data, scalars @ .., dst]) => {
            tensor_scalar(call, dst, data, scalars)?.map(|b| vec![b])
        }
        _ => return Err(format!("{name} with {} operands has no bundle here", operands.len())),
    };
    built.map_err(|refusal| refusal.to_string())
}

/// Fields: for each step the list operation, reverse, immediate; an immediate that is absent is the next scalar operand.
fn tensor_scalar(
    call: &Call<'_, '_>,
    dst: &Operand<'_>,
    data: &Operand<'_>,
    scalars: &[Operand<'_>],
) -> Result<Result<Bundle, Refusal>, String> {
    let mut scalars = scalars.iter();
    let mut step = |index: usize| -> Result<Option<ScalarStep>, String> {
        let fields = call.list(index).ok_or("TensorScalarPtr lacks a step")?;
        let field =
            |at: usize, kind| fields.get(at).and_then(|value: &Val| value.clone().coerce(call.ir, kind));
        let name = match field(0, Kind::STR) {
            Some(Val::Str(name)) => name,
            _ => return Err("an ALU operator is missing".to_owned()),
        };
        let op = wire_alu(&name)?;
        if index > 3 && op == AluOp::BYPASS {
            return Ok(None);
        }
        let imm = match fields.get(2).and_then(|value| single(call.ir, value)) {
            Some(value) if op.row().class == AluClass::Bitvec => Scalar::Int(value as i64 as u32),
            Some(value) => Scalar::F32(value.to_bits()),
            _ => Scalar::Pointer(scalars.next().ok_or("TensorScalarPtr lacks a scalar")?.addr),
        };
        let reverse = matches!(field(1, Kind::BOOL), Some(Val::Bool(true)));
        Ok(Some(ScalarStep { op, imm, reverse }))
    };
    let first = step(3)?.ok_or("TensorScalarPtr lacks a step")?;
    let second = step(4)?;
    Ok(build::tensor_scalar(dst, data, first, second))
}

fn alu(call: &Call<'_, '_>, index: usize) -> Result<AluOp, String> {
    wire_alu(&text(call, index).ok_or("an ALU operator is missing")?)
}

fn wire_alu(name: &str) -> Result<AluOp, String> {
    machine::AluOp::from_name(name)
        .and_then(lower::wire_alu_op)
        .ok_or_else(|| format!("'{name}' is no ALU operator with a wire code"))
}

// The fields of an instruction come as attributes, and are read as what the instruction takes them for.

fn field(call: &Call<'_, '_>, index: usize, kind: Kind) -> Option<Val> {
    call.args.get(index)?.clone().coerce(call.ir, kind)
}

/// A float as the instruction holds it. An f32 attribute keeps its bits: by way of an f64 a signalling NaN would be
/// quieted.
fn single(ir: &Ir<'_>, value: &Val) -> Option<f32> {
    if let Val::Attr(attr) = value
        && let Some(exact) = device::float_value(ir, *attr)
    {
        return Some(exact);
    }
    match value.clone().coerce(ir, Kind::FLOAT)? {
        Val::Float(value) => Some(value as f32),
        _ => None,
    }
}

fn int(call: &Call<'_, '_>, index: usize) -> Option<i64> {
    match field(call, index, Kind::INT)? {
        Val::Int(value) => Some(value),
        _ => None,
    }
}

fn bool(call: &Call<'_, '_>, index: usize) -> Option<bool> {
    match field(call, index, Kind::BOOL)? {
        Val::Bool(value) => Some(value),
        _ => None,
    }
}

fn text(call: &Call<'_, '_>, index: usize) -> Option<String> {
    match field(call, index, Kind::STR)? {
        Val::Str(value) => Some(value.to_string()),
        _ => None,
    }
}
