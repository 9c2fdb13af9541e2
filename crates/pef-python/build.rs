//! Tells the linker where the installed extension finds `libz3`: beside it, in the `z3-solver` distribution of the
//! same `site-packages`. Written into the library itself because an environment variable would have to be set by
//! every user; layouts in which the two are not neighbours are served by `pef/load_engine.py`.
//!
//! And gives the rewriter a number that is another one for every other rewriter: by it `pef/startup/model_cache.py` knows whether
//! what it kept is still what rewriting would give.

use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};

/// All that the text of a rewritten module depends on: the rewriter, and the versions of the parser below it.
const REWRITER: [&str; 2] = ["../pef-syntax", "../../Cargo.lock"];

fn main() {
    // Makes `cfg(Py_3_12)` and its like known: the layout of `int` differs between versions.
    pyo3_build_config::use_pyo3_cfgs();
    println!("cargo:rerun-if-changed=build.rs");
    let mut hasher = DefaultHasher::new();
    for place in REWRITER {
        println!("cargo:rerun-if-changed={place}");
        for file in files(Path::new(place)) {
            // A file that cannot be read is seen to by the compiler.
            fs::read(file).unwrap_or_default().hash(&mut hasher);
        }
    }
    println!("cargo:rustc-env=PEF_REWRITER={:016x}", hasher.finish());
    let system = std::env::var("CARGO_CFG_TARGET_OS").unwrap_or_default();
    let origin = match system.as_str() {
        "macos" => "@loader_path",
        "windows" => return,
        _ => "$ORIGIN",
    };
    println!("cargo:rustc-cdylib-link-arg=-Wl,-rpath,{origin}/../z3/lib");
    // An engine that stays in this folder has no neighbour: `make build` says where its libz3 is.
    println!("cargo:rerun-if-env-changed=PEF_Z3_FOLDER");
    if let Ok(folder) = std::env::var("PEF_Z3_FOLDER") {
        println!("cargo:rustc-cdylib-link-arg=-Wl,-rpath,{folder}");
    }
    // A bench has an interpreter of its own.
    if let Some(folder) = &pyo3_build_config::get().lib_dir() {
        println!("cargo:rustc-link-arg-benches=-Wl,-rpath,{folder}");
    }
}

/// The files at or below a place, always in the same order.
fn files(place: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(place) else {
        return vec![place.to_owned()];
    };
    let mut below: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    below.sort();
    below.iter().flat_map(|one| files(one)).collect()
}
