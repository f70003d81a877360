//! POSIX extended regular expressions as LLVM reads them, rewritten for the `regex` crate.
//!
//! LLVM's dialect has no `\d`, `\w`, `\s` or `\b` (`\d` is the letter d), a bracket expression takes a backslash
//! literally, and neither `.` nor a negated bracket matches a line break. The tree that the reader builds also tells
//! whether leftmost-first matching (the `regex` crate) can differ from leftmost-longest matching (POSIX).

use super::Problem;

/// A set of bytes. Texts are held one byte a character (see [`super::text`]), so this is all a bracket can mean.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ByteSet([u64; 4]);

impl ByteSet {
    /// The set without members.
    pub const EMPTY: ByteSet = ByteSet([0; 4]);
    /// Every byte.
    pub const ALL: ByteSet = ByteSet([u64::MAX; 4]);

    /// The set of one byte.
    pub fn of(byte: u8) -> Self {
        let mut set = Self::EMPTY;
        set.insert(byte);
        set
    }

    /// What `.` matches: everything but a line break.
    pub fn dot() -> Self {
        let mut set = Self::of(b'\n');
        set.complement();
        set
    }

    fn insert(&mut self, byte: u8) {
        self.0[usize::from(byte >> 6)] |= 1 << (byte & 63);
    }

    fn complement(&mut self) {
        self.0.iter_mut().for_each(|word| *word = !*word);
    }

    /// Whether `byte` is a member.
    pub fn contains(&self, byte: u8) -> bool {
        self.0[usize::from(byte >> 6)] >> (byte & 63) & 1 == 1
    }

    /// Whether no byte is a member of both.
    pub fn disjoint(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).all(|(a, b)| a & b == 0)
    }

    /// Maximal runs of members, first and last included.
    fn ranges(&self) -> Vec<(u8, u8)> {
        let mut runs: Vec<(u8, u8)> = Vec::new();
        for byte in (0..=255).filter(|&byte| self.contains(byte)) {
            match runs.last_mut() {
                Some((_, last)) if *last + 1 == byte => *last = byte,
                _ => runs.push((byte, byte)),
            }
        }
        runs
    }

    fn emit(&self, out: &mut String) {
        if *self == Self::dot() {
            out.push('.');
            return;
        }
        let ranges = self.ranges();
        if let [(first, last)] = ranges.as_slice()
            && first == last
        {
            out.push_str(&format!("\\x{{{first:x}}}"));
            return;
        }
        out.push('[');
        for (first, last) in ranges {
            out.push_str(&format!("\\x{{{first:x}}}-\\x{{{last:x}}}"));
        }
        out.push(']');
    }
}

/// A regular expression.
#[derive(Clone, Debug)]
pub enum Node {
    /// One byte of the set.
    Set(ByteSet),
    /// `^`
    LineStart,
    /// `$`
    LineEnd,
    /// One after the other.
    Concat(Vec<Node>),
    /// One of several.
    Alternate(Vec<Node>),
    /// `min` to `max` times; no `max` is any number.
    Repeat { node: Box<Node>, min: u32, max: Option<u32> },
}

impl Node {
    /// Writes the expression for the `regex` crate, grouped so that it can be followed by anything. Alternatives of
    /// fixed length go longest first, which is what POSIX would take.
    pub fn emit(&self, out: &mut String) {
        match self {
            Node::Set(set) => set.emit(out),
            Node::LineStart => out.push('^'),
            Node::LineEnd => out.push('$'),
            Node::Concat(nodes) => nodes.iter().for_each(|node| node.emit(out)),
            Node::Alternate(branches) => {
                let mut ordered: Vec<(Option<usize>, &Node)> = branches
                    .iter()
                    .map(|branch| (fixed_sets(branch).map(|sets| sets.len()), branch))
                    .collect();
                if ordered.iter().all(|(width, _)| width.is_some()) {
                    ordered.sort_by_key(|(width, _)| std::cmp::Reverse(*width));
                }
                out.push_str("(?:");
                for (i, (_, branch)) in ordered.into_iter().enumerate() {
                    if i > 0 {
                        out.push('|');
                    }
                    branch.emit(out);
                }
                out.push(')');
            }
            Node::Repeat { node, min, max } => {
                out.push_str("(?:");
                node.emit(out);
                out.push(')');
                match max {
                    Some(max) => out.push_str(&format!("{{{min},{max}}}")),
                    None => out.push_str(&format!("{{{min},}}")),
                }
            }
        }
    }
}

/// The byte sets that a fixed-length expression matches one after the other; `None` if its length varies.
fn fixed_sets(node: &Node) -> Option<Vec<ByteSet>> {
    match node {
        Node::Set(set) => Some(vec![*set]),
        Node::LineStart | Node::LineEnd => Some(Vec::new()),
        Node::Concat(nodes) => {
            let parts: Option<Vec<_>> = nodes.iter().map(fixed_sets).collect();
            Some(parts?.concat())
        }
        Node::Alternate(branches) => {
            let mut widths = branches.iter().map(|branch| fixed_sets(branch).map(|sets| sets.len()));
            let first = widths.next()??;
            widths.all(|width| width == Some(first)).then(|| vec![ByteSet::ALL; first])
        }
        Node::Repeat { node, min, max } if *max == Some(*min) => {
            Some(fixed_sets(node)?.repeat(*min as usize))
        }
        Node::Repeat { .. } => None,
    }
}

/// What matters about one element of a pattern for the length of its match.
#[derive(Clone, Debug)]
pub enum Element {
    /// One byte of the set.
    One(ByteSet),
    /// A run of bytes of the set; `unbounded` if it may be of any length.
    Run { set: ByteSet, unbounded: bool },
    /// One of several texts of different lengths, of which at most one matches at any position.
    Choice,
    /// Anything else.
    Opaque,
}

/// Appends the elements of `node`.
pub fn elements(node: &Node, out: &mut Vec<Element>) {
    if let Some(sets) = fixed_sets(node) {
        out.extend(sets.into_iter().map(Element::One));
        return;
    }
    match node {
        Node::Concat(nodes) => nodes.iter().for_each(|node| elements(node, out)),
        Node::Repeat { node, max, .. } => match fixed_sets(node).as_deref() {
            Some([set]) => out.push(Element::Run { set: *set, unbounded: max.is_none() }),
            _ => out.push(Element::Opaque),
        },
        Node::Alternate(branches) => {
            out.push(match branches.iter().map(fixed_sets).collect::<Option<Vec<_>>>() {
                Some(texts) if pairwise_distinct(&texts) => Element::Choice,
                _ => Element::Opaque,
            })
        }
        Node::Set(_) | Node::LineStart | Node::LineEnd => {}
    }
}

fn pairwise_distinct(texts: &[Vec<ByteSet>]) -> bool {
    let distinct = |a: &[ByteSet], b: &[ByteSet]| a.iter().zip(b).any(|(x, y)| x.disjoint(y));
    texts.iter().enumerate().all(|(i, a)| texts[..i].iter().all(|b| distinct(a, b)))
}

/// Whether a greedy match of these elements may be shorter than the longest one at the same start.
///
/// It may not if every run after the first is either `.*` or cannot reach back over the text before it, because that
/// text holds a byte the run does not contain: then giving up length in an earlier run gains nothing in a later one.
pub fn may_be_short(elements: &[Element]) -> bool {
    let mut between: Vec<&ByteSet> = Vec::new();
    let mut runs = 0;
    for element in elements {
        match element {
            Element::One(set) => between.push(set),
            Element::Run { set, unbounded } => {
                let anything = *unbounded && *set == ByteSet::dot();
                if runs > 0 && !anything && !between.iter().any(|fixed| fixed.disjoint(set)) {
                    return true;
                }
                runs += 1;
                between.clear();
            }
            Element::Choice if runs == 0 => between.clear(),
            Element::Choice | Element::Opaque => return true,
        }
    }
    false
}

/// Whether alternatives of varying length can start with the same byte: POSIX and `regex` may then divide a match
/// between variables differently.
pub fn has_open_choice(node: &Node) -> bool {
    match node {
        Node::Set(_) | Node::LineStart | Node::LineEnd => false,
        Node::Concat(nodes) => nodes.iter().any(has_open_choice),
        Node::Repeat { node, .. } => has_open_choice(node),
        Node::Alternate(branches) => {
            let fixed = branches.iter().all(|branch| fixed_sets(branch).is_some());
            let firsts: Option<Vec<_>> =
                branches.iter().map(first_set).map(|set| set.map(|set| vec![set])).collect();
            let told_apart = firsts.is_some_and(|firsts| pairwise_distinct(&firsts));
            (!fixed && !told_apart) || branches.iter().any(has_open_choice)
        }
    }
}

/// The bytes an expression can start with; `None` if it can be empty or is not simple to tell.
fn first_set(node: &Node) -> Option<ByteSet> {
    match node {
        Node::Set(set) => Some(*set),
        Node::Concat(nodes) => first_set(nodes.first()?),
        Node::Repeat { node, min, .. } if *min > 0 => first_set(node),
        _ => None,
    }
}

fn has_anchor(node: &Node) -> bool {
    match node {
        Node::Set(_) => false,
        Node::LineStart | Node::LineEnd => true,
        Node::Concat(nodes) | Node::Alternate(nodes) => nodes.iter().any(has_anchor),
        Node::Repeat { node, .. } => has_anchor(node),
    }
}

/// The reader, at a position in the expression.
struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
    groups: usize,
}

/// Reads an expression (bytes of the check file). Returns the tree and how many parenthesised groups it has.
///
/// # Errors
/// What LLVM calls an invalid regex, and what leftmost-first matching without back-references cannot express.
pub fn parse(bytes: &[u8]) -> Result<(Node, usize), Problem> {
    let mut reader = Reader { bytes, at: 0, groups: 0 };
    let node = reader.alternation()?;
    match reader.peek() {
        None => Ok((node, reader.groups)),
        Some(_) => Err(invalid("parentheses not balanced")),
    }
}

fn invalid(what: &str) -> Problem {
    Problem::Invalid(format!("invalid regex: {what}"))
}

/// The repetition limit of LLVM's `regcomp`.
const MAX_REPEAT: u32 = 255;

impl Reader<'_> {
    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn eat(&mut self, text: &str) -> bool {
        let found = self.bytes[self.at..].starts_with(text.as_bytes());
        if found {
            self.at += text.len();
        }
        found
    }

    fn alternation(&mut self) -> Result<Node, Problem> {
        let mut branches = Vec::new();
        loop {
            let mut nodes = Vec::new();
            while self.peek().is_some_and(|byte| byte != b'|' && byte != b')') {
                nodes.push(self.repetition()?);
            }
            if nodes.is_empty() {
                return Err(invalid("empty (sub)expression"));
            }
            branches.push(if nodes.len() == 1 { nodes.remove(0) } else { Node::Concat(nodes) });
            if !self.eat("|") {
                break;
            }
        }
        Ok(if branches.len() == 1 { branches.remove(0) } else { Node::Alternate(branches) })
    }

    fn repetition(&mut self) -> Result<Node, Problem> {
        let is_caret = self.peek() == Some(b'^');
        let node = self.atom()?;
        let Some((min, max)) = self.repeat_count()? else { return Ok(node) };
        if is_caret || self.repeat_count()?.is_some() {
            return Err(invalid("repetition-operator operand invalid"));
        }
        if has_anchor(&node) {
            return Err(Problem::Refused(
                "a repeated '^' or '$', which LLVM does not always match".to_string(),
            ));
        }
        Ok(Node::Repeat { node: Box::new(node), min, max })
    }

    fn repeat_count(&mut self) -> Result<Option<(u32, Option<u32>)>, Problem> {
        let bounds = match self.peek() {
            Some(b'*') => (0, None),
            Some(b'+') => (1, None),
            Some(b'?') => (0, Some(1)),
            Some(b'{') if self.bytes.get(self.at + 1).is_some_and(u8::is_ascii_digit) => {
                self.at += 1;
                return self.braced_count().map(Some);
            }
            _ => return Ok(None),
        };
        self.at += 1;
        Ok(Some(bounds))
    }

    fn braced_count(&mut self) -> Result<(u32, Option<u32>), Problem> {
        let min = self.number()?;
        let max = match self.eat(",") {
            false => Some(min),
            true if self.peek().is_some_and(|byte| byte.is_ascii_digit()) => Some(self.number()?),
            true => None,
        };
        if !self.eat("}") || max.is_some_and(|max| max < min) {
            return Err(invalid("invalid repetition count(s)"));
        }
        Ok((min, max))
    }

    fn number(&mut self) -> Result<u32, Problem> {
        let digits = self.bytes[self.at..].iter().take_while(|byte| byte.is_ascii_digit());
        let mut value = 0u32;
        let mut length = 0;
        for digit in digits {
            value = value.saturating_mul(10).saturating_add(u32::from(digit - b'0'));
            length += 1;
        }
        self.at += length;
        if value > MAX_REPEAT {
            return Err(invalid("invalid repetition count(s)"));
        }
        Ok(value)
    }

    fn atom(&mut self) -> Result<Node, Problem> {
        let Some(byte) = self.peek() else { return Err(invalid("empty (sub)expression")) };
        self.at += 1;
        match byte {
            b'(' => {
                self.groups += 1;
                if self.eat(")") {
                    return Ok(Node::Concat(Vec::new()));
                }
                let inner = self.alternation()?;
                if !self.eat(")") {
                    return Err(invalid("parentheses not balanced"));
                }
                Ok(inner)
            }
            b'^' => Ok(Node::LineStart),
            b'$' => Ok(Node::LineEnd),
            b'*' | b'+' | b'?' => Err(invalid("repetition-operator operand invalid")),
            b'{' if self.peek().is_some_and(|byte| byte.is_ascii_digit()) => {
                Err(invalid("repetition-operator operand invalid"))
            }
            b'.' => Ok(Node::Set(ByteSet::dot())),
            b'[' => self.bracket(),
            b'\\' => match self.peek() {
                None => Err(invalid("trailing backslash (\\)")),
                Some(b'1'..=b'9') => {
                    Err(Problem::Refused("a back-reference (\\1) has no counterpart here".to_string()))
                }
                Some(escaped) => {
                    self.at += 1;
                    Ok(Node::Set(ByteSet::of(escaped)))
                }
            },
            other => Ok(Node::Set(ByteSet::of(other))),
        }
    }

    fn bracket(&mut self) -> Result<Node, Problem> {
        if self.eat("[:<:]]") || self.eat("[:>:]]") {
            return Err(Problem::Refused("a word boundary ([[:<:]]) has no counterpart here".to_string()));
        }
        let negated = self.eat("^");
        let mut set = ByteSet::EMPTY;
        for leading in [b']', b'-'] {
            if self.peek() == Some(leading) {
                self.at += 1;
                set.insert(leading);
                break;
            }
        }
        loop {
            match self.peek() {
                None => return Err(invalid("brackets ([ ]) not balanced")),
                Some(b']') => break,
                Some(b'-') if self.bytes.get(self.at + 1) == Some(&b']') => {
                    self.at += 1;
                    set.insert(b'-');
                }
                Some(b'-') => return Err(invalid("invalid character range")),
                Some(_) => self.bracket_term(&mut set)?,
            }
        }
        self.at += 1;
        if negated {
            set.insert(b'\n');
            set.complement();
        } else if set.contains(b'\n') {
            return Err(Problem::Refused(
                "a bracket that matches a line break ([[:space:]]): write `[ ]` for a blank".to_string(),
            ));
        }
        Ok(Node::Set(set))
    }

    fn bracket_term(&mut self, set: &mut ByteSet) -> Result<(), Problem> {
        if self.eat("[:") {
            return self.class(set);
        }
        if self.eat("[=") || self.eat("[.") {
            return Err(Problem::Refused(
                "an equivalence class or collating symbol in a bracket".to_string(),
            ));
        }
        let first = self.bracket_byte()?;
        let is_range =
            self.peek() == Some(b'-') && self.bytes.get(self.at + 1).is_some_and(|&next| next != b']');
        let last = if is_range {
            self.at += 1;
            self.bracket_byte()?
        } else {
            first
        };
        if first > last {
            return Err(invalid("invalid character range"));
        }
        (first..=last).for_each(|byte| set.insert(byte));
        Ok(())
    }

    fn bracket_byte(&mut self) -> Result<u8, Problem> {
        let byte = self.peek().ok_or_else(|| invalid("brackets ([ ]) not balanced"))?;
        if !byte.is_ascii() {
            return Err(Problem::Refused("a bracket with a character outside ASCII".to_string()));
        }
        if self.bytes[self.at..].starts_with(b"[.") {
            return Err(Problem::Refused("a collating symbol in a bracket".to_string()));
        }
        self.at += 1;
        Ok(byte)
    }

    fn class(&mut self, set: &mut ByteSet) -> Result<(), Problem> {
        let name: Vec<u8> =
            self.bytes[self.at..].iter().copied().take_while(u8::is_ascii_alphabetic).collect();
        let member: fn(&u8) -> bool = match name.as_slice() {
            b"alnum" => u8::is_ascii_alphanumeric,
            b"alpha" => u8::is_ascii_alphabetic,
            b"blank" => |byte| matches!(byte, b' ' | b'\t'),
            b"cntrl" => u8::is_ascii_control,
            b"digit" => u8::is_ascii_digit,
            b"graph" => u8::is_ascii_graphic,
            b"lower" => u8::is_ascii_lowercase,
            b"print" => |byte| byte.is_ascii_graphic() || *byte == b' ',
            b"punct" => u8::is_ascii_punctuation,
            b"space" => |byte| matches!(byte, b'\t'..=b'\r' | b' '),
            b"upper" => u8::is_ascii_uppercase,
            b"xdigit" => u8::is_ascii_hexdigit,
            _ => return Err(invalid("invalid character class")),
        };
        self.at += name.len();
        if !self.eat(":]") {
            return Err(invalid("invalid character class"));
        }
        (0..=127).filter(member).for_each(|byte| set.insert(byte));
        Ok(())
    }
}
