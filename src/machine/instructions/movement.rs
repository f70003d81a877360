//! Instructions that move elements: DMA, gather and the partition shuffle.

use crate::tensor::{ElementType, read_f32, write_f32_device};

use super::super::access::Access;
use super::super::error::{MachineError, Problem};
use super::super::memory::Machine;
use super::super::view::{Pattern, View, row_major};
use super::{exact_count, same_extent, same_partitions};

/// What a DMA does with the elements that arrive (spec nki_isa.md §7.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DmaWrite {
    /// They replace those of the destination.
    Copy,
    /// They are added to those of the destination: the sum is f32, cast to the destination's type (dma_compute).
    Add,
}

/// DmaCopy: the elements of `src` in row-major order go to `dst` in row-major order; shapes may differ, counts may
/// not. Bit-exact between equal types, else src -> f32 -> dst (spec nki_isa.md §3, §7.1).
pub fn dma_copy(machine: &mut Machine, dst: &View, src: &View) -> Result<(), MachineError> {
    dma(machine, dst, src, DmaWrite::Copy)
}

/// dma_compute: as [`dma_copy`], but the elements are added to those of `dst`.
pub fn dma_add(machine: &mut Machine, dst: &View, src: &View) -> Result<(), MachineError> {
    dma(machine, dst, src, DmaWrite::Add)
}

fn dma(machine: &mut Machine, dst: &View, src: &View, write: DmaWrite) -> Result<(), MachineError> {
    let [to, from] = [machine.access(dst, "dst")?, machine.access(src, "src")?];
    let [to_size, from_size] = [&to, &from].map(|access| access.count * access.partitions);
    if to_size != from_size {
        return Err(Problem::ElementCount { expected: from_size.to_string(), found: to_size }.of("dst"));
    }
    let arriving = machine.read(src)?;
    let elements = match write {
        DmaWrite::Copy => cast(to.elem, from.elem, arriving),
        DmaWrite::Add => sum(to.elem, &machine.read(dst)?, from.elem, &arriving),
    };
    machine.write(dst, &elements)
}

/// The f32 sums of present and arriving elements, in the type of those present.
fn sum(to: ElementType, present: &[u8], from: ElementType, arriving: &[u8]) -> Vec<u8> {
    let count = present.len() / to.bytes();
    let [mut sums, mut values] = [vec![0.0; count], vec![0.0; count]];
    read_f32(to, present, &mut sums);
    read_f32(from, arriving, &mut values);
    sums.iter_mut().zip(&values).for_each(|(sum, value)| *sum += value);
    let mut out = vec![0; present.len()];
    write_f32_device(to, &sums, &mut out);
    out
}

/// DMA transposition: element `(i0, i1, ...)` of `dst` is the element of `src` whose index along dimension `axes[d]` is
/// `i_d`; `shape` is that of `src`, its partitions first where it is on chip. Types are equal (spec nki_isa.md §7.1).
pub fn dma_transpose(
    machine: &mut Machine,
    dst: &View,
    src: &View,
    shape: &[usize],
    axes: &[usize],
) -> Result<(), MachineError> {
    let [to, from] = [machine.access(dst, "dst")?, machine.access(src, "src")?];
    if to.elem != from.elem {
        return Err(Problem::ElementType { expected: "the element type of src", found: to.elem }.of("dst"));
    }
    let (size, found) = (shape.iter().product::<usize>(), to.count * to.partitions);
    if size != found || size != from.count * from.partitions {
        return Err(Problem::ElementCount { expected: size.to_string(), found }.of("dst"));
    }
    let strides = row_major(shape);
    let permuted: Pattern = axes.iter().filter_map(|&axis| strides.get(axis).copied()).collect();
    let elements = machine.read(src)?;
    let bytes = from.elem.bytes();
    let mut out = Vec::with_capacity(elements.len());
    for index in 0..size {
        let mut rest = index;
        let at: usize = permuted
            .iter()
            .rev()
            .map(|dim| {
                let position = rest % dim.num;
                rest /= dim.num;
                position * dim.step as usize
            })
            .sum();
        out.extend_from_slice(&elements[at * bytes..][..bytes]);
    }
    machine.write(dst, &out)
}

/// Elements of type `from` as elements of type `to`.
fn cast(to: ElementType, from: ElementType, elements: Vec<u8>) -> Vec<u8> {
    if to == from {
        return elements;
    }
    let count = elements.len() / from.bytes();
    let mut values = vec![0.0; count];
    read_f32(from, &elements, &mut values);
    let mut out = vec![0; count * to.bytes()];
    write_f32_device(to, &values, &mut out);
    out
}

/// What an indirect DMA does with an index that names no row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OutOfBounds {
    /// It is an error.
    Error,
    /// That row is not transferred.
    Skip,
}

/// The index operand of an indirect DMA: row w of the HBM view lies `indices[w] * row_elements` elements from the
/// view's start; the step of the view's outermost dimension is ignored (spec nki_isa.md §4).
#[derive(Clone, Copy, Debug)]
pub struct VectorOffset<'a> {
    /// One integer per row, partition after partition.
    pub indices: &'a View,
    /// Elements from one row of the base tensor to the next.
    pub row_elements: usize,
    /// Rows of the base tensor.
    pub rows: usize,
    /// What to do with an index that names no row.
    pub out_of_bounds: OutOfBounds,
    /// What is done with the elements.
    pub write: DmaWrite,
}

impl<'a> VectorOffset<'a> {
    /// The index of a base tensor of `elements`, rows of which lie `row_elements` apart.
    pub fn new(indices: &'a View, elements: i64, row_elements: i64, skips: bool, write: DmaWrite) -> Self {
        let row_elements = usize::try_from(row_elements).unwrap_or(0).max(1);
        Self {
            indices,
            row_elements,
            rows: usize::try_from(elements).unwrap_or(0) / row_elements,
            out_of_bounds: if skips { OutOfBounds::Skip } else { OutOfBounds::Error },
            write,
        }
    }
}

/// DmaCopy whose source is indexed: row w of `dst` gets the row of `src` that index w names.
pub fn dma_gather(
    machine: &mut Machine,
    dst: &View,
    src: &View,
    offset: VectorOffset<'_>,
) -> Result<(), MachineError> {
    indirect(machine, dst, src, offset, Direction::Gather)
}

/// DmaCopy whose destination is indexed: row w of `src` goes to the row of `dst` that index w names, in ascending
/// order, so of several writes to one row the last stays.
pub fn dma_scatter(
    machine: &mut Machine,
    dst: &View,
    src: &View,
    offset: VectorOffset<'_>,
) -> Result<(), MachineError> {
    indirect(machine, dst, src, offset, Direction::Scatter)
}

/// Which side of an indirect DMA is indexed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Direction {
    Gather,
    Scatter,
}

fn indirect(
    machine: &mut Machine,
    dst: &View,
    src: &View,
    offset: VectorOffset<'_>,
    direction: Direction,
) -> Result<(), MachineError> {
    let (indexed, direct, indexed_name, direct_name) = match direction {
        Direction::Gather => (src, dst, "src", "dst"),
        Direction::Scatter => (dst, src, "dst", "src"),
    };
    let [to, from] = [machine.access(dst, "dst")?.elem, machine.access(src, "src")?.elem];
    let indices = read_indices(machine, offset.indices)?;
    let rows = match (indexed.num_partitions, indexed.pattern.first()) {
        (1, Some(outer)) => outer.num,
        (partitions, _) => {
            return Err(Problem::PartitionCount { expected: 1, found: partitions }.of(indexed_name));
        }
    };
    if indices.len() != rows {
        return Err(
            Problem::ElementCount { expected: rows.to_string(), found: indices.len() }.of("vector_offset")
        );
    }
    if direct.size() != indexed.size() {
        let expected = indexed.size().to_string();
        return Err(Problem::ElementCount { expected, found: direct.size() }.of(direct_name));
    }
    let mut direct_elements = machine.read(direct)?;
    let row_bytes = (direct_elements.len() / rows.max(1)).max(1);
    for (row, (&index, elements)) in
        indices.iter().zip(direct_elements.chunks_exact_mut(row_bytes)).enumerate()
    {
        let Some(position) = usize::try_from(index).ok().filter(|position| *position < offset.rows) else {
            match offset.out_of_bounds {
                OutOfBounds::Skip => continue,
                OutOfBounds::Error => {
                    return Err(
                        Problem::Index { partition: row, index, limit: offset.rows }.of("vector_offset")
                    );
                }
            }
        };
        let mut view = indexed.clone();
        view.pattern.remove(0);
        let start = position.saturating_mul(offset.row_elements).saturating_mul(indexed.dtype.bytes());
        view.byte_offset = view.byte_offset.saturating_add(start);
        let arriving = match direction {
            Direction::Gather => machine.read(&view)?,
            Direction::Scatter => elements.to_vec(),
        };
        let written = match (offset.write, direction) {
            (DmaWrite::Copy, _) => cast(to, from, arriving),
            (DmaWrite::Add, Direction::Gather) => sum(to, elements, from, &arriving),
            (DmaWrite::Add, Direction::Scatter) => sum(to, &machine.read(&view)?, from, &arriving),
        };
        match direction {
            Direction::Gather => elements.copy_from_slice(&written),
            Direction::Scatter => machine.write(&view, &written)?,
        }
    }
    if direction == Direction::Gather { machine.write(direct, &direct_elements) } else { Ok(()) }
}

/// All elements of an index operand, partition after partition.
fn read_indices(machine: &Machine, view: &View) -> Result<Vec<i64>, MachineError> {
    let read: fn(&[u8]) -> i64 = match view.dtype {
        ElementType::U32 => |raw| raw.iter().rev().fold(0, |value, byte| value << 8 | i64::from(*byte)),
        ElementType::S32 => |raw| {
            let pattern = raw.iter().rev().fold(0u32, |value, byte| value << 8 | u32::from(*byte));
            pattern.cast_signed().into()
        },
        found => return Err(Problem::ElementType { expected: "u32 or s32", found }.of("vector_offset")),
    };
    Ok(machine.read(view)?.chunks_exact(view.dtype.bytes()).map(read).collect())
}

/// nc_n_gather: `dst[p, j] = data[p, indices[p, j]]` with the free dimensions flattened; `indices` is u32 and has the
/// extent of `dst`, `data` its element type. An index past the row is an error (spec nki_isa.md §7.1).
pub fn nc_n_gather(
    machine: &mut Machine,
    dst: &View,
    data: &View,
    indices: &View,
) -> Result<(), MachineError> {
    let [dst, data, indices] =
        [machine.access(dst, "dst")?, machine.access(data, "data")?, machine.access(indices, "indices")?];
    if indices.elem != ElementType::U32 {
        return Err(Problem::ElementType { expected: "u32", found: indices.elem }.of("indices"));
    }
    if dst.elem != data.elem {
        return Err(Problem::ElementType { expected: "the element type of data", found: dst.elem }.of("dst"));
    }
    same_partitions(&dst, "dst", &data)?;
    same_extent(&indices, "indices", &dst)?;
    let bytes = data.elem.bytes();
    let mut row = vec![0; data.count * bytes];
    let mut positions = vec![0; indices.count * size_of::<u32>()];
    let mut out = vec![0; dst.count * bytes];
    for partition in 0..data.partitions {
        machine.read_row_bytes(&data, partition, &mut row);
        machine.read_row_bytes(&indices, partition, &mut positions);
        for (element, raw) in out.chunks_exact_mut(bytes).zip(positions.as_chunks().0) {
            let index = u32::from_le_bytes(*raw);
            let position = index as usize;
            if position >= data.count {
                let limit = data.count;
                return Err(Problem::Index { partition, index: index.into(), limit }.of("indices"));
            }
            element.copy_from_slice(&row[position * bytes..][..bytes]);
        }
        machine.write_row_bytes(&dst, partition, &out);
    }
    Ok(())
}

/// tensor_copy_predicated: `dst` gets the elements of `src` where those of `predicate` are not 0 (where they are, if
/// `reverse`), and keeps the others. Bit-exact between equal types.
pub fn copy_predicated(
    machine: &mut Machine,
    dst: &View,
    src: &View,
    predicate: &View,
    reverse: bool,
) -> Result<(), MachineError> {
    let [dst, src, predicate] =
        [machine.access(dst, "dst")?, machine.access(src, "src")?, machine.access(predicate, "predicate")?];
    same_extent(&dst, "dst", &src)?;
    same_extent(&predicate, "predicate", &src)?;
    let bytes = dst.elem.bytes();
    let mut arriving = vec![0; src.count * src.elem.bytes()];
    let mut row = vec![0; dst.count * bytes];
    let mut chosen = vec![0.0; predicate.count];
    for index in 0..dst.partitions {
        machine.read_row_bytes(&src, index, &mut arriving);
        machine.read_row_bytes(&dst, index, &mut row);
        machine.read_row_f32(&predicate, index, &mut chosen);
        let cast = cast(dst.elem, src.elem, arriving.clone());
        for ((element, new), chosen) in row.chunks_exact_mut(bytes).zip(cast.chunks_exact(bytes)).zip(&chosen)
        {
            if (*chosen != 0.0) != reverse {
                element.copy_from_slice(new);
            }
        }
        machine.write_row_bytes(&dst, index, &row);
    }
    Ok(())
}

/// Partitions of a quadrant; also the length of the mask.
const QUADRANT: usize = 32;
/// Mask value that leaves the destination partition as it is.
const UNTOUCHED: u8 = 255;

/// nc_stream_shuffle: in every quadrant of 32 partitions, partition i of `dst` gets partition `mask[i]` of `src`;
/// 255 leaves it untouched. A byte copy between equal types (spec nki_isa.md §7.1).
pub fn stream_shuffle(
    machine: &mut Machine,
    dst: &View,
    src: &View,
    mask: &[u8; QUADRANT],
) -> Result<(), MachineError> {
    let [dst, src] = [machine.access(dst, "dst")?, machine.access(src, "src")?];
    if dst.elem != src.elem {
        return Err(Problem::ElementType { expected: "the element type of src", found: dst.elem }.of("dst"));
    }
    exact_count(&dst, "dst", src.count)?;
    let source_of = |partition: usize| {
        let lane = mask[partition % QUADRANT];
        (lane != UNTOUCHED).then(|| {
            let source = partition / QUADRANT * QUADRANT + usize::from(lane);
            let in_quadrant = usize::from(lane) < QUADRANT && source < src.partitions;
            let limit = src.partitions.min(QUADRANT);
            if in_quadrant {
                Ok(source)
            } else {
                Err(Problem::Index { partition, index: lane.into(), limit }.of("shuffle_mask"))
            }
        })
    };
    let sources: Vec<Option<usize>> =
        (0..dst.partitions).map(|partition| source_of(partition).transpose()).collect::<Result<_, _>>()?;
    let rows = read_rows(machine, &src);
    let row_bytes = src.count * src.elem.bytes();
    for (partition, source) in sources.into_iter().enumerate() {
        if let Some(source) = source {
            machine.write_row_bytes(&dst, partition, &rows[source * row_bytes..][..row_bytes]);
        }
    }
    Ok(())
}

/// All rows of an access, since in place a source row may be overwritten before it is read.
fn read_rows(machine: &Machine, access: &Access) -> Vec<u8> {
    let row_bytes = access.count * access.elem.bytes();
    let mut rows = vec![0; row_bytes * access.partitions];
    for partition in 0..access.partitions {
        machine.read_row_bytes(access, partition, &mut rows[partition * row_bytes..][..row_bytes]);
    }
    rows
}
