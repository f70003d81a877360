//! The output formats besides IR text: the bundles of `dve` programs as assembler text and as bytes.

use std::io::{self, Write};

use neuron_opt::dialects::device;
use neuron_opt::dialects::dve::{Bundle, Core, Program, isa, lower};
use neuron_opt::ir::text::place_string;
use neuron_opt::ir::{Ir, OpId, Trait, WalkOrder};

/// The programs of a module in order.
pub fn programs(ir: &Ir<'_>) -> Vec<OpId> {
    let ops = ir.collect(ir.root(), WalkOrder::Pre);
    ops.into_iter().filter(|&op| ir.is(op, Program::NAME)).collect()
}

/// The ops of a program in order: those of each core, one core behind the other, where it runs on several.
fn instructions(ir: &Ir<'_>, program: OpId) -> impl Iterator<Item = OpId> {
    ir.collect(program, WalkOrder::Pre).into_iter().skip(1)
}

/// The bytes of a `dve.bundle`, which the verifier has checked.
fn bytes(ir: &Ir<'_>, bundle: OpId) -> io::Result<[u8; isa::BUNDLE_BYTES]> {
    lower::from_hex(ir.attr_text(bundle, "bytes").unwrap_or_default())
        .map_err(|(_, message)| io::Error::other(message))
}

/// Assembler text: a line for each bundle; instructions of other engines, in their place, as comments, and
/// a comment in front of each core of several. `provenance` adds to each line the place of the source it comes from.
pub fn dve_asm(ir: &Ir<'_>, provenance: bool, out: &mut dyn Write) -> io::Result<()> {
    for program in programs(ir) {
        let limits = lower::isa_limits(device::limits(ir, program));
        writeln!(out, "// @{}", ir.symbol_name(program).unwrap_or_default())?;
        for op in instructions(ir, program) {
            if ir.is(op, Core::NAME) {
                writeln!(out, "// core {}", device::int(ir, op, "id"))?;
                continue;
            }
            let line = match Bundle::cast(ir, op) {
                Some(bundle) => isa::disassemble(&bytes(ir, bundle.0)?, &limits),
                None if ir.has_trait(op, Trait::Allocation) => continue,
                None => format!("// {} on {}", ir.name(op), ir.attr_text(op, "engine").unwrap_or("?")),
            };
            let place = if provenance { format!("  // {}", place_string(ir, op)) } else { String::new() };
            writeln!(out, "{line}{place}")?;
        }
    }
    Ok(())
}

/// The vector engine's instruction stream: 64 bytes for each bundle, one program behind the other.
pub fn dve_bin(ir: &Ir<'_>, out: &mut dyn Write) -> io::Result<()> {
    for program in programs(ir) {
        for op in instructions(ir, program) {
            if let Some(bundle) = Bundle::cast(ir, op) {
                out.write_all(&bytes(ir, bundle.0)?)?;
            }
        }
    }
    Ok(())
}
