//! The top-k calls of imported modules.

use super::*;

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
