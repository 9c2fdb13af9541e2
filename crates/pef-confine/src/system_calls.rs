//! System calls, by seccomp: no sockets, no processes, no signals to others, no administration.
//!
//! A list of what is denied, not of what is allowed: the interpreter and the libraries of the program under test use
//! calls that nobody can list, and what matters about files is Landlock's to say. Every call that starts something new
//! in the kernel by which the others could be got around (`io_uring`, `ptrace`, namespaces) is on it.

use std::collections::BTreeMap;

use libc::c_long;
use seccompiler::{
    BackendError, BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition,
    SeccompFilter, SeccompRule, apply_filter,
};

use crate::{Missing, Permissions};

const ALWAYS: &[c_long] = &[
    libc::SYS_ptrace,
    libc::SYS_process_vm_readv,
    libc::SYS_process_vm_writev,
    libc::SYS_pidfd_open,
    libc::SYS_pidfd_getfd,
    libc::SYS_pidfd_send_signal,
    libc::SYS_tkill,
    libc::SYS_rt_sigqueueinfo,
    libc::SYS_rt_tgsigqueueinfo,
    libc::SYS_io_uring_setup,
    libc::SYS_io_uring_enter,
    libc::SYS_io_uring_register,
    libc::SYS_bpf,
    libc::SYS_perf_event_open,
    libc::SYS_userfaultfd,
    libc::SYS_unshare,
    libc::SYS_setns,
    libc::SYS_mount,
    libc::SYS_umount2,
    libc::SYS_pivot_root,
    libc::SYS_chroot,
    libc::SYS_reboot,
    libc::SYS_kexec_load,
    libc::SYS_init_module,
    libc::SYS_finit_module,
    libc::SYS_delete_module,
    libc::SYS_swapon,
    libc::SYS_swapoff,
    libc::SYS_sethostname,
    libc::SYS_setdomainname,
    libc::SYS_settimeofday,
    libc::SYS_clock_settime,
    libc::SYS_adjtimex,
    libc::SYS_clock_adjtime,
    libc::SYS_add_key,
    libc::SYS_request_key,
    libc::SYS_keyctl,
    libc::SYS_kexec_file_load,
    libc::SYS_kcmp,
    libc::SYS_process_madvise,
    libc::SYS_process_mrelease,
    libc::SYS_migrate_pages,
    libc::SYS_move_pages,
    libc::SYS_open_tree,
    libc::SYS_move_mount,
    libc::SYS_fsopen,
    libc::SYS_fsconfig,
    libc::SYS_fsmount,
    libc::SYS_fspick,
    libc::SYS_mount_setattr,
    libc::SYS_quotactl,
    libc::SYS_acct,
    libc::SYS_syslog,
    libc::SYS_vhangup,
    libc::SYS_fanotify_init,
    libc::SYS_open_by_handle_at,
    libc::SYS_lookup_dcookie,
    libc::SYS_nfsservctl,
    // Memory, semaphores and queues that outlive the process, and are not files that Landlock knows.
    libc::SYS_shmget,
    libc::SYS_shmat,
    libc::SYS_shmctl,
    libc::SYS_semget,
    libc::SYS_semop,
    libc::SYS_semtimedop,
    libc::SYS_semctl,
    libc::SYS_msgget,
    libc::SYS_msgsnd,
    libc::SYS_msgrcv,
    libc::SYS_msgctl,
    libc::SYS_mq_open,
    libc::SYS_mq_unlink,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_iopl,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_ioperm,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_uselib,
];

/// Calls that set how a process is scheduled, and the argument that says which: its own is 0.
const SCHEDULING: &[(c_long, u8)] = &[
    (libc::SYS_sched_setaffinity, 0),
    (libc::SYS_sched_setscheduler, 0),
    (libc::SYS_sched_setparam, 0),
    (libc::SYS_sched_setattr, 0),
    (libc::SYS_setpriority, 1),
    (libc::SYS_ioprio_set, 1),
    (libc::SYS_setpgid, 0),
];

// Sockets that exist already are harmless, and so are pairs: event loops use them.
const NETWORK: &[c_long] = &[libc::SYS_socket];

const PROCESSES: &[c_long] = &[
    libc::SYS_execve,
    libc::SYS_execveat,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_fork,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_vfork,
];

const ATTRIBUTES: &[c_long] = &[
    libc::SYS_fchmod,
    libc::SYS_fchmodat,
    libc::SYS_fchown,
    libc::SYS_fchownat,
    libc::SYS_utimensat,
    libc::SYS_setxattr,
    libc::SYS_lsetxattr,
    libc::SYS_fsetxattr,
    libc::SYS_removexattr,
    libc::SYS_lremovexattr,
    libc::SYS_fremovexattr,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_chmod,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_chown,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_lchown,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_utime,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_utimes,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_futimesat,
];

const PRIORITY_OF_PROCESS: u64 = 0;
const TURNS_OF_PROCESS: u64 = 1;

/// `fchmodat2`, newer than the list of the `libc` crate; the same number on all architectures.
const SYS_FCHMODAT2: c_long = 452;

pub fn confine(permissions: &Permissions) -> Result<Option<Missing>, seccompiler::Error> {
    // SAFETY: asks for the mode of this thread and changes nothing.
    if unsafe { libc::prctl(libc::PR_GET_SECCOMP, 0, 0, 0, 0) } < 0 {
        return Ok(Some(Missing::SystemCalls));
    }
    let mut denied = BTreeMap::new();
    let mut deny = |calls: &[c_long]| denied.extend(calls.iter().map(|&call| (call, Vec::new())));
    deny(ALWAYS);
    if !permissions.network {
        deny(NETWORK);
    }
    if !permissions.attributes {
        deny(ATTRIBUTES);
        deny(&[SYS_FCHMODAT2]);
    }
    if !permissions.processes {
        deny(PROCESSES);
        // A new thread is fine, a new process is not.
        let thread = libc::CLONE_THREAD as u64;
        denied.insert(
            libc::SYS_clone,
            vec![rule(0, SeccompCmpOp::MaskedEq(thread), 0)?],
        );
    }
    // A process may signal itself: `abort` does.
    let own = u64::from(std::process::id());
    for call in [libc::SYS_kill, libc::SYS_tgkill] {
        denied.insert(call, vec![rule(0, SeccompCmpOp::Ne, own)?]);
    }
    // Its own limits and turns are its own affair, by its number or by none; those of others are not.
    let is_other = |argument| -> Result<Vec<SeccompRule>, BackendError> {
        let conditions = [0, own].map(|number| {
            SeccompCondition::new(argument, SeccompCmpArgLen::Dword, SeccompCmpOp::Ne, number)
        });
        let [none, other] = conditions;
        Ok(vec![SeccompRule::new(vec![none?, other?])?])
    };
    denied.insert(libc::SYS_prlimit64, is_other(0)?);
    for &(call, argument) in SCHEDULING {
        denied.insert(call, is_other(argument)?);
    }
    // A group of processes, or all of a user's, is more than this process.
    for (call, single) in [
        (libc::SYS_setpriority, PRIORITY_OF_PROCESS),
        (libc::SYS_ioprio_set, TURNS_OF_PROCESS),
    ] {
        denied
            .entry(call)
            .or_default()
            .push(rule(0, SeccompCmpOp::Ne, single)?);
    }
    apply(denied, libc::EPERM)?;
    if !permissions.processes {
        // Its flags are in memory, where no filter can look; told that it does not exist, libraries use `clone`.
        apply(
            BTreeMap::from([(libc::SYS_clone3, Vec::new())]),
            libc::ENOSYS,
        )?;
    }
    Ok(None)
}

fn rule(argument: u8, operator: SeccompCmpOp, value: u64) -> Result<SeccompRule, BackendError> {
    let length = match operator {
        SeccompCmpOp::MaskedEq(_) => SeccompCmpArgLen::Qword,
        _ => SeccompCmpArgLen::Dword,
    };
    SeccompRule::new(vec![SeccompCondition::new(
        argument, length, operator, value,
    )?])
}

fn apply(denied: BTreeMap<c_long, Vec<SeccompRule>>, error: i32) -> Result<(), seccompiler::Error> {
    let filter = SeccompFilter::new(
        denied,
        SeccompAction::Allow,
        SeccompAction::Errno(error as u32),
        std::env::consts::ARCH.try_into()?,
    )?;
    let program: BpfProgram = filter.try_into()?;
    apply_filter(&program)
}
