//! DMA, shuffles and exchanges (spec nki_isa.md §4, §7.1).

use crate::ir::Fault;
use crate::machine::{Engine, Limits, Space};
use crate::tensor::ElementType;

use super::{Operand, on_chip};

/// Which side of a DMA is indexed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Direction {
    /// The source.
    Gather,
    /// The destination.
    Scatter,
}

/// DMA: HBM and SBUF on both sides, equal numbers of elements, and equal types with hwdge, which cannot cast.
pub fn dma_copy(dst: &Operand, src: &Operand, hwdge: bool, limits: &Limits) -> Result<(), Fault> {
    for operand in [dst, src] {
        if operand.space == Space::Psum {
            return Err(operand.fault("is in psum, which DMA cannot reach: copy it to sbuf first"));
        }
        if operand.partitions > i64::from(limits.partitions) {
            let message = format!("has {} partitions: at most {}", operand.partitions, limits.partitions);
            return Err(operand.fault(message));
        }
    }
    if dst.size() != src.size() {
        return Err(dst.fault(format!("has {} elements, but '{}' has {}", dst.size(), src.name, src.size())));
    }
    if hwdge && dst.dtype != src.dtype {
        return Err(dst.fault(format!(
            "has elements of {}, but '{}' has {}: hwdge cannot cast",
            dst.dtype, src.name, src.dtype
        )));
    }
    Ok(())
}

/// The index operand of an indirect DMA: a column of 32-bit integers in SBUF, one for each row of the indexed side,
/// which is in HBM; `base_elements` are those of the indexed tensor, `row_elements` those from one of its rows to the next.
pub fn vector_offset(
    indexed: &Operand,
    index: &Operand,
    hwdge: bool,
    base_elements: i64,
    row_elements: i64,
) -> Result<(), Fault> {
    if indexed.space != Space::Hbm {
        return Err(indexed.fault("is on chip: only a tensor in HBM can be indexed"));
    }
    if index.space != Space::Sbuf {
        return Err(index.fault("must be in sbuf"));
    }
    index.of_type(&[ElementType::U32, ElementType::S32])?;
    index.exactly(1)?;
    let rows = indexed.free.first().copied().unwrap_or(1);
    if index.partitions != rows {
        return Err(index.fault(format!(
            "has {} partitions, but '{}' has {rows} rows: one index for each",
            index.partitions, indexed.name
        )));
    }
    if hwdge {
        return Err(Fault::attr(
            "dge_mode",
            "is hwdge, but an index needs descriptors that gpsimd generates: swdge",
        ));
    }
    if row_elements < 1 || row_elements > base_elements {
        return Err(Fault::attr(
            "row_elements",
            format!("is {row_elements}: 1 to the {base_elements} elements of the indexed tensor"),
        ));
    }
    Ok(())
}

/// The permutations that dma_transpose knows.
const PERMUTATIONS: &[&[i64]] = &[&[1, 0], &[2, 1, 0], &[3, 1, 2, 0]];

/// dma_transpose: to SBUF, equal types, `dst` has the sizes of `src` permuted; with hwdge 2-byte elements, at most 128
/// columns, and 1, 2, 4, 8 or 16 outermost.
pub fn dma_transpose(
    dst: &Operand,
    src: &Operand,
    [dst_shape, src_shape]: [&[i64]; 2],
    axes: &[i64],
    hwdge: bool,
    limits: &Limits,
) -> Result<(), Fault> {
    dma_copy(dst, src, hwdge, limits)?;
    if dst.space != Space::Sbuf {
        return Err(dst.fault("must be in sbuf"));
    }
    dst.same_type(src)?;
    if !PERMUTATIONS.contains(&axes) || axes.len() != src_shape.len() {
        return Err(Fault::attr(
            "axes",
            format!("is {axes:?} for {} dimensions: [1, 0], [2, 1, 0] or [3, 1, 2, 0]", src_shape.len()),
        ));
    }
    let permuted: Vec<i64> = axes.iter().map(|&axis| src_shape[axis as usize]).collect();
    if dst_shape != permuted {
        return Err(dst.fault(format!("has shape {dst_shape:?}, but the permuted source has {permuted:?}")));
    }
    const HWDGE_ROWS: &[i64] = &[1, 2, 4, 8, 16];
    const HWDGE_COLUMNS: i64 = 128;
    let columns = src_shape.last().copied().unwrap_or(1);
    if hwdge && (src.dtype.bytes() != 2 || columns > HWDGE_COLUMNS || !HWDGE_ROWS.contains(&src_shape[0])) {
        return Err(src.fault(format!(
            "is {src_shape:?} of {}: hwdge transposes 2-byte elements, at most {HWDGE_COLUMNS} columns, 1, 2, 4, 8 or 16 outermost",
            src.dtype
        )));
    }
    Ok(())
}

/// Partitions of a quadrant, which is also the length of a shuffle's mask.
const QUADRANT: usize = 32;
/// The mask value that leaves a partition as it is.
const UNTOUCHED: i64 = 255;

/// nc_stream_shuffle: equal types and elements per partition; the mask names partitions of `src` or leaves alone.
pub fn stream_shuffle(dst: &Operand, src: &Operand, mask: &[i64], limits: &Limits) -> Result<(), Fault> {
    on_chip(&[dst, src], Engine::Dve, limits)?;
    dst.same_type(src)?;
    if dst.count() != src.count() {
        return Err(dst.fault(format!(
            "has {} elements per partition, but '{}' has {}",
            dst.count(),
            src.name,
            src.count()
        )));
    }
    let fault = |message: String| Err(Fault::attr("shuffle_mask", message));
    if mask.len() != QUADRANT {
        return fault(format!(
            "has {} entries: {QUADRANT}, one for each partition of a quadrant",
            mask.len()
        ));
    }
    if let Some(entry) =
        mask.iter().find(|entry| !(0..QUADRANT as i64).contains(*entry) && **entry != UNTOUCHED)
    {
        return fault(format!("has an entry {entry}: 0 to 31, or {UNTOUCHED} to leave the partition"));
    }
    let active = (dst.partitions.max(src.partitions) as u32).next_multiple_of(QUADRANT as u32);
    for operand in [dst, src] {
        if !limits.legal_start_partition(operand.start_partition as u32, active) {
            return Err(operand.fault(format!(
                "starts at partition {}: {active} partitions are shuffled, up to 32 may start at 0, 32, 64 or 96, 64 at 0 or 64, more only at 0",
                operand.start_partition
            )));
        }
    }
    let outside = (0..dst.partitions).find(|partition| {
        let lane = mask[*partition as usize % QUADRANT];
        lane != UNTOUCHED && partition / QUADRANT as i64 * QUADRANT as i64 + lane >= src.partitions
    });
    match outside {
        Some(partition) => fault(format!(
            "gives partition {partition} of '{}' partition {} of its quadrant, but '{}' has {} partitions",
            dst.name,
            mask[partition as usize % QUADRANT],
            src.name,
            src.partitions
        )),
        None => Ok(()),
    }
}

/// The shuffle's mask for the machine, of a list that obeys [`stream_shuffle`].
pub fn shuffle_mask(list: &[i64]) -> [u8; QUADRANT] {
    std::array::from_fn(|lane| list.get(lane).map_or(UNTOUCHED as u8, |&entry| entry as u8))
}

/// tensor_copy_predicated: equal extents, an integer predicate.
pub fn copy_predicated(
    dst: &Operand,
    src: &Operand,
    predicate: &Operand,
    limits: &Limits,
) -> Result<(), Fault> {
    const PREDICATES: &[ElementType] = &[
        ElementType::U8,
        ElementType::S8,
        ElementType::U16,
        ElementType::S16,
        ElementType::U32,
        ElementType::S32,
    ];
    on_chip(&[dst, src, predicate], Engine::Dve, limits)?;
    predicate.of_type(PREDICATES)?;
    predicate.same_extent(src)?;
    dst.same_extent(src)
}

/// Which cores a sendrecv joins, and how.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Link {
    /// `send_to_rank`.
    pub send_to: i64,
    /// `recv_from_rank`.
    pub recv_from: i64,
    /// `pipe_id`.
    pub pipe: i64,
    /// Whether GpSimd moves the data.
    pub gpsimd: bool,
}

/// sendrecv: SBUF tiles of one type and extent; ranks are the kernel's cores.
pub fn sendrecv(dst: &Operand, src: &Operand, link: Link, cores: i64, limits: &Limits) -> Result<(), Fault> {
    two_cores(cores, limits)?;
    for operand in [dst, src] {
        if operand.space != Space::Sbuf {
            return Err(operand.fault("must be in sbuf"));
        }
    }
    dst.same_type(src)?;
    dst.same_extent(src)?;
    for (name, rank) in [("send_to_rank", link.send_to), ("recv_from_rank", link.recv_from)] {
        if !(0..cores).contains(&rank) {
            return Err(Fault::attr(name, format!("is {rank}: a rank is below the kernel's {cores} cores")));
        }
    }
    if link.pipe < 0 {
        return Err(Fault::attr("pipe_id", format!("is {}: not negative", link.pipe)));
    }
    // 256 elements per partition, whatever their size (spec nki_isa.md §7.1).
    const GPSIMD_ELEMENTS: i64 = 256;
    if link.gpsimd && src.count() > GPSIMD_ELEMENTS {
        return Err(Fault::attr(
            "dma_engine",
            format!(
                "is gpsimd_dma, which takes at most {GPSIMD_ELEMENTS} elements per partition, not {}",
                src.count()
            ),
        ));
    }
    Ok(())
}

/// core_barrier: on a tensor that all cores see, for all of them.
pub fn core_barrier(data: &Operand, listed: &[i64], cores: i64, limits: &Limits) -> Result<(), Fault> {
    two_cores(cores, limits)?;
    if data.space != Space::Hbm {
        return Err(data.fault("is on chip: a barrier orders accesses to a tensor in HBM"));
    }
    if listed.iter().copied().eq(0..cores) {
        return Ok(());
    }
    Err(Fault::attr("cores", format!("is {listed:?}: all {cores} cores of the kernel, in order")))
}

fn two_cores(cores: i64, limits: &Limits) -> Result<(), Fault> {
    if !limits.has_lnc2 {
        return Err(Fault::op(format!(
            "needs gen3, where two cores can run one kernel: {} is gen{}",
            limits.name, limits.nc_version
        )));
    }
    if cores < 2 {
        return Err(Fault::op("has no core to meet: the kernel runs on one (lnc = 1)"));
    }
    Ok(())
}
