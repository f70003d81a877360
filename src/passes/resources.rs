//! What passes load on first use and share between their runs.

use std::rc::Rc;

use crate::interp::Meanings;
use crate::ir::{Context, Diagnostics};
use crate::patterns::FUNCTIONS;
use crate::rewrite::PatternSet;

/// Pattern sets and meanings of one context.
#[derive(Default)]
pub struct Resources {
    /// By the names of their files.
    patterns: Vec<(Vec<String>, Rc<PatternSet>)>,
    meanings: Option<Rc<Meanings>>,
}

impl Resources {
    /// The patterns in these files, given as names and texts. They may name ops that no dialect declares only if
    /// `allow_unregistered`. Errors in them are reported every time.
    pub fn patterns(
        &mut self,
        ctx: &Context,
        files: &[(&str, &str)],
        allow_unregistered: bool,
        diagnostics: &mut Diagnostics,
    ) -> Option<Rc<PatternSet>> {
        let same = |names: &[String]| names.iter().eq(files.iter().map(|(name, _)| name));
        if let Some((_, set)) = self.patterns.iter().find(|(names, _)| same(names)) {
            return Some(Rc::clone(set));
        }
        let set = Rc::new(PatternSet::load(ctx, files, FUNCTIONS, allow_unregistered, diagnostics)?);
        let names = files.iter().map(|(name, _)| name.to_string()).collect();
        self.patterns.push((names, Rc::clone(&set)));
        Some(set)
    }

    /// What each op does.
    pub fn meanings(&mut self, ctx: &Context) -> Rc<Meanings> {
        Rc::clone(self.meanings.get_or_insert_with(|| Rc::new(Meanings::new(ctx))))
    }
}
