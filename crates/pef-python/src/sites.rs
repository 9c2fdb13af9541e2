//! Places in the program: branches of rewritten code, and lines of any code.
//!
//! A branch is a site of its own, apart from its line: what a model decides for an operation on that line says nothing
//! of which sides of the branch have been seen.

use std::sync::Arc;

use pef_explore::SiteId;
use pef_syntax::Point;
use pyo3::prelude::*;
use rustc_hash::FxHashMap;

use crate::raw::{Object, Owned, frame};

/// What a site stands for.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Place {
    pub file: Arc<str>,
    pub line: u32,
    /// Which of the branches of the file it is; nothing for a line as such.
    branch: Option<u32>,
}

/// All sites met so far. Numbers are given in the order of meeting.
#[derive(Default)]
pub struct Sites {
    places: Vec<Place>,
    numbers: FxHashMap<Place, SiteId>,
    branches: FxHashMap<u32, SiteId>,
    /// Nothing for an instruction of a model.
    instructions: FxHashMap<(usize, i32), Option<SiteId>>,
    files: FxHashMap<String, Arc<str>>,
    /// By branch number: where it stands.
    branch_places: Vec<Place>,
    /// By branch number: what the rest of a call depends on there, where that is known.
    points: FxHashMap<u32, Point>,
    /// Folder of the models written in Python: what they decide is placed where they were called.
    internal: Option<String>,
    /// Keeps the code objects alive whose addresses are keys above.
    codes: Vec<Owned>,
    /// The site of what no Python code does.
    nowhere: Option<SiteId>,
}

impl Place {
    fn of_line(file: Arc<str>, line: u32) -> Self {
        Self {
            file,
            line,
            branch: None,
        }
    }

    fn unknown() -> Self {
        Self {
            file: Arc::from("?"),
            line: 0,
            branch: None,
        }
    }
}

impl Sites {
    /// Registers the branches of a file; the first gets the number returned.
    pub fn add_branches(&mut self, file: &str, lines: &[u32]) -> u32 {
        let first = self.branch_places.len() as u32;
        let file = self.file(file);
        self.branch_places
            .extend(lines.iter().zip(0..).map(|(&line, branch)| Place {
                file: Arc::clone(&file),
                line,
                branch: Some(branch),
            }));
        first
    }

    /// Says what the rest of a call depends on at branches.
    pub fn add_points(&mut self, points: impl Iterator<Item = (u32, Point)>) {
        self.points.extend(points);
    }

    /// What the rest of a call depends on at a branch, where that is known.
    pub fn point(&self, branch: u32) -> Option<Point> {
        self.points.get(&branch).cloned()
    }

    pub fn branch_count(&self) -> usize {
        self.branch_places.len()
    }

    pub fn place(&self, site: SiteId) -> &Place {
        &self.places[site.0 as usize]
    }

    /// Makes the folder of the models known.
    pub fn set_internal(&mut self, folder: String) {
        self.internal = Some(folder);
    }

    fn is_internal(&self, file: &str) -> bool {
        self.internal
            .as_ref()
            .is_some_and(|folder| file.starts_with(folder.as_str()))
    }

    /// The site of a branch; one in a model is placed where the model was called.
    ///
    /// # Safety
    /// The interpreter is attached.
    pub unsafe fn branch(&mut self, branch: u32) -> SiteId {
        if let Some(&site) = self.branches.get(&branch) {
            return site;
        }
        let place = self
            .branch_places
            .get(branch as usize)
            .cloned()
            .unwrap_or_else(Place::unknown);
        if self.is_internal(&place.file) {
            return unsafe { self.here() };
        }
        let site = self.add(place);
        self.branches.insert(branch, site);
        site
    }

    /// The site of an instruction; nothing for one of a model.
    ///
    /// # Safety
    /// `code` is a code object.
    unsafe fn instruction(&mut self, code: Object, offset: i32) -> Option<SiteId> {
        if let Some(&site) = self.instructions.get(&(code as usize, offset)) {
            return site;
        }
        let python = unsafe { Python::assume_attached() };
        // SAFETY: a code object's name is an ordinary attribute, whose reading runs no Python code.
        let name = unsafe { Bound::from_borrowed_ptr(python, code) }
            .getattr("co_filename")
            .and_then(|name| name.extract::<String>())
            .unwrap_or_else(|_| "?".to_owned());
        self.codes.push(unsafe { Owned::borrowed(code) });
        let site = (!self.is_internal(&name)).then(|| {
            let file = self.file(&name);
            let line = unsafe { frame::line(code, offset) };
            self.add(Place::of_line(file, line))
        });
        self.instructions.insert((code as usize, offset), site);
        site
    }

    /// The site of what the innermost Python frame outside the models is doing.
    ///
    /// # Safety
    /// The interpreter is attached.
    pub unsafe fn here(&mut self) -> SiteId {
        unsafe {
            let mut current = frame::current();
            while let Some(frame) = current {
                let (code, offset) = frame.position();
                if let Some(site) = self.instruction(code, offset) {
                    return site;
                }
                current = frame.back();
            }
        }
        if self.nowhere.is_none() {
            self.nowhere = Some(self.add(Place::unknown()));
        }
        self.nowhere.unwrap_or(SiteId(0))
    }

    /// The site of a line of a file.
    pub fn line(&mut self, file: &str, line: u32) -> SiteId {
        let file = self.file(file);
        self.add(Place::of_line(file, line))
    }

    /// One site for all instructions of a line: the offset of one and the same operation changes when the interpreter specialises it.
    fn add(&mut self, place: Place) -> SiteId {
        if let Some(&site) = self.numbers.get(&place) {
            return site;
        }
        let site = SiteId(self.places.len() as u32);
        self.numbers.insert(place.clone(), site);
        self.places.push(place);
        site
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
