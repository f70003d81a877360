//! The output formats: which options they show, and those besides IR text, the bundles of `dve` programs as assembler text and as bytes.

use std::io::{self, Write};

use clap::ValueEnum;
use neuron_opt::dialects::device;
use neuron_opt::dialects::dve::{Bundle, Core, Program, isa, lower};
use neuron_opt::ir::text::place_string;
use neuron_opt::ir::{Diagnostic, Ir, OpId, Span, Trait, WalkOrder};

use crate::cli::{Cli, Emit};

/// The formats that are MLIR text.
const TEXT: &[Emit] = &[Emit::Mlir, Emit::Stablehlo];
const TEXT_AND_HLO: &[Emit] = &[Emit::Mlir, Emit::Stablehlo, Emit::Hlo, Emit::HloProto];
/// Those of which several outputs, one behind the other, can be told apart.
const SEPARABLE: &[Emit] = &[Emit::Mlir, Emit::Stablehlo, Emit::Hlo, Emit::DveAsm, Emit::DveBin];
const TEXT_AND_ASM: &[Emit] = &[Emit::Mlir, Emit::Stablehlo, Emit::DveAsm];

/// An option that says how a module is printed.
struct Printing {
    name: &'static str,
    is_given: fn(&Cli) -> bool,
    /// The formats that show it.
    formats: &'static [Emit],
}

const fn printing(name: &'static str, is_given: fn(&Cli) -> bool, formats: &'static [Emit]) -> Printing {
    Printing { name, is_given, formats }
}

const PRINTING: &[Printing] = &[
    printing("split-input-file", |cli| cli.split_input_file.is_some(), SEPARABLE),
    printing("print-op-generic", |cli| cli.print_op_generic, TEXT),
    printing("print-debuginfo", |cli| cli.print_debuginfo, TEXT_AND_HLO),
    printing("print-local-scope", |cli| cli.print_local_scope, TEXT),
    printing("print-provenance", |cli| cli.print_provenance, TEXT_AND_ASM),
    printing("show-ssa-names", |cli| cli.show_ssa_names, TEXT),
    printing("print-unique-ssa-ids", |cli| cli.print_unique_ssa_ids, TEXT),
    printing("use-nameloc-as-prefix", |cli| cli.use_nameloc_as_prefix, TEXT),
    printing("print-skip-regions", |cli| cli.print_skip_regions, TEXT),
    printing(
        "elide-elementsattrs-if-larger",
        |cli| cli.elide_elementsattrs_if_larger.is_some(),
        TEXT_AND_HLO,
    ),
    printing("elide-resource-strings-if-larger", |cli| cli.elide_resource_strings_if_larger.is_some(), TEXT),
];

/// Errors if an option asks for what the output format cannot show. Where the IR is printed between passes as well, options may be
/// meant for that.
pub fn check(cli: &Cli) -> Result<(), Box<Diagnostic>> {
    let name =
        |emit: &Emit| emit.to_possible_value().map_or(String::new(), |value| value.get_name().to_string());
    let emit = name(&cli.emit);
    if cli.cost && cli.emit != Emit::Mlir && cli.output == "-" {
        let message = format!(
            "--cost stands in place of the module on the standard output, so there is no --emit={emit}"
        );
        return Err(Box::new(
            Diagnostic::error(Span::NONE, message).help("name a file for the module with -o"),
        ));
    }
    let refused = PRINTING.iter().find(|row| (row.is_given)(cli) && !row.formats.contains(&cli.emit));
    match refused {
        Some(Printing { name: option, formats, .. }) if !cli.prints_between_passes() => {
            let message = format!("--emit={emit} cannot show what --{option} asks for");
            let formats: Vec<String> = formats.iter().map(name).collect();
            Err(Box::new(
                Diagnostic::error(Span::NONE, message).help(format!("these do: {}", formats.join(", "))),
            ))
        }
        _ => Ok(()),
    }
}

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
