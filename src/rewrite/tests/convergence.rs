//! Rewrites that do not end, rewrites that do nothing, and results that do not depend on order.

use proptest::prelude::*;

use super::*;
use crate::ir::{Attr, InsertPoint, OpState, ValueId};
use crate::rewrite::{ExplainFilter, Folder};

const NEG: &str = r#"
    %x = "t.const"() {value = 5 : i32} : () -> i32
    %a = "t.neg"(%x) : (i32) -> i32
    "t.use"(%a) : (i32) -> ()"#;

#[test]
fn a_cycle_of_patterns_is_named() {
    let patterns = "pattern ping { %r = t.neg(%x) => %n = t.opt(%x) replace %r with %n }
                    pattern back { %r = t.opt(%x) => %n = t.neg(%x) replace %r with %n }";
    let (_, outcome, said) = rewrite(patterns, NEG, &Config::default());
    assert!(outcome.error);
    let first = said.lines().next().unwrap_or_default();
    assert!(
        first.contains("rewriting does not end: 'back' with 'ping' keeps firing, 640 rewrites")
            || first.contains("rewriting does not end: 'ping' with 'back' keeps firing, 640 rewrites"),
        "{said}"
    );
    assert!(said.contains("note @`ping`"), "{said}");
}

#[test]
fn growth_without_end_is_cut_off() {
    let patterns =
        "pattern grow { %r = t.neg(%x) where true => %a = t.neg(%x) %b = t.neg(%a) replace %r with %b }";
    let (_, outcome, said) = rewrite(patterns, NEG, &Config::default());
    assert!(outcome.error && said.contains("'grow' keeps firing"), "{said}");
}

#[test]
fn firing_without_a_change_is_an_error() {
    let patterns = "pattern idle { %r = t.attrs(_) {k = $k} => update root {k = $k} }";
    let text = r#"
        %x = "t.const"() {value = 5 : i32} : () -> i32
        %a = "t.attrs"(%x) {k = 1} : (i32) -> i32"#;
    let (_, outcome, said) = rewrite(patterns, text, &Config::default());
    assert!(outcome.error && !outcome.changed);
    assert!(said.contains("pattern 'idle' fired without changing anything"), "{said}");
}

#[test]
fn a_rewrite_that_fails_half_way_leaves_no_trace() {
    let patterns = "table only(Int) -> Int { 1 => 2 }
        pattern half { %r = t.attrs(%x) {k = $k} where $k > 0 => %a = t.neg(%x) %b = t.attrs(%a) {k = only($k)} : type(%r) replace %r with %b }";
    let text = r#"
        %x = "t.const"() {value = 5 : i32} : () -> i32
        %a = "t.attrs"(%x) {k = 7} : (i32) -> i32"#;
    let (after, outcome, said) = rewrite(patterns, text, &Config::default());
    assert!(outcome.error && !outcome.changed && !after.contains("t.neg"), "{after}");
    assert!(said.contains("pattern 'half' cannot be carried out"), "{said}");
    assert!(said.contains("note @`k = only($k)`"), "{said}");
}

#[test]
fn a_new_op_that_uses_what_it_replaces_is_refused() {
    let patterns =
        "pattern wrap { %r = t.neg(%x) where use_count(%x) > 0 => %n = t.opt(%r) replace %r with %n }";
    let (_, outcome, said) = rewrite(patterns, NEG, &Config::default());
    assert!(outcome.error && said.contains("a new op uses the value that is replaced"), "{said}");
}

#[test]
fn explain_names_the_condition_that_failed() {
    let patterns = "pattern a { %r = t.neg(t.neg(%x)) => replace %r with %x }
                    pattern b { %r = t.neg(%x) where use_count(%x) == 3 => replace %r with %x }";
    let config = Config { explain: Some(ExplainFilter { op: Some("t.neg".into()) }), ..Config::default() };
    let (_, outcome, said) = rewrite(patterns, NEG, &config);
    assert!(!outcome.changed);
    assert!(said.contains("'t.neg' op was not rewritten"), "{said}");
    assert!(said.contains("note @`t.neg(%x)`: pattern 'a' needs this"), "{said}");
    assert!(said.contains("note @`use_count(%x) == 3`: pattern 'b' needs this"), "{said}");
}

#[test]
fn shadowed_patterns_and_self_matches_are_found() {
    let ctx = context();
    let errors = |text: &str| {
        let mut diagnostics = Diagnostics::new();
        PatternSet::load(&ctx, &[("p.pat", text)], &[FUNCTIONS], false, &mut diagnostics);
        show(&ctx, &diagnostics.list)
    };
    let shadowed = errors(
        "pattern all { %r = t.neg(%x) => replace %r with %x }
         pattern some { %r = t.neg(t.neg(%x)) => replace %r with %x }",
    );
    assert!(shadowed.starts_with("error @`some`: pattern `some` never fires"), "{shadowed}");
    let fine = errors(
        "pattern all { %r = t.neg(%x) => replace %r with %x }
         pattern some : benefit 2 { %r = t.neg(t.neg(%x)) => replace %r with %x }
         pattern attrs { %r = t.attrs(%x) {note = \"a\"} => replace %r with %x }
         pattern more { %r = t.attrs(%x) {k = 1} => replace %r with %x }
         pattern same { %r = t.add(%x, %x) => replace %r with %x }
         pattern other { %r = t.add(%x, t.neg(%_y)) => replace %r with %x }",
    );
    assert_eq!(fine, "");
    let again = errors("pattern flip { %r = t.add(%x, %y) => %s = t.add(%y, %x) replace %r with %s }");
    assert!(again.contains("@`t.add(%y, %x)`: pattern `flip` matches its own result"), "{again}");
}

#[test]
fn examples_run() {
    let ctx = context();
    let set = load(
        &ctx,
        "pattern double {
           %r = t.neg(t.neg(%x))
           => replace %r with %x
           example (%x: i32) -> i32 { // a brace } in a comment
             %a = \"t.neg\"(%x) : (i32) -> i32
             %b = \"t.neg\"(%a) : (i32) -> i32
             return %b : i32
           } => { return %x : i32 }
           example (%x: i32) -> i32 { return %x : i32 } => unchanged
           example (%x: i32) -> i32 {
             %a = \"t.neg\"(%x) : (i32) -> i32
             return %a : i32
           } => same
           example module { \"t.use\"(%x) : (i32) -> () } => unchanged
         }",
    );
    let results: Vec<Result<bool, String>> = set
        .examples()
        .iter()
        .map(|e| match e.run(&ctx, &set, &Vec::new()) {
            Ok(ran) => Ok(ran.comparable),
            Err(d) => Err(format!("{}: {}", place(&ctx, d.primary.span), d.message)),
        })
        .collect();
    assert_eq!(results[..2], [Ok(true), Ok(false)]);
    assert!(matches!(&results[2], Err(m) if m.ends_with("the pattern does not fire")), "{results:?}");
    assert!(matches!(&results[3], Err(m) if m.starts_with("%x: ")), "{results:?}");
}

/// Folds `t.neg` of a constant.
struct NegFolder;

impl Folder for NegFolder {
    fn fold(&self, ir: &Ir<'_>, op: OpId) -> Option<Vec<Attr>> {
        let def = ir.def_op(ir.is(op, Neg::NAME).then(|| ir.operand(op, 0))?)?;
        let value = ir.is(def, Const::NAME).then(|| ir.attr_i64(def, "value")).flatten()?;
        Some(vec![ir.ctx.int_attr(-value, 32)])
    }

    fn materialize(&self, ir: &mut Ir<'_>, at: OpId, value: Attr, ty: Type) -> Option<ValueId> {
        let state = OpState::new(ir.ctx, Const::NAME).attributes(ir.ctx, &[("value", value)]).results(&[ty]);
        let op = ir.build(InsertPoint::Before(at), state);
        Some(ir.result(op, 0))
    }
}

#[test]
fn folding_and_dead_ops() {
    let text = r#"
        %x = "t.const"() {value = 5 : i32} : () -> i32
        %a = "t.neg"(%x) : (i32) -> i32
        %b = "t.neg"(%a) : (i32) -> i32
        %c = "t.neg"(%a) : (i32) -> i32
        "t.use"(%b) : (i32) -> ()"#;
    let config = Config { folder: Some(&NegFolder), erase_dead: true, ..Config::default() };
    let (after, outcome, _) = rewrite("const $unused = 1", text, &config);
    let ctx = context();
    let expected = r#"%b = "t.const"() {value = 5 : i32} : () -> i32  "t.use"(%b) : (i32) -> ()"#;
    assert_eq!(after, text_of(&module(&ctx, expected)));
    assert!(outcome.folded >= 2 && outcome.changed);
}

proptest! {
    /// Independent chains give the same chains whatever order their ops stand in.
    #[test]
    fn the_order_of_independent_ops_does_not_matter(seed in proptest::collection::vec(0u8..4, 1..6), key in any::<u64>()) {
        let patterns = "pattern double { %r = t.neg(t.neg(%x)) => replace %r with %x }
                        pattern zero { %r = t.add(%x, %z) where splat(%z) == 0 => replace %r with %x }
                        pattern out { %r = t.add(t.neg(%x), t.neg(%y)) => %n = t.neg(t.add(%x, %y)) replace %r with %n }";
        let chains: Vec<Vec<String>> = seed.iter().enumerate().map(|(i, kind)| {
            let steps: &[&str] = match kind {
                0 => &["neg %A", "neg %A", "neg %A"],
                1 => &["add %A %Z", "neg %A", "neg %A"],
                2 => &["neg %A", "add %A %A", "neg %A"],
                _ => &["add %Z %A", "add %A %Z"],
            };
            let mut ops = vec![format!("%v{i}_0 = \"t.const\"() {{value = {i} : i32}} : () -> i32")];
            for (n, step) in steps.iter().enumerate() {
                let from = format!("%v{i}_{n}");
                let to = format!("%v{i}_{}", n + 1);
                ops.push(match step.split(' ').collect::<Vec<_>>().as_slice() {
                    ["neg", _] => format!("{to} = \"t.neg\"({from}) : (i32) -> i32"),
                    [_, a, b] => {
                        let name = |x: &str| if x == "%Z" { "%z".to_string() } else { from.clone() };
                        format!("{to} = \"t.add\"({}, {}) : (i32, i32) -> i32", name(a), name(b))
                    }
                    _ => String::new(),
                });
            }
            ops.push(format!("\"t.use\"(%v{i}_{}) {{t.chain = {i}}} : (i32) -> ()", steps.len()));
            ops
        }).collect();
        // Interleaves the chains, keeping the order inside of each.
        let mut rest: Vec<std::collections::VecDeque<String>> = chains.iter().map(|c| c.iter().cloned().collect()).collect();
        let (mut mixed, mut state) = (Vec::new(), key | 1);
        while rest.iter().any(|c| !c.is_empty()) {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            let pick = (state >> 33) as usize % rest.len();
            mixed.extend(rest[pick].pop_front());
        }
        let zero = "%z = \"t.const\"() {value = 0 : i32} : () -> i32".to_string();
        let config = Config { erase_dead: true, ..Config::default() };
        let text = |ops: Vec<String>| std::iter::once(zero.clone()).chain(ops).collect::<Vec<_>>().join("\n");
        let normal = |after: &str, i: usize| {
            // The ops of one chain from its use back, with names of values left out.
            let ctx = context();
            let ir = module(&ctx, after);
            let end = ir.body_ops(ir.root()).find(|&op| ir.attr_i64(op, "t.chain") == Some(i as i64));
            let mut names = Vec::new();
            let mut next = end;
            while let Some(op) = next {
                names.push((ir.name(op).to_string(), ir.attr_i64(op, "value")));
                next = (ir.operand_count(op) > 0).then(|| ir.def_op(ir.operand(op, 0))).flatten();
            }
            names
        };
        let (ordered, ..) = rewrite(patterns, &text(chains.concat()), &config);
        let (shuffled, ..) = rewrite(patterns, &text(mixed), &config);
        for i in 0..seed.len() {
            prop_assert_eq!(normal(&ordered, i), normal(&shuffled, i));
        }
    }
}
