//! Deep and large inputs are read and rewritten in linear time, or refused: never a panic, an overflow of the stack or a
//! hang.

use std::time::{Duration, Instant};

use neuron_opt::dialects::ALL;
use neuron_opt::ir::text::{self, ParseOptions, PrintOptions};
use neuron_opt::ir::{Context, Diagnostics, InsertPoint, Ir, verify};
use neuron_opt::passes::{self, Pipeline};

const GENERIC: PrintOptions = PrintOptions { generic: true, ..PrintOptions::DEFAULT };

/// Reads and verifies a module.
fn read<'c>(ctx: &'c Context, source: &str) -> Result<Ir<'c>, Diagnostics> {
    let mut diagnostics = Diagnostics::new();
    let file = ctx.add_file("-", source);
    let options = ParseOptions { allow_unregistered: true };
    let ir = text::parse(ctx, file, 0..source.len(), &options, &mut diagnostics);
    if let Some(ir) = &ir {
        verify(ir, ir.root(), &mut diagnostics);
    }
    ir.filter(|_| !diagnostics.has_errors()).ok_or(diagnostics)
}

fn print(ir: &Ir<'_>, options: &PrintOptions) -> String {
    let mut out = Vec::new();
    text::print(ir, options, &mut out).expect("writing to memory cannot fail");
    String::from_utf8(out).expect("printed text is UTF-8")
}

/// Runs passes; what they said.
fn passes(ctx: &Context, ir: &mut Ir<'_>, passes: &str) -> Diagnostics {
    let mut diagnostics = Diagnostics::new();
    let pipeline = Pipeline::parse(ctx, ctx.add_file("-", passes)).expect("a pipeline of this file");
    // An error is among the diagnostics.
    let _ = passes::run(&pipeline, ir, &mut diagnostics);
    diagnostics
}

/// How long one input may take, in a build without optimization on a busy machine.
const PATIENCE: Duration = Duration::from_secs(20);

fn in_time<T>(what: &str, work: impl FnOnce() -> T) -> T {
    let start = Instant::now();
    let result = work();
    let elapsed = start.elapsed();
    assert!(elapsed < PATIENCE, "{what} takes {elapsed:?}");
    result
}

// Depth

fn nest(open: &str, core: &str, close: &str, depth: usize) -> String {
    format!("{}{core}{}", open.repeat(depth), close.repeat(depth))
}

/// Kinds of ops with regions: unregistered, a symbol table, pure, and one whose regions hand values on.
const NESTS: &[(&str, &str, &str)] = &[
    ("\"t.x\"() ({\n", "", "}) : () -> ()\n"),
    ("module {\n", "", "}\n"),
    (
        "\"hlo.if\"(%c) ({\n",
        "\"hlo.return\"() : () -> ()\n",
        "}, {\n\"hlo.return\"() : () -> ()\n}) : (tensor<i1>) -> ()\n\"hlo.return\"() : () -> ()\n",
    ),
];

#[test]
fn ten_thousand_nested_regions_pass_through_everything() {
    for (open, core, close) in &NESTS[..2] {
        let source = nest(open, core, close, 10_000);
        in_time(open, || {
            let ctx = Context::new(ALL);
            let mut ir = read(&ctx, &source).expect("the module is right");
            let count = ir.op_count();
            let root = ir.root();
            let inner = ir.body_ops(root).next().expect("the module has an op");
            let copy = ir.clone_op(inner, &mut Default::default());
            let body = ir.region(root, 0);
            let block = ir.entry_block(body).expect("the module has a block");
            ir.insert(InsertPoint::End(block), copy);
            assert_eq!(ir.op_count(), 2 * count - 1);
            ir.erase(copy);
            assert_eq!(ir.op_count(), count);
            let said = passes(&ctx, &mut ir, "canonicalize,cse,dce,symbol-dce,inline");
            assert!(!said.has_errors(), "{:?}", said.list);
            for options in [PrintOptions::default(), GENERIC] {
                let printed = print(&ir, &options);
                assert!(printed.len() > 10_000 * open.len());
            }
        });
    }
}

#[test]
fn dead_nested_control_flow_is_erased() {
    let (open, core, close) = NESTS[2];
    let depth = 2_000;
    let body = nest(open, core, close, depth);
    // The outermost op is followed by the function's own end.
    let body = body.strip_suffix("\"hlo.return\"() : () -> ()\n").expect("the nest ends so");
    let source = format!("func.func @main(%c: tensor<i1>) {{\n{body}return\n}}\n");
    in_time("nested hlo.if", || {
        let ctx = Context::new(ALL);
        let mut ir = read(&ctx, &source).expect("the module is right");
        let said = passes(&ctx, &mut ir, "canonicalize,cse,dce");
        assert!(!said.has_errors(), "{:?}", said.list);
        assert_eq!(ir.op_count(), 3);
    });
}

#[test]
fn a_hundred_thousand_levels_are_read_or_refused_with_a_place() {
    const DEEP: usize = 100_000;
    for (open, core, close) in NESTS {
        refuse(&nest(open, core, close, DEEP));
    }
    let attribute = |text: String| format!("\"t.x\"() {{a = {text}}} : () -> ()\n");
    let brackets: &[(&str, &str, &str)] = &[
        ("[", "1", "]"),
        ("{a = ", "1", "}"),
        ("tuple<", "i32", ">"),
        ("() -> (", "i32", ")"),
        ("complex<", "f32", ">"),
        ("tensor<2x", "i32", ">"),
        ("memref<2x", "i32", ">"),
        ("vector<2x", "i32", ">"),
        ("dense<[", "1", "]>"),
        ("affine_map<(d0) -> (", "d0", ")>"),
        ("loc(callsite(", "\"a\"", " at \"b\"))"),
        ("loc(fused[", "\"a\"", "])"),
        ("strided<[", "1", "]>"),
        ("distinct[0]<", "1", ">"),
        ("sparse<[", "1", "]>"),
    ];
    for (open, core, close) in brackets {
        refuse(&attribute(nest(open, core, close, DEEP)));
        refuse(&attribute(open.repeat(DEEP)));
    }
    let location =
        |open: &str, close: &str| format!("\"t.x\"() : () -> () loc({})", nest(open, "\"a\"", close, DEEP));
    for (open, close) in [("fused[", "]"), ("callsite(\"a\" at ", ")"), ("\"a\"(", ")")] {
        refuse(&location(open, close));
    }
    for parens in ["(", "-"] {
        let close = if parens == "(" { ")" } else { "" };
        refuse(&attribute(format!("affine_map<(d0) -> ({})>", nest(parens, "d0", close, DEEP))));
    }
    // What stays text has no depth.
    for (open, close) in [("#foo<", ">"), ("#foo<[", "]>"), ("!foo<", ">")] {
        accept(&attribute(nest(open, "1", close, DEEP)));
        refuse(&attribute(open.repeat(DEEP)));
    }
    accept(&attribute(format!("@a{}", "::@a".repeat(DEEP))));
    accept(&attribute(format!("affine_map<(d0) -> (d0{})>", " + d0".repeat(DEEP))));
}

/// Definitions of `!a1`, `!a2`, ... (or `#a1`, ...), each of which uses the one before it as often as the text says `@`.
fn aliases(sigil: char, first: &str, next: &str, count: usize) -> String {
    let define = |i: usize| format!("{sigil}a{i} = {}\n", next.replace('@', &format!("{sigil}a{}", i - 1)));
    let definitions: String = (1..=count).map(define).collect();
    format!("{sigil}a0 = {first}\n{definitions}\"t.x\"() {{a = {sigil}a{count}}} : () -> ()\n")
}

#[test]
fn aliases_that_stand_for_too_much_are_refused() {
    for (sigil, first, next) in [
        ('!', "i32", "tuple<@, @>"),
        ('!', "i32", "(@) -> @"),
        ('#', "1", "[@, @]"),
        ('#', "1", "{a = @, b = @}"),
        ('#', "1", "[tensor<4xi1, @>, tensor<4xi1, @>]"),
    ] {
        refuse(&aliases(sigil, first, next, 60));
        accept(&aliases(sigil, first, next, 10));
    }
    for (sigil, first, next) in [('!', "i32", "tuple<@>"), ('#', "1", "[@]")] {
        refuse(&aliases(sigil, first, next, 20_000));
        accept(&aliases(sigil, first, next, 5_000));
    }
    // One of 2^27 bytes may be used, but not more often than there is room for in a text.
    let large = aliases('#', "1", "[@, @]", 24);
    let use_it = "\"t.y\"() {a = #a24} : () -> ()\n";
    refuse(&(large + &use_it.repeat(100)));
}

fn start(source: &str) -> &str {
    &source[..source.len().min(60)]
}

fn refuse(source: &str) {
    in_time(start(source), || {
        let ctx = Context::new(ALL);
        let Err(diagnostics) = read(&ctx, source) else { panic!("accepted: {}", start(source)) };
        assert!(diagnostics.list.iter().all(|d| !d.primary.span.is_none()), "{}", start(source));
    });
}

fn accept(source: &str) {
    in_time(start(source), || {
        let ctx = Context::new(ALL);
        let ir = match read(&ctx, source) {
            Ok(ir) => ir,
            Err(diagnostics) => panic!("{}: {:?}", start(source), diagnostics.list[0]),
        };
        let printed = print(&ir, &GENERIC);
        let again = Context::new(ALL);
        let again = read(&again, &printed).unwrap_or_else(|d| panic!("{}: {:?}", start(source), d.list[0]));
        assert_eq!(print(&again, &GENERIC), printed);
    });
}

// Size

/// Times below this are taken for it: they say more about the machine than about the work.
const FLOOR: f64 = 0.02;

/// The most that four times the text may take: 4 is linear, 16 is quadratic.
const LINEAR: f64 = 9.0;

/// The time of `work(4 n)` over the time of `work(n)`. The quickest of some runs counts, since other programs disturb.
fn growth(n: usize, work: impl Fn(usize)) -> f64 {
    let time = |n| {
        let run = |_| {
            let start = Instant::now();
            work(n);
            start.elapsed().as_secs_f64()
        };
        (0..2).map(run).fold(f64::INFINITY, f64::min).max(FLOOR)
    };
    // A ratio that noise made is another one the next time.
    let ratios = (0..3).map(|_| time(4 * n) / time(n));
    ratios.into_iter().find(|&ratio| ratio < LINEAR).unwrap_or(f64::INFINITY)
}

/// What a text is about, the number to start with, and the text.
type Growing = (&'static str, usize, fn(usize) -> String);

/// Texts that grow with a number. Each took time that grew with its square in some reader once written for MLIR.
const LONG: &[Growing] = &[
    ("dense list", 60_000, |n| {
        format!(
            "\"t.x\"() {{a = dense<[{}]> : tensor<{}xi32>}} : () -> ()",
            (0..n).map(|i| i.to_string()).collect::<Vec<_>>().join(", "),
            n
        )
    }),
    ("string", 800_000, |n| format!("\"t.x\"() {{a = \"{}\"}} : () -> ()", "a\\22".repeat(n / 4))),
    ("names", 200_000, |n| {
        let name = "a1.$_".repeat(n / 5);
        format!("%{name} = \"t.x\"() {{{name} = #a.{name}, b = !a.{name}, c = @{name}}} : () -> i32")
    }),
    ("comments", 100_000, |n| format!("{}\"t.x\"() : () -> ()", "// a\n\n".repeat(n))),
    ("hex", 800_000, |n| {
        format!("\"t.x\"() {{a = dense<\"0x{}\"> : tensor<{}xi8>}} : () -> ()", "0f10".repeat(n / 4), n / 2)
    }),
    ("array", 60_000, |n| format!("\"t.x\"() {{a = array<i32: {}1>}} : () -> ()", "1, ".repeat(n - 1))),
    ("list", 20_000, |n| format!("\"t.x\"() {{a = [{}1]}} : () -> ()", "\"b\", ".repeat(n - 1))),
    ("dictionary", 5_000, |n| {
        let entries: Vec<String> = (0..n).map(|i| format!("k{} = {i}", (i * 7919) % n)).collect();
        format!("\"t.x\"() {{{}}} : () -> ()", entries.join(", "))
    }),
    ("dimensions", 20_000, |n| {
        let dims = "1x".repeat(n);
        format!(
            "\"t.x\"() {{a = tensor<{dims}i32>, b = vector<{dims}i32>, c = memref<{dims}i32>}} : () -> ()"
        )
    }),
    ("results", 20_000, |n| format!("%0:{n} = \"t.x\"() : () -> ({}i1)", "i1, ".repeat(n - 1))),
    ("symbols", 1_000, |n| {
        let function =
            |i| format!("func.func @f{i}() {{\n  func.call @f{}() : () -> ()\n  return\n}}\n", (i * 7) % n);
        (0..n).map(function).collect()
    }),
    ("blocks", 2_000, |n| {
        let block = |i: usize| format!("^b{i}:\n  cf.cond_br %c, ^b{}, ^b{}\n", i + 1, i.saturating_sub(5));
        let blocks: String = (0..n).map(block).collect();
        format!("func.func @f(%c: i1) {{\n  cf.br ^b0\n{blocks}^b{n}:\n  return\n}}\n")
    }),
    ("blocks that are joined from everywhere", 2_000, |n| {
        let block = |i: usize| format!("^b{i}:\n  cf.cond_br %c, ^b{}, ^b{}\n", i + 1, i / 2);
        let blocks: String = (0..n).map(block).collect();
        format!("func.func @f(%c: i1) {{\n  cf.br ^b0\n{blocks}^b{n}:\n  return\n}}\n")
    }),
    ("uses of later values", 5_000, |n| {
        let op = |i| format!("%{i} = \"t.x\"(%{}) : (i32) -> i32\n", i + 1);
        let ops: String = (0..n).map(op).collect();
        format!("\"t.r\"() ({{\n{ops}%{n} = \"t.y\"() : () -> i32\n}}) : () -> ()\n")
    }),
    ("locations", 5_000, |n| {
        let op = |i| format!("\"t.x\"() : () -> () loc(#loc{i})\n");
        let loc = |i| format!("#loc{i} = loc(\"a{i}\":{i}:1)\n");
        (0..n).map(op).chain((0..n).map(loc)).collect()
    }),
];

#[test]
fn long_texts_take_linear_time() {
    for (what, n, source) in LONG {
        let ratio = growth(*n, |n| {
            let ctx = Context::new(ALL);
            let ir = read(&ctx, &source(n)).unwrap_or_else(|d| panic!("{what}: {:?}", d.list[0]));
            let printed = print(&ir, &PrintOptions::default());
            assert!(printed.len() > n / 2 || *what == "comments", "{what}");
        });
        assert!(ratio < LINEAR, "{what}: four times the text takes more than {LINEAR} times the time");
    }
}

/// Wrong texts that grow with a number.
const WRONG: &[Growing] = &[
    ("missing attributes", 5_000, |n| "\"t.x\"() {a = } : () -> ()\n".repeat(n)),
    ("open brackets", 5_000, |n| "\"t.x\"() {a = #foo< : () -> ()\n".repeat(n)),
    ("open strings", 5_000, |n| "\"t.x\"() {a = \"b} : () -> ()\n".repeat(n)),
    ("unknown values", 5_000, |n| "\"t.x\"(%a) : () -> ()\n".repeat(n)),
    ("undefined values", 5_000, |n| (0..n).map(|i| format!("\"t.x\"(%{i}) : (i32) -> ()\n")).collect()),
    ("one line", 5_000, |n| "\"t.x\"() {a = } : () -> () ".repeat(n)),
    ("one name", 5_000, |n| "%a = \"t.x\"() : () -> i32\n".repeat(n)),
];

#[test]
fn wrong_texts_take_linear_time() {
    for (what, n, source) in WRONG {
        let ratio = growth(*n, |n| {
            let ctx = Context::new(ALL);
            assert!(read(&ctx, &source(n)).is_err(), "{what} is accepted");
        });
        assert!(ratio < LINEAR, "{what}: four times the text takes more than {LINEAR} times the time");
    }
}

#[test]
fn a_value_may_have_very_many_uses() {
    let ratio = growth(3_000, |n| {
        let ctx = Context::new(ALL);
        let user = "\"t.use\"(%x) : (i32) -> ()\n%d = arith.addi %x, %x : i32\n".replace("%d", "%");
        let users: String = (0..n).map(|i| user.replacen("% =", &format!("%d{i} ="), 1)).collect();
        let mut ir =
            read(&ctx, &format!("%x = \"t.def\"() : () -> i32\n%y = \"t.def\"() : () -> i32\n{users}"))
                .expect("the module is right");
        let root = ir.root();
        let mut ops = ir.body_ops(root);
        let (x, y) = (ops.next().expect("%x"), ops.next().expect("%y"));
        drop(ops);
        let (x, y) = (ir.result(x, 0), ir.result(y, 0));
        ir.replace_all_uses(x, y);
        assert_eq!(ir.users(y).count(), 3 * n);
        ir.replace_all_uses(y, x);
        let said = passes(&ctx, &mut ir, "cse,dce,canonicalize");
        assert!(!said.has_errors());
        assert_eq!(ir.op_count(), n + 3);
    });
    assert!(ratio < LINEAR, "four times the uses take more than {LINEAR} times the time");
}
