//! `neuron-opt` and `mlir-opt` on the same files, one run of each in turn: wall times and their ratio.
//!
//! Without an `mlir-opt` (`$LLVM_BIN`, the path, `/usr/lib/llvm-N/bin`) only our times are shown.

#[path = "../tests/support/llvm.rs"]
mod llvm;
mod shapes;

use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

/// Runs of each program; an odd number has a median.
const RUNS: usize = 7;

/// One line of the table.
struct Row {
    name: String,
    source: String,
    /// Pass flags of both programs.
    flags: &'static [&'static str],
    /// How often the other program's time must hold ours; none where nothing is promised.
    wanted: Option<f64>,
}

fn row(shape: &str, ops: usize, flags: &'static [&'static str], wanted: Option<f64>) -> Row {
    let name = format!("{shape} {ops} {}", flags.join(" "));
    Row { name: name.trim_end().into(), source: (shapes::shape(shape).text)(ops), flags, wanted }
}

fn main() {
    let other = llvm::tool("mlir-opt");
    if other.is_none() {
        println!("mlir-opt was not found: LLVM_BIN names the directory it is in");
    }
    let folder = tempfile::tempdir().expect("the temporary folder is writable");
    let mut rows =
        vec![Row { name: "start-up".into(), source: String::new(), flags: &[], wanted: Some(5.0) }];
    rows.extend(shapes::ALL.iter().map(|shape| row(shape.name, shape.ops, &[], Some(2.0))));
    rows.push(row("mixed", 1_000_000, &[], Some(2.0)));
    rows.push(row("arith", 100_000, &["--canonicalize"], None));
    rows.push(row("cse", 100_000, &["--cse"], None));
    println!("{:<30} {:>12} {:>12} {:>8} {:>8}", "input", "neuron-opt", "mlir-opt", "ratio", "wanted");
    let mut medians = Vec::new();
    for row in rows {
        let path = folder.path().join("input.mlir");
        std::fs::write(&path, &row.source).expect("the temporary folder is writable");
        let (ours, theirs) = measure(other.as_deref(), &path, row.flags);
        let ratio = theirs.map(|t| t.as_secs_f64() / ours.as_secs_f64());
        println!(
            "{:<30} {:>9.1} ms {:>12} {:>8} {:>8}{}",
            row.name,
            millis(ours),
            theirs.map_or("-".into(), |t| format!("{:.1} ms", millis(t))),
            ratio.map_or("-".into(), |r| format!("{r:.2}")),
            row.wanted.map_or("-".into(), |w| format!("{w:.2}")),
            if ratio.zip(row.wanted).is_some_and(|(r, w)| r < w) { "  missed" } else { "" },
        );
        medians.push((row.name, ours));
    }
    let time = |name: &str| medians.iter().find(|m| m.0 == name).map_or(f64::NAN, |m| m.1.as_secs_f64());
    let growth = time("mixed 1000000") / time("mixed 100000");
    println!("ten times the ops take {growth:.1} times as long (at most 12 wanted)");
}

/// Median wall times of both programs, run in turn.
fn measure(other: Option<&Path>, input: &Path, flags: &[&str]) -> (Duration, Option<Duration>) {
    let ours = Path::new(env!("CARGO_BIN_EXE_neuron-opt"));
    let (mut own_times, mut other_times) = (Vec::new(), Vec::new());
    for _ in 0..RUNS {
        own_times.push(run(ours, "--print-op-generic", input, flags));
        other_times.extend(other.map(|program| run(program, "--mlir-print-op-generic", input, flags)));
    }
    let median = |mut times: Vec<Duration>| {
        times.sort_unstable();
        times.get(times.len() / 2).copied()
    };
    (median(own_times).expect("there are runs"), median(other_times))
}

fn run(program: &Path, generic: &str, input: &Path, flags: &[&str]) -> Duration {
    let mut command = Command::new(program);
    command.args(["--allow-unregistered-dialect", generic]).args(flags).arg(input).arg("-o");
    command.arg("/dev/null");
    let start = Instant::now();
    let status = command.status().unwrap_or_else(|error| panic!("cannot run {}: {error}", program.display()));
    let time = start.elapsed();
    assert!(status.success(), "{} fails on {}", program.display(), input.display());
    time
}

fn millis(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}
