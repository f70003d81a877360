//! Assembler text to bytes (grammar/dve_asm.pest).

use std::fmt;
use std::ops::Range;

use pest::Parser;
use pest::error::InputLocation;
use pest::iterators::Pair;
use pest_derive::Parser;
use smallvec::{SmallVec, smallvec};

use super::bundle::{self, Bundle, Ramp, Scalar, Value};
use super::check::FIELD_PRESENT;
use super::layout::{Field, Kind};
use super::opcode::{self, OPCODES, Opcode};
use super::operand::{Addr4, Pattern, Slot};
use super::print::{QUIET_NAN, is_dtype};
use super::{AluOp, BUNDLE_BYTES, Dtype, IsaLimits, encode};

#[derive(Parser)]
#[grammar = "../grammar/dve_asm.pest"]
struct Grammar;

/// One error of assembler text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AsmError {
    /// Byte range in the whole text.
    pub span: Range<usize>,
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
    /// What is wrong.
    pub message: String,
    /// What could stand here; empty where that is not a choice of tokens.
    pub expected: Vec<String>,
}

impl fmt::Display for AsmError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.column, self.message)?;
        if self.expected.is_empty() { Ok(()) } else { write!(f, "; expected {}", self.expected.join(", ")) }
    }
}

impl std::error::Error for AsmError {}

/// Assembles text, one bundle a line, to bytes that [`super::decode`] accepts. A `.bytes` line gives its bytes unchecked, so
/// that what [`super::disassemble`] prints of any 64 bytes assembles to the same bytes.
///
/// Errors with every error of the text: syntax, unknown names, and bundles that fail a check, at the argument at fault.
pub fn assemble(text: &str, limits: &IsaLimits) -> Result<Vec<[u8; BUNDLE_BYTES]>, Vec<AsmError>> {
    let mut bundles = Vec::new();
    let mut errors = Vec::new();
    let mut start = 0;
    for (number, line) in text.split('\n').enumerate() {
        let mut problems = Vec::new();
        match parse_line(line.strip_suffix('\r').unwrap_or(line), limits, &mut problems) {
            Some(bytes) => bundles.push(bytes),
            None => errors.extend(problems.into_iter().map(|problem| problem.locate(line, number, start))),
        }
        start += line.len() + 1;
    }
    if errors.is_empty() { Ok(bundles) } else { Err(errors) }
}

/// An error at a byte range of its line.
struct Problem {
    span: Range<usize>,
    message: String,
    expected: Vec<String>,
}

impl Problem {
    fn new(at: &Pair<Rule>, message: String) -> Self {
        Self { span: at.as_span().start()..at.as_span().end(), message, expected: Vec::new() }
    }

    fn expecting(at: &Pair<Rule>, message: String, expected: impl IntoIterator<Item = &'static str>) -> Self {
        Self { expected: expected.into_iter().map(str::to_owned).collect(), ..Self::new(at, message) }
    }

    fn locate(self, line: &str, number: usize, start: usize) -> AsmError {
        let Self { span, message, expected } = self;
        let column = line.get(..span.start).map_or(0, |before| before.chars().count()) + 1;
        AsmError { span: start + span.start..start + span.end, line: number + 1, column, message, expected }
    }
}

/// The bundle of a line. `None` with problems is a bad line, without is an empty one.
fn parse_line(line: &str, limits: &IsaLimits, problems: &mut Vec<Problem>) -> Option<[u8; BUNDLE_BYTES]> {
    let pairs = match Grammar::parse(Rule::line, line) {
        Ok(pairs) => pairs,
        Err(_) => {
            problems.push(syntax_error(line));
            return None;
        }
    };
    let item = pairs.into_iter().find(|pair| pair.as_rule() != Rule::EOI)?;
    match item.as_rule() {
        Rule::bytes => raw_bytes(item).map_err(|problem| problems.push(problem)).ok(),
        _ => bundle(item, limits, problems),
    }
}

/// Parses again with token tracking on, which is slower, to say what could have stood where the text breaks off.
fn syntax_error(line: &str) -> Problem {
    pest::set_error_detail(true);
    let Err(error) = Grammar::parse(Rule::line, line) else {
        unreachable!("the line has just failed to parse")
    };
    let mut expected = Vec::new();
    let mut at = match error.location {
        InputLocation::Pos(at) | InputLocation::Span((at, _)) => at,
    };
    if let Some(attempts) = error.parse_attempts() {
        at = attempts.max_position.min(line.len());
        let tokens = attempts.expected_tokens();
        expected = tokens.iter().filter_map(|token| token_text(&token.to_string())).collect();
        expected.sort();
        expected.dedup();
    }
    let rest = line.get(at..).unwrap_or_default();
    let message = match rest.chars().next() {
        None => "unexpected end of line".to_owned(),
        Some(found) => format!("unexpected `{found}`"),
    };
    let width = rest.chars().next().map_or(0, char::len_utf8);
    Problem { span: at..at + width, message, expected }
}

/// How a token that pest could have read is called; `None` for blanks and for parts of a token that has a name here.
fn token_text(token: &str) -> Option<String> {
    match token {
        _ if token.trim().is_empty() => None,
        "-" | "0x" | "E" | "+" | "_" | "//" => None,
        "p" => Some("a partition such as `p0`".to_owned()),
        "0..9" => Some("a number".to_owned()),
        "A..Z" | "a..z" => Some("a name".to_owned()),
        "A..F" | "a..f" => Some("hexadecimal digits".to_owned()),
        "BUILTIN_RULE" => Some("the end of the line".to_owned()),
        _ => Some(format!("`{token}`")),
    }
}

fn raw_bytes(item: Pair<Rule>) -> Result<[u8; BUNDLE_BYTES], Problem> {
    let digits: String = item.clone().into_inner().map(|hex| hex.as_str()).collect();
    let pairs = digits.as_bytes().chunks(2);
    let bytes: Vec<u8> =
        pairs.filter_map(|pair| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok()).collect();
    let found = bytes.len();
    bytes.try_into().map_err(|_| Problem::new(&item, format!("a bundle has 64 bytes, this line has {found}")))
}

fn bundle(item: Pair<Rule>, limits: &IsaLimits, problems: &mut Vec<Problem>) -> Option<[u8; BUNDLE_BYTES]> {
    let mut parts = item.into_inner();
    let mnemonic = parts.next()?;
    let Some(op) = opcode::by_mnemonic(mnemonic.as_str()) else {
        let message = format!("unknown instruction `{}`", mnemonic.as_str());
        problems.push(Problem::expecting(&mnemonic, message, OPCODES.iter().map(|op| op.mnemonic)));
        return None;
    };
    let mut bundle = Bundle::new(op);
    let mut given: Vec<(&'static str, Pair<Rule>)> = Vec::new();
    for argument in parts.filter(|part| part.as_rule() == Rule::argument) {
        match self::argument(&mut bundle, argument.clone()) {
            Err(problem) => problems.push(problem),
            Ok(name) if given.iter().any(|(other, _)| *other == name) => {
                problems.push(Problem::new(&argument, format!("`{name}` is given twice")));
            }
            Ok(name) => given.push((name, argument)),
        }
    }
    if !problems.is_empty() {
        return None;
    }
    encode(&bundle, limits)
        .map_err(|refusal| {
            let at = given.iter().find(|(name, _)| owns(op, name, refusal.field));
            let message = if refusal.check == &FIELD_PRESENT {
                let mut fields = op.layout.fields.iter().filter(|field| !is_dtype(field));
                let missing = fields.find(|field| owns(op, field.name, refusal.field));
                format!("`{}` needs `{}`", op.mnemonic, missing.map_or(refusal.field, |field| field.name))
            } else {
                refusal.to_string()
            };
            problems.push(Problem::new(at.map_or(&mnemonic, |(_, argument)| argument), message));
        })
        .ok()
}

/// Whether the argument `name` gives `field`: it does so for itself and for its element type.
fn owns(op: &Opcode, name: &str, field: &str) -> bool {
    name == field
        || matches!(op.layout.field(name), Some(Field { kind: Kind::Pattern { dtype, .. }, .. }) if *dtype == field)
}

/// Sets one field, and gives its name.
fn argument(bundle: &mut Bundle, argument: Pair<Rule>) -> Result<&'static str, Problem> {
    let op = bundle.op();
    let mut parts = argument.clone().into_inner();
    let (Some(name), Some(text)) = (parts.next(), parts.next()) else {
        unreachable!("the grammar gives an argument a name and a value")
    };
    let fields = || op.layout.fields.iter().filter(|field| field.is_held() && !is_dtype(field));
    let Some(field) = fields().find(|field| field.name == name.as_str()) else {
        let message = format!("`{}` has no `{}`", op.mnemonic, name.as_str());
        return Err(Problem::expecting(&name, message, fields().map(|field| field.name)));
    };
    let value = value(op, field, &text)?;
    if let Kind::Pattern { dtype, .. } = field.kind {
        let tag = element_type(&text)?;
        bundle.set(dtype, Value::Dtype(tag)).map_err(|refusal| Problem::new(&text, refusal.to_string()))?;
    }
    bundle.set(field.name, value).map_err(|refusal| Problem::new(&text, refusal.to_string()))?;
    Ok(field.name)
}

fn value(op: &Opcode, field: &Field, text: &Pair<Rule>) -> Result<Value, Problem> {
    let symbol = text.as_str();
    let rule = text.as_rule();
    let wanted =
        |what: &'static str| Problem::expecting(text, format!("bad value for `{}`", field.name), [what]);
    match field.kind {
        Kind::Channels | Kind::Uint { .. } => integer(text).map(Value::Uint),
        Kind::I32 => integer(text).map(Value::I32),
        Kind::F32 => float(text).map(Value::F32),
        Kind::Choice(names) => names
            .iter()
            .find(|(name, _)| *name == symbol)
            .map(|&(_, code)| Value::Uint(code.into()))
            .ok_or_else(|| {
                let message = format!("bad value for `{}`", field.name);
                Problem::expecting(text, message, names.iter().map(|&(name, _)| name))
            }),
        Kind::Alu => AluOp::from_name(symbol).map(Value::Alu).ok_or_else(|| wanted("an ALU op")),
        Kind::Pattern { rank, .. } if rule == Rule::operand => {
            let (addr, slots) = (address(text)?, dims(text, rank.into())?);
            Ok(Value::Pattern(Pattern { addr, slots }))
        }
        Kind::Pattern { .. } => Err(wanted("an operand such as `sbuf[p0+0x1000, [1,64]]:f32`")),
        Kind::Ramp if rule == Rule::operand && memory(text) == "ramp" => {
            let base = part(text, Rule::place).and_then(|place| part(&place, Rule::number));
            let base = integer(&base.ok_or_else(|| wanted("a base such as `ramp[0, [1,8]]`"))?)?;
            let slots = dims(text, 4)?;
            Ok(Value::Ramp(Ramp { base, slots: std::array::from_fn(|i| slots[i]) }))
        }
        Kind::Ramp => Err(wanted("a ramp such as `ramp[0, [1,8]]`")),
        Kind::Scalar { .. } if rule == Rule::operand => {
            match part(text, Rule::dim).or(part(text, Rule::dtype)) {
                Some(extra) => Err(Problem::new(&extra, "a pointer is an address alone".to_owned())),
                None => Ok(Value::Scalar(Scalar::Pointer(address(text)?))),
            }
        }
        Kind::Scalar { .. } => Ok(Value::Scalar(match bundle::immediate(op, 0) {
            Scalar::F32(_) => Scalar::F32(float(text)?),
            _ => Scalar::Int(integer(text)?),
        })),
        Kind::Mask if rule == Rule::list => {
            let lanes: Vec<u8> =
                text.clone().into_inner().map(|lane| integer(&lane)).collect::<Result<_, _>>()?;
            lanes.try_into().map(Value::Mask).map_err(|lanes: Vec<u8>| {
                Problem::new(text, format!("a mask has 32 lanes, this one has {}", lanes.len()))
            })
        }
        Kind::Mask => Err(wanted("a list of 32 lanes")),
        Kind::Fixed { .. } | Kind::CountOf(_) | Kind::Dtype | Kind::DtypeNibble { .. } => {
            unreachable!("`argument` looks up held fields other than element types")
        }
    }
}

fn part<'i>(of: &Pair<'i, Rule>, rule: Rule) -> Option<Pair<'i, Rule>> {
    of.clone().into_inner().find(|pair| pair.as_rule() == rule)
}

fn memory<'i>(operand: &Pair<'i, Rule>) -> &'i str {
    part(operand, Rule::memory).map_or("", |memory| memory.as_str())
}

fn element_type(operand: &Pair<Rule>) -> Result<Dtype, Problem> {
    let Some(dtype) = part(operand, Rule::dtype) else {
        return Err(Problem::expecting(operand, "the operand has no element type".to_owned(), ["`:f32`"]));
    };
    Dtype::from_name(dtype.as_str()).ok_or_else(|| {
        let message = format!("unknown element type `{}`", dtype.as_str());
        Problem::expecting(&dtype, message, Dtype::ALL.iter().map(|dtype| dtype.name()))
    })
}

/// `sbuf[p0+0x1000`, `psum[p0.b2+0x10`.
fn address(operand: &Pair<Rule>) -> Result<Addr4, Problem> {
    let Some(place) = part(operand, Rule::place) else {
        unreachable!("the grammar gives an operand a place")
    };
    let bad = |message: &str| Problem::new(&place, message.to_owned());
    let digits = |rule| part(&place, rule).map(|pair| pair.as_str()[1..].parse::<u8>());
    let byte = part(&place, Rule::number).map_or(Ok(0), |number| integer(&number))?;
    let addr = match (memory(operand), digits(Rule::partition), digits(Rule::bank)) {
        ("sbuf", Some(Ok(partition)), None) => Addr4::Sbuf { partition, byte },
        ("psum", Some(Ok(partition)), Some(Ok(bank))) => Addr4::psum(partition, bank.into(), byte),
        ("sbuf", ..) => return Err(bad("an SBUF address is `p0+0x1000`, with a partition below 128")),
        ("psum", ..) => {
            return Err(bad("a PSUM address is `p0.b2+0x10`, with a partition below 128 and a bank"));
        }
        _ => return Err(bad("an operand is in `sbuf` or `psum`")),
    };
    addr.word().map(|_| addr).ok_or_else(|| bad("the address does not fit its word"))
}

/// The slots of a pattern, innermost first, from dimensions outermost first.
fn dims(operand: &Pair<Rule>, rank: usize) -> Result<SmallVec<[Slot; 4]>, Problem> {
    let dims: Vec<_> = operand.clone().into_inner().filter(|pair| pair.as_rule() == Rule::dim).collect();
    if dims.is_empty() || dims.len() > rank {
        let message = format!("{} dimensions; the field has 1 to {rank}", dims.len());
        return Err(Problem::new(operand, message));
    }
    let mut slots: SmallVec<[Slot; 4]> = smallvec![Slot::SPARE; rank];
    for (slot, dim) in slots.iter_mut().zip(dims.into_iter().rev()) {
        let mut numbers = dim.into_inner();
        let (Some(step), Some(num)) = (numbers.next(), numbers.next()) else {
            unreachable!("the grammar gives a dimension a step and a count")
        };
        *slot = Slot { step: integer(&step)?, num: integer(&num)? };
    }
    Ok(slots)
}

/// A decimal or hexadecimal integer of type `T`.
fn integer<T: TryFrom<i64>>(text: &Pair<Rule>) -> Result<T, Problem> {
    let parsed = match text.as_str().strip_prefix("0x") {
        Some(digits) => i64::from_str_radix(digits, 16),
        None => text.as_str().parse(),
    };
    let number = parsed.ok().and_then(|number| T::try_from(number).ok());
    number.ok_or_else(|| {
        let bits = 8 * size_of::<T>();
        Problem::expecting(
            text,
            format!("`{}` does not fit", text.as_str()),
            [match bits {
                8 => "an integer of 8 bits",
                16 => "an integer of 16 bits",
                _ => "an integer of 32 bits",
            }],
        )
    })
}

/// The bits of an f32: decimal text, `inf`, `-inf`, `nan`, or the bits in hexadecimal.
fn float(text: &Pair<Rule>) -> Result<u32, Problem> {
    match text.as_str() {
        "nan" => Ok(QUIET_NAN),
        "inf" => Ok(f32::INFINITY.to_bits()),
        "-inf" => Ok(f32::NEG_INFINITY.to_bits()),
        hex if hex.starts_with("0x") => integer(text),
        decimal if text.as_rule() == Rule::number => {
            decimal.parse::<f32>().map(f32::to_bits).map_err(|error| Problem::new(text, error.to_string()))
        }
        other => Err(Problem::expecting(text, format!("`{other}` is no f32"), ["a number, `inf` or `nan`"])),
    }
}
