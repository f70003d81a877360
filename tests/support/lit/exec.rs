//! Runs the commands of a RUN line.
//!
//! The stages of a pipeline run one after the other, each with the whole output of the one before as its input: there is
//! nothing to deadlock, and FileCheck, `cat`, `diff` and the like run inside this process.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use super::Suite;
use super::builtins::{Call, Output, builtin};
use super::shell::{self, Join, Redirect, Script, Word};
use crate::filecheck::{self, Named, Options, Problem, Verdict};

/// Why a line stops in a way that `not` and XFAIL do not turn around.
#[derive(Clone, Debug)]
pub enum Abort {
    /// The test asks for something this runner does not have.
    Unsupported(String),
    /// The time for the test is over.
    Timeout,
}

/// The shell of one test.
pub struct Shell<'s> {
    suite: &'s Suite,
    cwd: PathBuf,
    env: BTreeMap<String, String>,
    stack: Vec<PathBuf>,
    deadline: Instant,
    /// Commands and their output, for the report of a failed test.
    pub log: String,
}

/// A command with its `env` and `not` prefixes taken off.
struct Prepared<'c> {
    args: Vec<String>,
    env: Option<BTreeMap<String, String>>,
    negate: Negate,
    redirects: &'c [Redirect],
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Negate {
    /// Success is exit code 0.
    No,
    /// `not`: success is a failure, but not a crash.
    Not,
    /// `!`: success is any failure.
    Bang,
    /// `not --crash`: success is a crash.
    Crash,
}

impl Negate {
    fn apply(self, code: Option<i32>) -> bool {
        match self {
            Negate::No => code == Some(0),
            Negate::Not => code.is_some_and(|code| code != 0),
            Negate::Bang => code != Some(0),
            Negate::Crash => code.is_none(),
        }
    }
}

/// Where a stream goes.
enum Sink {
    Capture,
    File(File),
    /// Standard error only: where standard output goes.
    Stdout,
}

impl<'s> Shell<'s> {
    /// A shell in `cwd` with `env` as its whole environment.
    pub fn new(suite: &'s Suite, cwd: PathBuf, env: BTreeMap<String, String>, deadline: Instant) -> Self {
        Shell { suite, cwd, env, stack: Vec::new(), deadline, log: String::new() }
    }

    /// Runs a script; whether it succeeded.
    ///
    /// # Errors
    /// [`Abort`].
    pub fn run(&mut self, script: &Script) -> Result<bool, Abort> {
        let mut succeeded = true;
        for (join, pipeline) in script {
            let runs = match join {
                Join::Then => true,
                Join::And => succeeded,
                Join::Or => !succeeded,
            };
            if runs {
                succeeded = self.pipeline(pipeline)?;
            }
        }
        Ok(succeeded)
    }

    fn note(&mut self, text: &str) {
        self.log.push_str(text);
        if !text.ends_with('\n') {
            self.log.push('\n');
        }
    }

    /// Runs a pipeline; it succeeds if every stage does.
    fn pipeline(&mut self, commands: &[shell::Command]) -> Result<bool, Abort> {
        let alone = commands.len() == 1;
        let mut input = Vec::new();
        let mut succeeded = true;
        for (index, command) in commands.iter().enumerate() {
            let result = self.prepare(command).and_then(|prepared| {
                let output = self.stage(&prepared, std::mem::take(&mut input), alone)?;
                Ok((prepared.negate, output))
            });
            let (negate, output) = match result {
                Ok(done) => done,
                Err(Stop::Abort(abort)) => return Err(abort),
                Err(Stop::Message(message)) => {
                    let words: Vec<&str> = command.words.iter().map(|word| word.text.as_str()).collect();
                    self.note(&format!("$ {}\nerror: {message}", words.join(" ")));
                    return Ok(false);
                }
            };
            let passed = negate.apply(output.code);
            let last = index + 1 == commands.len();
            self.record(command, &output, passed, last);
            succeeded &= passed;
            input = output.stdout;
        }
        Ok(succeeded)
    }

    fn record(&mut self, command: &shell::Command, output: &Output, passed: bool, last: bool) {
        let words: Vec<&str> = command.words.iter().map(|word| word.text.as_str()).collect();
        self.note(&format!("$ {}", words.join(" ")));
        if last && !output.stdout.is_empty() {
            self.note(&format!("# stdout:\n{}", String::from_utf8_lossy(&output.stdout)));
        }
        if !output.stderr.is_empty() {
            self.note(&format!("# stderr:\n{}", String::from_utf8_lossy(&output.stderr)));
        }
        if !passed {
            let code = output.code.map_or("a signal".to_string(), |code| format!("exit code {code}"));
            self.note(&format!("# failed: {code}"));
        }
    }

    fn prepare<'c>(&self, command: &'c shell::Command) -> Result<Prepared<'c>, Stop> {
        let mut args = self.expand(&command.words);
        let mut env: Option<BTreeMap<String, String>> = None;
        let mut negate = Negate::No;
        loop {
            let negated = |plain| match negate {
                Negate::No => Ok(plain),
                _ => Err(Stop::Message("more than one negation".to_string())),
            };
            match args.first().map(String::as_str) {
                Some("env") => args = update_env(env.get_or_insert_with(|| self.env.clone()), &args[1..]),
                Some("not") if args.get(1).is_some_and(|arg| arg == "--crash") => {
                    negate = negated(Negate::Crash)?;
                    args.drain(..2);
                }
                Some("not") => {
                    negate = negated(Negate::Not)?;
                    args.remove(0);
                }
                Some("!") => {
                    negate = negated(Negate::Bang)?;
                    args.remove(0);
                }
                Some(_) => break,
                None => return Err(Stop::Message("a prefix without a command".to_string())),
            }
        }
        Ok(Prepared { args, env, negate, redirects: &command.redirects })
    }

    fn stage(&mut self, command: &Prepared, input: Vec<u8>, alone: bool) -> Result<Output, Stop> {
        let name = command.args[0].clone();
        let own = builtin(&name).filter(|_| !self.suite.external_tools.contains(&name));
        let stateful = matches!(name.as_str(), "cd" | "export" | "pushd" | "popd" | ":");
        if stateful || own.is_some_and(|(_, piped)| !piped) {
            // The rules of lit: these change the shell or run before any pipe exists.
            if !alone {
                return Err(Stop::Message(format!("'{name}' cannot be part of a pipeline")));
            }
            if command.env.is_some() || command.negate == Negate::Crash {
                return Err(Stop::Message(format!("'env' and 'not --crash' cannot call '{name}'")));
            }
        }
        if stateful {
            return self.change_state(&name, &command.args[1..]);
        }
        if !self.cwd.is_dir() {
            return Err(Stop::Message(format!(
                "the working directory {} does not exist",
                self.cwd.display()
            )));
        }
        let (stdin, stdout, stderr) = self.streams(command.redirects)?;
        let input = match stdin {
            Some(mut file) => {
                let mut bytes = Vec::new();
                file.read_to_end(&mut bytes)
                    .map_err(|error| Stop::Message(format!("cannot read the input: {error}")))?;
                bytes
            }
            None => input,
        };
        if name == "FileCheck" && !self.suite.external_tools.contains(&name) {
            let output = self.filecheck(command, &input)?;
            return deliver(output, stdout, stderr);
        }
        if let Some((run, _)) = own {
            let call = Call { args: &command.args[1..], cwd: &self.cwd, stdin: &input };
            return deliver(run(&call), stdout, stderr);
        }
        self.external(command, input, stdout, stderr)
    }

    fn change_state(&mut self, name: &str, args: &[String]) -> Result<Output, Stop> {
        match (name, args) {
            (":", _) => {}
            ("cd", [directory]) => self.cwd = self.cwd.join(directory),
            ("pushd", [directory]) => {
                let inner = self.cwd.join(directory);
                self.stack.push(std::mem::replace(&mut self.cwd, inner));
            }
            ("popd", []) => match self.stack.pop() {
                Some(outer) => self.cwd = outer,
                None => return Err(Stop::Message("popd: directory stack empty".to_string())),
            },
            ("export", [_]) => {
                update_env(&mut self.env, args);
            }
            _ => return Err(Stop::Message(format!("wrong number of arguments for '{name}'"))),
        }
        Ok(Output::success(Vec::new()))
    }

    fn streams(&self, redirects: &[Redirect]) -> Result<(Option<File>, Sink, Sink), Stop> {
        let mut stdin = None;
        let mut stdout = Sink::Capture;
        let mut stderr = Sink::Capture;
        let is_file = |redirect: &&Redirect| matches!(redirect, Redirect::Output { .. } | Redirect::Both(_));
        let merged = redirects.iter().position(|redirect| *redirect == Redirect::ErrorToOutput);
        if merged.is_some_and(|at| redirects[at..].iter().any(|redirect| is_file(&redirect))) {
            return Err(Stop::Abort(Abort::Unsupported(
                "'2>&1' before '> FILE': write it after".to_string(),
            )));
        }
        for redirect in redirects {
            match redirect {
                Redirect::Input(file) => stdin = Some(self.open(file, OpenOptions::new().read(true))?),
                Redirect::Output { file, append } => stdout = Sink::File(self.create(file, *append)?),
                Redirect::Error { file, append } => stderr = Sink::File(self.create(file, *append)?),
                Redirect::Both(file) => {
                    stdout = Sink::File(self.create(file, false)?);
                    stderr = Sink::Stdout;
                }
                Redirect::ErrorToOutput => stderr = Sink::Stdout,
            }
        }
        Ok((stdin, stdout, stderr))
    }

    fn create(&self, file: &Word, append: bool) -> Result<File, Stop> {
        self.open(file, OpenOptions::new().create(true).write(true).append(append).truncate(!append))
    }

    fn open(&self, file: &Word, options: &OpenOptions) -> Result<File, Stop> {
        options
            .open(self.cwd.join(&file.text))
            .map_err(|error| Stop::Message(format!("{}: {error}", file.text)))
    }

    fn filecheck(&self, command: &Prepared, input: &[u8]) -> Result<Output, Stop> {
        let env = command.env.as_ref().unwrap_or(&self.env);
        let from_env = env.get("FILECHECK_OPTS").map_or("", String::as_str);
        let options = match Options::parse(&command.args[1..], from_env) {
            Ok(options) => options,
            Err(Problem::Invalid(what)) => return Ok(Output::failure(2, format!("FileCheck: {what}"))),
            Err(refused) => return Err(Stop::Abort(Abort::Unsupported(format!("FileCheck: {refused}")))),
        };
        let read = |file: &str| {
            std::fs::read(self.cwd.join(file))
                .map_err(|error| format!("Could not open file '{file}': {error}"))
        };
        let checks = read(&options.check_file);
        let given = options.input_file.as_deref().map_or_else(|| Ok(input.to_vec()), read);
        let (checks, given) = match (checks, given) {
            (Ok(checks), Ok(given)) => (checks, given),
            (Err(message), _) | (_, Err(message)) => return Ok(Output::failure(2, message)),
        };
        let name = options.input_file.as_deref().unwrap_or("<stdin>");
        let report = filecheck::check(
            &options,
            Named { name: &options.check_file, bytes: &checks },
            Named { name, bytes: &given },
        );
        if report.verdict == Verdict::Refused {
            return Err(Stop::Abort(Abort::Unsupported(report.text)));
        }
        Ok(Output {
            code: Some(report.verdict.exit_code()),
            stdout: Vec::new(),
            stderr: report.text.into_bytes(),
        })
    }

    fn external(
        &self,
        command: &Prepared,
        input: Vec<u8>,
        stdout: Sink,
        stderr: Sink,
    ) -> Result<Output, Stop> {
        let env = command.env.as_ref().unwrap_or(&self.env);
        let name = &command.args[0];
        let program =
            self.which(name, env).ok_or_else(|| Stop::Message(format!("'{name}': command not found")))?;
        let failed = |error: std::io::Error| Stop::Message(format!("{name}: {error}"));
        let mut process = Command::new(program);
        process.args(&command.args[1..]).current_dir(&self.cwd).env_clear().envs(env);
        process.stdin(if input.is_empty() { Stdio::null() } else { Stdio::piped() });
        let mut captures: [Option<Receiver<Vec<u8>>>; 2] = [None, None];
        let mut joined: Option<Stdio> = None;
        let merge = matches!(stderr, Sink::Stdout);
        match stdout {
            Sink::File(file) => {
                if merge {
                    joined = Some(file.try_clone().map_err(failed)?.into());
                }
                process.stdout(file);
            }
            Sink::Capture | Sink::Stdout => {
                let (reader, writer) = std::io::pipe().map_err(failed)?;
                if merge {
                    joined = Some(writer.try_clone().map_err(failed)?.into());
                }
                process.stdout(writer);
                captures[0] = Some(read_all(reader));
            }
        }
        match stderr {
            Sink::File(file) => {
                process.stderr(file);
            }
            Sink::Stdout => {
                process.stderr(joined.unwrap_or_else(Stdio::null));
            }
            Sink::Capture => {
                let (reader, writer) = std::io::pipe().map_err(failed)?;
                process.stderr(writer);
                captures[1] = Some(read_all(reader));
            }
        }
        let mut child = process.spawn().map_err(failed)?;
        // The command holds our ends of the pipes; the readers end when the program's ends are the last to close.
        drop(process);
        if let Some(mut pipe) = child.stdin.take() {
            // A program may end without reading its input: that is no error.
            thread::spawn(move || pipe.write_all(&input).unwrap_or_default());
        }
        let code = self.wait(&mut child).map_err(failed)?;
        let Some(code) = code else { return Err(Stop::Abort(Abort::Timeout)) };
        let [out, err] = captures.map(|capture| {
            let left = self.deadline.saturating_duration_since(Instant::now());
            capture.map_or_else(|| Some(Vec::new()), |receiver| receiver.recv_timeout(left).ok())
        });
        match (out, err) {
            (Some(stdout), Some(stderr)) => Ok(Output { code, stdout, stderr }),
            _ => Err(Stop::Abort(Abort::Timeout)),
        }
    }

    /// The exit code (`None` after a signal), or `None` if the deadline came first; the program is then killed.
    fn wait(&self, child: &mut Child) -> std::io::Result<Option<Option<i32>>> {
        let mut pause = Duration::from_micros(200);
        loop {
            if let Some(status) = child.try_wait()? {
                return Ok(Some(status.code()));
            }
            if Instant::now() >= self.deadline {
                child.kill()?;
                child.wait()?;
                return Ok(None);
            }
            thread::sleep(pause);
            pause = (pause * 2).min(Duration::from_millis(5));
        }
    }

    fn which(&self, name: &str, env: &BTreeMap<String, String>) -> Option<PathBuf> {
        if let Some(tool) = self.suite.tools.get(name) {
            return Some(tool.clone());
        }
        if name.contains('/') {
            return Some(self.cwd.join(name)).filter(|path| path.is_file());
        }
        let path = env.get("PATH").or_else(|| self.env.get("PATH"))?;
        std::env::split_paths(path).map(|dir| dir.join(name)).find(|path| path.is_file())
    }

    /// The texts of `words`, file name patterns expanded; one that matches nothing stays as it is.
    fn expand(&self, words: &[Word]) -> Vec<String> {
        words
            .iter()
            .flat_map(|word| {
                let found = if word.glob { glob(&self.cwd, &word.text) } else { Vec::new() };
                if found.is_empty() { vec![word.text.clone()] } else { found }
            })
            .collect()
    }
}

/// Why a command does not run: the test fails, or more.
enum Stop {
    Message(String),
    Abort(Abort),
}

/// Writes the streams of a builtin where its redirections say.
fn deliver(output: Output, stdout: Sink, stderr: Sink) -> Result<Output, Stop> {
    let failed = |error: std::io::Error| Stop::Message(format!("cannot write: {error}"));
    let Output { code, stdout: mut out, stderr: mut err } = output;
    if matches!(stderr, Sink::Stdout) {
        out.append(&mut err);
    }
    if let Sink::File(mut file) = stdout {
        file.write_all(&out).map_err(failed)?;
        out.clear();
    }
    if let Sink::File(mut file) = stderr {
        file.write_all(&err).map_err(failed)?;
        err.clear();
    }
    Ok(Output { code, stdout: out, stderr: err })
}

fn read_all(mut reader: impl Read + Send + 'static) -> Receiver<Vec<u8>> {
    let (sender, receiver) = channel();
    thread::spawn(move || {
        let mut bytes = Vec::new();
        // What was read before an error is all there is; after a timeout nobody listens any more.
        let _read = reader.read_to_end(&mut bytes);
        sender.send(bytes).unwrap_or_default();
    });
    receiver
}

/// Applies the settings at the start of `args` (`NAME=value`, `-u NAME`, `-i`) and returns the command after them.
fn update_env(env: &mut BTreeMap<String, String>, args: &[String]) -> Vec<String> {
    let mut rest = args.iter();
    while let Some(arg) = rest.as_slice().first() {
        match (arg.as_str(), arg.split_once('=')) {
            ("-u", _) => {
                if let Some(name) = rest.as_slice().get(1) {
                    env.remove(name);
                }
                rest.next();
            }
            ("-i", _) => env.clear(),
            (_, Some((name, value))) => {
                env.insert(name.to_string(), value.to_string());
            }
            _ => break,
        }
        rest.next();
    }
    rest.cloned().collect()
}

/// Files that match a pattern with `*` and `?`, sorted; a hidden file only if the pattern starts with a dot.
fn glob(cwd: &Path, pattern: &str) -> Vec<String> {
    let mut found = vec![if pattern.starts_with('/') { "/".to_string() } else { String::new() }];
    for part in pattern.split('/').filter(|part| !part.is_empty()) {
        let join = |base: &String, name: &str| match base.as_str() {
            "" | "/" => format!("{base}{name}"),
            _ => format!("{base}/{name}"),
        };
        found = found
            .iter()
            .flat_map(|base| {
                if !part.contains(['*', '?']) {
                    return vec![join(base, part)];
                }
                let entries = std::fs::read_dir(cwd.join(base)).into_iter().flatten().flatten();
                let mut names: Vec<String> = entries
                    .filter_map(|entry| entry.file_name().into_string().ok())
                    .filter(|name| matches_glob(name.as_bytes(), part.as_bytes()))
                    .filter(|name| !name.starts_with('.') || part.starts_with('.'))
                    .map(|name| join(base, &name))
                    .collect();
                names.sort();
                names
            })
            .collect();
    }
    found.retain(|path| cwd.join(path).exists());
    found
}

fn matches_glob(name: &[u8], pattern: &[u8]) -> bool {
    match (pattern, name) {
        ([], _) => name.is_empty(),
        ([b'*', rest @ ..], _) => (0..=name.len()).any(|skip| matches_glob(&name[skip..], rest)),
        ([b'?', rest @ ..], [_, after @ ..]) => matches_glob(after, rest),
        ([want, rest @ ..], [have, after @ ..]) => want == have && matches_glob(after, rest),
        _ => false,
    }
}
