"""Contracts given by decorators of `icontract` and `deal`, read from what they leave at the function.

Their conditions are functions of the module, so the rewritten module has rewritten ones; they are called like any code
of the program and not taken apart. The decorated function is called without its decorator: its checks are made here, so
that a violation is reported as any other. Neither library is imported: a function that has its marks came with it.
"""

from __future__ import annotations

import inspect
import linecache
from collections.abc import Callable, Iterable
from types import SimpleNamespace
from typing import Any

from pef.contracts.contract_data import Contract, Ensured, Raised, docstring_contract
from pef.contracts.expressions import ALL_NAMED, ALL_POSITIONAL, Text
from pef.looks import attribute_of, has_attribute, unwrapped
from pef.startup.records import replace

Function = Callable[..., Any]
Condition = Callable[[dict[str, Any]], Any]

_DEAL = "__deal_contract"
_PASSED = (ALL_POSITIONAL, ALL_NAMED, "OLD")


def contract_of(function: Function, file: str) -> Contract:
    """The contract of a function: of its docstring, and of the decorators around it."""
    found = docstring_contract(unwrapped(function), file)
    decorated = _layers(function)
    if not decorated:
        return found
    contract = Contract(
        types=found.types,
        globals=found.globals,
        assume=list(found.assume),
        ensure=list(found.ensure),
        raises=list(found.raises),
        documented=found.documented,
        problems=found.problems,
    )
    seen: set[int] = set()
    for layer in decorated:
        # A wrapper takes over the marks of the one that it is around.
        kept = attribute_of(layer, "__preconditions__", None)
        if kept is not None and id(kept) not in seen:
            seen.add(id(kept))
            _add_icontract(layer, contract)
        elif _DEAL in vars(layer) and id(vars(layer)[_DEAL]) not in seen:
            seen.add(id(vars(layer)[_DEAL]))
            _add_deal(vars(layer)[_DEAL], contract)
    return contract


def invariants_of_class(class_: type) -> list[Text]:
    """The invariants that `icontract` keeps at a class: its own, and those of bases where it inherits contracts."""
    return [
        _text(clause.condition, clause.description, _by_name(clause.condition, clause.condition_args))
        for clause in vars(class_).get("__invariants__", ())
        if has_attribute(clause, "condition")
    ]


def bare(function: Function) -> Function:
    """The function without the decorators whose contracts are checked here."""
    return unwrapped(_layers(function)[-1]) if _layers(function) else function


def is_layered(function: Function) -> bool:
    """Whether there are such decorators."""
    return bool(_layers(function))


def _layers(function: Any) -> list[Any]:
    """The wrappers of a function that come from these libraries, outermost first."""
    layers = []
    while function is not None:
        marks = attribute_of(function, "__dict__", {})
        if "__preconditions__" in marks or "__is_invariant_check__" in marks or _DEAL in marks:
            layers.append(function)
        function = attribute_of(function, "__wrapped__", None)
    return layers


def _text(condition: Any, description: str | None, called: Condition) -> Text:
    code = attribute_of(unwrapped(condition), "__code__", None)
    if code is None:
        return Text(description or repr(condition), "?", 0, condition=called, written=condition)
    source = linecache.getline(code.co_filename, code.co_firstlineno).strip()
    return Text(
        description or source or code.co_name,
        code.co_filename,
        code.co_firstlineno,
        condition=called,
        written=condition,
    )


def _by_name(condition: Function, names: Iterable[str]) -> Condition:
    wanted = list(names)
    return lambda values: condition(**{name: values[name] for name in wanted if name in values})


def _add_icontract(checker: Any, contract: Contract) -> None:
    groups = checker.__preconditions__
    if len(groups) == 1:
        for clause in groups[0]:
            called = _by_name(clause.condition, clause.condition_args)
            contract.assume.append(_text(clause.condition, clause.description, called))
    elif groups:
        # An overriding method may be called where its own conditions hold, or those it inherits.
        parts = [[_by_name(clause.condition, clause.condition_args) for clause in group] for group in groups]
        first = groups[0][0]
        contract.assume.append(
            _text(first.condition, None, lambda values: any(all(part(values) for part in group) for group in parts))
        )
    for clause in checker.__postconditions__:
        called = _by_name(clause.condition, clause.condition_args)
        contract.ensure.append(Ensured(_text(clause.condition, clause.description, called)))
    for snapshot in checker.__postcondition_snapshots__:
        contract.snapshots[snapshot.name] = _by_name(snapshot.capture, snapshot.args)


def _add_deal(contracts: Any, contract: Contract) -> None:
    for validator in contracts.pres:
        contract.assume.append(_deal_text(validator))
    yields = inspect.isgeneratorfunction(contracts.func)
    results = [_deal_text(validator) for validator in contracts.ensures]
    for validator in contracts.posts:
        check = validator.raw_validator
        results.append(_text(check, validator.message, _of_result(check)))
    for text in results:
        condition = text.condition
        assert condition is not None
        contract.ensure.append(Ensured(replace(text, condition=_of_each(condition)) if yields else text))
    for validator in contracts.reasons:
        text = _deal_text(validator)
        contract.raises.append(Raised(validator.event.__name__, (text,), text, (validator.event,)))
    for validator in contracts.raises:
        names = ", ".join(exception.__name__ for exception in validator.exceptions) or "nothing"
        text = Text(names, "?", 0)
        contract.raises.append(Raised(names, (), text, tuple(validator.exceptions)))


def _of_result(check: Function) -> Condition:
    return lambda values: _is_valid(check(values["result"]))


def _of_each(condition: Condition) -> Condition:
    """For a generator, whose results are one after another what it yields."""

    def of_each(values: dict[str, Any]) -> Any:
        return all(condition({**values, "result": one}) for one in values["result"])

    return of_each


def _is_valid(answer: Any) -> Any:
    """What a validator of deal says: a text is what is wrong."""
    return False if issubclass(type(answer), str) else answer


def _deal_text(validator: Any) -> Text:
    """A condition over the arguments as they were passed; with the one parameter `_` it gets them as attributes."""
    check = validator.raw_validator

    def called_with_all(values: dict[str, Any]) -> Any:
        return _is_valid(check(SimpleNamespace(**values)))

    def called(values: dict[str, Any]) -> Any:
        result = {"result": values["result"]} if "result" in values else {}
        return _is_valid(check(*values[ALL_POSITIONAL], **values[ALL_NAMED], **result))

    def called_by_name(values: dict[str, Any]) -> Any:
        return _is_valid(check(**{name: value for name, value in values.items() if name not in _PASSED}))

    parameters = inspect.signature(check).parameters
    if list(parameters) == ["_"]:
        return _text(check, validator.message, called_with_all)
    # It has to be called by name where it takes nothing else.
    is_named = all(parameter.kind is parameter.VAR_KEYWORD for parameter in parameters.values())
    return _text(check, validator.message, called_by_name if is_named and parameters else called)


def has_markers(function: Any) -> bool:
    """Whether a function says by `deal.has`, `deal.pure` or `deal.safe` which side effects it has: that is not checked."""
    layers = (attribute_of(layer, _DEAL) for layer in _layers(function))
    return any(attribute_of(contracts, "patcher") is not None for contracts in layers)
