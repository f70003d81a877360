//! How attributes of HLO instructions become attributes of ops, and back. A field pairs attributes of the text with
//! attributes of the op; the opcode table lists the fields of each opcode.

mod calls;
mod compute;
mod devices;
mod dims;
mod window;

use smallvec::SmallVec;

pub(in crate::import) use self::calls::{API_VERSIONS, CONFIG, OPERAND_LAYOUTS, layout_attr};
pub(in crate::import) use self::compute::{
    ALGORITHM, COMPARISON_TYPE, DIRECTION, EPSILON, FFT_TYPE, LARGEST, PADDING, PRECISION, RNG_ALGORITHM,
    SLICE, TRANSPOSE_A,
};
pub(in crate::import) use self::devices::{
    CHANNEL, DEVICE_IDS, DYNAMIC_ROOT, GROUPS, PAIRS, parse_groups, print_groups,
};
pub(in crate::import) use self::dims::{CONV_DIMS, DOT_DIMS, GATHER_DIMS, SCATTER_DIMS};
pub(in crate::import) use self::window::{CONV_WINDOW, SCATTER_WINDOW, WINDOW};
use super::hlo_text::lexer::quoted;
use super::hlo_text::syntax::{Attribute, Value};
use crate::ir::{Attr, AttrKind, Context, Ir, OpId};

/// Attributes of an op that is being built.
pub(in crate::import) type Attrs = SmallVec<[(&'static str, Attr); 6]>;

/// Attributes of an instruction that is being written.
pub(in crate::import) type Written = Vec<(&'static str, String)>;

/// Attributes of the text and the attributes of the op that they become.
pub(in crate::import) struct Field {
    /// Names in the text.
    pub text: &'static [&'static str],
    /// Names in the op.
    pub ir: &'static [&'static str],
    /// How one becomes the other.
    form: Form,
    /// Whether the text must have it.
    pub required: bool,
}

/// How a field is read and written.
enum Form {
    /// A boolean, written where it is true.
    Flag,
    /// A boolean of the op, false where the text does not have it.
    Always,
    /// A 64-bit integer of the op, 1 where the text does not have it.
    Count,
    /// A 64-bit integer.
    I64,
    /// A 32-bit integer.
    I32,
    /// `array<i64: ...>`
    I64Array,
    /// A list of one integer, an `i64` in the op.
    OneOf,
    /// A string.
    String,
    /// The text as it stands, a string in the op.
    Verbatim,
    Custom {
        read: Reader,
        write: Writer,
    },
}

/// Adds attributes of the op. The error is an attribute of the text and what is wrong with it.
type Reader = fn(&Context, &Found<'_, '_>, &mut Attrs) -> Result<(), FieldError>;
/// Adds attributes of the text; nothing for what stands for its own absence. The error is what cannot be expressed.
type Writer = fn(&Ir<'_>, OpId, &mut Written) -> Result<(), String>;

/// What is wrong with an attribute of an instruction.
pub(in crate::import) type FieldError = (&'static str, String);

/// The attributes of an instruction.
pub(in crate::import) struct Found<'a, 's>(pub &'a [Attribute<'s>]);

impl<'s> Found<'_, 's> {
    pub fn get(&self, name: &str) -> Option<&Value<'s>> {
        self.0.iter().find(|attribute| attribute.name == name).map(|attribute| &attribute.value)
    }

    /// The integers of a list; none if it is absent.
    fn integers(&self, name: &str) -> &[i64] {
        match self.get(name) {
            Some(Value::Integers(list)) => list,
            _ => &[],
        }
    }

    fn integer(&self, name: &str) -> Option<i64> {
        match self.get(name) {
            Some(Value::Integer(value)) => Some(*value),
            _ => None,
        }
    }

    pub fn flag(&self, name: &str) -> bool {
        matches!(self.get(name), Some(Value::Bool(true)))
    }

    fn word(&self, name: &str) -> Option<&'s str> {
        match self.get(name) {
            Some(Value::Word(word)) => Some(word),
            _ => None,
        }
    }

    pub fn raw(&self, name: &str) -> Option<&'s str> {
        match self.get(name) {
            Some(Value::Raw(text)) => Some(text),
            _ => None,
        }
    }
}

const fn field(text: &'static [&'static str], ir: &'static [&'static str], form: Form) -> Field {
    Field { text, ir, form, required: false }
}

/// An optional boolean.
pub(in crate::import) const fn flag(
    text: &'static [&'static str; 1],
    ir: &'static [&'static str; 1],
) -> Field {
    field(text, ir, Form::Flag)
}

/// A boolean that the op must have; false where it is absent.
pub(in crate::import) const fn always(
    text: &'static [&'static str; 1],
    ir: &'static [&'static str; 1],
) -> Field {
    field(text, ir, Form::Always)
}

/// A 64-bit integer that the op must have; 1 where it is absent.
pub(in crate::import) const fn count(
    text: &'static [&'static str; 1],
    ir: &'static [&'static str; 1],
) -> Field {
    field(text, ir, Form::Count)
}

/// A 64-bit integer.
pub(in crate::import) const fn int(
    text: &'static [&'static str; 1],
    ir: &'static [&'static str; 1],
) -> Field {
    field(text, ir, Form::I64)
}

/// A 32-bit integer.
pub(in crate::import) const fn int32(
    text: &'static [&'static str; 1],
    ir: &'static [&'static str; 1],
) -> Field {
    field(text, ir, Form::I32)
}

/// A list of integers; an absent one is empty.
pub(in crate::import) const fn ints(
    text: &'static [&'static str; 1],
    ir: &'static [&'static str; 1],
) -> Field {
    field(text, ir, Form::I64Array)
}

/// A list of exactly one integer.
pub(in crate::import) const fn one_of(
    text: &'static [&'static str; 1],
    ir: &'static [&'static str; 1],
) -> Field {
    field(text, ir, Form::OneOf)
}

/// A string.
pub(in crate::import) const fn string(
    text: &'static [&'static str; 1],
    ir: &'static [&'static str; 1],
) -> Field {
    field(text, ir, Form::String)
}

/// Text that is kept as it is.
pub(in crate::import) const fn verbatim(
    text: &'static [&'static str; 1],
    ir: &'static [&'static str; 1],
) -> Field {
    field(text, ir, Form::Verbatim)
}

const fn custom(
    text: &'static [&'static str],
    ir: &'static [&'static str],
    read: Reader,
    write: Writer,
) -> Field {
    field(text, ir, Form::Custom { read, write })
}

impl Field {
    /// The same, which must be there.
    pub const fn required(self) -> Field {
        Field { required: true, ..self }
    }

    /// Adds the op's attributes.
    pub fn read(&self, ctx: &Context, found: &Found<'_, '_>, attrs: &mut Attrs) -> Result<(), FieldError> {
        let (text, ir) = (self.text[0], self.ir[0]);
        if self.required
            && let Some(missing) = self.text.iter().find(|name| found.get(name).is_none())
        {
            return Err((missing, format!("attribute {missing} is expected but not seen")));
        }
        match &self.form {
            Form::Flag => attrs.extend(found.get(text).map(|_| (ir, ctx.bool_attr(found.flag(text))))),
            Form::Always => attrs.push((ir, ctx.bool_attr(found.flag(text)))),
            Form::Count => attrs.push((ir, ctx.int_attr(found.integer(text).unwrap_or(1), 64))),
            Form::I64 => attrs.extend(found.integer(text).map(|value| (ir, ctx.int_attr(value, 64)))),
            Form::I32 => {
                if let Some(value) = found.integer(text) {
                    let value =
                        i32::try_from(value).map_err(|_| (text, "does not fit 32 bits".to_string()))?;
                    attrs.push((ir, ctx.int_attr(value.into(), 32)));
                }
            }
            Form::I64Array => attrs.push((ir, ctx.i64_array_attr(found.integers(text)))),
            Form::OneOf => match found.integers(text) {
                [one] => attrs.push((ir, ctx.int_attr(*one, 64))),
                [] if found.get(text).is_none() => {}
                list => return Err((text, format!("expects one dimension, but sees {}", list.len()))),
            },
            Form::String => {
                if let Some(Value::String(value)) = found.get(text) {
                    attrs.push((ir, ctx.attr(AttrKind::String { value: *value, ty: None })));
                }
            }
            Form::Verbatim => attrs.extend(found.raw(text).map(|text| (ir, ctx.string_attr(text)))),
            Form::Custom { read, .. } => read(ctx, found, attrs)?,
        }
        Ok(())
    }

    /// Adds the text's attributes.
    pub fn write(&self, ir: &Ir<'_>, op: OpId, out: &mut Written) -> Result<(), String> {
        let (text, name) = (self.text[0], self.ir[0]);
        let integer = || ir.attr_i64(op, name).map(|value| value.to_string());
        match &self.form {
            Form::Count => out.extend(integer().filter(|count| count != "1").map(|count| (text, count))),
            Form::Flag | Form::Always => {
                out.extend(ir.attr_flag(op, name).then(|| (text, "true".to_string())))
            }
            Form::I64 | Form::I32 => out.extend(integer().map(|value| (text, value))),
            Form::I64Array => {
                let list = ir.attr_ints(op, name).filter(|list| self.required || !list.is_empty());
                out.extend(list.map(|list| (text, braced(&list))));
            }
            Form::OneOf => out.extend(ir.attr_i64(op, name).map(|value| (text, braced(&[value])))),
            Form::String => out.extend(bytes_of(ir, op, name).map(|bytes| (text, quoted(bytes)))),
            Form::Verbatim => out.extend(ir.attr_text(op, name).map(|value| (text, value.to_string()))),
            Form::Custom { write, .. } => write(ir, op, out)?,
        }
        Ok(())
    }
}

/// The bytes of a string attribute.
pub(in crate::import) fn bytes_of<'c>(ir: &Ir<'c>, op: OpId, name: &str) -> Option<&'c [u8]> {
    let ctx = ir.ctx;
    match ctx.attr_kind(ir.attr(op, name)?) {
        AttrKind::String { value, .. } => Some(ctx.bytes_of(*value)),
        _ => None,
    }
}

/// `{1,2}`
pub(in crate::import) fn braced<T: std::fmt::Display>(list: &[T]) -> String {
    format!("{{{}}}", list.iter().map(T::to_string).collect::<Vec<_>>().join(","))
}

/// Where an attribute of the op is not what its constraint says.
fn unknown<T>(name: &str) -> Result<T, String> {
    Err(format!("has a '{name}' that HLO cannot express"))
}
