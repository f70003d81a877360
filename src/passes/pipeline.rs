//! Pipelines as text. The grammar is `grammar/pipeline.pest`.

use pest::Parser;
use pest::error::{ErrorVariant, InputLocation};
use pest::iterators::Pair;
use pest_derive::Parser;

use super::known::{HLO_OPT_PASSES, is_hlo_opt_pass};
use super::options::{Options, WrittenOption, unknown_option};
use super::{Pass, find};
use crate::ir::{Context, Diagnostic, FileId, Span, Trait, nearest};

#[derive(Parser)]
#[grammar = "../grammar/pipeline.pest"]
struct PipelineParser;

/// The op that a pipeline is for when nothing says otherwise.
const ROOT: &str = "builtin.module";

/// The anchor that stands for every op.
const ANY: &str = "any";

/// Deepest nesting of parentheses or braces.
const MAX_DEPTH: usize = 64;

type Parse<T> = Result<T, Box<Diagnostic>>;

/// A list of passes and nested pipelines to run on one op.
#[derive(Clone)]
pub struct Pipeline {
    /// Name of the op it is for, or `any`.
    pub anchor: String,
    /// What to run, in order.
    pub items: Vec<PipelineItem>,
}

/// A step of a pipeline.
#[derive(Clone)]
pub enum PipelineItem {
    /// Run a pass on the op.
    Pass(ScheduledPass),
    /// Run a pipeline on each op directly inside that has the pipeline's anchor name.
    Nested(Pipeline),
}

/// A pass with its options.
#[derive(Clone)]
pub struct ScheduledPass {
    /// The pass.
    pub pass: &'static dyn Pass,
    /// Its options.
    pub options: Options,
    /// Where it was asked for.
    pub span: Span,
}

impl Pipeline {
    /// An empty pipeline for `builtin.module`.
    pub fn new() -> Self {
        Pipeline { anchor: ROOT.into(), items: Vec::new() }
    }

    /// Reads the pipeline in `file`: `builtin.module(...)`, or just the list of what would stand in its parentheses.
    pub fn parse(ctx: &Context, file: FileId) -> Parse<Self> {
        let reader = Reader { ctx, file, skipped: &[] };
        match reader.list()? {
            None => Ok(Self::new()),
            Some(list) => match anchored(&list) {
                Some((name, rest)) => reader.nested(&name, rest),
                None => Ok(Pipeline { anchor: ROOT.into(), items: reader.items(list, ROOT)? }),
            },
        }
    }

    /// Reads the pipeline in `file`, which has to name its op: `builtin.module(...)`, as mlir-opt has it. Passes named in
    /// `skipped` are left out, those of hlo-opt that are not implemented here as well.
    pub fn parse_anchored(ctx: &Context, file: FileId, skipped: &[String]) -> Parse<Self> {
        let reader = Reader { ctx, file, skipped };
        match reader.list()?.as_ref().and_then(anchored) {
            Some((name, rest)) => reader.nested(&name, rest),
            None => {
                let text = reader.text();
                let message = "expected pass pipeline to be wrapped with the anchor operation type, e.g. 'builtin.module(...)'";
                let error = Diagnostic::error(Span::new(file, 0, text.len()), message);
                Err(Box::new(error.help(format!("write {ROOT}({})", text.trim()))))
            }
        }
    }

    /// Reads the value of a pass flag, `--name[=options]`, which stands in `file` as written, and adds the pass unless it is
    /// named in `skipped`.
    pub fn push_flag(&mut self, ctx: &Context, file: FileId, skipped: &[String]) -> Parse<()> {
        let reader = Reader { ctx, file, skipped };
        let text = reader.text();
        let start = text.len() - text.trim_start_matches('-').len();
        let end = text.find('=').unwrap_or(text.len());
        let options_start = (end + 1).min(text.len());
        let shifted = |pair: &Pair<'_, Rule>| {
            let span = pair.as_span();
            Span::new(file, options_start + span.start(), options_start + span.end())
        };
        reader.check_depth(text)?;
        let mut pairs =
            PipelineParser::parse(Rule::flag_options, &text[options_start..]).map_err(|error| {
                let mut diagnostic = reader.syntax(&error);
                diagnostic.primary.span.start += options_start as u32;
                diagnostic.primary.span.end += options_start as u32;
                diagnostic
            })?;
        let options = pairs
            .next()
            .into_iter()
            .flat_map(Pair::into_inner)
            .filter_map(|o| written(o, &shifted))
            .collect();
        let name_span = Span::new(file, start, end);
        self.items.extend(reader.scheduled(&text[start..end], name_span, options, &self.anchor)?);
        Ok(())
    }

    /// Whether a pass of the pipeline looks at the module as it was in front of it.
    pub fn needs_original(&self) -> bool {
        self.items.iter().any(|item| match item {
            PipelineItem::Pass(scheduled) => scheduled.pass.needs_original(),
            PipelineItem::Nested(nested) => nested.needs_original(),
        })
    }

    /// The canonical text: every option with its value. Parsing it gives the same pipeline.
    pub fn canonical(&self) -> String {
        let items = self.items.iter().map(|item| match item {
            PipelineItem::Pass(p) => format!("{}{}", p.pass.info().name, p.options.canonical()),
            PipelineItem::Nested(pipeline) => pipeline.canonical(),
        });
        format!("{}({})", self.anchor, items.collect::<Vec<_>>().join(","))
    }

    /// Whether a pass in it applies the pattern files of the settings.
    pub fn applies_pattern_files(&self) -> bool {
        self.items.iter().any(|item| match item {
            PipelineItem::Pass(p) => p.pass.applies_pattern_files(),
            PipelineItem::Nested(pipeline) => pipeline.applies_pattern_files(),
        })
    }

    /// Whether it is for ops of this name.
    pub fn matches(&self, op_name: &str) -> bool {
        self.anchor == ANY || self.anchor == op_name
    }
}

impl Default for Pipeline {
    fn default() -> Self {
        Self::new()
    }
}

/// A name for several passes.
pub struct NamedPipeline {
    /// Name, used like that of a pass.
    pub name: &'static str,
    /// One line.
    pub summary: &'static str,
    /// The passes, with the options that are not the default ones.
    pub passes: &'static [&'static str],
    /// Its options, which it hands on to those of its passes that have them.
    pub options: &'static [&'static str],
}

/// Every named pipeline.
pub static PIPELINES: &[NamedPipeline] = &[NamedPipeline {
    name: "neuron-pipeline",
    summary: "From HLO to executable DVE programs",
    passes: &[
        "canonicalize",
        "inline",
        "raise-router{relaxed}",
        "raise-neuron-topk",
        "legalize-topk",
        "lower-to-nki-kernels",
        "expand-nki-kernels",
        "nki-to-bir",
        "bir-allocate",
        "bir-to-dve",
    ],
    options: &["scope", "topk-form", "abi"],
}];

/// The anchor and its parentheses, if they are all of a list.
fn anchored<'t>(list: &Pair<'t, Rule>) -> Option<(Pair<'t, Rule>, Pair<'t, Rule>)> {
    let mut elements = list.clone().into_inner().filter(|pair| pair.as_rule() == Rule::element);
    let only = elements.next().filter(|_| elements.next().is_none())?;
    let mut parts = only.into_inner();
    let name = parts.next()?;
    let rest = parts.next().filter(|rest| rest.as_rule() == Rule::nested)?;
    Some((name, rest))
}

fn named_pipeline(name: &str) -> Option<&'static NamedPipeline> {
    PIPELINES.iter().find(|pipeline| pipeline.name == name)
}

/// The passes of a named pipeline, all asked for at one place, with the options that were written for it.
fn expand(
    named: &'static NamedPipeline,
    span: Span,
    written: &[WrittenOption<'_>],
) -> Parse<Vec<ScheduledPass>> {
    if let Some(option) = written.iter().find(|option| !named.options.contains(&option.name)) {
        let names = named.options.iter().copied();
        return Err(Box::new(unknown_option("pipeline", named.name, names, option)));
    }
    let mut passes = Vec::with_capacity(named.passes.len());
    for text in named.passes {
        let (name, own) = text.split_once('{').unwrap_or((text, ""));
        let Some(pass) = find(name) else { continue };
        let own = own.trim_end_matches('}').split_whitespace().map(|option| {
            let (name, value) = option.split_once('=').map_or((option, None), |(n, v)| (n, Some((v, span))));
            WrittenOption { name, name_span: span, value }
        });
        let declared = pass.info().options;
        let handed_on = written.iter().filter(|option| declared.iter().any(|info| info.name == option.name));
        let options = Options::read(name, declared, own.chain(handed_on.copied()))?;
        passes.push(ScheduledPass { pass, options, span });
    }
    Ok(passes)
}

struct Reader<'c, 's> {
    ctx: &'c Context,
    file: FileId,
    /// Names of passes that are left out.
    skipped: &'s [String],
}

impl<'c> Reader<'c, '_> {
    fn skips(&self, pass: &str) -> bool {
        self.skipped.iter().any(|name| name == pass)
    }

    fn text(&self) -> &'c str {
        self.ctx.file(self.file).map_or("", |file| &file.text)
    }

    fn span(&self, pair: &Pair<'_, Rule>) -> Span {
        Span::new(self.file, pair.as_span().start(), pair.as_span().end())
    }

    /// The list that the whole text is; `None` if the grammar found nothing in it.
    fn list(&self) -> Parse<Option<Pair<'c, Rule>>> {
        let text = self.text();
        self.check_depth(text)?;
        let mut pairs = PipelineParser::parse(Rule::pipeline, text).map_err(|error| self.syntax(&error))?;
        Ok(pairs.next().and_then(|pipeline| pipeline.into_inner().next()))
    }

    /// The parser recurses, so its depth is limited before it starts.
    fn check_depth(&self, text: &str) -> Parse<()> {
        let mut depth = 0usize;
        for (offset, byte) in text.bytes().enumerate() {
            match byte {
                b'(' | b'{' => depth += 1,
                b')' | b'}' => depth = depth.saturating_sub(1),
                _ => {}
            }
            if depth > MAX_DEPTH {
                let span = Span::new(self.file, offset, offset + 1);
                let message = format!("a pass pipeline nests at most {MAX_DEPTH} deep");
                return Err(Box::new(Diagnostic::error(span, message)));
            }
        }
        Ok(())
    }

    fn items(&self, list: Pair<'_, Rule>, anchor: &str) -> Parse<Vec<PipelineItem>> {
        let elements = list.into_inner().filter(|pair| pair.as_rule() == Rule::element);
        let items: Parse<Vec<_>> = elements.map(|element| self.element(element, anchor)).collect();
        Ok(items?.concat())
    }

    /// What an element stands for: one item, or those of a named pipeline.
    fn element(&self, element: Pair<'_, Rule>, anchor: &str) -> Parse<Vec<PipelineItem>> {
        let mut parts = element.clone().into_inner();
        let Some(name) = parts.next() else { return Err(self.unreadable(&element)) };
        match parts.next() {
            Some(rest) if rest.as_rule() == Rule::nested => {
                self.nested(&name, rest).map(|pipeline| vec![PipelineItem::Nested(pipeline)])
            }
            options => {
                let spans = |pair: &Pair<'_, Rule>| self.span(pair);
                let options = options
                    .into_iter()
                    .flat_map(Pair::into_inner)
                    .filter_map(|option| written(option, &spans))
                    .collect();
                self.scheduled(name.as_str(), self.span(&name), options, anchor)
            }
        }
    }

    /// What the name of a pass or of a named pipeline stands for, without what is left out.
    fn scheduled(
        &self,
        name: &str,
        span: Span,
        options: Vec<WrittenOption<'_>>,
        anchor: &str,
    ) -> Parse<Vec<PipelineItem>> {
        if let Some(named) = named_pipeline(name) {
            let passes = expand(named, span, &options)?;
            let kept = passes.into_iter().filter(|one| !self.skips(one.pass.info().name));
            return Ok(kept.map(PipelineItem::Pass).collect());
        }
        if self.skips(name) {
            return Ok(Vec::new());
        }
        let pass = self.pass(name, span, anchor)?;
        let options = Options::read(pass.info().name, pass.info().options, options)?;
        Ok(vec![PipelineItem::Pass(ScheduledPass { pass, options, span })])
    }

    fn nested(&self, name: &Pair<'_, Rule>, nested: Pair<'_, Rule>) -> Parse<Pipeline> {
        self.check_anchor(name)?;
        let anchor = name.as_str();
        let list = nested.into_inner().find(|pair| pair.as_rule() == Rule::list);
        let items = list.map_or(Ok(Vec::new()), |list| self.items(list, anchor))?;
        Ok(Pipeline { anchor: anchor.into(), items })
    }

    /// An anchor is an op whose insides can be worked on without looking outside.
    fn check_anchor(&self, name: &Pair<'_, Rule>) -> Parse<()> {
        let (text, span) = (name.as_str(), self.span(name));
        if text == ANY {
            return Ok(());
        }
        let error = match self.ctx.op_info(self.ctx.op_name(text)) {
            Some(info) if info.has_trait(Trait::IsolatedFromAbove) => return Ok(()),
            Some(_) => Diagnostic::error(span, format!("cannot run passes on '{text}'"))
                .label("is not isolated from above"),
            None if find(text).is_some() => {
                Diagnostic::error(span, format!("'{text}' is a pass, not an op that passes can run on"))
                    .help(format!("write '{text}' without parentheses; options stand in braces"))
            }
            None => {
                let error = Diagnostic::error(span, format!("'{text}' is not a registered op"));
                match nearest(text, self.anchors()) {
                    Some(name) => error.label(format!("did you mean '{name}'?")),
                    None => error,
                }
            }
        };
        let anchors = super::quoted_list(self.anchors());
        Err(Box::new(error.help(format!("passes run on {anchors} or '{ANY}'"))))
    }

    fn anchors(&self) -> impl Iterator<Item = &'static str> {
        let ops = self.ctx.dialects().iter().flat_map(|dialect| dialect.ops);
        ops.filter(|op| op.has_trait(Trait::IsolatedFromAbove)).map(|op| op.name)
    }

    fn pass(&self, name: &str, span: Span, anchor: &str) -> Parse<&'static dyn Pass> {
        let Some(pass) = find(name) else { return Err(Box::new(self.unknown_pass(name, span))) };
        match pass.info().anchor {
            Some(only) if only != anchor => {
                let message = format!("pass '{name}' runs on '{only}', not on '{anchor}'");
                Err(Box::new(Diagnostic::error(span, message)))
            }
            _ => Ok(pass),
        }
    }

    fn unknown_pass(&self, name: &str, span: Span) -> Diagnostic {
        if is_hlo_opt_pass(name) {
            return Diagnostic::error(span, format!("pass '{name}' is known, but not implemented"))
                .label("a pass of hlo-opt")
                .help("`--list-passes` lists what is implemented");
        }
        let error = Diagnostic::error(span, format!("'{name}' is not a registered pass"));
        let is_op = self.ctx.op_info(self.ctx.op_name(name)).is_some();
        if is_op {
            return error.label("is an op: passes to run on it stand in parentheses");
        }
        match nearest(name, super::names().chain(HLO_OPT_PASSES.iter().copied())) {
            Some(close) => error.label(format!("did you mean '{close}'?")),
            None => error.help("`--list-passes` lists the passes"),
        }
    }

    fn unreadable(&self, pair: &Pair<'_, Rule>) -> Box<Diagnostic> {
        Box::new(Diagnostic::error(self.span(pair), "expected a pass name"))
    }

    fn syntax(&self, error: &pest::error::Error<Rule>) -> Box<Diagnostic> {
        let offset = match error.location {
            InputLocation::Pos(offset) | InputLocation::Span((offset, _)) => offset,
        };
        let mut expected: Vec<&str> = match &error.variant {
            ErrorVariant::ParsingError { positives, .. } => {
                positives.iter().map(|rule| token(*rule)).collect()
            }
            ErrorVariant::CustomError { .. } => Vec::new(),
        };
        expected.dedup();
        let text = self.text();
        let found = match text.get(offset..).and_then(|rest| rest.chars().next()) {
            Some(c) => format!("'{c}'"),
            None => "the end of the text".into(),
        };
        let end = (offset + 1).min(text.len()).max(offset);
        let expected = match expected.split_last() {
            Some((last, [])) => format!("expected {last}"),
            Some((last, others)) => format!("expected {} or {last}", others.join(", ")),
            None => "cannot be read".into(),
        };
        let span = Span::new(self.file, offset, end);
        let message = format!("malformed pass pipeline: {expected}, found {found}");
        let mut diagnostic = Diagnostic::error(span, message).label(expected);
        if let Some(open) = unclosed(&text[..offset.min(text.len())])
            && offset >= text.trim_end().len()
        {
            diagnostic = diagnostic.note(Span::new(self.file, open, open + 1), "is not closed");
        }
        Box::new(diagnostic)
    }
}

/// The offset of the innermost bracket that is still open at the end of `text`.
fn unclosed(text: &str) -> Option<usize> {
    let mut open = Vec::new();
    for (offset, byte) in text.bytes().enumerate() {
        match byte {
            b'(' | b'{' => open.push(offset),
            b')' | b'}' => drop(open.pop()),
            _ => {}
        }
    }
    open.pop()
}

/// What an error calls a rule: tokens, never the name of a rule.
fn token(rule: Rule) -> &'static str {
    match rule {
        Rule::comma => "`,`",
        Rule::open | Rule::nested => "`(`",
        Rule::close => "`)`",
        Rule::open_options | Rule::options => "`{`",
        Rule::close_options => "`}`",
        Rule::equals => "`=`",
        Rule::name | Rule::element | Rule::list | Rule::pipeline => "a pass name",
        Rule::key | Rule::option | Rule::flag_options => "an option name",
        Rule::EOI => "the end of the text",
        Rule::value
        | Rule::single
        | Rule::double
        | Rule::braced
        | Rule::bare
        | Rule::inner_single
        | Rule::inner_double
        | Rule::inner_braced => "a value",
        Rule::WHITESPACE | Rule::word | Rule::balanced => "a blank",
    }
}

/// The option in an `option` pair; `None` for other pairs.
fn written<'t>(option: Pair<'t, Rule>, span: &impl Fn(&Pair<'_, Rule>) -> Span) -> Option<WrittenOption<'t>> {
    if option.as_rule() != Rule::option {
        return None;
    }
    let mut parts = option.into_inner();
    let key = parts.next()?;
    let value = parts.find(|part| part.as_rule() == Rule::value).map(|value| {
        let place = span(&value);
        (innermost(value).as_str(), place)
    });
    Some(WrittenOption { name: key.as_str(), name_span: span(&key), value })
}

/// The pair inside quotes or braces.
fn innermost(pair: Pair<'_, Rule>) -> Pair<'_, Rule> {
    match pair.clone().into_inner().next() {
        Some(inner) => innermost(inner),
        None => pair,
    }
}

#[cfg(test)]
mod tests;
