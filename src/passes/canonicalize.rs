//! `canonicalize`: folds constants, applies identities, erases what is dead, puts constant operands last.

use super::dce::{erase_dead_ops, erase_unreachable_blocks};
use super::fold::InterpretingFolder;
use super::pattern_pass::{PatternRun, PatternText, names_in, report_outcome};
use super::{Failed, OptionInfo, OptionKind, Pass, PassContext, PassInfo};
use crate::ir::{Ir, OpId, Trait, ValueId, WalkOrder};
use crate::patterns::{
    CANONICALIZE_ARITH, CANONICALIZE_ARITH_CAST, CANONICALIZE_ARITH_COMPARE, CANONICALIZE_ARITH_FLOAT,
    CANONICALIZE_ARITH_INT, CANONICALIZE_HLO_MATH, CANONICALIZE_HLO_SHAPE, FAST_MATH, PatternFile,
};

/// See the [module](self).
pub struct Canonicalize;

/// Identities that hold for every bit pattern.
static EXACT: &[&PatternFile] = &[
    &CANONICALIZE_ARITH,
    &CANONICALIZE_ARITH_INT,
    &CANONICALIZE_ARITH_FLOAT,
    &CANONICALIZE_ARITH_COMPARE,
    &CANONICALIZE_ARITH_CAST,
    &CANONICALIZE_HLO_MATH,
    &CANONICALIZE_HLO_SHAPE,
];

/// Identities of numbers.
static INEXACT: &[&PatternFile] = &[&FAST_MATH];

impl Pass for Canonicalize {
    fn info(&self) -> &'static PassInfo {
        &PassInfo {
            name: "canonicalize",
            summary: "Folds constants, applies identities and erases what is dead",
            options: &[
                OptionInfo {
                    name: "fast-math",
                    kind: OptionKind::Bool,
                    default: "false",
                    summary: "Also apply identities that NaN, infinities or the sign of zero break",
                },
                OptionInfo {
                    name: "fold-limit",
                    kind: OptionKind::Count { min: 0 },
                    default: "65536",
                    summary: "Bytes of the largest constant that folding makes",
                },
                OptionInfo {
                    name: "max-iterations",
                    kind: OptionKind::Count { min: 1 },
                    default: "10",
                    summary: "How many rewrites may follow from one another, per op",
                },
                OptionInfo {
                    name: "region-simplify",
                    kind: OptionKind::Bool,
                    default: "true",
                    summary: "Erase blocks that cannot be reached",
                },
            ],
            anchor: None,
        }
    }

    fn applies_pattern_files(&self) -> bool {
        true
    }

    fn run(&self, ir: &mut Ir<'_>, op: OpId, cx: &mut PassContext<'_>) -> Result<(), Failed> {
        if cx.options.flag("region-simplify") {
            cx.statistics.add("unreachable blocks erased", erase_unreachable_blocks(ir, op));
        }
        let inexact = if cx.options.flag("fast-math") { INEXACT } else { &[] };
        let mut files: Vec<(&str, &str)> =
            PatternFile::needed(EXACT.iter().chain(inexact), &names_in(ir, op));
        files.extend(cx.settings.pattern_files.iter().map(PatternText::name_and_text));
        let limit = cx.options.count("fold-limit").unwrap_or(0);
        let folder = InterpretingFolder::new(cx.resources.meanings(ir.ctx), limit);
        let run = PatternRun { files: &files, scope: None, folder: Some(&folder), erase_dead: true };
        let outcome = run.apply(ir, op, cx)?;
        report_outcome(&outcome, cx);
        cx.statistics.add("operands commuted", put_constants_last(ir, op));
        cx.statistics.add("dead ops erased", erase_dead_ops(ir, op));
        Ok(())
    }
}

/// Swaps the operands of commutative ops whose first operand alone is a constant, so that cse sees equal ops as equal;
/// returns how many were swapped.
fn put_constants_last(ir: &mut Ir<'_>, root: OpId) -> u64 {
    let mut swapped = 0;
    for op in ir.collect(root, WalkOrder::Pre) {
        if ir.operand_count(op) != 2 || !ir.has_trait(op, Trait::Commutative) {
            continue;
        }
        let (lhs, rhs) = (ir.operand(op, 0), ir.operand(op, 1));
        if is_constant(ir, lhs) && !is_constant(ir, rhs) {
            ir.set_operands(op, &[rhs, lhs]);
            swapped += 1;
        }
    }
    swapped
}

fn is_constant(ir: &Ir<'_>, value: ValueId) -> bool {
    ir.def_op(value).is_some_and(|op| ir.has_trait(op, Trait::ConstantLike))
}
