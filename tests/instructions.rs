//! Random kernels of nisa instructions compute the same bits as nisa ops, as BIR instructions with and without
//! addresses, and as bundles, on one core and on two.

use neuron_opt::dialects::ALL;
use neuron_opt::interp::{RunOptions, run};
use neuron_opt::ir::Context;
use neuron_opt::tensor::Tensor;
use proptest::prelude::*;

#[path = "support/lower.rs"]
mod lower;

use lower::{lower, messages};

/// From nisa ops to each level.
const LEVELS: [&str; 4] = ["", "nki-to-bir", "nki-to-bir,bir-allocate", "nki-to-bir,bir-allocate,bir-to-dve"];

/// The tiles of a kernel of `p` partitions and rows of `n` elements, by name: shape and memory.
fn tiles(p: usize, n: usize) -> Vec<(&'static str, String)> {
    let tile = |rows: usize, columns: usize, elem: &str, space: &str| {
        format!("!nki.tile<{rows}x{columns}x{elem}, {space}>")
    };
    vec![
        ("a", tile(p, n, "f32", "sbuf")),
        ("b", tile(p, n, "f32", "sbuf")),
        ("h", tile(p, n, "bf16", "sbuf")),
        ("i", tile(p, n, "ui32", "sbuf")),
        ("j", tile(p, n, "ui32", "sbuf")),
        ("c", tile(p, 1, "f32", "sbuf")),
        ("d", tile(p, 1, "f32", "sbuf")),
        ("v", tile(p, 8, "f32", "sbuf")),
        ("x8", tile(p, 8, "ui32", "sbuf")),
        ("ix", tile(p, 1, "ui32", "sbuf")),
        ("q", tile(n, n, "f32", "sbuf")),
        ("r", tile(n, n, "f32", "sbuf")),
        ("w", tile(n, n, "f32", "psum")),
    ]
}

/// An instruction: its text, in which `#name` stands for an operand; the types follow.
fn instruction() -> impl Strategy<Value = String> {
    let pick = |list: &'static [&'static str]| prop::sample::select(list);
    let float = pick(&["a", "b", "h"]);
    let number = prop_oneof![Just("0.5"), Just("-2.0"), Just("0.001"), Just("3.0")];
    let arithmetic = pick(&[
        "add",
        "subtract",
        "multiply",
        "maximum",
        "minimum",
        "equal",
        "greater",
        "less_equal",
        "logical_and",
    ]);
    let bits = pick(&["bitwise_and", "bitwise_or", "bitwise_xor", "left_shift", "right_shift"]);
    let reduction = pick(&["add", "maximum", "minimum", "multiply"]);
    let function = pick(&["exp", "sigmoid", "copy", "square", "tanh", "relu"]);
    let command = pick(&["idle", "reset", "reduce", "reset_reduce"]);
    let mask = prop::collection::vec(prop_oneof![4 => 0u8..4, 1 => Just(255u8)], 32);
    prop_oneof![
        (arithmetic.clone(), float.clone(), float.clone(), float.clone())
            .prop_map(|(op, dst, x, y)| format!("tensor_tensor {op} #{dst}, #{x}, #{y}")),
        (bits.clone(), pick(&["i", "j"])).prop_map(|(op, dst)| format!("tensor_tensor {op} #{dst}, #i, #j")),
        pick(&["add", "subtract", "multiply", "maximum"])
            .prop_map(|op| format!("tensor_tensor {op} #i, #i, #j")),
        (arithmetic.clone(), any::<bool>(), float.clone(), float.clone(), number.clone()).prop_map(
            |(op, reverse, dst, x, imm)| {
                let reverse = if reverse { "reverse " } else { "" };
                format!("tensor_scalar #{dst}, #{x}, {reverse}{op} {imm}")
            }
        ),
        (arithmetic.clone(), arithmetic.clone(), number.clone(), any::<bool>()).prop_map(|(first, second, imm, column)| {
            match column {
                true => format!("tensor_scalar #b, #a, {first} {imm}, reverse {second} #c"),
                false => format!("tensor_scalar #b, #a, {first} #d, {second} #c"),
            }
        }),
        bits.prop_map(|op| format!("tensor_scalar #j, #i, {op} 3.0")),
        (reduction, any::<bool>(), float.clone()).prop_map(|(op, negate, x)| {
            format!("tensor_reduce {op} #c, #{x}, axis = [1] {{negate = {negate}}}")
        }),
        (function, command, any::<bool>(), float.clone(), number.clone()).prop_map(
            |(function, command, column, x, imm)| {
                let bias = if column { "bias = #c, scale = #d" } else { &format!("bias = {imm}") };
                format!(
                    "activation {function} #b, #{x}, {bias}, reduce_res = #d {{reduce_op = \"add\", reduce_cmd = \"{command}\"}}"
                )
            }
        ),
        (float.clone(), float.clone()).prop_map(|(dst, x)| format!("reciprocal #{dst}, #{x}")),
        (float.clone(), pick(&["a", "b", "h", "i"])).prop_map(|(dst, x)| format!("tensor_copy #{dst}, #{x}")),
        pick(&["scalar", "gpsimd", "vector"])
            .prop_map(|engine| format!("tensor_copy #h, #a {{engine = \"{engine}\"}}")),
        Just("tensor_copy #r, #w".to_owned()),
        Just("tensor_copy #w, #r".to_owned()),
        (float.clone(), number).prop_map(|(dst, value)| {
            let elem = if dst == "h" { "bf16" } else { "f32" };
            format!("memset #{dst} {{value = {value} : {elem}}}")
        }),
        (-9i64..9, -9i64..9).prop_map(|(offset, step)| {
            format!("iota #i[[{step}, N]] + {offset} {{channel_multiplier = 3 : i64}}")
        }),
        Just("iota #i[[1, N]]".to_owned()),
        mask.prop_map(|mask| {
            let mask: Vec<String> = mask.iter().map(u8::to_string).collect();
            format!("nc_stream_shuffle #b, #a {{shuffle_mask = array<i64: {}>}}", mask.join(", "))
        }),
        prop_oneof![Just(""), Just("{accumulate = true}"), Just("{accumulate = false}")]
            .prop_map(|attrs| format!("nc_matmul #w, #a, #b {attrs}")),
        Just("nc_matmul #w, #q, #r {is_transpose = false}".to_owned()),
        Just("max8 #v, #a".to_owned()),
        Just("nc_find_index8 #x8, #a, #v".to_owned()),
        Just("nc_match_replace8 #a, #a, #v, #x8, imm = -1.5".to_owned()),
        Just("dma_copy #hbm, #a, scatter #ix".to_owned()),
        Just("dma_copy #b, #hbm, gather #ix".to_owned()),
        Just("dma_copy #h, #hbm".to_owned()),
        Just("dma_compute #a, #hbm, gather #ix".to_owned()),
        Just("dma_compute #hbm, #b".to_owned()),
        Just("dma_transpose #r, #q {axes = array<i64: 1, 0>}".to_owned()),
        pick(&["equal", "greater", "less"])
            .prop_map(|op| format!("affine_select {op} #b, #a, [[1, N]] + -2, else 7.0")),
        any::<bool>()
            .prop_map(|reverse| format!("tensor_copy_predicated #a, #b, #i {{reverse_pred = {reverse}}}")),
        Just("nc_n_gather #b, #a, #k".to_owned()),
    ]
}

/// A kernel's size and instructions.
#[derive(Clone, Debug)]
struct Case {
    p: usize,
    n: usize,
    /// The instructions of each core.
    bodies: Vec<Vec<String>>,
    values: Vec<f32>,
}

fn case(cores: usize) -> impl Strategy<Value = Case> {
    let body = prop::collection::vec(instruction(), 1..14);
    (prop::sample::select(vec![4usize, 36, 64]), 8usize..40, prop::collection::vec(body, cores..=cores))
        .prop_flat_map(|(p, n, bodies)| {
            let value =
                prop_oneof![8 => -4.0f32..4.0, 1 => (-3i8..4).prop_map(f32::from), 1 => Just(f32::INFINITY)];
            prop::collection::vec(value, p * n).prop_map(move |values| Case {
                p,
                n,
                bodies: bodies.clone(),
                values,
            })
        })
}

impl Case {
    /// `nki.op %a, %b : types` of an instruction text.
    fn written(&self, text: &str, hbm: &str) -> String {
        let types = tiles(self.p, self.n);
        let mut operands = Vec::new();
        for piece in text.split('#').skip(1) {
            let name: String = piece.chars().take_while(char::is_ascii_alphanumeric).collect();
            operands.push(match types.iter().find(|row| row.0 == name) {
                Some(row) => row.1.clone(),
                None if name == "hbm" => format!("!nki.hbm<{}x{}xf32>", self.p, self.n),
                None => format!("!nki.tile<{}x{}xui32, sbuf>", self.p, self.n),
            });
        }
        let text = text.replace("#hbm", hbm).replace('#', "%").replace("N]", &format!("{}]", self.n));
        format!("nki.{text} : {}\n", operands.join(", "))
    }

    /// The statements of one core: everything is defined, the instructions run, every tile goes out.
    fn body(&self, core: usize, outputs: &[String]) -> String {
        let (p, n) = (self.p, self.n);
        let mut text = String::new();
        for (name, ty) in tiles(p, n) {
            text += &format!("%{name} = nki.alloc : {ty}\n");
        }
        text += &format!("%k = nki.alloc : !nki.tile<{p}x{n}xui32, sbuf>\n");
        let hbm = format!("%s{core}");
        for start in [
            "dma_copy #a, #x",
            "tensor_scalar #b, #a, multiply 0.75",
            "tensor_copy #h, #b",
            "iota #i[[7, N]] {channel_multiplier = 5 : i64}",
            "iota #j[[-3, N]] + 1000",
            "iota #k[[-1, N]] + LAST",
            "tensor_reduce maximum #c, #a, axis = [1]",
            "tensor_reduce add #d, #b, axis = [1]",
            "iota #ix[[0, 1]] + PLAST {channel_multiplier = -1 : i64}",
            "max8 #v, #a",
            "nc_find_index8 #x8, #a, #v",
            "iota #q[[1, N]] {channel_multiplier = 2 : i64}",
            "iota #r[[2, N]] {channel_multiplier = -1 : i64}",
            "nc_matmul #w, #a, #b",
            "dma_copy #hbm, #a",
        ] {
            let start = start.replace("PLAST", &(p - 1).to_string()).replace("LAST", &(n - 1).to_string());
            if start.contains("#x") && !start.contains("#x8") {
                text += &format!("nki.dma_copy %a, %x : {}, !nki.hbm<{p}x{n}xf32>\n", tiles(p, n)[0].1);
            } else {
                text += &self.written(&start, &hbm);
            }
        }
        for line in &self.bodies[core] {
            text += &self.written(line, &hbm);
        }
        if self.bodies.len() == 2 {
            let other = 1 - core;
            text += &self.written(
                &format!(
                    "sendrecv #b, #a {{send_to_rank = {other} : i64, recv_from_rank = {other} : i64, pipe_id = 0 : i64}}"
                ),
                &hbm,
            );
            text += &format!("nki.core_barrier %s0 : !nki.hbm<{p}x{n}xf32>\n");
            // What the other core wrote before the barrier is there.
            text += &format!("nki.dma_copy %a, %s{other} : {}, !nki.hbm<{p}x{n}xf32>\n", tiles(p, n)[0].1);
        }
        for ((name, ty), output) in tiles(p, n).into_iter().filter(|row| row.0 != "w").zip(outputs) {
            let hbm = ty.replace("!nki.tile", "!nki.hbm").replace(", sbuf", "");
            text += &format!("nki.dma_copy %{output}, %{name} : {hbm}, {ty}\n");
        }
        text
    }

    /// The module: a kernel, and a function that calls it.
    fn module(&self) -> String {
        let (p, n, cores) = (self.p, self.n, self.bodies.len());
        let kept: Vec<_> = tiles(p, n).into_iter().filter(|row| row.0 != "w").collect();
        let mut parameters = vec![format!("%x: !nki.hbm<{p}x{n}xf32>")];
        let mut results = Vec::new();
        let mut bodies = Vec::new();
        for core in 0..cores {
            let mut outputs = Vec::new();
            for (name, ty) in &kept {
                let shape = ty.replace("!nki.tile<", "").replace(", sbuf>", "");
                parameters.push(format!("%o{core}_{name}: !nki.hbm<{shape}>"));
                outputs.push(format!("o{core}_{name}"));
                results.push(format!("tensor<{shape}>"));
            }
            let body = self.body(core, &outputs);
            bodies.push(if cores == 1 { body } else { format!("nki.core {core} {{\n{body}}}\n") });
        }
        let scratch: String =
            (0..cores).map(|core| format!("%s{core} = nki.alloc : !nki.hbm<{p}x{n}xf32>\n")).collect();
        let results = results.join(", ");
        let count = cores * kept.len();
        let values: Vec<String> = (0..count).map(|index| format!("%r#{index}")).collect();
        format!(
            "nki.kernel @k({}) attributes {{lnc = {cores} : i64}} {{\n{scratch}{}}}\n\
             func.func @main(%x: tensor<{p}x{n}xf32>) -> ({results}) {{\n\
             %r:{count} = nki.call @k(%x) : (tensor<{p}x{n}xf32>) -> ({results})\n\
             return {} : {results}\n}}\n",
            parameters.join(", "),
            bodies.concat(),
            values.join(", "),
        )
    }

    fn check(&self) -> Result<(), TestCaseError> {
        let source = self.module();
        let input = Tensor::from_values(&[self.p, self.n], &self.values).expect("p * n values");
        let mut first: Option<Vec<Tensor>> = None;
        for passes in LEVELS {
            let ctx = Context::new(ALL);
            let lowered = lower(&ctx, &source, passes, "trn2");
            let (ir, _) =
                lowered.map_err(|d| TestCaseError::fail(format!("{passes}: {}\n{source}", messages(&d))))?;
            let outcome = run(&ir, None, vec![input.clone()], &RunOptions::default())
                .map_err(|e| TestCaseError::fail(format!("{passes}: {}\n{source}", e.diagnostic.message)))?;
            match &first {
                None => first = Some(outcome.results),
                Some(first) => {
                    for (index, (found, expected)) in outcome.results.iter().zip(first).enumerate() {
                        prop_assert!(
                            found.bytes() == expected.bytes(),
                            "result {} of {}\n{}",
                            index,
                            passes,
                            source
                        );
                    }
                }
            }
        }
        Ok(())
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 20, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_level_gives_the_same_bits(case in case(1)) {
        case.check()?;
    }

    #[test]
    fn two_cores_give_the_same_bits_at_every_level(case in case(2)) {
        case.check()?;
    }
}
