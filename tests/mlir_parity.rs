//! Our text against mlir-opt's: recorded cases always, and a live mlir-opt (`$MLIR_OPT`, or in the path) if there is one.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use neuron_opt::dialects::ALL;
use neuron_opt::ir::text::{self, ParseOptions, PrintOptions};
use neuron_opt::ir::{Context, Diagnostics, Part, verify};
use regex::Regex;

const ACCEPT: &str = include_str!("data/mlir/accept.mlir");
const ACCEPT_OUT: &str = include_str!("data/mlir/accept.out.mlir");
const REFUSE: &str = include_str!("data/mlir/refuse.mlir");
const SEPARATOR: &str = "// -----\n";

const GENERIC: PrintOptions = PrintOptions { generic: true, ..PrintOptions::DEFAULT };

/// Reads, optionally verifies, and prints a module; or the diagnostics.
fn reprint(source: &str, options: &PrintOptions, verified: bool) -> Result<String, Diagnostics> {
    let ctx = Context::new(ALL);
    let file = ctx.add_file("-", source);
    let mut diagnostics = Diagnostics::new();
    let ir = text::parse(
        &ctx,
        file,
        0..source.len(),
        &ParseOptions { allow_unregistered: true },
        &mut diagnostics,
    );
    let Some(ir) = ir else { return Err(diagnostics) };
    if verified {
        verify(&ir, ir.root(), &mut diagnostics);
    }
    if diagnostics.has_errors() {
        return Err(diagnostics);
    }
    let mut out = Vec::new();
    text::print(&ir, options, &mut out).expect("writing to memory cannot fail");
    Ok(String::from_utf8(out).expect("printed text is UTF-8"))
}

/// The text with all value names made equal: they are numbered in another order.
fn unnumbered(text: &str) -> String {
    Regex::new("%[A-Za-z0-9_]+").unwrap().replace_all(text, "%v").trim().to_string()
}

fn mlir_opt() -> Option<PathBuf> {
    let named = std::env::var_os("MLIR_OPT").map(PathBuf::from);
    let in_path =
        std::env::var_os("PATH").into_iter().flat_map(|p| std::env::split_paths(&p).collect::<Vec<_>>());
    let candidates = in_path.flat_map(|dir| ["mlir-opt-22", "mlir-opt"].map(|name| dir.join(name)));
    named.into_iter().chain(candidates).find(|p| p.is_file())
}

/// What mlir-opt prints for each chunk, all in one run, or `None` where it refuses.
fn run_mlir_opt<S: AsRef<str>>(tool: &Path, chunks: &[S]) -> Vec<Option<String>> {
    let mut child = Command::new(tool)
        .args(["--allow-unregistered-dialect", "--mlir-print-op-generic", "--split-input-file"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("mlir-opt starts");
    let mut stdin = child.stdin.take().expect("the input is a pipe");
    let text = chunks.iter().map(|chunk| chunk.as_ref().trim_end()).collect::<Vec<_>>().join("\n// -----\n");
    let writer = std::thread::spawn(move || stdin.write_all(text.as_bytes()));
    let output = child.wait_with_output().expect("mlir-opt ends");
    writer.join().expect("the writer does not panic").expect("mlir-opt reads its input");
    let text = String::from_utf8_lossy(&output.stdout).replace("<stdin>", "-");
    // Nothing is printed for a chunk that is refused; even an empty module is some text.
    let printed: Vec<Option<String>> = text
        .split("// -----\n")
        .map(|text| Some(text.to_string()).filter(|t| !t.trim().is_empty()))
        .collect();
    assert_eq!(printed.len(), chunks.len());
    printed
}

#[test]
fn recorded_cases_print_as_mlir_opt_prints_them() {
    let chunks: Vec<&str> = ACCEPT.split(SEPARATOR).collect();
    let recorded: Vec<&str> = ACCEPT_OUT.split(SEPARATOR).collect();
    assert_eq!(chunks.len(), recorded.len());
    for (chunk, expected) in chunks.iter().zip(recorded) {
        let ours = reprint(chunk, &GENERIC, true).unwrap_or_else(|d| panic!("{chunk}\n{:?}", d.list));
        assert_eq!(unnumbered(&ours), unnumbered(expected), "for\n{chunk}");
    }
}

#[test]
fn recorded_cases_round_trip_in_both_forms() {
    for chunk in ACCEPT.split(SEPARATOR) {
        let generic = reprint(chunk, &GENERIC, true).expect("accepted");
        assert_eq!(reprint(&generic, &GENERIC, true).expect("our generic form reads back"), generic);
        let pretty = reprint(chunk, &PrintOptions::default(), true).expect("accepted");
        assert_eq!(
            reprint(&pretty, &PrintOptions::default(), true).expect("our own form reads back"),
            pretty
        );
        assert_eq!(
            reprint(&pretty, &GENERIC, true).expect("our own form reads back"),
            generic,
            "for\n{pretty}"
        );
    }
}

#[test]
fn recorded_refusals_are_diagnosed_at_a_place() {
    for chunk in REFUSE.split(SEPARATOR) {
        match reprint(chunk, &GENERIC, true) {
            Ok(text) => panic!("accepted:\n{chunk}\nas\n{text}"),
            Err(diagnostics) => {
                assert!(diagnostics.list.iter().all(|d| !d.primary.span.is_none()), "for\n{chunk}");
            }
        }
    }
}

#[test]
fn live_mlir_opt_agrees() {
    let Some(tool) = mlir_opt() else {
        eprintln!("no mlir-opt: only recorded cases are compared");
        return;
    };
    let chunks: Vec<&str> = ACCEPT.split(SEPARATOR).chain(REFUSE.split(SEPARATOR)).collect();
    let mut accepted = Vec::new();
    for (chunk, theirs) in chunks.iter().zip(run_mlir_opt(&tool, &chunks)) {
        let ours = reprint(chunk, &GENERIC, true).ok();
        assert_eq!(ours.as_deref().map(unnumbered), theirs.as_deref().map(unnumbered), "for\n{chunk}");
        accepted.extend(ours);
    }
    for (ours, there) in accepted.iter().zip(run_mlir_opt(&tool, &accepted)) {
        let there = there.unwrap_or_else(|| panic!("mlir-opt does not read what we print:\n{ours}"));
        assert_eq!(&reprint(&there, &GENERIC, true).expect("and we read it back"), ours);
    }
}

#[test]
fn real_modules_survive_mlir_opt() {
    let root = std::env::var_os("NEURON_SHARED").map_or_else(|| PathBuf::from("../shared"), PathBuf::from);
    let Ok(cases) = std::fs::read_dir(root.join("real")) else {
        eprintln!("no shared modules: skipped");
        return;
    };
    let tool = mlir_opt();
    for case in cases.flatten() {
        let Ok(source) = std::fs::read_to_string(case.path().join("module.generic.mlir")) else { continue };
        let ours =
            reprint(&source, &GENERIC, false).unwrap_or_else(|d| panic!("{:?}: {:?}", case.path(), d.list));
        assert_eq!(reprint(&ours, &GENERIC, false).expect("our generic form reads back"), ours);
        if let Some(tool) = &tool
            && let Some(there) = run_mlir_opt(tool, &[&ours]).remove(0)
        {
            assert_eq!(
                reprint(&there, &GENERIC, false).expect("mlir-opt's text reads"),
                ours,
                "{:?}",
                case.path()
            );
        }
    }
}

#[test]
fn ten_thousand_nested_regions_are_read_and_more_than_the_limit_is_an_error() {
    let nest = |depth: usize| {
        let mut text = "\"t.x\"() ({\n".repeat(depth);
        text.push_str(&"}) : () -> ()\n".repeat(depth));
        text
    };
    let deep = nest(10_000);
    assert!(reprint(&deep, &GENERIC, true).is_ok());
    assert!(reprint(&nest(17_000), &GENERIC, true).is_err());
    let array = format!("\"t.x\"() {{a = {}{}}} : () -> ()", "[".repeat(20_000), "]".repeat(20_000));
    assert!(reprint(&array, &GENERIC, true).is_err());
}

#[test]
fn one_run_reports_every_error() {
    let source = "\"t.a\"() {a = } : () -> ()\n%0 = \"t.b\"() : () -> i32\n\"t.c\"(%0) : () -> ()\n\"t.d\"(%1) : (i32) -> ()\n";
    let diagnostics = reprint(source, &GENERIC, true).expect_err("three errors");
    assert_eq!(diagnostics.list.len(), 3, "{:?}", diagnostics.list);
}

#[test]
fn broken_text_is_diagnosed_and_never_panics() {
    for chunk in ACCEPT.split(SEPARATOR) {
        for end in (0..chunk.len()).filter(|&e| chunk.is_char_boundary(e)).step_by(3) {
            let _ = reprint(&chunk[..end], &GENERIC, true);
            let mut broken = chunk.to_string();
            broken.replace_range(end..end, "<{(");
            let _ = reprint(&broken, &GENERIC, true);
        }
    }
}

#[test]
fn parts_of_ops_are_found_in_their_text() {
    let source = "%a, %b:2 = \"t.x\"() {k = [1, 2], s = \"q\\22r\\n12\"} : () -> (i32, i32, i32)\n\
                  func.func @f(%c: i1, %v: i32) {\n  %r = arith.select %c, %v, %v {z = 3 : i8} : i32\n  return\n}\n";
    let ctx = Context::new(ALL);
    let file = ctx.add_file("-", source);
    let mut diagnostics = Diagnostics::new();
    let options = ParseOptions { allow_unregistered: true };
    let ir = text::parse(&ctx, file, 0..source.len(), &options, &mut diagnostics).expect("the text is right");
    let mut ops = Vec::new();
    ir.walk(ir.root(), |_, op| ops.push(op));
    let find = |name: &str| *ops.iter().find(|&&op| ir.is(op, name)).expect("the op is there");
    let at = |name: &str, part: Part| {
        let span = text::part_span(&ir, find(name), &part);
        &source[span.start as usize..span.end as usize]
    };
    assert_eq!(at("t.x", Part::Op), "\"t.x\"");
    assert_eq!(at("t.x", Part::Result(0)), "%a");
    assert_eq!(at("t.x", Part::Result(2)), "%b:2");
    assert_eq!(at("t.x", Part::Attr("k".into())), "[1, 2]");
    assert_eq!(at("t.x", Part::AttrText("s".into(), 1..3)), "\\22r");
    assert_eq!(at("t.x", Part::AttrText("s".into(), 4..6)), "12");
    assert_eq!(at("arith.select", Part::Operand(1)), "%v");
    assert_eq!(at("arith.select", Part::Attr("z".into())), "3 : i8");
    assert_eq!(at("arith.select", Part::Result(0)), "%r");
    assert_eq!(at("func.func", Part::Attr("sym_name".into())), "@f");
}
