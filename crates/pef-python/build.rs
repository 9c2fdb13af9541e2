//! Tells the linker where the installed extension finds `libz3`: beside it, in the `z3-solver` distribution of the
//! same `site-packages`. Written into the library itself because an environment variable would have to be set by
//! every user; layouts in which the two are not neighbours are served by `pef/_native.py`.

fn main() {
    // Makes `cfg(Py_3_12)` and its like known: the layout of `int` differs between versions.
    pyo3_build_config::use_pyo3_cfgs();
    println!("cargo:rerun-if-changed=build.rs");
    let system = std::env::var("CARGO_CFG_TARGET_OS").unwrap_or_default();
    let origin = match system.as_str() {
        "macos" => "@loader_path",
        "windows" => return,
        _ => "$ORIGIN",
    };
    println!("cargo:rustc-cdylib-link-arg=-Wl,-rpath,{origin}/../z3/lib");
}
