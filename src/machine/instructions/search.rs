//! The DVE's search family: max8, and the searches for its values.
//!
//! # How a key finds its slot
//!
//! The silicon has one search rule: data positions ascend, and each element goes to the lowest unmatched `mv[n]` that
//! equals it (spec dve.md §4.3). It has one way to load keys: `mv[7-k] := src[k]` (§4.2). The two pairing rules of
//! the documentation (nki_isa.md §7.5) follow from the direction in which the compiler addresses the keys:
//!
//! * MaxIndex writes the source of its MatchValueLoad reversed, so `mv[k]` is key k. Of several equal keys the lowest
//!   slot gets the first occurrence: slots are processed 0, 1, ..., 7. FindIndex8 writes flop n to slot n.
//! * MatchReplace writes it as it stands, so `mv[7-k]` is key k. Of several equal keys the *highest* slot gets the
//!   first occurrence: slots are processed 7, 6, ..., 0. The positions come out through DveReadIndices, which writes
//!   flop n to element n of its destination; for `idx[k]` to be the position of key k the destination must be
//!   reversed. (The alternative, reversing the load and not the destination, would also pair `idx[k]` with key k, but
//!   in ascending slot order, which the worked case of nki_isa.md §7.5 excludes.)
//!
//! So the bundle sequences below are exact decompositions, and the instructions are written as them:
//!
//! | instruction | bundles |
//! |---|---|
//! | nc_find_index8 | `match_value_load(vals.reversed())`, `find_index8_loaded(dst, data)` |
//! | nc_match_replace8 | `match_value_load(vals)`, `match_replace8_loaded(dst, data, imm)` |
//! | with dst_idx | the two above, `read_indices(dst_idx.reversed())` |

use crate::tensor::{ElementType, write_f32_device};

use super::super::access::Access;
use super::super::error::{MachineError, Problem};
use super::super::memory::Machine;
use super::super::view::View;
use super::lanes::{Lane, SLOTS, max8_row};
use super::{exact_count, same_extent, same_partitions};

/// The DVE's match values per partition, with matched flags and positions: set by MatchValueLoad, used and kept by
/// the searches until the next load (spec dve.md §4.2).
#[derive(Clone, Debug, PartialEq)]
pub struct MatchState {
    lanes: Vec<Lane>,
}

impl MatchState {
    /// A state in which nothing is loaded and nothing matches.
    pub(in super::super) fn new(partitions: usize) -> Self {
        Self { lanes: vec![Lane::EMPTY; partitions] }
    }
}

/// Errors unless the operand can be a source or destination of the search family: no 64-bit type.
fn searchable(access: &Access, operand: &'static str) -> Result<(), MachineError> {
    if access.elem.bytes() <= 4 {
        return Ok(());
    }
    Err(Problem::ElementType { expected: "an element type of at most 32 bits", found: access.elem }
        .of(operand))
}

/// Checks the data operand of a search.
fn search_data(
    machine: &Machine,
    data: &View,
    minimum: u32,
    operand: &'static str,
) -> Result<Access, MachineError> {
    let access = machine.access(data, operand)?;
    searchable(&access, operand)?;
    let maximum = machine.limits().search_max;
    if !(minimum as usize..=maximum as usize).contains(&access.count) {
        let expected = format!("{minimum} to {maximum}");
        return Err(Problem::ElementCount { expected, found: access.count }.of(operand));
    }
    let (count, available) = (access.partitions as u32, machine.limits().partitions);
    if count > available {
        return Err(Problem::Partitions { start: 0, count, available }.of(operand));
    }
    Ok(access)
}

/// Checks a destination of 8 indices per partition.
fn index_destination(machine: &Machine, dst: &View, operand: &'static str) -> Result<Access, MachineError> {
    let access = machine.access(dst, operand)?;
    exact_count(&access, operand, SLOTS)?;
    if !matches!(access.elem, ElementType::U16 | ElementType::U32) {
        return Err(Problem::ElementType { expected: "u16 or u32", found: access.elem }.of(operand));
    }
    Ok(access)
}

/// Writes the 8 positions of one partition; a position not found is all ones in either width.
fn write_positions(machine: &mut Machine, dst: &Access, row: usize, positions: &[u32; SLOTS]) {
    let bytes = dst.elem.bytes();
    let mut out = [0; SLOTS * size_of::<u32>()];
    for (slot, position) in out.chunks_exact_mut(bytes).zip(positions) {
        slot.copy_from_slice(&position.to_le_bytes()[..bytes]);
    }
    machine.write_row_bytes(dst, row, &out[..SLOTS * bytes]);
}

/// Max8: the 8 largest elements per partition, descending, duplicates kept, compared as f32 and cast to the type of
/// `dst` (spec bir.md §7 op 88). `src` has 8 to 16384 elements per partition, `dst` exactly 8.
///
/// The bundle's destination is written smallest first from the last slot (dve.md §4.1): decode it with
/// [`View::reversed`].
pub fn max8(machine: &mut Machine, dst: &View, src: &View) -> Result<(), MachineError> {
    let src = search_data(machine, src, machine.limits().search_min, "src")?;
    let dst = machine.access(dst, "dst")?;
    searchable(&dst, "dst")?;
    exact_count(&dst, "dst", SLOTS)?;
    same_partitions(&dst, "dst", &src)?;
    let mut values = vec![0.0; src.count];
    for row in 0..src.partitions {
        machine.read_row_f32(&src, row, &mut values);
        machine.write_row_f32(&dst, row, &max8_row(&values));
    }
    Ok(())
}

/// What [`max8`] and then [`find_index8`] give for one row of at least 8 elements: values and positions.
pub fn rank8(row: &[f32]) -> ([f32; SLOTS], [u32; SLOTS]) {
    let values = max8_row(row);
    let mut reversed = values;
    reversed.reverse();
    let mut lane = Lane::EMPTY;
    lane.load(&reversed);
    lane.search(row, |_| ());
    (values, lane.positions)
}

/// MatchValueLoad: `mv[7-k] := f32(keys[k])` in every partition of `keys`, which has 8 elements in each; matched
/// flags are cleared (spec dve.md §4.2).
pub fn match_value_load(machine: &mut Machine, keys: &View) -> Result<(), MachineError> {
    let keys = search_data(machine, keys, 0, "vals")?;
    exact_count(&keys, "vals", SLOTS)?;
    let mut values = [0.0; SLOTS];
    for row in 0..keys.partitions {
        machine.read_row_f32(&keys, row, &mut values);
        machine.core_mut().match_state.lanes[row].load(&values);
    }
    Ok(())
}

/// FindIndex8 on the loaded values: element n of `dst` is the position in `data` that `mv[n]` matched, or all ones
/// (spec dve.md §4.3). `data` has 8 to 16384 elements per partition, `dst` 8 of u32 or u16.
pub fn find_index8_loaded(machine: &mut Machine, dst: &View, data: &View) -> Result<(), MachineError> {
    let data = search_data(machine, data, machine.limits().search_min, "data")?;
    let dst = index_destination(machine, dst, "dst")?;
    same_partitions(&dst, "dst", &data)?;
    let mut values = vec![0.0; data.count];
    for row in 0..data.partitions {
        machine.read_row_f32(&data, row, &mut values);
        let lane = &mut machine.core_mut().match_state.lanes[row];
        lane.search(&values, |_| ());
        let positions = lane.positions;
        write_positions(machine, &dst, row, &positions);
    }
    Ok(())
}

/// MatchReplace8 on the loaded values: `dst` is `data` with every matched element replaced by `imm`
/// (spec dve.md §4.4). At most 16384 elements per partition; elements that stay are bit-exact when the types agree.
pub fn match_replace8_loaded(
    machine: &mut Machine,
    dst: &View,
    data: &View,
    imm: f32,
) -> Result<(), MachineError> {
    let data = search_data(machine, data, 0, "data")?;
    let dst = machine.access(dst, "dst")?;
    searchable(&dst, "dst")?;
    same_extent(&dst, "dst", &data)?;
    let bytes = dst.elem.bytes();
    let mut replacement = [0; size_of::<u32>()];
    write_f32_device(dst.elem, &[imm], &mut replacement[..bytes]);
    let mut values = vec![0.0; data.count];
    let mut out = vec![0; data.count * bytes];
    for row in 0..data.partitions {
        machine.read_row_f32(&data, row, &mut values);
        if dst.elem == data.elem {
            machine.read_row_bytes(&data, row, &mut out);
        } else {
            write_f32_device(dst.elem, &values, &mut out);
        }
        let replace =
            |position: usize| out[position * bytes..][..bytes].copy_from_slice(&replacement[..bytes]);
        machine.core_mut().match_state.lanes[row].search(&values, replace);
        machine.write_row_bytes(&dst, row, &out);
    }
    Ok(())
}

/// DveReadIndices: element n of `dst` is the position that `mv[n]` matched, or all ones (spec dve.md §4.5). Not on
/// trn1.
pub fn read_indices(machine: &mut Machine, dst: &View) -> Result<(), MachineError> {
    require_match_replace_index(machine, "dst")?;
    let dst = index_destination(machine, dst, "dst")?;
    // As many lanes as partitions: the machine has no larger on-chip buffer, and HBM has one.
    for row in 0..dst.partitions {
        let positions = machine.core().match_state.lanes[row].positions;
        write_positions(machine, &dst, row, &positions);
    }
    Ok(())
}

fn require_match_replace_index(machine: &Machine, operand: &'static str) -> Result<(), MachineError> {
    let limits = machine.limits();
    if limits.has_match_replace_index {
        return Ok(());
    }
    let instead = "find_index8, then match_replace8 without an index destination";
    Err(Problem::NotOnTarget { target: limits.name, instead }.of(operand))
}

/// nc_find_index8 (BIR MaxIndex): element k of `dst` is the position of `vals[k]` in `data`; the k-th of equal keys
/// takes the k-th occurrence, a key that is not there gives all ones.
pub fn find_index8(machine: &mut Machine, dst: &View, data: &View, vals: &View) -> Result<(), MachineError> {
    same_lanes(machine, vals, data)?;
    match_value_load(machine, &vals.clone().reversed())?;
    find_index8_loaded(machine, dst, data)
}

/// nc_match_replace8 (BIR MatchReplace; with `dst_idx` MaxIndexAndMatchReplace): `dst` is `data` with the first
/// occurrences of `vals` replaced by `imm`, `dst_idx[k]` the position that `vals[k]` took, or all ones; of equal keys
/// the highest slot takes the first occurrence.
pub fn match_replace8(
    machine: &mut Machine,
    dst: &View,
    data: &View,
    vals: &View,
    imm: f32,
    dst_idx: Option<&View>,
) -> Result<(), MachineError> {
    if dst_idx.is_some() {
        require_match_replace_index(machine, "dst_idx")?;
    }
    same_lanes(machine, vals, data)?;
    match_value_load(machine, vals)?;
    match_replace8_loaded(machine, dst, data, imm)?;
    let Some(dst_idx) = dst_idx else { return Ok(()) };
    let indices = index_destination(machine, dst_idx, "dst_idx")?;
    same_partitions(&indices, "dst_idx", &machine.access(data, "data")?)?;
    read_indices(machine, &dst_idx.clone().reversed())
}

/// Errors unless the keys have the data's partitions.
fn same_lanes(machine: &Machine, vals: &View, data: &View) -> Result<(), MachineError> {
    same_partitions(&machine.access(vals, "vals")?, "vals", &machine.access(data, "data")?)
}
