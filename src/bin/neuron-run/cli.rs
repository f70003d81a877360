//! The command line of `neuron-run`.

use std::path::PathBuf;
use std::str::FromStr;

use clap::Parser;
use neuron_opt::driver::{ColorChoice, DiagnosticFormat, InputFormat};
use neuron_opt::tensor::Tolerance;

/// Executes a module of any level.
///
/// Tensors are .npy, .npz or .safetensors files; bf16 is stored as 16-bit patterns, f8 as 8-bit patterns.
#[derive(Parser, Debug)]
#[command(name = "neuron-run", version, max_term_width = 120)]
pub struct Cli {
    /// Module to run; `-` is the standard input
    #[arg(default_value = "-", hide_default_value = true)]
    pub module: String,
    /// Symbol to run, with or without `@`; main, or else the only public function, where none is named
    #[arg(long, value_name = "NAME", value_parser = symbol)]
    pub entry: Option<String>,

    /// Inputs in the order of the entry's arguments; repeated for several files. The arrays of an .npz count in the order of the archive (for numpy's
    /// savez, in which they were given), those of a .safetensors in the order of their names
    #[arg(long, value_name = "FILE", help_heading = "Tensors", conflicts_with = "random_inputs")]
    pub input: Vec<PathBuf>,
    /// Inputs as constants: `[dense<1> : tensor<2xi32>, ...]`, or @FILE for a file that holds such a list
    #[arg(long, value_name = "LIST", help_heading = "Tensors", conflicts_with_all = ["input", "random_inputs"])]
    pub args: Option<String>,
    /// Random inputs
    #[arg(long, value_name = "SEED", num_args = 0..=1, require_equals = true, default_missing_value = "0", help_heading = "Tensors")]
    pub random_inputs: Option<u64>,
    /// Directory for the results: out_0.npy, out_1.npy, ...; made if it does not exist
    #[arg(long, value_name = "DIR", help_heading = "Tensors")]
    pub output_dir: Option<PathBuf>,
    /// Expected results in order, as for --input; a difference is a failure
    #[arg(long, value_name = "FILE", help_heading = "Tensors")]
    pub compare: Vec<PathBuf>,
    /// How much floats may differ, absolutely and relatively; bit for bit (any NaN is any other) where not given
    #[arg(long, value_name = "T", help_heading = "Tensors", allow_hyphen_values = true, requires = "compare", value_parser = Tolerance::from_str)]
    pub tolerance: Option<Tolerance>,
    /// Directory for what `interpreter.probe` shows: probe1.npy, probe2.npy, ..., and index.csv, which gains a line (name, type, file) for
    /// each; made if it does not exist
    #[arg(long, value_name = "DIR", help_heading = "Tensors")]
    pub probe_output_dir: Option<PathBuf>,
    /// Print the results
    #[arg(long, help_heading = "Tensors")]
    pub print: bool,

    /// Run self-checking modules and say pass, fail or unsupported for each; `// -----` separates modules in a file
    #[arg(long, value_name = "FILE", num_args = 1.., help_heading = "Checks", conflicts_with_all = ["module", "input", "args", "random_inputs", "compare", "output_dir", "print", "stats"])]
    pub check: Vec<String>,

    /// Tell how many ops were executed and how long it took
    #[arg(long, help_heading = "Running")]
    pub stats: bool,
    /// Stop after this many executed ops
    #[arg(long, value_name = "N", help_heading = "Running")]
    pub max_steps: Option<u64>,
    /// Machine: trn1, trn2 or trn3; what the module says, or trn2, where not given
    #[arg(long, value_name = "TARGET", help_heading = "Running")]
    pub target: Option<String>,

    /// Format of the module
    #[arg(long, value_enum, default_value = "auto", help_heading = "Input")]
    pub input_format: InputFormat,
    /// Accept ops that no dialect declares
    #[arg(long, help_heading = "Input")]
    pub allow_unregistered_dialect: bool,
    /// How diagnostics are written
    #[arg(long, value_enum, default_value = "human", help_heading = "Diagnostics")]
    pub diagnostic_format: DiagnosticFormat,
    /// Whether diagnostics have colours
    #[arg(long, value_enum, default_value = "auto", help_heading = "Diagnostics")]
    pub color: ColorChoice,
}

/// The name of a symbol, as it stands in the module or behind its `@`.
fn symbol(text: &str) -> Result<String, String> {
    match text.strip_prefix('@').unwrap_or(text) {
        "" => Err("a symbol has a name".into()),
        name => Ok(name.trim_matches('"').into()),
    }
}
