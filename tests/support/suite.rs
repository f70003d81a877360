//! The suite of this package: the same choices as `test/lit/lit.cfg.py`.

use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::lit::Suite;
use crate::llvm;

/// The suite with its files at `root` (relative to the package), its temporary files in a directory `name` of their own.
pub fn suite(root: &str, name: &str) -> Suite {
    let neuron_opt = PathBuf::from(env!("CARGO_BIN_EXE_neuron-opt"));
    let mut suite = Suite {
        root: Path::new(env!("CARGO_MANIFEST_DIR")).join(root),
        exec_root: Path::new(env!("CARGO_TARGET_TMPDIR")).join(name),
        suffixes: [".mlir", ".test", ".pat", ".hlo"].map(String::from).into(),
        tools: [
            ("neuron-opt".to_string(), neuron_opt),
            ("neuron-run".to_string(), PathBuf::from(env!("CARGO_BIN_EXE_neuron-run"))),
        ]
        .into(),
        external_tools: Default::default(),
        path: Vec::new(),
        features: Default::default(),
        timeout: Duration::from_secs(60),
    };
    if let Some(directory) = llvm::bin_dir("mlir-opt") {
        suite.features.insert("mlir-opt".to_string());
        suite.path.push(directory);
    }
    suite
}
