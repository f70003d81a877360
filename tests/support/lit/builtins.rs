//! The commands that need no other program: those of lit's internal shell, and LLVM's small test tools.

use std::path::{Path, PathBuf};

use similar::{ChangeTag, TextDiff};

/// What a command leaves behind.
#[derive(Clone, Debug, Default)]
pub struct Output {
    /// Exit code; `None` if a signal ended the program.
    pub code: Option<i32>,
    /// Standard output, unless redirected to a file.
    pub stdout: Vec<u8>,
    /// Standard error, unless redirected.
    pub stderr: Vec<u8>,
}

impl Output {
    /// Success, with this standard output.
    pub fn success(stdout: Vec<u8>) -> Self {
        Output { code: Some(0), stdout, stderr: Vec::new() }
    }

    /// Exit code `code` with a message.
    pub fn failure(code: i32, message: String) -> Self {
        Output { code: Some(code), stdout: Vec::new(), stderr: format!("{message}\n").into_bytes() }
    }
}

/// A command: its arguments (without its name), working directory and standard input.
pub struct Call<'a> {
    /// Arguments.
    pub args: &'a [String],
    /// Working directory.
    pub cwd: &'a Path,
    /// Standard input.
    pub stdin: &'a [u8],
}

type Builtin = fn(&Call) -> Output;

/// A command, and whether it can be part of a pipeline or follow `env` (in lit, too).
const BUILTINS: [(&str, Builtin, bool); 7] = [
    ("cat", cat, true),
    ("count", count, true),
    ("diff", diff, true),
    ("echo", echo, true),
    ("mkdir", mkdir, false),
    ("rm", rm, false),
    ("split-file", split_file, true),
];

/// Finds the builtin `name`; with whether it can be part of a pipeline.
pub fn builtin(name: &str) -> Option<(Builtin, bool)> {
    BUILTINS.iter().find(|(known, ..)| *known == name).map(|(_, run, piped)| (*run, *piped))
}

impl Call<'_> {
    fn read(&self, file: &str) -> Result<Vec<u8>, String> {
        if file == "-" {
            return Ok(self.stdin.to_vec());
        }
        std::fs::read(self.cwd.join(file)).map_err(|error| format!("{file}: {error}"))
    }

    /// Options (letters of `known`, also run together) and operands.
    fn options(&self, known: &str) -> Result<(String, Vec<&String>), String> {
        let mut letters = String::new();
        let mut operands = Vec::new();
        for arg in self.args {
            match arg.strip_prefix('-').filter(|rest| !rest.is_empty()) {
                Some(rest) if rest.chars().all(|c| known.contains(c)) => letters.push_str(rest),
                Some(_) => return Err(format!("unsupported option '{arg}'")),
                None => operands.push(arg),
            }
        }
        Ok((letters, operands))
    }
}

fn finish(name: &str, result: Result<Vec<u8>, String>) -> Output {
    match result {
        Ok(stdout) => Output::success(stdout),
        Err(message) => Output::failure(1, format!("{name}: {message}")),
    }
}

fn cat(call: &Call) -> Output {
    let read = || {
        let (_, files) = call.options("")?;
        if files.is_empty() {
            return Ok(call.stdin.to_vec());
        }
        Ok(files.into_iter().map(|file| call.read(file)).collect::<Result<Vec<_>, _>>()?.concat())
    };
    finish("cat", read())
}

fn echo(call: &Call) -> Output {
    let flags = call.args.iter().take_while(|arg| matches!(arg.as_str(), "-n" | "-e")).count();
    let (flags, words) = call.args.split_at(flags);
    let mut text = words.join(" ");
    if flags.iter().any(|flag| flag == "-e") {
        text = unescape(&text);
    }
    if !flags.iter().any(|flag| flag == "-n") {
        text.push('\n');
    }
    Output::success(text.into_bytes())
}

fn unescape(text: &str) -> String {
    let mut out = String::new();
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match (c, if c == '\\' { chars.next() } else { None }) {
            ('\\', Some('n')) => out.push('\n'),
            ('\\', Some('t')) => out.push('\t'),
            ('\\', Some('r')) => out.push('\r'),
            ('\\', Some('\\')) => out.push('\\'),
            (_, Some(other)) => out.extend(['\\', other]),
            (other, None) => out.push(other),
        }
    }
    out
}

fn mkdir(call: &Call) -> Output {
    let make = || {
        let (letters, directories) = call.options("p")?;
        for directory in directories {
            let path = call.cwd.join(directory);
            let made = match letters.contains('p') {
                true => std::fs::create_dir_all(&path),
                false if path.is_dir() => Ok(()),
                false => std::fs::create_dir(&path),
            };
            made.map_err(|error| format!("{directory}: {error}"))?;
        }
        Ok(Vec::new())
    };
    finish("mkdir", make())
}

fn rm(call: &Call) -> Output {
    let remove = || {
        let (letters, files) = call.options("rRf")?;
        for file in files {
            let path = call.cwd.join(file);
            let removed = match path.symlink_metadata() {
                Err(_) if letters.contains('f') => Ok(()),
                Ok(meta) if meta.is_dir() && letters.contains(['r', 'R']) => std::fs::remove_dir_all(&path),
                _ => std::fs::remove_file(&path),
            };
            removed.map_err(|error| format!("{file}: {error}"))?;
        }
        Ok(Vec::new())
    };
    finish("rm", remove())
}

/// `count N`: whether standard input has `N` lines.
fn count(call: &Call) -> Output {
    let [expected] = call.args else {
        return Output::failure(2, "usage: count <expected line count>".to_string());
    };
    let Ok(expected) = expected.parse::<usize>() else {
        return Output::failure(2, format!("count: invalid number '{expected}'"));
    };
    let breaks = call.stdin.iter().filter(|&&byte| byte == b'\n').count();
    let lines = breaks + usize::from(call.stdin.last().is_some_and(|&byte| byte != b'\n'));
    if lines == expected {
        return Output::success(Vec::new());
    }
    Output::failure(1, format!("Expected {expected} lines, got {lines}."))
}

/// `diff [-u] [-U n] [-b] [-w] [--strip-trailing-cr] A B`: exit 1 if the files differ.
fn diff(call: &Call) -> Output {
    let mut files = Vec::new();
    let (mut some_blanks, mut no_blanks, mut strip_cr, mut context) = (false, false, false, 3);
    let mut args = call.args.iter();
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "-u" => {}
            "-b" => some_blanks = true,
            "-w" => no_blanks = true,
            "-ub" | "-bu" => some_blanks = true,
            "-uw" | "-wu" => no_blanks = true,
            "--strip-trailing-cr" => strip_cr = true,
            "-U" => match args.next().and_then(|n| n.parse().ok()) {
                Some(lines) => context = lines,
                None => return Output::failure(2, "diff: -U needs a number".to_string()),
            },
            "-" => files.push(arg),
            other if other.starts_with('-') => {
                return Output::failure(2, format!("diff: unsupported option '{other}'"));
            }
            _ => files.push(arg),
        }
    }
    let [left, right] = files.as_slice() else {
        return Output::failure(2, "diff: expects two files".to_string());
    };
    let normal = |bytes: Vec<u8>| {
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let text = if strip_cr { text.replace("\r\n", "\n") } else { text };
        let line = |line: &str| {
            let body = line.strip_suffix('\n').unwrap_or(line);
            let end = &line[body.len()..];
            if no_blanks {
                return body.split_whitespace().collect::<String>() + end;
            }
            if !some_blanks {
                return line.to_string();
            }
            let lead = if body.starts_with(char::is_whitespace) { " " } else { "" };
            format!("{lead}{}{end}", body.split_whitespace().collect::<Vec<_>>().join(" "))
        };
        text.split_inclusive('\n').map(line).collect::<String>()
    };
    let (old, new) = match (call.read(left), call.read(right)) {
        (Ok(old), Ok(new)) => (normal(old), normal(new)),
        (Err(error), _) | (_, Err(error)) => return Output::failure(2, format!("diff: {error}")),
    };
    let changes = TextDiff::from_lines(&old, &new);
    if changes.iter_all_changes().all(|change| change.tag() == ChangeTag::Equal) {
        return Output::success(Vec::new());
    }
    let text = changes.unified_diff().context_radius(context).header(left, right).to_string();
    Output { code: Some(1), stdout: text.into_bytes(), stderr: Vec::new() }
}

/// `split-file [--leading-lines] FILE DIR`: writes the parts of FILE that `//--- name` or `#--- name` lines begin.
fn split_file(call: &Call) -> Output {
    let split = || {
        let leading = call.args.iter().any(|arg| arg == "--leading-lines");
        let operands: Vec<&String> = call.args.iter().filter(|arg| *arg != "--leading-lines").collect();
        let [file, directory] = operands.as_slice() else {
            return Err("expects a file and a directory".to_string());
        };
        let text = String::from_utf8(call.read(file)?).map_err(|error| format!("{file}: {error}"))?;
        let mut parts: Vec<(&str, String)> = Vec::new();
        for (number, line) in text.split_inclusive('\n').enumerate() {
            if let Some(name) = part_name(line.trim_end_matches(['\n', '\r'])) {
                if name.is_empty() || name.trim() != name {
                    return Err(format!("{file}:{}: part name is empty or has blanks around it", number + 1));
                }
                if parts.iter().any(|(other, _)| *other == name) {
                    return Err(format!("{file}:{}: '{name}' occurs more than once", number + 1));
                }
                let blank = if leading { "\n".repeat(number + 1) } else { String::new() };
                parts.push((name, blank));
            } else if let Some((_, body)) = parts.last_mut() {
                body.push_str(line);
            }
        }
        if parts.is_empty() {
            return Err(format!("{file}: no part separator was found"));
        }
        write_parts(&call.cwd.join(directory), &parts)?;
        Ok(Vec::new())
    };
    finish("split-file", split())
}

/// The name on a separator line: `//--- name`, or any one character in the place of the slashes.
fn part_name(line: &str) -> Option<&str> {
    let rest = match line.strip_prefix("//") {
        Some(rest) => rest,
        None => line.strip_prefix(|_| true)?,
    };
    rest.strip_prefix("--- ")
}

fn write_parts(directory: &Path, parts: &[(&str, String)]) -> Result<(), String> {
    let failed = |path: &Path, error: std::io::Error| format!("{}: {error}", path.display());
    if directory.is_dir() {
        std::fs::remove_dir_all(directory).map_err(|error| failed(directory, error))?;
    }
    for (name, body) in parts {
        let path: PathBuf = directory.join(name);
        let parent = path.parent().unwrap_or(directory);
        std::fs::create_dir_all(parent).map_err(|error| failed(parent, error))?;
        std::fs::write(&path, body).map_err(|error| failed(&path, error))?;
    }
    Ok(())
}
