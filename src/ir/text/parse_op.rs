//! Ops, blocks, regions and the file around them.

use std::ops::Range;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::form_parse::OpParser;
use super::lexer::Token;
use super::parser::{HashAlias, Parse, Parser, Reported};
use super::scope::{Labels, Scope, ValueUse};
use crate::ir::{
    Attr, AttrDefault, Context, Diagnostic, Diagnostics, FileId, InsertPoint, Ir, Loc, LocKind, OpId, OpInfo,
    OpName, OpState, RegionId, Span, Str, Trait, ValueId, nearest,
};

/// What the reader accepts.
#[derive(Clone, Copy, Default, Debug)]
pub struct ParseOptions {
    /// Whether ops that no dialect declares are accepted (generic form only).
    pub allow_unregistered: bool,
}

/// Reads a range of a source text as a module. Everything wrong is reported; `None` if there was an error.
///
/// Several ops, or one that is no `builtin.module`, are wrapped in a module. The result may violate op declarations:
/// that is for [`crate::ir::verify()`] to find.
pub fn parse<'c>(
    ctx: &'c Context,
    file: FileId,
    range: Range<usize>,
    options: &ParseOptions,
    diagnostics: &mut Diagnostics,
) -> Option<Ir<'c>> {
    let text = &ctx.file(file)?.text;
    if text.len() > u32::MAX as usize {
        let span = Span::new(file, 0, 0);
        diagnostics
            .push(crate::ir::Diagnostic::error(span, "source texts of 4 GiB and more are not supported"));
        return None;
    }
    let before = diagnostics.list.len();
    let mut ir = Ir::new(ctx);
    ir.reserve(memchr::memchr_iter(b'\n', &text.as_bytes()[range.clone()]).count());
    let mut parser = IrParser {
        p: Parser::new(ctx, file, text, range, diagnostics),
        ir,
        scopes: vec![Scope::default()],
        labels: Vec::new(),
        default_dialects: vec!["builtin"],
        stand_in_name: ctx.op_name("builtin.unrealized_conversion_cast"),
        allow_unregistered: options.allow_unregistered,
        names: FxHashMap::default(),
        completed: FxHashMap::default(),
    };
    parser.file();
    let ir = parser.ir;
    let failed = diagnostics.list[before..].iter().any(|d| d.severity == crate::ir::Severity::Error);
    (!failed).then_some(ir)
}

/// Results named in front of an op: `%a, %b:2 = `.
pub(super) type ResultNames<'s> = SmallVec<[(&'s str, u32, usize); 2]>;

/// Properties and discardable attributes of an op.
type Attrs = (Option<Attr>, Attr);

/// The reader of a module.
pub(super) struct IrParser<'s, 'c> {
    pub(super) p: Parser<'s, 'c>,
    pub(super) ir: Ir<'c>,
    pub(super) scopes: Vec<Scope<'s>>,
    pub(super) labels: Vec<Labels<'s>>,
    /// Dialects whose prefix may be left out, by custom-form op around the current place.
    pub(super) default_dialects: Vec<&'static str>,
    pub(super) stand_in_name: OpName,
    allow_unregistered: bool,
    /// Op names of the source.
    names: FxHashMap<&'s str, OpName>,
    /// What properties and attributes of a registered op become once defaults are filled in.
    completed: FxHashMap<(OpName, Attrs), Attrs>,
}

impl<'s, 'c> IrParser<'s, 'c> {
    fn file(&mut self) {
        let module = self.ir.root();
        let body = self.ir.region(module, 0);
        let block = self.ir.entry_block(body).expect("a new module has a block");
        self.labels.push(Labels::default());
        loop {
            let start = self.p.start;
            let step = match self.p.tok {
                Token::End => break,
                Token::HashId => self.hash_alias(),
                Token::ExclaimId => self.type_alias(),
                Token::MetadataBegin => super::resources::parse(&mut self.p, &mut self.ir.resources),
                _ => {
                    self.op_in(block);
                    // A brace that closes nothing stops recovery at once.
                    if self.p.start == start {
                        self.p.bump();
                    }
                    continue;
                }
            };
            if step.is_err() {
                self.recover(start);
                // What closes nothing is passed over.
                if self.p.at(Token::RBrace) {
                    self.p.bump();
                }
            }
        }
        self.labels.pop();
        self.pop_scope();
        let ctx = self.p.ctx;
        let name = ctx.file(self.p.file).map_or(Str::EMPTY, |f| ctx.str(&f.name));
        self.ir.op_mut(module).loc =
            ctx.loc(LocKind::FileLineCol { file: name, line: 0, col: 0, end_line: 0, end_col: 0 });
        let only = self.ir.first_op(block).filter(|&op| self.ir.next_op(op).is_none());
        if let Some(only) = only.filter(|&op| self.ir.is(op, "builtin.module")) {
            self.ir.detach(only);
            self.ir.set_root(only);
            self.ir.erase(module);
        }
    }

    /// `#name = attribute` or `#name = loc(...)`
    fn hash_alias(&mut self) -> Parse<()> {
        let p = &mut self.p;
        let (full, at) = (p.text(), p.start..p.end);
        let name = &full[1..];
        if name.contains('.') {
            return p.error("attribute names with a '.' are reserved for dialect-defined names");
        }
        p.bump();
        p.expect(Token::Equal, "expected '=' in attribute alias definition")?;
        let value = match p.at_word("loc") {
            true => p.parse_loc().map(HashAlias::Loc),
            false => p.define(full, |p| p.parse_attr()).map(HashAlias::Attr),
        };
        // Uses of an alias that could not be read are no errors of their own.
        let value = value.inspect_err(|_| {
            p.hash_aliases.entry(name).or_insert(HashAlias::Attr(p.ctx.unit_attr()));
        })?;
        // A location above may have read this definition already.
        let read = p.later_aliases.as_mut().and_then(|later| later.remove(name)) == Some(None);
        if p.hash_aliases.insert(name, value).is_some() && !read {
            return p.error_at(at, format!("redefinition of attribute alias id '{name}'"));
        }
        Ok(())
    }

    /// `!name = type`
    fn type_alias(&mut self) -> Parse<()> {
        let p = &mut self.p;
        let (full, at) = (p.text(), p.start..p.end);
        let name = &full[1..];
        if name.contains('.') {
            return p.error("type names with a '.' are reserved for dialect-defined names");
        }
        p.bump();
        p.expect(Token::Equal, "expected '=' in type alias definition")?;
        let ty = p.define(full, |p| p.parse_type());
        // Uses of an alias that could not be read are no errors of their own.
        let ty = ty.inspect_err(|_| {
            p.type_aliases.entry(name).or_insert(p.ctx.none_type());
        })?;
        if p.type_aliases.insert(name, ty).is_some() {
            return p.error_at(at, format!("redefinition of type alias id '{name}'"));
        }
        Ok(())
    }

    /// Reads an op and puts it at the end of a block. After an error, goes on at what looks like the next op.
    pub(super) fn op_in(&mut self, block: crate::ir::BlockId) {
        let start = self.p.start;
        let mut names = ResultNames::new();
        match self.op(&mut names) {
            Ok(op) => self.ir.insert(InsertPoint::End(block), op),
            Err(Reported) => {
                let poisoned =
                    &mut self.scopes.last_mut().expect("a scope is open while ops are read").poisoned;
                poisoned.extend(names.iter().map(|n| n.0));
                self.recover(start);
            }
        }
    }

    /// Skips to the first token of a line that may begin an op, outside of braces opened since `start`.
    pub(super) fn recover(&mut self, start: usize) {
        let failed_at = self.p.start;
        self.p.reset(start);
        let mut open = 0i32;
        let mut first = true;
        loop {
            let passed = self.p.start >= failed_at && !first;
            let new_line = self.p.src[self.p.prev_end..self.p.start].contains('\n');
            match self.p.tok {
                Token::End => return,
                Token::RBrace if open == 0 => return,
                Token::RBrace => open -= 1,
                Token::LBrace => open += 1,
                Token::PercentId | Token::String | Token::BareId | Token::CaretId
                    if passed && new_line && open == 0 =>
                {
                    return;
                }
                Token::HashId | Token::ExclaimId | Token::MetadataBegin
                    if passed && new_line && open == 0 && self.labels.len() == 1 =>
                {
                    return;
                }
                _ => {}
            }
            first = false;
            self.p.bump();
        }
    }

    /// `results = op loc`
    fn op(&mut self, names: &mut ResultNames<'s>) -> Parse<OpId> {
        if self.p.at(Token::PercentId) {
            loop {
                if !self.p.at(Token::PercentId) {
                    return self.p.expected("expected valid ssa identifier");
                }
                let (name, at) = (&self.p.text()[1..], self.p.start);
                self.p.bump();
                let mut count = 1;
                if self.p.eat(Token::Colon) {
                    count = match self.p.text().parse::<u32>() {
                        Ok(0) => return self.p.error("expected named operation to have at least 1 result"),
                        Ok(n) if self.p.at(Token::Integer) => n,
                        _ => return self.p.expected("expected integer number of results"),
                    };
                    self.p.bump();
                }
                names.push((name, count, at));
                if !self.p.eat(Token::Comma) {
                    break;
                }
            }
            self.p.expect(Token::Equal, "expected '=' after SSA name")?;
        }
        let name_at = self.p.start..self.p.end;
        let op = match self.p.tok {
            Token::String => self.generic_op()?,
            Token::BareId if !self.p.at_integer_type() => self.custom_op(names)?,
            _ => return self.p.expected("expected operation name in quotes"),
        };
        let end = self.p.prev_end;
        let loc = self.p.optional_loc()?.unwrap_or(Loc::SPAN);
        self.ir.op_mut(op).loc = loc;
        self.ir.op_mut(op).span = self.p.span(name_at.start, end);
        self.name_results(op, names, name_at)?;
        Ok(op)
    }

    fn name_results(&mut self, op: OpId, names: &ResultNames<'s>, name_at: Range<usize>) -> Parse<()> {
        if names.is_empty() {
            return Ok(());
        }
        let count = self.ir.results(op).len();
        let named: u64 = names.iter().map(|n| u64::from(n.1)).sum();
        if count == 0 {
            return self.p.error_at(names[0].2..name_at.start, "cannot name an operation with no results");
        }
        if named != count as u64 {
            let message = format!("operation defines {count} results but was provided {named} to bind");
            return self.p.error_at(names[0].2..name_at.start, message);
        }
        let mut next = 0;
        for &(name, count, at) in names {
            let values: SmallVec<[ValueId; 4]> = self.ir.results(op)[next..next + count as usize].into();
            self.define(name, &values, at)?;
            next += count as usize;
        }
        Ok(())
    }

    /// The op name a word of the source stands for.
    fn op_name(&mut self, text: &'s str) -> OpName {
        let ctx = self.p.ctx;
        *self.names.entry(text).or_insert_with(|| ctx.op_name(text))
    }

    /// `"name"(operands)[successors] <properties> (regions) {attributes} : type`
    fn generic_op(&mut self) -> Parse<OpId> {
        let name_at = self.p.start..self.p.end;
        let text = &self.p.src[name_at.start + 1..name_at.end - 1];
        if text.is_empty() {
            return self.p.error("empty operation name is invalid");
        }
        let name = self.quoted_op_name(text)?;
        let info = self.p.ctx.op_info(name);
        if info.is_none() {
            self.check_unregistered(name, name_at)?;
        }
        self.p.bump();
        let mut state = OpState::named(self.p.ctx, name);
        self.p.expect(Token::LParen, "expected '(' to start operand list")?;
        let mut uses: SmallVec<[ValueUse<'s>; 4]> = SmallVec::new();
        if !self.p.eat(Token::RParen) {
            loop {
                uses.push(self.p.value_use()?);
                if !self.p.eat(Token::Comma) {
                    break;
                }
            }
            self.p.expect(Token::RParen, "expected ')' to end operand list")?;
        }
        if self.p.at(Token::LSquare) {
            if info.is_some_and(|i| !i.has_trait(Trait::Terminator)) {
                return self.p.error("successors in non-terminator");
            }
            self.p.bump();
            loop {
                let successor = self.successor()?;
                state.successors.push(successor);
                if !self.p.eat(Token::Comma) {
                    break;
                }
            }
            self.p.expect(Token::RSquare, "expected ']'")?;
        }
        if self.p.eat(Token::Less) {
            state.props = Some(self.p.parse_attr()?);
            self.p.expect(Token::Greater, "expected '>' to close properties")?;
        }
        let mut regions: SmallVec<[RegionId; 2]> = SmallVec::new();
        if self.p.eat(Token::LParen) {
            let isolated = info.is_some_and(|i| i.has_trait(Trait::IsolatedFromAbove));
            let entry_places = info.is_none_or(|i| i.form.is_none());
            loop {
                regions.push(self.region(isolated, entry_places, &[])?);
                if !self.p.eat(Token::Comma) {
                    break;
                }
            }
            self.p.expect(Token::RParen, "expected ')' to end region list")?;
        }
        if self.p.at(Token::LBrace) {
            let entries = self.p.nested(Parser::dictionary)?;
            state.attrs = self.p.ctx.dict_attr(entries);
        }
        self.p.expect(Token::Colon, "expected ':' followed by operation type")?;
        let type_at = self.p.start;
        let (inputs, results) = self.p.signature()?;
        if inputs.len() != uses.len() {
            let plural = if uses.len() == 1 { "" } else { "s" };
            let message = format!("expected {} operand type{plural} but had {}", uses.len(), inputs.len());
            return self.p.error_at(type_at..self.p.prev_end, message);
        }
        for (value, ty) in uses.into_iter().zip(inputs) {
            let value = self.resolve(value, ty)?;
            state.operands.push(value);
        }
        state.results = results;
        if let Some(info) = info {
            self.complete(info, &mut state);
        }
        let op = self.ir.create(state);
        self.ir.attach_regions(op, &regions);
        Ok(op)
    }

    /// The op name that the inside of a string stands for.
    fn quoted_op_name(&mut self, text: &'s str) -> Parse<OpName> {
        if memchr::memchr2(b'\\', b'\0', text.as_bytes()).is_none() {
            return Ok(self.op_name(text));
        }
        match String::from_utf8(super::parser::unescaped(text)) {
            Ok(name) if name.contains('\0') => self.p.error("null character not allowed in operation name"),
            Ok(name) => Ok(self.p.ctx.op_name(&name)),
            Err(_) => self.p.error("operation names are UTF-8"),
        }
    }

    /// An op of a dialect we know must be one of its own; others are for `--allow-unregistered-dialect`.
    fn check_unregistered(&mut self, name: OpName, at: Range<usize>) -> Parse<()> {
        let ctx = self.p.ctx;
        let name = ctx.op_name_str(name);
        let dialect = name.split_once('.').map_or("", |n| n.0);
        let known = ctx.dialect(dialect);
        if known.is_none() && self.allow_unregistered {
            return Ok(());
        }
        let message = match known {
            Some(_) => format!(
                "unregistered operation '{name}' found in dialect ('{dialect}') that does not allow unknown operations"
            ),
            None => format!(
                "operation being parsed with an unregistered dialect '{dialect}'. If this is intended, please use --allow-unregistered-dialect"
            ),
        };
        self.unknown_op(name, message, at)
    }

    /// Reports an op that no dialect has, and the one that may be meant.
    fn unknown_op<T>(&mut self, name: &str, message: String, at: Range<usize>) -> Parse<T> {
        let ctx = self.p.ctx;
        let (prefix, short) = name.split_once('.').unwrap_or(("", name));
        let ops = ctx.dialect(prefix).map_or(&[][..], |d| d.ops);
        let candidates = ops.iter().filter_map(|op| op.name.split_once('.')).map(|n| n.1);
        let mut diagnostic = Diagnostic::error(self.p.span(at.start, at.end), message);
        if let Some(close) = nearest(short, candidates) {
            diagnostic = diagnostic.help(format!("did you mean '{prefix}.{close}'?"));
        }
        diagnostic.unknown_op = Some(name.to_owned());
        self.p.diagnostics.push(diagnostic);
        Err(Reported)
    }

    /// `name form`, with the dialect's prefix left out where the op around allows it.
    fn custom_op(&mut self, names: &ResultNames<'s>) -> Parse<OpId> {
        let (text, at) = (self.p.text(), self.p.start..self.p.end);
        let ctx = self.p.ctx;
        let mut name = self.op_name(text);
        let mut tried = None;
        if ctx.op_info(name).is_none() && !text.contains('.') {
            let dialect = self.default_dialects.last().copied().unwrap_or("builtin");
            if !dialect.is_empty() {
                let full = format!("{dialect}.{text}");
                name = ctx.op_name(&full);
                tried = Some(full);
            }
        }
        let Some((info, form)) = ctx.op_info(name).and_then(|info| Some((info, info.form?))) else {
            let also = tried.as_ref().map_or(String::new(), |full| format!(" (tried '{full}' as well)"));
            let message = format!("custom op '{text}' is unknown{also}");
            return self.unknown_op(tried.as_deref().unwrap_or(text), message, at);
        };
        self.p.bump();
        self.default_dialects.push(form.default_dialect);
        let result_count = names.iter().map(|n| n.1 as usize).sum();
        let op = OpParser::new(self, name, info, at, result_count).run(form);
        self.default_dialects.pop();
        op
    }

    /// `^label`
    pub(super) fn successor(&mut self) -> Parse<crate::ir::BlockId> {
        if !self.p.at(Token::CaretId) {
            return self.p.expected("expected block name");
        }
        let (name, at) = (&self.p.text()[1..], self.p.start);
        self.p.bump();
        Ok(self.label(name, at))
    }

    /// Moves inherent attributes of a registered op to its properties and fills in defaults.
    pub(super) fn complete(&mut self, info: &'static OpInfo, state: &mut OpState) {
        let key = (state.name, (state.props, state.attrs));
        if let Some(&(props, attrs)) = self.completed.get(&key) {
            (state.props, state.attrs) = (props, attrs);
            return;
        }
        let ctx = self.p.ctx;
        let mut props: Vec<(Str, Attr)> = state.props.map_or(Vec::new(), |p| ctx.dict_entries(p).to_vec());
        // Properties that are no dictionary are not for a registered op; the verifier says what is missing.
        let mut attrs = Vec::new();
        for &(name, value) in ctx.dict_entries(state.attrs) {
            let moves = is_inherent(info, ctx.text(name)) && props.iter().all(|e| e.0 != name);
            if moves { props.push((name, value)) } else { attrs.push((name, value)) }
        }
        for slot in info.attrs {
            match slot.default {
                AttrDefault::Required | AttrDefault::Optional => {}
                AttrDefault::OptionalDicts => {
                    let name = ctx.str(slot.name);
                    props.retain(|e| e.0 != name || !ctx.is_empty_dicts(e.1));
                }
                AttrDefault::Value(_) => {
                    let name = ctx.str(slot.name);
                    if props.iter().all(|e| e.0 != name)
                        && let Some(value) = ctx.default_attr(slot)
                    {
                        props.push((name, value));
                    }
                }
            }
        }
        state.props = if props.is_empty() { None } else { Some(ctx.dict_attr(props)) };
        state.attrs = ctx.dict_attr(attrs);
        // Attributes that never repeat would only fill the table.
        if self.completed.len() < 4096 {
            self.completed.insert(key, (state.props, state.attrs));
        }
    }
}

/// Whether an attribute name belongs to an op's properties.
pub(super) fn is_inherent(info: &OpInfo, name: &str) -> bool {
    info.attr(name).is_some()
        || name == "operandSegmentSizes" && info.has_operand_segments()
        || name == "resultSegmentSizes" && info.has_result_segments()
}
