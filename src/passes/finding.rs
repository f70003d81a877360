//! Which pass would take each op that ranks, and each custom call, or why none does: what `--explain` says without passes.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::canonicalize::Canonicalize;
use super::inline::Inline;
use super::options::WrittenOption;
use super::pattern_pass::{PatternPass, pattern_options};
use super::{
    Failed, Instruments, Options, Pass, PassManager, Pipeline, PipelineItem, PrintIr, Resources,
    ScheduledPass, Settings, VerifyEach, lowering,
};
use crate::dialects::hlo::{Composite, CustomCall, Reduce, Sort, Taker, TopK, Topk, known_target};
use crate::ir::{Diagnostic, Diagnostics, Ir, OpId, Span, WalkOrder};
use crate::patterns::{PatternFile, UNTUPLE};
use crate::rewrite::{Answer, ExplainFilter, OptionValue as PatternOption, PatternSet, ask};

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
    let mut asked = |files: &[&PatternFile], options: Options| {
        let texts: Vec<(&str, &str)> = files.iter().map(|file| (file.name, file.text)).collect();
        let set =
            resources.patterns(ir.ctx, &texts, settings.allow_unregistered, diagnostics).ok_or(Failed)?;
        Ok(Question { set, options: pattern_options(&options) })
    };
    let mut passes = Vec::with_capacity(ASKED.len());
    for &pass in ASKED {
        // A tuple that is taken apart says nothing of the op itself.
        let files: Vec<&PatternFile> =
            pass.files.iter().copied().filter(|file| !std::ptr::eq(*file, &UNTUPLE)).collect();
        passes.push((pass, asked(&files, Options::defaults(pass.info.options))?));
    }
    let untuple = asked(&[&UNTUPLE], Options::defaults(&[]))?;
    // As neuron-pipeline runs it.
    let relaxed = [WrittenOption { name: "relaxed", name_span: Span::NONE, value: None }];
    let info = lowering::RAISE_ROUTER.info;
    let options =
        Options::read(info.name, info.options, relaxed).unwrap_or_else(|_| Options::defaults(info.options));
    let routers = routers(ir, &asked(lowering::RAISE_ROUTER.files, options)?);
    for op in ir.collect(ir.root(), WalkOrder::Pre) {
        if is_asked(ir, op) && filter.covers(ir, op) {
            let answer = answer(ir, op, &passes, &untuple);
            diagnostics.list.extend(answer.map(|answer| match routers.get(&ir.op(op).span) {
                Some(pattern) => answer.help(format!(
                    "with its scores and its gate raise-router takes it first (pattern '{pattern}'), once the module is canonicalized and inlined: neuron-pipeline does so"
                )),
                None => answer,
            }));
        }
    }
    Ok(())
}

/// The top-k ops that are part of a router, by their places, and the pattern that takes each. Scores and gates show when calls are
/// inlined and what has no effect is gone, so a copy of the module is asked.
fn routers(ir: &Ir<'_>, question: &Question) -> FxHashMap<Span, String> {
    let mut copy = ir.clone();
    let passes: [&'static dyn Pass; 3] = [&Canonicalize, &Inline, &lowering::RAISE];
    let scheduled = passes.map(|pass| {
        let options = Options::defaults(pass.info().options);
        PipelineItem::Pass(ScheduledPass { pass, options, span: Span::NONE })
    });
    let pipeline = Pipeline { items: scheduled.into(), ..Pipeline::new() };
    let instruments = Instruments {
        verify_each: VerifyEach::Nothing,
        print_ir: PrintIr::default(),
        printer: &|_, _| String::new(),
        output: &mut std::io::sink(),
    };
    let settings = Settings::default();
    let mut manager = PassManager::new(&settings, instruments);
    if manager.run(&pipeline, &mut copy, &mut Diagnostics::new()).is_err() {
        return FxHashMap::default();
    }
    let calls =
        copy.collect(copy.root(), WalkOrder::Pre).into_iter().filter(|&op| copy.is(op, CustomCall::NAME));
    calls
        .filter_map(|op| match question.ask(&copy, op) {
            Answer::Takes(pattern) => Some((copy.op(op).span, pattern)),
            Answer::Refuses(_) | Answer::Silent => None,
        })
        .collect()
}

/// Patterns to ask, and the options that they read.
struct Question {
    set: Rc<PatternSet>,
    options: Vec<(String, PatternOption)>,
}

impl Question {
    fn ask(&self, ir: &Ir<'_>, op: OpId) -> Answer {
        ask(ir, op, &self.set, &self.options)
    }
}

fn answer(
    ir: &Ir<'_>,
    op: OpId,
    passes: &[(&PatternPass, Question)],
    untuple: &Question,
) -> Option<Diagnostic> {
    let name = ir.name(op);
    let span = ir.op(op).span;
    let takes = |pass: &PatternPass, pattern: &str| {
        Diagnostic::remark(span, format!("'{name}' op: {} takes it (pattern '{pattern}')", pass.info.name))
    };
    let mut reason = None;
    for (pass, question) in passes {
        match question.ask(ir, op) {
            Answer::Takes(pattern) => return Some(takes(pass, &pattern)),
            Answer::Refuses(why) => drop(reason.get_or_insert(why)),
            Answer::Silent => {}
        }
    }
    if let Some(why) = reason {
        let mut remark = Diagnostic::remark(why.primary.span, format!("'{name}' op stays: {}", why.message));
        (remark.code, remark.help) = (why.code, why.help);
        return Some(if why.primary.span == span { remark } else { remark.note(span, "this op") });
    }
    if let Answer::Takes(pattern) = untuple.ask(ir, op) {
        return Some(takes(&lowering::RAISE, &pattern));
    }
    let known = ir.attr_text(op, "call_target_name").and_then(known_target);
    let stays = match known.map(|target| target.taker) {
        Some(Taker::Compiler) => "the real compiler takes it, no pass here does",
        Some(Taker::Partitioner) => "XLA's partitioner takes it, no pass here does",
        _ if name == Reduce::NAME => return None,
        _ => "no pass takes it",
    };
    Some(Diagnostic::remark(span, format!("'{name}' op stays: {stays}")))
}
