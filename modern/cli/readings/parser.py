"""The parser of the BASIC, which is an extra."""

from __future__ import annotations

import click


def check_parser() -> None:
    """Raises ClickException if the parser of the BASIC is not installed."""
    from historic.basic.language import ParserMissing, compile_listing

    try:
        compile_listing("STOP\n")
    except ParserMissing as missing:
        raise click.ClickException(str(missing)) from None
