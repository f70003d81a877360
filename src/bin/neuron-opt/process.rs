//! One run of `neuron-opt`: every chunk of the input through the pipeline.

use std::fs::File;
use std::io::{self, BufWriter, Write, stderr};
use std::mem::ManuallyDrop;
use std::time::Instant;

use neuron_opt::cost;
use neuron_opt::dialects::{self, bir, hlo};
use neuron_opt::driver::{
    Chunk, ExpectedDiagnostics, FAILURE, InputOptions, Renderer, SUCCESS, Source, USAGE,
    drop_implicit_module, parse_chunk, read_source, say, split, write_problem,
};
use neuron_opt::import::{self, HloOptions};
use neuron_opt::ir::text::{self, PrintOptions};
use neuron_opt::ir::{Context, Diagnostic, Diagnostics, Fault, Ir, OpId, Severity, Span, nearest};
use neuron_opt::machine::Target;
use neuron_opt::passes::{
    self, DumpPoint, Failed, Instruments, PassManager, PatternText, Pipeline, PrintIr, Settings, VerifyEach,
};
use neuron_opt::tensor::Tolerance;

use crate::cli::{Cli, Emit, Strictness};
use crate::{emit, reproducer};

/// Runs the passes over the input; the result is the exit code.
pub fn run(cli: &Cli, pass_flags: &[String]) -> u8 {
    // The process ends after this: the system takes memory back faster than destructors do.
    let ctx = ManuallyDrop::new(Context::new(dialects::ALL));
    let renderer = Renderer { format: cli.diagnostic_format, color: cli.color.on_stderr() };
    let fail = |diagnostic: &Diagnostic, code: u8| {
        renderer.write(&ctx, std::slice::from_ref(diagnostic), &mut stderr());
        code
    };
    let settings = || -> Result<_, Box<Diagnostic>> {
        check_reproducer(cli)?;
        emit::check(cli)?;
        let explain = cli.explain.as_ref().map(|op| explained(&ctx, op)).transpose()?;
        Ok((pipeline(cli, &ctx, pass_flags)?, verify_each(cli)?, target(cli)?, explain))
    };
    let (pipeline, verify_each, target, explain) = match settings() {
        Ok(settings) => settings,
        Err(diagnostic) => return fail(&diagnostic, USAGE),
    };
    if cli.dump_pass_pipeline {
        say(format_args!("Pass Manager with {} items:\n{}\n", pipeline.items.len(), pipeline.canonical()));
    }
    let mut diagnostics = Diagnostics::new();
    let files = pattern_files(cli, &ctx, &pipeline, &mut diagnostics);
    renderer.write(&ctx, &diagnostics.list, &mut stderr());
    let Ok(pattern_files) = files else { return FAILURE };
    let source = match read_source(&ctx, &cli.file, cli.input_format) {
        Ok(source) => source,
        Err(diagnostic) => return fail(&diagnostic, FAILURE),
    };
    let run = Run {
        cli,
        ctx: &ctx,
        renderer,
        source,
        pipeline,
        target,
        verify_each,
        settings: Settings { pattern_files, explain, allow_unregistered: cli.allow_unregistered_dialect },
        print: PrintOptions {
            generic: cli.print_op_generic,
            debuginfo: cli.print_debuginfo,
            provenance: cli.print_provenance,
            ssa_names: cli.show_ssa_names,
            elide_larger_than: cli.elide_elementsattrs_if_larger,
            no_aliases: cli.print_local_scope,
            unique_ssa_ids: cli.print_unique_ssa_ids,
            nameloc_as_prefix: cli.use_nameloc_as_prefix,
            skip_regions: cli.print_skip_regions,
            elide_resources_longer_than: cli.elide_resource_strings_if_larger,
            prefix: None,
        },
    };
    match run.chunks() {
        Ok(true) => SUCCESS,
        Ok(false) => FAILURE,
        Err(error) => match write_problem(&output_name(cli), &error) {
            Some(message) => fail(&Diagnostic::error(Span::NONE, message), FAILURE),
            None => FAILURE,
        },
    }
}

/// What messages call the output.
fn output_name(cli: &Cli) -> String {
    if cli.output == "-" { "the standard output".into() } else { format!("'{}'", cli.output) }
}

fn pipeline(cli: &Cli, ctx: &Context, flags: &[String]) -> Result<Pipeline, Box<Diagnostic>> {
    check_pass_names(cli)?;
    if cli.run_reproducer && !flags.is_empty() {
        let message = format!("--run-reproducer and the pass flag '{}' cannot be combined", flags[0]);
        return Err(Box::new(Diagnostic::error(Span::NONE, message)));
    }
    let mut pipeline = match &cli.pass_pipeline {
        Some(_) if !flags.is_empty() => {
            let message = format!("--pass-pipeline and the pass flag '{}' cannot be combined", flags[0]);
            return Err(Box::new(Diagnostic::error(Span::NONE, message)));
        }
        Some(text) => {
            Pipeline::parse_anchored(ctx, ctx.add_file("<pass-pipeline>", text.as_str()), &cli.skip_pass)?
        }
        None => Pipeline::new(),
    };
    for flag in flags {
        pipeline.push_flag(ctx, ctx.add_file("<command line>", flag.as_str()), &cli.skip_pass)?;
    }
    Ok(pipeline)
}

/// The files of `--patterns`. A warning if no pass looks at them.
fn pattern_files(
    cli: &Cli,
    ctx: &Context,
    pipeline: &Pipeline,
    diagnostics: &mut Diagnostics,
) -> Result<Vec<PatternText>, Failed> {
    if cli.patterns.is_empty() {
        return Ok(Vec::new());
    }
    if cli.dump_reproducer.is_some() {
        let message =
            "the reproducer does not hold the files of --patterns: give them to --run-reproducer again";
        diagnostics.push(Diagnostic::new(Severity::Warning, Span::NONE, message));
    }
    // The pipeline of a reproducer is not known yet.
    if !pipeline.applies_pattern_files() && !cli.run_reproducer {
        let message = "no pass that runs applies the files of --patterns";
        let warning = Diagnostic::new(Severity::Warning, Span::NONE, message);
        diagnostics.push(warning.help("'apply-patterns' and 'canonicalize' do"));
    }
    passes::read_pattern_files(ctx, &cli.patterns, cli.allow_unregistered_dialect, diagnostics)
}

/// Errors if an option names a pass that does not exist here; passes of the real compiler may be skipped.
fn check_pass_names(cli: &Cli) -> Result<(), Box<Diagnostic>> {
    let options = [
        ("--skip-pass", &cli.skip_pass, passes::HLO_OPT_PASSES),
        ("--print-ir-before", &cli.print_ir_before, &[]),
        ("--print-ir-after", &cli.print_ir_after, &[]),
    ];
    for (option, names, others) in options {
        let unknown = |name: &&String| {
            *name != "*" && !passes::names().chain(others.iter().copied()).any(|known| known == **name)
        };
        if let Some(name) = names.iter().find(unknown) {
            let error = Diagnostic::error(Span::NONE, format!("{option}: there is no pass '{name}'"));
            let help = nearest(name, passes::names()).map(|close| format!("did you mean '{close}'?"));
            return Err(Box::new(error.help(help.unwrap_or("--list-passes lists the passes".into()))));
        }
    }
    Ok(())
}

fn verify_each(cli: &Cli) -> Result<VerifyEach, Box<Diagnostic>> {
    match cli.verify_each.as_str() {
        "0" | "1" | "false" | "true" if cli.tolerance.is_some() => {
            let message = "--tolerance is for --verify-each=meaning, which is not given";
            Err(Box::new(Diagnostic::error(Span::NONE, message)))
        }
        "1" | "true" => Ok(VerifyEach::Structure),
        "0" | "false" => Ok(VerifyEach::Nothing),
        "meaning" => Ok(VerifyEach::Meaning(cli.tolerance.unwrap_or(Tolerance::Bitwise))),
        other => {
            let message = format!("'{other}' is not a value of --verify-each: expected 0, 1 or meaning");
            Err(Box::new(Diagnostic::error(Span::NONE, message)))
        }
    }
}

/// The ops that `--explain` asks about: all, or those of a name, which may have the prefix of the dialect that it is read from.
fn explained(ctx: &Context, op: &str) -> Result<Option<String>, Box<Diagnostic>> {
    if op == "*" {
        return Ok(None);
    }
    if let Some(info) = ctx.op_info(ctx.op_name(op)) {
        return Ok(Some(info.name.to_string()));
    }
    // A dialect that nobody declares may have it.
    let dialect = op.split_once('.').map(|name| ctx.dialect(name.0));
    if let Some(None) = dialect {
        return Ok(Some(op.to_string()));
    }
    let error = Diagnostic::error(Span::NONE, format!("--explain: there is no op '{op}'"));
    let ops = dialect.flatten().map_or(&[][..], |dialect| dialect.ops);
    let close = nearest(op, ops.iter().map(|info| info.name));
    let help = close.map_or("--list-ops lists the ops".into(), |close| format!("did you mean '{close}'?"));
    Err(Box::new(error.help(help)))
}

/// Errors unless the reproducer goes to a file of its own.
fn check_reproducer(cli: &Cli) -> Result<(), Box<Diagnostic>> {
    match &cli.dump_reproducer {
        Some(path) if path == "-" || *path == cli.output => {
            let message = format!("--dump-reproducer={path}: the reproducer needs a file of its own");
            Err(Box::new(Diagnostic::error(Span::NONE, message)))
        }
        _ => Ok(()),
    }
}

fn target(cli: &Cli) -> Result<Option<Target>, Box<Diagnostic>> {
    let read = |name: &String| name.parse::<Target>();
    cli.target.as_ref().map(read).transpose().map_err(|error| {
        Box::new(Diagnostic::error(Span::NONE, error.to_string()).help("--list-targets lists the targets"))
    })
}

/// What a chunk of the input comes to.
struct Product<'a> {
    /// What its kernels cost, if that is asked for.
    costs: String,
    output: Output<'a>,
}

/// What is written of a chunk.
enum Output<'a> {
    /// A module, printed when all chunks are done.
    Module(Ir<'a>),
    /// A format that a module may not fit, so it was made at once.
    Bytes(Vec<u8>),
}

struct Run<'a> {
    cli: &'a Cli,
    ctx: &'a Context,
    renderer: Renderer,
    source: Source,
    pipeline: Pipeline,
    target: Option<Target>,
    verify_each: VerifyEach,
    settings: Settings,
    print: PrintOptions,
}

impl<'a> Run<'a> {
    /// Processes every chunk, also those after one that failed; whether all went well.
    fn chunks(&self) -> io::Result<bool> {
        let source = self.ctx.file(self.source.file).map_or("", |file| &file.text);
        let chunks = match &self.cli.split_input_file {
            Some(marker) => split(source, marker),
            None => std::iter::once(0..source.len()).collect::<Vec<Chunk>>(),
        };
        let printer = |ir: &Ir<'_>, op: OpId| text::print_op(ir, op, &self.print);
        let mut output = stderr();
        let instruments = Instruments {
            verify_each: self.verify_each,
            print_ir: self.print_ir(),
            printer: &printer,
            output: &mut output,
        };
        let mut manager = PassManager::new(&self.settings, instruments);
        let mut modules = Vec::new();
        let mut succeeded = true;
        let several = chunks.len() > 1;
        for chunk in chunks {
            if several && self.source.is_blank(self.ctx, &chunk) {
                succeeded &= self.judge(chunk, Diagnostics::new(), true);
                continue;
            }
            let (module, good) = self.chunk(chunk, &mut manager);
            succeeded &= good;
            modules.extend(module);
        }
        let start = Instant::now();
        // With --verify-diagnostics a chunk may fail as expected; there is nothing to write for it.
        if succeeded || self.cli.output == "-" {
            modules
                .iter()
                .try_for_each(|module: &Product<'_>| io::stdout().write_all(module.costs.as_bytes()))?;
            if !self.cli.cost || self.cli.output != "-" {
                self.write(&modules)?;
            }
        }
        std::mem::forget(modules);
        manager.timing.add("Output", 0, start.elapsed());
        if self.cli.pass_statistics {
            say(&manager.statistics);
        }
        if self.cli.timing {
            say(&manager.timing);
        }
        Ok(succeeded)
    }

    /// Processes a chunk: what it comes to, unless there was an error, and whether all is as it should be.
    fn chunk(&self, chunk: Chunk, manager: &mut PassManager<'_>) -> (Option<Product<'a>>, bool) {
        let mut diagnostics = Diagnostics::new();
        let module = self.transform(chunk.clone(), &mut diagnostics, manager);
        let good = self.judge(chunk, diagnostics, module.is_some());
        (module, good)
    }

    /// Shows what was found in a chunk, or in what way it is not as expected; whether all is as it should be.
    fn judge(&self, chunk: Chunk, diagnostics: Diagnostics, succeeded: bool) -> bool {
        let Some(strictness) = self.cli.verify_diagnostics else {
            self.renderer.write(self.ctx, &diagnostics.list, &mut stderr());
            return succeeded;
        };
        let expected = ExpectedDiagnostics::read(self.ctx, self.source.file, chunk);
        let problems = expected.check(self.ctx, &diagnostics.list, strictness == Strictness::All);
        self.renderer.write(self.ctx, &problems, &mut stderr());
        problems.is_empty()
    }

    fn transform(
        &self,
        chunk: Chunk,
        diagnostics: &mut Diagnostics,
        manager: &mut PassManager<'_>,
    ) -> Option<Product<'a>> {
        let start = Instant::now();
        let place = Span::new(self.source.file, chunk.start, chunk.start);
        let options =
            InputOptions { allow_unregistered: self.cli.allow_unregistered_dialect, target: self.target };
        let mut ir = parse_chunk(self.ctx, &self.source, chunk, &options, diagnostics)?;
        if self.cli.no_implicit_module
            && let Err(count) = drop_implicit_module(&mut ir)
        {
            let message = format!("source must contain a single top-level operation, found: {count}");
            diagnostics.push(Diagnostic::error(place, message));
            return None;
        }
        manager.timing.add("Parser", 0, start.elapsed());
        if self.cli.verify_roundtrip {
            self.check_round_trip(&ir, diagnostics)?;
        }
        let read;
        let pipeline = if self.cli.run_reproducer {
            read = reproducer::pipeline(&mut ir, diagnostics)?;
            &read
        } else {
            &self.pipeline
        };
        if let Some(path) = &self.cli.dump_reproducer
            && let Err(error) = reproducer::write(path, &ir, pipeline, self.verify_each)
        {
            let message = format!("cannot write the reproducer '{path}': {error}");
            diagnostics.push(Diagnostic::error(place, message));
            return None;
        }
        if pipeline.items.is_empty() && self.settings.explain.is_some() {
            passes::explain(&ir, &self.settings, diagnostics).ok()?;
        }
        if !pipeline.items.is_empty() {
            manager.run(pipeline, &mut ir, diagnostics).ok()?;
        }
        let costs = if self.cli.cost { self.costs(&ir, diagnostics)? } else { String::new() };
        let output = match self.cli.emit {
            Emit::Hlo => {
                Output::Bytes(import::print_hlo(&ir, &self.hlo_options(), diagnostics)?.into_bytes())
            }
            Emit::HloProto => Output::Bytes(import::write_proto(&ir, &self.hlo_options(), diagnostics)?),
            Emit::DveAsm | Emit::DveBin if emit::programs(&ir).is_empty() => {
                let fault = Fault::op("has no dve.program")
                    .help("bir-to-dve makes them: --neuron-pipeline ends with it");
                diagnostics.push(fault.into_diagnostic(&ir, ir.root(), Severity::Error));
                return None;
            }
            Emit::BirJson => Output::Bytes(self.bir_json(&ir, diagnostics)?),
            _ => Output::Module(ir),
        };
        Some(Product { costs, output })
    }

    /// The kernels of a module as BIR-JSON.
    fn bir_json(&self, ir: &Ir<'_>, diagnostics: &mut Diagnostics) -> Option<Vec<u8>> {
        match bir::json::module(ir) {
            Ok(value) => Some(format!("{value:#}\n").into_bytes()),
            Err((op, fault)) => {
                diagnostics.push(fault.into_diagnostic(ir, op, Severity::Error));
                None
            }
        }
    }

    /// What the kernels of a module cost.
    fn costs(&self, ir: &Ir<'_>, diagnostics: &mut Diagnostics) -> Option<String> {
        match cost::report(ir) {
            Ok(kernels) => Some(kernels.iter().map(ToString::to_string).collect()),
            Err((op, fault)) => {
                diagnostics.push(fault.into_diagnostic(ir, op, Severity::Error));
                None
            }
        }
    }

    fn hlo_options(&self) -> HloOptions {
        HloOptions { elide_larger_than: self.print.elide_larger_than, debuginfo: self.print.debuginfo }
    }

    fn print_ir(&self) -> PrintIr {
        let point = |all: bool, names: &[String]| {
            let mut point = DumpPoint::Never;
            names.iter().for_each(|name| point.add(name));
            if all || names.iter().any(|name| name == "*") { DumpPoint::Always } else { point }
        };
        PrintIr {
            before: point(self.cli.print_ir_before_all, &self.cli.print_ir_before),
            after: point(self.cli.print_ir_after_all, &self.cli.print_ir_after),
            after_change: self.cli.print_ir_after_change,
            after_failure: self.cli.print_ir_after_failure,
            module_scope: self.cli.print_ir_module_scope,
        }
    }

    /// Prints the module, generic and pretty, and checks that it reads back and prints the same.
    fn check_round_trip(&self, ir: &Ir<'a>, diagnostics: &mut Diagnostics) -> Option<()> {
        for generic in [false, true] {
            let options = PrintOptions { generic, debuginfo: true, ..PrintOptions::default() };
            let name = if generic { "<generic form>" } else { "<printed form>" };
            let printed = print_to_string(ir, &options);
            let source = Source::mlir(self.ctx.add_file(name, printed.as_str()));
            let input = InputOptions { allow_unregistered: true, ..InputOptions::default() };
            let again = parse_chunk(self.ctx, &source, 0..printed.len(), &input, diagnostics)?;
            if print_to_string(&again, &options) != printed {
                let message = format!("the module changes when it is printed and read again in its {name}");
                diagnostics.push(Diagnostic::error(Span::new(self.source.file, 0, 0), message));
                return None;
            }
        }
        Some(())
    }

    /// Writes the modules with marker lines in between.
    fn write(&self, modules: &[Product<'a>]) -> io::Result<()> {
        let mut out: Box<dyn Write> = match self.cli.output.as_str() {
            "-" => Box::new(io::stdout().lock()),
            path => Box::new(BufWriter::new(File::create(path)?)),
        };
        for (index, module) in modules.iter().enumerate() {
            if index > 0 && !matches!(self.cli.emit, Emit::DveBin | Emit::HloProto) {
                writeln!(out, "{}", self.cli.output_split_marker)?;
            }
            let module = match &module.output {
                Output::Module(module) => module,
                Output::Bytes(bytes) => {
                    out.write_all(bytes)?;
                    continue;
                }
            };
            match self.cli.emit {
                Emit::DveAsm => emit::dve_asm(module, self.print.provenance, &mut out)?,
                Emit::DveBin => emit::dve_bin(module, &mut out)?,
                Emit::Stablehlo => {
                    let options = PrintOptions { prefix: Some(hlo::origin), ..self.print.clone() };
                    text::print(module, &options, &mut out)?;
                }
                _ => text::print(module, &self.print, &mut out)?,
            }
        }
        out.flush()
    }
}

fn print_to_string(ir: &Ir<'_>, options: &PrintOptions) -> String {
    let mut bytes = Vec::new();
    text::print(ir, options, &mut bytes).expect("writing to memory does not fail");
    String::from_utf8(bytes).expect("IR prints as UTF-8")
}
