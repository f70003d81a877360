//! The rotational method, step by step as `expand_topk_rotation.pat` has it: what a NaN does to a search depends on the
//! steps, so the kernel-level op takes the same ones. A row at a time, since rows do not depend on each other; a group
//! moves to the next partition as one copy, which is what two exact transposes are.

use crate::machine::instructions::{self as machine, Affine, ScalarOperand, ScalarStep};
use crate::machine::{AluOp, Machine, MachineError, View};
use crate::tensor::{ElementType, Scalar, device_constant};

use super::plan::Plan;
use super::{Cascade, SLOTS, Tile, search, working_tiles};

const F32: ElementType = ElementType::F32;

/// The key of a candidate without position, below every negated position.
const NO_POSITION: f32 = -16_777_216.0;

impl Cascade {
    /// Computes one row, folded over partitions.
    pub(super) fn rotated_row(&self, m: &mut Machine, row: usize, plan: Plan) -> Result<(), MachineError> {
        let [stages, chunk, kept] = [plan.stages, plan.chunk, plan.kept].map(|size| size as usize);
        let side = plan.received() as usize;
        let width = side + chunk + side;
        let tiles = working_tiles(m, F32, stages, width)?;
        for tile in tiles {
            for stage in 0..stages.min(self.n.div_ceil(chunk)) {
                let length = chunk.min(self.n - stage * chunk);
                let from = (row * self.n + stage * chunk) * self.dtype.bytes();
                let source = View::hbm(self.x, self.dtype, &[length]).at(0, from);
                machine::dma_copy(m, &one_partition(tile.columns(side, length), stage), &source)?;
            }
        }
        let place = filled(m, stages, width + 1, f32::NAN)?;
        let own = Affine { pattern: &[(1, chunk)], offset: 0, channel_multiplier: chunk as i32 };
        machine::iota(m, &place.columns(side, chunk), own)?;
        let start = Tile::new(m, F32, stages, 1)?.columns(0, 1);
        let first = Affine { pattern: &[(1, 1)], ..own };
        machine::iota(m, &start, first)?;

        let index = Tile::new(m, F32, stages, kept)?;
        let mut value = index;
        for stage in 0..stages {
            let inner = m.mark();
            let last = stage + 1 == stages;
            let [w, sought] = tiles.map(|tile| tile.columns(0, side + chunk + stage * kept));
            let [found, at] = search(m, &w, &sought, stages, kept, !last)?;
            let at = at.columns(0, kept);
            clamp(m, &at, width)?;
            machine::nc_n_gather(m, &index.columns(0, kept), &place.columns(0, width + 1), &at)?;
            if last {
                value = found;
                break;
            }
            let (came, from) = (rotated(m, &found, stages, kept)?, rotated(m, &index, stages, kept)?);
            for (op, slot) in [(AluOp::IsLt, 0), (AluOp::IsGe, side + chunk)] {
                let here = Tile::new(m, ElementType::U8, stages, kept)?.columns(0, kept);
                let compare = ScalarStep { op, operand: ScalarOperand::PerPartition(&start), reverse: false };
                machine::tensor_scalar(m, &here, &from, &[compare])?;
                let part = |tile: Tile| tile.columns(slot + stage * kept, kept);
                for tile in tiles {
                    machine::copy_predicated(m, &part(tile), &came, &here, false)?;
                }
                machine::tensor_copy(m, &part(place), &from)?;
            }
            m.release_since(inner);
        }
        self.rank_candidates(m, row, plan, &value, &index)
    }

    /// Sorts the candidates by position, then takes the largest.
    fn rank_candidates(
        &self,
        m: &mut Machine,
        row: usize,
        plan: Plan,
        value: &Tile,
        index: &Tile,
    ) -> Result<(), MachineError> {
        let kept = plan.kept as usize;
        let all = plan.stages as usize * kept;
        let mut flat = |tile: &Tile| {
            let flat = Tile::new(m, F32, 1, all)?.columns(0, all);
            machine::dma_copy(m, &flat, &tile.columns(0, kept))?;
            Ok(flat)
        };
        let (candidates, positions) = (flat(value)?, flat(index)?);
        let order = order_of_positions(m, &positions, all)?;
        let [sorted, sought] = working_tiles(m, F32, 1, all)?.map(|tile| tile.columns(0, all));
        machine::nc_n_gather(m, &sorted, &candidates, &order)?;
        machine::tensor_copy(m, &sought, &sorted)?;
        let sources = Tile::new(m, F32, 1, all)?.columns(0, all);
        machine::nc_n_gather(m, &sources, &positions, &order)?;
        let [found, places] = search(m, &sorted, &sought, 1, self.k, false)?;
        let columns = self.k.div_ceil(SLOTS) * SLOTS;
        let places = places.columns(0, columns);
        // A NaN is found nowhere: its place is taken to be the last, so that there is an index to read.
        clamp(m, &places, all - 1)?;
        let source = Tile::new(m, F32, 1, columns)?;
        machine::nc_n_gather(m, &source.columns(0, columns), &sources, &places)?;
        self.store(m, row, 1, &found, &source)
    }
}

/// A view of one of its partitions.
fn one_partition(view: View, partition: usize) -> View {
    View { num_partitions: 1, start_partition: partition as u32, ..view }
}

/// A tile of f32 with one value everywhere.
fn filled(m: &mut Machine, partitions: usize, columns: usize, value: f32) -> Result<Tile, MachineError> {
    let tile = Tile::new(m, F32, partitions, columns)?;
    machine::memset(m, &tile.columns(0, columns), device_constant(F32, Scalar::Float(value.into())))?;
    Ok(tile)
}

/// Puts an end to positions that were not found.
fn clamp(m: &mut Machine, positions: &View, most: usize) -> Result<(), MachineError> {
    let most = ScalarStep { op: AluOp::Min, operand: ScalarOperand::Float(most as f32), reverse: false };
    machine::tensor_scalar(m, positions, positions, &[most])
}

/// What the partitions have after each gave its elements to the one in front of it, the first to the last.
fn rotated(m: &mut Machine, tile: &Tile, stages: usize, kept: usize) -> Result<View, MachineError> {
    let to = Tile::new(m, F32, stages, kept)?.columns(0, kept);
    let from = tile.columns(0, kept);
    let most = stages as u32 - 1;
    let front = View { num_partitions: most, ..to.clone() };
    let behind = View { num_partitions: most, start_partition: 1, ..from.clone() };
    machine::dma_copy(m, &front, &behind)?;
    machine::dma_copy(m, &one_partition(to.clone(), stages - 1), &one_partition(from, 0))?;
    Ok(to)
}

/// Where the elements of `positions` stand in ascending order; those without position (NaN) are last.
fn order_of_positions(m: &mut Machine, positions: &View, all: usize) -> Result<View, MachineError> {
    let key = filled(m, 1, all, NO_POSITION)?.columns(0, all);
    let known = Tile::new(m, ElementType::U8, 1, all)?.columns(0, all);
    let step = |op, operand| ScalarStep { op, operand: ScalarOperand::Float(operand), reverse: false };
    machine::tensor_scalar(m, &known, positions, &[step(AluOp::IsGe, 0.0)])?;
    let negated = Tile::new(m, F32, 1, all)?.columns(0, all);
    machine::tensor_scalar(m, &negated, positions, &[step(AluOp::Mult, -1.0)])?;
    machine::copy_predicated(m, &key, &negated, &known, false)?;
    let order = Tile::new(m, ElementType::U32, 1, all)?;
    let key8 = Tile::new(m, F32, 1, SLOTS)?.columns(0, SLOTS);
    for fold in (0..all).step_by(SLOTS) {
        machine::max8(m, &key8, &key)?;
        machine::find_index8(m, &order.columns(fold, SLOTS), &key, &key8)?;
        machine::match_replace8(m, &key, &key, &key8, f32::NEG_INFINITY, None)?;
    }
    Ok(order.columns(0, all))
}
