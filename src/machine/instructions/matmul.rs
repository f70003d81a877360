//! The Tensor engine: products into PSUM.

use crate::tensor::ElementType;

use super::super::access::Access;
use super::super::error::{MachineError, Problem};
use super::super::memory::{Machine, Space};
use super::super::view::View;
use super::exact_count;

/// What a product does to the PSUM elements that it is written to (spec nki_isa.md §7.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Accumulation {
    /// The first matmul that writes an element since its memory was fresh overwrites it, later ones add.
    Automatic,
    /// Overwrites.
    Overwrite,
    /// Adds.
    Add,
}

/// Columns that are accumulated in registers.
const BLOCK: usize = 32;

/// Matmult: `dst[m, n] = sum over k of stationary[k, m] * moving[k, n]`, k ascending in an f32 sum that starts from
/// the accumulator (from 0 if it is overwritten), each product rounded, then added. k is the partition of both
/// sources; `dst` has a partition for each column of `stationary` and the columns of `moving`, in f32 in PSUM.
pub fn nc_matmul(
    machine: &mut Machine,
    dst: &View,
    stationary: &View,
    moving: &View,
    accumulation: Accumulation,
) -> Result<(), MachineError> {
    let [dst, stationary, moving] = operands(machine, dst, stationary, moving)?;
    if dst.elem != ElementType::F32 {
        return Err(Problem::ElementType { expected: "f32", found: dst.elem }.of("dst"));
    }
    let weights = rows_f32(machine, &stationary);
    let columns = rows_f32(machine, &moving);
    let words = dst.words();
    let mut row = vec![0.0; dst.count];
    for m in 0..dst.partitions {
        machine.read_row_f32(&dst, m, &mut row);
        let flags = machine.accumulating_mut(&dst, m);
        for (sum, &word) in row.iter_mut().zip(&words) {
            let adds = match accumulation {
                Accumulation::Automatic => flags[word],
                Accumulation::Overwrite => false,
                Accumulation::Add => true,
            };
            if !adds {
                *sum = 0.0;
            }
            flags[word] = true;
        }
        let weight = |k: usize| weights[k * stationary.count + m];
        add_products(&mut row, &columns, stationary.partitions, weight);
        machine.write_row_f32(&dst, m, &row);
    }
    Ok(())
}

/// Adds `weight(k) * columns[k, n]` to `sums[n]` for k ascending. Blocks of columns stay in registers over all of k.
fn add_products(sums: &mut [f32], columns: &[f32], depth: usize, weight: impl Fn(usize) -> f32) {
    let width = sums.len();
    let (blocks, rest) = sums.as_chunks_mut::<BLOCK>();
    let rest_start = blocks.len() * BLOCK;
    for (number, block) in blocks.iter_mut().enumerate() {
        let mut running = *block;
        for k in 0..depth {
            let factor = weight(k);
            let row = &columns[k * width + number * BLOCK..][..BLOCK];
            for (sum, value) in running.iter_mut().zip(row) {
                *sum += factor * value;
            }
        }
        *block = running;
    }
    for k in 0..depth {
        let factor = weight(k);
        for (sum, value) in rest.iter_mut().zip(&columns[k * width + rest_start..]) {
            *sum += factor * value;
        }
    }
}

/// Matmult with `is_transpose`: `dst[m, n] = stationary[n, m]`, exact for every bit pattern where the types are equal;
/// `moving` is the identity (spec nki_isa.md §7.2).
pub fn pe_transpose(
    machine: &mut Machine,
    dst: &View,
    stationary: &View,
    moving: &View,
) -> Result<(), MachineError> {
    let [dst, stationary, moving] = operands(machine, dst, stationary, moving)?;
    exact_count(&moving, "moving", moving.partitions)?;
    let identity = rows_f32(machine, &moving);
    if let Some(position) = (0..identity.len())
        .find(|at| identity[*at] != f32::from(u8::from(at / moving.count == at % moving.count)))
    {
        let (partition, index) = (position / moving.count, (position % moving.count) as i64);
        return Err(Problem::NotIdentity { partition, index }.of("moving"));
    }
    if dst.elem == stationary.elem {
        let bytes = dst.elem.bytes();
        let row_bytes = stationary.count * bytes;
        let mut rows = vec![0; row_bytes * stationary.partitions];
        for (k, row) in rows.chunks_exact_mut(row_bytes.max(1)).enumerate() {
            machine.read_row_bytes(&stationary, k, row);
        }
        let mut out = vec![0; dst.count * bytes];
        for m in 0..dst.partitions {
            for (n, element) in out.chunks_exact_mut(bytes).enumerate() {
                element.copy_from_slice(&rows[n * row_bytes + m * bytes..][..bytes]);
            }
            machine.write_row_bytes(&dst, m, &out);
        }
    } else {
        let rows = rows_f32(machine, &stationary);
        for m in 0..dst.partitions {
            let column: Vec<f32> = (0..dst.count).map(|n| rows[n * stationary.count + m]).collect();
            machine.write_row_f32(&dst, m, &column);
        }
    }
    Ok(())
}

/// The operands, with extents that fit each other and the destination in PSUM.
fn operands(
    machine: &Machine,
    dst: &View,
    stationary: &View,
    moving: &View,
) -> Result<[Access; 3], MachineError> {
    let dst = machine.access(dst, "dst")?;
    let [stationary, moving] = [machine.access(stationary, "stationary")?, machine.access(moving, "moving")?];
    super::same_partitions(&moving, "moving", &stationary)?;
    if dst.space != Space::Psum {
        return Err(Problem::Memory { expected: "PSUM" }.of("dst"));
    }
    if dst.partitions != stationary.count {
        let [expected, found] = [stationary.count, dst.partitions].map(|count| count as u32);
        return Err(Problem::PartitionCount { expected, found }.of("dst"));
    }
    exact_count(&dst, "dst", moving.count)?;
    Ok([dst, stationary, moving])
}

/// All rows as f32, one after the other.
fn rows_f32(machine: &Machine, access: &Access) -> Vec<f32> {
    let mut rows = vec![0.0; access.count * access.partitions];
    for (index, row) in rows.chunks_exact_mut(access.count.max(1)).enumerate() {
        machine.read_row_f32(access, index, row);
    }
    rows
}
