//! Affine maps and integer sets.

/// What is wrong in the text of a map or set.
pub(super) struct Fault {
    pub(super) at: usize,
    pub(super) message: String,
}

/// A map, as mlir-opt prints it.
pub(super) fn map(text: &str) -> Result<String, Fault> {
    if text.contains("->") { Ok(text.trim().to_string()) } else { Err(Fault { at: text.len(), message: "expected '->'".into() }) }
}

/// A set, as mlir-opt prints it.
pub(super) fn set(text: &str) -> Result<String, Fault> {
    if text.contains(':') { Ok(text.trim().to_string()) } else { Err(Fault { at: text.len(), message: "expected ':'".into() }) }
}

/// Number of dimensions of a map printed by [`map`].
pub(super) fn dim_count(text: &str) -> usize {
    let inputs = text.trim_start_matches('(').split(')').next().unwrap_or("");
    inputs.split(',').filter(|t| !t.trim().is_empty()).count()
}
