"""The page of one game of a tournament: the board, the moves, and what the players said about them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from html import escape
from typing import Any

from modern.game.game import Game
from modern.match.options import TournamentOptions
from modern.match.pages.template import filled
from modern.match.schedule import ScheduledGame
from modern.pictures.browser.modules import board_modules, inline_modules, package_text
from modern.pictures.browser.pieces import piece_symbols
from modern.pictures.page.embedded import script_json
from modern.pictures.page.parts import facts_list, move_list
from modern.players import PLAYERS, player_class
from modern.players.spec import parse_spec
from modern.rules import Position
from modern.rules.bitboard import SQUARE_NAMES


def game_page(options: TournamentOptions, scheduled: ScheduledGame, game: Game, before: str, after: str) -> str:
    """Returns the page of a game. `before` and `after` are the names of the neighbouring pages, or empty."""
    script = _script()
    white, black = options.players[scheduled.white], options.players[scheduled.black]
    white_itself, black_itself = game.headers["White"], game.headers["Black"]
    assert game.ending is not None
    positions = list(_positions(game))
    neighbours = "".join(
        f' <a href="{name}">{text}</a>' for name, text in ((before, "previous game"), (after, "next game")) if name
    )
    facts = {
        "Game": str(scheduled.number + 1),
        "Round": str(scheduled.round + 1),
        "Date": game.headers["Date"],
        "TimeSetting": str(options.pace),
        "Result": game.ending.result,
        "White calls itself": white_itself if white_itself != white else "",
        "Black calls itself": black_itself if black_itself != black else "",
        "White's scores": _score_note(white),
        "Black's scores": _score_note(black),
    }
    return filled(
        "game.html",
        title=f"{escape(white)} against {escape(black)}",
        ending=escape(game.ending.comment),
        facts=facts_list(facts.items()),
        neighbours=neighbours,
        pieces=piece_symbols(),
        moves=_moves(game, positions),
        data=script_json(positions),
        script=script,
    )


@cache
def _script() -> str:
    return inline_modules({**board_modules(), "game.js": package_text(__package__, "game.js")})


def _score_note(player: str) -> str:
    """Returns what the scores of a player stand for, if they are not what other programs mean by a score."""
    name = parse_spec(player).name
    return player_class(name).score_note if name in PLAYERS else ""


def _positions(game: Game) -> Iterator[dict[str, Any]]:
    """Yields each position: its pieces, the last move, the square of a king in check, and the note on the last move."""
    position = Position.from_fen(game.start)
    note = "The opening begins here." if game.opening_plies else ""
    yield _data(position, "", "", note)
    for ply, (move, said) in enumerate(zip(game.moves, game.notes, strict=True)):
        note = "The opening." if ply < game.opening_plies else said.pgn_comment
        san = position.san(move)
        position.make(move)
        yield _data(position, move.uci(), san, note)


def _data(position: Position, last: str, san: str, note: str) -> dict[str, Any]:
    return {
        "pieces": position.fen().split()[0],
        "last": last,
        "san": san,
        "check": SQUARE_NAMES[position.king_square(position.turn)] if position.is_check() else "",
        "note": note,
    }


def _moves(game: Game, positions: list[dict[str, Any]]) -> str:
    """Returns the list of moves, two in a line, each a link to the position after it."""
    classes = [' class="opening"'] * game.opening_plies + [""] * (len(game.moves) - game.opening_plies)
    links = (
        f'<a href="#{ply}"{css_class}>{escape(position["san"])}</a>'
        for ply, (css_class, position) in enumerate(zip(classes, positions[1:], strict=True), 1)
    )
    return move_list(game.start, links, '<a href="#0">the start of the game</a>')
