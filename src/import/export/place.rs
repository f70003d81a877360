//! `metadata`: where an instruction comes from. HLO has the innermost place alone; callers are left out.

use std::fmt::Write as _;

use super::Writer;
use crate::import::fields::Written;
use crate::import::hlo_text::lexer::quoted;
use crate::ir::{AttrKind, Loc, LocKind};

impl Writer<'_, '_> {
    /// Adds `metadata={...}` for a location that says something, if locations are asked for.
    pub(super) fn metadata(&self, loc: Option<Loc>, out: &mut Written) {
        let Some(mut loc) = loc.filter(|_| self.debuginfo) else { return };
        let ctx = self.ctx;
        let mut text = String::new();
        let mut named = false;
        // Locations wrap others; each step goes one further in.
        loop {
            match ctx.loc_kind(loc) {
                LocKind::Name { name, child } => {
                    if !named {
                        let _ = write!(text, " op_name={}", quoted(ctx.bytes_of(*name)));
                        named = true;
                    }
                    loc = *child;
                }
                LocKind::CallSite { callee, .. } => loc = *callee,
                LocKind::Fused { locs, metadata } => {
                    for &(key, value) in metadata.map_or(&[][..], |notes| ctx.dict_entries(notes)) {
                        let value = match ctx.attr_kind(value) {
                            AttrKind::String { value, .. } => quoted(ctx.bytes_of(*value)),
                            AttrKind::Integer { .. } => ctx.as_i64(value).unwrap_or(0).to_string(),
                            _ => continue,
                        };
                        let key = ctx.text(key);
                        if crate::import::build::is_note(key) {
                            let _ = write!(text, " {key}={value}");
                        }
                    }
                    match locs.first() {
                        Some(&first) => loc = first,
                        None => break,
                    }
                }
                LocKind::FileLineCol { file, line, col, end_line, end_col } => {
                    let file = quoted(ctx.bytes_of(*file));
                    let _ = write!(
                        text,
                        " source_file={file} source_line={line} source_end_line={end_line} source_column={col} source_end_column={end_col}"
                    );
                    break;
                }
                LocKind::Unknown | LocKind::Span => break,
            }
        }
        if !text.is_empty() {
            out.push(("metadata", format!("{{{}}}", text.trim_start())));
        }
    }
}
