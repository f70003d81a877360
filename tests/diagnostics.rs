//! The catalogue of diagnostics against what is reported, the documentation, and the passes it names.

use std::path::Path;

use neuron_opt::catalogue::{CODES, find, is_reserved, page};
use neuron_opt::ir::{Context, Diagnostics};
use neuron_opt::passes;
use neuron_opt::patterns::{FUNCTIONS, SETS};
use neuron_opt::rewrite::PatternSet;

/// The codes that the pattern files report.
fn reported() -> Vec<String> {
    let ctx = Context::new(neuron_opt::dialects::ALL);
    let mut codes = Vec::new();
    for files in SETS {
        let texts: Vec<_> = files.iter().map(|file| (file.name, file.text)).collect();
        let set = PatternSet::load(&ctx, &texts, FUNCTIONS, false, &mut Diagnostics::new());
        let set = set.expect("the pattern files load");
        codes.extend(set.codes().map(|(code, _)| code.to_string()));
    }
    codes
}

#[test]
fn patterns_report_codes_of_the_catalogue_and_it_lists_no_other() {
    let reported = reported();
    for code in &reported {
        assert!(is_reserved(code) && find(code).is_some_and(|row| row.name == code), "{code} is in no row");
    }
    for row in CODES {
        assert_eq!(!row.by.is_empty(), reported.iter().any(|code| code == row.name), "{}", row.name);
        for by in row.by.iter().filter(|by| !by.contains(' ')) {
            assert!(passes::find(by).is_some(), "{}: {by}", row.name);
        }
    }
}

/// `BLESS=1 cargo test --test diagnostics` writes the page.
#[test]
fn the_page_shows_the_catalogue() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/diagnostics.md");
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, page()).expect("the page is writable");
    }
    let written = std::fs::read_to_string(&path).expect("there is a page");
    assert!(written == page(), "docs/diagnostics.md is not what the catalogue says: BLESS=1 writes it");
}
