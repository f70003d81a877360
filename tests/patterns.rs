//! The examples inside of the pattern files: each rewrite gives what it says, and both sides compute the same.

use neuron_opt::dialects::ALL;
use neuron_opt::interp::{Random, RunOptions, entry_point, input_types, random_tensor, run};
use neuron_opt::ir::{Context, Diagnostic, Diagnostics, Ir};
use neuron_opt::patterns::{FUNCTIONS, PatternFile, SETS};
use neuron_opt::rewrite::{Example, OptionValue, Options, PatternSet, Ran};
use neuron_opt::tensor::{ElementType, Kind, Scalar, Tensor, Tolerance, compare};

/// Seeds of the random inputs.
const SEEDS: std::ops::Range<u64> = 1..9;

/// What the two sides of a file's examples are compared on.
struct Comparison {
    /// Floats that replace random ones, in turn.
    floats: &'static [f64],
    tolerance: Tolerance,
}

/// Every kind of float: signed zeros, infinities, NaN, subnormals of bf16 and f32.
const ANY_BITS: Comparison = Comparison {
    floats: &[0.0, -0.0, f64::INFINITY, f64::NEG_INFINITY, f64::NAN, 1e-40, -1e-40, 1.0],
    tolerance: Tolerance::Bitwise,
};

/// Host and device order alike: no NaN, and zeros of one sign.
const RANKED_ALIKE: Comparison = Comparison {
    floats: &[0.0, f64::INFINITY, f64::NEG_INFINITY, f64::NEG_INFINITY, 1.0, 1.0],
    tolerance: Tolerance::Bitwise,
};

/// Numbers, compared as numbers: 0.0 is -0.0.
const NUMBERS: Comparison = Comparison { floats: &[0.0, -0.0, 1.0], tolerance: Tolerance::Approximate(0.0) };

/// The kernel multiplies by a reciprocal where the program divides. Scores must not tie for that alone.
const ROUTED: Comparison = Comparison { floats: &[0.0, 0.5, -1.0], tolerance: Tolerance::Approximate(1e-5) };

/// Files whose rewrites are not exact for every bit pattern, and where they are.
const COMPARISONS: &[(&str, &Comparison)] = &[
    ("canonicalize/fast_math.pat", &NUMBERS),
    ("lowering/lower_topk.pat", &RANKED_ALIKE),
    ("lowering/expand_reduce.pat", &RANKED_ALIKE),
    ("lowering/raise_router/router.pat", &ROUTED),
    ("lowering/raise_router/weights.pat", &ROUTED),
];

/// Values of the options that a pattern asks for, where they are not the pass's defaults.
const OPTIONS: &[(&str, &str, &str)] = &[
    ("expand_router_topk", "abi", "production"),
    ("expand_topk_fused", "topk-form", "fused"),
    ("expand_topk_split", "topk-form", "split"),
    ("legalize_topk", "scope", "entry"),
];

fn options(pattern: &str) -> Options {
    let rows = OPTIONS.iter().filter(|row| row.0 == pattern);
    rows.map(|(_, name, value)| (name.to_string(), OptionValue::Str(value.to_string()))).collect()
}

/// A random tensor in which every third element is one of the extremes of its type.
fn input(elem: ElementType, shape: &[usize], floats: &[f64], random: &mut Random) -> Tensor {
    let mut tensor = random_tensor(elem, shape, random).expect("examples are small");
    for index in 0..shape.iter().product() {
        let pick = random.next_u64();
        if !pick.is_multiple_of(3) {
            continue;
        }
        let pick = pick / 3;
        let extreme = match elem.kind() {
            Kind::Float(_) => Scalar::Float(floats[pick as usize % floats.len()]),
            Kind::Complex(_) => {
                let part = |pick: u64| floats[pick as usize % floats.len()];
                Scalar::Complex(part(pick), part(pick >> 8))
            }
            Kind::Pred => continue,
            Kind::Signed(width) => {
                let least = -(1i128 << (width - 1));
                Scalar::Int([least, -least - 1, -1, 0][pick as usize % 4])
            }
            Kind::Unsigned(width) => Scalar::Int([0, (1i128 << width) - 1][pick as usize % 2]),
        };
        tensor.set(index, extreme);
    }
    tensor
}

/// The results of a program; none if it holds an op without meaning.
fn results(ir: &Ir<'_>, inputs: &[Tensor]) -> Result<Option<Vec<Tensor>>, String> {
    match run(ir, None, inputs.to_vec(), &RunOptions::default()) {
        Ok(outcome) => Ok(Some(outcome.results)),
        Err(error) if error.unsupported.is_some() => Ok(None),
        Err(error) => Err(error.diagnostic.message),
    }
}

/// Interprets both sides; what differs, if something does. Whether both have a meaning.
fn same_meaning(ran: &Ran<'_>, comparison: &Comparison) -> Result<bool, String> {
    let entry = entry_point(&ran.before, None).map_err(|d| d.message)?;
    let types = input_types(&ran.before, entry).map_err(|d| d.message)?;
    for seed in SEEDS {
        let mut random = Random::new(seed);
        let inputs: Vec<Tensor> =
            types.iter().map(|(elem, shape)| input(*elem, shape, comparison.floats, &mut random)).collect();
        let before = results(&ran.before, &inputs).map_err(|message| format!("before: {message}"))?;
        let after = results(&ran.after, &inputs).map_err(|message| format!("after: {message}"))?;
        let (Some(before), Some(after)) = (before, after) else { return Ok(false) };
        assert_eq!(before.len(), after.len(), "verified to return the same types");
        for (index, (got, want)) in after.iter().zip(&before).enumerate() {
            compare(got, want, comparison.tolerance)
                .map_err(|report| format!("seed {seed}, result {index}: {report}"))?;
        }
    }
    Ok(true)
}

fn place(ctx: &Context, diagnostic: &Diagnostic) -> String {
    let span = diagnostic.primary.span;
    let line_col = ctx.file(span.file).map(|file| (&file.name, file.line_col(span.start)));
    let helps: Vec<String> = diagnostic.help.iter().map(|help| format!("\n  {help}")).collect();
    format!("{line_col:?}: {}{}", diagnostic.message, helps.concat())
}

/// Runs an example and interprets it; whether both sides were compared.
fn check(ctx: &Context, set: &PatternSet, example: &Example) -> Result<bool, String> {
    let ran = example.run(ctx, set, &options(&example.pattern)).map_err(|d| place(ctx, &d))?;
    if !ran.comparable {
        return Ok(false);
    }
    let file = ctx.file(example.span.file).map_or("", |file| &file.name);
    let comparison = COMPARISONS.iter().find(|row| row.0 == file).map_or(&ANY_BITS, |row| row.1);
    same_meaning(&ran, comparison).map_err(|message| format!("{}: {message}", example.pattern))
}

fn load(ctx: &Context, files: &[&PatternFile]) -> PatternSet {
    let mut diagnostics = Diagnostics::new();
    let texts: Vec<_> = files.iter().map(|file| (file.name, file.text)).collect();
    let set = PatternSet::load(ctx, &texts, FUNCTIONS, false, &mut diagnostics);
    let said: Vec<String> = diagnostics.list.iter().map(|d| place(ctx, d)).collect();
    assert!(said.is_empty(), "{}", said.join("\n"));
    set.expect("no diagnostics")
}

#[test]
fn every_example_gives_what_it_says_and_computes_the_same() {
    let mut faults = Vec::new();
    let (mut examples, mut compared) = (0, 0);
    for files in SETS {
        let ctx = Context::new(ALL);
        let set = load(&ctx, files);
        for example in set.examples() {
            examples += 1;
            match check(&ctx, &set, example) {
                Ok(both) => compared += usize::from(both),
                Err(fault) => faults.push(fault),
            }
        }
    }
    assert!(faults.is_empty(), "{} of {examples} examples:\n{}", faults.len(), faults.join("\n"));
    eprintln!("{examples} examples, {compared} of them interpreted on both sides");
    assert!(examples > 90 && compared > 80, "{examples} examples, {compared} compared");
}

/// Files of rewrites on single instructions, which alone leave a kernel half converted, cannot have examples; the lit
/// tests show them.
const WITHOUT_EXAMPLES: &[&str] = &["lowering/nki_to_bir.pat", "lowering/bir_to_dve.pat"];

/// The stages of the router work on buffers of a kernel, which the function of an example has none of: the goldens compare what they
/// mean with what they expand to (tests/router.rs).
const STAGES: &str = "router_";

#[test]
fn every_pattern_has_an_example() {
    let mut bare = Vec::new();
    let with_examples =
        |files: &&&[&PatternFile]| !files.iter().any(|file| WITHOUT_EXAMPLES.contains(&file.name));
    for files in SETS.iter().filter(with_examples) {
        let ctx = Context::new(ALL);
        let set = load(&ctx, files);
        let lacks = |name: &&str| {
            !name.starts_with(STAGES) && !set.examples().iter().any(|example| example.pattern == *name)
        };
        bare.extend(set.names().filter(lacks).map(str::to_owned));
    }
    assert!(bare.is_empty(), "patterns without an example:\n{}", bare.join("\n"));
}

/// What docs/patterns.md shows, up to its worked example, which has a dialect of its own and a test beside the language.
#[test]
fn the_snippets_of_the_documentation_load_and_their_examples_hold() {
    let page = include_str!("../docs/patterns.md");
    let (reference, _) = page.split_once("## A worked example").expect("the page has this heading");
    let snippets: Vec<&str> = reference.split("```").skip(1).step_by(2).collect();
    let mut examples = 0;
    for &text in &snippets {
        let ctx = Context::new(ALL);
        let set = load(&ctx, &[&PatternFile { name: "docs/patterns.md", text, about: &[] }]);
        for example in set.examples() {
            check(&ctx, &set, example).unwrap_or_else(|fault| panic!("{fault}"));
            examples += 1;
        }
    }
    assert_eq!((snippets.len(), examples), (3, 1));
}
