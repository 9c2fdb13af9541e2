//! What a file defines: functions and classes with everything that can be read off without running them.
//!
//! Invariant: functions and classes come in source order; annotations, defaults and decorators are source text, since
//! what they mean is only known at run time. Calls and raises belong to the innermost function around them; those of
//! lambdas and class bodies to the function around these.

use ruff_python_ast::token::{TokenKind, Tokens};
use ruff_python_ast::visitor::source_order::{SourceOrderVisitor, walk_expr, walk_stmt};
use ruff_python_ast::{
    AnyParameterRef, Expr, Mod, Parameters, Stmt, StmtClassDef, StmtFunctionDef,
};
use ruff_text_size::{Ranged, TextRange};

use crate::docstring::{Docstring, docstring_of};
use crate::parse::{Mode, SyntaxProblem, with_tree};
use crate::scope::ScopeNames;
use crate::source::Source;

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Signatures {
    pub docstring: Option<Docstring>,
    pub functions: Vec<FunctionInfo>,
    pub classes: Vec<ClassInfo>,
    /// Calls made while the module is imported.
    pub calls: Vec<CallSite>,
}

impl Signatures {
    pub fn function(&self, qualname: &str) -> Option<&FunctionInfo> {
        // A later definition of the same name is the one that is there after import.
        self.functions
            .iter()
            .rev()
            .find(|function| function.qualname == qualname)
    }

    pub fn class(&self, qualname: &str) -> Option<&ClassInfo> {
        self.classes
            .iter()
            .rev()
            .find(|class| class.qualname == qualname)
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "independent facts, not states"
)]
pub struct FunctionInfo {
    pub name: String,
    pub qualname: String,
    /// The first decorator, or the `def` itself: CPython's `co_firstlineno`.
    pub first_line: u32,
    /// The line of `def`.
    pub line: u32,
    pub end_line: u32,
    pub is_async: bool,
    pub is_generator: bool,
    /// Without the `@`.
    pub decorators: Vec<String>,
    pub parameters: Vec<Parameter>,
    pub returns: Option<String>,
    pub docstring: Option<Docstring>,
    /// Qualified name of the class in whose body it stands directly.
    pub class: Option<String>,
    pub is_nested_in_function: bool,
    pub visibility: Visibility,
    /// Marked `# pef: skip` in its header or on the line above it.
    pub is_skipped: bool,
    pub raises: Vec<RaiseSite>,
    pub calls: Vec<CallSite>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Visibility {
    Public,
    /// A leading underscore, on the function or on something around it.
    Private,
    /// `__init__` and the like.
    Special,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parameter {
    pub name: String,
    pub kind: ParameterKind,
    pub annotation: Option<String>,
    pub default: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ParameterKind {
    PositionalOnly,
    PositionalOrKeyword,
    VariadicPositional,
    KeywordOnly,
    VariadicKeyword,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RaiseSite {
    pub line: u32,
    /// The class as written (`ValueError`, `errors.Bad`); none for a bare `raise` or a computed exception.
    pub exception: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CallSite {
    pub line: u32,
    /// The callee as written (`f`, `self.items.append`).
    pub callee: String,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClassInfo {
    pub name: String,
    pub qualname: String,
    pub first_line: u32,
    pub line: u32,
    pub end_line: u32,
    pub decorators: Vec<String>,
    /// Positional bases, as written.
    pub bases: Vec<String>,
    /// Keywords such as `metaclass=Meta`, as written.
    pub keywords: Vec<String>,
    pub docstring: Option<Docstring>,
    pub is_nested_in_function: bool,
}

/// Reads the functions and classes of a file.
pub fn signatures(source: &str) -> Result<Signatures, SyntaxProblem> {
    let source = Source::new(source);
    with_tree(&source, Mode::Module, |tree| {
        let mut collector = Collector {
            source: &source,
            tokens: tree.tokens,
            scope: ScopeNames::default(),
            open_functions: Vec::new(),
            found: Signatures::default(),
        };
        if let Mod::Module(module) = tree.module {
            collector.found.docstring = docstring_of(&module.body, &source);
            collector.visit_body(&module.body);
        }
        collector.found
    })
}

struct Collector<'tree> {
    source: &'tree Source<'tree>,
    tokens: &'tree Tokens,
    scope: ScopeNames,
    /// Indices into `found.functions` of the functions around this point.
    open_functions: Vec<usize>,
    found: Signatures,
}

impl<'tree> SourceOrderVisitor<'tree> for Collector<'tree> {
    fn visit_stmt(&mut self, statement: &'tree Stmt) {
        match statement {
            Stmt::FunctionDef(function) => self.function(function),
            Stmt::ClassDef(class) => self.class(class),
            Stmt::Raise(raise) => {
                let site = RaiseSite {
                    line: self.source.line(raise.start()),
                    exception: raise
                        .exc
                        .as_deref()
                        .and_then(|exception| self.exception_name(exception)),
                };
                if let Some(&index) = self.open_functions.last() {
                    self.found.functions[index].raises.push(site);
                }
                walk_stmt(self, statement);
            }
            _ => walk_stmt(self, statement),
        }
    }

    fn visit_expr(&mut self, expression: &'tree Expr) {
        match expression {
            Expr::Call(call) => {
                let site = CallSite {
                    line: self.source.line(call.start()),
                    callee: self.text(&*call.func),
                };
                match self.open_functions.last() {
                    Some(&index) => self.found.functions[index].calls.push(site),
                    None => self.found.calls.push(site),
                }
            }
            Expr::Yield(_) | Expr::YieldFrom(_) => {
                if let Some(&index) = self.open_functions.last() {
                    self.found.functions[index].is_generator = true;
                }
            }
            // A `yield` in a lambda makes the lambda a generator, not the function around it.
            Expr::Lambda(_) => {
                let outer = self
                    .open_functions
                    .last()
                    .map(|&index| self.found.functions[index].is_generator);
                walk_expr(self, expression);
                if let (Some(&index), Some(outer)) = (self.open_functions.last(), outer) {
                    self.found.functions[index].is_generator = outer;
                }
                return;
            }
            _ => {}
        }
        walk_expr(self, expression);
    }

    fn visit_annotation(&mut self, _annotation: &'tree Expr) {}
}

impl<'tree> Collector<'tree> {
    fn text(&self, node: &impl Ranged) -> String {
        self.source.slice(node.range()).to_owned()
    }

    /// `ValueError` of `ValueError`, `ValueError("…")` and `errors.Bad(1)`.
    fn exception_name(&self, expression: &Expr) -> Option<String> {
        match expression {
            Expr::Call(call) => self.exception_name(&call.func),
            Expr::Name(_) => Some(self.text(expression)),
            Expr::Attribute(attribute) => {
                let owner = self.exception_name(&attribute.value)?;
                Some(format!("{owner}.{}", attribute.attr))
            }
            _ => None,
        }
    }

    fn function(&mut self, function: &'tree StmtFunctionDef) {
        for decorator in &function.decorator_list {
            self.visit_decorator(decorator);
        }
        self.visit_parameters(&function.parameters);
        let header_end = function.body.first().map_or(function.end(), Ranged::start);
        let qualname = self.scope.qualified(&function.name);
        let info = FunctionInfo {
            name: function.name.to_string(),
            visibility: visibility(&qualname),
            first_line: self.source.line(function.start()),
            line: self.source.line(function.name.start()),
            end_line: self.source.line(function.end()),
            is_async: function.is_async,
            is_generator: false,
            decorators: self.decorators(&function.decorator_list),
            parameters: self.parameters(&function.parameters),
            returns: function
                .returns
                .as_deref()
                .map(|returns| self.text(returns)),
            docstring: docstring_of(&function.body, self.source),
            class: self
                .scope
                .is_directly_in_class()
                .then(|| self.scope.current().to_owned()),
            is_nested_in_function: self.scope.is_in_function(),
            is_skipped: self.is_skipped(TextRange::new(function.start(), header_end)),
            raises: Vec::new(),
            calls: Vec::new(),
            qualname,
        };
        self.open_functions.push(self.found.functions.len());
        self.found.functions.push(info);
        self.scope.enter_function(&function.name);
        self.visit_body(&function.body);
        self.scope.leave();
        self.open_functions.pop();
    }

    fn class(&mut self, class: &'tree StmtClassDef) {
        for decorator in &class.decorator_list {
            self.visit_decorator(decorator);
        }
        if let Some(arguments) = &class.arguments {
            self.visit_arguments(arguments);
        }
        self.found.classes.push(ClassInfo {
            name: class.name.to_string(),
            qualname: self.scope.qualified(&class.name),
            first_line: self.source.line(class.start()),
            line: self.source.line(class.name.start()),
            end_line: self.source.line(class.end()),
            decorators: self.decorators(&class.decorator_list),
            bases: class.bases().iter().map(|base| self.text(base)).collect(),
            keywords: class
                .keywords()
                .iter()
                .map(|keyword| self.text(keyword))
                .collect(),
            docstring: docstring_of(&class.body, self.source),
            is_nested_in_function: self.scope.is_in_function(),
        });
        self.scope.enter_class(&class.name);
        self.visit_body(&class.body);
        self.scope.leave();
    }

    fn decorators(&self, decorators: &[ruff_python_ast::Decorator]) -> Vec<String> {
        decorators
            .iter()
            .map(|decorator| self.text(&decorator.expression))
            .collect()
    }

    fn parameters(&self, parameters: &Parameters) -> Vec<Parameter> {
        let positional_only = parameters.posonlyargs.len();
        let positional = positional_only + parameters.args.len();
        let mut seen = 0;
        let mut found = Vec::new();
        for parameter in parameters {
            let (kind, default) = match parameter {
                AnyParameterRef::NonVariadic(with_default) => {
                    let kind = match seen {
                        index if index < positional_only => ParameterKind::PositionalOnly,
                        index if index < positional => ParameterKind::PositionalOrKeyword,
                        _ => ParameterKind::KeywordOnly,
                    };
                    seen += 1;
                    (
                        kind,
                        with_default
                            .default
                            .as_deref()
                            .map(|default| self.text(default)),
                    )
                }
                AnyParameterRef::Variadic(variadic) => {
                    let is_positional = parameters
                        .vararg
                        .as_deref()
                        .is_some_and(|star| star.range == variadic.range);
                    let kind = if is_positional {
                        ParameterKind::VariadicPositional
                    } else {
                        ParameterKind::VariadicKeyword
                    };
                    (kind, None)
                }
            };
            found.push(Parameter {
                name: parameter.name().to_string(),
                kind,
                annotation: parameter
                    .annotation()
                    .map(|annotation| self.text(annotation)),
                default,
            });
        }
        found
    }

    /// Whether a `# pef: skip` stands in the header (decorators to the colon) or alone on the line above.
    fn is_skipped(&self, header: TextRange) -> bool {
        let first = self.source.line(header.start());
        let above = first
            .checked_sub(1)
            .map_or("", |line| self.source.line_text(line))
            .trim_start();
        if above.starts_with('#') && is_skip_comment(above) {
            return true;
        }
        self.tokens.in_range(header).iter().any(|token| {
            token.kind() == TokenKind::Comment && is_skip_comment(self.source.slice(token.range()))
        })
    }
}

fn is_skip_comment(comment: &str) -> bool {
    let text = comment.trim_start_matches('#').trim_start();
    let Some(rest) = text.strip_prefix("pef:") else {
        return false;
    };
    let Some(rest) = rest.trim_start().strip_prefix("skip") else {
        return false;
    };
    !rest.starts_with(|character: char| character.is_alphanumeric() || character == '_')
}

fn visibility(qualname: &str) -> Visibility {
    let is_special = |name: &str| name.len() > 4 && name.starts_with("__") && name.ends_with("__");
    let mut parts = qualname.split('.').rev();
    let own = parts.next().unwrap_or_default();
    let is_private = |name: &str| name.starts_with('_') && !is_special(name);
    if is_private(own) || parts.any(is_private) {
        Visibility::Private
    } else if is_special(own) {
        Visibility::Special
    } else {
        Visibility::Public
    }
}

#[cfg(test)]
#[path = "signatures_tests.rs"]
mod tests;
