//! Reads the shell language of RUN lines: the subset that lit's internal shell runs.

/// A word of a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    /// The text, quotes removed.
    pub text: String,
    /// Whether it has an unquoted `*` or `?`.
    pub glob: bool,
}

/// A redirection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Redirect {
    /// `< FILE`
    Input(Word),
    /// `> FILE`, `>> FILE` (`append`) of standard output.
    Output { file: Word, append: bool },
    /// `2> FILE`, `2>> FILE` (`append`).
    Error { file: Word, append: bool },
    /// `&> FILE`, `>& FILE`
    Both(Word),
    /// `2>&1`
    ErrorToOutput,
}

/// One command of a pipeline.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Command {
    /// Program and arguments; never empty.
    pub words: Vec<Word>,
    /// Redirections, in order.
    pub redirects: Vec<Redirect>,
}

/// How a pipeline follows the one before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Join {
    /// `;`
    Then,
    /// `&&`
    And,
    /// `||`
    Or,
}

/// Pipelines in order; evaluated from the left, all joins binding alike (as in lit). The join of the first is [`Join::Then`].
pub type Script = Vec<(Join, Vec<Command>)>;

#[derive(Clone, Debug, PartialEq, Eq)]
enum Token {
    Word(Word),
    /// An operator and the number before it, as in `2>`.
    Operator(&'static str, Option<u32>),
}

/// Operators, the longer of two with a common start first.
const OPERATORS: [&str; 11] = [">>", ">&", "<&", "<<", "&>", "&&", "||", ">", "<", "|", ";"];

/// Reads one line.
///
/// # Errors
/// A syntax error, or an operator that lit's internal shell does not have.
pub fn parse(line: &str) -> Result<Script, String> {
    let mut tokens = tokens(line)?.into_iter().peekable();
    let mut script = Vec::new();
    let mut join = Join::Then;
    loop {
        let mut pipeline = Vec::new();
        loop {
            let mut command = Command { words: Vec::new(), redirects: Vec::new() };
            while let Some(token) =
                tokens.next_if(|token| !matches!(token, Token::Operator("|" | ";" | "&&" | "||", _)))
            {
                match token {
                    Token::Word(word) => command.words.push(word),
                    Token::Operator(operator, number) => match tokens.next() {
                        Some(Token::Word(file)) => command.redirects.push(redirect(operator, number, file)?),
                        _ => return Err(format!("syntax error near '{operator}'")),
                    },
                }
            }
            if command.words.is_empty() {
                return Err("empty command".to_string());
            }
            pipeline.push(command);
            if tokens.next_if_eq(&Token::Operator("|", None)).is_none() {
                break;
            }
        }
        script.push((join, pipeline));
        join = match tokens.next() {
            None => return Ok(script),
            Some(Token::Operator("&&", _)) => Join::And,
            Some(Token::Operator("||", _)) => Join::Or,
            Some(_) => Join::Then,
        };
    }
}

fn redirect(operator: &str, number: Option<u32>, file: Word) -> Result<Redirect, String> {
    match (operator, number) {
        ("<", None) => Ok(Redirect::Input(file)),
        (">" | ">>", None) => Ok(Redirect::Output { file, append: operator == ">>" }),
        (">" | ">>", Some(2)) => Ok(Redirect::Error { file, append: operator == ">>" }),
        (">&", Some(2)) if file.text == "1" => Ok(Redirect::ErrorToOutput),
        (">&" | "&>", None) => Ok(Redirect::Both(file)),
        _ => Err(format!(
            "unsupported redirection '{}{operator}'",
            number.map_or(String::new(), |n| n.to_string())
        )),
    }
}

fn tokens(line: &str) -> Result<Vec<Token>, String> {
    let mut tokens = Vec::new();
    let mut rest = line.trim_start();
    while !rest.is_empty() {
        if let Some(operator) = OPERATORS.iter().find(|operator| rest.starts_with(**operator)) {
            tokens.push(Token::Operator(operator, None));
            rest = &rest[operator.len()..];
        } else if rest.starts_with('&') {
            return Err("unsupported shell operator '&'".to_string());
        } else {
            let (word, after) = word(rest)?;
            rest = after;
            let number = word.text.parse().ok().filter(|_| rest.starts_with(['<', '>']));
            match (number, OPERATORS.iter().find(|operator| rest.starts_with(**operator))) {
                (Some(number), Some(operator)) => {
                    tokens.push(Token::Operator(operator, Some(number)));
                    rest = &rest[operator.len()..];
                }
                _ => tokens.push(Token::Word(word)),
            }
        }
        rest = rest.trim_start();
    }
    Ok(tokens)
}

/// Reads a word and returns what follows it. Inside `"…"` a backslash escapes `"`, `\` and `$`; inside `'…'` nothing.
fn word(source: &str) -> Result<(Word, &str), String> {
    let mut word = Word { text: String::new(), glob: false };
    let mut chars = source.char_indices();
    while let Some((at, c)) = chars.next() {
        match c {
            '|' | '&' | ';' | '<' | '>' => return Ok((word, &source[at..])),
            _ if c.is_whitespace() => return Ok((word, &source[at..])),
            '\'' | '"' => loop {
                match chars.next() {
                    None => return Err(format!("missing {c} in '{source}'")),
                    Some((_, quoted)) if quoted == c => break,
                    Some((_, '\\')) if c == '"' => match chars.next() {
                        Some((_, escaped @ ('"' | '\\'))) => word.text.push(escaped),
                        // Without its backslash in lit, too.
                        Some((_, '$')) => word.text.push('$'),
                        Some((_, other)) => word.text.extend(['\\', other]),
                        None => return Err(format!("missing {c} in '{source}'")),
                    },
                    Some((_, quoted)) => word.text.push(quoted),
                }
            },
            '\\' => word.text.extend(chars.next().map(|(_, escaped)| escaped)),
            '*' | '?' => {
                word.glob = true;
                word.text.push(c);
            }
            _ => word.text.push(c),
        }
    }
    Ok((word, ""))
}
