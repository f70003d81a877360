//! Modules, computations and instructions (spec hlo_text.md §2). An error ends an instruction, never the run.

use std::ops::Range;

use smallvec::SmallVec;

use super::cursor::Cursor;
use super::header;
use super::lexer::Token;
use super::shapes::{self, Shapes, integer};
use super::syntax::{Arguments, Attribute, Head, Instruction, Operand, Shape, Sink, TableRow, Word};
use super::values::{name, string};
use crate::import::attributes::HEADER;
use crate::import::shape::{NO_ELEMENTS, is_primitive};
use crate::ir::text::{Parse, Reported};
use crate::ir::{Context, Diagnostic, Diagnostics, FileId, Span, Type};

/// Words that are no names.
const RESERVED: &[&str] = &[
    "ENTRY",
    "FileLocations",
    "FileNames",
    "FunctionNames",
    "HloModule",
    "ROOT",
    "StackFrames",
    "false",
    "inf",
    "last_tile_dim_replicate",
    "manual",
    "maximal",
    "nan",
    "replicated",
    "shard_as",
    "shard_like",
    "true",
    "unknown",
    "unreduced",
];

/// The tables that may stand in front of the computations.
const TABLES: &[&str] = &["FileNames", "FunctionNames", "FileLocations", "StackFrames"];

/// Errors of a text that are reported; more tell nothing new.
const MAX_ERRORS: usize = 1000;

/// Reads a range of a source text.
pub(in crate::import) struct Parser<'s, 'c> {
    pub(super) cur: Cursor<'s, 'c>,
    pub(super) shapes: Shapes<'s>,
    /// The name of the instruction that is being read.
    current: Option<Word<'s>>,
}

/// Reads a module and hands it to `sink`. Everything wrong with the syntax is reported.
pub(in crate::import) fn parse<'s>(
    ctx: &Context,
    file: FileId,
    text: &'s str,
    range: Range<usize>,
    diagnostics: &mut Diagnostics,
    sink: &mut dyn Sink<'s>,
) {
    let mut parser = Parser::new(Cursor::new(ctx, file, text, range, diagnostics));
    // What nothing can be read behind has been reported.
    let _ = parser.module(sink);
}

/// Whether a word is no name: of HLO's own, or a type.
pub(in crate::import) fn is_reserved(word: &str) -> bool {
    RESERVED.contains(&word) || NO_ELEMENTS.contains(&word) || is_primitive(word)
}

/// How a module takes and gives values.
pub(in crate::import) struct ProgramShape<'s> {
    pub parameters: Vec<Shape<'s>>,
    pub result: Shape<'s>,
}

/// Reads `{(shape, ...)->shape}`.
pub(in crate::import) fn parse_program_shape<'s>(ctx: &Context, text: &'s str) -> Option<ProgramShape<'s>> {
    let mut diagnostics = Diagnostics::new();
    let mut cur = Cursor::new(ctx, Span::NONE.file, text, 0..text.len(), &mut diagnostics);
    let mut known = Shapes::default();
    header::program_shape(&mut cur, &mut known).ok().filter(|_| cur.at(Token::End))
}

/// Reads a shape.
pub(in crate::import) fn parse_shape(ctx: &Context, text: &str) -> Option<Type> {
    let mut diagnostics = Diagnostics::new();
    let mut cur = Cursor::new(ctx, Span::NONE.file, text, 0..text.len(), &mut diagnostics);
    let shape = shapes::shape(&mut cur, &mut Shapes::default()).ok()?;
    cur.at(Token::End).then_some(shape.ty)
}

/// Reads again what stands from an opcode to the end of its instruction.
pub(in crate::import) fn parse_operation<'s>(
    ctx: &Context,
    file: FileId,
    text: &'s str,
    range: Range<usize>,
) -> Option<Instruction<'s>> {
    let mut diagnostics = Diagnostics::new();
    Parser::new(Cursor::new(ctx, file, text, range, &mut diagnostics)).operation(None, None).ok()
}

impl<'s, 'c> Parser<'s, 'c> {
    fn new(cur: Cursor<'s, 'c>) -> Self {
        Parser { cur, shapes: Shapes::default(), current: None }
    }

    fn module(&mut self, sink: &mut dyn Sink<'s>) -> Parse<()> {
        if self.cur.eat_word("HloModule") {
            let name = name(&mut self.cur, "the name of the module")?;
            sink.module(name);
            let mut seen = Vec::new();
            while self.cur.eat(Token::Comma) {
                let at = self.cur.start..self.cur.end;
                let name = self.header(sink)?;
                if seen.contains(&name) {
                    return self.cur.error_at(at, format!("attribute {name} already exists"));
                }
                seen.push(name);
            }
            while TABLES.iter().any(|table| self.cur.at_word(table)) {
                self.table(sink)?;
            }
        } else if self.at_instruction() {
            return self.single(sink);
        }
        if self.cur.at(Token::End) {
            return self.cur.expected("a computation");
        }
        while !self.cur.at(Token::End) {
            if self.computation(sink).is_err() {
                self.skip_computation();
            }
            if self.cur.diagnostics.list.len() > MAX_ERRORS {
                return Err(Reported);
            }
        }
        Ok(())
    }

    /// `name=value` of the module; the value is handed on as it is written. Returns the name.
    fn header(&mut self, sink: &mut dyn Sink<'s>) -> Parse<&'static str> {
        let word = self.cur.text();
        let Some(known) = HEADER.iter().find(|field| field.name == word) else {
            if !self.cur.at(Token::Word) {
                return self.cur.expected("the name of an attribute");
            }
            let message = format!("unexpected attribute \"{word}\" of a module");
            let span = self.cur.span(&(self.cur.start..self.cur.end));
            let help = format!(
                "a module can have {}",
                HEADER.iter().map(|field| field.name).collect::<Vec<_>>().join(", ")
            );
            self.cur.diagnostics.push(Diagnostic::error(span, message).help(help));
            return Err(Reported);
        };
        self.cur.bump();
        self.cur.expect_equal()?;
        let start = self.cur.start;
        header::value(&mut self.cur, &mut self.shapes, known.syntax)?;
        let at = start..self.cur.prev_end;
        // What the sink has to say, it has reported.
        let _ = sink.header(known, &self.cur.src[at.clone()], at, self.cur.diagnostics);
        Ok(known.name)
    }

    fn table(&mut self, sink: &mut dyn Sink<'s>) -> Parse<()> {
        let table = self.cur.text();
        self.cur.bump();
        while self.cur.at(Token::Integer) {
            let number = integer(&mut self.cur, "the number of a row")?;
            let row = if self.cur.at(Token::String) {
                TableRow::Text(string(&mut self.cur)?)
            } else {
                self.cur.expect(Token::LBrace, "a string or '{'")?;
                let mut numbers = Vec::new();
                while !self.cur.eat(Token::RBrace) {
                    let key = name(&mut self.cur, "a field of a row")?.text;
                    self.cur.expect_equal()?;
                    numbers.push((key, integer(&mut self.cur, "a number")?));
                    self.cur.eat(Token::Comma);
                }
                TableRow::Numbers(numbers)
            };
            sink.row(table, number, row);
        }
        Ok(())
    }

    /// Whether the text goes on with `name =`.
    fn at_instruction(&self) -> bool {
        self.cur.at_word("ROOT")
            || matches!(self.cur.tok, Token::Word | Token::Name) && self.cur.peek_byte() == Some(b'=')
    }

    /// A text that is an instruction alone: its operands are parameters.
    fn single(&mut self, sink: &mut dyn Sink<'s>) -> Parse<()> {
        let entry = self.cur.start..self.cur.end;
        let instruction = self.instruction()?;
        if !self.cur.at(Token::End) {
            return self.cur.expected("the end of the text behind a single instruction");
        }
        let name = Word { text: "entry", at: entry.clone() };
        let end = instruction.end..instruction.end;
        sink.begin(
            Head { entry: Some(entry), name, result: None, implicit_parameters: true },
            self.cur.diagnostics,
        )?;
        sink.instruction(&instruction, self.cur.diagnostics)?;
        sink.end(end, None, self.cur.diagnostics)
    }

    fn computation(&mut self, sink: &mut dyn Sink<'s>) -> Parse<()> {
        let entry = self.cur.start..self.cur.end;
        let entry = self.cur.eat_word("ENTRY").then_some(entry);
        let name = self.new_name("the name of a computation")?;
        let mut result = None;
        if self.cur.eat(Token::LParen) {
            self.program_shape()?;
            result = Some(shapes::shape(&mut self.cur, &mut self.shapes)?);
        }
        self.cur.expect(Token::LBrace, "'{' in front of the instructions of a computation")?;
        let begun =
            sink.begin(Head { entry, name, result, implicit_parameters: false }, self.cur.diagnostics);
        while !self.cur.at(Token::RBrace) {
            let read = self.instruction();
            match read {
                // What the sink has to say, it has reported.
                Ok(instruction) if begun.is_ok() => {
                    let _ = sink.instruction(&instruction, self.cur.diagnostics);
                }
                Ok(_) => {}
                Err(Reported) => {
                    if let Some(name) = self.current.take().filter(|_| begun.is_ok()) {
                        sink.lost(name);
                    }
                    let next = self.cur.next_statement(self.cur.prev_end);
                    self.cur.recover(next);
                    if self.cur.at(Token::End) || self.cur.diagnostics.list.len() > MAX_ERRORS {
                        return Err(Reported);
                    }
                }
            }
        }
        let close = self.cur.start..self.cur.end;
        self.cur.bump();
        let mut thread = None;
        if self.cur.eat(Token::Comma) {
            if !self.cur.eat_word("execution_thread") {
                return self.cur.expected("execution_thread");
            }
            self.cur.expect_equal()?;
            thread = Some(string(&mut self.cur)?);
        }
        if begun.is_ok() {
            // What the sink has to say, it has reported.
            let _ = sink.end(close, thread, self.cur.diagnostics);
        }
        Ok(())
    }

    /// `p: f32[4], q: s32[]) ->`: the instructions say it again.
    fn program_shape(&mut self) -> Parse<()> {
        let mut first = true;
        while !self.cur.eat(Token::RParen) {
            if !std::mem::take(&mut first) {
                self.cur.expect(Token::Comma, "',' or ')' in a list of parameters")?;
            }
            name(&mut self.cur, "the name of a parameter")?;
            self.cur.expect(Token::Colon, "':' behind the name of a parameter")?;
            shapes::shape(&mut self.cur, &mut self.shapes)?;
        }
        self.cur.expect(Token::Arrow, "'->' behind a list of parameters")
    }

    /// Goes on behind the end of a computation that cannot be read.
    fn skip_computation(&mut self) {
        let mut at = self.cur.prev_end;
        loop {
            at = self.cur.next_statement(at);
            let line = self.cur.src[at..].trim_start_matches([' ', '\t']);
            if line.starts_with('}') {
                at = self.cur.src.len() - line.len() + 1;
                break;
            }
            if at == self.cur.src.len() {
                break;
            }
        }
        self.cur.recover(at);
    }

    /// A name that is being defined.
    fn new_name(&mut self, what: &str) -> Parse<Word<'s>> {
        let bare = self.cur.at(Token::Word);
        if bare && RESERVED.contains(&self.cur.text()) {
            return self.cur.expected(what);
        }
        let name = name(&mut self.cur, what)?;
        if is_primitive(name.text) || NO_ELEMENTS.contains(&name.text) {
            let message = format!("illegal name: {0}; suggest renaming to: {0}_", name.text);
            return self.cur.error_at(name.at, message);
        }
        Ok(name)
    }

    /// `[ROOT] name = ...`
    pub(super) fn instruction(&mut self) -> Parse<Instruction<'s>> {
        self.current = None;
        let root = self.cur.start..self.cur.end;
        let root = self.cur.eat_word("ROOT").then_some(root);
        let name = self.new_name("the name of an instruction")?;
        self.current = Some(name.clone());
        let bare = self.cur.src.as_bytes()[name.at.start] != b'%';
        if bare && self.cur.at(Token::Equal) && self.cur.start == self.cur.prev_end {
            let message = format!("'{}=' reads as the name of an attribute", name.text);
            let span = self.cur.span(&(name.at.start..self.cur.end));
            let help = "the name of an instruction has a blank behind it, or a '%' in front of it";
            self.cur.diagnostics.push(Diagnostic::error(span, message).help(help));
            return Err(Reported);
        }
        self.cur.expect(Token::Equal, "'=' behind the name of an instruction")?;
        let shape = self.optional_shape()?;
        let mut instruction = self.operation(Some(name), shape)?;
        instruction.root = root;
        Ok(instruction)
    }

    fn optional_shape(&mut self) -> Parse<Option<Shape<'s>>> {
        if !shapes::begins(&self.cur) {
            return Ok(None);
        }
        shapes::shape(&mut self.cur, &mut self.shapes).map(Some)
    }

    /// `opcode(...), attribute=...`
    fn operation(&mut self, name: Option<Word<'s>>, shape: Option<Shape<'s>>) -> Parse<Instruction<'s>> {
        let (opcode, arguments, arguments_at) = self.call()?;
        let mut attributes: SmallVec<[Attribute<'s>; 2]> = SmallVec::new();
        while self.cur.at(Token::Comma) {
            self.cur.bump();
            let attribute = self.attribute()?;
            if attributes.iter().any(|known| known.name == attribute.name) {
                let message = format!("attribute {} already exists", attribute.name);
                return self.cur.error_at(attribute.name_at, message);
            }
            attributes.push(attribute);
        }
        let end = self.cur.prev_end;
        Ok(Instruction { root: None, name, shape, opcode, arguments, arguments_at, attributes, end })
    }

    /// `opcode(...)`, with the place between the parentheses.
    fn call(&mut self) -> Parse<(Word<'s>, Arguments<'s>, Range<usize>)> {
        if !self.cur.at(Token::Word) {
            return self.cur.expected("an opcode");
        }
        let opcode = Word { text: self.cur.text(), at: self.cur.start..self.cur.end };
        self.cur.bump();
        if !self.cur.at(Token::LParen) {
            return self.cur.expected("'(' behind an opcode");
        }
        if opcode.text == "constant" {
            let range = self.cur.literal()?;
            let inside = range.start + 1..range.end - 1;
            return Ok((opcode, Arguments::Literal(inside.clone()), inside));
        }
        self.cur.bump();
        let start = self.cur.start;
        let arguments = if opcode.text == "parameter" {
            Arguments::Number(integer(&mut self.cur, "the number of a parameter")?)
        } else {
            Arguments::Operands(self.operands()?)
        };
        let inside = start.min(self.cur.start)..self.cur.start;
        self.cur.expect(Token::RParen, "')' at the end of operands")?;
        Ok((opcode, arguments, inside))
    }

    fn operands(&mut self) -> Parse<SmallVec<[Operand<'s>; 4]>> {
        let mut list = SmallVec::new();
        while !self.cur.at(Token::RParen) {
            if !list.is_empty() {
                self.cur.expect(Token::Comma, "')' at the end of operands")?;
            }
            list.push(self.operand()?);
        }
        Ok(list)
    }

    /// `name`, `shape name`, or an instruction without attributes.
    fn operand(&mut self) -> Parse<Operand<'s>> {
        let shape = self.optional_shape()?;
        if self.cur.at(Token::Word) && self.cur.peek_byte() == Some(b'(') {
            return self.nested(shape);
        }
        let name = name(&mut self.cur, "an instruction name or a nested instruction")?;
        Ok(Operand::Named { shape: shape.map(Box::new), name })
    }

    fn nested(&mut self, shape: Option<Shape<'s>>) -> Parse<Operand<'s>> {
        self.cur.enter()?;
        let (opcode, arguments, arguments_at) = self.call()?;
        self.cur.leave();
        Ok(Operand::Nested(Box::new(Instruction {
            root: None,
            name: None,
            shape,
            opcode,
            arguments,
            arguments_at,
            attributes: SmallVec::new(),
            end: self.cur.prev_end,
        })))
    }
}
