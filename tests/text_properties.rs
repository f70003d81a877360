//! Random modules print to text that reads back to the same text, generic and in the ops' own forms.

use neuron_opt::dialects::ALL;
use neuron_opt::ir::text::{self, ParseOptions, PrintOptions};
use neuron_opt::ir::{Context, Diagnostics};
use proptest::prelude::*;

fn types() -> impl Strategy<Value = String> {
    let scalar = prop_oneof![
        Just("i1".to_string()),
        Just("i8".to_string()),
        Just("ui32".to_string()),
        Just("i64".to_string()),
        Just("f32".to_string()),
        Just("bf16".to_string()),
        Just("f8E4M3FN".to_string()),
        Just("index".to_string()),
        (1u32..200).prop_map(|w| format!("si{w}")),
    ];
    scalar.prop_recursive(3, 12, 3, |inner| {
        prop_oneof![
            (
                prop::collection::vec(
                    prop_oneof![(0u32..9).prop_map(|d| d.to_string()), Just("?".to_string())],
                    0..3
                ),
                prop_oneof![Just("f32"), Just("i8"), Just("!foo.bar<1>")]
            )
                .prop_map(|(dims, elem)| format!(
                    "tensor<{}{elem}>",
                    dims.iter().map(|d| format!("{d}x")).collect::<String>()
                )),
            prop::collection::vec(inner.clone(), 0..3).prop_map(|t| format!("tuple<{}>", t.join(", "))),
            (prop::collection::vec(inner.clone(), 0..3), prop::collection::vec(inner, 0..3))
                .prop_map(|(a, b)| format!("({}) -> ({})", a.join(", "), b.join(", "))),
        ]
    })
}

fn attrs() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        any::<i64>().prop_map(|v| format!("{v} : i64")),
        any::<i8>().prop_map(|v| format!("{v} : i8")),
        any::<u32>().prop_map(|v| format!("0x{v:08X} : f32")),
        any::<u64>().prop_map(|v| format!("0x{v:016X} : f64")),
        any::<u16>().prop_map(|v| format!("0x{v:04X} : bf16")),
        any::<u16>().prop_map(|v| format!("0x{v:04X} : f16")),
        any::<u8>().prop_map(|v| format!("0x{v:02X} : f8E4M3FN")),
        "[ -!#-\\[\\]-~é]{0,12}".prop_map(|s| format!("\"{s}\"")),
        prop::collection::vec(any::<i32>(), 1..6).prop_map(|v| {
            let list: Vec<String> = v.iter().map(i32::to_string).collect();
            format!("dense<[{}]> : tensor<{}xi32>", list.join(", "), v.len())
        }),
        prop::collection::vec(any::<i16>(), 0..6).prop_map(|v| {
            let list: Vec<String> = v.iter().map(i16::to_string).collect();
            format!("array<i16{}{}>", if v.is_empty() { "" } else { ": " }, list.join(", "))
        }),
        types(),
        Just("unit".to_string()),
        Just("true".to_string()),
        Just("@a::@\"b c\"".to_string()),
        Just("#foo<a b>".to_string()),
    ];
    leaf.prop_recursive(3, 16, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(|v| format!("[{}]", v.join(", "))),
            prop::collection::vec(inner, 0..4).prop_map(|v| {
                let entries: Vec<String> = v.iter().enumerate().map(|(i, a)| format!("k{i} = {a}")).collect();
                format!("{{{}}}", entries.join(", "))
            }),
        ]
    })
}

/// A module: ops with random attributes, types and uses of earlier results, some nested in regions, some arithmetic.
fn modules() -> impl Strategy<Value = String> {
    let op = (0u8..6, attrs(), types(), any::<prop::sample::Index>());
    prop::collection::vec(op, 1..20).prop_map(|ops| {
        let mut text = String::from("func.func @f(%x: i32, %y: i32) {\n");
        let mut known: Vec<(String, String)> = vec![("%x".into(), "i32".into()), ("%y".into(), "i32".into())];
        for (number, (kind, attr, ty, pick)) in ops.into_iter().enumerate() {
            let (value, of) = known[pick.index(known.len())].clone();
            match kind {
                0 => text += &format!("%i{number} = arith.addi %x, %y : i32\n"),
                1 => text += &format!("%i{number} = arith.cmpi ult, %x, %y {{t.k = {attr}}} : i32\n"),
                2 => text += &format!("\"t.r\"({value}) ({{\n^bb0(%a{number}: {ty}):\n  \"t.u\"({value}, %a{number}) : ({of}, {ty}) -> ()\n}}) {{k = {attr}}} : ({of}) -> ()\n"),
                3 => text += &format!("%v{number}:2 = \"t.two\"() <{{p = {attr}}}> : () -> (i8, {ty})\n\"t.u\"(%v{number}#1) : ({ty}) -> ()\n"),
                _ => {
                    text += &format!("%v{number} = \"t.op\"({value}) {{a = {attr}}} : ({of}) -> ({ty})\n");
                    known.push((format!("%v{number}"), ty));
                }
            }
        }
        text + "return\n}\n"
    })
}

fn reprint(source: &str, options: &PrintOptions) -> Result<String, String> {
    let ctx = Context::new(ALL);
    let file = ctx.add_file("-", source);
    let mut diagnostics = Diagnostics::new();
    let ir = text::parse(
        &ctx,
        file,
        0..source.len(),
        &ParseOptions { allow_unregistered: true },
        &mut diagnostics,
    )
    .ok_or_else(|| format!("{:?}\n{source}", diagnostics.list))?;
    let mut out = Vec::new();
    text::print(&ir, options, &mut out).map_err(|e| e.to_string())?;
    String::from_utf8(out).map_err(|e| e.to_string())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn text_is_a_fixed_point(source in modules()) {
        let generic = PrintOptions { generic: true, ..PrintOptions::default() };
        let own = PrintOptions::default();
        let named = PrintOptions { ssa_names: true, ..PrintOptions::default() };
        let first = reprint(&source, &generic).map_err(TestCaseError::fail)?;
        for options in [&generic, &own, &named] {
            let text = reprint(&source, options).map_err(TestCaseError::fail)?;
            prop_assert_eq!(&reprint(&text, options).map_err(TestCaseError::fail)?, &text);
            prop_assert_eq!(&reprint(&text, &generic).map_err(TestCaseError::fail)?, &first);
        }
    }

    #[test]
    fn random_bytes_never_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let _ = reprint(&String::from_utf8_lossy(&bytes), &PrintOptions::default());
    }
}
