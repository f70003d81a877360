//! Input that is wrong, or larger than anything: read or refused, never more.

use super::*;

#[test]
fn what_grows_without_bound_is_refused() {
    let deep = |open: &str, inner: &str, close: &str| {
        format!("{}{inner}{}", open.repeat(20_000), close.repeat(20_000))
    };
    let shape = format!("ENTRY e {{ p = {} parameter(0) }}", deep("(", "f32[]", ")"));
    let operand =
        format!("ENTRY e {{ p = f32[] parameter(0)\n ROOT n = f32[] {} }}", deep("negate(", "p", ")"));
    let body = format!(
        "ENTRY e {{ p = f32[] parameter(0)\n ROOT n = f32[] {} }}",
        deep("call(p), to_apply={ a = f32[] ", "negate(p)", "}")
    );
    let sizes = "ENTRY e { p = f32[99999999999999999999] parameter(0) }".to_string();
    let constant = "ENTRY e { p = f32[999999999999,99999999] constant({1}) }".to_string();
    let number = "ENTRY e { p = f32[] parameter(9999999999) }".to_string();
    // Each computation applies the one in front of it twice.
    let mut doubling =
        String::from("c0 { a = f32[] parameter(0)\n b = f32[] parameter(1)\n ROOT r = f32[] add(a, b) }\n");
    for n in 1..64 {
        doubling.push_str(&format!(
            "c{n} {{ a = f32[] parameter(0)\n b = f32[] parameter(1)\n x = f32[1] reshape(a)\n y = f32[] reduce(x, b), dimensions={{0}}, to_apply=c{p}\n z = f32[] reduce(x, y), dimensions={{0}}, to_apply=c{p}\n ROOT r = f32[] add(y, z) }}\n",
            p = n - 1
        ));
    }
    for source in [shape, operand, body, sizes, constant, number, doubling] {
        let ctx = Context::new(ALL);
        let (ir, diagnostics) = text(&ctx, &source);
        assert!(ir.is_none() && !diagnostics.is_empty(), "{}", &source[..80.min(source.len())]);
    }
}

/// Cuts and changes of a text, from a fixed sequence of numbers.
fn mutants(source: &[u8], count: usize) -> Vec<Vec<u8>> {
    let mut state = 0x9E37_79B9_7F4A_7C15u64;
    let mut next = move |below: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % below.max(1) as u64) as usize
    };
    let mut list: Vec<Vec<u8>> = (0..count).map(|_| source[..next(source.len())].to_vec()).collect();
    for _ in 0..count {
        let mut copy = source.to_vec();
        for _ in 0..1 + next(3) {
            let at = next(copy.len());
            match next(3) {
                0 => copy[at] = b"(){}[]=,:%0x-\"/*a"[next(17)],
                1 => drop(copy.remove(at)),
                _ => {
                    let from = next(copy.len());
                    let to = (from + next(20)).min(copy.len());
                    let piece = copy[from..to].to_vec();
                    copy.splice(at..at, piece);
                }
            }
        }
        list.push(copy);
    }
    list
}

#[test]
fn changed_text_is_read_or_refused() {
    let own = "HloModule m, frontend_attributes={a={x}}\nadd { a = f32[] parameter(0)\n b = f32[] parameter(1)\n ROOT c = f32[] add(a, b) }\nENTRY %e (p: f32[4,8]) -> (f32[4], s32[]) {\n %p = f32[4,8]{1,0} parameter(0), sharding={replicated}\n z = f32[] constant(-0)\n r = f32[4] reduce(%p, z), dimensions={1}, to_apply=add\n i = s32[2]{0} constant({1, /*index=1*/2}), control-predecessors={r}\n s = s32[] reshape(s32[1] slice(i), slice={[0:1]})\n ROOT t = (f32[4], s32[]) tuple(r, s), metadata={op_name=\"x\\\"y\" source_line=3}\n}\n";
    let mut sources = vec![own.as_bytes().to_vec()];
    sources.extend(files(|name| name.ends_with(".hlo")).iter().filter_map(|path| std::fs::read(path).ok()));
    for source in sources {
        for mutant in mutants(&source, 40) {
            let Ok(source) = String::from_utf8(mutant) else { continue };
            let ctx = Context::new(ALL);
            let (ir, diagnostics) = text(&ctx, &source);
            assert!(ir.is_some() || !diagnostics.is_empty(), "{source}");
            if let Some(ir) = ir {
                let mut said = Diagnostics::new();
                let written = print_hlo(&ir, &HloOptions::default(), &mut said);
                if let Some(written) = written {
                    let (again, problems) = text(&ctx, &written);
                    assert!(again.is_some(), "{source}\n{written}\n{problems:?}");
                }
                // What it gives does not matter, as long as it ends.
                let _ = write_proto(&ir, &HloOptions::default(), &mut said);
            }
        }
    }
}

#[test]
fn changed_protos_are_read_or_refused() {
    let protos = files(|name| name == "module.hlo.pb");
    for path in protos.iter().step_by(4) {
        let bytes = std::fs::read(path).expect("the file is there");
        for mutant in mutants(&bytes, 25) {
            let ctx = Context::new(ALL);
            let mut diagnostics = Diagnostics::new();
            match read_proto(&ctx, "mutant", &mutant) {
                Ok(source) => {
                    let ir = parse_proto(&ctx, &source, &mut diagnostics);
                    assert!(ir.is_some() || diagnostics.has_errors());
                }
                Err(diagnostic) => assert!(!diagnostic.message.is_empty()),
            }
        }
    }
}
