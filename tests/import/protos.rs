//! HloModuleProtos: written as they are read; what is wrong is said with ids.

use super::*;

#[test]
fn protos_are_written_as_they_are_read() {
    let mut count = 0;
    for path in files(|name| name == "module.hlo.pb") {
        let ctx = Context::new(ALL);
        let ir = module(&ctx, &path);
        let mut diagnostics = Diagnostics::new();
        let bytes = write_proto(&ir, &HloOptions::default(), &mut diagnostics);
        let bytes = bytes.unwrap_or_else(|| panic!("{}: {:?}", path.display(), diagnostics.list));
        let source = read_proto(&ctx, "again", &bytes).expect("what was written is a proto");
        let again = parse_proto(&ctx, &source, &mut diagnostics);
        let again = again.unwrap_or_else(|| panic!("{}: {:?}", path.display(), diagnostics.list));
        assert_eq!(
            printed(&again, &PrintOptions::default()),
            printed(&ir, &PrintOptions::default()),
            "{}",
            path.display()
        );
        assert!(diagnostics.list.is_empty(), "{}: {:?}", path.display(), diagnostics.list);
        count += 1;
    }
    assert!(count > 50 || folders().is_empty(), "only {count} protos");
}

/// A field of a message with a length.
fn field(number: u32, content: &[u8]) -> Vec<u8> {
    let mut bytes = varint(u64::from(number << 3 | 2));
    bytes.extend(varint(content.len() as u64));
    bytes.extend_from_slice(content);
    bytes
}

/// A field that is a number.
fn number(number: u32, value: u64) -> Vec<u8> {
    [varint(u64::from(number << 3)), varint(value)].concat()
}

fn varint(mut value: u64) -> Vec<u8> {
    let mut bytes = Vec::new();
    while value >= 0x80 {
        bytes.push(value as u8 | 0x80);
        value >>= 7;
    }
    bytes.push(value as u8);
    bytes
}

/// An `f32[]` instruction of a proto.
fn instruction(name: &str, opcode: &str, id: u64, operands: &[u64], more: &[u8]) -> Vec<u8> {
    let shape = number(2, 11);
    let operands: Vec<u8> = operands.iter().flat_map(|&id| number(36, id)).collect();
    let parts =
        [field(1, name.as_bytes()), field(2, opcode.as_bytes()), field(3, &shape), number(35, id), operands];
    field(2, &[parts.concat(), more.to_vec()].concat())
}

/// A module of one computation with the id 7.
fn proto(instructions: &[Vec<u8>], root: u64) -> Vec<u8> {
    let computation = [field(1, b"main"), instructions.concat(), number(5, 7), number(6, root)].concat();
    [field(1, b"m"), field(2, b"main"), field(3, &computation), number(6, 7)].concat()
}

fn problems(bytes: &[u8]) -> Vec<Diagnostic> {
    let ctx = Context::new(ALL);
    let mut diagnostics = Diagnostics::new();
    match read_proto(&ctx, "test.pb", bytes) {
        Ok(source) => drop(parse_proto(&ctx, &source, &mut diagnostics)),
        Err(diagnostic) => diagnostics.push(*diagnostic),
    }
    diagnostics.list
}

#[test]
fn what_is_wrong_with_a_proto_is_said_with_ids() {
    let x = instruction("x", "parameter", 1, &[], &[]);
    let good = proto(&[x.clone(), instruction("n", "negate", 2, &[1], &[])], 2);
    assert_eq!(problems(&good), []);
    // A HloProto around the module reads the same.
    assert_eq!(problems(&field(1, &good)), []);
    for (what, bytes, part) in [
        (
            "a missing operand",
            proto(&[x.clone(), instruction("n", "negate", 2, &[9], &[])], 2),
            "operand id 9",
        ),
        (
            "a cycle",
            proto(&[instruction("n", "negate", 2, &[3], &[]), instruction("o", "abs", 3, &[2], &[])], 2),
            "needs itself",
        ),
        ("a missing root", proto(std::slice::from_ref(&x), 5), "id 5"),
        ("an id twice", proto(&[x.clone(), instruction("n", "negate", 1, &[1], &[])], 1), "the id 1"),
        (
            "a missing computation",
            proto(&[x.clone(), instruction("n", "call", 2, &[1], &number(38, 8))], 2),
            "computation id 8",
        ),
        (
            "an unknown opcode",
            proto(&[x.clone(), instruction("n", "frob", 2, &[1], &[])], 2),
            "unknown opcode",
        ),
        (
            "an opcode that is no word",
            proto(&[x.clone(), instruction("n", "a b", 2, &[1], &[])], 2),
            "opcode",
        ),
        ("no computation", field(1, b"m"), "no computations"),
        (
            "a literal of another size",
            proto(&[instruction("c", "constant", 1, &[], &field(8, &[]))], 1),
            "its literal 0 bytes",
        ),
        (
            // Its shape is f32[3,<=2]: what follows is merged with it.
            "a constant of an unknown size, and without a value",
            proto(
                &[instruction(
                    "c",
                    "constant",
                    1,
                    &[],
                    &field(3, &[field(3, &[3, 2]), field(6, &[0, 1])].concat()),
                )],
                1,
            ),
            "must have a static shape",
        ),
    ] {
        let found = problems(&bytes);
        let error = found.iter().find(|diagnostic| diagnostic.severity == Severity::Error);
        assert!(error.is_some_and(|error| error.message.contains(part)), "{what}: {found:?}");
    }
    assert!(
        problems(b"\x0a\xff\xff\xff\xff\x0f").iter().any(|error| error.message.contains("no HloModuleProto"))
    );
}

#[test]
fn an_unset_api_version_is_the_original_one() {
    let x = instruction("x", "parameter", 1, &[], &[]);
    let call = |version: u64| {
        let more = [field(28, b"Other"), number(77, version)].concat();
        problems(&proto(&[x.clone(), instruction("c", "custom-call", 2, &[1], &more)], 2))
    };
    assert_eq!(call(1), []);
    let found = call(0);
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(found[0].severity, Severity::Remark);
    assert!(found[0].message.contains("API_VERSION_ORIGINAL") && !found[0].primary.span.is_none());
}

#[test]
fn fields_that_are_not_read_are_said() {
    let x = instruction("x", "parameter", 1, &[], &number(999, 1));
    let found = problems(&proto(&[x], 1));
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(found[0].severity, Severity::Warning);
    assert!(found[0].message.contains("field 999 of HloInstructionProto"), "{found:?}");
}

#[test]
fn what_is_wrong_shows_the_instruction_as_it_prints() {
    let x = instruction("x", "parameter", 1, &[], &[]);
    let bytes = proto(&[x, instruction("n", "frob", 2, &[1], &[])], 2);
    let ctx = Context::new(ALL);
    let source = read_proto(&ctx, "test.pb", &bytes).expect("it is a proto");
    let mut diagnostics = Diagnostics::new();
    assert!(parse_proto(&ctx, &source, &mut diagnostics).is_none());
    let file = ctx.file(diagnostics.list[0].primary.span.file).expect("it has a place");
    assert_eq!(file.name, "test.pb (printed)");
    let line =
        file.text[diagnostics.list[0].primary.span.start as usize..].lines().next().unwrap_or_default();
    assert!(line.starts_with("frob(x)") && line.ends_with(" // id=2, in main"), "{line}");
}
