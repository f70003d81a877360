//! Mistakes in pattern files, each found at its place.

use super::*;

/// The errors of a file must be exactly these: the text each covers, and its message.
#[track_caller]
fn check(text: &str, expected: &[(&str, &str)]) {
    let ctx = context();
    let mut diagnostics = Diagnostics::new();
    let set = PatternSet::load(&ctx, &[("bad.pat", text)], &[FUNCTIONS], false, &mut diagnostics);
    assert!(set.is_none());
    let found: Vec<(&str, &str)> =
        diagnostics.list.iter().map(|d| (place(&ctx, d.primary.span), d.message.as_str())).collect();
    assert_eq!(found, expected, "{}", show(&ctx, &diagnostics.list));
}

/// A pattern around a match side.
fn matching(clauses: &str) -> String {
    format!("pattern p {{ {clauses} => erase root }}")
}

/// A pattern around statements; `%x`, `%r` and `$k` are bound.
fn building(statements: &str) -> String {
    format!(
        "pattern p {{ %r = t.attrs(%x) {{k = $k}} where $k > 0 and use_count(%x) > 0 => {statements} replace %r with %x }}"
    )
}

#[test]
fn unknown_ops_are_suggested() {
    let ctx = context();
    let mut diagnostics = Diagnostics::new();
    let text = matching("%r = t.ad(%x, %y)");
    PatternSet::load(&ctx, &[("bad.pat", &text)], &[FUNCTIONS], false, &mut diagnostics);
    assert_eq!(
        show(&ctx, &diagnostics.list),
        "error @`t.ad`: unknown op `t.ad`\n  help: did you mean `t.add`?\n"
    );
}

#[test]
fn operand_and_result_counts() {
    check(
        &matching("%r = t.add(%x)"),
        &[("t.add(%x)", "`t.add` has 2 operands, found 1 (`rhs` is missing)")],
    );
    check(&matching("%r = t.neg(_, _)"), &[("t.neg(_, _)", "`t.neg` has 1 operands, found 2")]);
    check(
        &matching("%a = t.two(_)"),
        &[("%a = t.two(_)", "`t.two` has 2 results, found 1 (`second` is missing)")],
    );
    check(&building("%s = t.add(%x)"), &[("t.add(%x)", "`t.add` lacks operand `rhs`")]);
    check(
        &building("%s = t.two(%x) : i32, i32"),
        &[("t.two(%x) : i32, i32", "`t.two` has 2 results, found 1 names")],
    );
    check(&building("%s = t.neg(y = %x)"), &[("y", "`t.neg` has no operand `y`")]);
}

#[test]
fn unbound_unused_and_repeated_names() {
    check(&building("%s = t.neg(%y)"), &[("%y", "`%y` is not bound here")]);
    check(&matching("%r = t.neg(%x)"), &[("%x", "`%x` is never used")]);
    check(
        &building("let $a = 1 let $a = 2 %s = t.attrs(%x) {k = $a} : i32"),
        &[("$a", "`$a` is bound already")],
    );
    check(
        &matching("%r = t.neg(_) %s = t.neg(_)"),
        &[("%s = t.neg(_)", "this clause is not connected: none of its values is bound above")],
    );
    check(&building("erase other"), &[("other", "no matched op is named `other`")]);
    check(&building("replace %x with %r"), &[("%x", "only results of matched ops are replaced")]);
}

#[test]
fn attributes_follow_declarations() {
    check(&matching("%r = t.attrs(_) {kk = 1}"), &[("kk", "`t.attrs` has no attribute `kk`")]);
    check(
        &matching("%r = t.attrs(_) {k = \"x\"}"),
        &[("\"x\"", "attribute `k` must be 64-bit signless integer attribute")],
    );
    check(&building("%s = t.attrs(%x) : i32"), &[("t.attrs", "`t.attrs` requires attribute `k`")]);
    check(
        &building("%s = t.attrs(%x) {k = 1, flag = 3} : i32"),
        &[("3", "attribute `flag` must be bool attribute")],
    );
    check(
        "enum note { a, b } pattern p { %r = t.attrs(_) {note = \"c\"} => erase root }",
        &[("\"c\"", "\"c\" is not a word of enum `note`")],
    );
    check(
        "enum form { split, fused } pattern p { %r = t.neg(_) where option(\"form\") == \"spilt\" => erase root }",
        &[("\"spilt\"", "\"spilt\" is not a word of enum `form`")],
    );
}

#[test]
fn kinds_clash() {
    check(
        &matching("%r = t.attrs(%x) {k = $k} where %x + $k == 1"),
        &[("%x", "expected a number, found Value")],
    );
    check(&matching("%r = t.neg(%x) where rank(%x)"), &[("rank(%x)", "expected Bool, found Int")]);
    check(&matching("%r = t.neg(%x) where dim(%x, \"a\") == 1"), &[("\"a\"", "expected Int, found Str")]);
    check(&building("%s = t.neg($k)"), &[("$k", "expected Value, found Attr")]);
    check(&building("let %v = $k t.use(%v)"), &[("%v", "`%v` is Value, but the value is Attr")]);
}

#[test]
fn functions_and_templates() {
    check(&matching("%r = t.neg(%x) where rnak(%x) == 1"), &[("rnak", "unknown function `rnak`")]);
    check(
        &matching("%r = t.neg(%x) where rank(%x, 1) == 1"),
        &[("rank(%x, 1)", "`rank` takes 1 arguments, found 2")],
    );
    check(&building("foo(%x)"), &[("foo", "unknown template `foo`")]);
    check(
        "template a() { b() } template b() { a() }",
        &[("a", "template `a` calls itself"), ("b", "template `b` calls itself")],
    );
    check("template a(%x) -> (%y) { t.use(%x) }", &[("a", "expected `yield` at the end")]);
}

#[test]
fn results_need_types() {
    check(
        &building("%s = t.attrs(%x) {k = 1}"),
        &[("t.attrs(%x) {k = 1}", "the result types of `t.attrs` cannot be inferred: give them")],
    );
}

#[test]
fn types_are_known() {
    check(&matching("%r = t.neg(%_x: !t.tiel<4xf32, sbuf>)"), &[("t.tiel", "unknown type `!t.tiel`")]);
    check(&matching("%r = t.neg(%_x: !t.tile<4xf32, hbm>)"), &[("hbm", "expected one of sbuf, psum")]);
    check(
        &matching("%r = t.neg(%_x: !t.tile<4xf32>)"),
        &[("t.tile", "`!t.tile` takes 2 parameters, found 1")],
    );
    check(&matching("%r = t.neg(%_x: tensor<*_ x *_ x f32>)"), &[("*_", "a shape has at most one `*`")]);
    check(&matching("%r = t.neg(%_x: `tensor<4x>`)"), &[(">", "expected non-function type")]);
}

#[test]
fn syntax_errors_are_all_reported() {
    let text = "pattern a { %r = t.neg(%x) -> replace %r with %x }\n\
                pattern b { %r = t.neg(%x) => replace %r with %x\n\
                const $x 3\n\
                pattern c { %r = t.ned(%x) => replace %r with %x }\n";
    let ctx = context();
    let mut diagnostics = Diagnostics::new();
    assert!(PatternSet::load(&ctx, &[("bad.pat", text)], &[FUNCTIONS], false, &mut diagnostics).is_none());
    let places: Vec<&str> = diagnostics.list.iter().map(|d| place(&ctx, d.primary.span)).collect();
    assert_eq!(places, ["-", "const", "3", "t.ned"], "{}", show(&ctx, &diagnostics.list));
    assert!(diagnostics.list[0].message.contains("`=>`"), "{}", show(&ctx, &diagnostics.list));
}

#[test]
fn a_pattern_changes_something() {
    check(
        "pattern p { %r = t.neg(%x) => t.use(%x) }",
        &[("p", "a pattern replaces, erases or updates something")],
    );
}

#[test]
fn names_of_items_are_unique() {
    check("const $a = 1 const $a = 2", &[("$a", "constant `$a` is defined twice")]);
    check("table rank(Int) -> Int { 1 => 2 }", &[("rank", "there is a function `rank` already")]);
}

#[test]
fn deep_nesting_is_an_error() {
    let text = format!("const $a = {}1{}", "(".repeat(100_000), ")".repeat(100_000));
    check(&text, &[("(", "nested more than 64 levels deep")]);
    let text = format!("const $a = {} 1", "if true then 1 else ".repeat(100_000));
    check(&text, &[("i", "nested more than 64 levels deep")]);
}

#[test]
fn a_judgement_says_something() {
    check(
        "judge p { %r = t.neg(%x) where one_use(%x) }",
        &[("p", "a judgement says something about what it matches")],
    );
    check(
        "judge p { %r = t.neg(%x) when one_use(%x) error \"no\" }",
        &[("one_use(%x)", "`when` says a warning or a remark: an error belongs to a `where`")],
    );
}

#[test]
fn forms_are_checked_once_each() {
    let with =
        |forms: &str, clause: &str| format!("{forms} {}", matching(&format!("%r = t.neg(%x) {clause}")));
    let negated = "form %y = negated(%x) { %y = t.neg(%x) }";
    check(
        &with("form %y = negated(%x) { %y = t.ne(%x) }", "%x = negated(%_a) %x = negated(%_b)"),
        &[("t.ne", "unknown op `t.ne`")],
    );
    check(
        &with("form %y = negated(%x) { %y = t.neg(%z) where use_count(%z) > 0 }", "%x = negated(%_a)"),
        &[("%x", "this alternative does not bind `%x`")],
    );
    check(
        &with("form %y = negated(%x) { %y = t.add(%x, %z) }", "%x = negated(%_a)"),
        &[("%z", "`%z` is never used")],
    );
    check(
        &with("form %y = a(%x) { %y = b(%x) } form %y = b(%x) { %y = a(%x) }", "%x = a(%_z)"),
        &[("b", "form `b` contains itself"), ("a", "form `a` contains itself")],
    );
    check(
        &with(
            &format!("{negated} form %y = negated($k: Int) {{ %y = t.attrs(_) {{k = $k}} }}"),
            "%x = negated(%_a)",
        ),
        &[("negated", "the alternatives of form `negated` have the same parameters")],
    );
    check(&with(negated, "%x = negate(%_a)"), &[("negate", "unknown form `negate`")]);
    check(
        &with(negated, "%x = negated(%_a, %_b)"),
        &[("negated(%_a, %_b)", "`negated` takes 1 arguments, found 2")],
    );
    check(&with(negated, "%x = negated($_a)"), &[("$_a", "`$_a` cannot stand for Value")]);
    check(
        &with(negated, "%z = negated(%_a)"),
        &[("%z = negated(%_a)", "this clause is not connected: its value is not bound above")],
    );
    check(
        &format!("{negated} {}", matching("%r = negated(%_x)")),
        &[("negated(%_x)", "the first clause of a pattern is an op, not a form")],
    );
    check(&building("before %x"), &[("%x", "expected a result of a matched op")]);
}

#[test]
fn an_update_leaves_required_attributes() {
    check(&building("update root {!k}"), &[("!k", "`t.attrs` requires attribute `k`")]);
    check(&building("update root {!nope}"), &[("nope", "`t.attrs` has no attribute `nope`")]);
}
