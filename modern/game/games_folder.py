"""The folder of saved games."""

from __future__ import annotations

import os
import time
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import NamedTuple

from modern.game.clock import TimeSetting
from modern.game.saved_game import GameOverError, SavedGameError, read_saved_file
from modern.game.session import GameSession
from modern.system import make_private_folder, state_folder


def games_folder() -> Path:
    """Returns the folder of saved games, which may not exist yet."""
    return state_folder() / "gosub-chess"


class FoundGame(NamedTuple):
    """A game of the folder, its file, and for each file that could not be read, why."""

    session: GameSession
    path: Path
    unread: list[str]


def latest_unfinished_game(default: TimeSetting) -> FoundGame:
    """Returns the unfinished game of the folder that was saved last. Raises SavedGameError.

    `default` is how long programs think if the file does not say.
    """
    unfinished, unread = [], []
    for path in sorted(games_folder().glob("*.pgn")):
        try:
            if not path.is_file():  # a pipe would have to be waited for
                unread.append(f"{path} is not a file")
            elif path.stat().st_size:  # else a game in which no move has been made
                unfinished.append((path.stat().st_mtime, path, read_saved_file(path, default)))
        except GameOverError:
            continue
        except SavedGameError as error:
            unread.append(str(error))
        except OSError as error:
            unread.append(f"{path}: {error.strerror}")
    if not unfinished:
        raise SavedGameError("; ".join([f"there is no unfinished game in {games_folder()}", *unread]))
    _, path, saved = max(unfinished, key=lambda entry: entry[:2])
    return FoundGame(saved, path, unread)


def new_game_file() -> Path:
    """Creates an empty file, named by date, time and process, and returns it. Raises OSError.

    A second game of the same process in the same second gets a number.
    """
    folder = games_folder()
    name = f"{time.strftime('%Y-%m-%d-%H%M%S')}-{os.getpid()}"
    path = folder / f"{name}.pgn"
    try:
        make_private_folder(folder)
        for number in count(2):
            with suppress(FileExistsError):
                path.touch(exist_ok=False)
                break
            path = folder / f"{name}-{number}.pgn"
    except OSError as error:
        raise OSError(f"{path} cannot be created ({error.strerror})") from None
    return path


def remove_if_empty(path: Path) -> None:
    """Removes the file of a game in which no move was made."""
    with suppress(OSError):
        if not path.stat().st_size:
            path.unlink()
