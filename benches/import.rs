//! HLO text of 100 MB (or as many as the argument says), and MLIR text of constants in hexadecimal: how fast it is read, and in how
//! much memory.
//!
//! Each shape runs in a process of its own, because the peak of the memory is that of a process.

use std::fmt::Write as _;
use std::process::Command;
use std::time::Instant;

use neuron_opt::dialects::ALL;
use neuron_opt::import::{add_hlo_file, parse_hlo};
use neuron_opt::ir::text::{self, ParseOptions};
use neuron_opt::ir::{Context, Diagnostics, verify};

/// Makes a text of about so many bytes.
type Generator = fn(usize) -> String;

/// What the text is made of, by the name of its shape.
const SHAPES: [(&str, Generator); 5] =
    [("ops", ops), ("metadata", metadata), ("literals", literals), ("elided", elided), (HEX, hex)];

/// The shape that is MLIR text.
const HEX: &str = "hex";

const MB: usize = 1_000_000;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).filter(|arg| arg != "--bench").collect();
    if let [shape, size] = &args[..] {
        let make = SHAPES.iter().find(|row| row.0 == shape).expect("a shape of this file").1;
        return measure(shape, make(size.parse::<usize>().expect("a number of megabytes") * MB));
    }
    let size = args.first().map_or("100", String::as_str);
    println!(
        "{:<10} {:>8} {:>10} {:>10} {:>12} {:>10}",
        "shape", "MB", "ops", "read MB/s", "+verify MB/s", "memory"
    );
    for (shape, _) in SHAPES {
        let this = std::env::current_exe().expect("a running program has a path");
        let status = Command::new(this).args([shape, size]).status().expect("the program can be started");
        assert!(status.success(), "{shape} failed");
    }
}

fn measure(shape: &str, text: String) {
    let megabytes = text.len() as f64 / MB as f64;
    let ctx = Context::new(ALL);
    let before = peak();
    let length = text.len();
    let mut diagnostics = Diagnostics::new();
    let start;
    let ir = if shape == HEX {
        let file = ctx.add_file("bench", text);
        start = seconds();
        text::parse(&ctx, file, 0..length, &ParseOptions::default(), &mut diagnostics)
    } else {
        let file = add_hlo_file(&ctx, "bench", text);
        start = seconds();
        parse_hlo(&ctx, file, 0..length, &mut diagnostics)
    };
    let ir = ir.expect("the text is right");
    let read = seconds() - start;
    let after = peak();
    verify(&ir, ir.root(), &mut diagnostics);
    let verified = seconds() - start;
    assert!(diagnostics.list.is_empty(), "{:?}", diagnostics.list.first());
    // The text itself is part of what was there before.
    let memory = (after - before + megabytes) / megabytes;
    println!(
        "{shape:<10} {megabytes:>8.1} {:>10} {:>10.1} {:>12.1} {memory:>9.2}x",
        ir.op_count(),
        megabytes / read,
        megabytes / verified
    );
    std::mem::forget(ir);
}

/// Seconds of processor time, where the system tells, so that other programs do not count; else of the clock.
fn seconds() -> f64 {
    static START: std::sync::OnceLock<Instant> = std::sync::OnceLock::new();
    let spent = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    match spent.split_whitespace().next().and_then(|nanoseconds| nanoseconds.parse::<f64>().ok()) {
        Some(nanoseconds) => nanoseconds / 1e9,
        None => START.get_or_init(Instant::now).elapsed().as_secs_f64(),
    }
}

/// Megabytes of memory that the process has had at most; 0 where the system does not tell.
fn peak() -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes = line.and_then(|line| line.split_whitespace().next()?.parse::<f64>().ok());
    kilobytes.unwrap_or(0.0) / 1000.0
}

/// The header and the computations that the others apply.
fn module() -> String {
    String::from(
        "HloModule bench\n\n%sum (a: f32[], b: f32[]) -> f32[] {\n  %a = f32[] parameter(0)\n  %b = f32[] parameter(1)\n  ROOT %c = f32[] add(%a, %b)\n}\n\nENTRY %main (x: f32[128,512]) -> f32[128,512] {\n  %v.0 = f32[128,512]{1,0} parameter(0)\n",
    )
}

/// Instructions as they are mixed in a router, over and over.
fn instructions(size: usize, suffix: &str) -> String {
    let mut text = module();
    let mut n = 0;
    while text.len() < size {
        let _ = write!(
            text,
            "  %constant.{n} = f32[] constant(0.5){suffix}
  %broadcast.{n} = f32[128,512]{{1,0}} broadcast(%constant.{n}), dimensions={{}}{suffix}
  %multiply.{n} = f32[128,512]{{1,0}} multiply(%v.{n}, %broadcast.{n}){suffix}
  %zero.{n} = f32[] constant(0){suffix}
  %reduce.{n} = f32[128]{{0}} reduce(%multiply.{n}, %zero.{n}), dimensions={{1}}, to_apply=%sum{suffix}
  %spread.{n} = f32[128,512]{{1,0}} broadcast(%reduce.{n}), dimensions={{0}}{suffix}
  %compare.{n} = pred[128,512]{{1,0}} compare(%multiply.{n}, %spread.{n}), direction=LT{suffix}
  %select.{n} = f32[128,512]{{1,0}} select(%compare.{n}, %multiply.{n}, %broadcast.{n}){suffix}
  %top.{n} = (f32[128,8]{{1,0}}, s32[128,8]{{1,0}}) topk(%select.{n}), k=8, largest=true{suffix}
  %values.{n} = f32[128,8]{{1,0}} get-tuple-element(%top.{n}), index=0{suffix}
  %slice.{n} = f32[128,1]{{1,0}} slice(%values.{n}), slice={{[0:128], [7:8]}}{suffix}
  %reshape.{n} = f32[128]{{0}} reshape(%slice.{n}){suffix}
  %last.{n} = f32[128,512]{{1,0}} broadcast(%reshape.{n}), dimensions={{0}}{suffix}
  %v.{next} = f32[128,512]{{1,0}} add(%select.{n}, %last.{n}){suffix}
",
            next = n + 1
        );
        n += 1;
    }
    let _ = write!(text, "  ROOT %out = f32[128,512]{{1,0}} negate(%v.{n})\n}}\n");
    text
}

fn ops(size: usize) -> String {
    instructions(size, "")
}

fn metadata(size: usize) -> String {
    instructions(
        size,
        ", metadata={op_type=\"mul\" op_name=\"jit(f)/router/mul\" source_file=\"router.py\" source_line=31}",
    )
}

/// Constants of 4096 elements each, printed in full.
fn literals(size: usize) -> String {
    let mut text = module();
    let mut n = 0;
    while text.len() < size {
        let _ = write!(text, "  %w.{n} = f32[64,64]{{1,0}} constant({{");
        for row in 0..64 {
            text.push_str(if row > 0 { ", { " } else { " { " });
            for column in 0..64 {
                let value = f64::from((row * 64 + column + n) % 1009) * 0.001_234_567 - 0.6;
                let _ = write!(text, "{}{value:.7}", if column > 0 { ", " } else { "" });
            }
            text.push_str(" }");
        }
        text.push_str(" })\n");
        n += 1;
    }
    text.push_str("  ROOT %out = f32[128,512]{1,0} negate(%v.0)\n}\n");
    text
}

/// Constants without their elements.
fn elided(size: usize) -> String {
    let mut text = module();
    let mut n = 0;
    while text.len() < size {
        let _ = writeln!(
            text,
            "  %constant.{n} = bf16[4096,14336]{{1,0}} constant({{...}}), metadata={{op_name=\"params/layers/mlp/weight\"}}"
        );
        n += 1;
    }
    text.push_str("  ROOT %out = f32[128,512]{1,0} negate(%v.0)\n}\n");
    text
}

/// Constants of 64 KB each, as MLIR prints large ones.
fn hex(size: usize) -> String {
    let mut text = String::from("func.func @main() {\n");
    let mut n = 0u32;
    while text.len() < size {
        let _ = write!(text, "  %w{n} = stablehlo.constant dense<\"0x");
        for element in 0..16_384 {
            let _ = write!(text, "{:08X}", (element + n).wrapping_mul(0x9E37_79B9));
        }
        text.push_str("\"> : tensor<128x128xf32>\n");
        n += 1;
    }
    text.push_str("  return\n}\n");
    text
}
