//! The real files: every form of a case is read, means the same, and gives the stored outputs.

use super::*;

#[test]
fn every_real_file_is_read_and_prints_the_same() {
    let ends = [".hlo.txt", ".pb", ".reprint", "module.mlir", "module.generic.mlir", "module.loc.mlir"];
    let modules = files(|name| ends.iter().any(|end| name.ends_with(end)));
    for path in &modules {
        let ctx = Context::new(ALL);
        let is_text = path.extension().is_some_and(|ext| ext == "txt" || ext == "reprint");
        let format = if is_text { InputFormat::Hlo } else { InputFormat::Auto };
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
    assert!(modules.len() > 280 || folders().is_empty(), "only {} files", modules.len());
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
