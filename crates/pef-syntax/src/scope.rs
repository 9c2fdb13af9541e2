//! Qualified names, as CPython's `__qualname__` gives them, kept while walking down a tree.
//!
//! Invariant: every `enter_*` is matched by one `leave`. Functions declared `global` inside a function (whose
//! qualname is the bare name) are not special-cased: nobody writes that, and names only label reports.

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ScopeKind {
    Function,
    Class,
}

#[derive(Debug, Clone, Default)]
pub(crate) struct ScopeNames {
    scopes: Vec<(ScopeKind, String)>,
}

impl ScopeNames {
    pub(crate) fn enter_function(&mut self, name: &str) {
        let qualified = self.qualified(name);
        self.scopes.push((ScopeKind::Function, qualified));
    }

    pub(crate) fn enter_class(&mut self, name: &str) {
        let qualified = self.qualified(name);
        self.scopes.push((ScopeKind::Class, qualified));
    }

    pub(crate) fn leave(&mut self) {
        self.scopes.pop();
    }

    /// The name that a definition called `name` has here.
    pub(crate) fn qualified(&self, name: &str) -> String {
        match self.scopes.last() {
            None => name.to_owned(),
            Some((ScopeKind::Function, outer)) => format!("{outer}.<locals>.{name}"),
            Some((ScopeKind::Class, outer)) => format!("{outer}.{name}"),
        }
    }

    pub(crate) fn current(&self) -> &str {
        self.scopes.last().map_or("<module>", |(_, name)| name)
    }

    pub(crate) fn is_directly_in_class(&self) -> bool {
        matches!(self.scopes.last(), Some((ScopeKind::Class, _)))
    }

    pub(crate) fn is_in_function(&self) -> bool {
        self.scopes
            .iter()
            .any(|(kind, _)| *kind == ScopeKind::Function)
    }
}
