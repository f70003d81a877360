//! Checks the syntax tree of a pattern set against the op declarations and compiles it.
//!
//! Every function that returns an `Option` has reported an error when it returns `None`; its caller goes on with the
//! next statement or item, so that one run shows as many errors as possible.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::ir::{Context, Diagnostic, Diagnostics, Ir, OpInfo, Span};

use super::ast::{self, Item, Many, Name, Var};
use super::function::{Function, Options};
use super::program::*;
use super::value::{Kind, Val};
use names::{Names, suggest};

mod attrs;
mod clauses;
mod expr;
mod forms;
mod names;
mod ops;
mod overlap;
mod statements;
mod types;

/// What is known about a template before its body is compiled.
#[derive(Clone)]
struct TemplateInfo {
    index: usize,
    params: Vec<Kind>,
    results: Vec<Kind>,
}

/// The state of one check.
pub(super) struct Checker<'a, 'c> {
    ctx: &'c Context,
    diagnostics: &'a mut Diagnostics,
    functions: FxHashMap<&'static str, &'static Function>,
    allow_unregistered: bool,
    consts: FxHashMap<String, (Val, Kind)>,
    tables: FxHashMap<String, usize>,
    enums: FxHashMap<String, Vec<String>>,
    templates: FxHashMap<String, TemplateInfo>,
    forms: FxHashMap<String, Rc<forms::FormInfo>>,
    /// The forms that are being compiled, outermost first.
    open_forms: Vec<String>,
    library: Library,
    /// An empty module to evaluate constant expressions against.
    scratch: Ir<'c>,
    no_options: Options,
}

/// Compiles the items of all files of a set. `None` if there was an error.
pub(super) fn check(
    ctx: &Context,
    items: &[Item],
    functions: &[&'static [Function]],
    allow_unregistered: bool,
    diagnostics: &mut Diagnostics,
) -> Option<(Library, Vec<Pattern>)> {
    let mut checker = Checker {
        ctx,
        diagnostics,
        functions: functions.iter().flat_map(|list| list.iter()).map(|f| (f.name, f)).collect(),
        allow_unregistered,
        consts: FxHashMap::default(),
        tables: FxHashMap::default(),
        enums: FxHashMap::default(),
        templates: FxHashMap::default(),
        forms: FxHashMap::default(),
        open_forms: Vec::new(),
        library: Library::default(),
        scratch: Ir::new(ctx),
        no_options: Options::new(),
    };
    checker.check_duplicates(items);
    checker.constants_and_enums(items);
    checker.tables(items);
    checker.templates(items);
    checker.forms(items);
    let mut sources = Vec::new();
    let mut patterns = Vec::new();
    for item in items {
        if let Item::Pattern(source) = item
            && let Some(pattern) = checker.pattern(source)
        {
            sources.push(source);
            patterns.push(pattern);
        }
    }
    overlap::check(ctx, &sources, checker.diagnostics);
    let library = std::mem::take(&mut checker.library);
    (!diagnostics.has_errors()).then_some((library, patterns))
}

impl<'c> Checker<'_, 'c> {
    /// Reports an error.
    fn fail<T>(&mut self, span: Span, message: impl Into<String>) -> Option<T> {
        self.diagnostics.push(Diagnostic::error(span, message));
        None
    }

    /// The value of a result, its error reported.
    fn report<T>(&mut self, result: Result<T, Box<Diagnostic>>) -> Option<T> {
        result.map_err(|d| self.diagnostics.push(*d)).ok()
    }

    /// Reports a name that is bound already.
    fn check_free(&mut self, names: &Names, var: &Var) -> Option<()> {
        let Some(binding) = names.find(&var.text) else { return Some(()) };
        let diagnostic = Diagnostic::error(var.span, format!("`{}` is bound already", var.text))
            .note(binding.span, "bound here");
        self.diagnostics.push(diagnostic);
        None
    }

    /// The declaration of an op; `Some(None)` for an unregistered op where such are allowed.
    fn op_info(&mut self, name: &Name) -> Option<Option<&'static OpInfo>> {
        let info = self.ctx.op_info(self.ctx.op_name(&name.text));
        if info.is_some() || self.allow_unregistered {
            return Some(info);
        }
        let known: Vec<&str> =
            self.ctx.dialects().iter().flat_map(|d| d.ops.iter().map(|o| o.name)).collect();
        let diagnostic = Diagnostic::error(name.span, format!("unknown op `{}`", name.text));
        let diagnostic = suggest(diagnostic, &name.text, known.into_iter());
        self.diagnostics.push(diagnostic);
        None
    }

    fn check_duplicates(&mut self, items: &[Item]) {
        let mut seen: FxHashMap<(&str, &str), Span> = FxHashMap::default();
        for item in items {
            let (space, name, span) = match item {
                Item::Const { name, .. } => ("constant", &name.text, name.span),
                Item::Table { name, .. } => ("function or table", &name.text, name.span),
                Item::Enum { name, .. } => ("enum", &name.text, name.span),
                Item::Template(t) => ("template", &t.name.text, t.name.span),
                // Forms of one name are alternatives.
                Item::Form(_) => continue,
                Item::Pattern(p) => ("pattern", &p.name.text, p.name.span),
            };
            if space == "function or table" && self.functions.contains_key(name.as_str()) {
                self.diagnostics
                    .push(Diagnostic::error(span, format!("there is a function `{name}` already")));
            }
            if let Some(&first) = seen.get(&(space, name.as_str())) {
                let diagnostic = Diagnostic::error(span, format!("{space} `{name}` is defined twice"))
                    .note(first, "first defined here");
                self.diagnostics.push(diagnostic);
            }
            seen.entry((space, name)).or_insert(span);
        }
    }

    fn constants_and_enums(&mut self, items: &[Item]) {
        for item in items {
            match item {
                Item::Const { name, value } => {
                    let Some((expr, kind)) = self.expr(&mut Names::default(), value) else { continue };
                    match self.evaluate(&expr) {
                        Some(value) => {
                            self.consts.insert(name.text.clone(), (value, kind));
                        }
                        None => {
                            self.fail::<()>(value.span, "this expression has no value");
                        }
                    }
                }
                Item::Enum { name, words } => {
                    let words = words.iter().map(|w| w.text.clone()).collect();
                    self.enums.insert(name.text.clone(), words);
                }
                _ => {}
            }
        }
    }

    fn tables(&mut self, items: &[Item]) {
        for item in items {
            let Item::Table { name, keys, result, rows } = item else { continue };
            let mut table =
                Table { name: name.text.clone(), keys: keys.clone(), result: *result, rows: Vec::new() };
            for (key, value) in rows {
                if key.len() != keys.len() {
                    let span = key.first().map_or(name.span, |k| k.span);
                    self.arguments::<()>(span, &name.text, keys.len(), key.len());
                    continue;
                }
                let mut constant = |e: &ast::Expr, kind: Kind| {
                    let expr = self.expect(&mut Names::default(), e, kind)?;
                    match self.evaluate(&expr) {
                        Some(value) => Some(value),
                        None => self.fail(e.span, "this expression has no value"),
                    }
                };
                let row: Option<Vec<Val>> =
                    key.iter().zip(keys).map(|(k, &kind)| constant(k, kind)).collect();
                let value = constant(value, *result);
                let (Some(row), Some(value)) = (row, value) else { continue };
                let same =
                    |other: &(Vec<Val>, Val)| other.0.iter().zip(&row).all(|(a, b)| a.equals(b, self.ctx));
                if table.rows.iter().any(same) {
                    self.fail::<()>(key[0].span, "this key has a row already");
                    continue;
                }
                table.rows.push((row, value));
            }
            self.tables.insert(name.text.clone(), self.library.tables.len());
            self.library.tables.push(table);
        }
    }

    fn templates(&mut self, items: &[Item]) {
        let sources: Vec<&ast::Template> =
            items.iter().filter_map(|i| if let Item::Template(t) = i { Some(t) } else { None }).collect();
        for (index, source) in sources.iter().enumerate() {
            let params = source.params.iter().map(|p| p.kind.unwrap_or(binder_kind(&p.binder))).collect();
            let results = source.results.iter().map(binder_kind).collect();
            self.templates.insert(source.name.text.clone(), TemplateInfo { index, params, results });
        }
        self.check_recursion(&sources);
        for source in &sources {
            let template = self.template(source);
            let empty = || Template { params: Vec::new(), body: Block::default(), slots: 0 };
            self.library.templates.push(Rc::new(template.unwrap_or_else(empty)));
        }
    }

    /// Reports templates that call themselves, through others or not.
    fn check_recursion(&mut self, sources: &[&ast::Template]) {
        let calls: Vec<Vec<usize>> = sources
            .iter()
            .map(|source| {
                let mut called = Vec::new();
                statements::visit_calls(&source.body, &mut |name| {
                    called.extend(self.templates.get(&name.text).map(|t| t.index));
                });
                called
            })
            .collect();
        for index in on_cycles(&calls) {
            let source = sources[index];
            let message = format!("template `{}` calls itself", source.name.text);
            self.fail::<()>(source.name.span, message);
        }
    }

    fn template(&mut self, source: &ast::Template) -> Option<Template> {
        let mut names = Names::default();
        let mut params = Vec::new();
        for param in &source.params {
            let kind = param.kind.unwrap_or(binder_kind(&param.binder));
            let slot = match &param.binder.var {
                Some(var) => {
                    self.check_free(&names, var)?;
                    names.bind(var, kind, param.binder.many)
                }
                None => names.fresh(),
            };
            params.push((slot, kind));
        }
        let wanted = (!source.results.is_empty()).then_some(source.results.len());
        let block = self.block(&mut names, &source.body, wanted, "yield", source.name.span);
        names.leave(0, self.diagnostics);
        let (body, kinds) = block?;
        for ((binder, kind), at) in source.results.iter().zip(&kinds).zip(&source.results) {
            let wanted = binder_kind(binder);
            if !wanted.accepts(*kind) {
                return self.fail(at.span, format!("expected {wanted}, but the template yields {kind}"));
            }
        }
        Some(Template { params, body, slots: names.slots() })
    }
}

/// The kind a name has by its form alone.
fn binder_kind(binder: &ast::Binder) -> Kind {
    let value = binder.var.as_ref().is_none_or(|v| v.text.starts_with('%'));
    match (value, binder.many) {
        (true, Many::List) => Kind::VALUES,
        (true, _) => Kind::VALUE,
        (false, Many::List) => Kind::ANYS,
        (false, _) => Kind::ANY,
    }
}

/// The nodes of a graph that can reach themselves, in ascending order, given each node's successors.
fn on_cycles(successors: &[Vec<usize>]) -> Vec<usize> {
    // Tarjan's algorithm with its own stack: a file may chain any number of templates.
    const NONE: usize = usize::MAX;
    let count = successors.len();
    let (mut order, mut low, mut active) = (vec![NONE; count], vec![0; count], vec![false; count]);
    let (mut component, mut found, mut next) = (Vec::new(), Vec::new(), 0);
    for start in 0..count {
        if order[start] != NONE {
            continue;
        }
        let mut path = vec![(start, 0)];
        while let Some((node, edge)) = path.pop() {
            if edge == 0 {
                (order[node], low[node], active[node]) = (next, next, true);
                next += 1;
                component.push(node);
            } else {
                let before = successors[node][edge - 1];
                if active[before] {
                    low[node] = low[node].min(low[before]);
                }
            }
            if let Some(&to) = successors[node].get(edge) {
                path.push((node, edge + 1));
                if order[to] == NONE {
                    path.push((to, 0));
                }
                continue;
            }
            if low[node] == order[node] {
                let from =
                    component.iter().rposition(|&n| n == node).expect("a node joins before its root ends");
                let members = component.split_off(from);
                for &member in &members {
                    active[member] = false;
                }
                if members.len() > 1 || successors[node].contains(&node) {
                    found.extend(members);
                }
            }
        }
    }
    found.sort_unstable();
    found
}
