//! Rewrites files on the command line: one file to standard output, or many into a folder.
//!
//! `pef-rewrite [--fstrings] FILE` prints the rewritten file. `pef-rewrite [--fstrings] --batch` reads lines of
//! `input<TAB>output` from standard input, writes each result, and prints `output<TAB>problem` for every file that
//! could not be rewritten. It exists for the tests under `tests/instrumentation`, which need no extension module
//! this way, and for looking at what the rewriting does. Input is UTF-8: decoding is the caller's business.

use std::io::{BufRead, Write};
use std::process::ExitCode;

use pef_syntax::{Options, instrument};

fn rewrite(path: &str, options: Options) -> Result<String, String> {
    let bytes = std::fs::read(path).map_err(|error| format!("{path}: {error}"))?;
    let text = String::from_utf8(bytes).map_err(|error| format!("{path}: not UTF-8: {error}"))?;
    instrument(&text, &options)
        .map(|result| result.text)
        .map_err(|problem| format!("{path}:{problem}"))
}

fn batch(options: Options) -> std::io::Result<ExitCode> {
    let mut standard_output = std::io::stdout().lock();
    for line in std::io::stdin().lock().lines() {
        let line = line?;
        let Some((input, output)) = line.split_once('\t') else {
            eprintln!("expected input<TAB>output, got: {line}");
            return Ok(ExitCode::from(2));
        };
        match rewrite(input, options) {
            Ok(text) => std::fs::write(output, text)?,
            Err(problem) => writeln!(standard_output, "{output}\t{problem}")?,
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn main() -> ExitCode {
    let mut options = Options::default();
    let mut files = Vec::new();
    let mut is_batch = false;
    for argument in std::env::args().skip(1) {
        match argument.as_str() {
            "--fstrings" => options.fstrings = true,
            "--batch" => is_batch = true,
            _ => files.push(argument),
        }
    }
    let outcome = match (is_batch, files.as_slice()) {
        (true, []) => batch(options),
        (false, [file]) => match rewrite(file, options) {
            Ok(text) => std::io::stdout()
                .lock()
                .write_all(text.as_bytes())
                .map(|()| ExitCode::SUCCESS),
            Err(problem) => {
                eprintln!("{problem}");
                return ExitCode::FAILURE;
            }
        },
        _ => {
            eprintln!("usage: pef-rewrite [--fstrings] (FILE | --batch)");
            return ExitCode::from(2);
        }
    };
    outcome.unwrap_or_else(|error| {
        eprintln!("{error}");
        ExitCode::FAILURE
    })
}
