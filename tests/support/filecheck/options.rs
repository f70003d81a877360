//! The command line of FileCheck.

use super::Problem;

/// A FileCheck run, as its command line asks for it.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The file with the directives.
    pub check_file: String,
    /// The file to check; `None` is standard input.
    pub input_file: Option<String>,
    /// Directive prefixes, `CHECK` if none was given.
    pub prefixes: Vec<String>,
    /// Whether `prefixes` is the default.
    pub default_prefix: bool,
    /// Prefixes of lines to ignore.
    pub comment_prefixes: Vec<String>,
    /// `-D NAME=TEXT`, in order.
    pub defines: Vec<(String, String)>,
    /// Patterns that may not occur between positive matches.
    pub implicit_check_not: Vec<String>,
    /// An empty input is fine.
    pub allow_empty: bool,
    /// A prefix without a directive is fine.
    pub allow_unused_prefixes: bool,
    /// Variables without `$` end at a `-LABEL`.
    pub enable_var_scope: bool,
    /// Runs of blanks are compared as they are.
    pub strict_whitespace: bool,
    /// A match covers its whole line.
    pub match_full_lines: bool,
    /// When the input is printed.
    pub dump_input: DumpInput,
}

/// `--dump-input`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DumpInput {
    /// After a failure.
    #[default]
    Fail,
    /// After every run.
    Always,
    /// Not at all.
    Never,
}

fn set_flag(value: Option<&str>) -> Result<bool, Problem> {
    match value {
        None | Some("true" | "TRUE" | "True" | "1") => Ok(true),
        Some("false" | "FALSE" | "False" | "0") => Ok(false),
        Some(other) => Err(Problem::Invalid(format!("'{other}' is not true or false"))),
    }
}

impl Options {
    /// Reads `args` (without the program name) after the blank-separated `env_opts` (`FILECHECK_OPTS`).
    ///
    /// # Errors
    /// An unknown option, an option that this checker cannot honour, a bad prefix, or no check file.
    pub fn parse(args: &[String], env_opts: &str) -> Result<Options, Problem> {
        let mut options = Options::default();
        let mut prefixes = Vec::new();
        let mut positional = Vec::new();
        let mut rest = env_opts.split_whitespace().map(str::to_string).chain(args.iter().cloned());
        while let Some(arg) = rest.next() {
            let Some(option) =
                arg.strip_prefix("--").or_else(|| arg.strip_prefix('-')).filter(|o| !o.is_empty())
            else {
                positional.push(arg);
                continue;
            };
            if let Some(define) = option.strip_prefix('D') {
                let define =
                    if define.is_empty() { rest.next().unwrap_or_default() } else { define.to_string() };
                options.defines.push(parse_define(&define)?);
                continue;
            }
            let (name, value) = match option.split_once('=') {
                Some((name, value)) => (name, Some(value.to_string())),
                None => (option, None),
            };
            let mut text = || {
                let value = value.clone().or_else(|| rest.next());
                value.ok_or_else(|| Problem::Invalid(format!("option '{arg}' requires a value")))
            };
            let flag = value.as_deref();
            match name {
                "check-prefix" | "check-prefixes" => prefixes.extend(text()?.split(',').map(str::to_string)),
                "comment-prefixes" => options.comment_prefixes.extend(text()?.split(',').map(str::to_string)),
                "input-file" => options.input_file = Some(text()?).filter(|file| file != "-"),
                "implicit-check-not" => options.implicit_check_not.push(text()?),
                "allow-empty" => options.allow_empty = set_flag(flag)?,
                "allow-unused-prefixes" => options.allow_unused_prefixes = set_flag(flag)?,
                "enable-var-scope" => options.enable_var_scope = set_flag(flag)?,
                "strict-whitespace" => options.strict_whitespace = set_flag(flag)?,
                "match-full-lines" => options.match_full_lines = set_flag(flag)?,
                "dump-input" => options.dump_input = parse_dump(&text()?)?,
                // These only shape what is printed.
                "dump-input-context" | "dump-input-filter" => drop(text()?),
                "color" | "v" | "vv" => {}
                "ignore-case" | "allow-deprecated-dag-overlap" => {
                    return Err(Problem::Refused(format!(
                        "option '{arg}' is outside the subset this checker supports"
                    )));
                }
                _ => return Err(Problem::Invalid(format!("unknown command line argument '{arg}'"))),
            }
        }
        match positional.as_slice() {
            [file] => options.check_file = file.clone(),
            [] => return Err(Problem::Invalid("no check file given".to_string())),
            [_, extra, ..] => {
                return Err(Problem::Invalid(format!("too many positional arguments: '{extra}'")));
            }
        }
        options.default_prefix = prefixes.is_empty();
        options.prefixes = if prefixes.is_empty() { vec!["CHECK".to_string()] } else { prefixes };
        if options.comment_prefixes.is_empty() {
            options.comment_prefixes = vec!["COM".to_string(), "RUN".to_string()];
        }
        options.validate_prefixes()?;
        Ok(options)
    }

    fn validate_prefixes(&self) -> Result<(), Problem> {
        let all: Vec<&String> = self.prefixes.iter().chain(&self.comment_prefixes).collect();
        for (i, prefix) in all.iter().enumerate() {
            let starts_well = prefix.starts_with(|c: char| c.is_ascii_alphanumeric());
            if !starts_well || !prefix.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-')) {
                return Err(Problem::Invalid(format!(
                    "prefix '{prefix}' must start with a letter or digit and contain only alphanumeric characters, hyphens, and underscores"
                )));
            }
            if all[..i].contains(prefix) {
                return Err(Problem::Invalid(format!("prefix '{prefix}' is given twice")));
            }
        }
        Ok(())
    }
}

fn parse_define(define: &str) -> Result<(String, String), Problem> {
    if define.starts_with('#') {
        return Err(Problem::Refused(format!("numeric variable in '-D{define}'")));
    }
    let Some((name, value)) = define.split_once('=') else {
        return Err(Problem::Invalid(format!("missing equal sign in global definition '{define}'")));
    };
    let plain = name.strip_prefix('$').unwrap_or(name);
    let starts_well = plain.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
    if !starts_well || !plain.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') {
        return Err(Problem::Invalid(format!("invalid variable name in '-D{define}'")));
    }
    if value.contains(['\n', '\r']) {
        return Err(Problem::Refused(format!("a line break in the value of '-D{name}'")));
    }
    Ok((name.to_string(), super::text::latin1(value.as_bytes())))
}

fn parse_dump(value: &str) -> Result<DumpInput, Problem> {
    match value {
        "fail" => Ok(DumpInput::Fail),
        "always" => Ok(DumpInput::Always),
        "never" => Ok(DumpInput::Never),
        other => Err(Problem::Invalid(format!("--dump-input={other} is not fail, always or never"))),
    }
}
