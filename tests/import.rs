//! HLO text and HloModuleProtos: every real file is read, means what its other forms mean, and is written again.

use std::path::{Path, PathBuf};

use neuron_opt::dialects::ALL;
use neuron_opt::driver::{InputFormat, InputOptions, Source, parse_chunk, read_source};
use neuron_opt::import::{
    HloOptions, add_hlo_file, parse_hlo, parse_proto, print_hlo, read_proto, write_proto,
};
use neuron_opt::interp::{RunOptions, run};
use neuron_opt::ir::text::{PrintOptions, print};
use neuron_opt::ir::{Context, Diagnostic, Diagnostics, Ir, Severity, verify};
use neuron_opt::passes::{self, Pipeline};
use serde_json::Value;

#[path = "shared/cases.rs"]
mod cases;
mod shared;

/// The sets that differ from a StableHLO module, and agree here: XLA writes the call out.
const WRITTEN_OUT: &[&str] = &["approx_max_k/rand"];

const ANY_OP: InputOptions = InputOptions { allow_unregistered: true, target: None };

/// Reads a file, of whatever format, with everything that was said.
fn read<'c>(ctx: &'c Context, path: &Path, format: InputFormat) -> (Option<Ir<'c>>, Vec<Diagnostic>) {
    let source = match read_source(ctx, &path.to_string_lossy(), format) {
        Ok(source) => source,
        Err(diagnostic) => return (None, vec![*diagnostic]),
    };
    let length = ctx.file(source.file).map_or(0, |file| file.text.len());
    let mut diagnostics = Diagnostics::new();
    let ir = parse_chunk(ctx, &source, 0..length, &ANY_OP, &mut diagnostics);
    (ir, diagnostics.list)
}

/// Reads a file that is right.
fn module<'c>(ctx: &'c Context, path: &Path) -> Ir<'c> {
    let (ir, diagnostics) = read(ctx, path, InputFormat::Auto);
    ir.unwrap_or_else(|| panic!("{}: {diagnostics:?}", path.display()))
}

/// Reads HLO text.
fn text<'c>(ctx: &'c Context, text: &str) -> (Option<Ir<'c>>, Vec<Diagnostic>) {
    let file = add_hlo_file(ctx, "test.hlo", text);
    let mut diagnostics = Diagnostics::new();
    let ir = parse_hlo(ctx, file, 0..text.len(), &mut diagnostics);
    if let Some(ir) = &ir {
        verify(ir, ir.root(), &mut diagnostics);
    }
    let ir = ir.filter(|_| !diagnostics.has_errors());
    (ir, diagnostics.list)
}

fn printed(ir: &Ir<'_>, options: &PrintOptions) -> String {
    let mut out = Vec::new();
    print(ir, options, &mut out).expect("writing to memory cannot fail");
    String::from_utf8(out).expect("modules print as UTF-8")
}

fn emitted(ir: &Ir<'_>) -> String {
    let mut diagnostics = Diagnostics::new();
    print_hlo(ir, &HloOptions::default(), &mut diagnostics)
        .unwrap_or_else(|| panic!("{:?}", diagnostics.list))
}

fn folders() -> Vec<PathBuf> {
    shared::directory("real").map_or(Vec::new(), |real| shared::folders(&real))
}

/// The files of the real inputs for which `wanted` holds, by name.
fn files(wanted: impl Fn(&str) -> bool) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for folder in folders() {
        let entries = std::fs::read_dir(&folder).into_iter().flatten().flatten().map(|entry| entry.path());
        found.extend(entries.filter(|path| wanted(&path.file_name().unwrap_or_default().to_string_lossy())));
    }
    found.sort();
    found
}

fn meta(case: &Path) -> Option<Value> {
    serde_json::from_str(&std::fs::read_to_string(case.join("meta.json")).ok()?).ok()
}

#[test]
fn every_real_file_is_read_and_prints_the_same() {
    let modules =
        files(|name| name.ends_with(".hlo.txt") || name.ends_with(".pb") || name.ends_with(".reprint"));
    for path in &modules {
        let ctx = Context::new(ALL);
        let format = if path.extension().is_some_and(|ext| ext == "pb") {
            InputFormat::Auto
        } else {
            InputFormat::Hlo
        };
        let (ir, diagnostics) = read(&ctx, path, format);
        let ir = ir.unwrap_or_else(|| panic!("{}: {diagnostics:?}", path.display()));
        assert!(diagnostics.is_empty(), "{}: {diagnostics:?}", path.display());
        for generic in [false, true] {
            let options = PrintOptions { generic, debuginfo: true, ..PrintOptions::default() };
            let first = printed(&ir, &options);
            let source = Source::mlir(ctx.add_file("printed", first.as_str()));
            let mut diagnostics = Diagnostics::new();
            let again = parse_chunk(&ctx, &source, 0..first.len(), &ANY_OP, &mut diagnostics);
            let again = again.unwrap_or_else(|| panic!("{}: {:?}", path.display(), diagnostics.list));
            assert_eq!(printed(&again, &options), first, "{}", path.display());
        }
    }
    assert!(modules.len() > 200 || folders().is_empty(), "only {} files", modules.len());
}

/// The lines of a module without the numbers of values, sorted: dumps order instructions differently.
fn unordered(ir: &Ir<'_>) -> Vec<String> {
    let text = printed(ir, &PrintOptions::default());
    let strip = |line: &str| {
        let mut out = String::new();
        let mut number = false;
        for c in line.trim().chars() {
            number = c == '%' || number && c.is_ascii_alphanumeric();
            if !number {
                out.push(c);
            }
        }
        out
    };
    let mut lines: Vec<String> = text.lines().map(strip).collect();
    lines.sort();
    lines
}

#[test]
fn all_forms_of_a_case_give_the_same_module() {
    let mut compared = 0;
    for case in folders() {
        let ctx = Context::new(ALL);
        // Elements that a dump leaves out are in no other form.
        let full = case.join("module.fullconst.hlo.txt");
        let first = if full.is_file() { full } else { case.join("module.hlo.txt") };
        if !first.is_file() {
            continue;
        }
        let first_ir = module(&ctx, &first);
        let wanted = printed(&first_ir, &PrintOptions::default());
        for form in ["module.pct.hlo.txt", "module.opshape.hlo.txt"] {
            if case.join(form).is_file() {
                let found = printed(&module(&ctx, &case.join(form)), &PrintOptions::default());
                assert_eq!(found, wanted, "{} {form}", case.display());
                compared += 1;
            }
        }
        let proto = case.join("module.hlo.pb");
        if proto.is_file() {
            assert_eq!(unordered(&module(&ctx, &proto)), unordered(&first_ir), "{}", case.display());
            compared += 1;
        }
    }
    assert!(compared > 80 || folders().is_empty(), "only {compared} forms were compared");
}

#[test]
fn snippets_are_accepted_or_refused_as_xla_does() {
    let Some(real) = shared::directory("real") else { return };
    let folder = real.join("hlo_syntax");
    let verdicts = std::fs::read_to_string(folder.join("verdicts.json")).expect("the verdicts are there");
    let verdicts: Value = serde_json::from_str(&verdicts).expect("the verdicts are JSON");
    let verdicts = verdicts.as_array().expect("a list of verdicts");
    for verdict in verdicts {
        let id = verdict["id"].as_str().expect("a name");
        let ctx = Context::new(ALL);
        let (ir, diagnostics) = read(&ctx, &folder.join(format!("{id}.hlo")), InputFormat::Hlo);
        assert_eq!(ir.is_some(), verdict["xla"] == "accept", "{id}: {diagnostics:?}");
        if ir.is_none() {
            let first = diagnostics.first().expect("what is refused has a reason");
            assert!(!first.primary.span.is_none(), "{id}: {first:?}");
        }
    }
    assert!(verdicts.len() > 50);
}

/// Runs the data sets of every case that has `form`, as `make` reads and changes it.
fn check_data_sets(form: &str, make: impl for<'c> Fn(&'c Context, &Path) -> Ir<'c>) {
    let (mut sets, mut faults) = (0, Vec::new());
    for case in folders() {
        let full = case.join("module.fullconst.hlo.txt");
        let path = if form == "module.hlo.txt" && full.is_file() { full } else { case.join(form) };
        let Some(meta) = meta(&case).filter(|_| path.is_file()) else { continue };
        // `sdy.mesh` has a syntax of its own, of a dialect that is not registered.
        if std::fs::read_to_string(&path).is_ok_and(|source| source.contains("sdy.mesh @")) {
            continue;
        }
        let ctx = Context::new(ALL);
        let ir = make(&ctx, &path);
        let agreeing = if form.ends_with(".mlir") { &[][..] } else { WRITTEN_OUT };
        let (count, different) = cases::check_all(&ir, &case, &meta, agreeing);
        sets += count;
        faults.extend(different);
    }
    assert!(faults.is_empty(), "{} of {sets} data sets differ:\n{}", faults.len(), faults.join("\n"));
    assert!(sets > 150 || folders().is_empty(), "only {sets} data sets");
}

#[test]
fn data_sets_from_hlo_text() {
    check_data_sets("module.hlo.txt", module);
}

#[test]
fn data_sets_from_protos() {
    check_data_sets("module.hlo.pb", module);
}

/// A module that was written as HLO text and read again; the text must stay the same from then on.
fn rewritten<'c>(ctx: &'c Context, path: &Path) -> Ir<'c> {
    let written = emitted(&module(ctx, path));
    let (ir, diagnostics) = text(ctx, &written);
    let ir = ir.unwrap_or_else(|| panic!("{}: {diagnostics:?}\n{written}", path.display()));
    assert_eq!(emitted(&ir), written, "{}", path.display());
    ir
}

#[test]
fn data_sets_after_writing_hlo_text_again() {
    check_data_sets("module.hlo.txt", rewritten);
}

#[test]
fn data_sets_after_writing_stablehlo_as_hlo_text() {
    check_data_sets("module.mlir", rewritten);
}

#[test]
fn protos_are_written_as_they_are_read() {
    let mut count = 0;
    for path in files(|name| name == "module.hlo.pb") {
        let ctx = Context::new(ALL);
        let ir = module(&ctx, &path);
        let mut diagnostics = Diagnostics::new();
        let bytes = write_proto(&ir, &HloOptions::default(), &mut diagnostics);
        let bytes = bytes.unwrap_or_else(|| panic!("{}: {:?}", path.display(), diagnostics.list));
        let source = read_proto(&ctx, "again", &bytes).expect("what was written is a proto");
        let again = parse_proto(&ctx, &source, &mut diagnostics);
        let again = again.unwrap_or_else(|| panic!("{}: {:?}", path.display(), diagnostics.list));
        assert_eq!(
            printed(&again, &PrintOptions::default()),
            printed(&ir, &PrintOptions::default()),
            "{}",
            path.display()
        );
        assert!(diagnostics.list.is_empty(), "{}: {:?}", path.display(), diagnostics.list);
        count += 1;
    }
    assert!(count > 50 || folders().is_empty(), "only {count} protos");
}

#[test]
fn locations_survive_in_the_text() {
    let ctx = Context::new(ALL);
    let source = "HloModule m\nENTRY e {\n p = f32[4]{0} parameter(0)\n ROOT n = f32[4]{0} negate(p), \
                  metadata={op_type=\"neg\" op_name=\"f/\\\"neg\\\"\" source_file=\"a.py\" source_line=3}\n}\n";
    let ir = text(&ctx, source).0.expect("the text is right");
    let options = HloOptions { debuginfo: true, ..HloOptions::default() };
    let written = print_hlo(&ir, &options, &mut Diagnostics::new()).expect("HLO can say it");
    assert!(
        written.contains("op_type=\"neg\" op_name=\"f/\\\"neg\\\"\" source_file=\"a.py\" source_line=3"),
        "{written}"
    );
    let again = text(&ctx, &written).0.expect("what was written is right");
    let debug = PrintOptions { debuginfo: true, ..PrintOptions::default() };
    let line =
        |ir: &Ir<'_>| printed(ir, &debug).lines().find(|line| line.contains("fused<")).map(String::from);
    assert_eq!(line(&again), line(&ir));
    assert!(line(&ir).is_some());
}

#[test]
fn elided_constants_are_refused_where_their_value_is_needed() {
    let ctx = Context::new(ALL);
    let source = "HloModule m\nENTRY e {\n w = f32[2,8] constant({...})\n ROOT n = f32[2,8] negate(w)\n}\n";
    let (ir, diagnostics) = text(&ctx, source);
    let ir = ir.unwrap_or_else(|| panic!("{diagnostics:?}"));
    assert!(emitted(&ir).contains("constant({...})"));
    let error = run(&ir, None, Vec::new(), &RunOptions::default()).expect_err("there are no elements");
    let span = error.diagnostic.primary.span;
    assert_eq!(&source[span.start as usize..span.end as usize], "{...}");
    assert!(error.diagnostic.message.contains("left out"), "{:?}", error.diagnostic);
}

/// Runs `legalize-topk`; whether it went well, and what it said.
fn legalize(ctx: &Context, ir: &mut Ir<'_>) -> (bool, Vec<Diagnostic>) {
    let pipeline = "builtin.module(legalize-topk)";
    let pipeline = Pipeline::parse(ctx, ctx.add_file("-", pipeline)).expect("a pipeline of this file");
    let mut diagnostics = Diagnostics::new();
    let result = passes::run(&pipeline, ir, &mut diagnostics);
    (result.is_ok(), diagnostics.list)
}

#[test]
fn calls_are_legalized_from_every_form_of_hlo() {
    let mut count = 0;
    for case in folders() {
        let Some(expected) = meta(&case).and_then(|meta| meta.get("expect_legalize_topk").cloned()) else {
            continue;
        };
        for form in ["module.hlo.txt", "module.pct.hlo.txt", "module.opshape.hlo.txt", "module.hlo.pb"] {
            let path = case.join(form);
            if !path.is_file() {
                continue;
            }
            count += 1;
            let ctx = Context::new(ALL);
            let mut ir = module(&ctx, &path);
            let (good, diagnostics) = legalize(&ctx, &mut ir);
            assert_eq!(good, expected["result"] != "error", "{}: {diagnostics:?}", path.display());
            if good {
                let text = printed(&ir, &PrintOptions::default());
                let found = text.matches("@TopK_").count() as u64;
                assert_eq!(Some(found), expected["count"].as_u64(), "{}\n{text}", path.display());
                assert!(emitted(&ir).contains("custom_call_target=\"TopK_") == (found > 0));
            } else {
                let span = diagnostics[0].primary.span;
                let source = ctx.file(span.file).expect("the error has a place").text.as_str();
                let line = source[..span.start as usize].rfind('\n').map_or(0, |at| at + 1);
                assert!(source[line..].contains("AwsNeuronTopK"), "{}: {diagnostics:?}", path.display());
            }
        }
    }
    assert!(count > 20 || folders().is_empty(), "only {count} forms");
}

#[test]
fn a_bad_k_is_underlined_inside_the_string() {
    for (config, part) in [("\"8x\"", "x"), ("\"\\061\\x32 y\"", " y"), ("{\"k\": \"8\"}", "{\"k\": \"8\"}")]
    {
        let source = format!(
            "HloModule m\nENTRY e {{ p = f32[4,64] parameter(0)\n ROOT t = (f32[4,12], s32[4,12]) custom-call(p), \
             custom_call_target=\"AwsNeuronTopK\", metadata={{op_name=\"8x\"}}, backend_config={config} }}"
        );
        let ctx = Context::new(ALL);
        let mut ir = text(&ctx, &source).0.expect("the text is right");
        let (_, diagnostics) = legalize(&ctx, &mut ir);
        let spans: Vec<&str> = diagnostics
            .iter()
            .map(|diagnostic| {
                &source[diagnostic.primary.span.start as usize..diagnostic.primary.span.end as usize]
            })
            .collect();
        assert!(spans.contains(&part), "{config}: {spans:?} {diagnostics:?}");
    }
}

#[test]
fn one_run_reports_every_error() {
    let source = "HloModule m
ENTRY e {
  p = f32[4] parameter(0)
  a = f32[4] negate(q)
  b = f32[4] frobnicate(p)
  c = f32[4] add(a, b)
  d = f32[4] negate(p), foo=1
  e = f32[4 negate(p)
  f = f32[5] negate(e)
  g = s8[] constant(300)
  ROOT h = f32[4] negate(p)
}
";
    let ctx = Context::new(ALL);
    let (ir, diagnostics) = text(&ctx, source);
    assert!(ir.is_none());
    let lines: Vec<usize> = diagnostics
        .iter()
        .map(|diagnostic| source[..diagnostic.primary.span.start as usize].matches('\n').count() + 1)
        .collect();
    assert_eq!(lines, [4, 5, 7, 8, 10], "{diagnostics:?}");
}

#[test]
fn parameters_may_stand_in_any_order() {
    let ctx = Context::new(ALL);
    let source = "ENTRY e { a = f32[2] parameter(1)\n b = f32[3] parameter(0)\n ROOT c = (f32[2], f32[3]) tuple(a, b) }";
    let printed = printed(&text(&ctx, source).0.expect("it is right"), &PrintOptions::default());
    assert!(printed.contains("@e(%arg0: tensor<3xf32>, %arg1: tensor<2xf32>)"), "{printed}");
    assert!(printed.contains("return %arg1, %arg0"), "{printed}");
}

#[test]
fn a_single_instruction_is_a_module() {
    let ctx = Context::new(ALL);
    let (ir, diagnostics) = text(&ctx, "%s = f32[4]{0} add(f32[4]{0} %x, f32[4]{0} %y)");
    let printed = printed(&ir.unwrap_or_else(|| panic!("{diagnostics:?}")), &PrintOptions::default());
    assert!(printed.contains("hlo.add %arg0, %arg1"), "{printed}");
}

#[test]
fn what_grows_without_bound_is_refused() {
    let deep = |open: &str, inner: &str, close: &str| {
        format!("{}{inner}{}", open.repeat(20_000), close.repeat(20_000))
    };
    let shape = format!("ENTRY e {{ p = {} parameter(0) }}", deep("(", "f32[]", ")"));
    let operand =
        format!("ENTRY e {{ p = f32[] parameter(0)\n ROOT n = f32[] {} }}", deep("negate(", "p", ")"));
    let body = format!(
        "ENTRY e {{ p = f32[] parameter(0)\n ROOT n = f32[] {} }}",
        deep("call(p), to_apply={ a = f32[] ", "negate(p)", "}")
    );
    let sizes = "ENTRY e { p = f32[99999999999999999999] parameter(0) }".to_string();
    let constant = "ENTRY e { p = f32[999999999999,99999999] constant({1}) }".to_string();
    let number = "ENTRY e { p = f32[] parameter(9999999999) }".to_string();
    // Each computation applies the one in front of it twice.
    let mut doubling =
        String::from("c0 { a = f32[] parameter(0)\n b = f32[] parameter(1)\n ROOT r = f32[] add(a, b) }\n");
    for n in 1..64 {
        doubling.push_str(&format!(
            "c{n} {{ a = f32[] parameter(0)\n b = f32[] parameter(1)\n x = f32[1] reshape(a)\n y = f32[] reduce(x, b), dimensions={{0}}, to_apply=c{p}\n z = f32[] reduce(x, y), dimensions={{0}}, to_apply=c{p}\n ROOT r = f32[] add(y, z) }}\n",
            p = n - 1
        ));
    }
    for source in [shape, operand, body, sizes, constant, number, doubling] {
        let ctx = Context::new(ALL);
        let (ir, diagnostics) = text(&ctx, &source);
        assert!(ir.is_none() && !diagnostics.is_empty(), "{}", &source[..80.min(source.len())]);
    }
}

/// Cuts and changes of a text, from a fixed sequence of numbers.
fn mutants(source: &[u8], count: usize) -> Vec<Vec<u8>> {
    let mut state = 0x9E37_79B9_7F4A_7C15u64;
    let mut next = move |below: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % below.max(1) as u64) as usize
    };
    let mut list: Vec<Vec<u8>> = (0..count).map(|_| source[..next(source.len())].to_vec()).collect();
    for _ in 0..count {
        let mut copy = source.to_vec();
        for _ in 0..1 + next(3) {
            let at = next(copy.len());
            match next(3) {
                0 => copy[at] = b"(){}[]=,:%0x-\"/*a"[next(17)],
                1 => drop(copy.remove(at)),
                _ => {
                    let from = next(copy.len());
                    let to = (from + next(20)).min(copy.len());
                    let piece = copy[from..to].to_vec();
                    copy.splice(at..at, piece);
                }
            }
        }
        list.push(copy);
    }
    list
}

#[test]
fn changed_text_is_read_or_refused() {
    let own = "HloModule m, frontend_attributes={a={x}}\nadd { a = f32[] parameter(0)\n b = f32[] parameter(1)\n ROOT c = f32[] add(a, b) }\nENTRY %e (p: f32[4,8]) -> (f32[4], s32[]) {\n %p = f32[4,8]{1,0} parameter(0), sharding={replicated}\n z = f32[] constant(-0)\n r = f32[4] reduce(%p, z), dimensions={1}, to_apply=add\n i = s32[2]{0} constant({1, /*index=1*/2}), control-predecessors={r}\n s = s32[] reshape(s32[1] slice(i), slice={[0:1]})\n ROOT t = (f32[4], s32[]) tuple(r, s), metadata={op_name=\"x\\\"y\" source_line=3}\n}\n";
    let mut sources = vec![own.as_bytes().to_vec()];
    sources.extend(files(|name| name.ends_with(".hlo")).iter().filter_map(|path| std::fs::read(path).ok()));
    for source in sources {
        for mutant in mutants(&source, 40) {
            let Ok(source) = String::from_utf8(mutant) else { continue };
            let ctx = Context::new(ALL);
            let (ir, diagnostics) = text(&ctx, &source);
            assert!(ir.is_some() || !diagnostics.is_empty(), "{source}");
            if let Some(ir) = ir {
                let mut said = Diagnostics::new();
                let written = print_hlo(&ir, &HloOptions::default(), &mut said);
                if let Some(written) = written {
                    let (again, problems) = text(&ctx, &written);
                    assert!(again.is_some(), "{source}\n{written}\n{problems:?}");
                }
                // What it gives does not matter, as long as it ends.
                let _ = write_proto(&ir, &HloOptions::default(), &mut said);
            }
        }
    }
}

#[test]
fn changed_protos_are_read_or_refused() {
    let protos = files(|name| name == "module.hlo.pb");
    for path in protos.iter().step_by(4) {
        let bytes = std::fs::read(path).expect("the file is there");
        for mutant in mutants(&bytes, 25) {
            let ctx = Context::new(ALL);
            let mut diagnostics = Diagnostics::new();
            match read_proto(&ctx, "mutant", &mutant) {
                Ok(source) => {
                    let ir = parse_proto(&ctx, &source, &mut diagnostics);
                    assert!(ir.is_some() || diagnostics.has_errors());
                }
                Err(diagnostic) => assert!(!diagnostic.message.is_empty()),
            }
        }
    }
}

/// A field of a message with a length.
fn field(number: u32, content: &[u8]) -> Vec<u8> {
    let mut bytes = varint(u64::from(number << 3 | 2));
    bytes.extend(varint(content.len() as u64));
    bytes.extend_from_slice(content);
    bytes
}

/// A field that is a number.
fn number(number: u32, value: u64) -> Vec<u8> {
    [varint(u64::from(number << 3)), varint(value)].concat()
}

fn varint(mut value: u64) -> Vec<u8> {
    let mut bytes = Vec::new();
    while value >= 0x80 {
        bytes.push(value as u8 | 0x80);
        value >>= 7;
    }
    bytes.push(value as u8);
    bytes
}

/// An `f32[]` instruction of a proto.
fn instruction(name: &str, opcode: &str, id: u64, operands: &[u64], more: &[u8]) -> Vec<u8> {
    let shape = number(2, 11);
    let operands: Vec<u8> = operands.iter().flat_map(|&id| number(36, id)).collect();
    let parts =
        [field(1, name.as_bytes()), field(2, opcode.as_bytes()), field(3, &shape), number(35, id), operands];
    field(2, &[parts.concat(), more.to_vec()].concat())
}

/// A module of one computation with the id 7.
fn proto(instructions: &[Vec<u8>], root: u64) -> Vec<u8> {
    let computation = [field(1, b"main"), instructions.concat(), number(5, 7), number(6, root)].concat();
    [field(1, b"m"), field(2, b"main"), field(3, &computation), number(6, 7)].concat()
}

fn problems(bytes: &[u8]) -> Vec<Diagnostic> {
    let ctx = Context::new(ALL);
    let mut diagnostics = Diagnostics::new();
    match read_proto(&ctx, "test.pb", bytes) {
        Ok(source) => drop(parse_proto(&ctx, &source, &mut diagnostics)),
        Err(diagnostic) => diagnostics.push(*diagnostic),
    }
    diagnostics.list
}

#[test]
fn what_is_wrong_with_a_proto_is_said_with_ids() {
    let x = instruction("x", "parameter", 1, &[], &[]);
    let good = proto(&[x.clone(), instruction("n", "negate", 2, &[1], &[])], 2);
    assert_eq!(problems(&good), []);
    // A HloProto around the module reads the same.
    assert_eq!(problems(&field(1, &good)), []);
    for (what, bytes, part) in [
        (
            "a missing operand",
            proto(&[x.clone(), instruction("n", "negate", 2, &[9], &[])], 2),
            "operand id 9",
        ),
        (
            "a cycle",
            proto(&[instruction("n", "negate", 2, &[3], &[]), instruction("o", "abs", 3, &[2], &[])], 2),
            "needs itself",
        ),
        ("a missing root", proto(std::slice::from_ref(&x), 5), "id 5"),
        ("an id twice", proto(&[x.clone(), instruction("n", "negate", 1, &[1], &[])], 1), "the id 1"),
        (
            "a missing computation",
            proto(&[x.clone(), instruction("n", "call", 2, &[1], &number(38, 8))], 2),
            "computation id 8",
        ),
        (
            "an unknown opcode",
            proto(&[x.clone(), instruction("n", "frob", 2, &[1], &[])], 2),
            "unknown opcode",
        ),
        (
            "an opcode that is no word",
            proto(&[x.clone(), instruction("n", "a b", 2, &[1], &[])], 2),
            "opcode",
        ),
        ("no computation", field(1, b"m"), "no computations"),
        (
            "a literal of another size",
            proto(&[instruction("c", "constant", 1, &[], &field(8, &[]))], 1),
            "its literal 0 bytes",
        ),
    ] {
        let found = problems(&bytes);
        let error = found.iter().find(|diagnostic| diagnostic.severity == Severity::Error);
        assert!(error.is_some_and(|error| error.message.contains(part)), "{what}: {found:?}");
    }
    assert!(
        problems(b"\x0a\xff\xff\xff\xff\x0f").iter().any(|error| error.message.contains("no HloModuleProto"))
    );
}

#[test]
fn an_unset_api_version_is_the_original_one() {
    let x = instruction("x", "parameter", 1, &[], &[]);
    let call = |version: u64| {
        let more = [field(28, b"Other"), number(77, version)].concat();
        problems(&proto(&[x.clone(), instruction("c", "custom-call", 2, &[1], &more)], 2))
    };
    assert_eq!(call(1), []);
    let found = call(0);
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(found[0].severity, Severity::Remark);
    assert!(found[0].message.contains("API_VERSION_ORIGINAL") && !found[0].primary.span.is_none());
}

#[test]
fn fields_that_are_not_read_are_said() {
    let x = instruction("x", "parameter", 1, &[], &number(999, 1));
    let found = problems(&proto(&[x], 1));
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(found[0].severity, Severity::Warning);
    assert!(found[0].message.contains("field 999 of HloInstructionProto"), "{found:?}");
}
