//! `#stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>`: what each dimension of a convolution is.

use super::attrs::{fields, struct_body};
use crate::ir::{Attr, AttrKind, Constraint, Context};

/// The roles of the dimensions of one tensor of a convolution.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Roles {
    /// The batch dimension; of the kernel: the input feature dimension.
    pub first: usize,
    /// The feature dimension; of the kernel: the output feature dimension.
    pub second: usize,
    /// The spatial dimensions, in the order in which the three tensors' spatial dimensions correspond.
    pub spatial: Vec<usize>,
}

impl Roles {
    /// Number of dimensions.
    pub fn rank(&self) -> usize {
        2 + self.spatial.len()
    }

    /// `[b, 0, 1, f]`, where `letters` are those of the first two roles.
    fn read(text: &str, letters: [&str; 2]) -> Option<Roles> {
        let words: Vec<&str> =
            text.trim().strip_prefix('[')?.strip_suffix(']')?.split(',').map(str::trim).collect();
        let place = |word: &str| words.iter().position(|&other| other == word);
        let spatial = (0..words.len().checked_sub(2)?).map(|number| place(&number.to_string()));
        let [first, second] = letters.map(place);
        Some(Roles { first: first?, second: second?, spatial: spatial.collect::<Option<_>>()? })
    }

    fn text(&self, letters: [&str; 2]) -> String {
        let mut words = vec![String::from("?"); self.rank()];
        let spatial = self.spatial.iter().enumerate().map(|(number, &dim)| (dim, number.to_string()));
        let named = [(self.first, letters[0].to_string()), (self.second, letters[1].to_string())];
        for (dim, word) in named.into_iter().chain(spatial) {
            if let Some(slot) = words.get_mut(dim) {
                *slot = word;
            }
        }
        format!("[{}]", words.join(", "))
    }

    /// Whether every dimension has exactly one role.
    fn is_complete(&self) -> bool {
        let mut dims = self.spatial.clone();
        dims.extend([self.first, self.second]);
        dims.sort_unstable();
        dims.into_iter().eq(0..self.rank())
    }
}

/// The dimension numbers of a convolution.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ConvDims {
    /// Of the operand: batch, feature.
    pub input: Roles,
    /// Of the kernel: input feature, output feature.
    pub kernel: Roles,
    /// Of the result: batch, feature.
    pub output: Roles,
}

const IMAGE: [&str; 2] = ["b", "f"];
const KERNEL: [&str; 2] = ["i", "o"];

impl ConvDims {
    /// Reads the attribute in its short or its `raw` form; `None` if it is not one, or is not complete.
    pub fn read(ctx: &Context, attr: Attr) -> Option<Self> {
        let body = struct_body(ctx, attr, "conv")?.trim();
        let dims = match body.strip_prefix("raw") {
            Some(raw) => Self::from_fields(raw),
            None => Self::parse(body),
        }?;
        let rank = dims.input.rank();
        let fits = |roles: &Roles| roles.is_complete() && roles.rank() == rank;
        (fits(&dims.input) && fits(&dims.kernel) && fits(&dims.output)).then_some(dims)
    }

    /// `[b, 0, f]x[0, i, o]->[b, 0, f]`
    pub fn parse(text: &str) -> Option<Self> {
        let (inputs, output) = text.split_once("->")?;
        let (input, kernel) = inputs.split_once('x')?;
        Some(ConvDims {
            input: Roles::read(input, IMAGE)?,
            kernel: Roles::read(kernel, KERNEL)?,
            output: Roles::read(output, IMAGE)?,
        })
    }

    fn from_fields(text: &str) -> Option<Self> {
        let mut dims = ConvDims::default();
        for (key, numbers) in fields(text)? {
            let one = numbers.first().copied();
            match key {
                "input_batch_dimension" => dims.input.first = one?,
                "input_feature_dimension" => dims.input.second = one?,
                "input_spatial_dimensions" => dims.input.spatial = numbers,
                "kernel_input_feature_dimension" => dims.kernel.first = one?,
                "kernel_output_feature_dimension" => dims.kernel.second = one?,
                "kernel_spatial_dimensions" => dims.kernel.spatial = numbers,
                "output_batch_dimension" => dims.output.first = one?,
                "output_feature_dimension" => dims.output.second = one?,
                "output_spatial_dimensions" => dims.output.spatial = numbers,
                _ => return None,
            }
        }
        Some(dims)
    }

    /// The short form.
    pub fn text(&self) -> String {
        let (input, kernel, output) =
            (self.input.text(IMAGE), self.kernel.text(KERNEL), self.output.text(IMAGE));
        format!("{input}x{kernel}->{output}")
    }

    /// The attribute, in the short form.
    pub fn attr(&self, ctx: &Context) -> Attr {
        let body = ctx.str(&format!("conv<{}>", self.text()));
        ctx.attr(AttrKind::Opaque { dialect: ctx.str("stablehlo"), body, ty: None })
    }
}

/// `#stablehlo.conv<...>`
pub static CONV_DIMS: Constraint<Attr> = Constraint {
    description: "#stablehlo.conv<...> that gives every dimension one role",
    check: |ctx, attr| ConvDims::read(ctx, attr).is_some(),
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_forms_read_the_same() {
        let ctx = Context::new(&[]);
        let attr = |body: &str| {
            ctx.attr(AttrKind::Opaque { dialect: ctx.str("stablehlo"), body: ctx.str(body), ty: None })
        };
        let short = ConvDims::read(&ctx, attr("conv<[b, f, 0, 1]x[0,1,i,o]->[b, 0, 1, f]>")).expect("short");
        let raw = "conv<raw\n input_batch_dimension = 0, input_feature_dimension = 1, input_spatial_dimensions = [2, 3],
            kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1],
            output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>";
        assert_eq!(ConvDims::read(&ctx, attr(raw)).as_ref(), Some(&short));
        assert_eq!(short.text(), "[b, f, 0, 1]x[0, 1, i, o]->[b, 0, 1, f]");
        assert_eq!(ConvDims::read(&ctx, short.attr(&ctx)), Some(short));
        for bad in [
            "conv<[b, 0, 0, f]x[0, 1, i, o]->[b, 0, 1, f]>",
            "conv<[b, f]x[i, o]>",
            "conv<[b, f]x[i, o]->[b, 0, f]>",
        ] {
            assert_eq!(ConvDims::read(&ctx, attr(bad)), None, "{bad}");
        }
    }
}
