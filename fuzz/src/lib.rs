//! What every fuzz target checks: reading never panics, and what was accepted prints and reads back the same.

use neuron_opt::dialects;
use neuron_opt::ir::text::{self, ParseOptions, PrintOptions};
use neuron_opt::ir::{Context, Diagnostics, Ir, verify};

/// A context that knows every dialect.
pub fn context() -> Context {
    Context::new(dialects::ALL)
}

/// Prints an accepted module in both forms; each must read back and print the same.
pub fn round_trip(ctx: &Context, ir: &Ir<'_>) {
    for generic in [true, false] {
        let options = PrintOptions { generic, debuginfo: true, ..PrintOptions::default() };
        let printed = print(ir, &options);
        let mut diagnostics = Diagnostics::new();
        let file = ctx.add_file("<printed>", printed.as_str());
        let input = ParseOptions { allow_unregistered: true };
        let again = text::parse(ctx, file, 0..printed.len(), &input, &mut diagnostics)
            .unwrap_or_else(|| panic!("what was printed does not read back: {:?}\n{printed}", diagnostics.list));
        assert_eq!(print(&again, &options), printed, "the module changes when it is printed and read again");
    }
}

/// Verifies and then, if the module is right, checks that it round-trips; whether it is right.
pub fn accept(ctx: &Context, ir: &Ir<'_>) -> bool {
    let mut diagnostics = Diagnostics::new();
    verify(ir, ir.root(), &mut diagnostics);
    let right = diagnostics.list.is_empty();
    if right {
        round_trip(ctx, ir);
    }
    right
}

fn print(ir: &Ir<'_>, options: &PrintOptions) -> String {
    let mut bytes = Vec::new();
    text::print(ir, options, &mut bytes).expect("writing to memory does not fail");
    String::from_utf8(bytes).expect("IR prints as UTF-8")
}
