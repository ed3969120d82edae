"""The man pages, from the commands' help."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from inspect import cleandoc

import click
from making.page import DOCS, Files, text_files

from modern.cli import gosub
from modern.cli.combinations import RULES, Conflict, Need
from modern.cli.shell import one_bracket

FOLDER = DOCS / "man"
EXIT_CODES = {
    "0": "Success.",
    "1": "A failure, such as a file that cannot be read.",
    "2": "A mistake on the command line.",
    "130": "Ctrl-C. Another signal gives 128 plus its number.",
}
#: Characters that the formatter takes as its own or replaces, and how to write them.
ESCAPES = str.maketrans({"\\": r"\e", "-": r"\-", "'": r"\(aq", "^": r"\(ha", "~": r"\(ti", "`": r"\(ga"})


def man_pages() -> dict[str, str]:
    """Returns the man page of gosub and of each of its commands, by file name."""
    root = click.Context(gosub, info_name="gosub", **gosub.context_settings)
    return {f"{_name(context)}.1": _page(context) for context in _contexts(root)}


def _contexts(context: click.Context) -> Iterator[click.Context]:
    """Yields the context of a command, and those of its own commands."""
    yield context
    for name, command in _commands(context).items():
        yield from _contexts(click.Context(command, parent=context, info_name=name))


def _commands(context: click.Context) -> Mapping[str, click.Command]:
    """Returns the commands of a group by name, or nothing if the command is none."""
    group = context.command
    if not isinstance(group, click.Group):
        return {}
    found = {name: group.get_command(context, name) for name in group.list_commands(context)}
    return {name: command for name, command in found.items() if command is not None}


def _name(context: click.Context) -> str:
    return context.command_path.replace(" ", "-")


def _page(context: click.Context) -> str:
    """Returns a page in the macros of man(7)."""
    parts = [
        f'.TH {_roff(_name(context).upper())} 1 "" "Gosub Chess" "Gosub Chess"',
        _section("NAME", rf"{_roff(_name(context))} \- {_roff(_summary(context.command))}"),
        _section("SYNOPSIS", rf"\fB{_roff(context.command_path)}\fR {_arguments(context)}"),
        _section("DESCRIPTION", _text(context.command.help or "")),
        _section("OPTIONS", *_options(context)),
    ]
    if rules := RULES.get(context.command.name or ""):
        parts.append(_section("COMBINATIONS", "\n.PP\n".join(_text(rule) for rule in map(in_words, rules))))
    commands = _commands(context)
    if commands:
        parts.append(_section("COMMANDS", *(_item(name, _text(_summary(commands[name]))) for name in commands)))
    if context.parent is None:
        parts.append(_section("EXIT STATUS", *(_item(code, _text(meaning)) for code, meaning in EXIT_CODES.items())))
    others = [f"{_name(context)}-{name}" for name in commands]
    if context.parent is not None:
        others.insert(0, _name(context.parent))
    parts.append(_section("SEE ALSO", ",\n".join(rf"\fB{_roff(name)}\fR(1)" for name in others)))
    return "\n".join(parts) + "\n"


def _section(title: str, *paragraphs: str) -> str:
    return "\n".join([f".SH {title}", *paragraphs])


def _item(term: str, text: str) -> str:
    """Returns an entry of a list: `--svg FILE` has its value in italics."""
    is_option = term.startswith("-")
    words = [rf"\f{'I' if is_option and word[0] != '-' else 'B'}{_roff(word)}\fR" for word in term.split()]
    return f".TP\n{' '.join(words)}\n{text}"


def _summary(command: click.Command) -> str:
    """Returns the line that the list of commands has, without the full stop."""
    return command.get_short_help_str(limit=1000).removesuffix(".")


def _arguments(context: click.Context) -> str:
    """Returns what follows the command's name in its usage line, in italics."""
    return " ".join(rf"\fI{_roff(piece)}\fR" for piece in context.command.collect_usage_pieces(context))


def _options(context: click.Context) -> Iterator[str]:
    for parameter in context.command.get_params(context):
        record = parameter.get_help_record(context)
        if isinstance(parameter, click.Option) and record:
            names, text = record
            yield _item(names, _text(one_bracket(text).replace("  [", " [")))


def in_words(rule: Conflict | Need) -> str:
    """Returns a rule as a sentence: `--depth` cannot be combined with `--time`."""
    if isinstance(rule, Need):
        needed = re.sub(r"--[a-z-]+|[A-Z]+\.txt", r"`\g<0>`", rule.needed)
        text = f"`{rule.option}` needs {needed}"
    else:
        *others, last = [f"`{other}`" for other in rule.others.split()]
        text = f"`{rule.option}` cannot be combined with {', '.join(others)}{' or ' if others else ''}{last}"
    return f"{text}: {rule.reason}." if rule.reason else f"{text}."


def _text(text: str) -> str:
    """Returns paragraphs. Those after click's mark `\\b` keep their lines; what stands in backticks is bold."""
    return "\n.PP\n".join(_paragraph(part) for part in re.split(r"\n\s*\n", cleandoc(text)))


def _paragraph(text: str) -> str:
    as_it_is = text.startswith("\b\n")
    roff = re.sub(r"\\\(ga(.*?)\\\(ga", r"\\fB\1\\fR", _roff(text.removeprefix("\b\n")), flags=re.DOTALL)
    # At the start of a line, a full stop would be a command to the formatter.
    body = re.sub(r"^(?=\.)", r"\\&", roff, flags=re.MULTILINE)
    return f".EX\n{body}\n.EE" if as_it_is else body


def _roff(text: str) -> str:
    """Returns text with what the formatter would take as its own escaped."""
    return text.translate(ESCAPES)


def files() -> Files:
    """Returns all pages, and which files are those of commands that no longer exist."""
    return {**dict.fromkeys(FOLDER.glob("*.1")), **text_files(FOLDER, man_pages())}
