//! The named checks, and the validation of a bundle's values.

use std::fmt;

use super::bundle::{Bundle, Scalar, Value};
use super::layout::{Access, Field, Kind};
use super::opcode::{Demand, Opcode, Rule};
use super::operand::{Addr4, PARTITIONS, Pattern};
use super::{AluOp, Dtype, DtypeSet, IsaLimits};

/// Where a check's name comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The ISA's own predicate (spec dve.md §4.7).
    Isa,
    /// The spec names the family (`s_max8_*`, `d4_mr_le16k_src_*`); the ending is ours.
    IsaFamily,
    /// The spec states the rule without a predicate name; the name is ours.
    Ours,
}

/// A check that a bundle can fail.
#[derive(Debug, PartialEq, Eq)]
pub struct Check {
    /// Its name, as a refusal shows it.
    pub name: &'static str,
    /// Whose name it is.
    pub origin: Origin,
    /// What it demands.
    pub what: &'static str,
}

macro_rules! checks {
    ($($id:ident = $name:literal, $origin:ident, $what:literal;)*) => {
        $(#[doc = $what] pub static $id: Check = Check { name: $name, origin: Origin::$origin, what: $what };)*

        /// Every check, in the order of the documentation.
        pub static CHECKS: &[&Check] = &[$(&$id),*];
    };
}

checks! {
    ISA_OPCODE = "isa_opcode", Ours, "The opcode byte is one that the table lists.";
    ISA_GENERATION = "isa_generation", Ours, "The target has the instruction (0xE9 exists from trn2 on) and the ALU op.";
    INST_WORD_LEN = "inst_word_len", Ours, "Byte 1 is 0x10: sixteen words.";
    DEBUG_ZERO = "debug_zero", Ours, "The two debug bytes are zero.";
    EVENTS_ZERO = "events_zero", Ours, "The event words are zero: this compiler stamps none on compute bundles.";
    RESERVED_ZERO = "reserved_zero", Ours, "Reserved bytes are zero.";
    D2_BN_RESERVED_Z = "d2_bn_reserved_z", Isa, "Reserved bytes of S4D2_BN are zero.";
    D4_MR_RESERVED_ZERO = "d4_mr_reserved_zero", Isa, "Reserved bytes of S4D4_MR and D4_MR are zero.";
    FIELD_PRESENT = "field_present", Ours, "Every field without a default is given.";
    FIELD_KIND = "field_kind", Ours, "A field's value is of its kind and fits it.";
    CHOICE = "choice", Ours, "A field with named values holds one of them.";
    VALID_DTYPE = "valid_dtype", Ours, "An element type tag is one that the table lists.";
    VALID_ALU_OP = "valid_alu_op", Ours, "An ALU op code is one that the table lists.";
    IMM_SRC = "imm_src", Ours, "An immediate is in the instruction (0) or behind a pointer (1); register pointers are not modelled.";
    ADDR4_REGISTER = "addr4_register", Ours, "Bit 31 of an address is clear: register forms are not modelled.";
    ADDR4_INDIRECT = "addr4_indirect", Ours, "Bit 29 of an address is clear: no TensorIndirect operands.";
    ADDR4_DYNAMIC = "addr4_dynamic", Ours, "Bit 30 of an address is clear: dynamic addresses are not modelled.";
    ADDR4_REGION = "addr4_region", Ours, "An address lies in SBUF or in the PSUM window.";
    ADDR4_ALIGNMENT = "addr4_alignment", Ours, "An address is aligned to its element type.";
    ISA_MEMORY_ACCESS_DIMENSION = "illegal_isa_memory_access_dimension", Ours, "An access pattern has no more free dimensions than its field has slots.";
    MEM_PATTERN_STEP = "mem_pattern_step", Ours, "A step fits 16 signed bits.";
    MEM_PATTERN_NUM = "mem_pattern_num", Ours, "A count fits 16 bits and is not zero.";
    MEM_PATTERN_BOUNDS = "mem_pattern_bounds", Ours, "Every element lies in the partition's memory.";
    FREE_SIZE = "free_size", Ours, "At most 64K elements per partition in SBUF, 4K in PSUM.";
    PSUM_WRITE_DTYPE = "psum_write_dtype", Ours, "What is written to PSUM has a 4-byte type (tags 8 to 11).";
    NUM_ACTIVE_CHANNELS = "num_active_channels", Ours, "1 to 128 active partitions.";
    EQUAL_PARTITIONS = "equal_partitions", Ours, "All operands have equally many partitions.";
    START_PARTITION = "start_partition", Ours, "65 to 128 partitions start at 0; 33 to 64 at 0 or 64; 1 to 32 at 0, 32, 64 or 96.";
    DST_ELEMENT_COUNT = "dst_element_count", Ours, "The element count word is the count of the destination pattern.";
    D2_BN_GE8_SRC_ELEMENT_CNT = "d2_bn_ge8_src_element_cnt", Isa, "The data has 8 to 16384 elements per partition.";
    D2_BN_ZERO_COUNT = "d2_bn_zero_count", Isa, "The BatchNorm counts are zero.";
    S_MAX8_DST_ELEMENT_CNT = "s_max8_dst_element_cnt", IsaFamily, "Max8 writes 8 elements.";
    S_MAX8_IN_DTYPE = "s_max8_in_dtype", IsaFamily, "Max8 reads any type but FP32R and 64-bit ones.";
    S_MAX8_OUT_DTYPE = "s_max8_out_dtype", IsaFamily, "Max8 writes any type but 64-bit ones.";
    S_FIND_INDEX8_DST_ELEMENT_CNT = "s_find_index8_dst_element_cnt", Isa, "FindIndex8 writes 8 indices.";
    FIND_INDEX8_IN_DTYPE = "s_find_index8_in_dtype", Ours, "FindIndex8 reads any type but FP32R and 64-bit ones.";
    FIND_INDEX8_INDEX_DTYPE = "s_find_index8_index_dtype", Ours, "FindIndex8 writes u32 or u16.";
    MATCH_VALUE_LOAD_SRC_ELEMENT_CNT = "match_value_load_src_element_cnt", Ours, "MatchValueLoad reads 8 keys.";
    MATCH_VALUE_LOAD_DTYPE = "match_value_load_dtype", Ours, "Keys have any type but FP32R and 64-bit ones.";
    MATCH_VALUE_LOAD_UNUSED_IMM = "match_value_load_unused_imm", Ours, "The immediates of MatchValueLoad are unused and zero.";
    D4_MR_LE16K_SRC_ELEMENT_CNT = "d4_mr_le16k_src_element_cnt", IsaFamily, "MatchReplace8 reads at most 16384 elements per partition.";
    D4_MR_SAME_SRC_DT = "d4_mr_same_src_dt", Isa, "MatchReplace8 writes the type it reads.";
    MATCH_REPLACE_DTYPE = "match_replace_dtype", Isa, "MatchReplace8 takes f16, bf16, u8, u16, u32, f32 and i32.";
    MATCH_REPLACE_ELEMENT_CNT = "match_replace_element_cnt", Ours, "MatchReplace8 writes as many elements as it reads.";
    DVE_READ_INDICES_DST_ELEMENT_CNT = "dve_read_indices_dst_element_cnt", Ours, "DveReadIndices writes 8 indices.";
    DVE_READ_INDICES_SET_VALUE = "dve_read_indices_set_value", Ours, "The set value of DveReadIndices is zero.";
    DVE_READ_INDICES_DTYPE = "dve_read_indices_dtype", Ours, "DveReadIndices writes u16 or u32.";
    SERIALIZATION_MODE = "serialization_mode", Ours, "The serialization mode is Serial (0).";
    OPERAND_DTYPE = "operand_dtype", Ours, "The element type is one the instruction takes.";
    SAME_ELEMENT_CNT = "same_element_cnt", Ours, "The operands have equally many elements per partition.";
    SAME_DTYPE = "same_dtype", Ours, "Source and destination have one element type.";
    ALU_OP_CLASS = "alu_op_class", Ours, "The ALU op is one the instruction takes.";
    OP1_NEEDS_OP0 = "op1_needs_op0", Ours, "A second op needs a first one.";
    BOTH_SRC_IN_PSUM = "both_src_in_psum", Ours, "Not both sources are in PSUM.";
    POOL_OPERAND_IN_SBUF = "pool_operand_in_sbuf", Ours, "The Pool engine reaches SBUF only.";
    REDUCE_OP_DIM = "reduce_op_dim", Ours, "A reduction names the axes x, xy, xyz or xyzw.";
    REDUCE_ELEMENT_CNT = "reduce_element_cnt", Ours, "A reduction writes one element for each of the axes it keeps.";
    UNUSED_FIELD = "unused_field", Ours, "A field that the instruction does not use is zero.";
    WHOLE_QUADRANTS = "whole_quadrants", Ours, "The active partitions are whole quadrants of 32.";
    TRANSPOSE_MASK = "transpose_mask", Ours, "StreamTranspose enables the mask.";
}

/// Why a bundle is refused: the check it fails, where, what was found and what would be legal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// Assembler name of the instruction; empty if the opcode is not known.
    pub mnemonic: &'static str,
    /// The check that failed.
    pub check: &'static Check,
    /// Byte offset in the bundle.
    pub at: u8,
    /// The field.
    pub field: &'static str,
    /// What it holds.
    pub found: String,
    /// What it may hold.
    pub legal: String,
}

impl Refusal {
    pub(super) fn new(
        op: &Opcode,
        check: &'static Check,
        at: u8,
        field: &'static str,
        found: String,
        legal: String,
    ) -> Self {
        Self { mnemonic: op.mnemonic, check, at, field, found, legal }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { mnemonic, check, at, field, found, legal } = self;
        if !mnemonic.is_empty() {
            write!(f, "{mnemonic}: ")?;
        }
        write!(f, "{}: {field} at byte {at:#04x} is {found}, must be {legal}", check.name)
    }
}

impl std::error::Error for Refusal {}

/// What a failed demand found and what it wanted, with the field at fault.
struct Fault {
    field: &'static str,
    found: String,
    legal: String,
}

/// Checks the values of a bundle: fields given, operands in memory, then the instruction's own validators.
pub(super) fn validate(bundle: &Bundle, limits: &IsaLimits) -> Result<(), Refusal> {
    let op = bundle.op();
    if limits.generation < op.since {
        let found = format!("{:#04x} on {}", op.code, limits.generation.name());
        let legal = format!("on {} or later", op.since.name());
        return Err(Refusal::new(op, &ISA_GENERATION, 0, "opcode", found, legal));
    }
    for (field, value) in bundle.fields() {
        if *value == Value::Absent {
            let legal = "given".to_owned();
            return Err(Refusal::new(op, &FIELD_PRESENT, field.at, field.name, "absent".to_owned(), legal));
        }
        value_is_legal(bundle, field, value, limits)?;
    }
    for Rule { check, demand } in op.rules {
        demanded(bundle, demand).map_err(|Fault { field, found, legal }| {
            let at = op.layout.field(field).map_or(0, |field| field.at);
            Refusal::new(op, check, at, field, found, legal)
        })?;
    }
    Ok(())
}

/// The checks that a field's kind implies, whatever the instruction.
fn value_is_legal(bundle: &Bundle, field: &Field, value: &Value, limits: &IsaLimits) -> Result<(), Refusal> {
    let refuse = |check: &'static Check, found: String, legal: String| {
        Err(Refusal::new(bundle.op(), check, field.at, field.name, found, legal))
    };
    match (field.kind, value) {
        (Kind::Channels, Value::Uint(channels)) if !(1..=PARTITIONS).contains(channels) => {
            refuse(&NUM_ACTIVE_CHANNELS, channels.to_string(), "1..=128".to_owned())
        }
        (_, Value::Alu(op)) if limits.generation < op.row().since => {
            let row = op.row();
            let found = format!("{} on {}", row.name, limits.generation.name());
            refuse(&ISA_GENERATION, found, format!("an op of {}", limits.generation.name()))
        }
        (Kind::Pattern { dtype, access, .. }, Value::Pattern(pattern)) => {
            let dtype = bundle.dtype(dtype);
            in_memory(pattern, dtype, access, bundle.channels(), limits)
                .or_else(|(check, found, legal)| refuse(check, found, legal))
        }
        (_, Value::Scalar(Scalar::Pointer(addr))) => {
            let tile = Pattern { addr: *addr, slots: smallvec::smallvec![] };
            in_memory(&tile, Some(Dtype::F32), Access::Read, bundle.channels(), limits)
                .or_else(|(check, found, legal)| refuse(check, found, legal))
        }
        (_, Value::Ramp(ramp)) if ramp.slots.iter().any(|slot| slot.num == 0) => {
            refuse(&MEM_PATTERN_NUM, "0".to_owned(), "at least 1".to_owned())
        }
        _ => Ok(()),
    }
}

/// The memory rules of spec dve.md §2 and nki_isa.md §1. A missing element type is reported elsewhere and read as bytes.
fn in_memory(
    pattern: &Pattern,
    dtype: Option<Dtype>,
    access: Access,
    channels: u32,
    limits: &IsaLimits,
) -> Result<(), (&'static Check, String, String)> {
    let Pattern { addr, slots } = pattern;
    let size = dtype.map_or(1, Dtype::bytes);
    let is_psum = addr.is_psum();
    if slots.iter().any(|slot| slot.num == 0) {
        return Err((&MEM_PATTERN_NUM, "0".to_owned(), "at least 1".to_owned()));
    }
    let (step, legal) = match channels {
        65.. => (PARTITIONS, "0"),
        33..=64 => (64, "0 or 64"),
        _ => (32, "0, 32, 64 or 96"),
    };
    if !u32::from(addr.partition()).is_multiple_of(step) {
        let found = format!("partition {} for {channels} channels", addr.partition());
        return Err((&START_PARTITION, found, legal.to_owned()));
    }
    if !addr.byte().is_multiple_of(size) {
        return Err((&ADDR4_ALIGNMENT, format!("{:#x}", addr.byte()), format!("a multiple of {size}")));
    }
    let most = if is_psum { 4 << 10 } else { 64 << 10 };
    if pattern.count() > most {
        return Err((&FREE_SIZE, format!("{} elements", pattern.count()), format!("at most {most}")));
    }
    let capacity = addr.capacity(limits);
    let (low, high) = pattern.extent();
    let start = i64::from(addr.byte()) + low * i64::from(size);
    let end = i64::from(addr.byte()) + (high + 1) * i64::from(size);
    if start < 0 || end > i64::from(capacity) {
        let memory = if is_psum { "PSUM" } else { "SBUF" };
        let legal = format!("in bytes 0..{capacity} of the {memory} partition");
        return Err((&MEM_PATTERN_BOUNDS, format!("bytes {start}..{end}"), legal));
    }
    match dtype {
        Some(dtype) if access == Access::Write && is_psum && !DtypeSet::PSUM_WRITE.contains(dtype) => {
            Err((&PSUM_WRITE_DTYPE, dtype.name().to_owned(), names(DtypeSet::PSUM_WRITE)))
        }
        _ => Ok(()),
    }
}

/// Evaluates one demand. The names are those of the instruction's own fields (a test holds that).
fn demanded(bundle: &Bundle, demand: &Demand) -> Result<(), Fault> {
    let hold = |holds: bool, field: &'static str, found: &dyn Fn() -> String, legal: &dyn Fn() -> String| {
        if holds { Ok(()) } else { Err(Fault { field, found: found(), legal: legal() }) }
    };
    let number = |name| word(bundle.get(name)).unwrap_or(0);
    let count = |name| elements(bundle.get(name));
    let dtype = |name| bundle.dtype(name);
    let legal = || demand.legal();
    match *demand {
        Demand::Is(name, word) => {
            hold(number(name) == word, name, &|| format!("{:#x}", number(name)), &legal)
        }
        Demand::Between(name, low, high) => {
            hold((low..=high).contains(&number(name)), name, &|| number(name).to_string(), &legal)
        }
        Demand::MultipleOf(name, of) => {
            hold(number(name).is_multiple_of(of), name, &|| number(name).to_string(), &legal)
        }
        Demand::Count(name, low, high) => {
            hold((low..=high).contains(&count(name)), name, &|| format!("{} elements", count(name)), &legal)
        }
        Demand::SameCount(a, b) => {
            hold(count(a) == count(b), b, &|| format!("{} elements", count(b)), &|| {
                format!("{} elements, as {a}", count(a))
            })
        }
        Demand::Reduced => {
            let kept = kept_elements(bundle);
            hold(count("dst") == kept, "dst", &|| format!("{} elements", count("dst")), &|| {
                format!("{kept} elements")
            })
        }
        Demand::DtypeIn(name, set) => {
            let holds = dtype(name).is_some_and(|dtype| set.contains(dtype));
            hold(holds, name, &|| dtype_name(dtype(name)), &legal)
        }
        Demand::SameDtype(a, b) => {
            hold(dtype(a) == dtype(b), b, &|| dtype_name(dtype(b)), &|| dtype_name(dtype(a)))
        }
        Demand::AluIn(name, set) => {
            let op = bundle.alu(name).unwrap_or(AluOp::BYPASS).row();
            hold((set.holds)(op), name, &|| op.name.to_owned(), &legal)
        }
        Demand::BypassChain => {
            let [first, second] = ["op0", "op1"].map(|name| bundle.alu(name).unwrap_or(AluOp::BYPASS));
            let holds = second == AluOp::BYPASS || first != AluOp::BYPASS;
            hold(holds, "op1", &|| second.row().name.to_owned(), &legal)
        }
        Demand::NotBothPsum(a, b) => {
            let in_psum = |name| bundle.pattern(name).is_some_and(|pattern| pattern.addr.is_psum());
            hold(!(in_psum(a) && in_psum(b)), b, &|| "in PSUM".to_owned(), &legal)
        }
        Demand::InSbuf(name) => {
            let addr = bundle.pattern(name).map(|pattern| pattern.addr);
            hold(!addr.is_some_and(Addr4::is_psum), name, &|| "in PSUM".to_owned(), &legal)
        }
    }
}

impl Demand {
    /// What the demand allows, as a refusal and the documentation say it.
    pub fn legal(&self) -> String {
        match *self {
            Self::Is(_, word) => format!("{word:#x}"),
            Self::Between(_, low, high) => format!("{low}..={high}"),
            Self::MultipleOf(_, of) => format!("a multiple of {of}"),
            Self::Count(_, low, high) if low == high => format!("{low} elements"),
            Self::Count(_, low, high) => format!("{low}..={high} elements"),
            Self::SameCount(a, _) => format!("as many elements as {a}"),
            Self::Reduced => "the elements of the axes kept".to_owned(),
            Self::DtypeIn(_, set) => names(set),
            Self::SameDtype(a, _) => format!("the same as {a}"),
            Self::AluIn(_, set) => set.what.to_owned(),
            Self::BypassChain => "bypass, as op0".to_owned(),
            Self::NotBothPsum(a, _) => format!("in SBUF where {a} is in PSUM"),
            Self::InSbuf(_) => "in SBUF".to_owned(),
        }
    }

    /// The field a failure is reported on.
    pub fn field(&self) -> &'static str {
        match *self {
            Self::Is(name, _)
            | Self::Between(name, ..)
            | Self::MultipleOf(name, _)
            | Self::Count(name, ..)
            | Self::SameCount(_, name)
            | Self::DtypeIn(name, _)
            | Self::SameDtype(_, name)
            | Self::AluIn(name, _)
            | Self::NotBothPsum(_, name)
            | Self::InSbuf(name) => name,
            Self::Reduced => "dst",
            Self::BypassChain => "op1",
        }
    }
}

fn word(value: Option<&Value>) -> Option<u32> {
    match value? {
        Value::Uint(number) | Value::F32(number) => Some(*number),
        Value::Alu(op) => Some(op.code().into()),
        _ => None,
    }
}

fn elements(value: Option<&Value>) -> u64 {
    match value {
        Some(Value::Pattern(pattern)) => pattern.count(),
        Some(Value::Ramp(ramp)) => ramp.slots.iter().map(|slot| u64::from(slot.num)).product(),
        _ => 0,
    }
}

/// Elements of `src` outside its innermost `op_dim - 1` slots: op_dim is the number of reduced axes plus one.
fn kept_elements(bundle: &Bundle) -> u64 {
    let reduced = bundle.number("op_dim").unwrap_or(0).saturating_sub(1) as usize;
    let slots = bundle.pattern("src").map_or(&[][..], |src| &src.slots);
    slots.iter().skip(reduced).map(|slot| u64::from(slot.num)).product()
}

fn dtype_name(dtype: Option<Dtype>) -> String {
    dtype.map_or("absent", Dtype::name).to_owned()
}

fn names(set: DtypeSet) -> String {
    let names: Vec<_> = set.iter().map(Dtype::name).collect();
    format!("one of {}", names.join(", "))
}
