//! `legalize-topk` on real modules: what it does to each, from every text form a case has.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

mod shared;

/// The text forms of a case; not every case has every form.
const FORMS: [&str; 3] = ["module.mlir", "module.generic.mlir", "module.loc.mlir"];

const LEGALIZE: &str = "--pass-pipeline=builtin.module(legalize-topk)";

fn neuron_opt(module: &Path, args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_neuron-opt"));
    command.arg(module).args(args).output().expect("the binary was built with the test")
}

/// What a run that must succeed prints.
fn printed(module: &Path, args: &[&str]) -> String {
    let output = neuron_opt(module, args);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{}: {errors}", module.display());
    String::from_utf8(output.stdout).expect("modules print as UTF-8")
}

/// A case with the description of what the pass does to it, and the forms it has.
struct Case {
    folder: PathBuf,
    expected: Value,
    forms: Vec<PathBuf>,
}

impl Case {
    fn is(&self, result: &str) -> bool {
        self.expected["result"] == result
    }
}

fn cases() -> Option<Vec<Case>> {
    let real = shared::directory("real")?;
    let case = |folder: PathBuf| {
        let meta = std::fs::read_to_string(folder.join("meta.json")).ok()?;
        let meta: Value = serde_json::from_str(&meta).expect("descriptions are JSON");
        let expected = meta.get("expect_legalize_topk")?.clone();
        let forms = FORMS.iter().map(|form| folder.join(form)).filter(|path| path.is_file()).collect();
        Some(Case { folder, expected, forms })
    };
    let cases: Vec<Case> = shared::folders(&real).into_iter().filter_map(case).collect();
    let counted = |result| cases.iter().filter(|case| case.is(result)).count();
    assert!(
        counted("changed") >= 7 && counted("unchanged") >= 3 && counted("error") >= 2,
        "cases are missing"
    );
    Some(cases)
}

fn count(text: &str, target: &str) -> u64 {
    text.matches(target).count() as u64
}

#[test]
fn calls_are_legalized_or_left_as_the_description_says() {
    for case in cases().into_iter().flatten().filter(|case| !case.is("error")) {
        let legalized = case.expected["count"].as_u64().expect("a count");
        assert_eq!(case.is("changed"), legalized > 0, "{}", case.folder.display());
        for form in &case.forms {
            let (before, after) = (printed(form, &[]), printed(form, &[LEGALIZE]));
            let gone = count(&before, "@AwsNeuronTopK(") - count(&after, "@AwsNeuronTopK(");
            assert_eq!(
                (gone, count(&after, "@TopK_")),
                (legalized, legalized),
                "{}\n{after}",
                form.display()
            );
            assert_eq!(before == after, case.is("unchanged"), "{}", form.display());
        }
    }
}

#[test]
fn a_k_that_is_no_number_is_an_error_at_its_place() {
    for case in cases().into_iter().flatten().filter(|case| case.is("error")) {
        for form in &case.forms {
            let source = std::fs::read_to_string(form).expect("the form is a text file");
            let output = neuron_opt(form, &[LEGALIZE]);
            let errors = String::from_utf8_lossy(&output.stderr);
            assert_eq!(output.status.code(), Some(1), "{}: {errors}", form.display());
            assert!(output.stdout.is_empty(), "{} is printed all the same", form.display());
            // `path:line:column`, at the value of a backend_config.
            let place = errors.split_once(&format!("{}:", form.display())).map(|(_, rest)| rest);
            let place = place.and_then(|rest| rest.lines().next()?.split_once(':'));
            let (line, column) = place.unwrap_or_else(|| panic!("no place in\n{errors}"));
            let (line, column): (usize, usize) =
                (line.parse().expect("a line"), column.parse().expect("a column"));
            let text = source.lines().nth(line - 1).expect("the file has the line");
            let before: String = text.chars().take(column - 1).collect();
            assert!(before.contains("AwsNeuronTopK") && before.contains("backend_config = "), "{before}");
        }
    }
}

#[test]
fn all_forms_of_a_module_give_the_same() {
    let mut compared = 0;
    for case in cases().into_iter().flatten().filter(|case| !case.is("error")) {
        for args in [&[LEGALIZE][..], &[LEGALIZE, "--print-op-generic"]] {
            let all: Vec<String> = case.forms.iter().map(|form| printed(form, args)).collect();
            for (other, form) in all.iter().zip(&case.forms).skip(1) {
                assert_eq!(other, &all[0], "{}", form.display());
                compared += 1;
            }
        }
    }
    assert!(compared >= 4 || cases().is_none(), "only {compared} forms were compared");
}

#[test]
fn new_ops_have_the_location_of_the_call() {
    for case in cases().into_iter().flatten().filter(|case| case.is("changed")) {
        for form in case.forms.iter().filter(|form| form.ends_with("module.loc.mlir")) {
            let location = |text: &str, op: &str| {
                let line =
                    text.lines().find(|line| line.contains(op)).unwrap_or_else(|| panic!("no {op}\n{text}"));
                line.rsplit_once(" loc(").expect("the op has a location").1.to_string()
            };
            let debug = "--print-debuginfo";
            let local = "--print-local-scope";
            let before = printed(form, &[debug, local]);
            let after = printed(form, &[LEGALIZE, debug, local]);
            let call = location(&before, "@AwsNeuronTopK(");
            assert!(call.contains("callsite") || call.contains('"'), "{call}");
            assert_eq!(location(&after, "@TopK_"), call);
            assert_eq!(location(&after, "tensor<64xi64> loc"), call);
        }
    }
}

#[test]
fn an_array_of_empty_dictionaries_says_nothing_about_arguments() {
    let folder = tempfile::tempdir().expect("a temporary directory can be made");
    let form = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).expect("the directory is writable");
        printed(&path, &["--print-op-generic"])
    };
    let generic = form(
        "generic.mlir",
        "\"func.func\"() <{arg_attrs = [{}], function_type = (i32) -> i32, res_attrs = [{}], sym_name = \"f\"}> ({\n\
         ^bb0(%a: i32):\n  \"func.return\"(%a) : (i32) -> ()\n}) : () -> ()\n",
    );
    let own = form("own.mlir", "func.func @f(%a: i32) -> i32 {\n  return %a : i32\n}\n");
    assert_eq!(generic, own);
    assert!(!own.contains("_attrs"), "{own}");
    let kept = form("kept.mlir", "func.func @f(%a: i32 {t.x}, %b: i32) -> i32 {\n  return %a : i32\n}\n");
    assert!(kept.contains("arg_attrs = [{t.x}, {}]"), "{kept}");
}
