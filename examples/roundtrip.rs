//! Scratch.
use neuron_opt::dialects::ALL;
use neuron_opt::ir::{Context, Diagnostics, Severity, text, verify};
fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let generic = args.iter().any(|a| a == "-g");
    let opts = text::PrintOptions {
        generic,
        debuginfo: args.iter().any(|a| a == "-l"),
        ssa_names: args.iter().any(|a| a == "-n"),
        ..Default::default()
    };
    let path = args.iter().find(|a| !a.starts_with('-')).unwrap();
    let bytes = std::fs::read(path).unwrap();
    let t0 = std::time::Instant::now();
    let ctx = Context::new(ALL);
    let src = match String::from_utf8(bytes) {
        Ok(s) => s,
        Err(_) => {
            eprintln!("error: utf8");
            std::process::exit(1)
        }
    };
    let split: Vec<String> = if args.iter().any(|a| a == "-s") {
        src.split("// -----").map(|s| s.to_string()).collect()
    } else {
        vec![src]
    };
    let mut bad = false;
    for src in split {
        let n = src.len();
        let file = ctx.add_file(path.as_str(), src);
        let mut d = Diagnostics::new();
        let ir = text::parse(
            &ctx,
            file,
            0..n,
            &text::ParseOptions { allow_unregistered: !args.iter().any(|a| a == "-u") },
            &mut d,
        );
        let t1 = t0.elapsed();
        if let Some(ir) = &ir {
            if !args.iter().any(|a| a == "-v") {
                verify(ir, ir.root(), &mut d);
            }
        }
        let t2 = t0.elapsed();
        for x in &d.list {
            if x.severity == Severity::Error {
                let f = ctx.file(file).unwrap();
                let (l, c) = if x.primary.span.is_none() { (0, 0) } else { f.line_col(x.primary.span.start) };
                eprintln!("{path}:{l}:{c}: error: {}", x.message);
                bad = true;
            }
        }
        if let Some(ir) = ir {
            if !d.has_errors() {
                text::print(&ir, &opts, &mut std::io::stdout().lock()).unwrap();
                if args.iter().any(|a| a == "-t") {
                    eprintln!(
                        "parse {:?} verify {:?} print {:?} ops {}",
                        t1,
                        t2 - t1,
                        t0.elapsed() - t2,
                        ir.op_count()
                    );
                }
            }
        }
    }
    std::process::exit(bad as i32);
}
