//! Reads the keywords of a test file (`RUN:`, `REQUIRES:`, …) and substitutes `%s` and the like.

use std::path::Path;

use super::boolean::{Features, evaluate};

/// A test file, read.
#[derive(Clone, Debug, Default)]
pub struct TestFile {
    /// RUN lines and definitions, in order.
    directives: Vec<Directive>,
    requires: Vec<String>,
    unsupported: Vec<String>,
    xfail: Vec<String>,
}

#[derive(Clone, Debug)]
struct Directive {
    keyword: &'static str,
    line: usize,
    body: String,
}

/// A command line to run.
#[derive(Clone, Debug)]
pub struct RunLine {
    /// Where its RUN line starts, from 1.
    pub line: usize,
    /// The line, substituted.
    pub command: String,
}

/// Keywords; one that ends another comes first.
const KEYWORDS: [&str; 8] =
    ["REDEFINE:", "DEFINE:", "RUN:", "XFAIL:", "REQUIRES:", "UNSUPPORTED:", "ALLOW_RETRIES:", "END."];

impl TestFile {
    /// Reads the keywords of `text`.
    ///
    /// # Errors
    /// No RUN line, a line that should continue and does not, a bad expression, or a keyword outside the subset.
    pub fn parse(text: &str) -> Result<TestFile, String> {
        let mut file = TestFile::default();
        for (number, line) in (1..).zip(text.lines()) {
            let Some((keyword, body)) = keyword(line) else { continue };
            match keyword {
                "RUN:" | "DEFINE:" | "REDEFINE:" => file.add(keyword, number, body)?,
                "REQUIRES:" => file.requires.extend(expressions(body)?),
                "UNSUPPORTED:" => file.unsupported.extend(expressions(body)?),
                "XFAIL:" => file.xfail.extend(expressions(body)?),
                "END." if body.trim().is_empty() => break,
                "END." => {}
                _ => {
                    return Err(format!(
                        "line {number}: {keyword} is outside the subset this runner supports"
                    ));
                }
            }
        }
        if let Some(open) = file.directives.iter().find(|directive| directive.body.trim_end().ends_with('\\'))
        {
            return Err(format!("line {}: '{}' with '\\' is not continued", open.line, open.keyword));
        }
        if !file.directives.iter().any(|directive| directive.keyword == "RUN:") {
            return Err("Test has no 'RUN:' line".to_string());
        }
        Ok(file)
    }

    fn add(&mut self, keyword: &'static str, line: usize, body: &str) -> Result<(), String> {
        let body = body.replace("%(line)", &line.to_string());
        if let Some(last) = self.directives.last_mut()
            && let Some(open) = last.body.trim_end().strip_suffix('\\')
        {
            if last.keyword != keyword {
                return Err(format!("line {}: '{}' with '\\' is not continued", last.line, last.keyword));
            }
            last.body = match keyword {
                "RUN:" => format!("{open}{}", body.trim_end()),
                _ => format!("{} {}", open.trim_end(), body.trim()),
            };
            return Ok(());
        }
        self.directives.push(Directive { keyword, line, body: body.trim().to_string() });
        Ok(())
    }

    /// Why the test does not apply to a machine with these features, if it does not.
    pub fn unsupported(&self, features: &Features) -> Option<String> {
        let holds = |expression: &&String| evaluate(expression, features) == Ok(true);
        if let Some(missing) = self.requires.iter().find(|expression| !holds(expression)) {
            return Some(format!("requires {missing}"));
        }
        self.unsupported.iter().find(holds).map(|present| format!("unsupported with {present}"))
    }

    /// Whether the test is expected to fail.
    pub fn expected_to_fail(&self, features: &Features) -> bool {
        self.xfail.iter().any(|expression| evaluate(expression, features) == Ok(true))
    }

    /// The RUN lines for the file at `source` with temporary names from `temporary` (`%t`).
    ///
    /// # Errors
    /// A malformed definition, or a substitution outside the subset.
    pub fn run_lines(&self, source: &Path, temporary: &Path) -> Result<Vec<RunLine>, String> {
        let mut substitutions = substitutions(source, temporary);
        let mut lines = Vec::new();
        for directive in &self.directives {
            if directive.keyword == "RUN:" {
                let command = substitute(&directive.body, &substitutions);
                let command = command.map_err(|what| format!("line {}: {what}", directive.line))?;
                lines.push(RunLine { line: directive.line, command });
                continue;
            }
            let at_line = |what: String| format!("line {}: {what}", directive.line);
            let Some((name, value)) = directive.body.split_once('=') else {
                return Err(at_line("a definition without '='".to_string()));
            };
            let (name, value) = (name.trim(), value.trim().to_string());
            if !is_definable(name) {
                return Err(at_line(format!("'{name}' is not of the form %{{name}}")));
            }
            let existing = substitutions.iter_mut().find(|(pattern, _)| pattern == name);
            match (directive.keyword, existing) {
                ("DEFINE:", None) => substitutions.insert(0, (name.to_string(), value)),
                ("DEFINE:", Some(_)) => return Err(at_line(format!("{name} is already defined"))),
                (_, Some(existing)) => existing.1 = value,
                (_, None) => return Err(at_line(format!("{name} is not defined yet"))),
            }
        }
        Ok(lines)
    }
}

fn keyword(line: &str) -> Option<(&'static str, &str)> {
    let found = KEYWORDS.iter().filter_map(|keyword| Some((line.find(keyword)?, *keyword)));
    let (at, keyword) = found.min_by_key(|(at, _)| *at)?;
    Some((keyword, &line[at + keyword.len()..]))
}

fn expressions(body: &str) -> Result<Vec<String>, String> {
    let list: Vec<String> =
        body.split(',').map(|part| part.trim().to_string()).filter(|part| !part.is_empty()).collect();
    list.iter().try_for_each(|expression| evaluate(expression, &Features::new()).map(drop))?;
    Ok(list)
}

fn is_definable(name: &str) -> bool {
    let inner = name.strip_prefix("%{").and_then(|rest| rest.strip_suffix('}'));
    inner.is_some_and(|inner| {
        inner.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
            && inner.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | ':'))
    })
}

/// Substitutions in the order lit applies them.
fn substitutions(source: &Path, temporary: &Path) -> Vec<(String, String)> {
    let text = |path: &Path| path.to_string_lossy().into_owned();
    let name =
        |path: &Path| path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let (source_name, directory) = (name(source), text(source.parent().unwrap_or(source)));
    [
        ("%{pathsep}", ":".to_string()),
        ("%basename_t", source_name.clone()),
        ("%{s:basename}", source_name.clone()),
        ("%{t:stem}", source_name),
        ("%s", text(source)),
        ("%/s", text(source)),
        ("%S", directory.clone()),
        ("%/S", directory.clone()),
        ("%p", directory.clone()),
        ("%/p", directory),
        ("%t", text(temporary)),
        ("%/t", text(temporary)),
    ]
    .map(|(pattern, value)| (pattern.to_string(), value))
    .into()
}

/// A text that no test contains, in the place of `%%` while the rest is substituted.
const PERCENT: &str = "#_MARKER_#";

fn substitute(line: &str, substitutions: &[(String, String)]) -> Result<String, String> {
    let mut line = line.replace("%%", PERCENT);
    for refused in ["%if ", "%T"] {
        if line.contains(refused) {
            return Err(format!("'{}' is outside the subset this runner supports", refused.trim_end()));
        }
    }
    for (pattern, value) in substitutions {
        line = line.replace(pattern.as_str(), value);
    }
    Ok(line.replace(PERCENT, "%"))
}
