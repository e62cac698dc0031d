"""Small bugs: each way to break a node of a module's syntax tree."""

import ast
from collections.abc import Iterator, Mapping
from typing import Any, Final, TypeAlias

Change: TypeAlias = tuple[str, Any]  # a field of a node, and its new value

OTHERS: Final[Mapping[type[ast.AST], tuple[type[ast.AST], ...]]] = {
    ast.Lt: (ast.LtE, ast.GtE), ast.LtE: (ast.Lt, ast.Gt), ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt), ast.Eq: (ast.NotEq,), ast.NotEq: (ast.Eq,), ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,), ast.In: (ast.NotIn,), ast.NotIn: (ast.In,), ast.Add: (ast.Sub,),
    ast.Sub: (ast.Add,), ast.Mult: (ast.FloorDiv,), ast.Div: (ast.Mult,), ast.Mod: (ast.Mult,),
    ast.FloorDiv: (ast.Mult,), ast.LShift: (ast.RShift,), ast.RShift: (ast.LShift,),
    ast.BitAnd: (ast.BitOr,), ast.BitOr: (ast.BitAnd,), ast.And: (ast.Or,), ast.Or: (ast.And,),
    ast.USub: (ast.UAdd,),
}  # fmt: skip
DROPPED: Final = (  # not what binds or returns a value: its loss is always seen
    ast.Expr, ast.AugAssign, ast.If, ast.For, ast.Raise, ast.Assert, ast.Continue, ast.Break,
)  # fmt: skip


def changes(node: ast.AST) -> Iterator[Change]:
    """Each way to break one node."""
    yield from _dropped_statements(node)
    match node:
        case ast.Compare(ops=[operator, *others]):
            yield from [("ops", [other(), *others]) for other in OTHERS[type(operator)]]
        case ast.BinOp(op=operator) | ast.BoolOp(op=operator) | ast.UnaryOp(op=operator):
            yield from [("op", other()) for other in OTHERS.get(type(operator), ())]
        case ast.If(test=test) | ast.IfExp(test=test) | ast.While(test=test):
            yield "test", ast.UnaryOp(ast.Not(), test)
        case ast.Constant(value=bool(value)):
            yield "value", not value
        case ast.Constant(value=int(value)):
            yield from [("value", value + 1), ("value", value - 1)]
        case ast.Call(args=[first, second, *rest]):
            yield "args", [second, first, *rest]


def nodes_that_run(node: ast.AST) -> Iterator[ast.AST]:
    """The nodes of a tree, without those of annotations."""
    yield node
    for field, value in ast.iter_fields(node):
        for part in value if isinstance(value, list) else [value]:
            if isinstance(part, ast.AST) and field not in ("annotation", "returns"):
                yield from nodes_that_run(part)


def _dropped_statements(node: ast.AST) -> Iterator[Change]:
    for field in ("body", "orelse", "finalbody"):
        block = getattr(node, field, None)
        if isinstance(block, list):
            for index, statement in enumerate(block):
                if isinstance(statement, DROPPED) and not _is_text(statement):
                    yield field, [*block[:index], ast.Pass(), *block[index + 1 :]]


def _is_text(statement: ast.stmt) -> bool:
    """Whether a statement is a docstring or `...`."""
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
