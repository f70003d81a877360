//! The catalogue of diagnostics: every code that is reported here, and the codes of the real compiler that whoever works on
//! top-k meets beside them (spec passes.md §2, §3; nki_framework_producers.md §5). Pattern files name codes; a code of the
//! real compiler's or of our own kind that is not in this table is an error when a file is loaded.

use std::fmt::Write;

/// One code.
#[derive(Clone, Copy, Debug)]
pub struct Code {
    /// As it stands in brackets: `NCC_` and the public name, a number where the real catalogue has no more, or `NEURON_`
    /// and a name where the real compiler has no such diagnostic.
    pub name: &'static str,
    /// The number in the real catalogue, where that is known and another name is in use.
    pub number: Option<u16>,
    /// What is said, with `…` for what depends on the program; to the letter where the real text is known.
    pub text: &'static str,
    /// When it is said.
    pub when: &'static str,
    /// What to do.
    pub remedy: &'static str,
    /// Who reports it here; empty if only the real compiler does.
    pub by: &'static [&'static str],
}

/// A failed assertion of a kernel.
pub const KERNEL_ASSERTION: &str = "NCC_INKI016";

/// The table, by name within each kind.
pub static CODES: &[Code] = &[
    Code {
        name: "67",
        number: None,
        text: "Custom call operation mismatch: expected AwsNeuronTopK but found different operation in TopK print function",
        when: "The real compiler hands a call to the wrong printer: a fault of its own",
        remedy: "Report it to AWS: no module can be at fault",
        by: &[],
    },
    Code {
        name: "68",
        number: None,
        text: "TopK operation validation error: expected exactly 1 operand but found … operands",
        when: "An AwsNeuronTopK call has another number of operands than one",
        remedy: "Give it the data alone: k comes from backend_config, and legalize-topk adds the positions",
        by: &["lower-to-nki-kernels"],
    },
    Code {
        name: "129",
        number: None,
        text: "TopK backend_config: the 'k' parameter cannot be parsed: …",
        when: "backend_config of an AwsNeuronTopK call that nothing legalized is no base-10 integer",
        remedy: "Write k alone: backend_config = \"8\"",
        by: &["lower-to-nki-kernels"],
    },
    Code {
        name: "NCC_EHCA005",
        number: None,
        text: "custom-call target … is not recognized",
        when: "As NCC_EVRF015, in another part of the real compiler",
        remedy: "As for NCC_EVRF015",
        by: &[],
    },
    Code {
        name: "NCC_EMOD025",
        number: None,
        text: "… has a dynamic dimension: shapes must be static",
        when: "A top-k has an operand with a dimension that is not known",
        remedy: "Compile for static shapes: pad, or trace once for each size",
        by: &["lower-to-nki-kernels"],
    },
    Code {
        name: "NCC_EUDT001",
        number: None,
        text: "… dtype is not supported.",
        when: "A top-k has elements that the device cannot rank, and that are no integers of 32 or 64 bits",
        remedy: "Convert the operand to f32, f16 or bf16",
        by: &["lower-to-nki-kernels", "the verifier of nki.topk and nki.cascaded_max"],
    },
    Code {
        name: "NCC_EUOC002",
        number: None,
        text: "the operator … is not supported",
        when: "The real compiler finds an op that it has no lowering for",
        remedy: "Use another op; here such ops stay on the host, and --list-ops lists those that are known",
        by: &[],
    },
    Code {
        name: "NCC_EVRF001",
        number: None,
        text: "the operator … is not supported",
        when: "As NCC_EUOC002, when the module is verified",
        remedy: "As for NCC_EUOC002",
        by: &[],
    },
    Code {
        name: "NCC_EVRF013",
        number: Some(194),
        text: "TopK custom operation does not support 32-bit and 64-bit integer types",
        when: "The operand of a top-k has i32, i64, ui32 or ui64 elements",
        remedy: "Convert the operand to a float type first: exact for integers below 2^24 in f32",
        by: &["lower-to-nki-kernels", "the verifier of nki.topk and nki.cascaded_max"],
    },
    Code {
        name: "NCC_EVRF014",
        number: Some(195),
        text: "TopK custom operation does not support k values larger than 16384. Found k=….",
        when: "k of a top-k is too large, often because it was taken from a slice of all that is sorted",
        remedy: "Slice the result only as far as it is used; raise-neuron-topk takes k from the last slice",
        by: &["lower-to-nki-kernels"],
    },
    Code {
        name: "NCC_EVRF015",
        number: None,
        text: "custom-call target … is not recognized",
        when: "A custom call has a target that the real compiler does not know. Once for each target, with all places: an error for the families AwsNeuron* and TopK*, a warning for others, which stay on the host",
        remedy: "Use a target of --list-targets; stock XLA's TopK becomes AwsNeuronTopK by raise-neuron-topk",
        by: &["lower-to-nki-kernels"],
    },
    Code {
        name: "NCC_EVRF029",
        number: None,
        text: "sort is not supported on …: it stays on the host",
        when: "A sort is left that no top-k stands for, on trn2 or trn3 (a warning: the host runs it)",
        remedy: "Slice what is used, so that raise-neuron-topk finds a top-k; --explain says what it misses",
        by: &["lower-to-nki-kernels"],
    },
    Code {
        name: "NCC_EVRF064",
        number: None,
        text: "the HLO verifier fails: …",
        when: "Shapes or types of a module do not fit; here every verifier says so at the op, without a code",
        remedy: "Correct the producer of the module",
        by: &[],
    },
    Code {
        name: "NCC_IGCA090",
        number: None,
        text: "every mutable tensor must be stored at least once",
        when: "A kernel has an output that nothing stores; nki.router_topk refuses skip_store_router_logits for it",
        remedy: "Store every output",
        by: &[],
    },
    Code {
        name: KERNEL_ASSERTION,
        number: None,
        text: "Kernel validation exception: …",
        when: "Parameters or shapes of a router break an assertion of the kernel",
        remedy: "See docs/router.md for the legal combinations",
        by: &["the verifier of nki.router_topk", "expand-nki-kernels"],
    },
    Code {
        name: "NEURON_TOPK_ROW",
        number: None,
        text: "rows of … elements are longer than the … that the target can rank",
        when: "A row of a top-k is longer than the target searches, also when it is folded over partitions",
        remedy: "Split the rows, or take the top-k of pieces first",
        by: &["lower-to-nki-kernels", "expand-nki-kernels"],
    },
];

/// The row of a code, by its name with or without `NCC_`, or by its number.
pub fn find(name: &str) -> Option<&'static Code> {
    let number = name.parse().ok();
    CODES.iter().find(|code| {
        code.name == name
            || code.name.strip_prefix("NCC_") == Some(name)
            || number.is_some() && code.number == number
    })
}

/// Whether only this table may say what a code means: the real compiler's and our own kinds. Pattern files of users may
/// report codes of other kinds.
pub fn is_reserved(name: &str) -> bool {
    name.starts_with("NCC_") || name.starts_with("NEURON_") || name.bytes().all(|byte| byte.is_ascii_digit())
}

/// docs/diagnostics.md.
pub fn page() -> String {
    let mut text = String::from(
        "# Diagnostics\n\n\
         The codes in brackets behind `error` and `warning`. `NCC_` codes and numbers are the real compiler's; `NEURON_` codes are\n\
         ours. `neuron-opt --list-diagnostics` prints this table, `--list-diagnostics=NCC_EVRF014` one row of it.\n\n\
         A place is `file:line:column`, on the terminal, in `--diagnostic-format=json` and in locations alike. Lines and columns count from\n\
         one, columns in bytes of UTF-8 as mlir-opt counts them: behind `é` stands column 3.\n",
    );
    for code in CODES {
        let Code { name, number, text: said, when, remedy, by } = code;
        let number =
            number.map_or(String::new(), |number| format!(", number {number} of the real catalogue"));
        let by = if by.is_empty() { "the real compiler only".into() } else { by.join(", ") };
        write!(text, "\n## {name}\n\n> {said}\n\n* When: {when}.\n* What to do: {remedy}.\n* Reported by: {by}{number}.\n")
            .unwrap_or_default();
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_found() {
        for (index, code) in CODES.iter().enumerate() {
            assert!(CODES[..index].iter().all(|other| other.name != code.name), "{}", code.name);
            assert!(is_reserved(code.name), "{}", code.name);
            assert_eq!(find(code.name).map(|found| found.name), Some(code.name));
        }
        assert_eq!(find("194").map(|code| code.name), Some("NCC_EVRF013"));
        assert_eq!(find("EVRF014").map(|code| code.name), Some("NCC_EVRF014"));
        assert!(find("NCC_EVRF999").is_none() && !is_reserved("MY_CODE"));
    }
}
