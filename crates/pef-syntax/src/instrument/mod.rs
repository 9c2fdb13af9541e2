//! Rewriting of source so that the engine sees what C code would hide from it.
//!
//! The constructs named in [`hooks`] become calls of names found in `builtins`; everything else keeps its text. The
//! text is edited at the ranges the parser gives, so **every line stays where it was**, comments and layout included,
//! and the result compiles wherever the input did (no new syntax, and inside f-strings no quotes and no backslashes).
//!
//! Meaning: with no symbolic value about, each hook is the native operation. Nothing is evaluated more or less often,
//! earlier or later, but for names and numbers on the sides of some conditional expressions; no temporaries and no lambdas are introduced, so scopes are what they were,
//! but for truth values in patterns ([`patterns`]). Left alone:
//!
//! - annotations, type parameters and type aliases (they may be read as text), other patterns of `match`, t-strings;
//! - tests that are constants (`while True`), so that the compiler still removes what cannot be reached;
//! - `super`, `locals` and `globals` as callees: they take no value of the program, so there is nothing to model, and
//!   the compiler looks for a call of the bare name `super`. All other callees are wrapped, also those that look at
//!   the calling frame (`eval`, `exec`, `vars`, `dir`, `__import__`, `sys._getframe`): the hook gives back the function
//!   itself or a wrapper in C, neither of which adds a Python frame, and the strings given to `eval` and `exec` must
//!   be rewritten when they run;
//! - `a.b %= c` and `a[i] %= c`: `a` would have to be evaluated twice. The `%` slots of symbolic values still see them;
//! - `{x=}` in an f-string when its text cannot be kept otherwise, and operations nested so deeply that CPython's limit
//!   of 200 open brackets would be passed. Both are listed in [`Instrumented::left_native`], since a verdict must
//!   not be stronger than what was observed.
//!
//! Known and accepted: the call of a method on a continuation line of a chain (`a\n.b()`) is attributed to the line on
//! which the chain starts, because the compiler special-cases only `Attribute` callees. Findings are reported from the
//! un-instrumented replay, where the line is right.
//! Columns are not kept, so instrumented code should run with `PYTHONNODEBUGRANGES`, and a text that CPython then refuses
//! (`return` outside a function: the parser here is more liberal) should be compiled once more as it was, for the message.
//! In a class body the hooks are looked up in the class namespace first; a metaclass whose namespace invents names
//! (`__missing__`) sees them like any other builtin used there, as names with two underscores on both sides.

mod conditions;
mod displays;
mod expressions;
mod formatted;
mod patterns;
mod statements;

#[cfg(test)]
mod tests;

use ruff_python_ast::Mod;
use ruff_python_ast::token::{TokenKind, Tokens};
use ruff_python_ast::visitor::source_order::SourceOrderVisitor;
use ruff_text_size::{Ranged, TextRange, TextSize};

use crate::branches::{Branch, BranchMap, Target};
use crate::liveness::Points;
use crate::parse::{Mode, SyntaxProblem, with_tree};
use crate::rewriter::Rewriter;
use crate::scope::ScopeNames;
use crate::source::Source;

/// The names that rewritten code uses. All end with `__`, so that they are not mangled inside classes.
pub mod hooks {
    /// `a[i]` → `__pef_sub__(a, i)`
    pub const SUBSCRIPT: &str = "__pef_sub__";
    /// `lo:hi:step` in a subscript that is read → `__pef_slice__(lo, hi, step)`
    pub const SLICE: &str = "__pef_slice__";
    /// `a[i] = v`, `del a[i]`, … → `__pef_store__(a)[i] = v`
    pub const STORE: &str = "__pef_store__";
    /// `f(x)` → `__pef_callee__(f)(x)`
    pub const CALLEE: &str = "__pef_callee__";
    /// `a in b` → `__pef_in__(a, b)`
    pub const IN: &str = "__pef_in__";
    /// `a not in b` → `__pef_not_in__(a, b)`
    pub const NOT_IN: &str = "__pef_not_in__";
    /// `a is b` → `__pef_is__(a, b)`
    pub const IS: &str = "__pef_is__";
    /// `a is not b` → `__pef_is_not__(a, b)`
    pub const IS_NOT: &str = "__pef_is_not__";
    /// the right operand of `in` within a chain of comparisons
    pub const CONTAINER: &str = "__pef_container__";
    /// an operand of `is` within a chain of comparisons
    pub const SETTLE: &str = "__pef_settle__";
    /// `not x` where its value is used → `__pef_not__(x)`
    pub const NOT: &str = "__pef_not__";
    /// `if c` → `if __pef_branch__(7, c)`
    pub const BRANCH: &str = "__pef_branch__";
    /// `a if a > b else b` → `__pef_choose__(7, a, a > b, b)`, where evaluating both sides does nothing
    pub const CHOOSE: &str = "__pef_choose__";
    /// `for x in y` around an `if` → `for x in __pef_loop__(7, y)`
    pub const LOOP: &str = "__pef_loop__";
    /// `match x` → `match __pef_match__(x)`
    pub const MATCH: &str = "__pef_match__";
    /// `a % b` → `__pef_mod__(a, b)`
    pub const MODULO: &str = "__pef_mod__";
    /// `a %= b` → `a = __pef_imod__(a, b)`
    pub const MODULO_IN_PLACE: &str = "__pef_imod__";
    /// an f-string → `__pef_fstring__("text", __pef_format__(x, -1), …)`: the parts joined; one part is itself
    pub const FSTRING: &str = "__pef_fstring__";
    /// `{x!r:spec}` → `__pef_format__(x, 114, "spec")`; the conversion is a character code or -1
    pub const FORMAT: &str = "__pef_format__";

    /// `{k: v}` → `__pef_dict__(k, v)`
    pub const DICT: &str = "__pef_dict__";
    /// `{k: v, **m, l: w}` → `__pef_dict_parts__(k, v).merge(m).add(l, w).end()`
    pub const DICT_PARTS: &str = "__pef_dict_parts__";
    /// `{k: v for …}` → `__pef_dict_of__([(k, v) for …])`
    pub const DICT_OF: &str = "__pef_dict_of__";
    /// `{x, y}` → `__pef_set__(x, y)`
    pub const SET: &str = "__pef_set__";
    /// `{x, *m, y}` → `__pef_set_parts__(x).merge(m).add(y).end()`
    pub const SET_PARTS: &str = "__pef_set_parts__";
    /// `{x for …}` → `__pef_set_of__([x for …])`
    pub const SET_OF: &str = "__pef_set_of__";

    /// `return n` in `__len__`, `__index__` and others whose result C code takes as a number → `return __pef_given__(n)`
    pub const GIVEN: &str = "__pef_given__";

    pub const ALL: [&str; 26] = [
        SUBSCRIPT,
        SLICE,
        STORE,
        CALLEE,
        IN,
        NOT_IN,
        IS,
        IS_NOT,
        CONTAINER,
        SETTLE,
        NOT,
        BRANCH,
        CHOOSE,
        LOOP,
        MATCH,
        MODULO,
        MODULO_IN_PLACE,
        FSTRING,
        FORMAT,
        DICT,
        DICT_PARTS,
        DICT_OF,
        SET,
        SET_PARTS,
        SET_OF,
        GIVEN,
    ];
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Options {
    pub mode: Mode,
    /// Turn whole f-strings into calls, so that text made of symbolic parts stays symbolic.
    pub fstrings: bool,
    /// Added to the branch ids in the rewritten text, so that the numbers of several files do not collide.
    pub first_branch: u32,
}

/// An operation that would have been rewritten but keeps its native form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeftNative {
    pub line: u32,
    pub reason: LeftNativeReason,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum LeftNativeReason {
    /// Rewriting would pass CPython's limit of 200 open brackets.
    BracketLimit,
    /// `{expression=}` whose text cannot be written as literal text of the same f-string.
    SelfDocumentingField,
    /// An f-string that cannot be cut into ordinary string literals.
    FormattedString,
    /// A truth value in a pattern where no name can be bound.
    TruthInPattern,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Instrumented {
    pub text: String,
    pub branches: BranchMap,
    pub left_native: Vec<LeftNative>,
}

/// CPython refuses more than 200 brackets open at once; this leaves room for what stands around an `eval` string.
const BRACKETS_ALLOWED: usize = 190;
/// No program needs more hooks around one operand; what is beyond costs compile time and C stack.
const NESTED_HOOKS_ALLOWED: usize = 100;

/// Rewrites `source`; see the head of this module for what that means.
pub fn instrument(source: &str, options: &Options) -> Result<Instrumented, SyntaxProblem> {
    // `eval` ignores leading blanks; the parser does not.
    let blanks = match options.mode {
        Mode::Expression => source.len() - source.trim_start_matches([' ', '\t']).len(),
        Mode::Module => 0,
    };
    let (blanks, source) = source.split_at(blanks);
    let source = Source::new(source);
    with_tree(&source, options.mode, |tree| {
        let budget = BRACKETS_ALLOWED
            .saturating_sub(deepest_bracket(tree.tokens))
            .min(NESTED_HOOKS_ALLOWED);
        let mut instrumenter = Instrumenter {
            source: &source,
            tokens: tree.tokens,
            options: *options,
            rewriter: Rewriter::new(source.text()),
            branches: Vec::new(),
            left_native: Vec::new(),
            scope: ScopeNames::default(),
            points: Points::default(),
            loops: 0,
            after: Target::Exit,
            open_hooks: 0,
            hook_budget: budget,
        };
        match tree.module {
            Mod::Module(module) => instrumenter.block(&module.body, Target::Exit),
            Mod::Expression(expression) => instrumenter.visit_expr(&expression.body),
        }
        Instrumented {
            text: format!("{blanks}{}", instrumenter.rewriter.finish()),
            branches: BranchMap::new(instrumenter.branches),
            left_native: instrumenter.left_native,
        }
    })
}

fn deepest_bracket(tokens: &Tokens) -> usize {
    let mut open = 0_usize;
    let mut deepest = 0;
    for token in tokens {
        match token.kind() {
            TokenKind::Lpar | TokenKind::Lsqb | TokenKind::Lbrace => {
                open += 1;
                deepest = deepest.max(open);
            }
            TokenKind::Rpar | TokenKind::Rsqb | TokenKind::Rbrace => open = open.saturating_sub(1),
            _ => {}
        }
    }
    deepest
}

/// The walk over one file. Expressions are in `expressions`, statements in `statements`, conditions in
/// `conditions`, dictionaries and sets in `displays`, f-strings in `formatted`, patterns in `patterns`.
struct Instrumenter<'tree> {
    source: &'tree Source<'tree>,
    tokens: &'tree Tokens,
    options: Options,
    rewriter: Rewriter<'tree>,
    branches: Vec<Branch>,
    left_native: Vec<LeftNative>,
    scope: ScopeNames,
    /// Of the function being visited.
    points: Points,
    /// How many loops have numbers.
    loops: u32,
    /// Where control goes after the statement being visited.
    after: Target,
    /// Brackets of hooks open at this point of the output.
    open_hooks: usize,
    hook_budget: usize,
}

impl Instrumenter<'_> {
    /// Whether `brackets` more may be opened here; notes the operation as left native if not.
    fn has_room(&mut self, brackets: usize, at: TextSize) -> bool {
        let fits = self.open_hooks + brackets <= self.hook_budget;
        if !fits {
            self.leave_native(at, LeftNativeReason::BracketLimit);
        }
        fits
    }

    fn leave_native(&mut self, at: TextSize, reason: LeftNativeReason) {
        let line = self.source.line(at);
        self.left_native.push(LeftNative { line, reason });
    }

    /// The first token of this kind between two operands.
    fn token_between(&self, start: TextSize, end: TextSize, kind: TokenKind) -> TextRange {
        self.tokens
            .in_range(TextRange::new(start, end))
            .iter()
            .find(|token| token.kind() == kind)
            .unwrap_or_else(|| {
                panic!("the parser promised {kind:?} between bytes {start:?} and {end:?}")
            })
            .range()
    }

    fn line_of(&self, node: &impl Ranged) -> Target {
        Target::Line(self.source.line(node.start()))
    }
}
