//! The lists that `neuron-opt --list-...` prints.

use std::fmt::Write;

use neuron_opt::catalogue::{self, CODES, Code};
use neuron_opt::dialects;
use neuron_opt::dialects::hlo::{KnownTarget, RAISED, TARGETS, Taker};
use neuron_opt::ir::{Arity, AttrDefault, OpInfo, Slot};
use neuron_opt::machine::{Limits, Target};
use neuron_opt::passes::{self, OptionKind};
use neuron_opt::patterns;

/// Every pass with its options, then the named pipelines with their passes.
pub fn list_passes() -> String {
    let mut text = String::new();
    for pass in passes::ALL {
        let info = pass.info();
        line(&mut text, 2, info.name, info.summary);
        for option in info.options {
            let kind = match option.kind {
                OptionKind::Bool => "true|false".into(),
                OptionKind::Count { .. } | OptionKind::Tolerance => "<number>".into(),
                OptionKind::Str => "<text>".into(),
                OptionKind::List => "<list>".into(),
                OptionKind::Enum(words) => words.join("|"),
            };
            let default = if option.default.is_empty() { "none" } else { option.default };
            let summary = format!("{} (default: {default})", option.summary);
            line(&mut text, 6, &format!("{}={kind}", option.name), &summary);
        }
    }
    for pipeline in passes::PIPELINES {
        let summary = format!("{}: {}", pipeline.summary, pipeline.passes.join(","));
        line(&mut text, 2, pipeline.name, &summary);
        if !pipeline.options.is_empty() {
            line(&mut text, 6, "options", &format!("those of its passes: {}", pipeline.options.join(", ")));
        }
    }
    text
}

/// Every dialect.
pub fn list_dialects() -> String {
    let mut text = String::new();
    for dialect in dialects::ALL {
        line(&mut text, 2, dialect.name, dialect.summary);
    }
    text
}

/// The ops of a dialect, or of all: name, operands, attributes, results. The error is the unknown dialect's name.
pub fn list_ops(dialect: Option<&str>) -> Result<String, String> {
    let mut text = String::new();
    let chosen: Vec<_> = dialects::ALL.iter().filter(|d| dialect.is_none_or(|name| d.name == name)).collect();
    if chosen.is_empty() {
        return Err(dialect.unwrap_or_default().into());
    }
    for op in chosen.iter().flat_map(|dialect| dialect.ops) {
        line(&mut text, 2, op.name, op.summary);
        writeln!(text, "      {}", signature(op)).unwrap_or_default();
    }
    Ok(text)
}

fn signature(op: &OpInfo) -> String {
    let slots = |slots: &[Slot]| slots.iter().map(slot).collect::<Vec<_>>().join(", ");
    let attrs: Vec<String> = op
        .attrs
        .iter()
        .map(|attr| match attr.default {
            AttrDefault::Required => attr.name.to_string(),
            AttrDefault::Optional | AttrDefault::OptionalDicts => format!("{}?", attr.name),
            AttrDefault::Value(value) => format!("{} = {value}", attr.name),
        })
        .collect();
    let attrs = if attrs.is_empty() { String::new() } else { format!(" {{{}}}", attrs.join(", ")) };
    format!("({}){attrs} -> ({})", slots(op.operands), slots(op.results))
}

fn slot(slot: &Slot) -> String {
    let suffix = match slot.arity {
        Arity::One => "",
        Arity::Optional => "?",
        Arity::Variadic => "...",
    };
    format!("{}{suffix}: {}", slot.name, slot.constraint.description)
}

/// The machines with their main limits, then the targets of custom calls with what becomes of them.
pub fn list_targets() -> String {
    let mut text = String::from("Machines (--target):\n");
    for target in [Target::Trn1, Target::Trn2, Target::Trn3] {
        let Limits { name, core, partitions, sbuf_bytes, search_min, search_max, .. } = target.limits();
        let default = if target == Target::default() { ", the default" } else { "" };
        let summary = format!(
            "{core}{default}: {partitions} partitions of {} KiB SBUF, rows of {search_min} to {search_max} elements are searched",
            sbuf_bytes >> 10
        );
        line(&mut text, 2, name, &summary);
    }
    text.push_str("Custom calls that the real compiler knows:\n");
    TARGETS.iter().for_each(|target| target_line(&mut text, target));
    text.push_str("Custom calls that it does not know, and that become some that it knows:\n");
    RAISED.iter().for_each(|target| target_line(&mut text, target));
    text
}

fn target_line(text: &mut String, target: &KnownTarget) {
    let taker = match target.taker {
        Taker::Pass(pass) => format!("taken by {pass}"),
        Taker::Compiler => "stays on the host here".into(),
        Taker::Partitioner => "stays here; XLA's partitioner takes it".into(),
    };
    line(text, 2, target.name, &format!("{}: {taker}", target.summary));
}

/// The codes of diagnostics, or one of them. The error is the unknown code.
pub fn list_diagnostics(code: Option<&str>) -> Result<String, String> {
    let codes = match code {
        None => CODES,
        Some(code) => std::slice::from_ref(catalogue::find(code).ok_or(code)?),
    };
    let mut text = String::new();
    for Code { name, number, text: said, when, remedy, by } in codes {
        let number = number.map_or(String::new(), |number| format!(" ({number})"));
        let by = if by.is_empty() { "the real compiler only".into() } else { by.join(", ") };
        line(&mut text, 2, &format!("{name}{number}"), said);
        for (label, content) in [("when", *when), ("do", *remedy), ("by", &by)] {
            line(&mut text, 6, label, content);
        }
    }
    Ok(text)
}

/// The functions of the pattern language.
pub fn list_pattern_functions() -> String {
    let mut text = String::new();
    for function in patterns::FUNCTIONS.iter().copied().flatten() {
        line(&mut text, 2, &function.signature(), function.doc);
    }
    text
}

/// Column in which descriptions start.
const DESCRIPTION: usize = 34;

fn line(text: &mut String, indent: usize, name: &str, description: &str) {
    let width = DESCRIPTION.saturating_sub(indent);
    writeln!(text, "{:indent$}{name:width$} {description}", "").unwrap_or_default();
}
