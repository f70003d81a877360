//! lit in small: runs LLVM-style test files inside `cargo test`, with no LLVM installed.
//!
//! What it runs, it runs as lit 22 does with its internal shell, so that a file has the same result under both. What it
//! does not have (`%if`, `ALLOW_RETRIES:`, `&`, …) makes a test unresolved, never passed.

pub mod boolean;
pub mod builtins;
pub mod exec;
pub mod script;
pub mod shell;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use boolean::Features;
use exec::{Abort, Shell};
use script::TestFile;

/// A tree of test files and what they may use.
#[derive(Clone, Debug)]
pub struct Suite {
    /// Directory of the test files.
    pub root: PathBuf,
    /// Directory for their temporary files; a test runs in the directory of its file, below this one.
    pub exec_root: PathBuf,
    /// Suffixes of test files, with the dot.
    pub suffixes: Vec<String>,
    /// Programs by the name that RUN lines use.
    pub tools: BTreeMap<String, PathBuf>,
    /// Names, also of builtins, that are to be started as programs.
    pub external_tools: BTreeSet<String>,
    /// Directories to put before the system's `PATH`.
    pub path: Vec<PathBuf>,
    /// What `REQUIRES:` can ask for.
    pub features: Features,
    /// How long one test may take.
    pub timeout: Duration,
}

/// How a test ended, in the words of lit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// It passed.
    Pass,
    /// It failed.
    Fail,
    /// It failed, as expected.
    Xfail,
    /// It passed, which was not expected: a failure.
    Xpass,
    /// It does not apply to this machine.
    Unsupported,
    /// It could not be run: a failure.
    Unresolved,
    /// It took too long: a failure.
    Timeout,
}

impl Status {
    /// The name in lit's listings.
    pub fn name(self) -> &'static str {
        match self {
            Status::Pass => "PASS",
            Status::Fail => "FAIL",
            Status::Xfail => "XFAIL",
            Status::Xpass => "XPASS",
            Status::Unsupported => "UNSUPPORTED",
            Status::Unresolved => "UNRESOLVED",
            Status::Timeout => "TIMEOUT",
        }
    }

    /// Whether the suite can pass with it.
    pub fn is_ok(self) -> bool {
        matches!(self, Status::Pass | Status::Xfail | Status::Unsupported)
    }
}

/// The result of one test.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// How it ended.
    pub status: Status,
    /// The commands and what they printed.
    pub log: String,
}

/// Names of directories that hold no tests.
const EXCLUDED: [&str; 2] = ["Inputs", "Output"];

impl Suite {
    /// The test files, as paths relative to the root with `/`, sorted.
    ///
    /// # Errors
    /// A directory that cannot be read.
    pub fn discover(&self) -> std::io::Result<Vec<String>> {
        let mut names = Vec::new();
        let mut open = vec![self.root.clone()];
        while let Some(directory) = open.pop() {
            for entry in std::fs::read_dir(&directory)? {
                let path = entry?.path();
                let name =
                    path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
                if name.starts_with('.') || EXCLUDED.contains(&name.as_str()) {
                    continue;
                }
                if path.is_dir() {
                    open.push(path);
                } else if self.suffixes.iter().any(|suffix| name.ends_with(suffix)) {
                    let relative = path.strip_prefix(&self.root).unwrap_or(&path);
                    names.push(relative.to_string_lossy().replace('\\', "/"));
                }
            }
        }
        names.sort();
        Ok(names)
    }

    /// Whether test `name` does not apply to this machine.
    pub fn is_unsupported(&self, name: &str) -> bool {
        let file = self.read(name);
        file.is_ok_and(|file| file.unsupported(&self.features).is_some())
    }

    fn read(&self, name: &str) -> Result<TestFile, String> {
        let bytes = std::fs::read(self.root.join(name)).map_err(|error| format!("{name}: {error}"))?;
        TestFile::parse(&String::from_utf8_lossy(&bytes))
    }

    /// Runs test `name`.
    pub fn run(&self, name: &str) -> Outcome {
        let unresolved = |log: String| Outcome { status: Status::Unresolved, log };
        let file = match self.read(name) {
            Ok(file) => file,
            Err(message) => return unresolved(message),
        };
        if let Some(reason) = file.unsupported(&self.features) {
            return Outcome { status: Status::Unsupported, log: reason };
        }
        let exec_path = self.exec_root.join(name);
        let directory = exec_path.parent().unwrap_or(&self.exec_root).to_path_buf();
        let base = exec_path.file_name().map(|base| base.to_string_lossy().into_owned()).unwrap_or_default();
        let temporary = directory.join("Output").join(format!("{base}.tmp"));
        if let Err(error) = prepare(&temporary) {
            return unresolved(format!("{}: {error}", temporary.display()));
        }
        let scripts = file.run_lines(&self.root.join(name), &temporary).and_then(|lines| {
            // All lines are read before the first one runs.
            let parse = |line: script::RunLine| match shell::parse(&line.command) {
                Ok(script) => Ok((line.line, script)),
                Err(message) => Err(format!("line {}: {message}: {}", line.line, line.command)),
            };
            lines.into_iter().map(parse).collect::<Result<Vec<_>, _>>()
        });
        match scripts {
            Ok(scripts) => self.run_scripts(&scripts, directory, file.expected_to_fail(&self.features)),
            Err(message) => unresolved(message),
        }
    }

    /// Runs scripts, each with the line it stands on.
    fn run_scripts(
        &self,
        scripts: &[(usize, shell::Script)],
        directory: PathBuf,
        expected_to_fail: bool,
    ) -> Outcome {
        let deadline = Instant::now() + self.timeout;
        let mut shell = Shell::new(self, directory, self.environment(), deadline);
        let mut passed = true;
        for (line, script) in scripts {
            shell.log.push_str(&format!("# RUN at line {line}\n"));
            match shell.run(script) {
                Ok(true) => {}
                Ok(false) => {
                    passed = false;
                    break;
                }
                Err(Abort::Unsupported(message)) => {
                    return Outcome { status: Status::Unresolved, log: shell.log + &message };
                }
                Err(Abort::Timeout) => {
                    let log = format!("{}timeout after {:?}\n", shell.log, self.timeout);
                    return Outcome { status: Status::Timeout, log };
                }
            }
        }
        let status = match (passed, expected_to_fail) {
            (true, false) => Status::Pass,
            (true, true) => Status::Xpass,
            (false, true) => Status::Xfail,
            (false, false) => Status::Fail,
        };
        Outcome { status, log: shell.log }
    }

    /// The environment of a test: a `PATH`, a few harmless variables, and `FILECHECK_OPTS` as in `lit.cfg.py`.
    fn environment(&self) -> BTreeMap<String, String> {
        let kept = ["HOME", "LD_LIBRARY_PATH", "TERM", "TMPDIR", "SYSTEMROOT"];
        let mut env: BTreeMap<String, String> =
            kept.iter().filter_map(|name| Some((name.to_string(), std::env::var(name).ok()?))).collect();
        let system = std::env::var_os("PATH").unwrap_or_default();
        let directories = self.path.iter().cloned().chain(std::env::split_paths(&system));
        if let Ok(path) = std::env::join_paths(directories) {
            env.insert("PATH".to_string(), path.to_string_lossy().into_owned());
        }
        env.insert("FILECHECK_OPTS".to_string(), "-enable-var-scope".to_string());
        env
    }
}

/// Makes the directory of `temporary` and removes what an earlier run left there.
fn prepare(temporary: &Path) -> std::io::Result<()> {
    if let Some(directory) = temporary.parent() {
        std::fs::create_dir_all(directory)?;
    }
    match temporary.symlink_metadata() {
        Ok(meta) if meta.is_dir() => std::fs::remove_dir_all(temporary),
        Ok(_) => std::fs::remove_file(temporary),
        Err(_) => Ok(()),
    }
}
