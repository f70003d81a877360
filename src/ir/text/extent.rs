//! How much text aliases stand for. An alias may use others, so that a few lines can stand for more text than any memory
//! holds; types and attributes print in full, so such aliases are refused where they grow too large.

use rustc_hash::FxHashMap;

use super::parser::{MAX_DEPTH, Parse, Parser};

/// Bytes of text that the aliases in one definition may stand for.
const LONGEST: u64 = 1 << 28;

/// Bytes of text that all aliases outside of definitions may stand for: a text of more could not be read back.
const TOTAL: u64 = 1 << 32;

/// The size of what an alias stands for when it is written out.
#[derive(Clone, Copy)]
struct Extent {
    bytes: u64,
    /// Levels of nesting.
    depth: usize,
}

/// The aliases of types and attributes defined so far, and how much they were used.
#[derive(Default)]
pub(super) struct Extents<'s> {
    /// By name with its sigil.
    known: FxHashMap<&'s str, Extent>,
    /// Bytes that the uses so far stand for.
    written: u64,
    /// `written` at the start of the definition that is read.
    definition: Option<u64>,
    /// The deepest nesting since the definition began.
    pub(super) deepest: usize,
}

impl<'s> Parser<'s, '_> {
    /// Reads what the alias `name` (with its sigil) stands for.
    pub(super) fn define<T>(&mut self, name: &'s str, read: impl FnOnce(&mut Self) -> Parse<T>) -> Parse<T> {
        let (at, start, depth) = (self.offset(), self.extents.written, self.depth);
        self.extents.definition = Some(start);
        self.extents.deepest = depth;
        let value = read(self);
        let bytes = (self.consumed().saturating_sub(at) as u64).saturating_add(self.extents.written - start);
        let extent = Extent { bytes, depth: self.extents.deepest - depth };
        // A definition is not written itself.
        self.extents.written = start;
        self.extents.definition = None;
        if value.is_ok() {
            self.extents.known.insert(name, extent);
        }
        value
    }

    /// Counts the use of the alias at the current token.
    pub(super) fn use_alias(&mut self) -> Parse<()> {
        let name = self.text();
        let Some(&extent) = self.extents.known.get(name) else { return Ok(()) };
        let depth = self.depth + extent.depth;
        if depth > MAX_DEPTH {
            return self.error(format!("'{name}' makes this nested deeper than {MAX_DEPTH} levels"));
        }
        self.extents.deepest = self.extents.deepest.max(depth);
        self.extents.written = self.extents.written.saturating_add(extent.bytes);
        let (from, limit) = match self.extents.definition {
            Some(start) => (start, LONGEST),
            None => (0, TOTAL),
        };
        if self.extents.written - from > limit {
            return self.error(format!(
                "with '{name}', the aliases here stand for more than {} MiB of text when they are written out",
                limit >> 20
            ));
        }
        Ok(())
    }
}
