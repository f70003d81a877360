//! The structure of IR without names and locations, for comparing.

use rustc_hash::FxHashMap;

use crate::ir::{Attr, BlockId, Ir, OpId, OpName, Str, Type, ValueId};

/// One piece of a structure. Equal lists of pieces mean equal IR.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Piece {
    /// An op starts.
    Op(OpName),
    /// An attribute.
    Attr(Str, Attr),
    /// A type of a result or block argument.
    Type(Type),
    /// The use of a value: its number in order of definition.
    Value(u32),
    /// The use of a value from outside.
    Outer(ValueId),
    /// A successor block by number.
    Block(u32),
    /// A region starts.
    Region,
    /// A block starts.
    BlockStart,
    /// An op or region ends.
    End,
}

/// The structure of an op and everything in it. Attributes named in `without` are left out.
pub fn structure(ir: &Ir<'_>, root: OpId, without: &[&str]) -> Vec<Piece> {
    enum Todo {
        Enter(OpId),
        Emit(Piece),
        Number(BlockId),
    }
    let mut values: FxHashMap<ValueId, u32> = FxHashMap::default();
    let mut blocks: FxHashMap<BlockId, u32> = FxHashMap::default();
    let mut pieces = Vec::new();
    // Values and blocks are numbered first, since graphs use them before they are defined.
    ir.walk(root, |ir, op| {
        for &region in ir.regions(op) {
            for block in ir.blocks(region) {
                let next = blocks.len() as u32;
                blocks.insert(block, next);
                for &arg in ir.args(block) {
                    let next = values.len() as u32;
                    values.insert(arg, next);
                }
            }
        }
        for &result in ir.results(op) {
            let next = values.len() as u32;
            values.insert(result, next);
        }
    });
    let mut stack = vec![Todo::Enter(root)];
    while let Some(todo) = stack.pop() {
        let op = match todo {
            Todo::Emit(piece) => {
                pieces.push(piece);
                continue;
            }
            Todo::Number(block) => {
                pieces.push(Piece::BlockStart);
                pieces.extend(ir.args(block).iter().map(|&a| Piece::Type(ir.ty(a))));
                continue;
            }
            Todo::Enter(op) => op,
        };
        let data = ir.op(op);
        pieces.push(Piece::Op(data.name));
        for dict in data.props.into_iter().chain([data.attrs]) {
            for &(name, attr) in ir.ctx.dict_entries(dict) {
                if !without.contains(&ir.ctx.text(name)) {
                    pieces.push(Piece::Attr(name, attr));
                }
            }
        }
        pieces.extend(ir.operands(op).map(|v| match values.get(&v) {
            Some(&number) => Piece::Value(number),
            None => Piece::Outer(v),
        }));
        pieces.extend(ir.results(op).iter().map(|&v| Piece::Type(ir.ty(v))));
        pieces.extend(
            ir.successors(op).iter().map(|b| Piece::Block(blocks.get(b).copied().unwrap_or(u32::MAX))),
        );
        let start = stack.len();
        for &region in ir.regions(op) {
            stack.push(Todo::Emit(Piece::Region));
            for block in ir.blocks(region) {
                stack.push(Todo::Number(block));
                stack.extend(ir.block_ops(block).map(Todo::Enter));
            }
            stack.push(Todo::Emit(Piece::End));
        }
        stack.push(Todo::Emit(Piece::End));
        stack[start..].reverse();
    }
    pieces
}
