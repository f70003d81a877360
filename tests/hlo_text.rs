//! Text of the `hlo` dialect: pretty and generic forms of every op give the same IR, for a module that has every op
//! and for every real module.

use neuron_opt::dialects::{ALL, hlo};
use neuron_opt::ir::{Context, Diagnostics, Ir, text, verify};

mod shared;

fn read<'c>(ctx: &'c Context, name: &str, source: &str) -> Result<Ir<'c>, String> {
    let file = ctx.add_file(name, source);
    let mut diagnostics = Diagnostics::new();
    let options = text::ParseOptions { allow_unregistered: true };
    let ir = text::parse(ctx, file, 0..source.len(), &options, &mut diagnostics);
    if let Some(ir) = &ir {
        verify(ir, ir.root(), &mut diagnostics);
    }
    let messages: Vec<String> =
        diagnostics.list.iter().map(|diagnostic| diagnostic.message.clone()).collect();
    match ir {
        Some(ir) if messages.is_empty() => Ok(ir),
        _ => Err(format!("{name}: {}", messages.join("; "))),
    }
}

fn print(ir: &Ir<'_>, generic: bool) -> String {
    let mut out = Vec::new();
    let options = text::PrintOptions { generic, ..Default::default() };
    text::print(ir, &options, &mut out).expect("a vector takes everything");
    String::from_utf8(out).expect("the module is UTF-8")
}

/// Reads a module, prints it in both forms, reads those, and finds the same module each time.
fn round_trips(name: &str, source: &str) -> Result<String, String> {
    let ctx = Context::new(ALL);
    let ir = read(&ctx, name, source)?;
    let (pretty, generic) = (print(&ir, false), print(&ir, true));
    for (form, text) in [("pretty", &pretty), ("generic", &generic)] {
        let again = read(&ctx, &format!("{name} ({form})"), text)?;
        if print(&again, true) != generic {
            return Err(format!("{name}: the {form} form reads back as another module:\n{text}"));
        }
        if print(&again, false) != pretty {
            return Err(format!("{name}: the {form} form prints differently the second time:\n{text}"));
        }
    }
    Ok(generic)
}

/// Every op of the dialect, in StableHLO's spelling.
const EVERY_OP: &str = include_str!("data/hlo_every_op.mlir");

#[test]
fn every_op_round_trips() {
    let generic = round_trips("every op", EVERY_OP).unwrap_or_else(|message| panic!("{message}"));
    for op in hlo::HLO.ops {
        assert!(generic.contains(&format!("\"{}\"", op.name)), "the module has no '{}'", op.name);
    }
}

#[test]
fn ops_with_a_form_print_by_it() {
    let ctx = Context::new(ALL);
    let ir = read(&ctx, "every op", EVERY_OP).unwrap_or_else(|message| panic!("{message}"));
    let pretty = print(&ir, false);
    for op in hlo::HLO.ops.iter().filter(|op| op.form.is_some()) {
        assert!(!pretty.contains(&format!("\"{}\"", op.name)), "'{}' is printed generically", op.name);
    }
}

#[test]
fn spellings_of_one_op_are_one_op() {
    let module = |body: &str| {
        format!(
            "func.func @main(%a: tensor<4x9xf32>, %p: tensor<i1>, %z: tensor<f32>) {{\n{body}\nreturn\n}}"
        )
    };
    for spellings in [
        &[
            "%0 = stablehlo.compare LT, %a, %a, FLOAT : (tensor<4x9xf32>, tensor<4x9xf32>) -> tensor<4x9xi1>",
            "%0 = mhlo.compare  LT, %a, %a,  FLOAT : (tensor<4x9xf32>, tensor<4x9xf32>) -> tensor<4x9xi1>",
            "%0 = \"hlo.compare\"(%a, %a) {comparison_direction = #stablehlo<comparison_direction LT>, compare_type = #stablehlo<comparison_type FLOAT>} : (tensor<4x9xf32>, tensor<4x9xf32>) -> tensor<4x9xi1>",
        ][..],
        &[
            "%0:2 = chlo.top_k(%a, k = 2) : tensor<4x9xf32> -> (tensor<4x2xf32>, tensor<4x2xi32>)",
            "%0:2 = \"chlo.top_k\"(%a) <{k = 2 : i64}> : (tensor<4x9xf32>) -> (tensor<4x2xf32>, tensor<4x2xi32>)",
        ],
        &[
            "%0 = stablehlo.select %p, %a, %a : tensor<i1>, tensor<4x9xf32>",
            "%0 = stablehlo.select %p, %a, %a : (tensor<i1>, tensor<4x9xf32>, tensor<4x9xf32>) -> tensor<4x9xf32>",
        ],
        &[
            "%0 = stablehlo.reduce(%a init: %z) applies stablehlo.add across dimensions = [1] : (tensor<4x9xf32>, tensor<f32>) -> tensor<4xf32>",
            "%0 = stablehlo.reduce(%a init: %z) across dimensions = [1] : (tensor<4x9xf32>, tensor<f32>) -> tensor<4xf32>\n reducer(%x: tensor<f32>, %y: tensor<f32>) {\n %1 = stablehlo.add %x, %y : tensor<f32>\n stablehlo.return %1 : tensor<f32>\n }",
        ],
        &[
            "%0:2 = stablehlo.custom_call @AwsNeuronTopK(%a) {backend_config = \"2\"} : (tensor<4x9xf32>) -> (tensor<4x2xf32>, tensor<4x2xi32>)",
            "%0:2 = stablehlo.custom_call @\"AwsNeuronTopK\"(%a) {api_version = 1 : i32, backend_config = \"2\", called_computations = [], has_side_effect = false, output_operand_aliases = []} : (tensor<4x9xf32>) -> (tensor<4x2xf32>, tensor<4x2xi32>)",
        ],
    ] {
        let forms: Vec<String> = spellings
            .iter()
            .map(|body| round_trips(body, &module(body)).unwrap_or_else(|message| panic!("{message}")))
            .collect();
        assert!(forms.windows(2).all(|pair| pair[0] == pair[1]), "{}\n{}", forms[0], forms[1]);
    }
}

/// A generic dump without lists of empty argument attributes, which no pretty form can say.
fn without_empty_attributes(generic: &str) -> String {
    let empty = regex::Regex::new(r"(arg|res)_attrs = \[\{\}(, \{\})*\], ").expect("a valid expression");
    empty.replace_all(generic, "").into_owned()
}

#[test]
fn real_modules_round_trip_and_their_forms_agree() {
    let Some(shared) = shared::directory("real") else { return };
    let (mut seen, mut compared) = (0, 0);
    let mut faults = Vec::new();
    for case in shared::folders(&shared) {
        let source = |name: &str| std::fs::read_to_string(case.join(name)).ok();
        let name = case.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let Some(pretty) = source("module.mlir") else { continue };
        seen += 1;
        let from_pretty = match round_trips(&name, &pretty) {
            Ok(generic) => generic,
            Err(message) => {
                faults.push(message);
                continue;
            }
        };
        for form in ["module.generic.mlir", "module.loc.mlir"] {
            let Some(other) = source(form) else { continue };
            compared += 1;
            match round_trips(&format!("{name} ({form})"), &without_empty_attributes(&other)) {
                Ok(generic) if generic == from_pretty => {}
                Ok(_) => faults.push(format!("{name}: {form} is another module")),
                Err(message) => faults.push(message),
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(seen > 60 && compared > 10, "only {seen} modules, {compared} other forms");
}

/// The snippets with the verdict of MLIR's own parser and verifier.
#[test]
fn snippets_are_accepted_or_refused_as_mlir_does() {
    let Some(folder) = shared::directory("real/mlir_syntax") else { return };
    let verdicts = std::fs::read_to_string(folder.join("verdicts.json")).expect("verdicts");
    let verdicts: serde_json::Value = serde_json::from_str(&verdicts).expect("verdicts are JSON");
    let mut faults = Vec::new();
    for row in verdicts.as_array().into_iter().flatten() {
        let id = row["id"].as_str().unwrap_or_default();
        let source = std::fs::read_to_string(folder.join(format!("{id}.mlir"))).expect("a snippet");
        let ctx = Context::new(ALL);
        let file = ctx.add_file(id, &source);
        let mut diagnostics = Diagnostics::new();
        let options = text::ParseOptions::default();
        let ir = text::parse(&ctx, file, 0..source.len(), &options, &mut diagnostics);
        if let Some(ir) = &ir {
            verify(ir, ir.root(), &mut diagnostics);
        }
        let accepted = ir.is_some() && !diagnostics.has_errors();
        // `is_stable` is newer than the MLIR that judged.
        let expected = row["mlir"] == "accept" || id == "topk_is_stable";
        if accepted != expected {
            let said: Vec<&str> = diagnostics.list.iter().map(|d| d.message.as_str()).collect();
            faults.push(format!("{id}: {}", said.join("; ")));
        }
        if !accepted && diagnostics.list.iter().any(|d| d.primary.span.is_none()) {
            faults.push(format!("{id}: a diagnostic has no place"));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
