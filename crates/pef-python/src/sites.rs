//! Places in the program: branches of rewritten code, and instructions of any code.

use std::sync::Arc;

use pef_explore::SiteId;
use pyo3::prelude::*;
use rustc_hash::FxHashMap;

use crate::raw::{Object, Owned, frame};

/// What a site stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    pub file: Arc<str>,
    pub line: u32,
}

/// All sites met so far. Numbers are given in the order of meeting.
#[derive(Default)]
pub struct Sites {
    places: Vec<Place>,
    branches: FxHashMap<u32, SiteId>,
    instructions: FxHashMap<(usize, i32), SiteId>,
    files: FxHashMap<String, Arc<str>>,
    /// By branch number: where it stands.
    branch_places: Vec<Place>,
    /// Keeps the code objects alive whose addresses are keys above.
    codes: Vec<Owned>,
}

impl Sites {
    /// Registers the branches of a file; the first gets the number returned.
    pub fn add_branches(&mut self, file: &str, lines: &[u32]) -> u32 {
        let first = self.branch_places.len() as u32;
        let file = self.file(file);
        self.branch_places.extend(lines.iter().map(|&line| Place {
            file: Arc::clone(&file),
            line,
        }));
        first
    }

    pub fn branch_count(&self) -> usize {
        self.branch_places.len()
    }

    pub fn place(&self, site: SiteId) -> &Place {
        &self.places[site.0 as usize]
    }

    /// The site of a branch.
    pub fn branch(&mut self, branch: u32) -> SiteId {
        if let Some(&site) = self.branches.get(&branch) {
            return site;
        }
        let place = self
            .branch_places
            .get(branch as usize)
            .cloned()
            .unwrap_or_else(|| Place {
                file: Arc::from("?"),
                line: 0,
            });
        let site = self.add(place);
        self.branches.insert(branch, site);
        site
    }

    /// The site of an instruction.
    ///
    /// # Safety
    /// `code` is a code object, or null for "no Python code is running".
    unsafe fn instruction(&mut self, code: Object, offset: i32) -> SiteId {
        if let Some(&site) = self.instructions.get(&(code as usize, offset)) {
            return site;
        }
        let place = if code.is_null() {
            Place {
                file: Arc::from("?"),
                line: 0,
            }
        } else {
            let python = unsafe { Python::assume_attached() };
            // SAFETY: a code object's name is an ordinary attribute, whose reading runs no Python code.
            let name = unsafe { Bound::from_borrowed_ptr(python, code) }
                .getattr("co_filename")
                .and_then(|name| name.extract::<String>())
                .unwrap_or_else(|_| "?".to_owned());
            self.codes.push(unsafe { Owned::borrowed(code) });
            Place {
                file: self.file(&name),
                line: unsafe { frame::line(code, offset) },
            }
        };
        let site = self.add(place);
        self.instructions.insert((code as usize, offset), site);
        site
    }

    /// The site of what the innermost Python frame is doing.
    ///
    /// # Safety
    /// The interpreter is attached.
    pub unsafe fn here(&mut self) -> SiteId {
        unsafe {
            let (code, offset) = frame::position().unwrap_or((std::ptr::null_mut(), 0));
            self.instruction(code, offset)
        }
    }

    fn add(&mut self, place: Place) -> SiteId {
        self.places.push(place);
        SiteId(self.places.len() as u32 - 1)
    }

    fn file(&mut self, name: &str) -> Arc<str> {
        if let Some(file) = self.files.get(name) {
            return Arc::clone(file);
        }
        let file: Arc<str> = Arc::from(name);
        self.files.insert(name.to_owned(), Arc::clone(&file));
        file
    }
}
