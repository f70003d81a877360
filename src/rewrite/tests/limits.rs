//! Patterns that ask for too much, or for what cannot be: each ends with a diagnostic.

use super::*;

const ATTRS: &str = r#"
    %x = "t.const"() {value = 5 : i32} : () -> i32
    %a = "t.attrs"(%x) {k = 1} : (i32) -> i32
    "t.use"(%a) : (i32) -> ()"#;

/// The diagnostics of a pattern with these statements, which must fail and change nothing.
#[track_caller]
fn failing(statements: &str) -> String {
    let pattern = format!(
        "pattern p {{ %r = t.attrs(%x) {{k = $k}} where $k > 0 => {statements} replace %r with %x }}"
    );
    let (after, outcome, said) = rewrite(&pattern, ATTRS, &Config::default());
    assert!(outcome.error && !outcome.changed && after.contains("t.attrs"), "{after}");
    said
}

fn load_errors(text: &str) -> String {
    let ctx = context();
    let mut diagnostics = Diagnostics::new();
    PatternSet::load(&ctx, &[("p.pat", text)], &[FUNCTIONS], false, &mut diagnostics);
    diagnostics.list.iter().map(|d| format!("{}\n", d.message)).collect()
}

#[test]
fn the_outermost_op_stays() {
    let erased = "pattern g { op @ o: builtin.module() => erase o }";
    let (_, outcome, said) = rewrite(erased, ATTRS, &Config::default());
    assert!(outcome.error && !outcome.changed);
    assert!(said.contains("pattern 'g' cannot be carried out: the outermost op cannot be erased"), "{said}");
    assert!(said.contains("note @`o`"), "{said}");
    let built = "pattern g { op @ o: builtin.module() => t.use() update o {k.k = 1} }";
    let (_, outcome, said) = rewrite(built, ATTRS, &Config::default());
    assert!(outcome.error && !outcome.changed);
    assert!(said.contains("nothing can be built in front of the outermost op"), "{said}");
}

#[test]
fn a_loop_may_end_at_the_largest_integer() {
    let pattern = "pattern p {
        %r = t.attrs(%x) {k = $k}
        where $k == 1
        =>
        let $n = for $i in $k + 9223372036854775799..9223372036854775807 step 5 carry ($s = 0) { next $s + $i - $i + 1 }
        let $items = [$i for $i in $k + 9223372036854775799..9223372036854775807 step 5]
        %n = t.attrs(%x) {k = $n + len($items)} : type(%r)
        replace %r with %n
    }";
    let (after, outcome, said) = rewrite(pattern, ATTRS, &Config::default());
    assert!(outcome.changed && said.is_empty(), "{said}");
    assert!(after.contains("k = 4"), "{after}");
}

#[test]
fn evaluation_has_a_budget() {
    let lists =
        "let $l = for $i in 0..60 carry ($l = [1]) { next $l + $l } %n = t.attrs(%x) {k = len($l)} : i32";
    let texts =
        "let $l = for $i in 0..60 carry ($l = \"a\") { next $l + $l } %n = t.attrs(%x) {k = len($l)} : i32";
    let loops = "for $i in 0..100000 { for $j in 0..100000 { let $_x = $i + $j } }";
    for statements in [lists, texts, loops] {
        let said = failing(statements);
        assert!(
            said.contains("pattern 'p' cannot be carried out: it takes more than 67108864 steps"),
            "{said}"
        );
    }
}

#[test]
fn conditions_have_a_budget() {
    let pattern = "pattern p { %r = t.attrs(%x) {k = $k}
        where len([len([$k for $j in 0..100000]) for $i in 0..100000]) == 0 => replace %r with %x }";
    let (_, outcome, said) = rewrite(pattern, ATTRS, &Config::default());
    assert!(outcome.error && !outcome.changed);
    assert!(said.contains("the conditions of pattern 'p' take more than 67108864 steps"), "{said}");
}

#[test]
fn long_expressions_are_refused() {
    let sum = format!("const $k = 1{}", " + 1".repeat(100_000));
    let indices = format!("const $k = [1]{}", "[0]".repeat(100_000));
    for text in [sum, indices] {
        let said = load_errors(&text);
        assert!(said.contains("an expression has at most 256 operands, operators and indices"), "{said}");
    }
}

#[test]
fn chains_of_templates_load_but_do_not_run_too_deep() {
    let mut text = String::new();
    for index in 0..5_000 {
        text += &format!("template t{index}() -> () {{ t{}() }}\n", index + 1);
    }
    text += "template t5000() -> () { }\n";
    text += "pattern p { %r = t.attrs(%x) {k = $k} where $k > 0 => t0() replace %r with %x }";
    let (_, outcome, said) = rewrite(&text, ATTRS, &Config::default());
    assert!(outcome.error && !outcome.changed);
    assert!(said.contains("templates and blocks nest more than 256 levels deep"), "{said}");
}

#[test]
fn every_template_on_a_cycle_is_named() {
    let said = load_errors(
        "template a() -> () { b() } template b() -> () { c() c() } template c() -> () { b() d() }
         template d() -> () { e() } template e() -> () { e() } template f() -> () { }",
    );
    let named: Vec<&str> = said.lines().filter(|line| line.contains("calls itself")).collect();
    assert_eq!(named, ["b", "c", "e"].map(|name| format!("template `{name}` calls itself")));
}

#[test]
fn erasing_an_op_with_uses_is_one_error() {
    let pattern = "pattern p { %r = t.attrs(%_x) {k = $k} where $k > 0 => erase root }";
    let (_, outcome, said) = rewrite(pattern, ATTRS, &Config::default());
    assert!(outcome.error && said.contains("an op that it erases still has uses"), "{said}");
    assert_eq!(said.matches("error").count(), 1, "{said}");
}

#[test]
fn a_message_says_that_an_expression_has_no_value() {
    let pattern = "pattern p { %r = t.attrs(%x) {k = $k} where $k > 1 else error \"k is {$k / 0}\" => replace %r with %x }";
    let (_, outcome, said) = rewrite(pattern, ATTRS, &Config::default());
    assert!(outcome.error && said.contains("k is <no value>"), "{said}");
}

#[test]
fn what_does_not_read_back_is_not_built() {
    for (statements, reason, at) in [
        ("%n = t.many(%x) : tensor<($k - 2) x f32>", "a dimension of 'tensor<-1xf32>' is -1", "t.many"),
        (
            "let $d = [$k - 4, 2] %n = t.many(%x) : tensor<*$d x f32>",
            "a dimension of 'tensor<-3x2xf32>' is -3",
            "t.many",
        ),
        ("%n = t.many(%x) : tensor<$k x `tuple<>`>", "'tuple<>' cannot be the element type of", "t.many"),
        ("%n = t.many(%x) : vector<($k - 1) x f32>", "a dimension of 'vector<0xf32>' is 0", "t.many"),
        ("%n = t.many(%x) {x.s = symbol(\"\")} : i32", "the name of a symbol is empty", "x.s = symbol(\"\")"),
        (
            "%n = t.many(%x) {x.s = [symbol(\"\")]} : i32",
            "the name of a symbol is empty",
            "x.s = [symbol(\"\")]",
        ),
        ("%n = t.many(%x) {x.t = tensor<($k - 2) x f32>} : i32", "is -1", "x.t = tensor<($k - 2) x f32>"),
        ("update root {x.t = tensor<($k - 2) x f32>} let %n = %x", "is -1", "x.t = tensor<($k - 2) x f32>"),
        (
            "let $_s = outline \"\" as t.kernel () { t.use() } let %n = %x",
            "the name of a symbol is empty",
            "outline",
        ),
        (
            "let $_s = outline \"a\" as t.kernel (%_a: tensor<($k - 2) x f32>) { t.use() } let %n = %x",
            "is -1",
            "outline",
        ),
    ] {
        let statements = format!("{statements} replace %r with %n //");
        let pattern = format!("pattern p {{ %r = t.attrs(%x) {{k = $k}} where $k > 0 => {statements}\n}}");
        let (after, outcome, said) = rewrite(&pattern, ATTRS, &Config::default());
        assert!(outcome.error && !outcome.changed && after.contains("t.attrs"), "{after}");
        assert!(said.contains("pattern 'p' cannot be carried out: ") && said.contains(reason), "{said}");
        assert!(said.contains(&format!("note @`{at}")), "{said}");
    }
}

#[test]
fn a_missing_value_is_explained() {
    for (expression, reason) in [
        ("$k + 9223372036854775807", "1 + 9223372036854775807 does not fit 64 bits"),
        ("[1, 2][$k + 1]", "a list of 2 items has no item 2"),
        ("3 % ($k - 1)", "3 is divided by zero"),
        ("word(if $k == 1 then $k + 4 else 0)", "table `word` has no row for 5"),
        ("dim(%x, $k)", "`dim(i32, 1)` has no value"),
        ("-($k - 1 + -9223372036854775808)", "-(-9223372036854775808) does not fit 64 bits"),
    ] {
        let pattern = format!(
            "table word(Int) -> Int {{ 1 => 2 }}
             pattern p {{ %r = t.attrs(%x) {{k = $k}} where $k > 0 =>
               %n = t.attrs(%x) {{k = {expression}}} : i32 replace %r with %n }}"
        );
        let (_, outcome, said) = rewrite(&pattern, ATTRS, &Config::default());
        assert!(outcome.error && said.contains(&format!("cannot be carried out: {reason}\n")), "{said}");
    }
}

#[test]
fn the_least_integer_can_be_written() {
    let pattern = "const $least = -9223372036854775808
        pattern p { %r = t.attrs(%x) {k = $k} where $k == 1
        => %n = t.attrs(%x) {k = $least + 1} : i32 replace %r with %n }";
    let (after, outcome, said) = rewrite(pattern, ATTRS, &Config::default());
    assert!(outcome.changed && after.contains("k = -9223372036854775807"), "{after}{said}");
    for text in
        ["9223372036854775808", "- -9223372036854775808", "1 - 9223372036854775808", "-9223372036854775809"]
    {
        assert_eq!(load_errors(&format!("const $k = {text}")), "integer does not fit 64 bits\n", "{text}");
    }
}
