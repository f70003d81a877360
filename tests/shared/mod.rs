//! The directory of real inputs, which a user's machine may lack.

use std::path::{Path, PathBuf};

/// A folder of `$NEURON_SHARED`, else of `../shared` beside the package; says that the test skips if there is none.
pub fn directory(folder: &str) -> Option<PathBuf> {
    let root = std::env::var_os("NEURON_SHARED").map(PathBuf::from);
    let root = root.unwrap_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared"));
    let folder = root.join(folder);
    if folder.is_dir() {
        return Some(folder);
    }
    eprintln!("skipped: there is no {}", folder.display());
    None
}

/// The folders inside a folder, by name.
pub fn folders(of: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(of).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut folders: Vec<PathBuf> = entries.filter(|path| path.is_dir()).collect();
    folders.sort();
    folders
}
