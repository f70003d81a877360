//! Texts that are a little wrong.

use neuron_opt::interp::Random;

/// Names, numbers, strings and single characters of a text.
fn tokens(source: &str) -> Vec<&str> {
    let mut tokens = Vec::new();
    let mut rest = source;
    while let Some(first) = rest.chars().next() {
        let word = |c: char| c.is_ascii_alphanumeric() || "_.$".contains(c);
        let length = match first {
            c if word(c) => rest.find(|c| !word(c)).unwrap_or(rest.len()),
            c if c.is_whitespace() => rest.find(|c: char| !c.is_whitespace()).unwrap_or(rest.len()),
            c => c.len_utf8(),
        };
        tokens.push(&rest[..length]);
        rest = &rest[length..];
    }
    tokens
}

/// What takes the place of a token.
const ODD: &[&str] = &[
    "0",
    "-1",
    "1",
    "2",
    "128",
    "99999999999",
    "9223372036854775807",
    "9223372036854775808",
    "-9223372036854775808",
    "1.5",
    "\"\"",
    "\"é\\00\"",
    "i1",
    "i0",
    "f32",
    "index",
    "bf16",
    "tensor<0xf32>",
    "tensor<f32>",
    "tensor<*xf32>",
    "tensor<?x4xf32>",
    "tuple<>",
    "none",
    "[]",
    "{}",
    "()",
    "<",
    ">",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "->",
    "#a",
    "!a",
    "%0",
    "%arg0",
    "@main",
    "^bb0",
    "unit",
    "dense<>",
    "array<i64>",
    "array<i64: -1, 99999999999>",
    "true",
    ",",
    ":",
    "=",
    "loc(unknown)",
    "nan",
    "0x7FC00000",
];

/// The text with one to three changes.
pub fn mutate(source: &str, random: &mut Random) -> String {
    let mut list = tokens(source);
    if list.is_empty() {
        return String::new();
    }
    for _ in 0..=random.next_u64() % 3 {
        let below = |random: &mut Random, n: usize| (random.next_u64() % n as u64) as usize;
        let (at, other) = (below(random, list.len()), below(random, list.len()));
        match random.next_u64() % 8 {
            0 if list.len() > 1 => drop(list.remove(at)),
            1 => list.insert(at, list[other]),
            2 => list.swap(at, other),
            3 => list[at] = list[other],
            4 if list.len() > 1 => list.truncate(at.max(1)),
            5 => {
                let end = (at + 1 + below(random, 12)).min(list.len());
                let copied = list[at..end].to_vec();
                list.splice(at..at, copied);
            }
            6 => {
                let bytes = list.concat().into_bytes();
                return flip(bytes, random);
            }
            _ => list[at] = ODD[below(random, ODD.len())],
        }
    }
    list.concat()
}

/// Sets a byte to any other.
fn flip(mut bytes: Vec<u8>, random: &mut Random) -> String {
    let at = (random.next_u64() % bytes.len() as u64) as usize;
    bytes[at] = (random.next_u64() % 256) as u8;
    String::from_utf8_lossy(&bytes).into_owned()
}
