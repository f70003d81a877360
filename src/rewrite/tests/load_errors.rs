//! Mistakes in pattern files, each found at its place.
