//! Synthetic modules in the generic form, which `neuron-opt` and `mlir-opt` both read. Equal arguments give equal text.

use std::fmt::Write;

/// A kind of module.
pub struct Shape {
    /// Name, as the tables show it.
    pub name: &'static str,
    /// The module with about this many ops.
    pub text: fn(ops: usize) -> String,
    /// Number of ops that makes a file of about 10 MB.
    pub ops: usize,
}

/// Every shape.
pub const ALL: [Shape; 8] = [
    Shape { name: "mixed", text: mixed, ops: 100_000 },
    Shape { name: "flat", text: flat, ops: 100_000 },
    Shape { name: "nested", text: nested, ops: 100_000 },
    Shape { name: "attrs", text: attrs, ops: 100_000 },
    Shape { name: "dense", text: dense, ops: 100 },
    Shape { name: "arith", text: arith, ops: 100_000 },
    Shape { name: "cse", text: cse, ops: 100_000 },
    Shape { name: "cfg", text: cfg, ops: 100_000 },
];

/// The shape of this name.
pub fn shape(name: &str) -> &'static Shape {
    ALL.iter().find(|shape| shape.name == name).expect("benchmarks name shapes of the table")
}

const F: &str = "tensor<128x512xf32>";
const T: &str = "tensor<512x128xf32>";
const S: &str = "tensor<f32>";
const R: &str = "tensor<128xf32>";

/// Ops of a function.
const FUNCTION: usize = 500;

/// Random numbers of a multiplicative congruential generator.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound
    }

    fn one<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }
}

/// A module being written. Values are numbers; 0 and 1 are the arguments of the function.
struct Writer {
    text: String,
    random: Random,
    ops: usize,
    next: usize,
}

fn module(
    ops: usize,
    ty: &str,
    mut body: impl FnMut(&mut Writer, usize) -> usize,
    function: usize,
) -> String {
    let mut w = Writer { text: "\"builtin.module\"() ({\n".into(), random: Random(1), ops: 0, next: 0 };
    let mut number = 0;
    while w.ops < ops {
        w.next = 2;
        w.put(&format!(
            "  \"func.func\"() <{{function_type = ({ty}, {ty}) -> {ty}, sym_name = \"f{number}\"}}> ({{\n  ^bb0(%v0: {ty}, %v1: {ty}):\n"
        ));
        let stop = w.ops + function.min(ops - w.ops);
        let result = body(&mut w, stop);
        w.put(&format!("    \"func.return\"(%v{result}) : ({ty}) -> ()\n  }}) : () -> ()\n"));
        number += 1;
    }
    w.text + "}) : () -> ()\n"
}

impl Writer {
    fn put(&mut self, text: &str) {
        self.text.push_str(text);
    }

    fn fresh(&mut self) -> usize {
        self.next += 1;
        self.next - 1
    }

    /// One of the last values of a list.
    fn recent(&mut self, values: &[usize]) -> usize {
        values[values.len() - 1 - self.random.below(values.len().min(8))]
    }

    /// `%v9 = "name"(%v7, %v8) rest : (ty, ty) -> result`
    fn op(&mut self, name: &str, operands: &[(usize, &str)], rest: &str, result: &str) -> usize {
        let value = self.fresh();
        self.ops += 1;
        let list =
            |item: fn(&(usize, &str)) -> String| operands.iter().map(item).collect::<Vec<_>>().join(", ");
        let (values, types) = (list(|o| format!("%v{}", o.0)), list(|o| o.1.to_string()));
        writeln!(self.text, "    %v{value} = \"{name}\"({values}){rest} : ({types}) -> {result}")
            .expect("a string takes everything");
        value
    }

    fn arith(&mut self, name: &str, a: usize, b: usize) -> usize {
        let flags = if matches!(name, "addi" | "subi" | "muli") {
            " <{overflowFlags = #arith.overflow<none>}>"
        } else {
            ""
        };
        self.op(&format!("arith.{name}"), &[(a, "i64"), (b, "i64")], flags, "i64")
    }

    fn constant(&mut self, value: usize) -> usize {
        self.op("arith.constant", &[], &format!(" <{{value = {value} : i64}}>"), "i64")
    }
}

/// Functions of tensor ops, some with attributes, some with a region.
fn mixed(ops: usize) -> String {
    let body = |w: &mut Writer, stop: usize| {
        let mut values = vec![0, 1];
        while w.ops < stop {
            let (a, b) = (w.recent(&values), w.recent(&values));
            let value = match w.random.below(20) {
                0..9 => {
                    let name = w.random.one(&["add", "multiply", "subtract", "maximum", "minimum", "divide"]);
                    w.op(&format!("bench.{name}"), &[(a, F), (b, F)], "", F)
                }
                9..13 => {
                    let name = w.random.one(&["exponential", "tanh", "negate", "rsqrt"]);
                    w.op(&format!("bench.{name}"), &[(a, F)], "", F)
                }
                13 => w.op("bench.constant", &[], &format!(" {{value = dense<1.500000e+00> : {F}}}"), F),
                14..16 => {
                    let t = w.op("bench.transpose", &[(a, F)], " {permutation = array<i64: 1, 0>}", T);
                    w.op(
                        "bench.dot_general",
                        &[(b, F), (t, T)],
                        " {lhs_contracting_dimensions = array<i64: 1>, precision_config = [\"DEFAULT\", \"HIGHEST\"], rhs_contracting_dimensions = array<i64: 0>}",
                        F,
                    )
                }
                16..18 => {
                    let at = w.random.below(64);
                    let rest = format!(
                        " {{limit_indices = array<i64: {}, {}>, start_indices = array<i64: {at}, {at}>, strides = array<i64: 1, 1>}}",
                        at + 128,
                        at + 512
                    );
                    w.op("bench.slice", &[(a, F)], &rest, F)
                }
                18 => {
                    let rest = format!(
                        " {{backend_config = {{engine = \"pe\", scale = 1.250000e-01 : f32, tile = [128 : i32, 512 : i32]}}, call_target_name = \"kernel_{}\", callee = @f0, has_side_effect}}",
                        w.random.below(100)
                    );
                    w.op("bench.custom_call", &[(a, F), (b, F)], &rest, F)
                }
                _ => {
                    let zero =
                        w.op("bench.constant", &[], &format!(" {{value = dense<0.000000e+00> : {S}}}"), S);
                    let (reduced, x, y) = (w.fresh(), w.fresh(), w.fresh());
                    w.put(&format!(
                        "    %v{reduced} = \"bench.reduce\"(%v{a}, %v{zero}) ({{\n    ^bb0(%v{x}: {S}, %v{y}: {S}):\n"
                    ));
                    let sum = w.op("bench.add", &[(x, S), (y, S)], "", S);
                    w.ops += 2;
                    w.put(&format!(
                        "      \"bench.return\"(%v{sum}) : ({S}) -> ()\n    }}) {{dimensions = array<i64: 1>}} : ({F}, {S}) -> {R}\n"
                    ));
                    w.op("bench.broadcast", &[(reduced, R)], " {broadcast_dimensions = array<i64: 0>}", F)
                }
            };
            values.push(value);
        }
        values[values.len() - 1]
    };
    module(ops, F, body, FUNCTION)
}

/// One function of tensor ops without attributes or regions.
fn flat(ops: usize) -> String {
    let body = |w: &mut Writer, stop: usize| {
        let mut values = vec![0, 1];
        while w.ops < stop {
            let (a, b) = (w.recent(&values), w.recent(&values));
            let name = w.random.one(&["add", "multiply", "subtract", "maximum"]);
            let value = w.op(&format!("bench.{name}"), &[(a, F), (b, F)], "", F);
            values.push(value);
        }
        values[values.len() - 1]
    };
    module(ops, F, body, ops)
}

/// Regions in regions, sixteen deep.
fn nested(ops: usize) -> String {
    fn nest(w: &mut Writer, value: usize, depth: usize) -> usize {
        if depth == 0 {
            let tanh = w.op("bench.tanh", &[(value, F)], "", F);
            return w.op("bench.add", &[(value, F), (tanh, F)], "", F);
        }
        let (result, arg) = (w.fresh(), w.fresh());
        w.put(&format!("    %v{result} = \"bench.scope\"(%v{value}) ({{\n    ^bb0(%v{arg}: {F}):\n"));
        let inner = nest(w, arg, depth - 1);
        w.ops += 2;
        w.put(&format!(
            "    \"bench.yield\"(%v{inner}) : ({F}) -> ()\n    }}) {{level = {depth} : i64}} : ({F}) -> {F}\n"
        ));
        result
    }
    let body = |w: &mut Writer, stop: usize| {
        let mut value = 0;
        while w.ops < stop {
            value = nest(w, value, 16);
        }
        value
    };
    module(ops, F, body, FUNCTION)
}

/// Large attribute dictionaries.
fn attrs(ops: usize) -> String {
    let body = |w: &mut Writer, stop: usize| {
        let mut value = 0;
        while w.ops < stop {
            let rest = format!(
                " {{arr = [{} : i64, \"s{}\", unit, {F}], big = {} : i64, cfg = {{a = 1 : i32, b = {{c = [1.000000e+00 : f32, -2.500000e-01 : f32], d = \"nested\"}}, e = @f0}}, dims = array<i64: {}, 1, 2, 3, 4, 5, 6, 7>, flag = true, map = affine_map<(d0, d1) -> (d1, d0)>, msg = \"escaped \\\"quote\\\" and \\\\ slash {}\", w = dense<[1, 2, 3, {}]> : tensor<4xi32>}}",
                w.random.below(99),
                w.random.below(999),
                w.random.below(1 << 30),
                w.random.below(9),
                w.random.below(999),
                w.random.below(99)
            );
            value = w.op("bench.annotated", &[(value, F)], &rest, F);
        }
        value
    };
    module(ops, F, body, FUNCTION)
}

/// Dense literals of 4096 floats each.
fn dense(ops: usize) -> String {
    let body = |w: &mut Writer, stop: usize| {
        while w.ops < stop {
            let mut float = |_| {
                let (integer, fraction) = (w.random.below(10), w.random.below(1_000_000));
                let sign = w.random.one(&["", "-"]);
                format!("{sign}{integer}.{fraction:06}e{}", w.random.one(&["+00", "-01", "-02"]))
            };
            let elements: Vec<String> = (0..4096).map(&mut float).collect();
            let rest = format!(" {{value = dense<[{}]> : tensor<4096xf32>}}", elements.join(", "));
            w.op("bench.constant", &[], &rest, "tensor<4096xf32>");
        }
        0
    };
    module(ops, F, body, ops)
}

/// Integer arithmetic most of which folds.
fn arith(ops: usize) -> String {
    let body = |w: &mut Writer, stop: usize| {
        let (mut values, mut sum) = (vec![0, 1], 0);
        while w.ops < stop {
            let (x, y) = (w.recent(&values), w.recent(&values));
            let value = match w.random.below(8) {
                0 => {
                    let zero = w.constant(0);
                    w.arith("addi", x, zero)
                }
                1 => {
                    let one = w.constant(1);
                    w.arith("muli", x, one)
                }
                2 => w.arith("subi", x, x),
                3 => {
                    let (a, b) = (w.random.below(100), w.random.below(100));
                    let (a, b) = (w.constant(a), w.constant(b));
                    w.arith("addi", a, b)
                }
                4 => {
                    let (a, b) = (w.arith("addi", x, y), w.arith("addi", y, x));
                    w.arith("xori", a, b)
                }
                5 => {
                    w.arith("muli", x, sum);
                    continue;
                }
                _ => {
                    let name = w.random.one(&["addi", "muli", "xori", "andi", "ori", "subi"]);
                    w.arith(name, x, y)
                }
            };
            values.push(value);
            if w.random.below(4) == 0 {
                sum = w.arith("xori", sum, value);
            }
        }
        sum
    };
    module(ops, "i64", body, FUNCTION)
}

/// Integer arithmetic of which half repeats and nothing folds.
fn cse(ops: usize) -> String {
    let body = |w: &mut Writer, stop: usize| {
        let (mut values, mut written, mut sum) = (vec![0, 1], vec![("addi", 0, 1)], 0);
        while w.ops < stop {
            if w.random.below(2) == 0 {
                let name = w.random.one(&["addi", "muli", "xori", "andi", "ori"]);
                let (x, y) = (w.recent(&values), w.recent(&values));
                if x == y {
                    continue;
                }
                written.push((name, x, y));
            }
            let (name, x, y) = written[written.len() - 1 - w.random.below(written.len().min(40))];
            let value = w.arith(name, x, y);
            values.push(value);
            sum = w.arith("addi", sum, value);
        }
        sum
    };
    module(ops, "i64", body, FUNCTION)
}

/// Functions of many blocks with arguments.
fn cfg(ops: usize) -> String {
    let body = |w: &mut Writer, stop: usize| {
        let (mut value, mut block) = (0, 1);
        while w.ops < stop {
            let test = w.op("arith.cmpi", &[(value, "i64"), (1, "i64")], " <{predicate = 2 : i64}>", "i1");
            let (sum, left, right) = (w.arith("addi", value, 1), w.fresh(), w.fresh());
            w.ops += 2;
            let (yes, no) = (block, block + 1);
            block += 2;
            w.put(&format!(
                "    \"cf.cond_br\"(%v{test}, %v{value}, %v{sum})[^bb{yes}, ^bb{no}] <{{operandSegmentSizes = array<i32: 1, 1, 1>}}> : (i1, i64, i64) -> ()\n  ^bb{yes}(%v{left}: i64):\n"
            ));
            let product = w.arith("muli", left, 1);
            w.put(&format!(
                "    \"cf.br\"(%v{product})[^bb{no}] : (i64) -> ()\n  ^bb{no}(%v{right}: i64):\n"
            ));
            value = right;
        }
        value
    };
    module(ops, "i64", body, FUNCTION)
}
