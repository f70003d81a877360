//! The syntax of a text alone.

use std::ops::Range;

use super::syntax::{Head, Instruction, Sink, TableRow, Word};
use crate::import::attributes::HeaderField;
use crate::ir::text::Parse;
use crate::ir::{Diagnostics, Str};

/// Takes everything and makes nothing of it.
pub(in crate::import) struct Ignore;

impl<'s> Sink<'s> for Ignore {
    fn module(&mut self, _: Word<'s>) {}

    fn header(
        &mut self,
        _: &'static HeaderField,
        _: &'s str,
        _: Range<usize>,
        _: &mut Diagnostics,
    ) -> Parse<()> {
        Ok(())
    }

    fn row(&mut self, _: &'s str, _: i64, _: TableRow<'s>) {}

    fn begin(&mut self, _: Head<'s>, _: &mut Diagnostics) -> Parse<()> {
        Ok(())
    }

    fn instruction(&mut self, _: &Instruction<'s>, _: &mut Diagnostics) -> Parse<()> {
        Ok(())
    }

    fn lost(&mut self, _: Word<'s>) {}

    fn end(&mut self, _: Range<usize>, _: Option<Str>, _: &mut Diagnostics) -> Parse<()> {
        Ok(())
    }
}
