//! What `nki.topk` does: the order of the device, not the total order of HLO (they agree on data without NaN and with
//! zeros of one sign).

mod plan;
mod rotation;

use crate::dialects::device::{self, failure};
use crate::dialects::elements::tensor_type_parts;
use crate::ir::OpId;
use crate::machine::instructions as machine;
use crate::machine::{BufferId, Dim, EvalError, Exec, Machine, MachineError, Pattern, Problem, Space, View};
use crate::tensor::{ElementType, Kind, Scalar, Specials, Tensor, device_constant};

pub use plan::{Plan, longest_row};

/// Values of one pass.
const SLOTS: usize = 8;

/// A tile of which a range of columns is viewed.
#[derive(Clone, Copy)]
struct Tile {
    buffer: BufferId,
    dtype: ElementType,
    partitions: usize,
}

impl Tile {
    fn new(
        m: &mut Machine,
        dtype: ElementType,
        partitions: usize,
        columns: usize,
    ) -> Result<Tile, MachineError> {
        let buffer = m.alloc_tile(Space::Sbuf, dtype, partitions as u32, &[columns])?;
        Ok(Tile { buffer, dtype, partitions })
    }

    fn columns(self, start: usize, count: usize) -> View {
        View::tile(self.buffer, self.dtype, self.partitions as u32, &[count])
            .at(0, start * self.dtype.bytes())
    }
}

/// Rows `start..start + count` of a tensor in HBM with rows of `width` elements.
fn rows(buffer: BufferId, dtype: ElementType, width: usize, start: usize, count: usize) -> View {
    let pattern = [Dim { step: width as i64, num: count }, Dim { step: 1, num: width }];
    View {
        byte_offset: start * width * dtype.bytes(),
        pattern: Pattern::from_slice(&pattern),
        ..View::hbm(buffer, dtype, &[])
    }
}

/// The type of the working tiles: that of the data where it has -inf and NaN and can be struck, else f32.
fn working_type(dtype: ElementType) -> ElementType {
    let strikable = matches!(dtype, ElementType::F16 | ElementType::BF16 | ElementType::F32);
    debug_assert!(
        !strikable || matches!(dtype.kind(), Kind::Float(format) if format.specials == Specials::Ieee)
    );
    if strikable { dtype } else { ElementType::F32 }
}

/// Reads the k largest elements of each partition of `w` and their positions in `sought`, in columns of whole passes:
/// `w` is read by max8 and struck with -inf, `sought` is read by find_index8 and struck with NaN, which never matches.
/// What the last pass found is struck only if another search follows.
fn search(
    m: &mut Machine,
    w: &View,
    sought: &View,
    count: usize,
    k: usize,
    strikes_last: bool,
) -> Result<[Tile; 2], MachineError> {
    let folds = k.div_ceil(SLOTS);
    let found = Tile::new(m, w.dtype, count, folds * SLOTS)?;
    let positions = Tile::new(m, ElementType::U32, count, folds * SLOTS)?;
    for fold in 0..folds {
        let keys = found.columns(fold * SLOTS, SLOTS);
        machine::max8(m, &keys, w)?;
        machine::find_index8(m, &positions.columns(fold * SLOTS, SLOTS), sought, &keys)?;
        if strikes_last || fold + 1 < folds {
            machine::match_replace8(m, w, w, &keys, f32::NEG_INFINITY, None)?;
            machine::match_replace8(m, sought, sought, &keys, f32::NAN, None)?;
        }
    }
    Ok([found, positions])
}

/// The two working tiles of a search, before anything is loaded: all pads.
fn working_tiles(
    m: &mut Machine,
    dtype: ElementType,
    count: usize,
    width: usize,
) -> Result<[Tile; 2], MachineError> {
    let mut tile = |pad: f32| {
        let tile = Tile::new(m, dtype, count, width)?;
        machine::memset(m, &tile.columns(0, width), device_constant(dtype, Scalar::Float(pad.into())))?;
        Ok(tile)
    };
    Ok([tile(f32::NEG_INFINITY)?, tile(f32::NAN)?])
}

/// The top-k of rows in HBM.
struct Cascade {
    x: BufferId,
    values: BufferId,
    indices: BufferId,
    dtype: ElementType,
    n: usize,
    k: usize,
}

impl Cascade {
    /// Computes rows `start..start + count`, a partition for each.
    fn rows(&self, m: &mut Machine, start: usize, count: usize) -> Result<(), MachineError> {
        let width = self.n.max(SLOTS);
        let tiles = working_tiles(m, working_type(self.dtype), count, width)?;
        for tile in tiles {
            machine::dma_copy(m, &tile.columns(0, self.n), &rows(self.x, self.dtype, self.n, start, count))?;
        }
        let [w, sought] = tiles.map(|tile| tile.columns(0, width));
        let [found, positions] = search(m, &w, &sought, count, self.k, false)?;
        self.store(m, start, count, &found, &positions)
    }

    fn store(
        &self,
        m: &mut Machine,
        start: usize,
        count: usize,
        found: &Tile,
        positions: &Tile,
    ) -> Result<(), MachineError> {
        let out = rows(self.values, self.dtype, self.k, start, count);
        machine::dma_copy(m, &out, &found.columns(0, self.k))?;
        let out = rows(self.indices, ElementType::U32, self.k, start, count);
        machine::dma_copy(m, &out, &positions.columns(0, self.k))
    }
}

/// The rows that can be ranked, as the rest of a message.
fn longest(m: &Machine, k: usize) -> String {
    format!("at most {}", longest_row(k as i64, m.limits()))
}

pub(super) fn eval(exec: &mut dyn Exec<'_>, op: OpId) -> Result<(), EvalError> {
    let k = device::int(exec.ir(), op, "k");
    largest(exec, op, k as usize)
}

/// Gives an op's two results the `k` largest elements of each row of its operand and their positions.
pub(super) fn largest(exec: &mut dyn Exec<'_>, op: OpId, k: usize) -> Result<(), EvalError> {
    let ir = exec.ir();
    let x = exec.tensor(ir.operand(op, 0))?;
    let Some((dtype, shape)) = tensor_type_parts(ir.ctx, ir.ty(ir.result(op, 0))) else {
        return Err(EvalError::unsupported("has values of no static tensor type"));
    };
    if dtype.bytes() > 4 {
        return Err(EvalError::unsupported(format!("the device has no elements of {dtype}")));
    }
    let n = x.shape().last().copied().unwrap_or(1);
    let machine = exec.machine();
    let mark = machine.mark();
    let result = cascade(machine, &x, dtype, &shape, n, k);
    machine.release_since(mark);
    let (values, indices) = result.map_err(|error| failure(ir, op, error))?;
    device::warn_of_order(exec, op, &x);
    for (index, tensor) in [values, indices].into_iter().enumerate() {
        exec.set(ir.result(op, index), crate::machine::RtValue::Tensor(tensor.into()));
    }
    Ok(())
}

fn cascade(
    m: &mut Machine,
    x: &Tensor,
    dtype: ElementType,
    shape: &[usize],
    n: usize,
    k: usize,
) -> Result<(Tensor, Tensor), MachineError> {
    let count = x.len().checked_div(n).unwrap_or(0);
    let cascade = Cascade {
        x: m.load_hbm(x.clone()),
        values: m.alloc_hbm(dtype, shape)?,
        indices: m.alloc_hbm(ElementType::U32, shape)?,
        dtype,
        n,
        k,
    };
    let plan = Plan::of(count as i64, n as i64, k as i64, m.limits())
        .ok_or_else(|| Problem::ElementCount { expected: longest(m, k), found: n }.of("x"))?;
    let step = if plan.stages == 1 { m.limits().partitions as usize } else { 1 };
    for start in (0..count).step_by(step) {
        let inner = m.mark();
        if plan.stages == 1 {
            cascade.rows(m, start, step.min(count - start))?;
        } else {
            cascade.rotated_row(m, start, plan)?;
        }
        m.release_since(inner);
    }
    let tensor = |id, dtype| {
        Tensor::new(dtype, shape, m.read(&View::hbm(id, dtype, shape))?)
            .map_err(|_| Problem::NoBuffer.of("values"))
    };
    let values = tensor(cascade.values, dtype)?;
    Ok((values, tensor(cascade.indices, ElementType::U32)?))
}
