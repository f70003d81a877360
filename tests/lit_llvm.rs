//! The in-repo lit against LLVM's: the statuses of the self-test files always, the real tools where they are installed.

#[path = "support/filecheck/mod.rs"]
mod filecheck;
#[path = "support/lit/mod.rs"]
mod lit;
#[path = "support/llvm.rs"]
mod llvm;
#[path = "support/suite.rs"]
mod suite;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use lit::{Status, Suite};

/// Files whose names start with the status they must have: `pass-…`, `fail-…`, `xpass-…`.
const SELF_TEST: &str = "tests/data/lit_selftest";

/// Files that LLVM's tools run and this runner refuses.
const REFUSED: &str = "unresolved-refused-";

fn results(suite: &Suite) -> BTreeMap<String, lit::Outcome> {
    let names = suite.discover().expect("the directory of the suite can be read");
    names.into_iter().map(|name| (name.clone(), suite.run(&name))).collect()
}

#[test]
fn self_test_files_have_the_status_in_their_name() {
    let suite = suite::suite(SELF_TEST, "lit_selftest");
    let outcomes = results(&suite);
    assert!(outcomes.len() > 30, "only {} self-test files", outcomes.len());
    for (name, outcome) in outcomes {
        let expected = name.split('-').next().unwrap_or_default().to_uppercase();
        assert_eq!(outcome.status.name(), expected, "{name}\n{}", outcome.log);
        let fine = ["PASS", "XFAIL", "UNSUPPORTED"].contains(&expected.as_str());
        assert_eq!(outcome.status.is_ok(), fine, "{name}");
        assert_eq!(suite.is_unsupported(&name), outcome.status == Status::Unsupported, "{name}");
    }
}

#[test]
fn a_program_that_does_not_end_is_a_timeout() {
    let dir = tempfile::tempdir().expect("a temporary directory can be made");
    std::fs::write(dir.path().join("hang.test"), "RUN: sleep 30\n").expect("the directory is writable");
    let mut suite = suite::suite(SELF_TEST, "lit_timeout");
    suite.root = dir.path().to_path_buf();
    suite.timeout = Duration::from_millis(50);
    assert_eq!(suite.run("hang.test").status, Status::Timeout);
}

#[test]
fn a_failure_shows_the_command_and_the_check() {
    let suite = suite::suite(SELF_TEST, "lit_report");
    let log = suite.run("fail-check.test").log;
    for wanted in [
        "# RUN at line 1",
        "FileCheck",
        "fail-check.test:2:8",
        "expected string not found",
        "scanning from here",
    ] {
        assert!(log.contains(wanted), "{wanted:?} is not in\n{log}");
    }
}

fn skip(tool: &str) {
    println!("skipped: no {tool} on this machine (set LLVM_BIN to its directory)");
}

/// Runs LLVM's lit on `root` and returns the status of every file.
fn llvm_results(lit: &Path, root: &Path, out: &Path) -> BTreeMap<String, String> {
    let bin = lit.parent().unwrap_or(lit);
    let tools = Path::new(env!("CARGO_BIN_EXE_neuron-opt"));
    let output = Command::new(lit)
        .args(["-v", "-j2"])
        .arg(root)
        .env("NEURON_LIT_OUT", out)
        .env("NEURON_OPT_BIN_DIR", tools.parent().unwrap_or(tools))
        .env("LLVM_BIN", bin)
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .output()
        .expect("lit was found, so it starts");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let statuses = text.lines().filter_map(|line| {
        let (status, rest) = line.split_once(": neuron-opt :: ")?;
        Some((rest.split(" (").next()?.to_string(), status.to_string()))
    });
    let statuses: BTreeMap<_, _> = statuses.collect();
    assert!(!statuses.is_empty(), "{text}{}", String::from_utf8_lossy(&output.stderr));
    statuses
}

/// The two lists of results, ours and LLVM's, for the files of `suite`, which lie at `root` with a `lit.cfg.py`.
fn compare(suite: &Suite, lit: &Path, root: &Path) {
    let out = tempfile::tempdir().expect("a temporary directory can be made");
    let theirs = llvm_results(lit, root, out.path());
    let ours: BTreeMap<String, String> =
        results(suite).into_iter().map(|(name, outcome)| (name, outcome.status.name().to_string())).collect();
    let known = |list: BTreeMap<String, String>| {
        list.into_iter().filter(|(name, _)| !name.contains(REFUSED)).collect::<Vec<_>>()
    };
    require_equal(&known(ours), &known(theirs));
}

fn require_equal(ours: &[(String, String)], theirs: &[(String, String)]) {
    let missing = |from: &[(String, String)], other: &[(String, String)]| {
        from.iter()
            .filter(|entry| !other.contains(entry))
            .map(|(name, status)| format!("  {status}: {name}\n"))
            .collect::<String>()
    };
    assert!(ours == theirs, "here:\n{}under LLVM's lit:\n{}", missing(ours, theirs), missing(theirs, ours));
}

#[test]
fn the_suite_has_the_same_results_under_llvms_lit() {
    let Some(lit) = llvm::tool("lit") else { return skip("lit") };
    let suite = suite::suite("test/lit", "lit_compare");
    compare(&suite, &lit, &suite.root);
}

#[test]
fn the_self_test_files_have_the_same_results_under_llvms_lit() {
    let Some(lit) = llvm::tool("lit") else { return skip("lit") };
    let suite = suite::suite(SELF_TEST, "lit_selftest_compare");
    let copy = tempfile::tempdir().expect("a temporary directory can be made");
    let config = Path::new(env!("CARGO_MANIFEST_DIR")).join("test/lit/lit.cfg.py");
    let files = suite.discover().expect("the directory of the suite can be read");
    let files = files.iter().map(|name| suite.root.join(name)).chain([config]);
    for file in files {
        let name = file.file_name().expect("the paths name files");
        std::fs::copy(&file, copy.path().join(name)).expect("the files can be copied");
    }
    compare(&suite, &lit, copy.path());
}

/// A recorded run of FileCheck.
struct Recorded {
    args: Vec<String>,
    cwd: PathBuf,
    input: Vec<u8>,
}

/// Takes the place of FileCheck: keeps its arguments, directory and input, then lets the real one decide.
fn recorder(records: &Path, filecheck: &Path) -> String {
    let (records, filecheck) = (records.display(), filecheck.display());
    format!(
        "#!/bin/sh\nd=$(mktemp -d '{records}/XXXXXX')\npwd > \"$d/cwd\"\nprintf '%s\\n' \"$@\" > \"$d/args\"\n\
         cat > \"$d/input\"\nexec '{filecheck}' \"$@\" < \"$d/input\"\n"
    )
}

fn read_records(records: &Path) -> Vec<Recorded> {
    let directories =
        std::fs::read_dir(records).expect("the directory was just made").flatten().map(|entry| entry.path());
    let read = |path: PathBuf| std::fs::read(path).expect("the recorder wrote the file");
    let text = |path: PathBuf| String::from_utf8_lossy(&read(path)).into_owned();
    directories
        .filter(|dir| dir.join("input").exists())
        .map(|dir| Recorded {
            args: text(dir.join("args")).lines().map(str::to_string).collect(),
            cwd: PathBuf::from(text(dir.join("cwd")).trim_end()),
            input: read(dir.join("input")),
        })
        // A test may have removed the directory it ran in.
        .filter(|record| record.cwd.is_dir())
        .collect()
}

/// The input with line `at` dropped, repeated, or swapped with the next.
fn mutants(input: &[u8], at: usize) -> Vec<Vec<u8>> {
    let lines: Vec<&[u8]> = input.split_inclusive(|&byte| byte == b'\n').collect();
    let mut repeated = lines.clone();
    repeated.insert(at, lines[at]);
    let mut dropped = lines.clone();
    dropped.remove(at);
    let mut swapped = lines.clone();
    swapped.swap(at, (at + 1) % lines.len());
    [repeated, dropped, swapped].map(|lines| lines.concat()).into()
}

/// Mutated lines a run of FileCheck.
const MUTATED_LINES: usize = 4;

/// The output that a test checks, changed a little, has the same verdict here and in LLVM. `LIT_MUTANTS` bounds the runs.
#[cfg(unix)]
#[test]
fn mutated_outputs_have_the_verdict_of_llvms_filecheck() {
    use std::os::unix::fs::PermissionsExt;
    let Some(real) = llvm::tool("FileCheck") else { return skip("FileCheck") };
    let dir = tempfile::tempdir().expect("a temporary directory can be made");
    let records = dir.path().join("records");
    let script = dir.path().join("FileCheck");
    std::fs::create_dir(&records).expect("the directory is writable");
    std::fs::write(&script, recorder(&records, &real)).expect("the directory is writable");
    std::fs::set_permissions(&script, std::fs::Permissions::from_mode(0o755)).expect("the script is ours");
    let mut suite = suite::suite("test/lit", "lit_mutants");
    suite.external_tools.insert("FileCheck".to_string());
    suite.tools.insert("FileCheck".to_string(), script);
    results(&suite);
    let bound: usize = std::env::var("LIT_MUTANTS").ok().and_then(|n| n.parse().ok()).unwrap_or(300);
    let mut wrong = Vec::new();
    let mut tried = 0;
    for record in read_records(&records) {
        let lines = record.input.split_inclusive(|&byte| byte == b'\n').count();
        for at in (0..lines).step_by(lines.div_ceil(MUTATED_LINES).max(1)) {
            for input in mutants(&record.input, at) {
                if tried < bound {
                    tried += 1;
                    wrong.extend(disagreement(&real, &record, &input, dir.path()));
                }
            }
        }
    }
    println!("{tried} mutated outputs");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn disagreement(real: &Path, record: &Recorded, input: &[u8], dir: &Path) -> Option<String> {
    const OPTIONS: &str = "-enable-var-scope";
    let options = filecheck::Options::parse(&record.args, OPTIONS).ok()?;
    let checks = std::fs::read(record.cwd.join(&options.check_file)).ok()?;
    let name = |name| filecheck::Named { name, bytes: &checks };
    let report = filecheck::check(
        &options,
        name(&options.check_file),
        filecheck::Named { name: "<stdin>", bytes: input },
    );
    let file = dir.join("mutant");
    std::fs::write(&file, input).expect("the directory is writable");
    // Given last, it also takes the place of an `--input-file` among the recorded arguments.
    let without_input = record.args.iter().filter(|arg| !arg.contains("input-file"));
    let status = Command::new(real)
        .args(without_input)
        .current_dir(&record.cwd)
        .env("FILECHECK_OPTS", OPTIONS)
        .stdin(std::fs::File::open(&file).expect("the file was just written"))
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .expect("FileCheck was found, so it starts");
    let agrees = (report.verdict.exit_code() == 0) == status.success();
    (!agrees).then(|| {
        format!(
            "{:?} {:?} here, {status} in LLVM\n{}\n{}",
            record.args,
            report.verdict,
            String::from_utf8_lossy(input),
            report.text
        )
    })
}
