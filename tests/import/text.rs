//! HLO text: locations, elided constants, errors.

use neuron_opt::interp::{entry_point, input_types};
use neuron_opt::tensor::Tensor;

use super::*;

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
fn a_truncated_dump_is_refused_at_the_constant_that_is_needed() {
    for path in files(|name| name == "module.trunc.hlo.txt") {
        let ctx = Context::new(ALL);
        let ir = module(&ctx, &path);
        let case = path.parent().expect("a file is in a folder");
        let meta = meta(case).expect("a case says what is in it");
        let error = cases::check_all(&ir, case, &meta, &[]).1;
        assert!(!error.is_empty() && error.iter().all(|error| error.contains("left out")), "{error:?}");
        let entry = entry_point(&ir, None).expect("there is an entry");
        let types = input_types(&ir, entry).expect("it takes tensors");
        let inputs = types.into_iter().map(|(elem, shape)| Tensor::zeros(elem, &shape)).collect();
        let error = run(&ir, None, inputs, &RunOptions::default()).expect_err("there are no elements");
        let span = error.diagnostic.primary.span;
        let source = ctx.file(span.file).expect("the text was read").text.as_str();
        assert_eq!(&source[span.start as usize..span.end as usize], "{...}", "{:?}", error.diagnostic);
    }
}

#[test]
fn an_entry_layout_that_does_not_fit_is_said_and_left_out() {
    let source = "HloModule m, entry_computation_layout={(f32[12]{0})->f32[4]{0}}\nENTRY e { p = f32[4] parameter(0)\n ROOT n = f32[4] negate(p) }";
    let ctx = Context::new(ALL);
    let (ir, diagnostics) = text(&ctx, source);
    let ir = ir.unwrap_or_else(|| panic!("{diagnostics:?}"));
    assert_eq!(diagnostics.len(), 1, "{diagnostics:?}");
    let span = diagnostics[0].primary.span;
    assert_eq!(&source[span.start as usize..span.end as usize], "{(f32[12]{0})->f32[4]{0}}");
    assert_eq!(diagnostics[0].severity, Severity::Warning);
    assert!(emitted(&ir).starts_with("HloModule m, entry_computation_layout={(f32[4]{0})->f32[4]{0}}"));
}

/// The verdicts are those of XLA's parser (jaxlib 0.10.2); the place is where ours points.
#[test]
fn attributes_of_a_module_are_read_as_xla_does() {
    const BODY: &str = "\nENTRY e { p = f32[4] parameter(0)\n ROOT n = f32[4] negate(p) }\n";
    let accepted = [
        "is_scheduled=true",
        "alias_passthrough_params=true",
        "replica_count=2, num_partitions=-2",
        "input_output_alias={}",
        "input_output_alias={ {}: (0, {}, may-alias), {}: (0, {}), }",
        "buffer_donor={ (0, {}), }",
        "buffer_donor={ (0, {0}), (0, {1}) }",
        "allow_spmd_sharding_propagation_to_output=true",
        "allow_spmd_sharding_propagation_to_parameters={true,false}",
        "allow_spmd_sharding_propagation_to_output={}",
        "entry_computation_layout={(f32[4]{0},)->f32[4]{0}}",
        "frontend_attributes={a=\"b\",c={x}}",
    ];
    for header in accepted {
        let ctx = Context::new(ALL);
        let (ir, diagnostics) = text(&ctx, &format!("HloModule m, {header}{BODY}"));
        assert!(ir.is_some(), "{header}: {diagnostics:?}");
    }
    // What is at fault, and the message.
    let refused = [
        ("is_scheduled=1", "1", "expects true or false"),
        ("is_scheduled =true", "=", "right behind the name"),
        ("is_scheduled=true, is_scheduled=true", "is_scheduled", "already exists"),
        ("replica_count={2}", "{", "expects an integer"),
        ("input_output_alias={ {}: 0 }", "0", "expects '('"),
        ("input_output_alias={ {}: (0, {}, foo) }", "foo", "may-alias or must-alias"),
        ("input_output_alias={ {}: (0) }", ")", "expects ','"),
        ("input_output_alias={ {}: (0, {}) {}: (0, {}) }", "{", "',' or '}'"),
        ("buffer_donor={ 0 }", "0", "expects '('"),
        ("allow_spmd_sharding_propagation_to_output={true,}", "}", "expects true or false"),
        ("entry_computation_layout={(f32[4]{0} f32[4])->f32[4]{0}}", "f32", "',' or ')'"),
        ("entry_computation_layout={(f32[4]{0})->foo[4]{0}}", "foo", "type"),
        ("entry_computation_layout={(f32[4,]{0})->f32[4]{0}}", "]", "size"),
        ("entry_computation_layout={(p: f32[4]{0})->f32[4]{0}}", "p", "primitive type"),
    ];
    for (header, part, message) in refused {
        let ctx = Context::new(ALL);
        let source = format!("HloModule m, {header}{BODY}");
        let (ir, diagnostics) = text(&ctx, &source);
        assert!(ir.is_none(), "{header}");
        let first = &diagnostics[0];
        let span = first.primary.span;
        let at = &source[span.start as usize..span.end as usize];
        assert!(at == part && first.message.contains(message), "{header}: at {at}: {}", first.message);
    }
}

#[test]
fn a_word_that_touches_an_equal_sign_is_the_name_of_an_attribute() {
    let verdict = |instruction: &str| {
        let ctx = Context::new(ALL);
        let (ir, diagnostics) = text(&ctx, &format!("ENTRY e {{ p = f32[4] parameter(0)\n {instruction} }}"));
        ir.map(|_| ()).ok_or_else(|| diagnostics[0].message.clone())
    };
    assert_eq!(verdict("ROOT %n=f32[4] negate(p)"), Ok(()));
    assert_eq!(verdict("ROOT t = (f32[2], s32[2]) topk(p), k= 2, largest=true"), Ok(()));
    assert!(verdict("ROOT n=f32[4] negate(p)").is_err_and(|said| said.contains("'n='")));
    let blank = verdict("ROOT t = (f32[2], s32[2]) topk(p), k =2, largest=true");
    assert!(blank.is_err_and(|said| said.contains("without a blank")));
    assert!(verdict("ROOT n = f32[4] negate(p), metadata={op_name =\"a\"}").is_err());
}
