//! Serialized HloModuleProtos. A proto is printed as HLO text, which is then read: so both formats have one meaning, and
//! diagnostics have a text to point at. It is written by way of the text as well.

mod attributes;
mod encode;
mod labels;
mod messages;
mod render;
mod shapes;
mod sharding;
pub(super) mod wire;

use prost::Message;

use self::encode::Encoder;
use self::messages::{HloModuleProto, HloProto};
use super::export::{HloOptions, print_outline};
use super::hlo_text;
use crate::ir::{Attr, Context, Diagnostic, Diagnostics, FileId, Ir, Severity, Span};

/// A proto that was read: its printed form, and what that leaves out.
pub struct ProtoSource {
    /// The printed form.
    pub file: FileId,
    /// The values of its constants, in the order of the text.
    pub(super) literals: Vec<Vec<Attr>>,
    /// What is wrong or remarkable about the proto.
    pub diagnostics: Vec<Diagnostic>,
}

/// Reads a serialized HloModuleProto, or a HloProto around one, and adds its printed form to the context. The error is a
/// file that is neither.
pub fn read_proto(ctx: &Context, name: &str, bytes: &[u8]) -> Result<ProtoSource, Box<Diagnostic>> {
    let (module, bytes) = decode(bytes).map_err(|error| {
        let message = format!("'{name}' is no HloModuleProto: {error}");
        Box::new(Diagnostic::error(Span::NONE, message))
    })?;
    let rendered = render::render(ctx, &module);
    let file = super::add_hlo_file(ctx, format!("{name} (printed)"), rendered.text);
    let mut diagnostics: Vec<Diagnostic> = wire::unread(bytes)
        .into_iter()
        .map(|(message, field, count)| {
            let times = if count == 1 { String::new() } else { format!(" ({count} times)") };
            let text = format!("field {field} of {message} is not read{times}");
            Diagnostic::warning(Span::NONE, text).help("what it says is lost")
        })
        .collect();
    diagnostics.extend(rendered.problems.into_iter().map(|problem| {
        Diagnostic::new(problem.severity, Span::new(file, problem.at.start, problem.at.end), problem.message)
    }));
    Ok(ProtoSource { file, literals: rendered.literals, diagnostics })
}

/// The module, and the bytes that it is made of.
fn decode(bytes: &[u8]) -> Result<(HloModuleProto, &[u8]), prost::DecodeError> {
    let module = HloModuleProto::decode(bytes);
    if let Ok(module) = &module
        && !module.computations.is_empty()
    {
        return Ok((module.clone(), bytes));
    }
    // The first field of a HloProto is the module.
    if let Ok(HloProto { hlo_module: Some(inner) }) = HloProto::decode(bytes)
        && !inner.computations.is_empty()
        && let Some(inside) = wire::first_field(bytes)
    {
        return Ok((inner, inside));
    }
    module.map(|module| (module, bytes))
}

/// Writes a module as a serialized HloModuleProto. What it cannot express is reported; `None` if there is an error.
pub fn write_proto(ir: &Ir<'_>, options: &HloOptions, diagnostics: &mut Diagnostics) -> Option<Vec<u8>> {
    let (text, literals) = print_outline(ir, options, diagnostics)?;
    let file = super::add_hlo_file(ir.ctx, "<HLO text>", text);
    let src = ir.ctx.file(file).map_or("", |source| source.text.as_str());
    let mut found = Diagnostics::new();
    let mut encoder = Encoder::new(ir.ctx, file, src, literals);
    hlo_text::parser::parse(ir.ctx, file, src, 0..src.len(), &mut found, &mut encoder);
    let failed = found.list.iter().any(|diagnostic| diagnostic.severity == Severity::Error);
    diagnostics.list.append(&mut found.list);
    (!failed).then(|| encoder.module.encode_to_vec())
}
