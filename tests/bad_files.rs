//! The tools on files that are missing, malformed or hostile: a diagnosed failure, never an internal error.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

const OPT: &str = env!("CARGO_BIN_EXE_neuron-opt");
const RUN: &str = env!("CARGO_BIN_EXE_neuron-run");

const ADD: &str = "func.func @main(%x: tensor<2x4xf32>) -> tensor<2x4xf32> {\n\
                   %0 = hlo.add %x, %x : tensor<2x4xf32>\n  return %0 : tensor<2x4xf32>\n}\n";

const TOPK: &str = "func.func @main(%x: tensor<2x20xf32>) -> (tensor<2x3xf32>, tensor<2x3xi32>) {\n\
    %v, %i = stablehlo.custom_call @AwsNeuronTopK(%x) {backend_config = \"3\"} : (tensor<2x20xf32>) -> (tensor<2x3xf32>, tensor<2x3xi32>)\n\
    return %v, %i : tensor<2x3xf32>, tensor<2x3xi32>\n}\n";

/// A directory of this test, with a module in it.
struct Scene(TempDir);

impl Scene {
    fn new(module: &str) -> Scene {
        let scene = Scene(tempfile::tempdir().expect("a temporary directory can be made"));
        scene.write("module.mlir", module.as_bytes());
        scene
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn write(&self, name: &str, content: &[u8]) {
        fs::write(self.path(name), content).expect("the directory is writable");
    }

    fn command(&self, tool: &str, args: &[&str]) -> Command {
        let mut command = Command::new(tool);
        command.args(args).current_dir(self.0.path()).stdin(Stdio::null());
        command
    }

    fn output(&self, tool: &str, args: &[&str]) -> Output {
        self.command(tool, args).output().expect("the binary was built with the test")
    }

    /// Runs a tool that must fail with this exit code and say this.
    fn fails(&self, tool: &str, args: &[&str], code: i32, wanted: &str) {
        let output = self.output(tool, args);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{args:?}: {errors}");
        assert!(errors.contains(wanted), "{args:?}: {wanted:?} is not in\n{errors}");
    }
}

/// An .npy file with this header dictionary.
fn npy(header: &str, data: &[u8]) -> Vec<u8> {
    let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
    let length = u16::try_from(header.len()).expect("a short header");
    bytes.extend(length.to_le_bytes());
    bytes.extend(header.as_bytes());
    bytes.extend(data);
    bytes
}

#[test]
fn malformed_tensor_files_are_refused() {
    let scene = Scene::new(ADD);
    let header = |shape: &str| format!("{{'descr': '<f4', 'fortran_order': False, 'shape': {shape}, }}");
    let files: &[(&str, Vec<u8>, &str)] = &[
        ("empty.npy", Vec::new(), "not a .npy file"),
        ("noise.npy", vec![0xa5; 300], "not a .npy file"),
        ("cut.npy", b"\x93NUMPY\x01\x00\xff\xff{".to_vec(), "truncated .npy header"),
        ("huge_header.npy", b"\x93NUMPY\x03\x00\xff\xff\xff\xff{".to_vec(), "truncated .npy header"),
        ("no_dictionary.npy", npy("{not a dictionary}", &[]), "malformed .npy header"),
        ("short.npy", npy(&header("(2, 4)"), &[0; 10]), "truncated"),
        ("long.npy", npy(&header("(2, 4)"), &[0; 40]), "too long"),
        ("shape.npy", npy(&header("(2, 5)"), &[0; 40]), "expected f32[2, 4]"),
        ("overflow.npy", npy(&header("(9223372036854775807, 9223372036854775807)"), &[0; 32]), "too large"),
        ("digits.npy", npy(&header("(99999999999999999999, 4)"), &[0; 32]), "malformed .npy header"),
        ("negative.npy", npy(&header("(-2, 4)"), &[0; 32]), "malformed .npy header"),
        ("nested.npy", npy(&header(&"(".repeat(9_000)), &[0; 32]), "malformed .npy header"),
        (
            "object.npy",
            npy("{'descr': '|O', 'fortran_order': False, 'shape': (2, 4), }", &[0; 32]),
            "unsupported",
        ),
        ("noise.npz", vec![0xa5; 300], "not a readable .npz file"),
        ("noise.safetensors", vec![0xa5; 300], "not a readable .safetensors file"),
        ("noise.bin", vec![0xa5; 300], "noise.bin"),
    ];
    for (name, content, wanted) in files {
        scene.write(name, content);
        scene.fails(RUN, &["module.mlir", "--input", name], 1, wanted);
    }
    scene.fails(RUN, &["module.mlir", "--input", "missing"], 1, "missing: No such file");
    scene.write("good.npy", &npy(&header("(2, 4)"), &[0; 32]));
    assert!(scene.output(RUN, &["module.mlir", "--input", "good.npy"]).status.success());
    scene.fails(
        RUN,
        &["module.mlir", "--input", "good.npy", "--input", "good.npy"],
        1,
        "the entry takes 1 input, the files of --input hold 2",
    );
    scene.fails(RUN, &["module.mlir"], 1, "the entry takes 1 input: give them with --input FILE");
    for entry in ["main", "@main", "@\"main\""] {
        assert!(
            scene.output(RUN, &["module.mlir", "--input", "good.npy", "--entry", entry]).status.success()
        );
    }
    scene.fails(RUN, &["module.mlir", "--input", "good.npy", "--entry", "@nope"], 1, "no symbol '@nope'");
    for tolerance in ["nan", "-1", "-0.5", "inf", "-inf", "1e999", "x"] {
        let args = ["module.mlir", "--input", "good.npy", "--compare", "good.npy", "--tolerance", tolerance];
        scene.fails(RUN, &args, 2, "a finite number that is not negative");
    }
    scene.fails(
        RUN,
        &["module.mlir", "--input", "good.npy", "--compare", "shape.npy"],
        1,
        "expected f32[2, 4]",
    );
}

#[test]
fn missing_and_unwritable_files_are_named() {
    let scene = Scene::new(ADD);
    scene.fails(OPT, &["missing.mlir"], 1, "cannot read 'missing.mlir'");
    scene.fails(OPT, &["."], 1, "cannot read '.'");
    scene.fails(RUN, &["missing.mlir"], 1, "cannot read 'missing.mlir'");
    scene.fails(RUN, &["--check", "missing.mlir"], 1, "cannot read 'missing.mlir'");
    scene.fails(RUN, &["module.mlir", "--input", "missing.npy"], 1, "missing.npy");
    scene.fails(OPT, &["module.mlir", "-o", "missing/out.mlir"], 1, "cannot write 'missing/out.mlir'");
    scene.fails(RUN, &["module.mlir", "--random-inputs", "--output-dir", "module.mlir"], 1, "module.mlir");
    let missing = "--pass-pipeline=builtin.module(apply-patterns{file=missing.pat})";
    scene.fails(OPT, &["module.mlir", missing], 1, "missing.pat");
    scene.write("bad.pat", b"pattern { match [[[ \xc3\xa9 }");
    scene.fails(OPT, &["module.mlir", &missing.replace("missing", "bad")], 1, "bad.pat");
    scene.write("binary", &[0xff, 0xfe, b'm', b'o']);
    scene.fails(OPT, &["binary"], 1, "not UTF-8");
    scene.write("latin1", b"func.func @f() {\n  // caf\xe9\n}\n");
    scene.fails(OPT, &["latin1"], 1, "latin1:2:9");
    scene.write("latin1.pat", b"// ok\n// caf\xe9\n");
    scene.fails(OPT, &["module.mlir", "--patterns=latin1.pat", "--apply-patterns"], 1, "latin1.pat:2:7");
    // mlir-opt does not read one either.
    for (name, text) in [("bom.mlir", "func.func @f() { return }"), ("bom.hlo", "HloModule m")] {
        scene.write(name, format!("\u{feff}{text}\n").as_bytes());
        scene.fails(OPT, &[name], 1, "starts with a byte order mark (U+FEFF)");
        scene.fails(RUN, &[name, "--random-inputs"], 1, "save the file as UTF-8 without a byte order mark");
    }
    scene.write("nul", b"func.func @f() {\n  return \0 }\n\"x.y\"() : () -> ()\n");
    // A zero byte is a blank, as for mlir-opt.
    scene.fails(OPT, &["nul"], 1, "nul:3:1");
    // Whether or not a pass reads them.
    for patterns in ["--patterns=missing.pat", "--patterns=bad.pat"] {
        for pass in ["--cse", "--canonicalize", "--pass-pipeline=builtin.module(func.func(apply-patterns))"] {
            scene.fails(OPT, &["module.mlir", patterns, pass], 1, &patterns["--patterns=".len()..]);
        }
        scene.fails(OPT, &["module.mlir", patterns], 1, &patterns["--patterns=".len()..]);
    }
    scene.write("good.pat", b"pattern twice { %r = hlo.tan(hlo.tan(%x)) => replace %r with %x }\n");
    let output = scene.output(OPT, &["module.mlir", "--patterns=good.pat", "--cse"]);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && said.contains("warning: no pass that runs applies"), "{said}");
    let output = scene.output(OPT, &["module.mlir", "--patterns=good.pat", "--canonicalize"]);
    assert!(output.status.success() && output.stderr.is_empty());
    scene.fails(OPT, &["module.mlir", "--pass-pipeline=cse"], 2, "wrapped with the anchor operation type");
    scene.fails(OPT, &["module.mlir", "--emit=bir-json"], 1, "has no bir.kernel");
    for pipeline in ["(", "builtin.module(", "builtin.module(cse))", "builtin.module(cse{)", "é", "cse{a=b}"]
    {
        scene.fails(OPT, &["module.mlir", &format!("--pass-pipeline={pipeline}")], 2, "<pass-pipeline>:1:");
    }
    let deep = format!("--pass-pipeline={}", "any(".repeat(20_000));
    scene.fails(OPT, &["module.mlir", &deep], 2, "nests at most");
}

#[test]
fn programs_that_never_end_or_never_fit_are_stopped() {
    let function = |body: &str| {
        format!(
            "func.func @main() -> tensor<f32> {{\n  %c = hlo.constant dense<1.0> : tensor<f32>\n{body}\n  return %c : tensor<f32>\n}}\n"
        )
    };
    let huge = "tensor<99999999999xf32>";
    let sized = [
        format!(
            "%0 = \"hlo.broadcast_in_dim\"(%c) {{broadcast_dimensions = array<i64>}} : (tensor<f32>) -> {huge}"
        ),
        format!("%0 = \"hlo.iota\"() {{iota_dimension = 0 : i64}} : () -> {huge}"),
        format!("%0 = hlo.constant dense<1.0> : {huge}"),
    ];
    for body in sized {
        Scene::new(&function(&body)).fails(RUN, &["module.mlir"], 1, "gives a tensor of more than");
    }
    let slice = format!(
        "%0 = hlo.constant dense<1.0> : {huge}\n\
         %1 = \"hlo.slice\"(%0) {{start_indices = array<i64: 0>, limit_indices = array<i64: 1>, strides = array<i64: 1>}} : ({huge}) -> tensor<1xf32>\n\
         \"func.call\"(%1) {{callee = @use}} : (tensor<1xf32>) -> ()"
    );
    let folded = Scene::new(&format!("{}func.func private @use(tensor<1xf32>)\n", function(&slice)));
    let output = folded.output(OPT, &["module.mlir", "--canonicalize"]);
    assert!(output.status.success() && String::from_utf8_lossy(&output.stdout).contains("hlo.slice"));
    let input = ADD.replace("2x4", "99999999999x99999999");
    Scene::new(&input).fails(RUN, &["module.mlir", "--random-inputs"], 1, "too large");
    let endless = "func.func @main() {\n  cf.br ^a\n^a:\n  cf.br ^a\n}\n";
    Scene::new(endless).fails(RUN, &["module.mlir", "--max-steps=10000"], 1, "limit of 10000 executed ops");
    let recursive = "func.func @main() {\n  func.call @main() : () -> ()\n  return\n}\n";
    Scene::new(recursive).fails(RUN, &["module.mlir"], 1, "more than 16384 deep");
    let empty = Scene::new(&ADD.replace("2x4", "0x4"));
    assert!(empty.output(RUN, &["module.mlir", "--random-inputs", "--print"]).status.success());
}

/// Every byte of every bundle, changed: the module is refused with the check that failed, or runs, or stops with a fault.
#[test]
fn corrupted_bundles_are_refused() {
    let scene = Scene::new(TOPK);
    let pipeline = "--pass-pipeline=builtin.module(neuron-pipeline)";
    let output = scene.output(OPT, &["module.mlir", pipeline, "--print-op-generic"]);
    let program = String::from_utf8(output.stdout).expect("modules print as UTF-8");
    const BYTES: &str = "bytes = \"";
    let at = program.find(BYTES).expect("the program has a bundle") + BYTES.len();
    let mut refused = 0;
    for byte in 0..64 {
        for value in ["ff", "80"] {
            let mut corrupted = program.clone();
            corrupted.replace_range(at + 2 * byte..at + 2 * byte + 2, value);
            scene.write("corrupted.mlir", corrupted.as_bytes());
            let output = scene.output(RUN, &["corrupted.mlir", "--random-inputs"]);
            let errors = String::from_utf8_lossy(&output.stderr);
            assert!(matches!(output.status.code(), Some(0 | 1)), "byte {byte} = {value}: {errors}");
            refused += usize::from(errors.contains("'dve.bundle' op"));
        }
    }
    assert!(refused > 80, "only {refused} of 128 corrupted bundles are refused");
    for (length, name) in [(0, "none"), (126, "short"), (130, "long")] {
        let mut corrupted = program.clone();
        corrupted.replace_range(at..at + 128, &"0".repeat(length));
        scene.write("corrupted.mlir", corrupted.as_bytes());
        let output = scene.output(RUN, &["corrupted.mlir", "--random-inputs"]);
        assert_eq!(output.status.code(), Some(1), "{name}: {}", String::from_utf8_lossy(&output.stderr));
    }
}

#[cfg(unix)]
#[test]
fn an_output_that_is_closed_or_full_is_no_internal_error() {
    let scene = Scene::new(ADD);
    let runs: &[(&str, &[&str])] = &[
        (OPT, &["module.mlir", "--timing", "--pass-statistics", "--dump-pass-pipeline"]),
        (OPT, &["--list-ops"]),
        (OPT, &["--list-passes"]),
        (OPT, &["--no-such-option"]),
        (OPT, &["missing.mlir"]),
        (RUN, &["module.mlir", "--random-inputs", "--print", "--stats"]),
        (RUN, &["--check", "module.mlir", "module.mlir"]),
    ];
    for (tool, args) in runs {
        // A pipe whose reader is gone.
        let (reader, writer) = std::io::pipe().expect("a pipe can be made");
        drop(reader);
        let errors = writer.try_clone().expect("its end can be used twice");
        let status = scene.command(tool, args).stdout(writer).stderr(errors).status().expect("the tool ends");
        assert!(matches!(status.code(), Some(1 | 2)), "{args:?}: {status}");
        if Path::new("/dev/full").exists() {
            let full = || File::options().write(true).open("/dev/full").expect("the device can be opened");
            let status =
                scene.command(tool, args).stdout(full()).stderr(full()).status().expect("the tool ends");
            assert!(matches!(status.code(), Some(1 | 2)), "{args:?}: {status}");
        }
    }
}
