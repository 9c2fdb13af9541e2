//! Confines the present thread, and all that it starts from then on, to what it may do; it cannot be undone.
//!
//! Two mechanisms of the Linux kernel, each for what the other cannot say: Landlock knows files by their place, seccomp
//! knows system calls. Both deny with an error instead of ending the process, so that the program under test sees a
//! refusal as any program does that lacks a right. Invariant: what could not be put into force is reported, never
//! passed over. Rejected: namespaces and containers, which need rights that a user's process often does not have.
//!
//! This crate knows nothing of Python; what to allow is decided by its caller.

#[cfg(target_os = "linux")]
mod files;
#[cfg(target_os = "linux")]
mod system_calls;
#[cfg(all(test, target_os = "linux"))]
mod tests;

use std::path::PathBuf;

/// What a confined thread may still do.
#[derive(Clone, Debug, Default)]
pub struct Permissions {
    /// Files and folders it may read.
    pub read: Vec<PathBuf>,
    /// Files and folders it may read and change.
    pub write: Vec<PathBuf>,
    pub network: bool,
    /// Start other programs and processes.
    pub processes: bool,
    /// Change owners, modes and times of files, which Landlock cannot tie to a place.
    pub attributes: bool,
}

/// Something that this kernel cannot enforce.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Missing {
    /// Nothing is confined here.
    Everything,
    /// Files can be read and changed everywhere.
    Files,
    /// Some ways of using files or signals are not covered.
    PartOfFiles,
    /// Network, processes and signals are not confined.
    SystemCalls,
}

impl Missing {
    /// What it means, for the user.
    pub fn text(self) -> &'static str {
        match self {
            Self::Everything => "this system has no means to confine programs",
            Self::Files => {
                "this kernel has no Landlock: files are protected by Python's audit hooks only"
            }
            Self::PartOfFiles => {
                "this kernel's Landlock is old: some file operations are protected by Python's audit hooks only"
            }
            Self::SystemCalls => {
                "this kernel has no seccomp filters: network and processes are protected by Python's audit hooks only"
            }
        }
    }
}

/// The confinement could not be set up although the kernel has what it takes.
#[derive(Debug, thiserror::Error)]
pub enum ConfineError {
    #[cfg(target_os = "linux")]
    #[error("files cannot be confined: {0}")]
    Files(#[from] landlock::RulesetError),
    #[cfg(target_os = "linux")]
    #[error("system calls cannot be confined: {0}")]
    SystemCalls(#[from] seccompiler::Error),
}

/// Confines this thread; gives what the kernel lacks.
#[cfg(target_os = "linux")]
pub fn confine(permissions: &Permissions) -> Result<Vec<Missing>, ConfineError> {
    let mut missing = Vec::new();
    missing.extend(files::confine(permissions)?);
    // Last, because setting up the other needs system calls.
    missing.extend(system_calls::confine(permissions)?);
    Ok(missing)
}

/// Confines this thread; gives what the system lacks.
#[cfg(not(target_os = "linux"))]
pub fn confine(_permissions: &Permissions) -> Result<Vec<Missing>, ConfineError> {
    Ok(vec![Missing::Everything])
}

/// Has the kernel end this process when its parent ends; elsewhere than on Linux nothing does.
#[cfg(target_os = "linux")]
pub fn end_with_parent() {
    // SAFETY: sets a number that the kernel keeps for this process. It cannot fail for a signal that exists.
    unsafe { libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL, 0, 0, 0) };
}

/// Has the kernel end this process when its parent ends; this system has no such thing.
#[cfg(not(target_os = "linux"))]
pub fn end_with_parent() {}
