//! HLO text is read by descent; `grammar/hlo_text.pest` is the reference. Both accept the same language.

use neuron_opt::import::check_hlo_syntax;
use pest::Parser;
use pest::iterators::Pair;
use regex::Regex;

use super::*;

#[derive(pest_derive::Parser)]
#[grammar = "../grammar/hlo_text.pest"]
struct HloText;

/// What the descent refuses and no context-free grammar can: parts of its messages.
const NOT_CONTEXT_FREE: [&str; 4] =
    ["already exists", "a layout must name each of", "does not fit 64 bits", "nested deeper than"];

/// The first error of the descent.
fn descent(source: &str) -> Result<(), String> {
    let ctx = Context::new(ALL);
    let file = add_hlo_file(&ctx, "test.hlo", source);
    let mut diagnostics = Diagnostics::new();
    check_hlo_syntax(&ctx, file, 0..source.len(), &mut diagnostics);
    match diagnostics.list.first() {
        Some(error) => Err(error.message.clone()),
        None => Ok(()),
    }
}

/// How the verdicts on a text differ.
fn difference(source: &str) -> Option<String> {
    let reference = HloText::parse(Rule::module, source);
    match (reference, descent(source)) {
        (Ok(_), Err(message)) if NOT_CONTEXT_FREE.iter().any(|part| message.contains(part)) => None,
        (Ok(_), Err(message)) => Some(format!("the descent alone refuses it: {message}")),
        (Err(error), Ok(())) => Some(format!("the grammar alone refuses it: {error}")),
        _ => None,
    }
}

/// Every HLO text among the real inputs.
fn texts() -> Vec<(PathBuf, String)> {
    let Some(real) = shared::directory("real") else { return Vec::new() };
    let mut found = Vec::new();
    for folder in shared::folders(&real) {
        for path in std::fs::read_dir(&folder).into_iter().flatten().flatten().map(|entry| entry.path()) {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            if [".hlo.txt", ".hlo", ".reprint"].iter().any(|end| name.ends_with(end)) {
                let source = std::fs::read_to_string(&path).expect("a text file");
                found.push((path, source));
            }
        }
    }
    found.sort();
    found
}

/// What every part of the syntax is spelled with at least once.
const OWN: &str = r#"HloModule m, is_scheduled=true, replica_count=2, entry_computation_layout={(f32[4]{0})->f32[4]{0}}
FileNames
1 "a.py"
2 'b\'.py'
FileLocations
1 {file_name_id=1 line=3, column=4}

%sum.1 (a: f32[], b.2: (s32[], token[])) -> f32[] { // c
  a = f32[] parameter(0), sharding={devices=[2,1]<=[2]}
  ROOT %n = f32[]{:T(128)} negate(f32[] a), control-predecessors={a}
}, execution_thread="main"
e { p = f32[<=8,?]{1,0:T(8,128)S(1)} parameter(0) c = s8[] constant(-3 /* ( */)
  l = (f32[2]{0}, (), b(f32[1])) custom-call(p, f32[] negate(c)), custom_call_target='x', api_version=API_VERSION_ORIGINAL,
    backend_config={"k": [1, "}"]}, operand_layout_constraints={f32[4]{0}}, called_computations={%sum.1, e}
  g = f32[] fusion(), kind=kLoop, calls={ q = f32[]{} iota(), iota_dimension=0 }, padding=1_1x0_0_-1, k=1
  d = f32[2] dot(p, p), operand_precision={high,default}, lhs_batch_dims={}, largest=1, slice={[0:8], [0:8:2]}
  r = f32[] all-gather(p), replica_groups=[2,4]<=[8]T(1,0), dim_labels=bf01_oi->b?f, epsilon=1e-3
  t = f32[] all-gather(p), replica_groups=mesh['x'=4] {'x'}, literal=f32[]{} (1), outfeed_shape=(f32[])
  ROOT z = (f32[]) tuple(/*index=0*/ r), metadata={op_name="a\"b" source_line=3}, frontend_attributes={a={b=c}}
}
"#;

/// Texts at the edges of the syntax, beside what changed texts come to.
const EDGES: &[&str] = &[
    "",
    "HloModule m",
    "ENTRY e { }",
    "e{}",
    "e(p: f32[]{}) -> f32[] {}",
    "e() -> f32[ ]{} {}",
    "e() -> f32[]{} {}",
    "e() -> f32[]{}",
    "e() -> f32[2]{} {}",
    "e() -> f32[2]{0,} {}",
    "e() -> f32[2]{-0} {}",
    "e() -> f32[-0] {}",
    "e() -> f32[18446744073709551615] {}",
    "x = b(f32[]) y(z)",
    "x = b(y)",
    "x = b (y)",
    "x = f32[] b(y)",
    "x = f32[] c(b(y))",
    "x = f32[] c(f32[] b(y))",
    "x = f32[] c(f32[] y, f32[]{} z)",
    "x = f32[2] c(f32[2] y, f32[2] {0} z, f32[2]{ 0} w)",
    "x = f32[2] c(f32[2] y, f32[2]/**/{ : T(8) } z)",
    "x = f32[] c(y,)",
    "x = f32[] c(,y)",
    "x = f32[] c(y z)",
    "x = f32 [] c(y)",
    "x = (f32[],) c(y)",
    "x = token[1] c(y)",
    "x = token[]{} c(y)",
    "x = f33[] c(y)",
    "f32 = f32[] c(y)",
    "%f32 = f32[] c(y)",
    "%ROOT = f32[] c(y)",
    "ROOT ROOT = f32[] c(y)",
    "ROOT x = f32[] c(ROOT)",
    "x = f32[] constant (1)",
    "x = f32[] constant",
    "x = f32[] constant(1 / 2)",
    "x = f32[] constant((1)",
    "x = f32[] parameter()",
    "x = f32[] parameter(0x)",
    "x = f32[] c(), k=1abc=f32[] d()",
    "x = f32[] c(), is_stable=01",
    "x = f32[] c(), is_stable=-1",
    "x = f32[] c(), padding=",
    "x = f32[] c(), padding=1_1_",
    "x = f32[] c(), padding=1_1x",
    "x = f32[] c(), foo=1",
    "x = f32[] c(), k=1, k=2",
    "x = f32[] c(), to_apply={}",
    "x = f32[] c(), to_apply={ y = f32[] d() }, k=1",
    "x = f32[] c(), called_computations={{}, {a = f32[] b()}}",
    "x = f32[] c(), called_computations=a",
    "x = f32[] c(), backend_config=8",
    "x = f32[] c(), backend_config={'}'}",
    "x = f32[] c(), backend_config={\"}\"}",
    "x = f32[] c(), backend_config={ // }\n}",
    "x = f32[] c(), window={size=2 (}",
    "x = f32[] c() y",
    "x = f32[] c() /* open",
    "HloModule %m, foo=1 e {}",
    "HloModule m, is_scheduled=true,",
    "HloModule m FileNames 1 \"a\" 2 {a=1} e {}",
    "FileNames { }",
    "e {}, execution_thread=\"a\" f {}",
    "e {} f {},",
    "e { x = f32[] c()",
];

#[test]
fn the_descent_and_the_grammar_read_the_same_language() {
    let real = texts();
    assert!(real.len() > 200 || real.is_empty(), "only {} texts", real.len());
    let mut faults = Vec::new();
    let mut accepted = 0;
    for (name, source) in real.iter().map(|(path, source)| (path.to_string_lossy(), source.as_str())) {
        accepted += usize::from(descent(source).is_ok());
        faults.extend(difference(source).map(|what| format!("{name}: {what}")));
    }
    assert!(accepted > 200 || real.is_empty(), "only {accepted} texts are accepted");
    assert_eq!(descent(OWN), Ok(()));
    for source in EDGES.iter().copied().chain([OWN]) {
        faults.extend(difference(source).map(|what| format!("{source}: {what}")));
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// Numbers from a fixed sequence.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit.max(1) as u64) as usize
    }
}

/// Tokens that may stand somewhere, to be put anywhere.
const TOKENS: &[&str] = &[
    "(",
    ")",
    "{",
    "}",
    "[",
    "]",
    "=",
    ",",
    ":",
    "->",
    "<=",
    "?",
    "*",
    "#",
    "/",
    "-",
    "-1",
    "0",
    "7",
    "ROOT ",
    "ENTRY ",
    "HloModule ",
    "f32",
    "f32[2]",
    "b(",
    "%",
    "%x",
    "x",
    "true",
    "token[]",
    "constant",
    "parameter",
    "\"",
    "'s'",
    "//",
    "/*",
    "*/",
    "\n",
    ", k=1",
    ", padding=0_1",
    ", to_apply=",
    ", metadata={}",
    "é",
];

/// A text with a few of its tokens deleted, doubled, exchanged, or with foreign ones between them.
fn changed(tokens: &[&str], random: &mut Random) -> String {
    let mut tokens = tokens.to_vec();
    for _ in 0..1 + random.below(3) {
        let at = random.below(tokens.len());
        match random.below(4) {
            0 if !tokens.is_empty() => drop(tokens.remove(at)),
            1 if !tokens.is_empty() => tokens.insert(at, tokens[at]),
            2 if !tokens.is_empty() => {
                let other = random.below(tokens.len());
                tokens.swap(at, other);
            }
            _ => tokens.insert(at, TOKENS[random.below(TOKENS.len())]),
        }
    }
    tokens.concat()
}

#[test]
fn changed_texts_have_one_verdict() {
    let token =
        Regex::new(r#"(?s)[A-Za-z_%][\w.-]*|-?[0-9]+|"(?:\\.|[^"\\])*"|->|<=|\s+|."#).expect("a regex");
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    let mut faults = Vec::new();
    let mut verdicts = [0usize; 2];
    let real = texts();
    let small = real.iter().map(|(_, source)| source.as_str()).filter(|source| source.len() < 12_000);
    for (source, count) in small.map(|source| (source, 6)).chain([(OWN, 1200)]) {
        let tokens: Vec<&str> = token.find_iter(source).map(|found| found.as_str()).collect();
        for _ in 0..count {
            let text = changed(&tokens, &mut random);
            verdicts[usize::from(descent(&text).is_ok())] += 1;
            faults.extend(difference(&text).map(|what| format!("{what}\n{text}\n")));
        }
    }
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults[..faults.len().min(5)].join("\n"));
    // Both verdicts occur often, or the test would say little.
    assert!(verdicts.iter().all(|&count| count > 150), "{verdicts:?}");
}

/// The texts that a module holds under a rule, with the rule that says what stands inside.
fn inside<'s>(pair: Pair<'s, Rule>, found: &mut Vec<(Rule, &'s str)>) {
    let rule = match pair.as_rule() {
        Rule::literal => Some(Rule::literal_body),
        Rule::metadata_text | Rule::entries_text => Some(Rule::entries),
        Rule::sharding_text => Some(Rule::sharding_body),
        _ => None,
    };
    found.extend(rule.map(|rule| (rule, pair.as_str())));
    pair.into_inner().for_each(|pair| inside(pair, found));
}

#[test]
fn what_is_imported_has_the_form_that_the_grammar_gives_it() {
    let mut counts = std::collections::BTreeMap::new();
    let real = texts();
    for (path, source) in &real {
        let ctx = Context::new(ALL);
        let file = add_hlo_file(&ctx, "test.hlo", source.as_str());
        if parse_hlo(&ctx, file, 0..source.len(), &mut Diagnostics::new()).is_none() {
            continue;
        }
        let mut found = Vec::new();
        HloText::parse(Rule::module, source)
            .expect("it was imported")
            .for_each(|pair| inside(pair, &mut found));
        for (rule, text) in found {
            let result = HloText::parse(rule, text);
            assert!(
                result.is_ok(),
                "{}: {}",
                path.display(),
                result.err().map_or(String::new(), |e| e.to_string())
            );
            *counts.entry(format!("{rule:?}")).or_insert(0) += 1;
        }
    }
    assert!(counts.len() == 3 || real.is_empty(), "{counts:?}");
}

#[test]
fn what_has_not_that_form_is_refused() {
    for (rule, good, bad) in [
        (
            Rule::literal_body,
            &["({...})", "({ { 1, 2 } {3,4} })", "((-1.5, nan(0x1)))", "(-inf)", "(true)", "({})", "(1e-5)"]
                [..],
            &["({1, 2)", "({.., 1})", "(0x1)", "(nan(1))", "({1}})", "(a)", "()", "(1 2)", "({,})"][..],
        ),
        (
            Rule::entries,
            &["{}", "{a=\"b\" c=1, d={e}}", "{a=b}"],
            &["{a}", "{a=}", "{=1}", "{a=1,,}", "{a=\"b}", "{a=1"],
        ),
    ] {
        for text in good {
            assert!(HloText::parse(rule, text).is_ok(), "{text}");
        }
        for text in bad {
            assert!(HloText::parse(rule, text).is_err(), "{text}");
            let inner = match rule {
                Rule::literal_body => format!("ENTRY e {{ c = f32[2,2] constant{text} }}"),
                _ => format!("ENTRY e {{ c = f32[] constant(1), frontend_attributes={text} }}"),
            };
            let ctx = Context::new(ALL);
            let file = add_hlo_file(&ctx, "test.hlo", inner.as_str());
            let read = parse_hlo(&ctx, file, 0..inner.len(), &mut Diagnostics::new());
            assert!(read.is_none(), "{inner}");
        }
    }
}
