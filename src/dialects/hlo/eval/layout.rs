//! Walking over tensors: affine maps from index vectors to positions, and copies along them.

/// The position of an element: `offset` plus a step for each unit of each index.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Map {
    pub(super) offset: isize,
    pub(super) steps: Vec<isize>,
}

impl Map {
    /// The row-major positions of a tensor of this shape.
    pub(super) fn dense(shape: &[usize]) -> Self {
        let mut steps = vec![0; shape.len()];
        let mut step = 1isize;
        for (slot, &dim) in steps.iter_mut().zip(shape).rev() {
            *slot = step;
            step = step.saturating_mul(dim.max(1) as isize);
        }
        Map { offset: 0, steps }
    }

    /// Only these dimensions, in this order.
    pub(super) fn select(&self, dims: &[usize]) -> Self {
        Map { offset: self.offset, steps: dims.iter().map(|&dim| self.steps[dim]).collect() }
    }

    /// The position of one index vector.
    pub(super) fn at(&self, index: &[usize]) -> isize {
        self.offset + self.steps.iter().zip(index).map(|(&step, &i)| step * i as isize).sum::<isize>()
    }
}

/// Visits the rows (last dimension) of a shape in row-major order with the position of their first element in each
/// map. A scalar is one row of one element; the row's length is the last argument.
pub(super) fn rows<const N: usize>(
    shape: &[usize],
    maps: [&Map; N],
    mut visit: impl FnMut([isize; N], usize),
) {
    if shape.contains(&0) {
        return;
    }
    let Some((&length, outer)) = shape.split_last() else { return visit(maps.map(|map| map.offset), 1) };
    let mut index = vec![0; outer.len()];
    let mut position = maps.map(|map| map.offset);
    loop {
        visit(position, length);
        let mut dim = outer.len();
        loop {
            if dim == 0 {
                return;
            }
            dim -= 1;
            index[dim] += 1;
            let wrapped = index[dim] == outer[dim];
            for (position, map) in position.iter_mut().zip(maps) {
                *position += map.steps[dim] * if wrapped { 1 - outer[dim] as isize } else { 1 };
            }
            if !wrapped {
                break;
            }
            index[dim] = 0;
        }
    }
}

/// Copies `width`-byte elements of a box of this shape from one layout to another. The maps must stay inside.
pub(super) fn copy(shape: &[usize], width: usize, from: &[u8], from_map: &Map, to: &mut [u8], to_map: &Map) {
    match width {
        1 => copy_elements::<1>(shape, from, from_map, to, to_map),
        2 => copy_elements::<2>(shape, from, from_map, to, to_map),
        4 => copy_elements::<4>(shape, from, from_map, to, to_map),
        8 => copy_elements::<8>(shape, from, from_map, to, to_map),
        _ => copy_elements::<16>(shape, from, from_map, to, to_map),
    }
}

fn copy_elements<const W: usize>(shape: &[usize], from: &[u8], from_map: &Map, to: &mut [u8], to_map: &Map) {
    let (from, to) = (from.as_chunks::<W>().0, to.as_chunks_mut::<W>().0);
    let last = |map: &Map| map.steps.last().copied().unwrap_or(1);
    let (from_step, to_step) = (last(from_map), last(to_map));
    rows(shape, [from_map, to_map], |[source, target], length| {
        if (from_step, to_step) == (1, 1) {
            let (source, target) = (source as usize, target as usize);
            to[target..target + length].copy_from_slice(&from[source..source + length]);
        } else {
            for i in 0..length as isize {
                to[(target + i * to_step) as usize] = from[(source + i * from_step) as usize];
            }
        }
    });
}

/// The elements that a map reaches from a box of this shape, in row-major order.
pub(super) fn collect(shape: &[usize], width: usize, from: &[u8], map: &Map) -> Vec<u8> {
    let mut out = vec![0; shape.iter().product::<usize>() * width];
    copy(shape, width, from, map, &mut out, &Map::dense(shape));
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_transposed_map_collects_columns() {
        let map = Map::dense(&[2, 3]).select(&[1, 0]);
        assert_eq!(collect(&[3, 2], 1, &[1, 2, 3, 4, 5, 6], &map), [1, 4, 2, 5, 3, 6]);
        let wide: Vec<u8> = (0..32).collect();
        let swapped = Map { offset: 1, steps: vec![-1] };
        assert_eq!(collect(&[2], 16, &wide, &swapped)[0], 16);
    }

    #[test]
    fn rows_of_degenerate_shapes() {
        let count = |shape: &[usize]| {
            let mut count = 0;
            rows(shape, [&Map::dense(shape)], |_, length| count += length);
            count
        };
        assert_eq!((count(&[]), count(&[0, 3]), count(&[3, 0]), count(&[2, 3, 4])), (1, 0, 0, 24));
    }
}
