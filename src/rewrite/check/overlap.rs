//! Finds patterns that can never fire and right-hand sides that their own pattern matches again.
//!
//! Both compare op trees: a pattern *covers* another tree if whatever has the shape of the other also has its own. The
//! comparison says yes only when that is certain, so there are no false alarms.

use rustc_hash::FxHashMap;

use crate::ir::{AttrDefault, Context, Diagnostic, Diagnostics};

use super::super::ast::{
    Attr, AttrMode, Expr, ExprKind, Many, OpBuild, OpPat, OperandValue, Part, Pattern, Stmt, Term,
    TypeExprKind, ValuePat,
};

/// Reports both.
pub(super) fn check(ctx: &Context, patterns: &[&Pattern], diagnostics: &mut Diagnostics) {
    for (index, pattern) in patterns.iter().enumerate() {
        let Some(root) = root(pattern) else { continue };
        let earlier = patterns.iter().enumerate().find(|(other_index, other)| {
            let first =
                other.benefit > pattern.benefit || other.benefit == pattern.benefit && *other_index < index;
            first && unconditional(other).is_some_and(|tree| covers(ctx, tree, root))
        });
        if let Some((_, earlier)) = earlier {
            let message = format!(
                "pattern `{}` never fires: `{}` is tried first and takes everything it matches",
                pattern.name.text, earlier.name.text
            );
            let diagnostic = Diagnostic::error(pattern.name.span, message)
                .note(earlier.name.span, "this pattern is tried first")
                .help("give this pattern a higher benefit");
            diagnostics.push(diagnostic);
        }
        let Some(tree) = unconditional(pattern) else { continue };
        if let Some(built) = matched_again(ctx, tree, &pattern.body) {
            let message = format!("pattern `{}` matches its own result", pattern.name.text);
            let diagnostic = Diagnostic::error(built.span, message)
                .note(tree.span, "this is matched by the new op")
                .help("add a condition that the new op does not fulfil");
            diagnostics.push(diagnostic);
        }
    }
}

/// The op tree of a pattern's first clause.
fn root(pattern: &Pattern) -> Option<&OpPat> {
    pattern.parts.iter().find_map(|part| match part {
        Part::Clause(clause) => Some(&clause.op),
        _ => None,
    })
}

/// The op tree of a pattern that consists of it alone: no conditions, no further clauses, no types of results.
fn unconditional(pattern: &Pattern) -> Option<&OpPat> {
    match pattern.parts.as_slice() {
        [Part::Clause(clause)] if clause.results.iter().all(|r| r.ty.is_none()) => Some(&clause.op),
        _ => None,
    }
}

/// What a name of the covering tree stands for in the other one.
#[derive(Clone, PartialEq)]
enum Meaning {
    /// This name.
    Name(String),
    /// Something without a name.
    Nameless,
}

type Meanings = FxHashMap<String, Meaning>;

/// Whether everything `specific` matches is matched by `general`.
fn covers(ctx: &Context, general: &OpPat, specific: &OpPat) -> bool {
    covers_pattern(ctx, general, specific, &mut Meanings::default())
}

fn covers_pattern(ctx: &Context, general: &OpPat, specific: &OpPat, names: &mut Meanings) -> bool {
    general.name.text == specific.name.text
        && general.attrs.iter().all(|a| covers_attr(ctx, general, a, &specific.attrs, names))
        && general.operands.len() == specific.operands.len()
        && general.operands.iter().zip(&specific.operands).all(|(g, s)| {
            let same_slot = g.slot.as_ref().map(|n| &n.text) == s.slot.as_ref().map(|n| &n.text);
            same_slot && covers_term(ctx, &g.term, &s.term, names)
        })
}

fn covers_term(ctx: &Context, general: &Term, specific: &Term, names: &mut Meanings) -> bool {
    match (general, specific) {
        (Term::Value(general), Term::Value(specific)) => {
            let any = general.binder.many == specific.binder.many
                || general.binder.many == Many::List
                || general.binder.var.is_none();
            let meaning = match &specific.binder.var {
                Some(var) => Meaning::Name(var.text.clone()),
                None => Meaning::Nameless,
            };
            any && general.ty.is_none() && stands_for(general, meaning, names)
        }
        (Term::Value(general), Term::Op(_)) => {
            general.ty.is_none() && stands_for(general, Meaning::Nameless, names)
        }
        (Term::Value(general), Term::List(..)) => {
            general.ty.is_none()
                && general.binder.many == Many::List
                && stands_for(general, Meaning::Nameless, names)
        }
        (Term::Op(general), Term::Op(specific)) => covers_pattern(ctx, general, specific, names),
        (Term::List(general, _), Term::List(specific, _)) => {
            general.len() == specific.len()
                && general.iter().zip(specific).all(|(g, s)| covers_term(ctx, g, s, names))
        }
        _ => false,
    }
}

/// Gives a name its meaning; a name that has one already must have the same, and a nameless thing is equal to nothing.
fn stands_for(general: &ValuePat, meaning: Meaning, names: &mut Meanings) -> bool {
    let Some(var) = &general.binder.var else { return true };
    match names.get(&var.text) {
        Some(known) => *known == meaning && meaning != Meaning::Nameless,
        None => {
            names.insert(var.text.clone(), meaning);
            true
        }
    }
}

/// Whether ops with the attributes `specific` fulfil one attribute condition.
fn covers_attr(ctx: &Context, op: &OpPat, general: &Attr, specific: &[Attr], names: &mut Meanings) -> bool {
    let same = specific.iter().find(|a| a.name.text == general.name.text);
    match &general.mode {
        AttrMode::Absent => same.is_some_and(|a| matches!(a.mode, AttrMode::Absent)),
        AttrMode::Present => same.is_some_and(|a| matches!(a.mode, AttrMode::Is(_) | AttrMode::Present)),
        AttrMode::Is(value) | AttrMode::Maybe(value) => {
            let optional = matches!(general.mode, AttrMode::Maybe(_));
            match &value.kind {
                ExprKind::Var(var) => {
                    if names.contains_key(&var.text) {
                        return false;
                    }
                    names.insert(var.text.clone(), Meaning::Nameless);
                    let declared =
                        ctx.op_info(ctx.op_name(&op.name.text)).and_then(|i| i.attr(&general.name.text));
                    let always = declared
                        .is_some_and(|d| matches!(d.default, AttrDefault::Required | AttrDefault::Value(_)));
                    optional || always || same.is_some_and(|a| matches!(a.mode, AttrMode::Is(_)))
                }
                _ => same
                    .is_some_and(|a| matches!(&a.mode, AttrMode::Is(other) if same_constant(value, other))),
            }
        }
    }
}

/// Whether two expressions are the same literal.
fn same_constant(a: &Expr, b: &Expr) -> bool {
    match (&a.kind, &b.kind) {
        (ExprKind::Int(a), ExprKind::Int(b)) => a == b,
        (ExprKind::Bool(a), ExprKind::Bool(b)) => a == b,
        (ExprKind::Str(a), ExprKind::Str(b)) => a == b,
        (ExprKind::Float(a), ExprKind::Float(b)) => a.to_bits() == b.to_bits(),
        _ => false,
    }
}

/// The statement that builds an op which `tree` matches for sure, among those that run whenever the pattern fires.
fn matched_again<'p>(ctx: &Context, tree: &OpPat, body: &'p [Stmt]) -> Option<&'p OpBuild> {
    let mut built: FxHashMap<&str, &OpBuild> = FxHashMap::default();
    for stmt in body {
        let Stmt::Build { results, op } = stmt else { continue };
        if built_matches(ctx, tree, op, &built, &mut FxHashMap::default()) {
            return Some(op);
        }
        if let [result] = results.as_slice()
            && let Some(var) = &result.var
        {
            built.insert(&var.text, op);
        }
    }
    None
}

fn built_matches(
    ctx: &Context,
    tree: &OpPat,
    op: &OpBuild,
    built: &FxHashMap<&str, &OpBuild>,
    names: &mut FxHashMap<String, String>,
) -> bool {
    if tree.name.text != op.name.text
        || tree.operands.len() != op.operands.len()
        || tree.operands.iter().any(|o| o.slot.is_some())
        || op.operands.iter().any(|o| o.slot.is_some())
    {
        return false;
    }
    let attrs = tree.attrs.iter().all(|a| covers_attr(ctx, tree, a, &op.attrs, &mut Meanings::default()));
    attrs
        && tree.operands.iter().zip(&op.operands).all(|(pattern, operand)| {
            let (source, nested) = match &operand.value {
                OperandValue::Op(nested) => (None, Some(&**nested)),
                OperandValue::Arg(arg) => match &arg.expr.kind {
                    ExprKind::Var(var) if arg.many == Many::One => {
                        (Some(var.text.as_str()), built.get(var.text.as_str()).copied())
                    }
                    _ => return false,
                },
            };
            match &pattern.term {
                Term::Value(value) => {
                    let free = value.ty.as_ref().is_none_or(|t| matches!(t.kind, TypeExprKind::Wild));
                    let plain = value.binder.many == Many::One && free;
                    let Some(var) = value.binder.var.as_ref().filter(|_| plain) else { return plain };
                    let source = source.unwrap_or_default().to_string();
                    let known = names.entry(var.text.clone()).or_insert_with(|| source.clone());
                    *known == source
                }
                Term::Op(inner) => nested.is_some_and(|n| built_matches(ctx, inner, n, built, names)),
                Term::List(..) => false,
            }
        })
}
