//! Which parts of its surroundings a run asked for: a verdict holds only for surroundings like these.
//!
//! The clock and randomness are replaced (`surroundings.rs`); files, the user, the machine, the locale and foreign
//! functions answer what they always do, and that they were asked is noticed where every way to them ends: in the
//! definitions of the builtins, and in the call of foreign functions. The number of the process is made the same in
//! all processes: one that no process can have, so that it does no harm wherever it gets to.

use std::ffi::c_int;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicUsize, Ordering};

use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyType};

use super::surroundings::in_run;
use crate::raw::Object;
use crate::raw::definitions::SlotDescriptor;
use crate::raw::definitions::{definition_of, replace, way_of};
use crate::raw::frame;

/// A part of the surroundings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    Clock,
    Randomness,
    Environment,
    CommandLine,
    Process,
    Machine,
    User,
    Folder,
    Files,
    Locale,
    Foreign,
}

const PARTS: &[(Part, &str)] = &[
    (Part::Clock, "the clock"),
    (Part::Randomness, "random numbers"),
    (Part::Environment, "the environment variables"),
    (Part::CommandLine, "the command line"),
    (Part::Process, "the number of the process"),
    (Part::Machine, "the machine"),
    (Part::User, "the user"),
    (Part::Folder, "the current folder"),
    (Part::Files, "the files"),
    (Part::Locale, "the locale"),
    (Part::Foreign, "what foreign functions did"),
];

/// Beyond the largest number that Linux gives to a process (`PID_MAX_LIMIT`).
const PROCESS: std::ffi::c_long = 4_200_000;
const PARENT: std::ffi::c_long = PROCESS - 1;

/// What asks on behalf of others, whoever these are.
const BETWEEN: &[&str] = &[
    "_collections_abc",
    // What the former calls itself.
    "collections.abc",
    "genericpath",
    "os",
    "pathlib",
    "posixpath",
    "pef.isolation.process_settings",
];

/// Who asks for files and folders to load or show code, or whether to be strict with coroutines: the program has not seen
/// them then.
const LOADING: &[&str] = &[
    "_frozen_importlib",
    "_frozen_importlib_external",
    "asyncio",
    "importlib",
    "inspect",
    "linecache",
    "pef",
    "pkgutil",
    "tokenize",
    "traceback",
    "zipimport",
];

static USED: AtomicU32 = AtomicU32::new(0);
static REFUSED: AtomicBool = AtomicBool::new(false);

pub fn notice(part: Part) {
    USED.fetch_or(1 << part as u32, Ordering::Relaxed);
}

pub fn begin_run() {
    REFUSED.store(false, Ordering::Relaxed);
}

/// What runs have asked for since the last time, in words.
#[pyfunction]
pub fn take_surroundings() -> Vec<&'static str> {
    let used = USED.swap(0, Ordering::Relaxed);
    let is_used = |part: Part| used & (1 << part as u32) != 0;
    PARTS
        .iter()
        .filter_map(|&(part, word)| is_used(part).then_some(word))
        .collect()
}

/// The program, if it runs, asks for its environment variables, or (`command_line`) for how Python was started.
#[pyfunction]
pub fn notice_environment(command_line: bool) {
    let part = if command_line {
        Part::CommandLine
    } else {
        Part::Environment
    };
    // SAFETY: called from Python.
    unsafe { asked(part) };
}

/// Whether the kernel refused something to a foreign function in the last run.
pub fn foreign_refusal() -> bool {
    REFUSED.load(Ordering::Relaxed)
}

/// Notices that a part is asked for, by the program or by a library that it called.
unsafe fn asked(part: Part) -> bool {
    // SAFETY: builtins are called with the interpreter attached.
    if !in_run() || !unsafe { is_for_program() } {
        return false;
    }
    notice(part);
    true
}

/// Whether it is not in order to load or show code that something is asked for.
unsafe fn is_for_program() -> bool {
    unsafe {
        let mut frame = frame::current();
        while let Some(current) = frame {
            let name = current.module_name();
            if !BETWEEN.contains(&name.as_str()) {
                let package = name.split('.').next().unwrap_or_default();
                return !LOADING.contains(&package);
            }
            frame = current.back();
        }
        false
    }
}

type Plain = unsafe extern "C" fn(Object, Object) -> Object;
type Fast = unsafe extern "C" fn(Object, *const Object, ffi::Py_ssize_t) -> Object;
type FastKeywords = unsafe extern "C" fn(Object, *const Object, ffi::Py_ssize_t, Object) -> Object;
type Keywords = unsafe extern "C" fn(Object, Object, Object) -> Object;

/// One builtin that is noticed, and what stands in for it, by how it takes its arguments in this version of CPython.
struct Noticed {
    module: &'static str,
    name: &'static str,
    plain: Plain,
    fast: Fast,
    fast_keywords: FastKeywords,
    keywords: Keywords,
}

macro_rules! noticed {
    ($count:literal: $($index:literal $module:literal $name:literal $part:ident),* $(,)?) => {
        const COUNT: usize = $count;
        const PART_OF: [Part; COUNT] = [$(Part::$part),*];
        const NOTICED: [Noticed; COUNT] = [$(Noticed {
            module: $module,
            name: $name,
            plain: plain::<$index>,
            fast: fast::<$index>,
            fast_keywords: fast_keywords::<$index>,
            keywords: keywords::<$index>,
        }),*];
    };
}

noticed!(40:
    0 "posix" "getpid" Process,
    1 "posix" "getppid" Process,
    2 "posix" "kill" Process,
    3 "posix" "getpgrp" Process,
    4 "posix" "getsid" Process,
    5 "posix" "getcwd" Folder,
    6 "posix" "getcwdb" Folder,
    7 "posix" "cpu_count" Machine,
    8 "posix" "uname" Machine,
    9 "posix" "getloadavg" Machine,
    10 "posix" "sched_getaffinity" Machine,
    11 "posix" "sysconf" Machine,
    12 "posix" "get_terminal_size" Machine,
    13 "_socket" "gethostname" Machine,
    14 "posix" "getlogin" User,
    15 "posix" "getuid" User,
    16 "posix" "geteuid" User,
    17 "posix" "getgid" User,
    18 "posix" "getegid" User,
    19 "posix" "getgroups" User,
    20 "pwd" "getpwuid" User,
    21 "pwd" "getpwnam" User,
    22 "posix" "stat" Files,
    23 "posix" "lstat" Files,
    24 "posix" "access" Files,
    25 "posix" "listdir" Files,
    26 "posix" "scandir" Files,
    27 "posix" "readlink" Files,
    28 "posix" "open" Files,
    29 "posix" "statvfs" Files,
    30 "_io" "open" Files,
    31 "_locale" "setlocale" Locale,
    32 "_locale" "localeconv" Locale,
    33 "_locale" "nl_langinfo" Locale,
    34 "_locale" "getencoding" Locale,
    35 "_locale" "strcoll" Locale,
    36 "_locale" "strxfrm" Locale,
    37 "posix" "isatty" Machine,
    38 "posix" "times" Clock,
    39 "posix" "getpgid" Process,
);
const GETPID: usize = 0;
const GETPPID: usize = 1;
const KILL: usize = 2;

/// The functions as they were, in the order of the table.
static NATIVE: [AtomicUsize; COUNT] = [const { AtomicUsize::new(0) }; COUNT];

pub fn install(modules: &Bound<'_, PyDict>) -> PyResult<()> {
    for (index, one) in NOTICED.iter().enumerate() {
        let Some(module) = modules.get_item(one.module)? else {
            continue;
        };
        let Some(found) = module.getattr_opt(one.name)? else {
            continue;
        };
        // SAFETY: definitions of modules are never freed, and the replacement is chosen by what the definition takes.
        unsafe {
            let Some(definition) = definition_of(found.as_ptr()) else {
                continue;
            };
            let flags = way_of(definition);
            let Some(replacement) = one.replacement(flags) else {
                continue;
            };
            if let Some(native) = replace(definition, flags, replacement) {
                NATIVE[index].store(native, Ordering::Relaxed);
            }
        }
    }
    for (index, (module, class)) in FOREIGN.into_iter().enumerate() {
        let Some(module) = modules.get_item(module)? else {
            continue;
        };
        if let Some(class) = module.getattr_opt(class)? {
            install_calls(&class, index)?;
        }
    }
    Ok(())
}

impl Noticed {
    fn replacement(&self, flags: c_int) -> Option<usize> {
        const FAST_KEYWORDS: c_int = ffi::METH_FASTCALL | ffi::METH_KEYWORDS;
        const KEYWORDS: c_int = ffi::METH_VARARGS | ffi::METH_KEYWORDS;
        match flags {
            ffi::METH_NOARGS | ffi::METH_O | ffi::METH_VARARGS => Some(self.plain as usize),
            ffi::METH_FASTCALL => Some(self.fast as usize),
            FAST_KEYWORDS => Some(self.fast_keywords as usize),
            KEYWORDS => Some(self.keywords as usize),
            _ => None,
        }
    }
}

unsafe extern "C" fn plain<const INDEX: usize>(own: Object, argument: Object) -> Object {
    unsafe {
        if asked(PART_OF[INDEX]) {
            match INDEX {
                GETPID => return ffi::PyLong_FromLong(PROCESS),
                GETPPID => return ffi::PyLong_FromLong(PARENT),
                _ => {}
            }
        }
        let native: Plain = std::mem::transmute(NATIVE[INDEX].load(Ordering::Relaxed));
        native(own, argument)
    }
}

unsafe extern "C" fn fast<const INDEX: usize>(
    own: Object,
    given: *const Object,
    count: ffi::Py_ssize_t,
) -> Object {
    unsafe {
        let native: Fast = std::mem::transmute(NATIVE[INDEX].load(Ordering::Relaxed));
        if asked(PART_OF[INDEX])
            && INDEX == KILL
            && count == 2
            && ffi::PyLong_CheckExact(*given) != 0
            && is_own_number(*given)
        {
            // A program that signals itself means this process.
            let real = ffi::PyLong_FromLong(std::process::id().into());
            if real.is_null() {
                return real;
            }
            let result = native(own, [real, *given.add(1)].as_ptr(), count);
            ffi::Py_DECREF(real);
            return result;
        }
        native(own, given, count)
    }
}

unsafe fn is_own_number(value: Object) -> bool {
    unsafe {
        let number = ffi::PyLong_AsLong(value);
        if !ffi::PyErr_Occurred().is_null() {
            ffi::PyErr_Clear();
        }
        number == PROCESS
    }
}

unsafe extern "C" fn fast_keywords<const INDEX: usize>(
    own: Object,
    given: *const Object,
    count: ffi::Py_ssize_t,
    names: Object,
) -> Object {
    unsafe {
        asked(PART_OF[INDEX]);
        let native: FastKeywords = std::mem::transmute(NATIVE[INDEX].load(Ordering::Relaxed));
        native(own, given, count, names)
    }
}

unsafe extern "C" fn keywords<const INDEX: usize>(
    own: Object,
    given: Object,
    named: Object,
) -> Object {
    unsafe {
        asked(PART_OF[INDEX]);
        let native: Keywords = std::mem::transmute(NATIVE[INDEX].load(Ordering::Relaxed));
        native(own, given, named)
    }
}

/// The classes of foreign functions, each with the classes derived from it.
const FOREIGN: [(&str, &str); 2] = [("_ctypes", "CFuncPtr"), ("_cffi_backend", "CData")];
static FOREIGN_CALLS: [AtomicUsize; FOREIGN.len()] = [const { AtomicUsize::new(0) }; FOREIGN.len()];

fn install_calls(class: &Bound<'_, PyAny>, index: usize) -> PyResult<()> {
    let replacements = [
        foreign_call::<0> as *const () as usize,
        foreign_call::<1> as *const () as usize,
    ];
    let place = class.as_ptr().cast::<ffi::PyTypeObject>();
    // SAFETY: a class of the module, which is never freed; its slot is read and written with the interpreter attached.
    unsafe {
        let slot = (&raw mut (*place).tp_call).cast::<usize>();
        let native = slot.read();
        if native != 0 && native != replacements[index] {
            let known = &FOREIGN_CALLS[index];
            // A derived class with a call of its own gets to this one by itself.
            if known.load(Ordering::Relaxed) == 0 || known.load(Ordering::Relaxed) == native {
                known.store(native, Ordering::Relaxed);
                slot.write(replacements[index]);
            }
        }
        // Classes that are made later take their slot from the descriptor.
        if let Ok(descriptor) = class.getattr("__dict__")?.get_item("__call__")
            && ffi::Py_TYPE(descriptor.as_ptr()) == &raw mut ffi::PyWrapperDescr_Type
        {
            let descriptor = &mut *descriptor.as_ptr().cast::<SlotDescriptor>();
            if descriptor.wrapped == FOREIGN_CALLS[index].load(Ordering::Relaxed) {
                descriptor.wrapped = replacements[index];
            }
        }
    }
    let kind = class.py().get_type::<PyType>();
    let derived = kind.call_method1("__subclasses__", (class,))?;
    for one in derived.cast::<PyList>()?.iter() {
        install_calls(&one, index)?;
    }
    Ok(())
}

unsafe extern "C" fn foreign_call<const INDEX: usize>(
    own: Object,
    given: Object,
    named: Object,
) -> Object {
    unsafe {
        let native: Keywords = std::mem::transmute(FOREIGN_CALLS[INDEX].load(Ordering::Relaxed));
        if !asked(Part::Foreign) {
            return native(own, given, named);
        }
        set_error_number(0);
        let result = native(own, given, named);
        let refusals = [1, 13];
        // EPERM and EACCES: a refusal that no exception tells of.
        if std::io::Error::last_os_error()
            .raw_os_error()
            .is_some_and(|number| refusals.contains(&number))
        {
            REFUSED.store(true, Ordering::Relaxed);
        }
        result
    }
}

/// Sets what the last system call that failed has left.
unsafe fn set_error_number(number: c_int) {
    unsafe extern "C" {
        #[cfg_attr(target_os = "linux", link_name = "__errno_location")]
        #[cfg_attr(target_os = "macos", link_name = "__error")]
        fn place() -> *mut c_int;
    }
    // SAFETY: the C library gives the place of this thread's number.
    unsafe { *place() = number };
}
