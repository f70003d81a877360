//! nc_matmul (spec nki_isa.md §7.2).

use crate::ir::Fault;
use crate::machine::{Engine, Limits};
use crate::tensor::ElementType;

use super::{Operand, on_chip};

/// Where on the array of 128 rows and columns a matmul runs: `(row, column)` each.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tile {
    /// First row and column.
    pub position: [i64; 2],
    /// Rows and columns.
    pub size: [i64; 2],
}

/// What the Tensor engine multiplies.
const MATMUL_TYPES: &[ElementType] = &[
    ElementType::F8E3M4,
    ElementType::F8E4M3,
    ElementType::F8E4M3FN,
    ElementType::F8E5M2,
    ElementType::BF16,
    ElementType::F16,
    ElementType::TF32,
    ElementType::F32,
];

const AXES: [&str; 2] = ["row", "column"];

impl Tile {
    /// The tile of two attributes, each a pair or absent. Errors unless both are given or neither.
    pub fn of(position: Option<&[i64]>, size: Option<&[i64]>) -> Result<Option<Tile>, Fault> {
        let pair = |name: &str, list: &[i64]| {
            <[i64; 2]>::try_from(list)
                .map_err(|_| Fault::attr(name, format!("attribute '{name}' must hold a row and a column")))
        };
        match (position.filter(|list| !list.is_empty()), size.filter(|list| !list.is_empty())) {
            (None, None) => Ok(None),
            (Some(position), Some(size)) => {
                Ok(Some(Tile { position: pair("tile_position", position)?, size: pair("tile_size", size)? }))
            }
            (None, Some(_)) => Err(Fault::attr(
                "tile_size",
                "has a 'tile_size' but no 'tile_position': give both or neither",
            )),
            (Some(_), None) => Err(Fault::attr(
                "tile_position",
                "has a 'tile_position' but no 'tile_size': give both or neither",
            )),
        }
    }

    fn check(&self, limits: &Limits) -> Result<(), Fault> {
        let all = i64::from(limits.partitions);
        let least = [i64::from(limits.matmul_row_size_min), 32];
        for (axis, name) in AXES.iter().enumerate() {
            let (size, position) = (self.size[axis], self.position[axis]);
            let legal: Vec<i64> = [32, 64, all].into_iter().filter(|size| *size >= least[axis]).collect();
            if !legal.contains(&size) {
                let legal: Vec<String> = legal.iter().map(i64::to_string).collect();
                return Err(Fault::attr(
                    "tile_size",
                    format!("has a {name} size of {size}: {} takes {}", limits.name, legal.join(", ")),
                ));
            }
            if position < 0 || position % size != 0 || position + size > all {
                return Err(Fault::attr(
                    "tile_position",
                    format!(
                        "has a {name} position of {position}: a multiple of the {name} size {size} below {all}"
                    ),
                ));
            }
        }
        Ok(())
    }
}

/// nc_matmul: K partitions and at most 128 columns of the stationary operand, K partitions and at most 512 columns of
/// the moving one, all in SBUF, to f32 in one bank of PSUM.
pub fn nc_matmul(
    dst: &Operand,
    stationary: &Operand,
    moving: &Operand,
    tile: Option<Tile>,
    is_transpose: bool,
    limits: &Limits,
) -> Result<(), Fault> {
    on_chip(&[dst, stationary, moving], Engine::Pe, limits)?;
    for source in [stationary, moving] {
        source.of_type(MATMUL_TYPES)?;
    }
    let wide = |operand: &Operand| operand.dtype.bytes() == 4;
    if wide(stationary) != wide(moving) {
        return Err(moving.fault(format!(
            "has elements of {}, but '{}' has {}: if either is f32 or tf32, both must be",
            moving.dtype, stationary.name, stationary.dtype
        )));
    }
    moving.same_partitions(stationary)?;
    let tile = match tile {
        Some(tile) => {
            tile.check(limits)?;
            tile
        }
        None => Tile { position: [0, 0], size: [i64::from(limits.partitions); 2] },
    };
    let [rows, columns] = tile.size;
    if stationary.partitions > rows {
        return Err(
            stationary.fault(format!("has {} partitions: at most the {rows} rows", stationary.partitions))
        );
    }
    let most = columns.min(limits.stationary_fmax.into());
    if stationary.count() > most {
        return Err(stationary
            .fault(format!("has {} elements per partition: at most {most} columns", stationary.count())));
    }
    let most = i64::from(limits.moving_fmax);
    if moving.count() > most {
        return Err(moving.fault(format!("has {} elements per partition: at most {most}", moving.count())));
    }
    let [row, column] = tile.position;
    for (operand, at, axis) in [(stationary, row, "row"), (moving, row, "row"), (dst, column, "column")] {
        if operand.start_partition != at {
            return Err(operand.fault(format!(
                "starts at partition {}, but the tile's {axis} position is {at}: they must be equal",
                operand.start_partition
            )));
        }
    }
    if is_transpose && moving.count() != moving.partitions {
        return Err(moving.fault(format!(
            "is {} x {}: is_transpose needs the square identity",
            moving.partitions,
            moving.count()
        )));
    }
    if dst.dtype != ElementType::F32 && !(is_transpose && dst.dtype == stationary.dtype) {
        return Err(dst.fault(format!("has elements of {}: a product is f32", dst.dtype)));
    }
    if dst.partitions != stationary.count() {
        return Err(dst.fault(format!(
            "has {} partitions, but '{}' has {} columns: one partition for each",
            dst.partitions,
            stationary.name,
            stationary.count()
        )));
    }
    if dst.count() != moving.count() {
        return Err(dst.fault(format!(
            "has {} elements per partition, but '{}' has {}",
            dst.count(),
            moving.name,
            moving.count()
        )));
    }
    // From gen4 on the moving operand is as wide as all of PSUM, so a product may span banks.
    let bank = i64::from(limits.psum_bank_bytes);
    let spans = i64::from(limits.moving_fmax) * 4 > bank;
    if !spans && dst.bytes.start / bank != (dst.bytes.end - 1) / bank {
        return Err(dst.fault(format!(
            "takes bytes {} to {} of a partition: a product must stay within one bank of {bank} bytes",
            dst.bytes.start,
            dst.bytes.end - 1
        )));
    }
    Ok(())
}
