//! One test per feature of the language.

use super::*;

/// Rewrites with the default configuration and compares the text inside of the module.
#[track_caller]
fn check(patterns: &str, before: &str, after: &str) {
    let (text, outcome, said) = rewrite(patterns, before, &Config::default());
    assert_eq!(said, "");
    assert!(outcome.changed && !outcome.error);
    let ctx = context();
    assert_eq!(text, text_of(&module(&ctx, after)));
}

/// Nothing matches.
#[track_caller]
fn check_unchanged(patterns: &str, before: &str) {
    let (text, outcome, said) = rewrite(patterns, before, &Config::default());
    assert_eq!(said, "");
    assert!(!outcome.changed && !outcome.error && outcome.applied.is_empty());
    let ctx = context();
    assert_eq!(text, text_of(&module(&ctx, before)));
}

#[test]
fn a_value_replaces_another_in_both_orders() {
    check(
        "pattern zero { %r = t.add(%x, %z) where splat(%z) == 0 => replace %r with %x }",
        r#"
          %x = "t.const"() {value = 5 : i32} : () -> i32
          %z = "t.const"() {value = 0 : i32} : () -> i32
          %a = "t.add"(%z, %x) : (i32, i32) -> i32
          %b = "t.add"(%a, %z) : (i32, i32) -> i32
          "t.use"(%b) : (i32) -> ()"#,
        r#"
          %x = "t.const"() {value = 5 : i32} : () -> i32
          %z = "t.const"() {value = 0 : i32} : () -> i32
          "t.use"(%x) : (i32) -> ()"#,
    );
}

#[test]
fn nested_ops_match_and_results_are_inferred() {
    check(
        "pattern negs { %r = t.add(t.neg(%x), t.neg(%y)) => %s = t.neg(t.add(%x, %y)) replace %r with %s }",
        r#"
          %x = "t.const"() {value = 5 : i32} : () -> i32
          %a = "t.neg"(%x) : (i32) -> i32
          %b = "t.add"(%a, %a) : (i32, i32) -> i32
          "t.use"(%b) : (i32) -> ()"#,
        r#"
          %x = "t.const"() {value = 5 : i32} : () -> i32
          %a = "t.neg"(%x) : (i32) -> i32
          %c = "t.add"(%x, %x) : (i32, i32) -> i32
          %b = "t.neg"(%c) : (i32) -> i32
          "t.use"(%b) : (i32) -> ()"#,
    );
}

#[test]
fn a_repeated_name_must_be_equal() {
    let pattern = "pattern double { %r = t.add(%x, %x) => replace %r with %x }";
    check(
        pattern,
        r#"
          %x = "t.const"() {value = 5 : i32} : () -> i32
          %b = "t.add"(%x, %x) : (i32, i32) -> i32
          "t.use"(%b) : (i32) -> ()"#,
        r#"
          %x = "t.const"() {value = 5 : i32} : () -> i32
          "t.use"(%x) : (i32) -> ()"#,
    );
    check_unchanged(
        pattern,
        r#"
          %x = "t.const"() {value = 5 : i32} : () -> i32
          %y = "t.const"() {value = 5 : i32} : () -> i32
          %b = "t.add"(%x, %y) : (i32, i32) -> i32
          "t.use"(%b) : (i32) -> ()"#,
    );
}

#[test]
fn types_bind_dimensions_and_elements() {
    check(
        "const $P = 4
         pattern tile {
           %r = t.attrs(%x: tensor<$rows x *$inner x $T>) {k = 1}
           where $rows % $P == 0
           =>
           %n = t.attrs(%x) {k = product($inner) + 2} : !t.tile<($rows / $P) x *$inner x $T, sbuf>
           replace %r with %n
         }",
        r#"
          %x = "t.const"() {value = dense<0> : tensor<8x2x3xi32>} : () -> tensor<8x2x3xi32>
          %b = "t.attrs"(%x) {k = 1} : (tensor<8x2x3xi32>) -> i32
          "t.use"(%b) : (i32) -> ()"#,
        r#"
          %x = "t.const"() {value = dense<0> : tensor<8x2x3xi32>} : () -> tensor<8x2x3xi32>
          %b = "t.attrs"(%x) {k = 8} : (tensor<8x2x3xi32>) -> !t.tile<2x2x3xi32, sbuf>
          "t.use"(%b) : (!t.tile<2x2x3xi32, sbuf>) -> ()"#,
    );
}

#[test]
fn dialect_types_match_with_keywords() {
    check(
        "pattern tile {
           %r = t.neg(%x: !t.tile<$p x 8 x $T, $memory>)
           where $memory == \"psum\"
           =>
           %n = t.attrs(%x) {k = $p} : !t.tile<1 x $T, $memory>
           replace %r with %n
         }",
        r#"
          %x = "t.many"() : () -> !t.tile<2x8xf32, psum>
          %b = "t.neg"(%x) : (!t.tile<2x8xf32, psum>) -> !t.tile<2x8xf32, psum>
          "t.use"(%b) : (!t.tile<2x8xf32, psum>) -> ()"#,
        r#"
          %x = "t.many"() : () -> !t.tile<2x8xf32, psum>
          %b = "t.attrs"(%x) {k = 2} : (!t.tile<2x8xf32, psum>) -> !t.tile<1xf32, psum>
          "t.use"(%b) : (!t.tile<1xf32, psum>) -> ()"#,
    );
}

#[test]
fn attributes_have_defaults_and_may_be_absent() {
    check(
        "pattern p {
           %r = t.attrs(%x) {flag = true, note? = $n, !dims, k = $k}
           =>
           %n = t.attrs(%x) {flag = false, note? = $n, k = $k + default($k, 1), dims = [$k, 2]} : types([%r])...
           replace %r with %n
         }",
        r#"
          %x = "t.const"() {value = 5 : i32} : () -> i32
          %a = "t.attrs"(%x) {k = 3} : (i32) -> i32
          %b = "t.attrs"(%a) {k = 4, note = "hi"} : (i32) -> i32
          "t.use"(%b) : (i32) -> ()"#,
        r#"
          %x = "t.const"() {value = 5 : i32} : () -> i32
          %a = "t.attrs"(%x) {k = 6, flag = false, dims = array<i64: 3, 2>} : (i32) -> i32
          %b = "t.attrs"(%a) {k = 8, flag = false, dims = array<i64: 4, 2>, note = "hi"} : (i32) -> i32
          "t.use"(%b) : (i32) -> ()"#,
    );
}

#[test]
fn optional_and_variadic_operands() {
    check(
        "pattern opt { %r = t.opt(%x, %b?) => %n, _... = t.many(%x, %b?) : types([%r])... replace %r with %n }
         pattern tail { %rs... = t.many([%a, %b, _]) => t.runs([%a], ys = [%b, %a]) %n = t.opt(%a) replace %rs... with %n }",
        r#"
          %x = "t.const"() {value = 5 : i32} : () -> i32
          %a = "t.opt"(%x) : (i32) -> i32
          %b = "t.opt"(%x, %a) : (i32, i32) -> i32
          %c = "t.many"(%a, %b, %b) : (i32, i32, i32) -> i32
          "t.use"(%c) : (i32) -> ()"#,
        r#"
          %x = "t.const"() {value = 5 : i32} : () -> i32
          %a = "t.many"(%x) : (i32) -> i32
          %b = "t.many"(%x, %a) : (i32, i32) -> i32
          "t.runs"(%a, %b, %a) {operandSegmentSizes = array<i32: 1, 2>} : (i32, i32, i32) -> ()
          %c = "t.many"(%a) : (i32) -> i32
          "t.use"(%c) : (i32) -> ()"#,
    );
}

#[test]
fn a_list_of_none_or_one_fills_an_optional_slot() {
    check(
        "pattern lists {
           %r = t.neg(%x)
           =>
           let $ys = if one_use(%x) { yield [%x] } else { yield [] }
           %n = t.opt(%x, $ys...) : type(%r)
           replace %r with %n
         }",
        r#"
          %x = "t.const"() {value = 5 : i32} : () -> i32
          %a = "t.neg"(%x) : (i32) -> i32
          %b = "t.neg"(%a) : (i32) -> i32
          "t.use"(%a, %b) : (i32, i32) -> ()"#,
        r#"
          %x = "t.const"() {value = 5 : i32} : () -> i32
          %a = "t.opt"(%x, %x) : (i32, i32) -> i32
          %b = "t.opt"(%a) : (i32) -> i32
          "t.use"(%a, %b) : (i32, i32) -> ()"#,
    );
}

#[test]
fn several_results_and_clauses_through_definitions_and_uses() {
    check(
        "pattern swap {
           %n = t.neg(%b)
           %a, %b = t.two(%x)
           op @ sum: %s = t.add(%a, %other)
           where one_use(%n) or true
           =>
           %t = t.add(%n, %x)
           %u = t.add(%t, %other)
           replace %s with %u
         }",
        r#"
          %x = "t.const"() {value = 5 : i32} : () -> i32
          %a, %b = "t.two"(%x) : (i32) -> (i32, i32)
          %n = "t.neg"(%b) : (i32) -> i32
          %s = "t.add"(%n, %a) : (i32, i32) -> i32
          "t.use"(%s, %n) : (i32, i32) -> ()"#,
        r#"
          %x = "t.const"() {value = 5 : i32} : () -> i32
          %a, %b = "t.two"(%x) : (i32) -> (i32, i32)
          %n = "t.neg"(%b) : (i32) -> i32
          %t = "t.add"(%n, %x) : (i32, i32) -> i32
          %u = "t.add"(%t, %n) : (i32, i32) -> i32
          "t.use"(%u, %n) : (i32, i32) -> ()"#,
    );
}

#[test]
fn loops_carry_values_and_build_lists() {
    check(
        "template one_step(%x, $i: Int) -> (%y) { %y0 = t.attrs(%x) {k = $i * 8} : type(%x) yield %y0 }
         pattern unroll {
           %r = t.neg(%x)
           =>
           let (%last, $all) = for $i in 0..ceildiv(20, 8) carry (%acc = %x, $list = []) {
             let %y = if $i == 1 { %z = t.opt(%acc) yield %z } else if $i == 7 { yield %x } else { yield %acc }
             let (%w) = one_step(%y, $i)
             next %w, $list + [%w]
           }
           for $j in 0..4 step 2 { t.use([%last, $all[$j]]) }
           %n = t.many($all...) : type(%r)
           replace %r with %n
         }",
        r#"
          %x = "t.const"() {value = 5 : i32} : () -> i32
          %a = "t.neg"(%x) : (i32) -> i32
          "t.use"(%a) : (i32) -> ()"#,
        r#"
          %x = "t.const"() {value = 5 : i32} : () -> i32
          %0 = "t.attrs"(%x) {k = 0} : (i32) -> i32
          %1 = "t.opt"(%0) : (i32) -> i32
          %2 = "t.attrs"(%1) {k = 8} : (i32) -> i32
          %3 = "t.attrs"(%2) {k = 16} : (i32) -> i32
          "t.use"(%3, %0) : (i32, i32) -> ()
          "t.use"(%3, %3) : (i32, i32) -> ()
          %a = "t.many"(%0, %2, %3) : (i32, i32, i32) -> i32
          "t.use"(%a) : (i32) -> ()"#,
    );
}

#[test]
fn outlined_ops_are_shared() {
    check(
        "pattern out {
           %r = t.attrs(%x) {k = $k}
           =>
           let $callee = outline \"kernel_\" + str($k) as t.kernel {kind = \"a\"} (%a: type(%x)) {
             %b = t.neg(%a)
             t.use(%b)
           }
           t.use(%x) {callee = $callee}
           replace %r with %x
         }",
        r#"
          %x = "t.const"() {value = 5 : i32} : () -> i32
          %a = "t.attrs"(%x) {k = 3} : (i32) -> i32
          %b = "t.attrs"(%x) {k = 4} : (i32) -> i32
          "t.use"(%a, %b) : (i32, i32) -> ()"#,
        r#"
          %x = "t.const"() {value = 5 : i32} : () -> i32
          "t.use"(%x) {callee = @kernel_3} : (i32) -> ()
          "t.use"(%x) {callee = @kernel_3} : (i32) -> ()
          "t.use"(%x, %x) : (i32, i32) -> ()
          "t.kernel"() ({
          ^bb0(%a: i32):
            %b = "t.neg"(%a) : (i32) -> i32
            "t.use"(%b) : (i32) -> ()
          }) {kind = "a", sym_name = "kernel_3"} : () -> ()"#,
    );
}

#[test]
fn regions_are_built_and_taken() {
    check(
        "table convert(Type) -> Type { i32 => f32 }
         pattern take {
           t.kernel() {sym_name = $n, kind = \"old\"}
           =>
           t.kernel() {sym_name = $n, kind = \"new\"} take root.body converting convert keeping attributes of root
           t.kernel() {sym_name = \"other\"} { ^(%a: i64, %bs...: [f32, f32]) t.use(%a) }
           erase root
         }",
        r#"
          "t.kernel"() ({
          ^bb0(%a: i32):
            %b = "t.attrs"(%a) {k = 1} : (i32) -> i32
          }) {kind = "old", sym_name = "k", t.mark} : () -> ()"#,
        r#"
          "t.kernel"() ({
          ^bb0(%a: f32):
            %b = "t.attrs"(%a) {k = 1} : (f32) -> i32
          }) {kind = "new", sym_name = "k", t.mark} : () -> ()
          "t.kernel"() ({
          ^bb0(%a: i64, %b: f32, %c: f32):
            "t.use"(%a) : (i64) -> ()
          }) {sym_name = "other"} : () -> ()"#,
    );
}

#[test]
fn updates_change_attributes_in_place() {
    check(
        "pattern up {
           %r = t.attrs(_) {k = $k}
           where $k < 3
           =>
           update root {k = $k + 1, \"t.seen\", flag = $k == 1}
         }",
        r#"
          %x = "t.const"() {value = 5 : i32} : () -> i32
          %a = "t.attrs"(%x) {k = 1, note = "n"} : (i32) -> i32"#,
        r#"
          %x = "t.const"() {value = 5 : i32} : () -> i32
          %a = "t.attrs"(%x) {k = 3, note = "n", flag = false, t.seen} : (i32) -> i32"#,
    );
}

#[test]
fn options_and_tables_select() {
    let patterns = "enum form { split, fused }
        table code(Type, Str) -> Int { (f32, \"split\") => 1, (bf16, \"split\") => 2, (f32, \"fused\") => 3 }
        pattern select {
          %r = t.neg(%x: $T)
          let $form = default(option(\"form\"), \"split\")
          let $k = code($T, $form)
          =>
          %n = t.attrs(%x) {k = $k} : $T
          replace %r with %n
        }";
    let text = r#"
        %x = "t.many"() : () -> f32
        %a = "t.neg"(%x) : (f32) -> f32
        %y = "t.many"() : () -> bf16
        %b = "t.neg"(%y) : (bf16) -> bf16"#;
    let (split, ..) = rewrite(patterns, text, &Config::default());
    assert!(split.contains("k = 1") && split.contains("k = 2"), "{split}");
    let options = vec![("form".to_string(), OptionValue::Str("fused".to_string()))];
    let (fused, ..) = rewrite(patterns, text, &Config { options, ..Config::default() });
    assert!(fused.contains("k = 3") && fused.contains("t.neg"), "{fused}");
}

#[test]
fn failed_conditions_report_at_their_place() {
    let patterns = "pattern limits {
          %r = t.attrs(_) {k = $k, note = $note}
          where $k <= 10 else error [NCC_X14] \"k is {$k}, {{too big}}\" at $k help \"use {10}\"
          where $note != \"odd\" else warning \"odd note\" at $note[1..3]
          let $n = find($note, \"7\") else error \"no number\" at $note
          =>
          update root {k = $n, !note}
        }
        pattern other { %r = t.attrs(%x) {k = 20} => replace %r with %x }";
    let text = r#"
          %x = "t.const"() {value = 5 : i32} : () -> i32
          %a = "t.attrs"(%x) {k = 20, note = "1"} : (i32) -> i32
          %b = "t.attrs"(%x) {k = 2, note = "odd"} : (i32) -> i32
          %c = "t.attrs"(%x) {k = 3, note = "none"} : (i32) -> i32
          %d = "t.attrs"(%x) {k = 4, note = " +17 apples"} : (i32) -> i32"#;
    let (after, outcome, said) = rewrite(patterns, text, &Config::default());
    assert_eq!(
        said,
        "error[NCC_X14] @`20`: k is 20, {too big}\n  help: use 10\n\
         warning @`dd`: odd note\n\
         error @`\"none\"`: no number\n"
    );
    assert!(outcome.error && outcome.changed);
    assert!(after.contains("k = 3 : i64") && after.contains("k = 20"), "{after}");
}

#[test]
fn unregistered_ops_match_by_position() {
    let ctx = context();
    let text = "pattern u { %a, %b... = x.y(%p, %qs..., %last) {k = $k} => %c = x.z(%last, %qs...) {k = $k} : type(%a) replace %a with %c }";
    let mut diagnostics = Diagnostics::new();
    let set = PatternSet::load(&ctx, &[("u.pat", text)], &[FUNCTIONS], true, &mut diagnostics);
    let message = show(&ctx, &diagnostics.list);
    assert!(set.is_none() && message.contains("`%p` is never used"), "{message}");
    let text = text.replace("%p", "_");
    let set =
        PatternSet::load(&ctx, &[("u.pat", text.as_str())], &[FUNCTIONS], true, &mut Diagnostics::new());
    let mut ir = module(
        &ctx,
        r#"%0:3 = "x.y"() : () -> (i1, i2, i3)
           %1 = "x.y"(%0#0, %0#1, %0#2) {k = 7} : (i1, i2, i3) -> i8
           "x.u"(%1) : (i8) -> ()"#,
    );
    let root = ir.root();
    let outcome = apply(&mut ir, root, &set.expect("the set is right"), &Config::default(), &mut diagnostics);
    assert_eq!(outcome.applied, [("u".to_string(), 1)]);
    let after = text_of(&ir);
    assert!(after.contains("\"x.z\"(%0#2, %0#1) {k = 7"), "{after}");
}

#[test]
fn scope_limits_what_is_rewritten() {
    let patterns = "pattern n { %r = t.neg(%x) => replace %r with %x }";
    let text = r#"
          %x = "t.const"() {value = 5 : i32} : () -> i32
          %a = "t.neg"(%x) : (i32) -> i32
          %b = "t.neg"(%a) {t.skip} : (i32) -> i32
          "t.use"(%b) : (i32) -> ()"#;
    let scope = |ir: &Ir<'_>, op| ir.attr(op, "t.skip").is_none();
    let (after, outcome, _) = rewrite(patterns, text, &Config { scope: Some(&scope), ..Config::default() });
    assert_eq!(outcome.applied, [("n".to_string(), 1)]);
    assert!(after.contains("t.skip"), "{after}");
}

#[test]
fn judgements_say_and_do_not_rewrite() {
    let patterns = "
        judge sign {
          op @ it: %r = t.neg(%x)
          where one_use(%x) else error [E1] \"used {use_count(%x)} times\" at %x
          when true warning \"kept\" at it
        }
        pattern twice { %r = t.neg(t.neg(%x)) when one_use(%x) remark \"quiet\" => replace %r with %x }";
    let ctx = context();
    let mut diagnostics = Diagnostics::new();
    let set = PatternSet::load(&ctx, &[("p.pat", patterns)], &[FUNCTIONS], false, &mut diagnostics);
    let set = set.unwrap_or_else(|| panic!("{}", show(&ctx, &diagnostics.list)));
    let source = "func.func @f(%a: i32, %b: i32) {\n\
                  %0 = \"t.neg\"(%a) : (i32) -> i32\n\
                  %1 = \"t.neg\"(%b) : (i32) -> i32\n\
                  %2 = \"t.neg\"(%b) : (i32) -> i32\n\
                  return }";
    let file = ctx.add_file("m.mlir", source);
    let mut ir =
        parse(&ctx, file, 0..source.len(), &ParseOptions::default(), &mut diagnostics).expect("parses");
    let root = ir.root();
    let outcome = apply(&mut ir, root, &set, &Config::default(), &mut diagnostics);
    assert!(outcome.error && !outcome.changed);
    let said: Vec<_> = diagnostics.list.iter().map(|d| (d.severity, d.message.as_str())).collect();
    let expected =
        [(Severity::Warning, "kept"), (Severity::Error, "used 2 times"), (Severity::Error, "used 2 times")];
    assert_eq!(said, expected);
}

#[test]
fn a_form_matches_by_any_of_its_alternatives() {
    let patterns = "
        form %y = negated(%x) { %y = t.neg(%x) }
        form %y = negated(%x) { %y = t.attrs(%x) {k = 7} }
        form %x = maybe_negated(%x, $signs: Int) { let $signs = 1 }
        form %y = maybe_negated(%x, $signs: Int) { %y = negated(%x) let $signs = 0 - 1 }
        pattern add_negated {
          %r = t.add(negated(%x), %b)
          %b = maybe_negated(%_base: i32, $signs)
          where not defined_by(%x, \"t.neg\") and $signs < 0
          =>
          %s = t.attrs(%x) {k = $signs} : i32
          replace %r with %s
        }";
    check(
        patterns,
        r#"
          %x = "t.const"() {value = 5 : i32} : () -> i32
          %a = "t.attrs"(%x) {k = 7} : (i32) -> i32
          %b = "t.neg"(%x) : (i32) -> i32
          %r = "t.add"(%a, %b) : (i32, i32) -> i32
          "t.use"(%r) : (i32) -> ()"#,
        r#"
          %x = "t.const"() {value = 5 : i32} : () -> i32
          %a = "t.attrs"(%x) {k = 7} : (i32) -> i32
          %b = "t.neg"(%x) : (i32) -> i32
          %s = "t.attrs"(%x) {k = -1} : (i32) -> i32
          "t.use"(%s) : (i32) -> ()"#,
    );
    check_unchanged(
        patterns,
        r#"
          %x = "t.const"() {value = 5 : i32} : () -> i32
          %a = "t.attrs"(%x) {k = 6} : (i32) -> i32
          %b = "t.neg"(%x) : (i32) -> i32
          %r = "t.add"(%a, %b) : (i32, i32) -> i32
          "t.use"(%r) : (i32) -> ()"#,
    );
}

/// The second alternative must be tried although the first one has the form, but not with the value asked for.
#[test]
fn what_follows_a_form_decides_between_its_alternatives() {
    check(
        "form %y = one_of(%x) { %y = t.add(%x, _) }
         form %y = one_of(%x) { %y = t.add(_, t.neg(%x)) }
         pattern same { %r = t.two(%y) %y = one_of(%x) %x = t.const() {value = 6} => erase root }"
            .replace("%r = t.two", "_, _ = t.two")
            .as_str(),
        r#"
          %x = "t.const"() {value = 5 : i32} : () -> i32
          %y = "t.const"() {value = 6 : i32} : () -> i32
          %a = "t.neg"(%y) : (i32) -> i32
          %b = "t.add"(%x, %a) : (i32, i32) -> i32
          %r:2 = "t.two"(%b) : (i32) -> (i32, i32)
          "t.use"(%b) : (i32) -> ()"#,
        r#"
          %x = "t.const"() {value = 5 : i32} : () -> i32
          %y = "t.const"() {value = 6 : i32} : () -> i32
          %a = "t.neg"(%y) : (i32) -> i32
          %b = "t.add"(%x, %a) : (i32, i32) -> i32
          "t.use"(%b) : (i32) -> ()"#,
    );
}

#[test]
fn ops_are_built_before_a_matched_value() {
    check(
        "form %y = negated(%x) { %y = t.neg(%x) }
         pattern early {
           %r = t.add(%n, %_c)
           %n = negated(%x)
           => before %n %m = t.attrs(%x) {k = 1} : i32 replace %n with %m replace %r with %m
         }",
        r#"
          %x = "t.const"() {value = 5 : i32} : () -> i32
          %n = "t.neg"(%x) : (i32) -> i32
          %u = "t.attrs"(%n) {k = 2} : (i32) -> i32
          %r = "t.add"(%n, %u) : (i32, i32) -> i32
          "t.use"(%r) : (i32) -> ()"#,
        r#"
          %x = "t.const"() {value = 5 : i32} : () -> i32
          %n = "t.attrs"(%x) {k = 1} : (i32) -> i32
          %u = "t.attrs"(%n) {k = 2} : (i32) -> i32
          "t.use"(%n) : (i32) -> ()"#,
    );
}

#[test]
fn a_value_without_the_form_is_reported() {
    let patterns = "
        form %y = negated(%x) { %y = t.neg(%x) }
        form %y = negated(%x) { %y = t.attrs(%x) {k = 7} }
        pattern p {
          %r = t.add(%a, %_b)
          %a = negated(%x) else warning \"{%a} is no negation\" at %a
          where use_count(%x) == 2
          => replace %r with %x
        }";
    let source = r#"
          %x = "t.const"() {value = 5 : i32} : () -> i32
          %a = "t.neg"(%x) : (i32) -> i32
          %r = "t.add"(%a, %a) : (i32, i32) -> i32
          %s = "t.add"(%x, %x) : (i32, i32) -> i32
          "t.use"(%r, %s) : (i32, i32) -> ()"#;
    let (_, outcome, said) = rewrite(patterns, source, &Config::default());
    assert!(!outcome.changed, "the value that is negated has three uses");
    assert_eq!(said, "warning @`%x`: i32 is no negation\n");
}
