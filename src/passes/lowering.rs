//! The lowering passes: each is a list of pattern files, its options and its scope.

use crate::dialects::bir;
use crate::dialects::device;
use crate::ir::{Ir, OpId, WalkOrder};
use crate::patterns::{
    self, BIR_TO_DVE, LEGALIZE_ARGMAX, LEGALIZE_TOPK, LOWER_ARGMAX, NKI_TO_BIR, TOPK_DECOMPOSER,
    TOPK_REWRITER, UNTUPLE,
};

use super::pattern_pass::PatternPass;
use super::{Failed, OptionInfo, OptionKind, Pass, PassContext, PassInfo, bir_allocate};

/// Top-k ops of HLO and CHLO to the AwsNeuronTopK custom call.
pub static RAISE: PatternPass = PatternPass {
    info: &PassInfo {
        name: "raise-neuron-topk",
        summary: "Turns every form of top-k, and sorts of which the first elements are used, into AwsNeuronTopK calls",
        options: &[],
        anchor: None,
    },
    files: patterns::RAISE_TOPKS,
    scope: None,
    // A conversion of a whole sorted tensor that nothing reads any more would keep the sort.
    erase_dead: true,
};

/// XLA's TopkRewriter.
pub static REWRITE_SORT: PatternPass = PatternPass {
    info: &PassInfo {
        name: "topk-rewriter",
        summary: "Turns sorts of which the first k elements are sliced into TopK custom calls, as XLA does",
        options: &[],
        anchor: None,
    },
    files: &[&TOPK_REWRITER],
    scope: None,
    erase_dead: false,
};

/// XLA's TopkDecomposer.
pub static DECOMPOSE_TOPK: PatternPass = PatternPass {
    info: &PassInfo {
        name: "topk-decomposer",
        summary: "Turns every top-k into a sort and slices, as XLA does",
        options: &[],
        anchor: None,
    },
    files: &[&UNTUPLE, &TOPK_DECOMPOSER],
    scope: None,
    erase_dead: false,
};

/// hlo-opt's legalize-aws-neuron-arg-max.
pub static LEGALIZE_ARG: PatternPass = PatternPass {
    info: &PassInfo {
        name: "legalize-aws-neuron-arg-max",
        summary: "Turns AwsNeuronArgMax and AwsNeuronArgMin calls into calls with the positions as second operand",
        options: &[],
        anchor: None,
    },
    files: &[&LEGALIZE_ARGMAX],
    scope: None,
    erase_dead: false,
};

/// hlo-opt's lower-argminmax-custom-call.
pub static LOWER_ARG: PatternPass = PatternPass {
    info: &PassInfo {
        name: "lower-argminmax-custom-call",
        summary: "Turns argmax and argmin calls into reductions",
        options: &[],
        anchor: None,
    },
    files: &[&LOWER_ARGMAX],
    scope: None,
    erase_dead: false,
};

/// Routers written in hlo to the kernel-level op.
pub static RAISE_ROUTER: PatternPass = PatternPass {
    info: &PassInfo {
        name: "raise-router",
        summary: "Turns scores, softmax or sigmoid, top-k, renormalization and one-hot combination into nki.router_topk",
        options: &[OptionInfo {
            name: "relaxed",
            kind: OptionKind::Bool,
            default: "false",
            summary: "Also where the program rounds the scores to bf16 or f16 in front of the gate, which the kernel does not",
        }],
        anchor: None,
    },
    files: patterns::RAISE_ROUTERS,
    scope: None,
    // The host's softmax, ranking and renormalization lose their users.
    erase_dead: true,
};

/// hlo-opt's legalize-topk.
pub static LEGALIZE: PatternPass = PatternPass {
    info: &PassInfo {
        name: "legalize-topk",
        summary: "Turns AwsNeuronTopK custom calls into TopK_<type> calls with the positions as second operand",
        options: &[OptionInfo {
            name: "scope",
            kind: OptionKind::Enum(&["entry", "all"]),
            default: "entry",
            summary: "Where to look: the entry computation, as hlo-opt does, or everywhere",
        }],
        anchor: None,
    },
    files: &[&LEGALIZE_TOPK],
    scope: None,
    erase_dead: false,
};

/// hlo-opt's lower-to-nki-kernels, for top-k and the router.
pub static LOWER: PatternPass = PatternPass {
    info: &PassInfo {
        name: "lower-to-nki-kernels",
        summary: "Turns TopK_<type> and router_topk calls into kernel-level ops and judges every other top-k that is left",
        options: &[],
        anchor: None,
    },
    files: patterns::LOWER,
    scope: None,
    // The positions that legalize-topk adds, and the tuples of torch_xla, lose their users here.
    erase_dead: true,
};

/// Kernel-level ops to kernels.
pub static EXPAND: PatternPass = PatternPass {
    info: &PassInfo {
        name: "expand-nki-kernels",
        summary: "Expands kernel-level ops into kernels of nisa instructions and calls of them",
        options: &[
            OptionInfo {
                name: "topk-form",
                kind: OptionKind::Enum(&["split", "fused"]),
                default: "split",
                summary: "split: find_index8 and match_replace8; fused: the shipped kernel's instruction 91 (trn2 and later)",
            },
            OptionInfo {
                name: "abi",
                kind: OptionKind::Enum(&["library", "production"]),
                default: "library",
                summary: "The router kernel's assertions: the public library's, or also those of the shipped binary",
            },
            OptionInfo {
                name: "stop-after",
                kind: OptionKind::Enum(&["nothing", "stages"]),
                default: "nothing",
                summary: "stages: leave the router kernel's stages as they are",
            },
        ],
        anchor: None,
    },
    files: patterns::EXPAND,
    scope: None,
    erase_dead: false,
};

/// nisa ops to BIR instructions.
pub static SELECT: PatternPass = PatternPass {
    info: &PassInfo {
        name: "nki-to-bir",
        summary: "Selects BIR instructions for nisa ops",
        options: &[],
        anchor: None,
    },
    files: &[&NKI_TO_BIR],
    scope: None,
    erase_dead: true,
};

/// BIR instructions to bundles.
pub static ENCODE: PatternPass = PatternPass {
    info: &PassInfo {
        name: "bir-to-dve",
        summary: "Encodes the vector engine's instructions as 64-byte bundles",
        options: &[],
        anchor: None,
    },
    files: &[&BIR_TO_DVE],
    scope: None,
    erase_dead: false,
};

/// `bir-allocate`.
pub struct BirAllocate;

impl Pass for BirAllocate {
    fn info(&self) -> &'static PassInfo {
        &PassInfo {
            name: "bir-allocate",
            summary: "Gives SBUF and PSUM addresses to the memory of BIR kernels",
            options: &[],
            anchor: None,
        }
    }

    fn run(&self, ir: &mut Ir<'_>, op: OpId, cx: &mut PassContext<'_>) -> Result<(), Failed> {
        let kernels: Vec<OpId> =
            ir.collect(op, WalkOrder::Pre).into_iter().filter(|&o| ir.is(o, bir::Kernel::NAME)).collect();
        let mut result = Ok(());
        for kernel in kernels {
            let limits = device::limits(ir, kernel);
            if let Err(diagnostic) = bir_allocate::allocate(ir, kernel, limits) {
                cx.diagnostics.push(*diagnostic);
                result = Err(Failed);
            }
        }
        result
    }
}
