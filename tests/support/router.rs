//! Router calls as programs, with data and a plain reference in f64.

use neuron_opt::tensor::{ElementType, Tensor};

/// One call of the kernel.
#[derive(Clone, Debug)]
pub struct Case {
    pub t: usize,
    pub h: usize,
    pub e: usize,
    pub k: usize,
    pub softmax: bool,
    pub pre_norm: bool,
    pub norm: bool,
    pub bias: bool,
    pub x_hbm_layout: usize,
    pub x_sb_layout: usize,
    pub x_in_sbuf: bool,
    pub lnc: usize,
    /// Element type of x, w and the bias.
    pub elem: ElementType,
    /// Element types of router_logits and expert_affinities.
    pub floats: [ElementType; 2],
    /// Boolean attributes that are set, and others as written.
    pub attrs: Vec<String>,
}

impl Case {
    /// A small call of the default pipeline, without bias.
    pub fn new(t: usize, h: usize, e: usize, k: usize) -> Self {
        Case {
            t,
            h,
            e,
            k,
            softmax: true,
            pre_norm: true,
            norm: false,
            bias: false,
            x_hbm_layout: 0,
            x_sb_layout: 0,
            x_in_sbuf: false,
            lnc: 1,
            elem: ElementType::BF16,
            floats: [ElementType::F32; 2],
            attrs: Vec::new(),
        }
    }

    /// The call with one of the three pipelines: 1 is ACT1, topK; 2 is topK, ACT2, Scatter; 3 is ACT1, topK, Norm, Scatter.
    pub fn pipeline(self, number: usize) -> Self {
        Case { pre_norm: number != 2, norm: number == 3, ..self }
    }

    /// The call with a boolean attribute.
    pub fn with(mut self, attr: &str) -> Self {
        self.attrs.push(format!("{attr} = true"));
        self
    }

    /// The call with an attribute as text.
    pub fn attr(mut self, attr: &str) -> Self {
        self.attrs.push(attr.to_owned());
        self
    }

    /// Whether a boolean attribute is set.
    pub fn has(&self, attr: &str) -> bool {
        self.attrs.iter().any(|found| *found == format!("{attr} = true"))
    }

    fn x_shape(&self) -> Vec<usize> {
        match (self.x_in_sbuf, self.x_hbm_layout) {
            (true, _) => vec![128, self.t, self.h / 128],
            (false, 1) => vec![self.t, self.h],
            _ => vec![self.h, self.t],
        }
    }

    /// The program, in the generic form.
    pub fn source(&self) -> String {
        let tensor = |shape: &[usize], elem: ElementType| {
            let name = if elem == ElementType::U32 { "ui32" } else { elem.name() };
            format!("tensor<{}{name}>", shape.iter().map(|dim| format!("{dim}x")).collect::<String>())
        };
        let mut inputs = vec![tensor(&self.x_shape(), self.elem), tensor(&[self.h, self.e], self.elem)];
        inputs.extend(self.bias.then(|| tensor(&[1, self.e], self.elem)));
        let mut results = vec![
            tensor(&[self.t, self.e], self.floats[0]),
            tensor(&[self.t, self.k], ElementType::U32),
            tensor(&[self.t, self.e], self.floats[1]),
        ];
        if self.has("return_eager_affi") {
            results.push(tensor(&[self.t.min(128), self.t.div_ceil(128) * self.k], ElementType::F32));
        }
        let act = if self.softmax { "softmax" } else { "sigmoid" };
        let mut attrs = vec![
            format!("k = {} : i64", self.k),
            format!("act_fn = \"{act}\""),
            format!("x_hbm_layout = {} : i64", self.x_hbm_layout),
            format!("x_sb_layout = {} : i64", self.x_sb_layout),
            format!("router_pre_norm = {}", self.pre_norm),
            format!("norm_topk_prob = {}", self.norm),
            format!("lnc = {} : i64", self.lnc),
        ];
        attrs.extend(self.x_in_sbuf.then(|| "x_buffer = \"sbuf\"".to_owned()));
        attrs.extend(self.attrs.iter().cloned());
        let names = ["%x", "%w", "%b"];
        let args: Vec<String> = names.iter().zip(&inputs).map(|(name, ty)| format!("{name}: {ty}")).collect();
        let values: Vec<String> = (0..results.len()).map(|index| format!("%r#{index}")).collect();
        let (results, count) = (results.join(", "), results.len());
        format!(
            "func.func @main({}) -> ({results}) {{\n  %r:{count} = \"nki.router_topk\"({}) {{{}}} : ({}) -> ({results})\n  return {} : {results}\n}}\n",
            args.join(", "),
            names[..inputs.len()].join(", "),
            attrs.join(", "),
            inputs.join(", "),
            values.join(", "),
        )
    }

    /// x as \[T, H\], w and the bias, uniform in -0.1 .. 0.1 as the kernel's own tests have them.
    pub fn data(&self, seed: u64) -> Data {
        let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
        let mut uniform = |count: usize| -> Vec<f32> {
            let mut next = || {
                state ^= state << 13;
                state ^= state >> 7;
                state ^= state << 17;
                ((state >> 40) as f32 / (1u64 << 24) as f32 - 0.5) * 0.2
            };
            let values: Vec<f32> = (0..count).map(|_| next()).collect();
            let exact = Tensor::from_values(&[count], &values).expect("as many values");
            exact.convert(self.elem).to_f32s()
        };
        Data {
            x: uniform(self.t * self.h),
            w: uniform(self.h * self.e),
            bias: if self.bias { uniform(self.e) } else { vec![0.0; self.e] },
        }
    }

    /// The inputs of the program: x as its layout has it.
    pub fn inputs(&self, data: &Data) -> Vec<Tensor> {
        let tensor = |shape: &[usize], values: &[f32]| {
            Tensor::from_values(shape, values).expect("as many values as elements").convert(self.elem)
        };
        let (t, h) = (self.t, self.h);
        let x: Vec<f32> = match (self.x_in_sbuf, self.x_hbm_layout) {
            (true, _) => {
                let tiles = h / 128;
                let at = |i: usize| data.x[i / tiles % t * h + self.sbuf_row(i / tiles / t, i % tiles)];
                (0..t * h).map(at).collect()
            }
            (false, 1) => data.x.clone(),
            _ => (0..t * h).map(|i| data.x[i % t * h + i / t]).collect(),
        };
        let mut inputs = vec![tensor(&self.x_shape(), &x), tensor(&[h, self.e], &data.w)];
        inputs.extend(self.bias.then(|| tensor(&[1, self.e], &data.bias)));
        inputs
    }

    /// The row of H at partition p, column j of x in SBUF.
    fn sbuf_row(&self, p: usize, j: usize) -> usize {
        let tiles = self.h / 128;
        match self.x_sb_layout {
            0 => p * tiles + j,
            1 => {
                let half = tiles / 2;
                j / half * (self.h / 2) + p * half + j % half
            }
            _ => j * 128 + p,
        }
    }

    /// The logits in f64, by a sum in the order of H.
    pub fn logits(&self, data: &Data) -> Vec<f64> {
        let mut logits = Vec::with_capacity(self.t * self.e);
        for x in data.x.chunks_exact(self.h) {
            let mut row: Vec<f64> = data.bias.iter().map(|&bias| bias.into()).collect();
            for (&x, w) in x.iter().zip(data.w.chunks_exact(self.e)) {
                row.iter_mut().zip(w).for_each(|(sum, &w)| *sum += f64::from(x) * f64::from(w));
            }
            logits.extend(row);
        }
        logits
    }

    /// The affinities of one token, given which experts were chosen.
    pub fn affinities(&self, logits: &[f64], chosen: &[usize]) -> Vec<f64> {
        let gate = |of: &[f64]| -> Vec<f64> {
            if !self.softmax {
                return of.iter().map(|v| 1.0 / (1.0 + (-v).exp())).collect();
            }
            let max = of.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            let sum: f64 = of.iter().map(|v| (v - max).exp()).sum();
            of.iter().map(|v| (v - max).exp() / sum).collect()
        };
        let of = |values: &[f64]| -> Vec<f64> { chosen.iter().map(|&expert| values[expert]).collect() };
        let kept = match (self.pre_norm, self.norm) {
            (true, false) => return gate(logits),
            (true, true) => {
                let kept = of(&gate(logits));
                let sum: f64 = kept.iter().sum();
                kept.into_iter().map(|v| v / sum).collect()
            }
            (false, _) => gate(&of(logits)),
        };
        let mut all = vec![0.0; logits.len()];
        chosen.iter().zip(kept).for_each(|(&expert, value)| all[expert] = value);
        all
    }
}

/// The data of a call, rounded to its element type.
#[derive(Clone)]
pub struct Data {
    /// \[T, H\]
    pub x: Vec<f32>,
    /// \[H, E\]
    pub w: Vec<f32>,
    /// \[E\]
    pub bias: Vec<f32>,
}

/// The kernel's own criterion: |a-b| <= 1e-5 + rtol * max|b| over all elements, and NaN where the other has it.
pub fn close(got: &[f64], want: &[f64], rtol: f64) -> Result<(), String> {
    let largest = want.iter().filter(|v| v.is_finite()).fold(0.0f64, |max, v| max.max(v.abs()));
    let bound = 1e-5 + rtol * largest;
    assert_eq!(got.len(), want.len());
    let wrong = got.iter().zip(want).position(|(a, b)| !(a.is_nan() && b.is_nan() || (a - b).abs() <= bound));
    match wrong {
        Some(at) => Err(format!("element {at}: got {}, want {} within {bound:e}", got[at], want[at])),
        None => Ok(()),
    }
}

/// The relative tolerance for results stored in a type.
pub fn rtol(elem: ElementType) -> f64 {
    if elem == ElementType::F32 { 2e-3 } else { 2e-2 }
}
