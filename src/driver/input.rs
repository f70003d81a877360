//! Reading inputs: files, formats, chunks.

use std::io::Read;
use std::ops::Range;
use std::{fs, io};

use crate::dialects::device;
use crate::import::{self, ProtoSource};
use crate::ir::text::{self, ParseOptions, decode};
use crate::ir::{Context, Diagnostic, Diagnostics, FileId, Ir, LocKind, OpId, Span, verify};
use crate::machine::Target;

/// A format of modules.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, clap::ValueEnum)]
pub enum InputFormat {
    /// Told by the content.
    #[default]
    Auto,
    /// MLIR text.
    Mlir,
    /// XLA's HLO text.
    Hlo,
    /// A serialized HloModuleProto.
    HloProto,
}

impl InputFormat {
    /// What the content is, if this is [`InputFormat::Auto`].
    fn detect(self, content: &[u8]) -> InputFormat {
        match self {
            InputFormat::Auto if import::is_hlo_proto(content) => InputFormat::HloProto,
            InputFormat::Auto if import::is_hlo_text(content) => InputFormat::Hlo,
            InputFormat::Auto => InputFormat::Mlir,
            known => known,
        }
    }
}

/// A source that was read: its text, and what that is.
pub struct Source {
    /// The text; of a proto, its printed form.
    pub file: FileId,
    language: Language,
}

enum Language {
    Mlir,
    Hlo,
    /// The source of the printed form.
    HloProto(Box<ProtoSource>),
}

impl Source {
    /// MLIR text that the context has.
    pub fn mlir(file: FileId) -> Self {
        Source { file, language: Language::Mlir }
    }

    /// Whether a part of the text holds nothing that could be a module: HLO text without a computation is none, while MLIR text without
    /// an op is an empty one.
    pub fn is_blank(&self, ctx: &Context, part: &Chunk) -> bool {
        let text = ctx.file(self.file).and_then(|file| file.text.get(part.clone()));
        matches!(self.language, Language::Hlo) && text.is_some_and(import::is_blank_hlo)
    }
}

/// The first bytes of MLIR bytecode.
const BYTECODE_MAGIC: &[u8] = b"ML\xefR";

/// Reads a file (`-` is the standard input) and adds it to the context.
pub fn read_source(ctx: &Context, path: &str, format: InputFormat) -> Result<Source, Box<Diagnostic>> {
    let problem = |message: String| Box::new(Diagnostic::error(Span::NONE, message));
    let mut content = Vec::new();
    let (name, read) = match path {
        "-" => ("<stdin>", io::stdin().lock().read_to_end(&mut content).map(|_| ())),
        path => (path, fs::read(path).map(|bytes| content = bytes)),
    };
    read.map_err(|error| problem(format!("cannot read '{name}': {error}")))?;
    if content.starts_with(BYTECODE_MAGIC) {
        let message = format!("'{name}' is MLIR bytecode, which is not supported");
        return Err(Box::new(problem(message).help("mlir-opt turns it into text")));
    }
    if u32::try_from(content.len()).is_err() {
        return Err(problem(format!("'{name}' is larger than 4 GiB")));
    }
    let format = format.detect(&content);
    if format == InputFormat::HloProto {
        let source = import::read_proto(ctx, name, &content)?;
        return Ok(Source { file: source.file, language: Language::HloProto(Box::new(source)) });
    }
    let text = decode(ctx, name, content)?;
    Ok(match format {
        InputFormat::Hlo => Source { file: import::add_hlo_file(ctx, name, text), language: Language::Hlo },
        _ => Source::mlir(ctx.add_file(name, text)),
    })
}

/// A part of a source that is a module of its own.
pub type Chunk = Range<usize>;

/// Splits a text at the lines that hold only `marker`, which belong to no chunk.
pub fn split(text: &str, marker: &str) -> Vec<Chunk> {
    let mut chunks = Vec::new();
    let (mut start, mut offset) = (0, 0);
    for line in text.split_inclusive('\n') {
        if line.trim_end() == marker.trim_end() {
            chunks.push(start..offset);
            start = offset + line.len();
        }
        offset += line.len();
    }
    chunks.push(start..text.len());
    chunks
}

/// How a chunk is read.
#[derive(Clone, Copy, Debug, Default)]
pub struct InputOptions {
    /// Whether ops that no dialect declares are accepted (generic form only).
    pub allow_unregistered: bool,
    /// The target to verify for, in place of the one that the module names.
    pub target: Option<Target>,
}

/// Reads a chunk of a source as a module and verifies it. Everything wrong is reported; `None` if there is an error.
pub fn parse_chunk<'c>(
    ctx: &'c Context,
    source: &Source,
    chunk: Chunk,
    options: &InputOptions,
    diagnostics: &mut Diagnostics,
) -> Option<Ir<'c>> {
    let parse = ParseOptions { allow_unregistered: options.allow_unregistered };
    let first = diagnostics.list.len();
    let parsed = match &source.language {
        Language::Mlir => text::parse(ctx, source.file, chunk, &parse, diagnostics),
        Language::Hlo => import::parse_hlo(ctx, source.file, chunk, diagnostics),
        // A proto is one module.
        Language::HloProto(proto) => import::parse_proto(ctx, proto, diagnostics),
    };
    diagnostics.sort_from(first);
    let mut ir = parsed?;
    if let Some(target) = options.target {
        ir.set_attr(ir.root(), device::TARGET, Some(ctx.string_attr(target.limits().name)));
    }
    let before = diagnostics.list.len();
    verify(&ir, ir.root(), diagnostics);
    (diagnostics.list.len() == before).then_some(ir)
}

/// Makes the only op in the module that was put around a text's ops the top-level one; the error is the number of ops.
pub fn drop_implicit_module(ir: &mut Ir<'_>) -> Result<(), usize> {
    let module = ir.root();
    // The module itself stands at no line of the text.
    if !matches!(ir.ctx.loc_kind(ir.op(module).loc), LocKind::FileLineCol { line: 0, .. }) {
        return Ok(());
    }
    let ops: Vec<OpId> = ir.body_ops(module).collect();
    let [only] = ops[..] else { return Err(ops.len()) };
    ir.detach(only);
    ir.set_root(only);
    ir.erase(module);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markers_stand_on_lines_of_their_own() {
        let text = "a // -----\n// -----\nb\n// -----  \n\n// ----- c\n";
        let chunks: Vec<&str> = split(text, "// -----").into_iter().map(|chunk| &text[chunk]).collect();
        assert_eq!(chunks, ["a // -----\n", "b\n", "\n// ----- c\n"]);
        assert_eq!(split("", "// -----"), vec![0..0]);
    }

    #[test]
    fn formats_are_told_by_content() {
        assert_eq!(InputFormat::Auto.detect(b"\nHloModule m\n"), InputFormat::Hlo);
        assert_eq!(InputFormat::Auto.detect(b"\x0a\x02m\x00\x12"), InputFormat::HloProto);
        assert_eq!(InputFormat::Auto.detect(b"module {}"), InputFormat::Mlir);
        assert_eq!(InputFormat::Mlir.detect(b"HloModule m"), InputFormat::Mlir);
    }
}
