//! Which pass would take each op that ranks, and each custom call, or why none does: what `--explain` says without passes.

use super::pattern_pass::{PatternPass, pattern_options};
use super::{Failed, Options, Resources, Settings, lowering};
use crate::dialects::hlo::{Composite, CustomCall, Reduce, Sort, Taker, TopK, Topk, known_target};
use crate::ir::{Diagnostic, Diagnostics, Ir, OpId, WalkOrder};
use crate::patterns::{PatternFile, UNTUPLE};
use crate::rewrite::{Answer, ExplainFilter, ask};

/// The passes that are asked, in the order in which a pipeline would run them.
static ASKED: &[&PatternPass] =
    &[&lowering::RAISE, &lowering::LEGALIZE, &lowering::LEGALIZE_ARG, &lowering::LOWER_ARG, &lowering::LOWER];

/// Whether an op is one to ask about. A reduction of two tensors may be an argmax; whether it is, the patterns tell.
fn is_asked(ir: &Ir<'_>, op: OpId) -> bool {
    match ir.name(op) {
        Sort::NAME | TopK::NAME | Topk::NAME | CustomCall::NAME => true,
        Composite::NAME => ir.attr_text(op, "name") == Some("chlo.top_k"),
        Reduce::NAME => ir.results(op).len() == 2,
        _ => false,
    }
}

/// One remark for each sort, top-k, argmax and custom call of a module (of one name, if the settings say so): the pass that
/// takes it, or the first condition that it fails, at its place.
pub fn explain(ir: &Ir<'_>, settings: &Settings, diagnostics: &mut Diagnostics) -> Result<(), Failed> {
    let filter = ExplainFilter { op: settings.explain.clone().flatten() };
    let mut resources = Resources::default();
    for op in ir.collect(ir.root(), WalkOrder::Pre) {
        if is_asked(ir, op) && filter.covers(ir, op) {
            let answer = answer(ir, op, settings, &mut resources, diagnostics)?;
            diagnostics.list.extend(answer);
        }
    }
    Ok(())
}

fn answer(
    ir: &Ir<'_>,
    op: OpId,
    settings: &Settings,
    resources: &mut Resources,
    diagnostics: &mut Diagnostics,
) -> Result<Option<Diagnostic>, Failed> {
    let name = ir.name(op);
    let span = ir.op(op).span;
    let mut ask_files = |files: &[&PatternFile], options: &Options| {
        let texts: Vec<(&str, &str)> = files.iter().map(|file| (file.name, file.text)).collect();
        let set =
            resources.patterns(ir.ctx, &texts, settings.allow_unregistered, diagnostics).ok_or(Failed)?;
        Ok(ask(ir, op, &set, &pattern_options(options)))
    };
    let takes = |pass: &PatternPass, pattern: &str| {
        Diagnostic::remark(span, format!("'{name}' op: {} takes it (pattern '{pattern}')", pass.info.name))
    };
    let mut reason = None;
    for pass in ASKED {
        // A tuple that is taken apart says nothing of the op itself.
        let files: Vec<&PatternFile> =
            pass.files.iter().copied().filter(|file| !std::ptr::eq(*file, &UNTUPLE)).collect();
        match ask_files(&files, &Options::defaults(pass.info.options))? {
            Answer::Takes(pattern) => return Ok(Some(takes(pass, &pattern))),
            Answer::Refuses(why) => drop(reason.get_or_insert(why)),
            Answer::Silent => {}
        }
    }
    if let Some(why) = reason {
        let mut remark = Diagnostic::remark(why.primary.span, format!("'{name}' op stays: {}", why.message));
        (remark.code, remark.help) = (why.code, why.help);
        return Ok(Some(if why.primary.span == span { remark } else { remark.note(span, "this op") }));
    }
    if let Answer::Takes(pattern) = ask_files(&[&UNTUPLE], &Options::defaults(&[]))? {
        return Ok(Some(takes(&lowering::RAISE, &pattern)));
    }
    let known = ir.attr_text(op, "call_target_name").and_then(known_target);
    let stays = match known.map(|target| target.taker) {
        Some(Taker::Compiler) => "the real compiler takes it, no pass here does",
        Some(Taker::Partitioner) => "XLA's partitioner takes it, no pass here does",
        _ if name == Reduce::NAME => return Ok(None),
        _ => "no pass takes it",
    };
    Ok(Some(Diagnostic::remark(span, format!("'{name}' op stays: {stays}"))))
}
