//! Points at which all that the rest of a call depends on can be read: the local names that are still looked at, and the
//! loops under way.
//!
//! Such a point is a condition of an `if`, `while` or `assert` of a function, where nothing else is under evaluation:
//! the frame holds the condition, its local variables and the iterators of the `for` loops around it, and no more. So
//! there are none inside of `with`, `match`, `except` and `finally`, which keep something of their own there, and none in
//! generators, or in functions that can look at their variables in other ways.
//!
//! Which names are still looked at is found backwards, statement by statement; a loop is gone through until nothing
//! is added. Where it is not worth being exact, a name counts as looked at: names in nested functions and
//! comprehensions, and, in a `try`, whatever its handlers look at, all the way.

use std::collections::{BTreeMap, BTreeSet};

use ruff_python_ast::visitor::{Visitor, walk_expr, walk_stmt};
use ruff_python_ast::{ElifElseClause, Expr, ExprContext, Stmt, StmtFor, StmtFunctionDef, StmtTry};
use ruff_text_size::{Ranged, TextSize};

/// What a point depends on.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Point {
    /// The local names that are looked at after the condition, in alphabetical order.
    pub live: Vec<String>,
    /// The `for` loops around it, from the outside, by their numbers in the file.
    pub loops: Vec<u32>,
}

/// The points of a function: by where their conditions begin.
#[derive(Debug, Default)]
pub(crate) struct Points {
    pub(crate) conditions: BTreeMap<TextSize, Point>,
    /// The loops that points are in, by where they begin.
    pub(crate) loops: BTreeMap<TextSize, u32>,
}

/// Builtins through which a function sees variables that it does not name.
const SEEING: [&str; 7] = [
    "dir",
    "eval",
    "exec",
    "locals",
    "super",
    "vars",
    "__class__",
];

/// The points of a function; its loops get numbers from `first_loop` on.
pub(crate) fn points(function: &StmtFunctionDef, first_loop: u32) -> Points {
    let mut names = Names::default();
    for statement in &function.body {
        names.visit_stmt(statement);
    }
    if function.is_async || names.is_generator || names.is_unclear {
        return Points::default();
    }
    let mut local: BTreeSet<String> = names.bound;
    for parameter in &*function.parameters {
        local.insert(parameter.name().to_string());
    }
    local.retain(|name| !names.elsewhere.contains(name));
    // Names of this form are others inside of classes.
    if local.iter().any(|name| name.starts_with("__")) {
        return Points::default();
    }
    let mut liveness = Liveness {
        local: local.into_iter().zip(0..).collect(),
        points: Points::default(),
        next_loop: first_loop,
        around: Vec::new(),
        depth: 0,
        is_clear: true,
    };
    liveness.block(&function.body, Live::default(), &Ways::default());
    liveness.points
}

/// Each loop is gone through again for each round of the one around it; deeper ones have no points.
const DEEPEST_LOOP: usize = 5;

/// Names that are looked at from some place on: a bit for each, by their numbers.
#[derive(Clone, Debug, Default)]
struct Live(Vec<u64>);

impl Live {
    fn insert(&mut self, name: usize) {
        let word = name / 64;
        if self.0.len() <= word {
            self.0.resize(word + 1, 0);
        }
        self.0[word] |= 1 << (name % 64);
    }

    fn remove(&mut self, name: usize) {
        if let Some(word) = self.0.get_mut(name / 64) {
            *word &= !(1 << (name % 64));
        }
    }

    fn contains(&self, name: usize) -> bool {
        let word = self.0.get(name / 64);
        word.is_some_and(|word| word & (1 << (name % 64)) != 0)
    }

    /// Adds the names of another one; whether there were any that were not there.
    fn join(&mut self, other: &Self) -> bool {
        if self.0.len() < other.0.len() {
            self.0.resize(other.0.len(), 0);
        }
        let mut has_grown = false;
        for (word, added) in self.0.iter_mut().zip(&other.0) {
            has_grown |= *added & !*word != 0;
            *word |= added;
        }
        has_grown
    }
}

/// Where control can go from a place, other than on.
#[derive(Clone, Default)]
struct Ways {
    breaking: Live,
    continuing: Live,
    /// To a handler, or to what is done finally: from every statement.
    failing: Live,
}

struct Liveness {
    /// The local names with their numbers.
    local: BTreeMap<String, usize>,
    points: Points,
    next_loop: u32,
    /// The loops around the present place: where they begin.
    around: Vec<TextSize>,
    /// How many loops are around it, of either kind.
    depth: usize,
    /// Whether nothing but conditions, names and loops is kept in the frame here.
    is_clear: bool,
}

impl Liveness {
    /// What is looked at from the beginning of a block on, where `after` is at its end.
    fn block(&mut self, body: &[Stmt], after: Live, ways: &Ways) -> Live {
        body.iter().rev().fold(after, |live, statement| {
            let mut live = self.statement(statement, live, ways);
            live.join(&ways.failing);
            live
        })
    }

    fn statement(&mut self, statement: &Stmt, after: Live, ways: &Ways) -> Live {
        match statement {
            Stmt::Return(_) | Stmt::Raise(_) => self.looked_at(statement, Live::default()),
            Stmt::Break(_) => ways.breaking.clone(),
            Stmt::Continue(_) => ways.continuing.clone(),
            Stmt::Assign(assignment) => {
                let mut live = after;
                for target in &assignment.targets {
                    self.forget(target, &mut live);
                }
                self.looked_at(statement, live)
            }
            Stmt::AnnAssign(assignment) => {
                let mut live = after;
                if assignment.value.is_some() {
                    self.forget(&assignment.target, &mut live);
                }
                self.looked_at(statement, live)
            }
            Stmt::Assert(assertion) => {
                let mut live = after;
                if let Some(message) = &assertion.msg {
                    live = self.looked_at_in(message, live);
                }
                live.join(&ways.failing);
                self.condition(&assertion.test, live)
            }
            Stmt::If(statement) => {
                let otherwise = self.clauses(&statement.elif_else_clauses, after.clone(), ways);
                let mut live = self.block(&statement.body, after, ways);
                live.join(&otherwise);
                live.join(&ways.failing);
                self.condition(&statement.test, live)
            }
            Stmt::While(_) | Stmt::For(_) if self.depth == DEEPEST_LOOP => {
                self.other(statement, after, ways)
            }
            Stmt::While(statement) => {
                let otherwise = self.block(&statement.orelse, after.clone(), ways);
                self.repeated(|this, head| {
                    let inside = Ways {
                        breaking: after.clone(),
                        continuing: head.clone(),
                        failing: ways.failing.clone(),
                    };
                    let mut live = this.block(&statement.body, head, &inside);
                    live.join(&otherwise);
                    live.join(&ways.failing);
                    this.condition(&statement.test, live)
                })
            }
            Stmt::For(statement) if !statement.is_async => self.for_loop(statement, &after, ways),
            Stmt::Try(statement) => self.attempt(statement, after, ways),
            Stmt::With(_) | Stmt::Match(_) | Stmt::For(_) => self.other(statement, after, ways),
            _ => self.looked_at(statement, after),
        }
    }

    /// Goes round a loop until no more names are added; gives what is looked at from its beginning on.
    fn repeated(&mut self, mut round: impl FnMut(&mut Self, Live) -> Live) -> Live {
        self.depth += 1;
        let mut head = Live::default();
        loop {
            let next = round(self, head.clone());
            if !head.join(&next) {
                self.depth -= 1;
                return head;
            }
        }
    }

    fn for_loop(&mut self, statement: &StmtFor, after: &Live, ways: &Ways) -> Live {
        let otherwise = self.block(&statement.orelse, after.clone(), ways);
        self.around.push(statement.start());
        let head = self.repeated(|this, head| {
            let inside = Ways {
                breaking: after.clone(),
                continuing: head.clone(),
                failing: ways.failing.clone(),
            };
            let mut live = this.block(&statement.body, head, &inside);
            this.forget(&statement.target, &mut live);
            live = this.looked_at_in(&statement.target, live);
            live.join(&otherwise);
            live
        });
        self.around.pop();
        self.looked_at_in(&statement.iter, head)
    }

    /// Control can go to the handlers from anywhere in the body, and through what is done finally from anywhere at all.
    fn attempt(&mut self, statement: &StmtTry, after: Live, ways: &Ways) -> Live {
        let last = self.unclear(|this| this.block(&statement.finalbody, after, ways));
        let mut through = ways.clone();
        for way in [
            &mut through.breaking,
            &mut through.continuing,
            &mut through.failing,
        ] {
            way.join(&last);
        }
        let mut caught = Live::default();
        for handler in &statement.handlers {
            let handler = handler.as_except_handler();
            let live = handler.map_or_else(Live::default, |handler| {
                let live = self.unclear(|this| this.block(&handler.body, last.clone(), &through));
                match &handler.type_ {
                    Some(kind) => self.looked_at_in(kind, live),
                    None => live,
                }
            });
            caught.join(&live);
        }
        let succeeded = self.block(&statement.orelse, last, &through);
        through.failing.join(&caught);
        self.block(&statement.body, succeeded, &through)
    }

    /// What has no points inside: all that it names is looked at, and whatever comes after it.
    fn other(&mut self, statement: &Stmt, after: Live, ways: &Ways) -> Live {
        let mut live = self.looked_at(statement, after);
        for way in [&ways.breaking, &ways.continuing] {
            live.join(way);
        }
        live
    }

    fn clauses(&mut self, clauses: &[ElifElseClause], after: Live, ways: &Ways) -> Live {
        let Some((clause, others)) = clauses.split_first() else {
            return after;
        };
        let body = self.block(&clause.body, after.clone(), ways);
        let Some(test) = &clause.test else {
            return body;
        };
        let mut live = self.clauses(others, after, ways);
        live.join(&body);
        live.join(&ways.failing);
        self.condition(test, live)
    }

    /// A condition, after which `live` is looked at.
    fn condition(&mut self, test: &Expr, live: Live) -> Live {
        if self.is_clear {
            let mut loops = Vec::new();
            for &start in &self.around {
                let next = &mut self.next_loop;
                loops.push(*self.points.loops.entry(start).or_insert_with(|| {
                    *next += 1;
                    *next - 1
                }));
            }
            let looked_at = self
                .local
                .iter()
                .filter(|&(_, &number)| live.contains(number));
            let point = Point {
                live: looked_at.map(|(name, _)| name.clone()).collect(),
                loops,
            };
            // The last round of a loop knows most.
            self.points.conditions.insert(test.start(), point);
        }
        self.looked_at_in(test, live)
    }

    fn unclear<R>(&mut self, inside: impl FnOnce(&mut Self) -> R) -> R {
        let was_clear = std::mem::replace(&mut self.is_clear, false);
        let result = inside(self);
        self.is_clear = was_clear;
        result
    }

    /// Takes out the names that a target gives new values to.
    fn forget(&self, target: &Expr, live: &mut Live) {
        match target {
            Expr::Name(name) => {
                if let Some(&number) = self.local.get(name.id.as_str()) {
                    live.remove(number);
                }
            }
            Expr::Tuple(tuple) => tuple.elts.iter().for_each(|one| self.forget(one, live)),
            Expr::List(list) => list.elts.iter().for_each(|one| self.forget(one, live)),
            Expr::Starred(starred) => self.forget(&starred.value, live),
            _ => {}
        }
    }

    fn looked_at(&self, statement: &Stmt, live: Live) -> Live {
        let mut looks = Looks {
            local: &self.local,
            live,
        };
        looks.visit_stmt(statement);
        looks.live
    }

    fn looked_at_in(&self, expression: &Expr, live: Live) -> Live {
        let mut looks = Looks {
            local: &self.local,
            live,
        };
        looks.visit_expr(expression);
        looks.live
    }
}

/// Adds the local names that code looks at, wherever in it they stand.
struct Looks<'names> {
    local: &'names BTreeMap<String, usize>,
    live: Live,
}

impl Visitor<'_> for Looks<'_> {
    fn visit_stmt(&mut self, statement: &Stmt) {
        if let Stmt::AugAssign(assignment) = statement {
            // It looks at what it changes.
            if let Expr::Name(name) = &*assignment.target {
                self.look(name.id.as_str());
            }
        }
        walk_stmt(self, statement);
    }

    fn visit_expr(&mut self, expression: &Expr) {
        if let Expr::Name(name) = expression
            && !matches!(name.ctx, ExprContext::Store)
        {
            self.look(name.id.as_str());
        }
        walk_expr(self, expression);
    }
}

impl Looks<'_> {
    fn look(&mut self, name: &str) {
        if let Some(&number) = self.local.get(name) {
            self.live.insert(number);
        }
    }
}

/// The names that a function gives values to, and what else it does with names.
#[derive(Default)]
struct Names {
    bound: BTreeSet<String>,
    /// Declared `global` or `nonlocal`.
    elsewhere: BTreeSet<String>,
    is_generator: bool,
    /// Whether names may be looked at that do not stand there.
    is_unclear: bool,
}

impl Visitor<'_> for Names {
    fn visit_stmt(&mut self, statement: &Stmt) {
        match statement {
            Stmt::Global(statement) => {
                let names = statement.names.iter().map(ToString::to_string);
                self.elsewhere.extend(names);
            }
            // What is shared with an outer function can be changed by others; an import has effects of its own.
            Stmt::Nonlocal(_) | Stmt::Import(_) | Stmt::ImportFrom(_) => self.is_unclear = true,
            Stmt::FunctionDef(function) => {
                self.bound.insert(function.name.to_string());
            }
            Stmt::ClassDef(class) => {
                self.bound.insert(class.name.to_string());
            }
            _ => {}
        }
        walk_stmt(self, statement);
    }

    fn visit_expr(&mut self, expression: &Expr) {
        match expression {
            Expr::Name(name) => {
                if !matches!(name.ctx, ExprContext::Load) {
                    self.bound.insert(name.id.to_string());
                }
                self.is_unclear |= SEEING.contains(&name.id.as_str());
            }
            Expr::Yield(_) | Expr::YieldFrom(_) | Expr::Await(_) => self.is_generator = true,
            _ => {}
        }
        walk_expr(self, expression);
    }

    fn visit_except_handler(&mut self, handler: &ruff_python_ast::ExceptHandler) {
        if let Some(handler) = handler.as_except_handler()
            && let Some(name) = &handler.name
        {
            self.bound.insert(name.to_string());
        }
        ruff_python_ast::visitor::walk_except_handler(self, handler);
    }

    fn visit_pattern(&mut self, pattern: &ruff_python_ast::Pattern) {
        // Patterns bind names in ways of their own.
        self.is_unclear = true;
        ruff_python_ast::visitor::walk_pattern(self, pattern);
    }
}

#[cfg(test)]
mod tests {
    use crate::{Options, instrument};

    /// The points of a text: the condition, the names that are looked at after it, and how many loops are around it.
    fn check(source: &str, expected: &[(&str, &str, usize)]) {
        let instrumented = instrument(source, &Options::default()).expect("it parses");
        let found: Vec<(String, String, usize)> = instrumented
            .branches
            .iter()
            .filter_map(|branch| {
                let point = branch.point.as_ref()?;
                Some((
                    branch.condition.clone(),
                    point.live.join(" "),
                    point.loops.len(),
                ))
            })
            .collect();
        let found: Vec<(&str, &str, usize)> = found
            .iter()
            .map(|(condition, live, loops)| (condition.as_str(), live.as_str(), *loops))
            .collect();
        assert_eq!(found, expected, "{source}");
    }

    #[test]
    fn names_live_until_they_are_looked_at_last() {
        check(
            "def f(a, b, c):\n    if a:\n        b = 1\n    if b:\n        return c\n    return 0\n",
            &[("a", "b c", 0), ("b", "c", 0)],
        );
        check(
            "def f(a, b):\n    if a:\n        b = 1\n    b = 2\n    if b:\n        return b\n",
            &[("a", "", 0), ("b", "b", 0)],
        );
        check(
            "def f(a, b, c):\n    if a:\n        pass\n    elif b:\n        x = c\n    else:\n        x = 1\n    return x\n",
            &[("a", "b c x", 0), ("b", "c", 0)],
        );
        check(
            "def f(a, n):\n    if a:\n        n += 1\n    assert n, a\n    return n\n",
            &[("a", "a n", 0), ("n", "a n", 0)],
        );
    }

    #[test]
    fn what_a_loop_looks_at_in_its_next_round_lives() {
        check(
            "def f(a, n):\n    while a:\n        if n:\n            a -= 1\n        n = 3\n    return 1\n",
            &[("a", "a n", 0), ("n", "a", 0)],
        );
        check(
            "def f(xs, n, k):\n    for x in xs:\n        if x:\n            n += k\n    return n\n",
            &[("x", "k n", 1)],
        );
        check(
            "def f(xs, ys):\n    for x in xs:\n        for y in ys:\n            if x > y:\n                break\n        else:\n            return x\n    return xs\n",
            &[("x > y", "x xs ys", 2)],
        );
        check(
            "def f(a, b):\n    while a:\n        if b:\n            continue\n        b = 1\n    else:\n        return b\n",
            &[("a", "a b", 0), ("b", "a b", 0)],
        );
    }

    #[test]
    fn handlers_look_at_names_from_anywhere() {
        check(
            "def f(a, b):\n    try:\n        if a:\n            b = 1\n        b = g()\n    except E:\n        return b\n    return 0\n",
            &[("a", "b", 0)],
        );
        check(
            "def f(a, b):\n    try:\n        if a:\n            return 1\n    finally:\n        g(b)\n",
            &[("a", "b", 0)],
        );
    }

    #[test]
    fn names_in_nested_code_are_looked_at() {
        check(
            "def f(a, b, c):\n    if a:\n        pass\n    return [x + b for x in range(3)], lambda: c\n",
            &[("a", "b c x", 0)],
        );
        check(
            "def f(a, b):\n    if a:\n        pass\n    del b\n",
            &[("a", "b", 0)],
        );
    }

    #[test]
    fn there_are_no_points_where_frames_keep_more() {
        for source in [
            "def f(a):\n    with a:\n        if a:\n            pass\n",
            "def f(a):\n    try:\n        g()\n    except E:\n        if a:\n            pass\n",
            "def f(a):\n    try:\n        g()\n    finally:\n        if a:\n            pass\n",
            "def f(a):\n    if a:\n        yield 1\n",
            "async def f(a):\n    if a:\n        pass\n",
            "def f(a):\n    if a:\n        return locals()\n",
            "def f(a):\n    if a:\n        return super().f()\n",
            "def f(a):\n    match a:\n        case 1 if a:\n            pass\n    if a:\n        pass\n",
            "class C:\n    def f(self, __a):\n        if __a:\n            pass\n",
            "def f(a):\n    def g():\n        nonlocal a\n        a = 1\n    if a:\n        pass\n",
            "if a:\n    pass\n",
            "class C:\n    if a:\n        pass\n",
        ] {
            check(source, &[]);
        }
    }

    #[test]
    fn loops_around_points_are_numbered() {
        let rewritten = |source| {
            let instrumented = instrument(source, &Options::default());
            instrumented.expect("it parses").text
        };
        let source = "def f(a):\n    for x in a:\n        for y in 1, 2:\n            if x: pass\n    for z in a: pass\n";
        assert_eq!(
            rewritten(source),
            "def f(a):\n    for x in __pef_loop__(0, a):\n        for y in __pef_loop__(1, (1, 2)):\n            \
             if __pef_branch__(0, x): pass\n    for z in a: pass\n"
        );
        let deep = (0..25).fold(String::from("def f(a):\n"), |text, depth| {
            format!("{text}{}while a:\n", " ".repeat(depth + 1))
        });
        let deep = format!("{deep}{}if a: pass\n", " ".repeat(26));
        assert!(rewritten(&deep).contains("__pef_branch__"));
    }
}
