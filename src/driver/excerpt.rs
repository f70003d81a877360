//! The lines of source texts that one diagnostic shows. Lines too long for a screen are cut around the span.

use std::ops::Range;

use codespan_reporting::files::{Error, Files};

use crate::ir::{Context, FileId, Span};

/// Bytes of a line beyond which it is cut, and of its text shown on each side of the span then.
const MAX_LINE: usize = 160;
const MARGIN: usize = 60;

/// What stands for text that was cut off.
const ELLIPSIS: &str = "... ";

/// Excerpts of all files that a diagnostic points into.
#[derive(Default)]
pub struct Excerpts {
    files: Vec<Excerpt>,
}

struct Excerpt {
    file: FileId,
    name: String,
    text: String,
    lines: Vec<Line>,
}

/// A line of an excerpt.
struct Line {
    /// Its number in the source; 0 for the filler between lines that are not neighbours.
    number: usize,
    /// Where it starts in the excerpt.
    start: usize,
    /// Which bytes of the source stand behind `lead` bytes of ellipsis.
    shown: Range<usize>,
    lead: usize,
    /// Bytes of the source line in front of them.
    skipped: usize,
}

impl Excerpts {
    /// The excerpts for these spans; those without text do not count.
    pub fn new(ctx: &Context, spans: &[Span]) -> Self {
        let mut excerpts = Excerpts::default();
        let mut places: Vec<(FileId, u32, Span)> = Vec::new();
        for &span in spans {
            if let Some(file) = ctx.file(span.file) {
                places.push((span.file, file.line_col(span.start.min(file.text.len() as u32)).0, span));
            }
        }
        places.sort_by_key(|&(file, line, span)| (file, line, span.start));
        for group in places.chunk_by(|a, b| (a.0, a.1) == (b.0, b.1)) {
            let (file, number, first) = group[0];
            let end = group.iter().map(|place| place.2.end).max().unwrap_or(first.end);
            excerpts.add_line(ctx, file, number, first.start as usize..end as usize);
        }
        excerpts
    }

    fn add_line(&mut self, ctx: &Context, id: FileId, number: u32, focus: Range<usize>) {
        let Some(file) = ctx.file(id) else { return };
        let Some(line) = file.line_range(number) else { return };
        if self.files.last().is_none_or(|excerpt| excerpt.file != id) {
            let (name, text) = (file.name.clone(), String::new());
            self.files.push(Excerpt { file: id, name, text, lines: Vec::new() });
        }
        let Some(excerpt) = self.files.last_mut() else { return };
        // Two lines of filler make the renderer show a gap; a single line in between is shown itself.
        let number = number as usize;
        let previous = excerpt.lines.last().map_or(number, |line| line.number);
        match number - previous {
            0 | 1 => {}
            2 => {
                if let Some(between) = file.line_range(number as u32 - 1) {
                    let shown = between.start..between.start + clip(&file.text, &between, MAX_LINE);
                    excerpt.push(&file.text, number - 1, between.start, shown, between.end);
                }
            }
            _ => (0..2).for_each(|_| excerpt.push("", 0, 0, 0..0, 0)),
        }
        let shown = if line.len() <= MAX_LINE { line.clone() } else { window(&file.text, &line, &focus) };
        excerpt.push(&file.text, number, line.start, shown, line.end);
    }

    /// Where a span stands: which excerpt, and which bytes of it. A span of several lines counts up to the end of its
    /// first; an empty one is widened to a character.
    pub fn place(&self, ctx: &Context, span: Span) -> Option<(usize, Range<usize>)> {
        let index = self.files.iter().position(|excerpt| excerpt.file == span.file)?;
        let file = ctx.file(span.file)?;
        let start = (span.start as usize).min(file.text.len());
        let number = file.line_col(start as u32).0 as usize;
        let line = self.files[index].lines.iter().find(|line| line.number == number)?;
        let at = |offset: usize| {
            line.start + line.lead + offset.clamp(line.shown.start, line.shown.end) - line.shown.start
        };
        Some((index, at(start)..at((span.end as usize).max(start))))
    }

    fn file(&self, id: usize) -> Result<&Excerpt, Error> {
        self.files.get(id).ok_or(Error::FileMissing)
    }
}

impl Excerpt {
    fn push(&mut self, source: &str, number: usize, line_start: usize, shown: Range<usize>, line_end: usize) {
        let lead = if shown.start > line_start { ELLIPSIS } else { "" };
        let tail = if shown.end < line_end { " ..." } else { "" };
        let skipped = shown.start - line_start;
        let start = self.text.len();
        self.text.push_str(lead);
        self.text.push_str(source.get(shown.clone()).unwrap_or_default());
        self.text.push_str(tail);
        self.text.push('\n');
        self.lines.push(Line { number, start, shown, lead: lead.len(), skipped });
    }
}

/// Length of the longest prefix of a line with at most `limit` bytes.
fn clip(text: &str, line: &Range<usize>, limit: usize) -> usize {
    let mut end = line.end.min(line.start + limit);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    end - line.start
}

/// The part of a long line around a span.
fn window(text: &str, line: &Range<usize>, focus: &Range<usize>) -> Range<usize> {
    let mut start = focus.start.saturating_sub(MARGIN).clamp(line.start, line.end);
    let longest = focus.start.saturating_add(MAX_LINE - MARGIN);
    let mut end = focus.end.saturating_add(MARGIN).min(longest).clamp(start, line.end);
    while !text.is_char_boundary(start) {
        start -= 1;
    }
    while !text.is_char_boundary(end) {
        end += 1;
    }
    start..end
}

impl<'a> Files<'a> for Excerpts {
    type FileId = usize;
    type Name = &'a str;
    type Source = &'a str;

    fn name(&'a self, id: usize) -> Result<&'a str, Error> {
        Ok(&self.file(id)?.name)
    }

    fn source(&'a self, id: usize) -> Result<&'a str, Error> {
        Ok(&self.file(id)?.text)
    }

    fn line_index(&'a self, id: usize, byte_index: usize) -> Result<usize, Error> {
        let lines = &self.file(id)?.lines;
        Ok(lines.partition_point(|line| line.start <= byte_index).saturating_sub(1))
    }

    fn line_number(&'a self, id: usize, line_index: usize) -> Result<usize, Error> {
        let lines = &self.file(id)?.lines;
        let line =
            lines.get(line_index).ok_or(Error::LineTooLarge { given: line_index, max: lines.len() })?;
        Ok(line.number)
    }

    /// Counted in bytes, as in the JSON form and by mlir-opt.
    fn column_number(&'a self, id: usize, line_index: usize, byte_index: usize) -> Result<usize, Error> {
        let lines = &self.file(id)?.lines;
        let line =
            lines.get(line_index).ok_or(Error::LineTooLarge { given: line_index, max: lines.len() })?;
        let shown_start = line.start + line.lead;
        Ok(line.skipped + byte_index.saturating_sub(shown_start) + 1)
    }

    fn line_range(&'a self, id: usize, line_index: usize) -> Result<Range<usize>, Error> {
        let excerpt = self.file(id)?;
        let lines = &excerpt.lines;
        let line =
            lines.get(line_index).ok_or(Error::LineTooLarge { given: line_index, max: lines.len() })?;
        let end = lines.get(line_index + 1).map_or(excerpt.text.len(), |next| next.start);
        Ok(line.start..end)
    }
}
