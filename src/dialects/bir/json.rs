//! `bir` kernels as BIR-JSON (spec bir.md §5): instructions by name, with the keys that are always present, operands as
//! `physical_ap`, and the fields of each instruction under the names that its attributes have here.
//!
//! What surrounds instructions (functions, blocks, allocations) is known by its keys only; how they nest is ours.

use rustc_hash::FxHashMap;
use serde_json::{Map, Value, json};

use super::ops::{Alloc, Core, Kernel};
use super::types::dtype_name;
use super::verify::access;
use crate::dialects::device::{self, MemoryType};
use crate::ir::{Attr, AttrKind, Effect, Fault, Ir, OpId, Trait, ValueId, WalkOrder};
use crate::machine::Space;

/// What memory is called.
type Names = FxHashMap<ValueId, String>;

/// The version of the format.
const VERSION: u32 = 2;

/// Bits of `memory_type` (spec bir.md §9).
const INPUT: u32 = 2;
const OUTPUT: u32 = 4;
const DRAM: u32 = 8;
const SB: u32 = 16;
const PSUM: u32 = 32;

/// Every kernel of a module. Errors if a kernel is not, or no longer, one of BIR instructions alone.
pub fn module(ir: &Ir<'_>) -> Result<Value, (OpId, Fault)> {
    let root = ir.root();
    let kernels = ir.collect(root, WalkOrder::Pre).into_iter().filter(|&op| ir.is(op, Kernel::NAME));
    let mut kernels = kernels.peekable();
    if kernels.peek().is_none() {
        let fault = Fault::op("has no bir.kernel")
            .help("BIR-JSON is for what stands between nki-to-bir and bir-to-dve");
        return Err((root, fault));
    }
    let functions = kernels.map(|kernel| function(ir, kernel)).collect::<Result<Vec<_>, _>>()?;
    let target = device::target(ir, root).map_err(|fault| (root, fault))?;
    Ok(json!({
        "arch": target.to_string(),
        "attributes": {},
        "functions": functions,
        "nki_functions": [],
        "version": VERSION,
    }))
}

fn function(ir: &Ir<'_>, kernel: OpId) -> Result<Value, (OpId, Fault)> {
    let inside = ir.collect(kernel, WalkOrder::Pre);
    let names = names(ir, kernel, &inside);
    let allocations = names.iter().map(|(value, name)| allocation(ir, kernel, *value, name));
    let allocations = allocations.collect::<Result<Vec<_>, _>>()?;
    let names: Names = names.into_iter().collect();
    let mut blocks = Vec::new();
    for &core in inside.iter().filter(|&&op| ir.is(op, Core::NAME)) {
        blocks.push((format!("core{}", device::int(ir, core, "id")), core));
    }
    if blocks.is_empty() {
        blocks.push(("core0".to_string(), kernel));
    }
    let block = |(name, owner): (String, OpId)| {
        let ops = ir.collect(owner, WalkOrder::Pre).into_iter().skip(1);
        let instructions = ops.filter(|&op| !ir.is(op, Alloc::NAME) && !ir.is(op, Core::NAME));
        let instructions =
            instructions.map(|op| instruction(ir, op, &names)).collect::<Result<Vec<_>, _>>()?;
        Ok(json!({"name": name, "instructions": instructions}))
    };
    Ok(json!({
        "allocations": allocations,
        "blocks": blocks.into_iter().map(block).collect::<Result<Vec<_>, _>>()?,
        "name": ir.symbol_name(kernel).unwrap_or_default(),
    }))
}

/// Names of the memory of a kernel: its arguments, then what it allocates.
fn names(ir: &Ir<'_>, kernel: OpId, inside: &[OpId]) -> Vec<(ValueId, String)> {
    let args = ir.regions(kernel).first().and_then(|&region| ir.entry_block(region));
    let args = args.map_or(&[][..], |block| ir.args(block)).iter().copied();
    let allocs = inside.iter().filter(|&&op| ir.is(op, Alloc::NAME)).map(|&op| ir.results(op)[0]);
    let named = |prefix: &'static str| move |(index, value)| (value, format!("{prefix}{index}"));
    args.enumerate().map(named("arg")).chain(allocs.enumerate().map(named("mem"))).collect()
}

fn allocation(ir: &Ir<'_>, kernel: OpId, value: ValueId, name: &str) -> Result<Value, (OpId, Fault)> {
    let memory = MemoryType::of(ir, value).map_err(|fault| (kernel, fault))?;
    let space = match memory.space {
        Space::Sbuf => SB,
        Space::Psum => PSUM,
        Space::Hbm => DRAM,
    };
    let kind = match ir.def_op(value) {
        Some(_) => space,
        None if ir.uses(value).any(|at| writes(ir, at.op, at.index as usize)) => space | OUTPUT,
        None => space | INPUT,
    };
    let mut allocation = Map::new();
    allocation.insert("name".into(), json!(name));
    allocation.insert("dtype".into(), json!(dtype_name(memory.dtype)));
    allocation.insert("shape".into(), json!(memory.shape));
    allocation.insert("memory_type".into(), json!(kind));
    if let Some(alloc) = ir.def_op(value) {
        allocation.insert("address".into(), json!(ir.attr_i64(alloc, "address")));
        allocation.insert("start_partition".into(), json!(device::int(ir, alloc, "start_partition")));
    }
    Ok(Value::Object(allocation))
}

/// Whether an instruction writes what its operand `index` names.
fn writes(ir: &Ir<'_>, op: OpId, index: usize) -> bool {
    matches!(slot_of(ir, op, index), Some((_, Effect::Write | Effect::ReadWrite)))
}

/// The name of an operand's slot, and what the instruction does to what it names.
fn slot_of(ir: &Ir<'_>, op: OpId, index: usize) -> Option<(&'static str, Effect)> {
    let slots = ir.info(op)?.operands;
    let slot = slots.iter().enumerate().find(|(slot, _)| ir.operand_range(op, *slot).contains(&index))?.1;
    Some((slot.name, slot.effect))
}

fn instruction(ir: &Ir<'_>, op: OpId, names: &Names) -> Result<Value, (OpId, Fault)> {
    let at = |fault| (op, fault);
    let opcode = ir.name(op).strip_prefix("bir.").filter(|_| ir.has_trait(op, Trait::Instruction));
    let opcode =
        opcode.ok_or_else(|| at(Fault::op("is no BIR instruction, and BIR-JSON holds nothing else")))?;
    let (mut ins, mut outs, mut indirection) = (Vec::new(), Vec::new(), Vec::new());
    for (index, value) in ir.operands(op).enumerate() {
        let pattern = access(ir, op, index).map_err(at)?;
        let memory = MemoryType::of(ir, value).map_err(at)?;
        let argument = json!({
            "kind": "physical_ap",
            "ap": pattern.pairs.iter().map(|&(step, num)| [step, num]).collect::<Vec<_>>(),
            "offset": pattern.offset,
            "dtype": dtype_name(memory.dtype),
            "memref": names.get(&value),
            "access_shape": pattern.shape(),
        });
        match slot_of(ir, op, index) {
            Some(("vector_offset", _)) => indirection.push(argument),
            Some((_, Effect::Write | Effect::ReadWrite)) => outs.push(argument),
            _ => ins.push(argument),
        }
    }
    let mut record = Map::new();
    for slot in ir.info(op).map_or(&[][..], |info| info.attrs) {
        if let Some(value) = ir.attr(op, slot.name).filter(|_| slot.name != "operandSegmentSizes") {
            record.insert(slot.name.into(), field(ir, value));
        }
    }
    record.remove("access");
    record.insert("origin".into(), json!("NKI"));
    record.insert("opcode".into(), json!(opcode));
    record.insert("engine_id".into(), json!(0));
    record.insert("scheduled_start".into(), json!(0));
    record.insert("scheduled_end".into(), json!(0));
    record.insert("optin_passes".into(), json!([]));
    record.insert("ins".into(), json!(ins));
    record.insert("outs".into(), json!(outs));
    if !indirection.is_empty() {
        record.insert("indirection_ins".into(), json!(indirection));
    }
    Ok(Value::Object(record))
}

/// The value of a field. JSON has no infinities and NaN; they are strings.
fn field(ir: &Ir<'_>, value: Attr) -> Value {
    let ctx = ir.ctx;
    if let Some(items) = ctx.as_array(value) {
        return items.iter().map(|&item| field(ir, item)).collect();
    }
    if let Some(float) = device::float_value(ir, value) {
        return if float.is_finite() { json!(float) } else { json!(float.to_string()) };
    }
    match ctx.attr_kind(value) {
        AttrKind::String { value, .. } => json!(ctx.text(*value)),
        AttrKind::DenseArray { .. } => json!(ctx.as_ints(value)),
        _ if ctx.as_bool(value).is_some() => json!(ctx.as_bool(value)),
        _ => json!(ctx.as_i64(value)),
    }
}
