"""How a command ends: whatever is wrong is said in one line, without a traceback, and shows in the exit code."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import Final, NoReturn

import click

FAILED: Final = 1
#: What a shell makes of Ctrl-C.
INTERRUPTED: Final = 130


def call(command: click.Command, name: str, arguments: Sequence[str] | None = None) -> NoReturn:
    """Run `command` as `name` with `arguments` (those of the process, if None), and leave with its exit code.

    That is 2 for a wrong call, 130 for Ctrl-C and 1 for other failures.
    """
    try:
        code = command.main(arguments, name, standalone_mode=False)
        sys.stdout.flush()
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message())
        code = error.exit_code
    except click.ClickException as error:
        code = _complain(name, error.format_message(), error.exit_code)
    except (click.Abort, KeyboardInterrupt):
        code = _complain(name, "interrupted", INTERRUPTED)
    except BrokenPipeError:
        # Whoever read the output has gone; nothing must fail once more when Python flushes at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = FAILED
    except OSError as error:
        code = _complain(name, f"{error.filename}: {error.strerror}" if error.filename else str(error), FAILED)
    sys.exit(code if isinstance(code, int) else 0)


def _complain(name: str, message: str, code: int) -> int:
    click.echo(f"{name}: {' '.join(message.split())}", err=True)
    return code
