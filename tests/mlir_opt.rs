//! mlir-opt reads what is printed of every real module at every level, and gives the same IR back.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use neuron_opt::dialects::{ALL, hlo};
use neuron_opt::ir::text::{self, ParseOptions, PrintOptions};
use neuron_opt::ir::{Context, Diagnostics, Ir, verify};
use neuron_opt::passes::{self, Pipeline};
use neuron_opt::rewrite::structure;

#[path = "support/llvm.rs"]
mod llvm;
mod shared;

/// What brings a module to each level from the level before.
const LEVELS: [(&str, &str); 6] = [
    ("hlo", ""),
    ("kernel-level ops", "raise-neuron-topk,legalize-topk,lower-to-nki-kernels"),
    ("nki", "expand-nki-kernels"),
    ("bir", "nki-to-bir"),
    ("bir with addresses", "bir-allocate"),
    ("dve", "bir-to-dve"),
];

/// Both forms, with locations and without.
const FORMS: [PrintOptions; 4] = [form(true, false), form(false, false), form(true, true), form(false, true)];

const fn form(generic: bool, debuginfo: bool) -> PrintOptions {
    PrintOptions { generic, debuginfo, ..PrintOptions::DEFAULT }
}

const MARKER: &str = "// -----";

fn read<'c>(ctx: &'c Context, source: &str) -> Result<Ir<'c>, Diagnostics> {
    let mut diagnostics = Diagnostics::new();
    // The name that mlir-opt gives its input.
    let file = ctx.add_file("<stdin>", source);
    let ir = text::parse(ctx, file, 0..source.len(), &ParseOptions::default(), &mut diagnostics);
    if let Some(ir) = &ir {
        verify(ir, ir.root(), &mut diagnostics);
    }
    ir.filter(|_| !diagnostics.has_errors()).ok_or(diagnostics)
}

fn print(ir: &Ir<'_>, options: &PrintOptions) -> String {
    let mut out = Vec::new();
    text::print(ir, options, &mut out).expect("writing to memory cannot fail");
    String::from_utf8(out).expect("printed text is UTF-8")
}

/// Runs passes; whether they went well.
fn lower(ir: &mut Ir<'_>, passes: &str) -> bool {
    let mut diagnostics = Diagnostics::new();
    let file = ir.ctx.add_file("<pass-pipeline>", passes);
    let pipeline = Pipeline::parse(ir.ctx, file).expect("a pipeline of this file");
    passes::run(&pipeline, ir, &mut diagnostics).is_ok()
}

/// What one mlir-opt process prints of modules with marker lines in between; what it says where it refuses one.
fn mlir_opt(tool: &Path, modules: &str) -> Result<String, String> {
    let mut child = Command::new(tool)
        .args(["--allow-unregistered-dialect", "--mlir-print-op-generic", "--split-input-file"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| error.to_string())?;
    let mut stdin = child.stdin.take().ok_or("no input")?;
    let text = modules.to_string();
    let writer = std::thread::spawn(move || stdin.write_all(text.as_bytes()));
    let output = child.wait_with_output().map_err(|error| error.to_string())?;
    // A tool that refuses early may close its input; its exit code tells.
    drop(writer.join());
    if output.status.success() {
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    } else {
        Err(String::from_utf8_lossy(&output.stderr).into_owned())
    }
}

/// A real module at a level.
struct Stage {
    name: String,
    generic: String,
    options: PrintOptions,
}

/// What `--emit=stablehlo` prints.
const STABLEHLO: PrintOptions = PrintOptions { prefix: Some(hlo::origin), ..form(true, false) };

/// Checks that a module reads back the same from every form.
fn check_round_trips(ir: &Ir<'_>, name: &str) {
    let pieces = structure(ir, ir.root(), &[]);
    for options in &FORMS {
        let printed = print(ir, options);
        let again = read(ir.ctx, &printed).unwrap_or_else(|d| panic!("{name}: {:?}\n{printed}", d.list[0]));
        assert_eq!(print(&again, options), printed, "{name}");
        assert!(
            structure(&again, again.root(), &[]) == pieces,
            "{name} changes when it is printed as\n{printed}"
        );
    }
}

/// Every module of a case, at every level it reaches.
fn stages(case: &Path, stages: &mut Vec<Stage>) {
    for form in ["module.mlir", "module.generic.mlir", "module.loc.mlir"] {
        let path = case.join(form);
        let Ok(source) = std::fs::read_to_string(&path) else { continue };
        let ctx = Context::new(ALL);
        let mut ir = read(&ctx, &source).unwrap_or_else(|d| panic!("{}: {:?}", path.display(), d.list[0]));
        // The other forms are the same module: one of them shows the levels.
        let levels = if form == "module.mlir" { &LEVELS[..] } else { &LEVELS[..1] };
        let mut before = None;
        for (level, passes) in levels {
            if !lower(&mut ir, passes) {
                break;
            }
            let generic = print(&ir, &FORMS[0]);
            if before.as_ref() == Some(&generic) {
                continue;
            }
            let name = format!("{} as {level}", path.display());
            check_round_trips(&ir, &name);
            if before.is_none() {
                let generic = print(&ir, &STABLEHLO);
                stages.push(Stage { name: format!("{name}, emitted"), generic, options: STABLEHLO });
            }
            stages.push(Stage { name, generic: generic.clone(), options: FORMS[0].clone() });
            before = Some(generic);
        }
    }
}

#[test]
fn mlir_opt_gives_every_level_back() {
    let Some(real) = shared::directory("real") else { return };
    let mut all = Vec::new();
    shared::folders(&real).iter().for_each(|case| stages(case, &mut all));
    assert!(all.len() > 270, "only {} modules", all.len());
    let Some(tool) = llvm::tool("mlir-opt") else {
        eprintln!("skipped: no mlir-opt on this machine (set LLVM_BIN to its directory)");
        return;
    };
    let modules: Vec<&str> = all.iter().map(|stage| stage.generic.as_str()).collect();
    let theirs =
        mlir_opt(&tool, &modules.join(&format!("{MARKER}\n"))).unwrap_or_else(|errors| panic!("{errors}"));
    let theirs: Vec<&str> = theirs.split(&format!("{MARKER}\n")).collect();
    assert_eq!(theirs.len(), all.len());
    let mut changed = Vec::new();
    for (stage, theirs) in all.iter().zip(theirs) {
        let ctx = Context::new(ALL);
        let again =
            read(&ctx, theirs).unwrap_or_else(|d| panic!("{}: {:?}\n{theirs}", stage.name, d.list[0]));
        let ours = read(&ctx, &stage.generic).expect("it was read before");
        if structure(&again, again.root(), &[]) != structure(&ours, ours.root(), &[]) {
            changed.push(format!("{}:\n{}\n{theirs}", stage.name, stage.generic));
        }
        assert_eq!(print(&again, &stage.options), stage.generic, "{}", stage.name);
    }
    assert!(changed.is_empty(), "{} modules change:\n{}", changed.len(), changed.join("\n"));
}
