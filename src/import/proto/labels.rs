//! The dimension numbers of convolutions: `b01f_01io->b01f` gives each dimension of operand, kernel and result a letter or
//! the number of a spatial dimension.

use super::messages::ConvolutionDimensionNumbers;

/// The labels of one tensor.
fn side(first: (char, i64), second: (char, i64), spatial: &[i64]) -> Option<String> {
    let mut labels = vec![None; spatial.len() + 2];
    let digits = spatial.iter().enumerate().map(|(number, &dim)| (char::from_digit(number as u32, 10), dim));
    for (label, dim) in [(Some(first.0), first.1), (Some(second.0), second.1)].into_iter().chain(digits) {
        *usize::try_from(dim).ok().and_then(|dim| labels.get_mut(dim))? = label;
    }
    labels.into_iter().collect()
}

/// The labels as text; `None` where a dimension has none.
pub(super) fn print(p: &ConvolutionDimensionNumbers) -> Option<String> {
    let (b, f) = (('b', p.input_batch_dimension), ('f', p.input_feature_dimension));
    let input = side(b, f, &p.input_spatial_dimensions)?;
    let (i, o) = (('i', p.kernel_input_feature_dimension), ('o', p.kernel_output_feature_dimension));
    let kernel = side(i, o, &p.kernel_spatial_dimensions)?;
    let (b, f) = (('b', p.output_batch_dimension), ('f', p.output_feature_dimension));
    Some(format!("{input}_{kernel}->{}", side(b, f, &p.output_spatial_dimensions)?))
}

/// The places of two letters and of the spatial dimensions.
fn places(text: &str, letters: [char; 2]) -> Option<(i64, i64, Vec<i64>)> {
    let place = |letter| text.chars().position(|c| c == letter).map(|at| at as i64);
    let spatial = (0..text.chars().count().checked_sub(2)?).map(|n| place(char::from_digit(n as u32, 10)?));
    Some((place(letters[0])?, place(letters[1])?, spatial.collect::<Option<_>>()?))
}

/// Reads labels.
pub(super) fn read(text: &str) -> Option<ConvolutionDimensionNumbers> {
    let (inputs, output) = text.split_once("->")?;
    let (input, kernel) = inputs.split_once('_')?;
    let (input, kernel, output) =
        (places(input, ['b', 'f'])?, places(kernel, ['i', 'o'])?, places(output, ['b', 'f'])?);
    Some(ConvolutionDimensionNumbers {
        input_batch_dimension: input.0,
        input_feature_dimension: input.1,
        input_spatial_dimensions: input.2,
        kernel_input_feature_dimension: kernel.0,
        kernel_output_feature_dimension: kernel.1,
        kernel_spatial_dimensions: kernel.2,
        output_batch_dimension: output.0,
        output_feature_dimension: output.1,
        output_spatial_dimensions: output.2,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_come_back() {
        for text in ["b01f_01io->b01f", "bf_io->bf", "f0b_i0o->b0f"] {
            assert_eq!(read(text).and_then(|dims| print(&dims)).as_deref(), Some(text));
        }
        for text in ["", "b01f", "b01f_01io->b0f1f", "b1f_0io->b0f", "xy_io->bf"] {
            assert!(read(text).is_none(), "{text}");
        }
    }
}
