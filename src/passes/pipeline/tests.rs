use super::*;
use crate::dialects;

fn parse(text: &str) -> (Context, Parse<Pipeline>) {
    let ctx = Context::new(dialects::ALL);
    let file = ctx.add_file("<pass-pipeline>", text);
    let result = Pipeline::parse(&ctx, file);
    (ctx, result)
}

fn canonical(text: &str) -> String {
    parse(text).1.map_err(|e| e.message).expect("a correct pipeline").canonical()
}

/// The error, with its underlined text and label.
fn error(text: &str) -> (String, String, String) {
    let diagnostic = parse(text).1.err().expect("an incorrect pipeline");
    let Span { start, end, .. } = diagnostic.primary.span;
    (diagnostic.message, text[start as usize..end as usize].into(), diagnostic.primary.message)
}

#[test]
fn canonical_text_parses_to_itself() {
    let text = "builtin.module(func.func( cse , dce), any(cse),\n symbol-dce, inline)";
    let first = canonical(text);
    assert_eq!(
        first,
        "builtin.module(func.func(cse,dce),any(cse),symbol-dce,inline{callees=any max-ops=4194304})"
    );
    assert_eq!(canonical(&first), first);
}

#[test]
fn a_bare_list_is_for_the_module() {
    assert_eq!(canonical("cse,dce"), "builtin.module(cse,dce)");
    assert_eq!(canonical(""), "builtin.module()");
    assert_eq!(canonical("func.func(cse)"), "func.func(cse)");
}

#[test]
fn the_option_wants_the_anchor() {
    let ctx = Context::new(dialects::ALL);
    let read = |text: &str| Pipeline::parse_anchored(&ctx, ctx.add_file("<pass-pipeline>", text), &[]);
    for bare in ["cse", "cse,dce", "", "builtin.module(cse),dce", "neuron-pipeline"] {
        let error = read(bare).err().expect("no anchor");
        assert!(error.message.starts_with("expected pass pipeline to be wrapped"), "{}", error.message);
        assert_eq!(error.primary.span.end as usize, bare.len());
    }
    for anchored in ["builtin.module(cse)", "func.func(cse)", "any()"] {
        assert!(read(anchored).is_ok(), "{anchored}");
    }
    assert!(read("builtin.module(").err().expect("unclosed").message.starts_with("malformed"));
}

#[test]
fn options_may_be_quoted_or_in_braces() {
    for text in ["inline{callees=private}", "inline{callees='private'}", "inline{ callees = {private} }"] {
        assert_eq!(canonical(text), "builtin.module(inline{callees=private max-ops=4194304})");
    }
}

#[test]
fn unknown_passes_are_underlined_in_the_whole_text() {
    let (message, at, label) = error("builtin.module(func.func(dcse))");
    assert_eq!((message.as_str(), at.as_str()), ("'dcse' is not a registered pass", "dcse"));
    assert_eq!(label, "did you mean 'cse'?");
    let (message, ..) = error("legalize-softmax");
    assert_eq!(message, "pass 'legalize-softmax' is known, but not implemented");
    assert_eq!(HLO_OPT_PASSES.len() + 1, 112);
}

#[test]
fn wrong_options_are_explained() {
    for (text, value) in [
        ("canonicalize{fold-limit=-1}", "-1"),
        ("canonicalize{fold-limit=9223372036854775808}", "9223372036854775808"),
        ("canonicalize{max-iterations=0}", "0"),
        ("inline{max-ops=-5}", "-5"),
    ] {
        let (_, at, label) = error(text);
        assert_eq!(at, value, "{text}");
        assert!(label.starts_with("expected a whole number from"), "{label}");
    }
    let (message, at, _) = error("cse{max=3}");
    assert_eq!((message.as_str(), at.as_str()), ("pass 'cse' takes no options", "max"));
    let (message, at, label) = error("inline{callee=any}");
    assert_eq!((message.as_str(), at.as_str()), ("pass 'inline' has no option 'callee'", "callee"));
    assert_eq!(label, "did you mean 'callees'?");
    let (message, at, label) = error("inline{callees=some}");
    assert_eq!((message.as_str(), at.as_str()), ("bad value for option 'callees' of pass 'inline'", "some"));
    assert_eq!(label, "expected one of 'any', 'private'");
}

#[test]
fn anchors_must_be_isolated_ops() {
    assert_eq!(error("builtin.module(arith.addi(cse))").0, "cannot run passes on 'arith.addi'");
    let (message, at, label) = error("builtin.module(func.fun(cse))");
    assert_eq!((message.as_str(), at.as_str()), ("'func.fun' is not a registered op", "func.fun"));
    assert_eq!(label, "did you mean 'func.func'?");
    assert_eq!(error("cse(dce)").0, "'cse' is a pass, not an op that passes can run on");
    assert_eq!(error("func.func(inline)").0, "pass 'inline' runs on 'builtin.module', not on 'func.func'");
}

#[test]
fn syntax_errors_name_tokens() {
    let (message, at, _) = error("builtin.module(cse");
    assert_eq!(message, "malformed pass pipeline: expected `,`, `(`, `)` or `{`, found the end of the text");
    assert_eq!(at, "");
    let (_, result) = parse("builtin.module(cse");
    let related = &result.err().expect("unclosed").related;
    assert_eq!((related[0].span.start, related[0].message.as_str()), (14, "is not closed"));
    assert_eq!(error("cse dce").1, "d");
    assert_eq!(error("cse,,dce").1, ",");
    let deep = "any(".repeat(100_000);
    assert_eq!(error(&deep).0, "a pass pipeline nests at most 64 deep");
}

#[test]
fn flags_are_read_like_pipeline_elements() {
    let ctx = Context::new(dialects::ALL);
    let mut pipeline = Pipeline::new();
    for flag in ["--cse", "-dce", "--inline=callees=private"] {
        let file = ctx.add_file("<command line>", flag);
        pipeline.push_flag(&ctx, file, &[]).map_err(|e| e.message).expect("correct flags");
    }
    assert_eq!(pipeline.canonical(), "builtin.module(cse,dce,inline{callees=private max-ops=4194304})");
    let file = ctx.add_file("<command line>", "--inline=callees=all");
    let error = pipeline.push_flag(&ctx, file, &[]).expect_err("no such word");
    assert_eq!((error.primary.span.start, error.primary.span.end), (17, 20));
}

#[test]
fn skipped_passes_are_left_out_whether_they_are_implemented_or_not() {
    let ctx = Context::new(dialects::ALL);
    let skipped = ["dce", "bir-to-dve", "legalize-softmax"].map(String::from);
    let text = "builtin.module(legalize-softmax,func.func(cse,dce),neuron-pipeline)";
    let file = ctx.add_file("<pass-pipeline>", text);
    let mut pipeline =
        Pipeline::parse_anchored(&ctx, file, &skipped).map_err(|e| e.message).expect("correct");
    for flag in ["--dce", "--legalize-softmax", "--cse"] {
        let file = ctx.add_file("<command line>", flag);
        pipeline.push_flag(&ctx, file, &skipped).map_err(|e| e.message).expect("correct flags");
    }
    let text = pipeline.canonical();
    assert!(text.starts_with("builtin.module(func.func(cse),canonicalize"), "{text}");
    assert!(text.ends_with("bir-allocate,cse)"), "{text}");
    assert!(Pipeline::parse_anchored(&ctx, file, &skipped[..2]).is_err());
}

#[test]
fn named_pipelines_name_passes_and_their_options() {
    let expanded = |pipeline, options: &[WrittenOption<'_>]| {
        expand(pipeline, Span::NONE, options).map_err(|error| error.message)
    };
    for pipeline in PIPELINES {
        let passes = expanded(pipeline, &[]).expect("its own options are right");
        assert_eq!(passes.len(), pipeline.passes.len(), "{}", pipeline.name);
        for option in pipeline.options {
            let has = |one: &ScheduledPass| one.pass.info().options.iter().any(|info| info.name == *option);
            assert!(passes.iter().any(has), "no pass of {} takes {option}", pipeline.name);
        }
    }
    let scope = WrittenOption { name: "scope", name_span: Span::NONE, value: Some(("all", Span::NONE)) };
    let passes = expanded(&PIPELINES[0], &[scope]).expect("it has the option");
    let pass =
        |name: &str| passes.iter().find(|one| one.pass.info().name == name).expect("it is one of them");
    assert!(pass("raise-router").options.flag("relaxed"));
    assert_eq!(pass("legalize-topk").options.text("scope"), "all");
}
