//! Finding the top-k in real modules, in every form they are stored in: what XLA's passes take, and what reaches the device.

use std::path::{Path, PathBuf};

use neuron_opt::dialects::ALL;
use neuron_opt::ir::text::{PrintOptions, print};
use neuron_opt::ir::{Context, Diagnostic, Diagnostics, Ir, OpId, Severity, Span};
use neuron_opt::passes::{self, Settings};
use serde_json::Value;

#[path = "shared/cases.rs"]
mod cases;
mod shared;
#[path = "support/transform.rs"]
mod transform;

use transform::{messages, transform};

/// The cases with a description.
fn described() -> Vec<(PathBuf, String, Value)> {
    let folders = shared::directory("real").map_or(Vec::new(), |real| shared::folders(&real));
    let described = folders.into_iter().filter_map(|folder| {
        let meta = std::fs::read_to_string(folder.join("meta.json")).ok()?;
        let name = folder.file_name()?.to_string_lossy().into_owned();
        Some((folder, name, serde_json::from_str(&meta).expect("descriptions are JSON")))
    });
    described.collect()
}

/// The forms that a case has: StableHLO, HLO text and proto. Of a text with elided constants the full one is taken.
fn forms(case: &Path) -> Vec<PathBuf> {
    let full = case.join("module.fullconst.hlo.txt");
    let text = if full.is_file() { full } else { case.join("module.hlo.txt") };
    let forms = [case.join("module.mlir"), text, case.join("module.hlo.pb")];
    forms.into_iter().filter(|path| path.is_file()).collect()
}

fn is_mlir(form: &Path) -> bool {
    form.extension().is_some_and(|extension| extension == "mlir")
}

fn transformed<'c>(ctx: &'c Context, form: &Path, passes: &str) -> Ir<'c> {
    let result = transform(ctx, form, passes);
    result
        .map(|(ir, _)| ir)
        .unwrap_or_else(|d| panic!("{} behind '{passes}': {}", form.display(), messages(&d)))
}

fn printed(ir: &Ir<'_>) -> String {
    let mut out = Vec::new();
    print(ir, &PrintOptions::default(), &mut out).expect("writing to memory cannot fail");
    String::from_utf8(out).expect("modules print as UTF-8")
}

fn ops(ir: &Ir<'_>, wanted: impl Fn(&Ir<'_>, OpId) -> bool) -> Vec<OpId> {
    let mut found = Vec::new();
    ir.walk(ir.root(), |ir, op| {
        if wanted(ir, op) {
            found.push(op);
        }
    });
    found
}

/// k of every TopK call, from its result.
fn calls_of_topk(ir: &Ir<'_>) -> Vec<i64> {
    let calls = ops(ir, |ir, op| ir.attr_text(op, "call_target_name") == Some("TopK"));
    let minor =
        |op: OpId| ir.ctx.ranked_tensor(ir.ty(ir.result(op, 0))).and_then(|(shape, _)| shape.last().copied());
    calls.into_iter().filter_map(minor).collect()
}

#[test]
fn topk_rewriter_takes_and_leaves_what_xla_does() {
    let mut verdicts = 0;
    let mut faults = Vec::new();
    for (folder, name, meta) in described() {
        let Some(verdict) = meta.get("topk_rewriter_on_raw") else { continue };
        verdicts += 1;
        let wanted: Vec<i64> = verdict["k"].as_i64().into_iter().collect();
        assert_eq!(verdict["verdict"] == "match", wanted.len() == 1, "{name}");
        for form in forms(&folder) {
            // In StableHLO the one is a call still, and the other has lost the slices that take everything.
            if ["approx_max_k", "tx_argsort_full_slice"].contains(&name.as_str()) && is_mlir(&form) {
                continue;
            }
            let ctx = Context::new(ALL);
            let before = printed(&transformed(&ctx, &form, ""));
            let ir = transformed(&ctx, &form, "topk-rewriter");
            if calls_of_topk(&ir) != wanted {
                faults.push(format!("{}: {:?}", form.display(), calls_of_topk(&ir)));
            }
            if wanted.is_empty() && printed(&ir) != before {
                faults.push(format!("{}: a module without match changes", form.display()));
            }
            let (_, different) = cases::check_all(&ir, &folder, &meta, agreeing(&form));
            faults.extend(different);
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(verdicts == 15 || shared::directory("real").is_none(), "{verdicts} verdicts");
}

/// The sets that differ from a StableHLO module, and agree where XLA writes the call out.
fn agreeing(form: &Path) -> &'static [&'static str] {
    if is_mlir(form) { &[] } else { &["approx_max_k/rand"] }
}

/// Runs every data set of every case in every form behind a pipeline.
fn check_everywhere(passes: &str, left: impl Fn(&Ir<'_>, OpId) -> bool) {
    let (mut sets, mut faults) = (0, Vec::new());
    for (folder, _, meta) in described() {
        for form in forms(&folder) {
            let ctx = Context::new(ALL);
            let ir = transformed(&ctx, &form, passes);
            for op in ops(&ir, &left) {
                faults.push(format!("{}: {} is left", form.display(), ir.name(op)));
            }
            let (count, different) = cases::check_all(&ir, &folder, &meta, agreeing(&form));
            sets += count;
            faults.extend(different.into_iter().map(|fault| format!("{}: {fault}", form.display())));
        }
    }
    eprintln!("{sets} data sets behind '{passes}'");
    assert!(faults.is_empty(), "{} of {sets} data sets:\n{}", faults.len(), faults.join("\n"));
    assert!(sets > 450 || shared::directory("real").is_none(), "only {sets} data sets");
}

#[test]
fn decomposed_modules_compute_the_same() {
    check_everywhere("topk-decomposer", |ir, op| {
        ["hlo.top_k", "hlo.topk"].contains(&ir.name(op))
            || ir.attr_text(op, "call_target_name") == Some("TopK")
    });
}

#[test]
fn rewritten_and_decomposed_again_modules_compute_the_same() {
    check_everywhere("topk-rewriter,topk-decomposer", |ir, op| {
        ir.attr_text(op, "call_target_name") == Some("TopK")
    });
}

#[test]
fn raised_modules_compute_the_same() {
    check_everywhere("canonicalize,inline,raise-neuron-topk", |_, _| false);
}

/// What becomes of a case behind `neuron-pipeline`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Outcome {
    /// So many calls of kernels, and no top-k on the host.
    Kernels(usize),
    /// An error with this code: the device ranks no such elements.
    Refused(&'static str),
    /// An error at the text of k.
    Malformed,
    /// A warning: the top-k is nested, and stays on the host.
    Nested,
    /// There is none, or only a sort that is none.
    NoTopK,
}

/// The cases that do not end in one call of a kernel.
const OUTCOMES: &[(&str, Outcome)] = &[
    ("sampling_topp_sort", Outcome::NoTopK),
    ("sort_two_keys", Outcome::NoTopK),
    ("sortslice_extra_user", Outcome::NoTopK),
    ("topk_k0", Outcome::NoTopK),
    ("aws_dead", Outcome::NoTopK),
    ("aws_cfg_empty", Outcome::Malformed),
    ("aws_typed_ffi_dict", Outcome::Malformed),
    ("aws_in_while", Outcome::Nested),
    ("cond_topk", Outcome::Nested),
    ("map_topk", Outcome::Nested),
    ("while_body_topk", Outcome::Nested),
    ("aws_s32_rejected", Outcome::Refused("NCC_EVRF013")),
    ("topk_i32_4x32_k4", Outcome::Refused("NCC_EVRF013")),
    ("topk_f64_2x16_k3", Outcome::Refused("NCC_EUDT001")),
    ("topk_f8e4m3fn", Outcome::Refused("NCC_EUDT001")),
    ("topk_pred", Outcome::Refused("NCC_EUDT001")),
    ("topk_u8_2x20_k3", Outcome::Refused("NCC_EUDT001")),
    ("call_topk", Outcome::Kernels(2)),
    ("many_outputs", Outcome::Kernels(2)),
    ("moe_deepseek_grouped", Outcome::Kernels(3)),
];

fn outcome(name: &str, form: &Path) -> Outcome {
    match OUTCOMES.iter().find(|row| row.0 == name) {
        Some(row) => row.1,
        // A call of ApproxTopK in StableHLO, which XLA writes out.
        None if name == "approx_max_k" && is_mlir(form) => Outcome::NoTopK,
        None => Outcome::Kernels(1),
    }
}

fn has(diagnostics: &[Diagnostic], severity: Severity, code: Option<&str>) -> bool {
    diagnostics.iter().any(|d| {
        d.severity == severity
            && !d.primary.span.is_none()
            && code.is_none_or(|code| d.code.as_deref() == Some(code))
    })
}

/// Host ops that rank.
fn ranks(ir: &Ir<'_>, op: OpId) -> bool {
    ["hlo.top_k", "hlo.topk", "hlo.sort"].contains(&ir.name(op))
        || ir.attr_text(op, "call_target_name").is_some_and(|target| target.contains("TopK"))
}

/// Runs the data sets of a lowered module; those with NaN and zeros of both signs have the device's own order.
fn check_lowered(ir: &Ir<'_>, folder: &Path, meta: &Value, form: &Path) -> (usize, Vec<String>) {
    let mut meta = meta.clone();
    let sets = meta["datasets"].as_object_mut();
    sets.into_iter()
        .for_each(|sets| sets.retain(|set, _| !["nan", "negnan", "zeros"].contains(&set.as_str())));
    cases::check_all(ir, folder, &meta, agreeing(form))
}

#[test]
fn supported_topk_runs_on_the_device_from_every_form() {
    let (mut runs, mut kernels, mut faults) = (0, 0, Vec::new());
    for (folder, name, meta) in described() {
        for form in forms(&folder) {
            let wanted = outcome(&name, &form);
            let at = form.display();
            let ctx = Context::new(ALL);
            let (ir, said) = match transform(&ctx, &form, "neuron-pipeline") {
                Ok((ir, said)) => (ir, said),
                Err(said) => {
                    let expected = match wanted {
                        Outcome::Refused(code) => has(&said.list, Severity::Error, Some(code)),
                        Outcome::Malformed => has(&said.list, Severity::Error, None),
                        _ => false,
                    };
                    if !expected {
                        faults.push(format!("{at}: {wanted:?}, but {}", messages(&said)));
                    }
                    continue;
                }
            };
            let calls = ops(&ir, |ir, op| ir.name(op) == "nki.call").len();
            let good = match wanted {
                Outcome::Kernels(count) => calls == count && ops(&ir, ranks).is_empty(),
                Outcome::Nested => calls == 0 && has(&said.list, Severity::Warning, None),
                Outcome::NoTopK => calls == 0,
                Outcome::Refused(_) | Outcome::Malformed => false,
            };
            if !good {
                let left: Vec<&str> = ops(&ir, ranks).into_iter().map(|op| ir.name(op)).collect();
                faults.push(format!("{at}: {wanted:?}, but {calls} kernels and {left:?} on the host"));
            }
            kernels += calls;
            let (sets, different) = check_lowered(&ir, &folder, &meta, &form);
            runs += sets;
            faults.extend(different.into_iter().map(|fault| format!("{at}: {fault}")));
        }
    }
    eprintln!("{runs} data sets, {kernels} kernels");
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
    assert!(runs > 350 || shared::directory("real").is_none(), "only {runs} data sets");
}

/// `neuron-pipeline`, which also looks inside of bodies and branches.
const EVERYWHERE: &str = "canonicalize,inline,raise-neuron-topk,legalize-topk{scope=all},lower-to-nki-kernels,\
                          expand-nki-kernels,nki-to-bir,bir-allocate,bir-to-dve";

#[test]
fn nested_topk_runs_on_the_device_on_request() {
    let mut cases = 0;
    for (folder, name, meta) in described() {
        for form in forms(&folder).into_iter().filter(|form| outcome(&name, form) == Outcome::Nested) {
            cases += 1;
            let ctx = Context::new(ALL);
            let ir = transformed(&ctx, &form, EVERYWHERE);
            assert!(ops(&ir, ranks).is_empty(), "{}", form.display());
            assert!(!ops(&ir, |ir, op| ir.name(op) == "nki.call").is_empty(), "{}", form.display());
            let (_, different) = check_lowered(&ir, &folder, &meta, &form);
            assert!(different.is_empty(), "{}: {}", form.display(), different.join("; "));
        }
    }
    assert!(cases == 12 || shared::directory("real").is_none(), "{cases} forms");
}

/// The place of the op that an answer of `--explain` is about.
fn subject(answer: &Diagnostic) -> Span {
    answer.related.iter().find(|label| label.message == "this op").unwrap_or(&answer.primary).span
}

#[test]
fn every_op_that_ranks_gets_one_answer() {
    let (mut files, mut answers) = (0, 0);
    let settings = Settings { explain: Some(None), ..Settings::default() };
    for (folder, name, _) in described() {
        let entries =
            std::fs::read_dir(&folder).expect("the folder is there").flatten().map(|entry| entry.path());
        let is_module = |path: &PathBuf| {
            path.is_file()
                && path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("module."))
        };
        for form in entries.filter(is_module) {
            let ctx = Context::new(ALL);
            let ir = transformed(&ctx, &form, "");
            let mut said = Diagnostics::new();
            passes::explain(&ir, &settings, &mut said).expect("the pattern files load");
            let asked = |ir: &Ir<'_>, op: OpId| {
                ["hlo.sort", "hlo.top_k", "hlo.topk", "hlo.custom_call"].contains(&ir.name(op))
                    || ir.attr_text(op, "name") == Some("chlo.top_k")
                    || name.contains("argmax") && ir.name(op) == "hlo.reduce" && ir.results(op).len() == 2
            };
            let mut wanted: Vec<Span> = ops(&ir, asked).into_iter().map(|op| ir.op(op).span).collect();
            let mut found: Vec<Span> = said.list.iter().map(subject).collect();
            let order = |span: &Span| (span.start, span.end);
            wanted.sort_by_key(order);
            found.sort_by_key(order);
            assert_eq!(found, wanted, "{}: {}", form.display(), messages(&said));
            let in_text = |answer: &Diagnostic| ctx.file(answer.primary.span.file).is_some();
            assert!(said.list.iter().all(in_text), "{}: {}", form.display(), messages(&said));
            files += 1;
            answers += found.len();
        }
    }
    eprintln!("{answers} answers about {files} files");
    assert!(
        answers > 250 || shared::directory("real").is_none(),
        "only {answers} answers about {files} files"
    );
}
