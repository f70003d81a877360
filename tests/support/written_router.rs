//! Routers as frameworks write them, in StableHLO.

use std::fmt::Write;

use neuron_opt::tensor::ElementType;

/// Which side of the product is which.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sides {
    /// x `[.., H]` times w `[H, E]`.
    Plain,
    /// w is `[E, H]`.
    ExpertsFirst,
    /// w `[E, H]` times x, transposed.
    Swapped,
    /// x is `[H, T]`.
    TokensLast,
}

/// How the gate is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Gate {
    /// As jax writes it.
    Softmax,
    /// With reductions that keep their dimension, as torch does.
    KeepingSoftmax,
    Sigmoid,
    /// 1 / (1 + exp(-x))
    WrittenSigmoid,
}

/// What comes first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    GateFirst,
    GateFirstNormalized,
    RankFirst,
}

/// What ranks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TopK {
    Chlo,
    Aws,
    Topk,
}

/// How the weights of the chosen get into rows of all experts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Combination {
    None,
    Dot,
    Sum,
    Scatter,
}

#[derive(Clone, Debug)]
pub struct Program {
    pub batch: Vec<usize>,
    pub h: usize,
    pub e: usize,
    pub k: usize,
    /// Of x, w and bias; the scores are f32.
    pub elem: ElementType,
    pub sides: Sides,
    pub bias: bool,
    pub gate: Gate,
    pub order: Order,
    pub top_k: TopK,
    /// Element type of the indices.
    pub index: &'static str,
    pub combination: Combination,
    /// Whether the scores are results.
    pub scores_used: bool,
    /// Whether the gates of all experts are results.
    pub gates_used: bool,
}

impl Program {
    pub fn new() -> Self {
        Program {
            batch: vec![4],
            h: 128,
            e: 16,
            k: 3,
            elem: ElementType::F32,
            sides: Sides::Plain,
            bias: false,
            gate: Gate::Softmax,
            order: Order::GateFirst,
            top_k: TopK::Chlo,
            index: "i32",
            combination: Combination::None,
            scores_used: false,
            gates_used: false,
        }
    }

    /// Whether this combination of choices can be written down.
    pub fn is_written(&self) -> bool {
        let of_matrices = self.combination == Combination::Scatter
            || matches!(self.sides, Sides::Swapped | Sides::TokensLast);
        (self.batch.len() == 1 || !of_matrices)
            && (!self.gates_used || self.order != Order::RankFirst)
            // Behind the ranking a sigmoid is the op alone.
            && (self.order != Order::RankFirst || self.gate != Gate::WrittenSigmoid)
    }

    pub fn input_shapes(&self) -> Vec<Vec<usize>> {
        let x = match self.sides {
            Sides::TokensLast => vec![self.h, self.batch[0]],
            _ => [self.batch.as_slice(), &[self.h]].concat(),
        };
        let w = match self.sides {
            Sides::Plain | Sides::TokensLast => vec![self.h, self.e],
            _ => vec![self.e, self.h],
        };
        let bias = self.bias.then(|| vec![self.e]);
        [x, w].into_iter().chain(bias).collect()
    }

    pub fn source(&self) -> String {
        let mut text = Text::default();
        let elem = self.elem.name();
        let inputs: Vec<String> = self.input_shapes().iter().map(|shape| tensor(shape, elem)).collect();
        let wide = [self.batch.as_slice(), &[self.e]].concat();
        let narrow = [self.batch.as_slice(), &[self.k]].concat();
        let scores = self.scores(&mut text, &inputs, &wide);
        let (gates, weights, index) = match self.order {
            Order::RankFirst => {
                let (values, index) = self.ranked(&mut text, &scores, &wide, &narrow);
                (scores.clone(), self.gated(&mut text, &values, &narrow), index)
            }
            _ => {
                let gates = self.gated(&mut text, &scores, &wide);
                let (values, index) = self.ranked(&mut text, &gates, &wide, &narrow);
                let weights =
                    if self.order == Order::GateFirst { values } else { text.share(&values, &narrow) };
                (gates, weights, index)
            }
        };
        let weights = match self.combination {
            Combination::None => (weights, narrow.clone()),
            Combination::Scatter => (self.scattered(&mut text, &weights, &index), wide.clone()),
            way => (self.combined(&mut text, &weights, &index, way), wide.clone()),
        };
        let mut results = vec![(weights.0, tensor(&weights.1, "f32")), (index, tensor(&narrow, self.index))];
        results.extend(self.scores_used.then(|| (scores, tensor(&wide, "f32"))));
        results.extend(self.gates_used.then(|| (gates, tensor(&wide, "f32"))));
        let args: Vec<String> = inputs.iter().enumerate().map(|(i, ty)| format!("%in{i}: {ty}")).collect();
        let (values, types): (Vec<_>, Vec<_>) = results.into_iter().unzip();
        let (values, types) = (values.join(", "), types.join(", "));
        let body = text.body;
        format!(
            "func.func @main({}) -> ({types}) {{\n{body}  return {values} : {types}\n}}\n",
            args.join(", ")
        )
    }

    fn scores(&self, text: &mut Text, inputs: &[String], wide: &[usize]) -> String {
        let last = self.batch.len();
        let (x, w) = (&inputs[0], &inputs[1]);
        let ty = tensor(wide, "f32");
        let product = match self.sides {
            Sides::Plain => text.dot(("%in0", x), ("%in1", w), (last, 0), &ty),
            Sides::ExpertsFirst => text.dot(("%in0", x), ("%in1", w), (last, 1), &ty),
            Sides::TokensLast => text.dot(("%in0", x), ("%in1", w), (0, 0), &ty),
            Sides::Swapped => {
                let turned = tensor(&[self.e, self.batch[0]], "f32");
                let turned_value = text.dot(("%in1", w), ("%in0", x), (1, last), &turned);
                text.op(&format!("stablehlo.transpose {turned_value}, dims = [1, 0] : ({turned}) -> {ty}"))
            }
        };
        if !self.bias {
            return product;
        }
        let elem = self.elem.name();
        let row = [vec![1; last], vec![self.e]].concat();
        let row = tensor(&row, elem);
        let own = tensor(wide, elem);
        let all: Vec<usize> = (0..=last).collect();
        let first =
            text.op(&format!("stablehlo.broadcast_in_dim %in2, dims = [{last}] : ({}) -> {row}", inputs[2]));
        let spread =
            text.op(&format!("stablehlo.broadcast_in_dim {first}, dims = {all:?} : ({row}) -> {own}"));
        text.op(&format!("stablehlo.add {product}, {spread} : {ty}"))
    }

    fn gated(&self, text: &mut Text, x: &str, shape: &[usize]) -> String {
        let ty = tensor(shape, "f32");
        match self.gate {
            Gate::Sigmoid => text.op(&format!("stablehlo.logistic {x} : {ty}")),
            Gate::WrittenSigmoid => {
                let one = text.constant("1.0", &ty);
                let negative = text.op(&format!("stablehlo.negate {x} : {ty}"));
                let exp = text.op(&format!("stablehlo.exponential {negative} : {ty}"));
                let sum = text.op(&format!("stablehlo.add {one}, {exp} : {ty}"));
                text.op(&format!("stablehlo.divide {one}, {sum} : {ty}"))
            }
            Gate::Softmax | Gate::KeepingSoftmax => {
                let max = text.reduce(x, shape, "maximum", "0xFF800000");
                let keeping = self.gate == Gate::KeepingSoftmax;
                let max =
                    if keeping { max } else { text.not_below_infinity(&max, &shape[..shape.len() - 1]) };
                let max = text.spread(&max, shape, keeping);
                let shifted = text.op(&format!("stablehlo.subtract {x}, {max} : {ty}"));
                let exp = text.op(&format!("stablehlo.exponential {shifted} : {ty}"));
                let sum = text.reduce(&exp, shape, "add", "0.0");
                let sum = text.spread(&sum, shape, keeping);
                text.op(&format!("stablehlo.divide {exp}, {sum} : {ty}"))
            }
        }
    }

    fn ranked(&self, text: &mut Text, x: &str, wide: &[usize], narrow: &[usize]) -> (String, String) {
        let k = self.k;
        // AwsNeuronTopK gives any integers, the others i32.
        let own = if self.top_k == TopK::Aws { self.index } else { "i32" };
        let (from, values, index) = (tensor(wide, "f32"), tensor(narrow, "f32"), tensor(narrow, own));
        let results = format!("({values}, {index})");
        let pair = text.pair(&match self.top_k {
            TopK::Chlo => format!("chlo.top_k({x}, k = {k}) : {from} -> {results}"),
            TopK::Aws => format!(
                "stablehlo.custom_call @AwsNeuronTopK({x}) {{backend_config = \"{k}\"}} : ({from}) -> {results}"
            ),
            TopK::Topk => format!("\"mhlo.topk\"({x}) {{k = {k} : i64, largest = true}} : ({from}) -> {results}"),
        });
        if own == self.index {
            return pair;
        }
        let asked = tensor(narrow, self.index);
        (pair.0, text.op(&format!("stablehlo.convert {} : ({index}) -> {asked}", pair.1)))
    }

    fn combined(&self, text: &mut Text, weights: &str, index: &str, way: Combination) -> String {
        let rank = self.batch.len() + 2;
        let narrow = [self.batch.as_slice(), &[self.k]].concat();
        let cube = [narrow.as_slice(), &[self.e]].concat();
        let (chosen, integers) = (tensor(&narrow, self.index), tensor(&cube, self.index));
        let (flags, floats) = (tensor(&cube, "i1"), tensor(&cube, "f32"));
        let dims: Vec<usize> = (0..rank - 1).collect();
        let spread = text
            .op(&format!("stablehlo.broadcast_in_dim {index}, dims = {dims:?} : ({chosen}) -> {integers}"));
        let row = tensor(&[self.e], self.index);
        let row_value = text.op(&format!("stablehlo.iota dim = 0 : {row}"));
        let numbers = text.op(&format!(
            "stablehlo.broadcast_in_dim {row_value}, dims = [{}] : ({row}) -> {integers}",
            rank - 1
        ));
        let equal = text
            .op(&format!("stablehlo.compare EQ, {numbers}, {spread} : ({integers}, {integers}) -> {flags}"));
        let rows = text.op(&format!("stablehlo.convert {equal} : ({flags}) -> {floats}"));
        let (few, ty) = (tensor(&narrow, "f32"), tensor(&[self.batch.as_slice(), &[self.e]].concat(), "f32"));
        if way == Combination::Dot {
            let batch: Vec<usize> = (0..rank - 2).collect();
            let last = rank - 2;
            return text.op(&format!(
                "stablehlo.dot_general {weights}, {rows}, batching_dims = {batch:?} x {batch:?}, contracting_dims = [{last}] x [{last}] : ({few}, {floats}) -> {ty}"
            ));
        }
        let spread =
            text.op(&format!("stablehlo.broadcast_in_dim {weights}, dims = {dims:?} : ({few}) -> {floats}"));
        let terms = text.op(&format!("stablehlo.multiply {rows}, {spread} : {floats}"));
        let zero = text.constant("0.0", "tensor<f32>");
        text.op(&format!(
            "stablehlo.reduce({terms} init: {zero}) applies stablehlo.add across dimensions = [{}] : ({floats}, tensor<f32>) -> {ty}",
            rank - 2
        ))
    }

    fn scattered(&self, text: &mut Text, weights: &str, index: &str) -> String {
        let (t, k, e, int) = (self.batch[0], self.k, self.e, self.index);
        let ty = tensor(&[t, e], "f32");
        let zeros = text.constant("0.0", &ty);
        let (column, both) = (tensor(&[t, k, 1], int), tensor(&[t, k, 2], int));
        let chosen = tensor(&[t, k], int);
        let count = text.op(&format!("stablehlo.iota dim = 0 : {}", tensor(&[t], int)));
        let first = text.op(&format!(
            "stablehlo.broadcast_in_dim {count}, dims = [0] : ({}) -> {column}",
            tensor(&[t], int)
        ));
        let second = text.op(&format!("stablehlo.reshape {index} : ({chosen}) -> {column}"));
        let at = text.op(&format!(
            "stablehlo.concatenate {first}, {second}, dim = 2 : ({column}, {column}) -> {both}"
        ));
        text.op(&format!(
            "\"stablehlo.scatter\"({zeros}, {at}, {weights}) <{{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 2>}}> ({{\n  ^bb0(%old: tensor<f32>, %new: tensor<f32>):\n    stablehlo.return %new : tensor<f32>\n  }}) : ({ty}, {both}, {}) -> {ty}",
            tensor(&[t, k], "f32")
        ))
    }
}

fn tensor(shape: &[usize], elem: &str) -> String {
    format!("tensor<{}{elem}>", shape.iter().map(|dim| format!("{dim}x")).collect::<String>())
}

/// The body of the function as it grows.
#[derive(Default)]
struct Text {
    body: String,
    values: usize,
}

impl Text {
    /// An op with one result, which is named.
    fn op(&mut self, op: &str) -> String {
        self.values += 1;
        let name = format!("%v{}", self.values);
        let _ = writeln!(self.body, "  {name} = {op}");
        name
    }

    fn pair(&mut self, op: &str) -> (String, String) {
        self.values += 1;
        let name = format!("%v{}", self.values);
        let _ = writeln!(self.body, "  {name}:2 = {op}");
        (format!("{name}#0"), format!("{name}#1"))
    }

    fn constant(&mut self, value: &str, ty: &str) -> String {
        self.op(&format!("stablehlo.constant dense<{value}> : {ty}"))
    }

    /// The only dimensions that are summed.
    fn dot(&mut self, a: (&str, &str), b: (&str, &str), dims: (usize, usize), ty: &str) -> String {
        let ((a, a_ty), (b, b_ty), (left, right)) = (a, b, dims);
        self.op(&format!(
            "stablehlo.dot_general {a}, {b}, contracting_dims = [{left}] x [{right}] : ({a_ty}, {b_ty}) -> {ty}"
        ))
    }

    /// Along the last dimension.
    fn reduce(&mut self, x: &str, shape: &[usize], op: &str, init: &str) -> String {
        let init = self.constant(init, "tensor<f32>");
        let last = shape.len() - 1;
        let (ty, reduced) = (tensor(shape, "f32"), tensor(&shape[..last], "f32"));
        self.op(&format!(
            "stablehlo.reduce({x} init: {init}) applies stablehlo.{op} across dimensions = [{last}] : ({ty}, tensor<f32>) -> {reduced}"
        ))
    }

    fn not_below_infinity(&mut self, x: &str, shape: &[usize]) -> String {
        let ty = tensor(shape, "f32");
        let least = self.constant("0xFF800000", &ty);
        self.op(&format!("stablehlo.maximum {least}, {x} : {ty}"))
    }

    /// One value of each row along the row.
    fn spread(&mut self, x: &str, shape: &[usize], keeping: bool) -> String {
        let last = shape.len() - 1;
        let (reduced, ty) = (tensor(&shape[..last], "f32"), tensor(shape, "f32"));
        let kept = tensor(&[&shape[..last], &[1]].concat(), "f32");
        let (few, all): (Vec<usize>, Vec<usize>) = ((0..last).collect(), (0..=last).collect());
        let column = if keeping {
            self.op(&format!("stablehlo.reshape {x} : ({reduced}) -> {kept}"))
        } else {
            self.op(&format!("stablehlo.broadcast_in_dim {x}, dims = {few:?} : ({reduced}) -> {kept}"))
        };
        self.op(&format!("stablehlo.broadcast_in_dim {column}, dims = {all:?} : ({kept}) -> {ty}"))
    }

    /// Each element divided by the sum of its row.
    fn share(&mut self, x: &str, shape: &[usize]) -> String {
        let sum = self.reduce(x, shape, "add", "0.0");
        let sum = self.spread(&sum, shape, false);
        self.op(&format!("stablehlo.divide {x}, {sum} : {}", tensor(shape, "f32")))
    }
}
