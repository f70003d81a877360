//! The command line of `neuron-opt`.

use std::str::FromStr;

use clap::{Parser, ValueEnum};
use neuron_opt::driver::{ColorChoice, DiagnosticFormat, InputFormat};
use neuron_opt::tensor::Tolerance;

/// What the result is written as.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Emit {
    Mlir,
    Stablehlo,
    Hlo,
    HloProto,
    DveAsm,
    DveBin,
    BirJson,
}

/// Which diagnostics `--verify-diagnostics` looks at.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Strictness {
    /// All; what is not expected is an error
    All,
    /// Those that are expected
    OnlyExpected,
}

/// An open, inspectable lowering of top-k and MoE routers for AWS Trainium.
///
/// Passes are flags too, run in the order given: `--canonicalize --cse="..."`. `--list-passes` lists them. Long options
/// may have one dash, and mlir-opt's `mlir-` prefix.
#[derive(Parser, Debug)]
#[command(name = "neuron-opt", version, max_term_width = 120)]
pub struct Cli {
    /// Input file; `-` is the standard input
    #[arg(default_value = "-", hide_default_value = true)]
    pub file: String,
    /// Output file; `-` is the standard output. It is not touched on failure
    #[arg(short, long, default_value = "-", value_name = "FILE", hide_default_value = true)]
    pub output: String,

    /// Passes to run: builtin.module(func.func(a,b{k=v}),c)
    #[arg(long, value_name = "TEXT", help_heading = "Passes")]
    pub pass_pipeline: Option<String>,
    /// Passes to leave out
    #[arg(long, value_name = "PASS", value_delimiter = ',', help_heading = "Passes")]
    pub skip_pass: Vec<String>,
    /// Pattern files to use in addition to the passes' own
    #[arg(long, value_name = "FILE", help_heading = "Passes")]
    pub patterns: Vec<String>,
    /// Target: trn1, trn2 or trn3; sets the module attribute neuron.target
    #[arg(long, value_name = "TARGET", help_heading = "Passes")]
    pub target: Option<String>,
    /// Print the pipeline, every option with its value
    #[arg(long, help_heading = "Passes")]
    pub dump_pass_pipeline: bool,

    /// Format of the input
    #[arg(long, value_enum, default_value = "auto", hide_possible_values = false, help_heading = "Input")]
    pub input_format: InputFormat,
    /// Accept ops that no dialect declares
    #[arg(long, help_heading = "Input")]
    pub allow_unregistered_dialect: bool,
    /// Take the parts of the input between marker lines for modules of their own
    #[arg(long, value_name = "MARKER", num_args = 0..=1, require_equals = true, default_missing_value = "// -----", help_heading = "Input")]
    pub split_input_file: Option<String>,
    /// Take a file's only op as it is, without a module around it
    #[arg(long, help_heading = "Input")]
    pub no_implicit_module: bool,
    /// Check diagnostics against expected-error, -warning, -remark and -note comments
    #[arg(long, value_enum, num_args = 0..=1, require_equals = true, default_missing_value = "all", help_heading = "Input")]
    pub verify_diagnostics: Option<Strictness>,

    /// Format of the output
    #[arg(long, value_enum, default_value = "mlir", help_heading = "Output")]
    pub emit: Emit,
    /// Print every op in its generic form
    #[arg(long, help_heading = "Output")]
    pub print_op_generic: bool,
    /// Print locations
    #[arg(long, help_heading = "Output")]
    pub print_debuginfo: bool,
    /// Print attributes, types and locations in place, without aliases
    #[arg(long, help_heading = "Output")]
    pub print_local_scope: bool,
    /// Tell behind every op, in a comment, which place of the source it comes from
    #[arg(long, help_heading = "Output")]
    pub print_provenance: bool,
    /// Name values as in the source
    #[arg(long, help_heading = "Output")]
    pub show_ssa_names: bool,
    /// Go on numbering values inside of functions
    #[arg(long, help_heading = "Output")]
    pub print_unique_ssa_ids: bool,
    /// Call a value as its location is called
    #[arg(long, help_heading = "Output")]
    pub use_nameloc_as_prefix: bool,
    /// Print `{...}` for regions
    #[arg(long, help_heading = "Output")]
    pub print_skip_regions: bool,
    /// Leave out the elements of constants that have more than N of them
    #[arg(long, value_name = "N", help_heading = "Output")]
    pub elide_elementsattrs_if_larger: Option<usize>,
    /// Leave out resources whose text is longer than N
    #[arg(long, value_name = "N", help_heading = "Output")]
    pub elide_resource_strings_if_larger: Option<usize>,
    /// Line between the modules of a split input
    #[arg(
        long,
        value_name = "MARKER",
        default_value = "// -----",
        hide_default_value = true,
        help_heading = "Output"
    )]
    pub output_split_marker: String,

    /// Write a file that repeats this run: the module in front of the passes, with the pipeline
    #[arg(long, value_name = "FILE", help_heading = "Passes", conflicts_with = "split_input_file")]
    pub dump_reproducer: Option<String>,
    /// Run the pipeline that the input file holds
    #[arg(long, help_heading = "Passes", conflicts_with = "pass_pipeline")]
    pub run_reproducer: bool,

    /// Verify after each pass: 0 (nothing), 1 (the IR) or `meaning` (also that the module computes what it did before)
    #[arg(long, num_args = 0..=1, require_equals = true, default_value = "1", default_missing_value = "1", help_heading = "Checks")]
    pub verify_each: String,
    /// How much floats may differ, absolutely and relatively, for --verify-each=meaning; bit for bit where not given
    #[arg(long, value_name = "T", help_heading = "Checks", value_parser = Tolerance::from_str)]
    pub tolerance: Option<Tolerance>,
    /// Check that the printed input reads back the same
    #[arg(long, help_heading = "Checks")]
    pub verify_roundtrip: bool,

    /// Print the IR before these passes
    #[arg(long, value_name = "PASS", num_args = 0..=1, require_equals = true, default_missing_value = "*", value_delimiter = ',', help_heading = "Watching passes")]
    pub print_ir_before: Vec<String>,
    /// Print the IR after these passes
    #[arg(long, value_name = "PASS", num_args = 0..=1, require_equals = true, default_missing_value = "*", value_delimiter = ',', help_heading = "Watching passes")]
    pub print_ir_after: Vec<String>,
    /// Print the IR before each pass
    #[arg(long, help_heading = "Watching passes")]
    pub print_ir_before_all: bool,
    /// Print the IR after each pass
    #[arg(long, help_heading = "Watching passes")]
    pub print_ir_after_all: bool,
    /// Print the IR after each pass that changed it
    #[arg(long, help_heading = "Watching passes")]
    pub print_ir_after_change: bool,
    /// Print the IR after a pass that failed
    #[arg(long, help_heading = "Watching passes")]
    pub print_ir_after_failure: bool,
    /// Print the whole module rather than the op a pass ran on
    #[arg(long, help_heading = "Watching passes")]
    pub print_ir_module_scope: bool,
    /// Tell how long each pass took
    #[arg(long, help_heading = "Watching passes")]
    pub timing: bool,
    /// Tell what each pass did
    #[arg(long, help_heading = "Watching passes")]
    pub pass_statistics: bool,
    /// Tell what each kernel costs, in place of the module (which is still written to a file named with -o)
    #[arg(long, help_heading = "Output")]
    pub cost: bool,
    /// Tell why ops (of this name) were not rewritten; without passes, which pass would take each sort, top-k, argmax and
    /// custom call, or what it misses
    #[arg(long, value_name = "OP", num_args = 0..=1, require_equals = true, default_missing_value = "*", help_heading = "Watching passes")]
    pub explain: Option<String>,

    /// List the passes with their options
    #[arg(long, help_heading = "Lists", conflicts_with = "file")]
    pub list_passes: bool,
    /// List the dialects
    #[arg(long, alias = "show-dialects", help_heading = "Lists", conflicts_with = "file")]
    pub list_dialects: bool,
    /// List the ops (of a dialect)
    #[arg(long, value_name = "DIALECT", num_args = 0..=1, require_equals = true, default_missing_value = "*", help_heading = "Lists", conflicts_with = "file")]
    pub list_ops: Option<String>,
    /// List the targets, and the targets of custom calls
    #[arg(long, help_heading = "Lists", conflicts_with = "file")]
    pub list_targets: bool,
    /// List the codes of diagnostics (or explain one)
    #[arg(long, value_name = "CODE", num_args = 0..=1, require_equals = true, default_missing_value = "*", help_heading = "Lists", conflicts_with = "file")]
    pub list_diagnostics: Option<String>,
    /// List the functions that pattern files may call
    #[arg(long, help_heading = "Lists", conflicts_with = "file")]
    pub list_pattern_functions: bool,

    /// How diagnostics are written
    #[arg(long, value_enum, default_value = "human", help_heading = "Diagnostics")]
    pub diagnostic_format: DiagnosticFormat,
    /// Whether diagnostics have colours
    #[arg(long, value_enum, default_value = "auto", help_heading = "Diagnostics")]
    pub color: ColorChoice,
    /// Accepted for compatibility: there is one thread
    #[arg(long, hide = true)]
    pub disable_threading: bool,
    /// Accepted for compatibility: only verified IR is printed
    #[arg(long, hide = true)]
    pub print_assume_verified: bool,
    /// Accepted for compatibility: diagnostics show the source instead
    #[arg(long, hide = true, num_args = 0..=1, require_equals = true, default_missing_value = "1")]
    pub print_op_on_diagnostic: Option<String>,
}

impl Cli {
    /// Whether the IR may be printed besides the output.
    pub fn prints_between_passes(&self) -> bool {
        let named = !self.print_ir_before.is_empty() || !self.print_ir_after.is_empty();
        let all = self.print_ir_before_all || self.print_ir_after_all;
        named || all || self.print_ir_after_change || self.print_ir_after_failure
    }
}
