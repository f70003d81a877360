//! Tensors as text.

use std::fmt;

use super::Tensor;

/// The elements, with a bracket around each dimension.
impl fmt::Display for Tensor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return f.write_str("[]");
        }
        for position in 0..self.len() {
            // A dimension opens where everything inside of it is at its first element, and closes at the last.
            let mut inner = 1;
            let (mut opened, mut closed) = (0, 0);
            for &dim in self.shape().iter().rev() {
                inner *= dim;
                opened += usize::from(position % inner == 0);
                closed += usize::from((position + 1) % inner == 0);
            }
            let separator = if position > 0 { ", " } else { "" };
            let (open, close) = ("[".repeat(opened), "]".repeat(closed));
            write!(f, "{separator}{open}{}{close}", self.get(position))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_are_nested_by_dimension() {
        let text = |shape: &[usize]| {
            let count: usize = shape.iter().product();
            let values: Vec<i32> = (0..count as i32).collect();
            Tensor::from_values(shape, &values).expect("the count fits").to_string()
        };
        assert_eq!(text(&[]), "0");
        assert_eq!(text(&[2]), "[0, 1]");
        assert_eq!(text(&[2, 1, 2]), "[[[0, 1]], [[2, 3]]]");
        assert_eq!(text(&[3, 0]), "[]");
    }
}
