//! What stages do: the instructions that their patterns make of them, run on the same buffers in the same order, so that
//! a module that was stopped at the stages gives the bits of every other level.

use crate::dialects::device::{self, MemoryType, failure};
use crate::ir::OpId;
use crate::machine::instructions::{
    self as machine, Accumulation, ActivationArgs, ActivationFunction, DmaWrite, ReduceCommand,
    ScalarOperand, ScalarStep, VectorOffset,
};
use crate::machine::{
    AluOp, Dim, Engine, EvalError, Exec, Machine, MachineError, Pattern, Problem, Ranks, Space, View,
};
use crate::tensor::{ElementType, Scalar, device_constant};

/// Tokens of a tile, rows of a contraction tile, partitions.
const TILE: usize = 128;
/// Values that one pass of the ranking finds.
const SLOTS: usize = 8;
/// Larger numbers than any stage has, so that no product of two of them overflows.
const MOST: i64 = 1 << 24;

/// An operand: a buffer in SBUF, \[partitions, token tiles, columns\] unless the stage says otherwise, or an HBM tensor.
struct Buffer {
    whole: View,
    shape: Vec<usize>,
    space: Space,
}

impl Buffer {
    /// Size of a dimension.
    fn dim(&self, index: usize) -> usize {
        self.shape.get(index).copied().unwrap_or(1)
    }

    /// A pattern of (step, num) pairs from an element of each of some partitions on.
    fn part(&self, partitions: usize, element: usize, pairs: &[(usize, usize)]) -> View {
        let pattern: Pattern = pairs.iter().map(|&(step, num)| Dim { step: step as i64, num }).collect();
        View { num_partitions: partitions as u32, pattern, ..self.whole.clone() }
            .at(0, self.whole.byte_offset + element * self.whole.dtype.bytes())
    }

    /// The rows of a token tile: a partition for each.
    fn tile_rows(&self, tile: usize, rows: usize) -> View {
        let columns = self.dim(2);
        self.part(rows, tile * columns, &[(1, columns)])
    }

    /// Rows of a buffer \[partitions, columns\].
    fn rows(&self, start: usize, rows: usize) -> View {
        let all = self.part(rows, 0, &[(1, self.dim(1))]);
        View { start_partition: start as u32, ..all }
    }

    /// A pattern of (step, num) pairs of an HBM tensor.
    fn hbm(&self, element: usize, pairs: &[(usize, usize)]) -> View {
        self.part(1, element, pairs)
    }
}

/// A number that a stage has as an attribute.
fn number(exec: &dyn Exec<'_>, op: OpId, name: &str) -> Result<usize, EvalError> {
    let value = device::int(exec.ir(), op, name);
    match usize::try_from(value) {
        Ok(number) if value <= MOST => Ok(number),
        _ => Err(EvalError::new(format!("attribute '{name}' is {value}: 0 to {MOST}"))),
    }
}

/// Runs a stage on its operands; what it allocates ends with it. `ranks` are the operands' numbers of dimensions, 0 for
/// any.
fn stage(
    exec: &mut dyn Exec<'_>,
    op: OpId,
    ranks: &[usize],
    run: impl FnOnce(&mut Machine, &[Buffer]) -> Result<(), MachineError>,
) -> Result<(), EvalError> {
    let ir = exec.ir();
    let mut buffers = Vec::new();
    for (index, value) in ir.operands(op).enumerate() {
        let memory = MemoryType::of(ir, value)?;
        let rank = ranks.get(index).copied().unwrap_or(0);
        if rank != 0 && memory.shape.len() != rank {
            let found = memory.shape.len();
            return Err(EvalError::new(format!("has {found} dimensions in operand {index}, not {rank}")));
        }
        let whole = exec.memory(value)?;
        if whole != memory.whole(whole.buffer) {
            return Err(EvalError::new(format!(
                "takes a view in operand {index}: it needs the memory itself"
            )));
        }
        let shape = memory.shape.iter().map(|&dim| dim as usize).collect();
        buffers.push(Buffer { whole, shape, space: memory.space });
    }
    let m = exec.machine();
    let mark = m.mark();
    let result = run(m, &buffers);
    m.release_since(mark);
    result.map_err(|error| failure(ir, op, error))
}

/// The token tiles of so many tokens: number and rows.
fn tiles(tokens: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..tokens).step_by(TILE).map(move |start| (start / TILE, TILE.min(tokens - start)))
}

/// A tile of its own.
fn scratch(
    m: &mut Machine,
    space: Space,
    elem: ElementType,
    rows: usize,
    columns: usize,
) -> Result<View, MachineError> {
    let buffer = m.alloc_tile(space, elem, rows as u32, &[columns])?;
    Ok(View::tile(buffer, elem, rows as u32, &[columns]))
}

/// `dst = data op operand`.
fn scalar(m: &mut Machine, dst: &View, data: &View, op: AluOp, operand: &View) -> Result<(), MachineError> {
    let step = ScalarStep { op, operand: ScalarOperand::PerPartition(operand), reverse: false };
    machine::tensor_scalar(m, dst, data, &[step])
}

fn activation<'a>(function: ActivationFunction, bias: Option<&'a View>) -> ActivationArgs<'a> {
    ActivationArgs {
        function,
        bias: bias.map_or(ScalarOperand::Float(0.0), ScalarOperand::PerPartition),
        scale: ScalarOperand::Float(1.0),
        reduce: ReduceCommand::Idle,
        reduce_res: None,
    }
}

pub(super) fn load_x(exec: &mut dyn Exec<'_>, op: OpId) -> Result<(), EvalError> {
    let layout = number(exec, op, "layout")?;
    stage(exec, op, &[3, 2], |m, buffers| {
        let [dst, x] = two(buffers)?;
        let (tokens, tiles) = if layout == 3 { (dst.dim(2), dst.dim(1)) } else { (dst.dim(1), dst.dim(2)) };
        let (hidden, half) = (TILE * tiles, tiles / 2);
        let source = match layout {
            0 => x.hbm(0, &[(tiles, TILE), (hidden, tokens), (1, tiles)]),
            1 => x.hbm(0, &[(half, TILE), (hidden, tokens), (hidden / 2, 2), (1, half)]),
            2 => x.hbm(0, &[(1, TILE), (hidden, tokens), (TILE, tiles)]),
            _ => x.hbm(0, &[(tokens, TILE), (TILE * tokens, tiles), (1, tokens)]),
        };
        machine::dma_copy(m, &dst.whole, &source)
    })
}

pub(super) fn load_w(exec: &mut dyn Exec<'_>, op: OpId) -> Result<(), EvalError> {
    let layout = number(exec, op, "layout")?;
    stage(exec, op, &[3, 2], |m, buffers| {
        let [dst, w] = two(buffers)?;
        let (tiles, experts) = (dst.dim(1), dst.dim(2));
        let half = tiles / 2;
        let source = match layout {
            0 => w.hbm(0, &[(tiles * experts, TILE), (experts, tiles), (1, experts)]),
            1 => {
                w.hbm(0, &[(half * experts, TILE), (TILE * half * experts, 2), (experts, half), (1, experts)])
            }
            _ => w.hbm(0, &[(experts, TILE), (TILE * experts, tiles), (1, experts)]),
        };
        machine::dma_copy(m, &dst.whole, &source)
    })
}

/// Both methods give every partition the same row.
pub(super) fn load_bias(exec: &mut dyn Exec<'_>, op: OpId) -> Result<(), EvalError> {
    stage(exec, op, &[2, 0], |m, buffers| {
        let [dst, bias] = two(buffers)?;
        machine::dma_copy(m, &dst.whole, &bias.hbm(0, &[(0, dst.dim(0)), (1, dst.dim(1))]))
    })
}

pub(super) fn gemm(exec: &mut dyn Exec<'_>, op: OpId) -> Result<(), EvalError> {
    let [layout, offset, tokens, width] = [
        number(exec, op, "layout")?,
        number(exec, op, "offset")?,
        number(exec, op, "tokens")?,
        number(exec, op, "column_width")?.clamp(1, TILE),
    ];
    stage(exec, op, &[3, 3, 3, 2], |m, buffers| {
        let [logits, x, w, bias @ ..] = buffers else { return Err(lacks_operand()) };
        let (contractions, experts, slots) = (w.dim(1), logits.dim(2), TILE / width);
        for (tile, rows) in tiles(tokens) {
            let psum = scratch(m, Space::Psum, ElementType::F32, TILE, experts)?;
            let slot = |column: usize| View {
                start_partition: column as u32,
                num_partitions: rows as u32,
                ..psum.clone()
            };
            let first = offset + tile * TILE;
            for j in 0..contractions {
                let stationary = match layout {
                    3 => x.part(TILE, j * x.dim(2) + first, &[(1, rows)]),
                    _ => x.part(TILE, first * x.dim(2) + j, &[(x.dim(2), rows)]),
                };
                let sum = slot(j % slots * width);
                machine::nc_matmul(m, &sum, &stationary, &w.tile_rows(j, TILE), Accumulation::Automatic)?;
            }
            let row = logits.tile_rows(tile, rows);
            let add = |m: &mut Machine, left: &View, right: &View| {
                machine::tensor_tensor(m, &row, left, right, AluOp::Add, Engine::Dve)
            };
            match bias {
                [bias, ..] => add(m, &slot(0), &bias.rows(0, rows))?,
                [] => machine::tensor_copy(m, &row, &slot(0))?,
            }
            for other in 1..contractions.min(slots) {
                add(m, &row, &slot(other * width))?;
            }
        }
        Ok(())
    })
}

pub(super) fn sigmoid(exec: &mut dyn Exec<'_>, op: OpId) -> Result<(), EvalError> {
    let tokens = number(exec, op, "tokens")?;
    stage(exec, op, &[3, 3], |m, buffers| {
        let [dst, src] = two(buffers)?;
        tiles(tokens).try_for_each(|(tile, rows)| {
            let args = activation(ActivationFunction::Sigmoid, None);
            machine::activation(m, &dst.tile_rows(tile, rows), &src.tile_rows(tile, rows), args)
        })
    })
}

/// The exponentials of a tile's rows, -max of each, and 1 over the sum.
fn softmax_of_rows(
    m: &mut Machine,
    exp: &View,
    negmax: &View,
    scale: &View,
    src: &View,
) -> Result<(), MachineError> {
    machine::tensor_reduce(m, negmax, src, AluOp::Max, true)?;
    let args = activation(ActivationFunction::Exp, Some(negmax));
    let args = ActivationArgs { reduce: ReduceCommand::ResetReduce, reduce_res: Some(scale), ..args };
    machine::activation(m, exp, src, args)?;
    machine::reciprocal(m, scale, scale)
}

pub(super) fn softmax(exec: &mut dyn Exec<'_>, op: OpId) -> Result<(), EvalError> {
    let tokens = number(exec, op, "tokens")?;
    stage(exec, op, &[3, 3], |m, buffers| {
        let [dst, src] = two(buffers)?;
        for (tile, rows) in tiles(tokens) {
            let [negmax, scale] = [
                scratch(m, Space::Sbuf, ElementType::F32, rows, 1)?,
                scratch(m, Space::Sbuf, ElementType::F32, rows, 1)?,
            ];
            let to = dst.tile_rows(tile, rows);
            softmax_of_rows(m, &to, &negmax, &scale, &src.tile_rows(tile, rows))?;
            scalar(m, &to, &to, AluOp::Mult, &scale)?;
        }
        Ok(())
    })
}

pub(super) fn softmax_terms(exec: &mut dyn Exec<'_>, op: OpId) -> Result<(), EvalError> {
    let tokens = number(exec, op, "tokens")?;
    stage(exec, op, &[3, 3, 3, 3], |m, buffers| {
        let [negmax, scale, src, dst @ ..] = buffers else { return Err(lacks_operand()) };
        for (tile, rows) in tiles(tokens) {
            let [negmax, scale, src] = [negmax, scale, src].map(|buffer| buffer.tile_rows(tile, rows));
            let to = match dst {
                [dst, ..] => dst.tile_rows(tile, rows),
                [] => scratch(m, Space::Sbuf, ElementType::F32, rows, src.free_size())?,
            };
            softmax_of_rows(m, &to, &negmax, &scale, &src)?;
            scalar(m, &to, &to, AluOp::Mult, &scale)?;
        }
        Ok(())
    })
}

pub(super) fn topk(exec: &mut dyn Exec<'_>, op: OpId) -> Result<(), EvalError> {
    let tokens = number(exec, op, "tokens")?;
    stage(exec, op, &[3, 3, 3, 3], |m, buffers| {
        let [values, indices, mirror, src] = buffers else { return Err(lacks_operand()) };
        for (tile, rows) in tiles(tokens) {
            let ranked = src.tile_rows(tile, rows);
            let top = scratch(m, Space::Sbuf, ElementType::F32, rows, SLOTS)?;
            let found = scratch(m, Space::Sbuf, ElementType::U32, rows, SLOTS)?;
            machine::max8(m, &top, &ranked)?;
            machine::find_index8(m, &found, &ranked, &top)?;
            let kept: Pattern = [Dim { step: 1, num: values.dim(2) }].into_iter().collect();
            let first = |view: View| View { pattern: kept.clone(), ..view };
            machine::tensor_copy(m, &values.tile_rows(tile, rows), &first(top))?;
            let index = indices.tile_rows(tile, rows);
            machine::tensor_copy(m, &index, &first(found))?;
            machine::tensor_copy(m, &mirror.tile_rows(tile, rows), &index)?;
        }
        Ok(())
    })
}

pub(super) fn norm(exec: &mut dyn Exec<'_>, op: OpId) -> Result<(), EvalError> {
    let tokens = number(exec, op, "tokens")?;
    stage(exec, op, &[3, 3, 3], |m, buffers| {
        let [dst, scale, src] = buffers else { return Err(lacks_operand()) };
        for (tile, rows) in tiles(tokens) {
            let [to, scales, from] = [dst, scale, src].map(|buffer| buffer.tile_rows(tile, rows));
            machine::tensor_reduce(m, &scales, &from, AluOp::Add, false)?;
            machine::reciprocal(m, &scales, &scales)?;
            scalar(m, &to, &from, AluOp::Mult, &scales)?;
        }
        Ok(())
    })
}

pub(super) fn one_hot(exec: &mut dyn Exec<'_>, op: OpId) -> Result<(), EvalError> {
    let tokens = number(exec, op, "tokens")?;
    stage(exec, op, &[3, 3, 3, 3, 3], |m, buffers| {
        let [dst, src, index, scale, negmax @ ..] = buffers else { return Err(lacks_operand()) };
        let (experts, tile_count, k) = (dst.dim(2), index.dim(1), index.dim(2));
        for (tile, rows) in tiles(tokens) {
            let mut gated = src.tile_rows(tile, rows);
            if let [negmax, ..] = negmax {
                let exp = scratch(m, Space::Sbuf, ElementType::F32, rows, experts)?;
                let maxima = negmax.tile_rows(tile, rows);
                machine::activation(m, &exp, &gated, activation(ActivationFunction::Exp, Some(&maxima)))?;
                gated = exp;
            }
            scalar(m, &gated, &gated, AluOp::Mult, &scale.tile_rows(tile, rows))?;
            let mask = scratch(m, Space::Sbuf, ElementType::F32, rows, experts)?;
            machine::memset(m, &mask, zero(ElementType::F32))?;
            let numbers = scratch(m, Space::Sbuf, ElementType::U32, rows, experts)?;
            let ramp = machine::Affine { pattern: &[(1, experts)], offset: 0, channel_multiplier: 0 };
            machine::iota(m, &numbers, ramp)?;
            let equal = scratch(m, Space::Sbuf, ElementType::F32, rows, experts)?;
            for rank in 0..k {
                let expert = index.part(rows, tile.min(tile_count) * k + rank, &[(1, 1)]);
                scalar(m, &equal, &numbers, AluOp::IsEqual, &expert)?;
                machine::tensor_tensor(m, &mask, &mask, &equal, AluOp::Add, Engine::Dve)?;
            }
            let to = dst.tile_rows(tile, rows);
            machine::tensor_tensor(m, &to, &mask, &gated, AluOp::Mult, Engine::Dve)?;
        }
        Ok(())
    })
}

pub(super) fn scatter(exec: &mut dyn Exec<'_>, op: OpId) -> Result<(), EvalError> {
    let offset = number(exec, op, "offset")?;
    stage(exec, op, &[2, 3, 3, 2], |m, buffers| {
        let [dst, chosen, indices, zero] = buffers else { return Err(lacks_operand()) };
        let experts = dst.dim(1);
        let [partitions, tiles, k] = [chosen.dim(0), chosen.dim(1), chosen.dim(2)];
        for tile in 0..tiles {
            let first = (offset + tile * partitions) * experts;
            machine::dma_copy(m, &dst.hbm(first, &[(experts, partitions), (1, experts)]), &zero.whole)?;
            let start = scratch(m, Space::Sbuf, ElementType::F32, partitions, 1)?;
            let ramp = machine::Affine {
                pattern: &[(1, 1)],
                offset: first as i32,
                channel_multiplier: experts as i32,
            };
            machine::iota(m, &start, ramp)?;
            let flat = scratch(m, Space::Sbuf, ElementType::U32, partitions, k)?;
            scalar(m, &flat, &indices.tile_rows(tile, partitions), AluOp::Add, &start)?;
            let one: Pattern = [Dim { step: 1, num: 1 }].into_iter().collect();
            for rank in 0..k {
                let position = View { pattern: one.clone(), ..flat.clone() };
                let position = position.at(0, rank * ElementType::U32.bytes());
                let affinity = chosen.part(partitions, tile * k + rank, &[(1, 1)]);
                let elements = (dst.dim(0) * experts) as i64;
                let index = VectorOffset::new(&position, elements, 1, false, DmaWrite::Copy);
                machine::dma_scatter(m, &dst.hbm(0, &[(1, partitions), (1, 1)]), &affinity, index)?;
            }
        }
        Ok(())
    })
}

pub(super) fn store(exec: &mut dyn Exec<'_>, op: OpId) -> Result<(), EvalError> {
    let [offset, tokens] = [number(exec, op, "offset")?, number(exec, op, "tokens")?];
    stage(exec, op, &[2, 3], |m, buffers| {
        let [dst, src] = two(buffers)?;
        let columns = src.dim(2);
        tiles(tokens).try_for_each(|(tile, rows)| {
            let first = offset + tile * TILE;
            let to = match dst.space {
                Space::Hbm => dst.hbm(first * columns, &[(columns, rows), (1, columns)]),
                Space::Sbuf | Space::Psum => dst.rows(first, rows),
            };
            machine::dma_copy(m, &to, &src.tile_rows(tile, rows))
        })
    })
}

/// Sends the own rows, which may be fewer or more than those that come.
pub(super) fn exchange(exec: &mut dyn Exec<'_>, op: OpId) -> Result<(), EvalError> {
    let [core, offset, tokens] =
        [number(exec, op, "core")?, number(exec, op, "offset")?, number(exec, op, "tokens")?];
    stage(exec, op, &[2, 3], |m, buffers| {
        let [dst, own] = two(buffers)?;
        let rows = own.tile_rows(0, tokens);
        machine::tensor_copy(m, &dst.rows(offset, tokens), &rows)?;
        let others = dst.dim(0).saturating_sub(tokens);
        m.exchange(&dst.rows(if offset == 0 { tokens } else { 0 }, others), &rows, partner(core), 0)
    })
}

pub(super) fn exchange_tiles(exec: &mut dyn Exec<'_>, op: OpId) -> Result<(), EvalError> {
    let core = number(exec, op, "core")?;
    stage(exec, op, &[3, 3], |m, buffers| {
        let [dst, own] = two(buffers)?;
        let block = own.dim(1) * own.dim(2);
        let part = |core: usize| dst.part(dst.dim(0), core * block, &[(1, block)]);
        machine::tensor_copy(m, &part(core), &own.part(own.dim(0), 0, &[(1, block)]))?;
        m.exchange(&part(1 - core.min(1)), &part(core), partner(core), 0)
    })
}

/// The other of two cores, at both ends.
fn partner(core: usize) -> Ranks {
    let other = 1 - core.min(1);
    Ranks { send_to: other, recv_from: other }
}

fn zero(elem: ElementType) -> u64 {
    device_constant(elem, Scalar::Float(0.0))
}

fn two(buffers: &[Buffer]) -> Result<[&Buffer; 2], MachineError> {
    match buffers {
        [first, second, ..] => Ok([first, second]),
        _ => Err(lacks_operand()),
    }
}

/// What the verifier refuses before.
fn lacks_operand() -> MachineError {
    Problem::NoBuffer.of("operand")
}
