//! Inputs that are cut, or changed a little, are accepted or refused: never a panic or a hang, and no pass makes invalid
//! IR of what was valid. `NEURON_MUTANTS` sets how many mutants each text has.

use std::path::Path;
use std::time::{Duration, Instant};

use neuron_opt::dialects::ALL;
use neuron_opt::interp::{Limits, Random, RunOptions, entry_point, input_types, random_tensor, run};
use neuron_opt::ir::text::{self, ParseOptions, PrintOptions};
use neuron_opt::ir::{Context, Diagnostics, Ir, verify};
use neuron_opt::passes::{self, PIPELINES, Pipeline};
use neuron_opt::patterns::{FUNCTIONS, SETS};
use neuron_opt::rewrite::PatternSet;

#[path = "support/mutants.rs"]
mod mutants;
mod shared;

const GENERIC: PrintOptions = PrintOptions { generic: true, ..PrintOptions::DEFAULT };

/// How long one input may take, in a build without optimization on a busy machine.
const PATIENCE: Duration = Duration::from_secs(20);

/// Elements of the largest input that is made for a mutant.
const ELEMENTS: usize = 1 << 16;

/// Ops that a mutant may execute.
const STEPS: u64 = 2_000;

/// Mutants of each text where the environment does not say.
const DEFAULT_MUTANTS: usize = 4;

fn count() -> usize {
    std::env::var("NEURON_MUTANTS").ok().and_then(|count| count.parse().ok()).unwrap_or(DEFAULT_MUTANTS)
}

fn read<'c>(ctx: &'c Context, source: &str, allow_unregistered: bool) -> Option<Ir<'c>> {
    let mut diagnostics = Diagnostics::new();
    let file = ctx.add_file("-", source);
    let options = ParseOptions { allow_unregistered };
    let ir = text::parse(ctx, file, 0..source.len(), &options, &mut diagnostics);
    if let Some(ir) = &ir {
        verify(ir, ir.root(), &mut diagnostics);
    }
    ir.filter(|_| !diagnostics.has_errors())
}

fn print(ir: &Ir<'_>, options: &PrintOptions) -> String {
    let mut out = Vec::new();
    text::print(ir, options, &mut out).expect("writing to memory cannot fail");
    String::from_utf8(out).expect("printed text is UTF-8")
}

/// Runs passes; whether they went well. That a pass makes invalid IR is the pass's fault, never the input's.
fn lower(ctx: &Context, ir: &mut Ir<'_>, passes: &str) -> bool {
    let mut diagnostics = Diagnostics::new();
    let pipeline = Pipeline::parse(ctx, ctx.add_file("-", passes)).expect("a pipeline of this file");
    let result = passes::run(&pipeline, ir, &mut diagnostics);
    for diagnostic in &diagnostics.list {
        let invalid = diagnostic.help.iter().any(|help| help.contains("produced invalid IR"));
        assert!(!invalid, "{diagnostic:?}\n{}", print(ir, &GENERIC));
    }
    result.is_ok()
}

/// Executes a module on random inputs if they are small.
fn execute(ir: &Ir<'_>) {
    let Ok(entry) = entry_point(ir, None) else { return };
    let Ok(types) = input_types(ir, entry) else { return };
    let mut random = Random::new(7);
    let small = |shape: &[usize]| {
        shape.iter().try_fold(1usize, |n, &d| n.checked_mul(d)).is_some_and(|n| n <= ELEMENTS)
    };
    let inputs: Option<Vec<_>> = types
        .iter()
        .map(|(elem, shape)| random_tensor(*elem, shape, &mut random).filter(|_| small(shape)))
        .collect();
    let Some(inputs) = inputs.filter(|_| types.iter().all(|(_, shape)| small(shape))) else { return };
    let limits = Limits { steps: STEPS, elements: ELEMENTS as u64, ..Limits::default() };
    // A fault is a value, and as good as a result.
    let _ = run(ir, None, inputs, &RunOptions { limits, target: None });
}

/// A module is read, printed, read again and executed; whether it is valid.
fn surface(source: &str) -> bool {
    let ctx = Context::new(ALL);
    let Some(ir) = read(&ctx, source, true) else { return false };
    for options in [GENERIC, PrintOptions::default()] {
        let printed = print(&ir, &options);
        let again = read(&ctx, &printed, true).unwrap_or_else(|| panic!("does not read back:\n{printed}"));
        assert_eq!(print(&again, &options), printed);
    }
    execute(&ir);
    true
}

/// The same, and it goes through all passes.
fn module(source: &str) {
    if !surface(source) {
        return;
    }
    // Lowerings know nothing of ops that no dialect declares, so those must not be there.
    let ctx = Context::new(ALL);
    if read(&ctx, source, false).is_none() {
        return;
    }
    let neuron = PIPELINES.iter().find(|pipeline| pipeline.name == "neuron-pipeline").expect("it exists");
    for pipeline in ["canonicalize,cse,dce,symbol-dce,inline", &neuron.passes.join(",")] {
        let mut lowered = read(&ctx, source, false).expect("it was read before");
        if lower(&ctx, &mut lowered, pipeline) {
            let printed = print(&lowered, &PrintOptions::default());
            assert!(
                read(&ctx, &printed, false).is_some(),
                "what '{pipeline}' makes does not read back:\n{printed}"
            );
            execute(&lowered);
        }
    }
}

fn pattern_file(source: &str) {
    let ctx = Context::new(ALL);
    let mut diagnostics = Diagnostics::new();
    let set = PatternSet::load(&ctx, &[("mutant.pat", source)], FUNCTIONS, false, &mut diagnostics);
    assert_eq!(set.is_none(), diagnostics.has_errors());
}

fn pipeline(source: &str) {
    let ctx = Context::new(ALL);
    if let Ok(pipeline) = Pipeline::parse(&ctx, ctx.add_file("-", source)) {
        let canonical = pipeline.canonical().to_string();
        let again =
            Pipeline::parse(&ctx, ctx.add_file("-", canonical.as_str())).expect("its own text is right");
        assert_eq!(again.canonical().to_string(), canonical);
    }
}

/// Feeds prefixes and mutants of a text to `work`.
fn stress(name: &str, source: &str, prefixes: usize, mutants: usize, work: impl Fn(&str)) {
    let timed = |text: &str| {
        let start = Instant::now();
        // The text is worth seeing when the test dies of it.
        let guard = Told(name, text);
        work(text);
        std::mem::forget(guard);
        let elapsed = start.elapsed();
        assert!(elapsed < PATIENCE, "a mutant of {name} takes {elapsed:?}:\n{text}");
    };
    timed(source);
    let step = (source.len() / prefixes.max(1)).max(1);
    for end in (0..source.len()).step_by(step).filter(|&end| source.is_char_boundary(end)) {
        timed(&source[..end]);
    }
    let mut random = Random::new(source.len() as u64);
    for _ in 0..mutants {
        timed(&mutants::mutate(source, &mut random));
    }
}

/// Shows a text when a panic passes by.
struct Told<'a>(&'a str, &'a str);

impl Drop for Told<'_> {
    fn drop(&mut self) {
        eprintln!("this mutant of {}:\n{}\n", self.0, self.1);
    }
}

fn files(root: &Path, extension: &str) -> Vec<(String, String)> {
    let mut pending = vec![root.to_path_buf()];
    let mut found = Vec::new();
    while let Some(directory) = pending.pop() {
        for entry in std::fs::read_dir(directory).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                pending.push(path);
            } else if path.extension().is_some_and(|e| e == extension)
                && let Ok(text) = std::fs::read_to_string(&path)
            {
                found.push((path.display().to_string(), text));
            }
        }
    }
    found.sort();
    found
}

/// The modules of this repository's tests.
fn texts() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut modules = Vec::new();
    for (name, text) in
        [files(&root.join("tests/data"), "mlir"), files(&root.join("test/lit"), "mlir")].concat()
    {
        let chunks = text.split("// -----").map(|chunk| (name.clone(), chunk.to_string()));
        modules.extend(chunks);
    }
    modules
}

/// A top-k at every level.
fn levels() -> Vec<(String, String)> {
    let mut modules = Vec::new();
    let topk = "func.func @main(%x: tensor<2x20xf32>) -> (tensor<2x9xf32>, tensor<2x9xi32>) {\n\
                %v, %i = stablehlo.custom_call @AwsNeuronTopK(%x) {backend_config = \"9\"} : (tensor<2x20xf32>) -> (tensor<2x9xf32>, tensor<2x9xi32>)\n\
                return %v, %i : tensor<2x9xf32>, tensor<2x9xi32>\n}\n";
    let ctx = Context::new(ALL);
    let mut ir = read(&ctx, topk, false).expect("the module is right");
    modules.push(("a top-k".to_string(), topk.to_string()));
    for pass in [
        "legalize-topk",
        "lower-to-nki-kernels",
        "expand-nki-kernels",
        "nki-to-bir",
        "bir-allocate",
        "bir-to-dve",
    ] {
        assert!(lower(&ctx, &mut ir, pass), "{pass}");
        modules.push((format!("a top-k after {pass}"), print(&ir, &PrintOptions::default())));
        modules.push((format!("a top-k after {pass}, generic"), print(&ir, &GENERIC)));
    }
    modules
}

#[test]
fn mutated_modules() {
    for (name, text) in texts() {
        let valid = |text: &str| _ = surface(text);
        stress(&name, &text, 10, count(), valid);
    }
}

#[test]
fn mutated_modules_at_every_level() {
    for (name, text) in levels() {
        stress(&name, &text, 10, 4 * count(), module);
    }
}

#[test]
fn mutated_real_modules() {
    let Some(real) = shared::directory("real") else { return };
    for (name, text) in shared::folders(&real).iter().flat_map(|case| files(case, "mlir")) {
        // Long literals make mutants slow and dull.
        if text.len() < 20_000 {
            let valid = |text: &str| _ = surface(text);
            stress(&name, &text, 4, count() / 2, valid);
        }
    }
}

#[test]
fn mutated_pattern_files() {
    for file in SETS.iter().copied().flatten() {
        stress(file.name, file.text, 20, count(), pattern_file);
    }
}

#[test]
fn mutated_pipelines() {
    let texts = [
        "builtin.module(canonicalize{fast-math=true max-iterations=3},func.func(cse,dce),any(inline))",
        "builtin.module(legalize-topk{scope=all},apply-patterns{file=a.pat},neuron-pipeline)",
        "canonicalize,cse , dce",
    ];
    for text in texts {
        stress(text, text, text.len(), 100 * count(), pipeline);
    }
}

#[test]
fn random_bytes() {
    let mut random = Random::new(3);
    for length in 0..200 * count() {
        let bytes: Vec<u8> = (0..length % 97).map(|_| (random.next_u64() % 128) as u8).collect();
        let text = String::from_utf8_lossy(&bytes);
        module(&text);
        pattern_file(&text);
        pipeline(&text);
    }
}
