//! Confinement is per thread and for good, so each test confines a thread of its own.

use std::fs;
use std::io::ErrorKind;
use std::net::{TcpListener, UdpSocket};
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::{Permissions, confine};

/// A folder that is removed again.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("pef-confine-{}-{name}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        fs::write(path.join("here"), "content").unwrap();
        Self(path)
    }

    fn file(&self) -> PathBuf {
        self.0.join("here")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Runs `check` in a confined thread; nothing to check where the kernel lacks something.
fn confined(permissions: Permissions, check: impl FnOnce() + Send + 'static) {
    std::thread::spawn(move || {
        if confine(&permissions).unwrap().is_empty() {
            check();
        }
    })
    .join()
    .unwrap();
}

fn denied<T>(result: std::io::Result<T>) -> bool {
    result.is_err_and(|error| error.kind() == ErrorKind::PermissionDenied)
}

fn remove(file: &Path) -> std::io::Result<()> {
    fs::remove_file(file)
}

#[test]
fn nothing_is_allowed_by_default() {
    let folder = Folder::new("nothing");
    let file = folder.file();
    confined(Permissions::default(), move || {
        assert!(denied(fs::read(&file)));
        assert!(denied(fs::write(&file, "changed")));
        assert!(denied(remove(&file)));
        assert!(denied(fs::rename(&file, file.with_extension("other"))));
        assert!(denied(fs::create_dir(file.with_extension("folder"))));
        assert!(denied(TcpListener::bind("127.0.0.1:0")));
        assert!(denied(UdpSocket::bind("127.0.0.1:0")));
        assert!(denied(Command::new("/bin/true").status()));
    });
    assert_eq!(fs::read_to_string(folder.file()).unwrap(), "content");
}

#[test]
fn what_may_be_read_may_not_be_changed() {
    let folder = Folder::new("read");
    let file = folder.file();
    let permissions = Permissions {
        read: vec![folder.0.clone()],
        ..Permissions::default()
    };
    confined(permissions, move || {
        assert_eq!(fs::read_to_string(&file).unwrap(), "content");
        assert!(denied(fs::write(&file, "changed")));
        assert!(denied(remove(&file)));
        let mode = fs::metadata(&file).unwrap().permissions();
        assert!(denied(fs::set_permissions(&file, mode)));
    });
}

#[test]
fn what_may_be_written_may() {
    let folder = Folder::new("write");
    let file = folder.file();
    let permissions = Permissions {
        write: vec![folder.0.clone()],
        ..Permissions::default()
    };
    confined(permissions, move || {
        fs::write(&file, "changed").unwrap();
        assert_eq!(fs::read_to_string(&file).unwrap(), "changed");
        remove(&file).unwrap();
    });
}

#[test]
fn one_thing_can_be_opened() {
    let permissions = Permissions {
        network: true,
        ..Permissions::default()
    };
    confined(permissions, || {
        assert!(TcpListener::bind("127.0.0.1:0").is_ok());
        assert!(denied(Command::new("/bin/true").status()));
    });
}

#[test]
fn threads_and_pairs_of_sockets_stay_possible() {
    confined(Permissions::default(), || {
        assert_eq!(std::thread::spawn(|| 7).join().unwrap(), 7);
        assert!(UnixStream::pair().is_ok());
    });
}

#[test]
fn only_oneself_can_be_signalled() {
    let parent = std::os::unix::process::parent_id() as i32;
    let own = std::process::id() as i32;
    confined(Permissions::default(), move || {
        // SAFETY: signal 0 asks whether a signal could be sent, and sends none.
        assert_eq!(unsafe { libc::kill(parent, 0) }, -1);
        assert_eq!(unsafe { libc::kill(own, 0) }, 0);
    });
}

#[test]
fn only_ones_own_turns_can_be_changed() {
    let parent = std::os::unix::process::parent_id();
    let own = std::process::id();
    confined(Permissions::default(), move || {
        let priority = |which, who| {
            // SAFETY: asks for a niceness and sets it to the same or, where that is refused, not at all.
            unsafe { libc::setpriority(which, who, libc::getpriority(which, who)) }
        };
        assert_eq!(priority(libc::PRIO_PROCESS, own), 0);
        assert_eq!(priority(libc::PRIO_PROCESS, parent), -1);
        assert_eq!(priority(libc::PRIO_USER, 0), -1);
        // SAFETY: the sets are read into and from memory of that size; a set of others is only asked for.
        let affinity = |process: u32| unsafe {
            let mut set: libc::cpu_set_t = std::mem::zeroed();
            let size = size_of::<libc::cpu_set_t>();
            assert_eq!(
                libc::sched_getaffinity(process as i32, size, &raw mut set),
                0
            );
            libc::sched_setaffinity(process as i32, size, &raw const set)
        };
        assert_eq!(affinity(0), 0);
        assert_eq!(affinity(parent), -1);
    });
}

#[test]
fn nothing_is_left_in_the_kernel() {
    confined(Permissions::default(), || {
        // SAFETY: each is refused before it does anything.
        unsafe {
            assert_eq!(libc::shmget(libc::IPC_PRIVATE, 4096, 0o600), -1);
            assert_eq!(libc::semget(libc::IPC_PRIVATE, 1, 0o600), -1);
            assert_eq!(libc::msgget(libc::IPC_PRIVATE, 0o600), -1);
        }
    });
}
