//! Where instructions came from: `metadata` and the stack-frame tables become locations (spec hlo_text.md §2, §5), and
//! what attributes in braces hold.

use std::ops::Range;

use rustc_hash::FxHashMap;

use super::Builder;
use crate::import::hlo_text::cursor::Cursor;
use crate::import::hlo_text::lexer::Token;
use crate::import::hlo_text::syntax::TableRow;
use crate::import::hlo_text::{shapes, values};
use crate::ir::text::Parse;
use crate::ir::{Attr, AttrKind, Context, Diagnostics, FileId, Loc, LocKind, Str};

/// The tables in front of the computations, by row number.
#[derive(Default)]
pub(super) struct Frames<'s> {
    files: FxHashMap<i64, Str>,
    functions: FxHashMap<i64, Str>,
    places: FxHashMap<i64, Fields<'s>>,
    frames: FxHashMap<i64, Fields<'s>>,
    /// Locations of frames that were used, and of metadata by its text: both repeat.
    known: FxHashMap<i64, Loc>,
    metadata: FxHashMap<&'s str, Loc>,
}

/// `{key=number ...}`
type Fields<'s> = Vec<(&'s str, i64)>;

fn number(fields: &Fields<'_>, key: &str) -> i64 {
    fields.iter().find(|field| field.0 == key).map_or(0, |field| field.1)
}

/// A line or column.
fn position(value: i64) -> u32 {
    u32::try_from(value).unwrap_or(0)
}

impl<'s> Frames<'s> {
    pub(super) fn add(&mut self, table: &str, number: i64, row: TableRow<'s>) {
        match (table, row) {
            ("FileNames", TableRow::Text(name)) => drop(self.files.insert(number, name)),
            ("FunctionNames", TableRow::Text(name)) => drop(self.functions.insert(number, name)),
            ("FileLocations", TableRow::Numbers(fields)) => drop(self.places.insert(number, fields)),
            ("StackFrames", TableRow::Numbers(fields)) => drop(self.frames.insert(number, fields)),
            _ => {}
        }
    }

    /// The location of a frame: where in which function, called from where.
    fn location(&mut self, ctx: &Context, frame: i64) -> Option<Loc> {
        // From the frame to its outermost caller, or to one that is known; a cycle ends with the limit.
        let mut chain = Vec::new();
        let mut at = frame;
        let mut caller = None;
        while let Some(fields) = self.frames.get(&at) {
            caller = self.known.get(&at).copied();
            if caller.is_some() || chain.len() == MAX_FRAMES {
                break;
            }
            chain.push(at);
            // XLA prints the number of the parent plus one.
            at = number(fields, "parent_frame_id") - 1;
        }
        for frame in chain.into_iter().rev() {
            let fields = &self.frames[&frame];
            let place = self.places.get(&number(fields, "file_location_id"))?;
            let (line, col) = (position(number(place, "line")), position(number(place, "column")));
            let (end_line, end_col) =
                (position(number(place, "end_line")), position(number(place, "end_column")));
            let end = if end_line == 0 { (line, col) } else { (end_line, end_col) };
            let file = self.files.get(&number(place, "file_name_id")).copied().unwrap_or(Str::EMPTY);
            let child = ctx.loc(LocKind::FileLineCol { file, line, col, end_line: end.0, end_col: end.1 });
            let callee = match self.functions.get(&number(place, "function_name_id")) {
                Some(&name) if name != Str::EMPTY => ctx.loc(LocKind::Name { name, child }),
                _ => child,
            };
            let loc = match caller {
                Some(caller) => ctx.loc(LocKind::CallSite { callee, caller }),
                None => callee,
            };
            self.known.insert(frame, loc);
            caller = Some(loc);
        }
        caller
    }
}

/// Callers of a location that are kept.
const MAX_FRAMES: usize = 256;

/// Keys of `metadata` that are part of the location's own structure.
const PLACE: &[&str] = &[
    "source_file",
    "source_line",
    "source_end_line",
    "source_column",
    "source_end_column",
    "stack_frame_id",
];

/// Its other keys, which become a dictionary of the location.
const NOTES: &[&str] = &[
    "op_type",
    "op_name",
    "profile_type",
    "deduplicated_name",
    "scheduling_name",
    "preserve_layout",
    "creation_pass_id",
    "logical_creation_pass_id",
    "size_of_generated_code_in_bytes",
    "size_of_memory_working_set_in_bytes",
    "profile_info",
];

/// Whether `metadata` has a key that is no part of the location's own structure.
pub(in crate::import) fn is_note(key: &str) -> bool {
    NOTES.contains(&key) && key != "op_name"
}

/// A value in braces.
pub(in crate::import) enum Note<'s> {
    Text(Str),
    Number(i64),
    Raw(&'s str),
}

impl<'s> Builder<'s, '_> {
    /// The location that `metadata={...}` stands for.
    pub(super) fn metadata(
        &mut self,
        text: &'s str,
        at: &Range<usize>,
        problems: &mut Diagnostics,
    ) -> Parse<Loc> {
        if let Some(&known) = self.frames.metadata.get(text) {
            return Ok(known);
        }
        let notes = entries(self.ctx, self.file, self.src, at, problems)?;
        let ctx = self.ctx;
        let mut place = Fields::new();
        let mut file = None;
        let mut name = None;
        let mut others = Vec::new();
        for (key, key_at, note) in notes {
            match (key, note) {
                ("op_name", Note::Text(text)) => name = Some(text),
                ("source_file", Note::Text(text)) => file = Some(text),
                (_, Note::Number(value)) if PLACE.contains(&key) => place.push((key, value)),
                (_, note) if NOTES.contains(&key) => others.push((ctx.str(key), self.note(note))),
                _ => {
                    return self.error(
                        problems,
                        &key_at,
                        format!("unexpected attribute \"{key}\" of metadata"),
                    );
                }
            }
        }
        let mut loc = match number(&place, "stack_frame_id") {
            0 => None,
            frame => self.frames.location(ctx, frame),
        };
        if let Some(file) = file {
            let line = position(number(&place, "source_line"));
            let col = position(number(&place, "source_column"));
            let end_line = position(number(&place, "source_end_line")).max(line);
            let end_col = position(number(&place, "source_end_column"));
            let end_col = if end_line == line { end_col.max(col) } else { end_col };
            loc = Some(ctx.loc(LocKind::FileLineCol { file, line, col, end_line, end_col }));
        }
        let mut loc = loc.unwrap_or(Loc::UNKNOWN);
        if let Some(name) = name {
            loc = ctx.loc(LocKind::Name { name, child: loc });
        }
        if !others.is_empty() {
            let metadata = Some(ctx.dict_attr(others));
            loc = ctx.loc(LocKind::Fused { locs: Box::new([loc]), metadata });
        }
        self.frames.metadata.insert(text, loc);
        Ok(loc)
    }

    /// `{a="b",c={...}}` as a dictionary of strings.
    pub(super) fn string_dictionary(&mut self, at: &Range<usize>, problems: &mut Diagnostics) -> Parse<Attr> {
        let entries = entries(self.ctx, self.file, self.src, at, problems)?;
        let entries: Vec<(Str, Attr)> =
            entries.into_iter().map(|(key, _, note)| (self.ctx.str(key), self.note(note))).collect();
        Ok(self.ctx.dict_attr(entries))
    }

    fn note(&self, note: Note<'_>) -> Attr {
        match note {
            Note::Text(value) => self.ctx.attr(AttrKind::String { value, ty: None }),
            Note::Number(value) => self.ctx.int_attr(value, 64),
            Note::Raw(text) => self.ctx.string_attr(text),
        }
    }

    /// The attribute of the module op for one of the header's.
    pub(super) fn header_attribute(
        &mut self,
        name: &'static str,
        value: &'s str,
        at: Range<usize>,
        problems: &mut Diagnostics,
    ) -> Parse<Attr> {
        match name {
            "frontend_attributes" => self.string_dictionary(&at, problems),
            "num_partitions" | "replica_count" => match value.parse::<i32>() {
                Ok(count) => Ok(self.ctx.int_attr(count.into(), 32)),
                Err(_) => self.error(problems, &at, format!("expects a number, but sees '{value}'")),
            },
            _ => Ok(self.ctx.string_attr(value)),
        }
    }
}

/// The entries of a value in braces: `name=value`, with or without commas.
pub(in crate::import) fn entries<'s>(
    ctx: &Context,
    file: FileId,
    src: &'s str,
    at: &Range<usize>,
    problems: &mut Diagnostics,
) -> Parse<Vec<(&'s str, Range<usize>, Note<'s>)>> {
    let mut cur = Cursor::new(ctx, file, src, at.clone(), problems);
    let mut list = Vec::new();
    cur.expect(Token::LBrace, "'{'")?;
    while !cur.eat(Token::RBrace) {
        let key = values::name(&mut cur, "a name")?;
        cur.expect_equal()?;
        let note = match cur.tok {
            Token::String => Note::Text(values::string(&mut cur)?),
            Token::Integer => Note::Number(shapes::integer(&mut cur, "a number")?),
            Token::Word => {
                let word = cur.text();
                cur.bump();
                Note::Raw(word)
            }
            _ => Note::Raw(values::braced(&mut cur)?),
        };
        list.push((key.text, key.at, note));
        cur.eat(Token::Comma);
    }
    Ok(list)
}
