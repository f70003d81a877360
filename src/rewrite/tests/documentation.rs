//! The worked example of docs/patterns.md.
#![expect(dead_code, reason = "patterns and text use the declared ops, not their Rust types")]

use super::*;
use crate::dialects::constraints::TENSOR;

crate::dialect! {
    /// The machine of the example.
    dialect HW = "hw", prefixes [], types [];

    /// Any number of rows.
    op NegateAll = "negate_all" (x: TENSOR) -> (result: TENSOR) {
        attrs { mode: STRING = optional }
        traits [Pure, SameOperandsAndResultType]
    }

    /// Some rows.
    op Slice = "slice" (x: TENSOR) -> (result: TENSOR) {
        attrs { start: I64, size: I64 }
        traits [Pure]
    }

    /// At most 128 rows.
    op Negate = "negate" (x: TENSOR) -> (result: TENSOR) {
        attrs { code: STRING }
        traits [Pure, SameOperandsAndResultType]
    }

    /// Rows of all.
    op Concat = "concat" (parts: TENSOR [Variadic]) -> (result: TENSOR) {
        traits [Pure]
    }
}

#[test]
fn the_worked_example_does_what_it_says() {
    let docs = include_str!("../../../docs/patterns.md");
    let example = docs.split("## A worked example").nth(1).expect("the page has this heading");
    let patterns = example.split("```").nth(1).expect("the example stands in a code block");
    let ctx = Context::new(&[&BUILTIN, &FUNC, &HW]);
    let set = load(&ctx, patterns);
    let mut ir = module(
        &ctx,
        r#"%x = "x.input"() : () -> tensor<300x8xf32>
           %r = "hw.negate_all"(%x) {x.note} : (tensor<300x8xf32>) -> tensor<300x8xf32>
           %y = "x.input"() : () -> tensor<4xi32>
           %s = "hw.negate_all"(%y) : (tensor<4xi32>) -> tensor<4xi32>
           %z = "x.input"() : () -> tensor<4x1xi32>
           %t = "hw.negate_all"(%z) : (tensor<4x1xi32>) -> tensor<4x1xi32>"#,
    );
    let mut diagnostics = Diagnostics::new();
    let root = ir.root();
    let outcome = apply(&mut ir, root, &set, &Config::default(), &mut diagnostics);
    assert_eq!(outcome.applied, [("negate_by_tiles".to_string(), 1)]);
    assert_eq!(show(&ctx, &diagnostics.list), "error[HW001] @`%z`: i32 is not supported\n");
    let count = |name: &str| ir.body_ops(root).filter(|&op| ir.is(op, name)).count();
    assert_eq!((count("hw.slice"), count("hw.negate"), count("hw.concat")), (3, 3, 1));
    let text = text_of(&ir);
    assert!(text.contains("size = 44 : i64, start = 256 : i64") && text.contains("x.note"), "{text}");
}
