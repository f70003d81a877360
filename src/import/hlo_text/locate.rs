//! Finds the place of a part of an op in HLO text by reading its instruction again. Only errors need it, so the importer
//! keeps nothing for it.

use std::ops::Range;

use super::lexer;
use super::parser::parse_operation;
use super::syntax::{Arguments, Instruction, Operand};
use crate::import::opcodes::opcode;
use crate::ir::{Ir, OpId, Part};

/// The place of a part of an op; `None` if it is not written there.
pub(in crate::import) fn locate(ir: &Ir<'_>, op: OpId, part: &Part) -> Option<Range<usize>> {
    let span = ir.op(op).span;
    let file = ir.ctx.file(span.file)?;
    let text = file.text.as_str();
    let whole = span.start as usize..span.end as usize;
    text.get(whole.clone())?;
    // Functions and modules have the place of their names.
    let Some(instruction) = parse_operation(ir.ctx, span.file, text, whole.clone()) else {
        return matches!(part, Part::Op).then_some(whole);
    };
    match part {
        Part::Op => Some(instruction.opcode.at),
        Part::Operand(index) => operand(ir, op, &instruction, *index),
        Part::Result(_) => name(text, whole.start),
        Part::Attr(attr) => attribute(&instruction, attr),
        Part::AttrText(attr, bytes) => {
            attribute(&instruction, attr).map(|value| text_part(text, value, bytes))
        }
        // HLO text has no dictionaries of its own: the whole value stands for the entry.
        Part::AttrEntry(entry, _) => attribute(&instruction, &entry.0),
        Part::Region(index) => {
            let names = opcode(instruction.opcode.text).map_or(&[][..], |row| row.regions);
            names.get(*index).and_then(|name| written(&instruction, name))
        }
    }
}

/// An operand; tuples among them stand for several of the op.
fn operand(ir: &Ir<'_>, op: OpId, instruction: &Instruction<'_>, index: usize) -> Option<Range<usize>> {
    let Arguments::Operands(operands) = &instruction.arguments else { return None };
    if operands.len() != ir.operand_count(op) {
        return Some(instruction.arguments_at.clone());
    }
    Some(match operands.get(index)? {
        Operand::Named { name, .. } => name.at.clone(),
        Operand::Nested(nested) => nested.opcode.at.start..nested.end,
    })
}

/// The name in front of `= shape opcode`.
fn name(text: &str, opcode: usize) -> Option<Range<usize>> {
    let line = text[..opcode].rfind('\n').map_or(0, |at| at + 1);
    let head = &text[line..opcode];
    let end = head.find('=').map(|at| head[..at].trim_end().len())?;
    let start = head[..end].rfind([' ', '\t', '{', '(']).map_or(0, |at| at + 1);
    Some(line + start..line + end)
}

/// The value of an attribute of the op.
fn attribute(instruction: &Instruction<'_>, attr: &str) -> Option<Range<usize>> {
    if attr == "value"
        && let Arguments::Literal(at) = &instruction.arguments
    {
        return Some(at.clone());
    }
    let fields = opcode(instruction.opcode.text).map_or(&[][..], |row| row.fields);
    let same = |field: &&crate::import::fields::Field| field.ir.contains(&attr);
    let texts = fields.iter().find(same).map_or(&[][..], |field| field.text);
    // Of several, the one of the same name.
    let exact = texts.iter().find(|name| **name == attr).or(texts.first()).copied();
    let called = match attr {
        "callee" | "decomposition" => &["to_apply", "calls"][..],
        "called_computations" => &["called_computations", "to_apply"],
        _ => &[],
    };
    exact.into_iter().chain(called.iter().copied()).find_map(|name| written(instruction, name))
}

fn written(instruction: &Instruction<'_>, name: &str) -> Option<Range<usize>> {
    instruction
        .attributes
        .iter()
        .find(|attribute| attribute.name == name)
        .map(|attribute| attribute.at.clone())
}

/// The source of bytes `part` of a string's text. A configuration in braces is its own text.
fn text_part(text: &str, value: Range<usize>, part: &Range<usize>) -> Range<usize> {
    let bytes = text.as_bytes();
    let quoted = matches!(bytes.get(value.start), Some(b'"' | b'\''));
    if !quoted {
        let at = |index: usize| (value.start + index).min(value.end);
        return at(part.start)..at(part.end);
    }
    let close = value.end - 1;
    let mut at = value.start + 1;
    let mut places = vec![at];
    while at < close {
        at += lexer::unescape_step(&bytes[at..close]).1;
        places.push(at);
    }
    let place = |index: usize| places.get(index).copied().unwrap_or(close);
    place(part.start)..place(part.end).max(place(part.start))
}
