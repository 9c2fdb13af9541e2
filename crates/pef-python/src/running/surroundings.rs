//! Clocks, randomness and identities during a run: the same in every run of an input, symbolic or plain. What else a
//! program can ask of the machine stays what it is, and is noticed (`noticing.rs`).
//!
//! The builtins behind `time`, `datetime`, `os.urandom`, unseeded generators and `id` are replaced once, and do what they
//! always did outside of runs. In a run a clock begins at one moment and goes on a little each time it is asked, so that
//! loops that wait for it end; `sleep` moves it and does not wait. Where a run really takes long (it waits for a lock or
//! a selector), the clock follows in large steps: fixing it would wait for ever.
//!
//! Rejected: replacing names in modules, which misses `from time import time` and whatever a library bound before.

use std::ffi::c_int;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::Instant;

use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use rustc_hash::FxHashMap;

use super::noticing::{self, Part};
use crate::raw::definitions::{definition_of, replace};
use crate::raw::{Object, Owned};

/// 2024-05-17 13:37:21.25 UTC: no part of it is zero, the first or the last of its kind.
const WALL_BEGINNING: u64 = 1_715_953_041_250_000_000;
const STEADY_BEGINNING: u64 = 1_000_500_000_000;
const TICK: u64 = 100_000;
/// Real time is noticed in steps of this length only.
const STEP: u64 = 250_000_000;
const FIRST_IDENTITY: u64 = 140_000_000_000_000;
const IDENTITY_STEP: u64 = 48;
/// Objects whose identity was asked for are kept until the run ends; not any number of them.
const IDENTITIES: usize = 10_000;
const LONGEST_OCTETS: ffi::Py_ssize_t = 1 << 24;
const SEED: u64 = 20_240_517;

/// What asks for the time only to wait: the program has not seen it then.
const WAITING: &[&str] = &["asyncio", "concurrent", "queue", "selectors", "threading"];

static IN_RUN: AtomicBool = AtomicBool::new(false);
static ASKED: AtomicU64 = AtomicU64::new(0);
static SLEPT: AtomicU64 = AtomicU64::new(0);
static BEGUN: AtomicU64 = AtomicU64::new(0);
static OCTETS: AtomicU64 = AtomicU64::new(0);
static IDENTIFIED: Mutex<Option<FxHashMap<usize, u64>>> = Mutex::new(None);
static ORIGIN: OnceLock<Instant> = OnceLock::new();

/// While it lives, a run is under way.
pub struct Surroundings {
    outer: bool,
}

impl Surroundings {
    pub fn begin() -> Self {
        ASKED.store(0, Ordering::Relaxed);
        SLEPT.store(0, Ordering::Relaxed);
        OCTETS.store(0, Ordering::Relaxed);
        noticing::begin_run();
        BEGUN.store(real_time(), Ordering::Relaxed);
        Self {
            outer: IN_RUN.swap(true, Ordering::Relaxed),
        }
    }
}

impl Drop for Surroundings {
    fn drop(&mut self) {
        IN_RUN.store(self.outer, Ordering::Relaxed);
        let kept = IDENTIFIED
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take();
        for address in kept.into_iter().flat_map(FxHashMap::into_keys) {
            // SAFETY: the reference was taken when the identity was given; runs end with the interpreter attached.
            unsafe { ffi::Py_DECREF(address as Object) };
        }
    }
}

pub fn in_run() -> bool {
    IN_RUN.load(Ordering::Relaxed)
}

fn real_time() -> u64 {
    let elapsed = ORIGIN.get_or_init(Instant::now).elapsed().as_nanos();
    u64::try_from(elapsed).unwrap_or(u64::MAX)
}

/// The nanoseconds that have passed in this run; asking takes a moment.
fn passed() -> u64 {
    // SAFETY: clocks are asked with the interpreter attached.
    if !unsafe { is_asked_by(WAITING) } {
        noticing::notice(Part::Clock);
    }
    let asked = ASKED.fetch_add(1, Ordering::Relaxed);
    let real = real_time().saturating_sub(BEGUN.load(Ordering::Relaxed));
    (asked * TICK)
        .saturating_add(SLEPT.load(Ordering::Relaxed))
        .saturating_add(real / STEP * STEP)
}

#[derive(Clone, Copy)]
enum Clock {
    Wall,
    Steady,
}

fn nanoseconds(clock: Clock) -> u64 {
    let beginning = match clock {
        Clock::Wall => WALL_BEGINNING,
        Clock::Steady => STEADY_BEGINNING,
    };
    beginning.saturating_add(passed())
}

#[expect(clippy::cast_precision_loss, reason = "what clocks lose as well")]
fn seconds(clock: Clock) -> f64 {
    nanoseconds(clock) as f64 / 1e9
}

/// One builtin that is replaced.
struct Replaced {
    module: &'static str,
    /// The class it is a method of; empty for a function.
    class: &'static str,
    name: &'static str,
    flags: c_int,
    replacement: usize,
}

type NoArguments = unsafe extern "C" fn(Object, Object) -> Object;
type Fast = unsafe extern "C" fn(Object, *const Object, ffi::Py_ssize_t) -> Object;
type FastKeywords = unsafe extern "C" fn(Object, *const Object, ffi::Py_ssize_t, Object) -> Object;

const COUNT: usize = 26;
const FAST_KEYWORDS: c_int = ffi::METH_FASTCALL | ffi::METH_KEYWORDS;

/// The functions as they were, in the order of the table.
static NATIVE: [AtomicUsize; COUNT] = [const { AtomicUsize::new(0) }; COUNT];

macro_rules! table {
    ($($index:literal $module:literal $class:literal $name:literal $flags:expr => $function:ident),* $(,)?) => {
        fn table() -> [Replaced; COUNT] {
            [$(Replaced {
                module: $module,
                class: $class,
                name: $name,
                flags: $flags,
                replacement: $function::<$index> as *const () as usize,
            }),*]
        }
    };
}

// Where a function takes its arguments in another way in another version of CPython, it has two lines.
table!(
    0 "time" "" "time" ffi::METH_NOARGS => wall_seconds,
    1 "time" "" "time_ns" ffi::METH_NOARGS => wall_nanoseconds,
    2 "time" "" "monotonic" ffi::METH_NOARGS => steady_seconds,
    3 "time" "" "monotonic_ns" ffi::METH_NOARGS => steady_nanoseconds,
    4 "time" "" "perf_counter" ffi::METH_NOARGS => steady_seconds,
    5 "time" "" "perf_counter_ns" ffi::METH_NOARGS => steady_nanoseconds,
    6 "time" "" "process_time" ffi::METH_NOARGS => steady_seconds,
    7 "time" "" "process_time_ns" ffi::METH_NOARGS => steady_nanoseconds,
    8 "time" "" "thread_time" ffi::METH_NOARGS => steady_seconds,
    9 "time" "" "thread_time_ns" ffi::METH_NOARGS => steady_nanoseconds,
    10 "time" "" "sleep" ffi::METH_O => sleep,
    11 "time" "" "localtime" ffi::METH_VARARGS => dated,
    12 "time" "" "gmtime" ffi::METH_VARARGS => dated,
    13 "time" "" "ctime" ffi::METH_VARARGS => dated,
    14 "time" "" "asctime" ffi::METH_VARARGS => described,
    15 "time" "" "strftime" ffi::METH_VARARGS => described,
    16 "datetime" "datetime" "now" FAST_KEYWORDS => now,
    17 "datetime" "datetime" "utcnow" ffi::METH_NOARGS => utc_now,
    18 "posix" "" "urandom" ffi::METH_O => octets,
    19 "_random" "Random" "seed" ffi::METH_FASTCALL => seed_fast,
    20 "_random" "Random" "seed" ffi::METH_VARARGS => seed,
    21 "builtins" "" "id" ffi::METH_O => identity,
    22 "time" "" "clock_gettime" ffi::METH_VARARGS => wall_seconds,
    23 "time" "" "clock_gettime" ffi::METH_O => wall_seconds,
    24 "time" "" "clock_gettime_ns" ffi::METH_VARARGS => wall_nanoseconds,
    25 "time" "" "clock_gettime_ns" ffi::METH_O => wall_nanoseconds,
);

/// Replaces the builtins of the modules that are loaded. What a run imports for the first time is not among them.
pub fn install(modules: &Bound<'_, PyDict>) -> PyResult<()> {
    noticing::install(modules)?;
    for (index, one) in table().into_iter().enumerate() {
        let Some(module) = modules.get_item(one.module)? else {
            continue;
        };
        let found = if one.class.is_empty() {
            module.getattr_opt(one.name)?
        } else {
            // As an attribute, a method of a class would be bound to it.
            let Some(class) = module.getattr_opt(one.class)? else {
                continue;
            };
            class.getattr("__dict__")?.get_item(one.name).ok()
        };
        let Some(found) = found else { continue };
        // SAFETY: definitions of modules are never freed, and the table says what each replacement takes.
        unsafe {
            if let Some(definition) = definition_of(found.as_ptr())
                && let Some(native) = replace(definition, one.flags, one.replacement)
            {
                NATIVE[index].store(native, Ordering::Relaxed);
            }
        }
    }
    Ok(())
}

unsafe fn native<const INDEX: usize>(own: Object, argument: Object) -> Object {
    // SAFETY: set when the replacement was made, to a function of the same kind.
    unsafe {
        let native: NoArguments = std::mem::transmute(NATIVE[INDEX].load(Ordering::Relaxed));
        native(own, argument)
    }
}

macro_rules! clocks {
    ($($name:ident $make:ident $reading:expr;)*) => {
        $(unsafe extern "C" fn $name<const INDEX: usize>(own: Object, argument: Object) -> Object {
            unsafe {
                if in_run() {
                    return ffi::$make($reading);
                }
                native::<INDEX>(own, argument)
            }
        })*
    };
}

clocks!(
    wall_seconds PyFloat_FromDouble seconds(Clock::Wall);
    wall_nanoseconds PyLong_FromUnsignedLongLong nanoseconds(Clock::Wall);
    steady_seconds PyFloat_FromDouble seconds(Clock::Steady);
    steady_nanoseconds PyLong_FromUnsignedLongLong nanoseconds(Clock::Steady);
);

/// `sleep`: what is no length of time is refused by the function itself.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the conversion saturates, and negative lengths are not converted"
)]
unsafe extern "C" fn sleep<const INDEX: usize>(own: Object, length: Object) -> Object {
    unsafe {
        if in_run() {
            let wanted = ffi::PyFloat_AsDouble(length);
            if !ffi::PyErr_Occurred().is_null() {
                ffi::PyErr_Clear();
            } else if (0.0..1e9).contains(&wanted) {
                noticing::notice(Part::Clock);
                SLEPT.fetch_add((wanted * 1e9) as u64, Ordering::Relaxed);
                return Owned::borrowed(ffi::Py_None()).release();
            }
        }
        native::<INDEX>(own, length)
    }
}

/// Functions of a moment, which is now where none is given.
unsafe extern "C" fn dated<const INDEX: usize>(own: Object, given: Object) -> Object {
    unsafe {
        let count = ffi::PyTuple_GET_SIZE(given);
        let is_now =
            count == 0 || (count == 1 && ffi::PyTuple_GET_ITEM(given, 0) == ffi::Py_None());
        if !in_run() || !is_now {
            return native::<INDEX>(own, given);
        }
        let Some(moment) = Owned::new(ffi::PyFloat_FromDouble(seconds(Clock::Wall))) else {
            return std::ptr::null_mut();
        };
        let Some(given) = Owned::new(ffi::PyTuple_Pack(1, moment.get())) else {
            return std::ptr::null_mut();
        };
        native::<INDEX>(own, given.get())
    }
}

/// Functions of a broken-down time, the last argument, which is that of now where none is given.
unsafe extern "C" fn described<const INDEX: usize>(own: Object, given: Object) -> Object {
    unsafe {
        let wanted = ffi::Py_ssize_t::from(INDEX == 15);
        if !in_run() || ffi::PyTuple_GET_SIZE(given) != wanted {
            return native::<INDEX>(own, given);
        }
        // The function's own object is its module.
        let Some(name) = Owned::new(ffi::PyUnicode_FromString(c"localtime".as_ptr())) else {
            return std::ptr::null_mut();
        };
        let Some(time) = Owned::new(ffi::PyObject_CallMethodNoArgs(own, name.get())) else {
            return std::ptr::null_mut();
        };
        let extended = if wanted == 0 {
            ffi::PyTuple_Pack(1, time.get())
        } else {
            ffi::PyTuple_Pack(2, ffi::PyTuple_GET_ITEM(given, 0), time.get())
        };
        let Some(extended) = Owned::new(extended) else {
            return std::ptr::null_mut();
        };
        native::<INDEX>(own, extended.get())
    }
}

/// `datetime.now(tz=None)`: what `fromtimestamp` makes of the moment.
unsafe extern "C" fn now<const INDEX: usize>(
    class: Object,
    given: *const Object,
    count: ffi::Py_ssize_t,
    names: Object,
) -> Object {
    unsafe {
        let named = if names.is_null() {
            0
        } else {
            ffi::PyTuple_GET_SIZE(names)
        };
        if !in_run() || count + named > 1 {
            let native: FastKeywords = std::mem::transmute(NATIVE[INDEX].load(Ordering::Relaxed));
            return native(class, given, count, names);
        }
        let zone = if count + named == 1 {
            *given
        } else {
            ffi::Py_None()
        };
        moment(class, c"fromtimestamp", &[zone])
    }
}

unsafe extern "C" fn utc_now<const INDEX: usize>(class: Object, nothing: Object) -> Object {
    unsafe {
        if in_run() {
            return moment(class, c"utcfromtimestamp", &[]);
        }
        native::<INDEX>(class, nothing)
    }
}

unsafe fn moment(class: Object, name: &std::ffi::CStr, more: &[Object]) -> Object {
    unsafe {
        let Some(name) = Owned::new(ffi::PyUnicode_FromString(name.as_ptr())) else {
            return std::ptr::null_mut();
        };
        let Some(moment) = Owned::new(ffi::PyFloat_FromDouble(seconds(Clock::Wall))) else {
            return std::ptr::null_mut();
        };
        let mut arguments = vec![class, moment.get()];
        arguments.extend_from_slice(more);
        ffi::PyObject_VectorcallMethod(
            name.get(),
            arguments.as_ptr(),
            arguments.len(),
            std::ptr::null_mut(),
        )
    }
}

/// `os.urandom`, and with it `secrets`, `uuid4` and `SystemRandom`.
unsafe extern "C" fn octets<const INDEX: usize>(own: Object, count: Object) -> Object {
    unsafe {
        if in_run() {
            let wanted = ffi::PyNumber_AsSsize_t(count, std::ptr::null_mut());
            if !ffi::PyErr_Occurred().is_null() {
                ffi::PyErr_Clear();
            } else if let Ok(length) = usize::try_from(wanted)
                && wanted <= LONGEST_OCTETS
            {
                noticing::notice(Part::Randomness);
                let made: Vec<u8> = (0..length).map(|_| next_octet()).collect();
                return ffi::PyBytes_FromStringAndSize(made.as_ptr().cast(), wanted);
            }
        }
        native::<INDEX>(own, count)
    }
}

/// The top of a mixed counter (splitmix64).
fn next_octet() -> u8 {
    let mut mixed = OCTETS
        .fetch_add(1, Ordering::Relaxed)
        .wrapping_add(SEED)
        .wrapping_mul(0x9E37_79B9_7F4A_7C15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    (mixed >> 56) as u8
}

/// Seeding a generator with nothing in particular.
unsafe extern "C" fn seed_fast<const INDEX: usize>(
    own: Object,
    given: *const Object,
    count: ffi::Py_ssize_t,
) -> Object {
    unsafe {
        let native: Fast = std::mem::transmute(NATIVE[INDEX].load(Ordering::Relaxed));
        let is_open = count == 0 || (count == 1 && *given == ffi::Py_None());
        if !in_run() || !is_open {
            return native(own, given, count);
        }
        noticing::notice(Part::Randomness);
        let Some(number) = Owned::new(ffi::PyLong_FromUnsignedLongLong(SEED)) else {
            return std::ptr::null_mut();
        };
        native(own, &raw const *&number.get(), 1)
    }
}

unsafe extern "C" fn seed<const INDEX: usize>(own: Object, given: Object) -> Object {
    unsafe {
        let count = ffi::PyTuple_GET_SIZE(given);
        let is_open =
            count == 0 || (count == 1 && ffi::PyTuple_GET_ITEM(given, 0) == ffi::Py_None());
        if !in_run() || !is_open {
            return native::<INDEX>(own, given);
        }
        noticing::notice(Part::Randomness);
        let Some(number) = Owned::new(ffi::PyLong_FromUnsignedLongLong(SEED)) else {
            return std::ptr::null_mut();
        };
        let Some(given) = Owned::new(ffi::PyTuple_Pack(1, number.get())) else {
            return std::ptr::null_mut();
        };
        native::<INDEX>(own, given.get())
    }
}

/// `id`: numbers in the order in which they are asked for. PEF's own code is given the true ones.
unsafe extern "C" fn identity<const INDEX: usize>(own: Object, object: Object) -> Object {
    unsafe {
        if !in_run() || is_asked_by(&["pef"]) {
            return native::<INDEX>(own, object);
        }
        let given = {
            let mut known = IDENTIFIED.lock().unwrap_or_else(PoisonError::into_inner);
            let known = known.get_or_insert_default();
            let next = FIRST_IDENTITY + known.len() as u64 * IDENTITY_STEP;
            match known.get(&(object as usize)) {
                Some(&given) => Some(given),
                None if known.len() < IDENTITIES => {
                    // An object that is gone would leave its number to another.
                    ffi::Py_INCREF(object);
                    known.insert(object as usize, next);
                    Some(next)
                }
                None => None,
            }
        };
        match given {
            Some(number) => ffi::PyLong_FromUnsignedLongLong(number),
            None => native::<INDEX>(own, object),
        }
    }
}

/// Whether the innermost Python code is in one of these modules or packages, or there is none.
unsafe fn is_asked_by(modules: &[&str]) -> bool {
    unsafe {
        let globals = ffi::PyEval_GetGlobals();
        if globals.is_null() {
            return true;
        }
        let name = ffi::PyDict_GetItemString(globals, c"__name__".as_ptr());
        if name.is_null() || ffi::PyUnicode_Check(name) == 0 {
            return false;
        }
        let text = ffi::PyUnicode_AsUTF8(name);
        if text.is_null() {
            ffi::PyErr_Clear();
            return false;
        }
        let name = std::ffi::CStr::from_ptr(text).to_str().unwrap_or_default();
        let package = name.split('.').next().unwrap_or_default();
        modules.contains(&package)
    }
}
