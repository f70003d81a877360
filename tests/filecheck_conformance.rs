//! The in-repo FileCheck against LLVM's: recorded verdicts always, the real tool where it is installed.
//!
//! `data/filecheck_verdicts.json` and `data/filecheck_extra.json` hold small cases with the exit code of FileCheck 22. The
//! checker agrees on zero versus non-zero or refuses; it never passes what LLVM fails.

#[path = "support/filecheck/mod.rs"]
mod filecheck;
#[path = "support/llvm.rs"]
mod llvm;

use std::path::Path;
use std::process::{Command, Stdio};

use filecheck::{Named, Options, Problem, Report, Verdict, check};
use serde::Deserialize;

/// One case of a table.
#[derive(Clone, Debug, Deserialize)]
struct Case {
    name: String,
    checks: String,
    input: String,
    options: Vec<String>,
    llvm22_exit: i32,
}

fn tables() -> Vec<Case> {
    let read = |text: &str| serde_json::from_str::<Vec<Case>>(text).expect("the tables are valid JSON");
    let mut cases = read(include_str!("data/filecheck_verdicts.json"));
    cases.extend(read(include_str!("data/filecheck_extra.json")));
    cases
}

fn run(case: &Case) -> Report {
    let mut args = case.options.clone();
    args.push("checks".to_string());
    let rejected = |verdict, problem: Problem| Report { verdict, text: problem.to_string() };
    match Options::parse(&args, "") {
        Ok(options) => check(
            &options,
            Named { name: "checks", bytes: case.checks.as_bytes() },
            Named { name: "<stdin>", bytes: case.input.as_bytes() },
        ),
        Err(problem @ Problem::Invalid(_)) => rejected(Verdict::Malformed, problem),
        Err(problem @ Problem::Refused(_)) => rejected(Verdict::Refused, problem),
    }
}

/// What a set of cases showed.
#[derive(Default, Debug)]
struct Tally {
    agreed: usize,
    refused: usize,
    wrong: Vec<String>,
}

impl Tally {
    fn add(&mut self, case: &Case, llvm_passes: bool) {
        let report = run(case);
        match report.verdict {
            Verdict::Refused => self.refused += 1,
            verdict if (verdict.exit_code() == 0) == llvm_passes => self.agreed += 1,
            verdict => self.wrong.push(format!(
                "{} {:?}: {verdict:?} here, {} in LLVM\n{}\n--- input\n{}\n--- report\n{}",
                case.name,
                case.options,
                if llvm_passes { "passes" } else { "fails" },
                case.checks,
                case.input,
                report.text
            )),
        }
    }

    fn require(&self, at_most_refused: usize) {
        assert!(self.wrong.is_empty(), "{} wrong verdicts:\n{}", self.wrong.len(), self.wrong.join("\n"));
        assert!(self.refused <= at_most_refused, "{} refused", self.refused);
    }
}

#[test]
fn recorded_verdicts_agree() {
    let mut tally = Tally::default();
    for case in tables() {
        tally.add(&case, case.llvm22_exit == 0);
    }
    // Numeric variables (4), `\1`, overlapping alternatives, a line break in a bracket, a word start,
    // two repeated anchors, and two options.
    tally.require(12);
}

#[test]
fn refusals_name_file_and_line() {
    for case in tables() {
        let report = run(&case);
        if report.verdict == Verdict::Refused {
            let about_option = report.text.contains("option");
            assert!(about_option || report.text.contains("checks:1:"), "{}: {}", case.name, report.text);
            assert!(report.text.contains("not supported by this checker"), "{}: {}", case.name, report.text);
        }
    }
}

#[test]
fn failure_shows_directive_scan_start_closest_line_and_input() {
    let case = Case {
        name: "report".to_string(),
        checks: "// CHECK: one\n// CHECK: %0 = arith.addi %a, %b : i64\n".to_string(),
        input: "one\n%0 = arith.addi %a, %b : i32\nend\n".to_string(),
        options: Vec::new(),
        llvm22_exit: 1,
    };
    let text = run(&case).text;
    for wanted in [
        "error: CHECK: expected string not found in input",
        "checks:2:11",
        "^^^^^^^",
        "scanning from here",
        "possible intended match here",
        "Input file: <stdin>",
        "     2: %0 = arith.addi %a, %b : i32",
    ] {
        assert!(text.contains(wanted), "{wanted:?} is not in\n{text}");
    }
}

/// Inputs one edit away: a line dropped, repeated, swapped with the next, or cut short.
fn mutations(input: &str) -> Vec<String> {
    let lines: Vec<&str> = input.split_inclusive('\n').collect();
    let mut mutated = Vec::new();
    for at in 0..lines.len() {
        let rebuilt =
            |middle: &[&str], skip: usize| [&lines[..at], middle, &lines[at + skip..]].concat().concat();
        mutated.push(rebuilt(&[], 1));
        mutated.push(rebuilt(&[lines[at], lines[at]], 1));
        if let Some(next) = lines.get(at + 1) {
            mutated.push(rebuilt(&[next, lines[at]], 2));
        }
        let text = lines[at].trim_end_matches('\n');
        if let Some((cut, _)) = text.char_indices().nth(text.chars().count() / 2) {
            mutated.push(rebuilt(&[&text[..cut], "\n"], 1));
        }
    }
    mutated.retain(|other| other != input);
    mutated
}

fn llvm_passes(filecheck: &Path, dir: &Path, case: &Case) -> bool {
    let (checks, input) = (dir.join("checks"), dir.join("input"));
    std::fs::write(&checks, &case.checks).expect("temporary directories are writable");
    std::fs::write(&input, &case.input).expect("temporary directories are writable");
    let stdin = std::fs::File::open(&input).expect("the file was just written");
    let status = Command::new(filecheck)
        .args(&case.options)
        .arg(&checks)
        .env_remove("FILECHECK_OPTS")
        .stdin(stdin)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    status.expect("FileCheck was found, so it starts").success()
}

/// Every case on its own input and on mutated ones. `FILECHECK_MUTANTS` sets how many of the mutants are tried.
#[test]
fn mutated_inputs_agree_with_llvm() {
    let Some(filecheck) = llvm::tool("FileCheck") else {
        println!("skipped: no FileCheck on this machine (set LLVM_BIN to its directory)");
        return;
    };
    let dir = tempfile::tempdir().expect("a temporary directory can be made");
    let wanted: usize = std::env::var("FILECHECK_MUTANTS").ok().and_then(|n| n.parse().ok()).unwrap_or(250);
    let cases = tables();
    let mutants: Vec<Case> = cases
        .iter()
        .flat_map(|case| mutations(&case.input).into_iter().map(|input| Case { input, ..case.clone() }))
        .collect();
    let step = mutants.len().div_ceil(wanted.max(1));
    let mut tally = Tally::default();
    for case in cases.iter().chain(mutants.iter().step_by(step.max(1))) {
        tally.add(case, llvm_passes(&filecheck, dir.path(), case));
    }
    println!("{} agree, {} refused", tally.agreed, tally.refused);
    tally.require(tally.agreed / 10);
}
