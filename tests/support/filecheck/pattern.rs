//! The pattern of one directive: literal text, `{{regex}}`, `[[VAR:regex]]`, `[[VAR]]` and `[[@LINE+n]]`.

use super::posix::{self, ByteSet, Element, Node};
use super::{Options, Problem};

/// One piece of a pattern.
#[derive(Clone, Debug)]
pub enum Part {
    /// This text.
    Text(String),
    /// A match of the expression.
    Regex(Node),
    /// A match of the expression, which becomes the value of variable `slot` of the pattern.
    Define { slot: usize, node: Node },
    /// The value a variable has from an earlier directive.
    Use(String),
    /// The value of variable `slot`, defined earlier in this pattern.
    BackRef(usize),
}

/// What a directive looks for.
#[derive(Clone, Debug)]
pub struct Pattern {
    /// The pieces, in order.
    pub parts: Vec<Part>,
    /// Names of the variables the pattern defines, by slot. A name may occur twice; the last one counts.
    pub defines: Vec<String>,
    /// Whether the leftmost-first match may be shorter than the leftmost-longest one.
    pub may_be_short: bool,
}

/// Where a pattern stands.
pub struct Context<'a> {
    /// The options of the run.
    pub options: &'a Options,
    /// The line of the directive, from 1: the value of `@LINE`.
    pub line: usize,
    /// Whether `--match-full-lines` applies: it does to all but `-NOT`.
    pub positive: bool,
}

/// More than this many groups before a variable, and LLVM refuses to refer back to it on the same line.
const MAX_BACK_REFERENCE: usize = 9;

impl Pattern {
    /// The pattern that matches `text` and nothing else (`{LITERAL}`).
    pub fn literal(text: &str) -> Self {
        Pattern { parts: vec![Part::Text(text.to_string())], defines: Vec::new(), may_be_short: false }
    }

    /// Whether the pattern defines or uses a variable, which a `-LABEL` may not.
    pub fn has_variable(&self) -> bool {
        self.parts.iter().any(|part| matches!(part, Part::Define { .. } | Part::Use(_) | Part::BackRef(_)))
    }

    /// The first variable that is defined and used in this same pattern: its slot, and the part that defines it.
    pub fn back_referenced(&self) -> Option<(usize, usize)> {
        self.parts.iter().enumerate().find_map(|(at, part)| match part {
            Part::Define { slot, .. }
                if self.parts.iter().any(|p| matches!(p, Part::BackRef(s) if s == slot)) =>
            {
                Some((*slot, at))
            }
            _ => None,
        })
    }

    /// The pattern with the value of variable `slot` given.
    pub fn with_value(&self, slot: usize, value: &str) -> Pattern {
        let parts = self.parts.iter().map(|part| match part {
            Part::Define { slot: s, .. } if *s == slot => Part::Define { slot, node: text_node(value) },
            Part::BackRef(s) if *s == slot => Part::Text(value.to_string()),
            other => other.clone(),
        });
        Pattern { parts: parts.collect(), ..self.clone() }
    }

    /// The pattern with anything on the line in the place of same-line variable uses.
    pub fn relaxed(&self) -> Pattern {
        let anything = || Node::Repeat { node: Box::new(Node::Set(ByteSet::dot())), min: 0, max: None };
        let parts = self.parts.iter().map(|part| match part {
            Part::BackRef(_) => Part::Regex(anything()),
            other => other.clone(),
        });
        Pattern { parts: parts.collect(), ..self.clone() }
    }

    /// The pattern up to and including part `last`.
    pub fn head(&self, last: usize) -> Pattern {
        Pattern { parts: self.parts[..=last].to_vec(), ..self.clone() }
    }

    /// Reads a pattern of a directive, its surrounding blanks already taken off.
    ///
    /// # Errors
    /// What LLVM rejects, and what this checker cannot express; with the byte of `source` where it is.
    pub fn parse(source: &str, context: &Context) -> Result<Pattern, (usize, Problem)> {
        let options = context.options;
        let full_lines = options.match_full_lines && context.positive;
        let mut reader = Reader { parts: Vec::new(), defines: Vec::new(), groups: 1, context };
        let blanks = || Node::Repeat { node: Box::new(Node::Set(ByteSet::of(b' '))), min: 0, max: None };
        let margin = |nodes: Vec<Node>| match options.strict_whitespace {
            true => {
                Node::Concat(nodes.into_iter().filter(|node| !matches!(node, Node::Repeat { .. })).collect())
            }
            false => Node::Concat(nodes),
        };
        if full_lines {
            reader.parts.push(Part::Regex(margin(vec![Node::LineStart, blanks()])));
        }
        let mut at = 0;
        while at < source.len() {
            at = reader.part(source, at).map_err(|problem| (at, problem))?;
        }
        if full_lines {
            reader.parts.push(Part::Regex(margin(vec![blanks(), Node::LineEnd])));
        }
        reader.finish().map_err(|problem| (0, problem))
    }
}

fn text_node(text: &str) -> Node {
    Node::Concat(super::text::bytes(text).into_iter().map(|byte| Node::Set(ByteSet::of(byte))).collect())
}

struct Reader<'a> {
    parts: Vec<Part>,
    defines: Vec<String>,
    /// The number LLVM would give to the next group.
    groups: usize,
    context: &'a Context<'a>,
}

impl Reader<'_> {
    /// Reads the part that starts at byte `at` and returns where the next one does.
    fn part(&mut self, source: &str, at: usize) -> Result<usize, Problem> {
        let rest = &source[at..];
        if let Some(body) = rest.strip_prefix("{{") {
            let end =
                body.find("}}").ok_or_else(|| invalid("found start of regex string with no end '}}'"))?;
            self.groups += usize::from(rest.contains('|'));
            let node = self.regex(&body[..end])?;
            self.parts.push(Part::Regex(node));
            return Ok(at + end + 4);
        }
        if let Some(body) = rest.strip_prefix("[[") {
            let end = variable_end(body)?;
            self.variable(&body[..end])?;
            return Ok(at + end + 4);
        }
        let next = |marker: &str| rest.char_indices().skip(1).find(|(i, _)| rest[*i..].starts_with(marker));
        let end = [next("{{"), next("[[")].into_iter().flatten().map(|(i, _)| i).min().unwrap_or(rest.len());
        self.parts.push(Part::Text(rest[..end].to_string()));
        Ok(at + end)
    }

    fn regex(&mut self, source: &str) -> Result<Node, Problem> {
        if source.ends_with('{') {
            return Err(Problem::Refused("a regex that ends in '{'".to_string()));
        }
        let (node, groups) = posix::parse(&super::text::bytes(source))?;
        self.groups += groups;
        Ok(node)
    }

    fn variable(&mut self, body: &str) -> Result<(), Problem> {
        if let Some(numeric) = body.strip_prefix('#') {
            return self.line_number(&numeric.replace([' ', '\t'], ""));
        }
        if body.starts_with('@') {
            return self.line_number(body);
        }
        let (name, regex) = match body.split_once(':') {
            Some((name, regex)) => (name, Some(regex)),
            None => (body, None),
        };
        check_name(name)?;
        let earlier = self.defines.iter().rposition(|defined| defined == name);
        match (regex, earlier) {
            (Some(regex), _) => {
                let group = self.groups;
                self.groups += 1;
                let node = if regex.is_empty() { Node::Concat(Vec::new()) } else { self.regex(regex)? };
                // LLVM numbers the group at its definition but only complains at a use.
                let name =
                    if group > MAX_BACK_REFERENCE { format!("{name} {group}") } else { name.to_string() };
                self.parts.push(Part::Define { slot: self.defines.len(), node });
                self.defines.push(name);
            }
            (None, Some(slot)) => self.parts.push(Part::BackRef(slot)),
            (None, None) => {
                let far = format!("{name} ");
                if self.defines.iter().any(|defined| defined.starts_with(&far)) {
                    return Err(invalid("Can't back-reference more than 9 variables"));
                }
                self.parts.push(Part::Use(name.to_string()));
            }
        }
        Ok(())
    }

    /// `@LINE`, `@LINE+n` or `@LINE-n`.
    fn line_number(&mut self, expression: &str) -> Result<(), Problem> {
        let refused = || {
            Problem::Refused(format!("numeric expression '[[#{expression}]]' (only @LINE, @LINE+n, @LINE-n)"))
        };
        let offset = expression.strip_prefix("@LINE").ok_or_else(refused)?;
        let line = i64::try_from(self.context.line).map_err(|_| refused())?;
        let digits = offset.strip_prefix(['+', '-']).unwrap_or("0");
        if (!offset.is_empty() && !offset.starts_with(['+', '-']))
            || !digits.bytes().all(|byte| byte.is_ascii_digit())
        {
            return Err(refused());
        }
        let amount: i64 = digits.parse().map_err(|_| refused())?;
        let value = if offset.starts_with('-') { line.checked_sub(amount) } else { line.checked_add(amount) };
        let value = value.filter(|&value| value >= 0).ok_or_else(refused)?;
        self.parts.push(Part::Text(value.to_string()));
        Ok(())
    }

    fn finish(self) -> Result<Pattern, Problem> {
        let mut elements = Vec::new();
        let mut open_choice = false;
        for part in &self.parts {
            match part {
                Part::Text(text) => {
                    elements.extend(
                        super::text::bytes(text).into_iter().map(|byte| Element::One(ByteSet::of(byte))),
                    );
                }
                Part::Regex(node) | Part::Define { node, .. } => {
                    posix::elements(node, &mut elements);
                    open_choice |= posix::has_open_choice(node);
                }
                // Some text, of which nothing is known.
                Part::Use(_) | Part::BackRef(_) => elements.push(Element::One(ByteSet::ALL)),
            }
        }
        let may_be_short = posix::may_be_short(&elements);
        if open_choice && may_be_short && !self.defines.is_empty() {
            return Err(Problem::Refused(
                "alternatives that can start alike, in a pattern that defines a variable".to_string(),
            ));
        }
        let defines =
            self.defines.iter().map(|name| name.split(' ').next().unwrap_or(name).to_string()).collect();
        Ok(Pattern { parts: self.parts, defines, may_be_short })
    }
}

fn invalid(what: &str) -> Problem {
    Problem::Invalid(what.to_string())
}

/// The length of a `[[…]]` body: up to the `]]` outside of any bracket.
fn variable_end(body: &str) -> Result<usize, Problem> {
    let mut depth = 0usize;
    let mut escaped = false;
    for (at, c) in body.char_indices() {
        match c {
            _ if escaped => escaped = false,
            ']' if depth == 0 && body[at..].starts_with("]]") => return Ok(at),
            '\\' => escaped = true,
            '[' => depth += 1,
            ']' if depth == 0 => return Err(invalid("missing closing \"]\" for regex variable")),
            ']' => depth -= 1,
            _ => {}
        }
    }
    Err(invalid("Invalid substitution block, no ]] found"))
}

fn check_name(name: &str) -> Result<(), Problem> {
    if name.is_empty() {
        return Err(invalid("empty variable name"));
    }
    if name.contains([' ', '\t']) {
        return Err(invalid("unexpected whitespace"));
    }
    let plain = name.strip_prefix('$').unwrap_or(name);
    if !plain.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') {
        return Err(invalid("invalid variable name"));
    }
    if !plain.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') {
        return Err(invalid("invalid name in string variable use or definition"));
    }
    Ok(())
}
