//! LLVM's own tools, where a machine has them.

use std::path::{Path, PathBuf};

/// The directory that holds `tool`: `$LLVM_BIN`, the directories of `PATH`, then `/usr/lib/llvm-N/bin`, the newest first.
pub fn bin_dir(tool: &str) -> Option<PathBuf> {
    let explicit = std::env::var_os("LLVM_BIN").map(PathBuf::from);
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut installed: Vec<(u32, PathBuf)> = std::fs::read_dir("/usr/lib")
        .into_iter()
        .flatten()
        .flatten()
        .filter_map(|entry| {
            let version = entry.file_name().to_str()?.strip_prefix("llvm-")?.parse().ok()?;
            Some((version, entry.path().join("bin")))
        })
        .collect();
    installed.sort();
    let newest_first = installed.into_iter().rev().map(|(_, dir)| dir);
    let mut candidates = explicit.into_iter().chain(std::env::split_paths(&path)).chain(newest_first);
    candidates.find(|dir| dir.join(tool).is_file())
}

/// The full path of `tool`.
pub fn tool(tool: &str) -> Option<PathBuf> {
    bin_dir(tool).map(|dir: PathBuf| Path::join(&dir, tool))
}
