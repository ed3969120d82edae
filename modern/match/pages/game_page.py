"""The page of one game of a tournament: the board, the moves, and what the players said about them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from html import escape
from typing import Any

from modern.match.pages.template import filled
from modern.match.record import PlayedGame
from modern.match.tournament import TournamentOptions
from modern.pictures.browser.modules import board_modules, inline_modules, package_text
from modern.pictures.browser.pieces import piece_symbols
from modern.pictures.page.embedded import script_json
from modern.pictures.page.parts import facts_list, move_list
from modern.players import PLAYERS, player_class
from modern.players.spec import parse_spec
from modern.rules import Position
from modern.rules.bitboard import SQUARE_NAMES


def game_page(options: TournamentOptions, game: PlayedGame, before: str, after: str) -> str:
    """Returns the page of a game. `before` and `after` are the names of the neighbouring pages, or empty."""
    script = _script()
    slot = options.schedule.slot(game.number)
    white, black = options.players[slot.white], options.players[slot.black]
    positions = list(_positions(game))
    neighbours = "".join(
        f' <a href="{name}">{text}</a>' for name, text in ((before, "previous game"), (after, "next game")) if name
    )
    facts = {
        "Game": str(game.number + 1),
        "Round": str(slot.round + 1),
        "Date": game.date,
        "TimeSetting": str(options.pace),
        "Result": game.ending.result,
        "White calls itself": game.white if game.white != white else "",
        "Black calls itself": game.black if game.black != black else "",
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


def _positions(game: PlayedGame) -> Iterator[dict[str, Any]]:
    """Yields each position: its pieces, the last move, the square of a king in check, and the note on the last move."""
    position = Position.from_fen(game.opening.start)
    note = "The opening begins here." if game.opening.moves else ""
    yield _data(position, "", "", note)
    plies = [(uci, "The opening.") for uci in game.opening.moves] + [(move.uci, move.comment) for move in game.moves]
    for uci, note in plies:
        move = position.parse_uci(uci)
        san = position.san(move)
        position.make(move)
        yield _data(position, uci, san, note)


def _data(position: Position, last: str, san: str, note: str) -> dict[str, Any]:
    return {
        "pieces": position.fen().split()[0],
        "last": last,
        "san": san,
        "check": SQUARE_NAMES[position.king_square(position.turn)] if position.is_check() else "",
        "note": note,
    }


def _moves(game: PlayedGame, positions: list[dict[str, Any]]) -> str:
    """Returns the list of moves, two in a line, each a link to the position after it."""
    classes = [' class="opening"'] * len(game.opening.moves) + [""] * len(game.moves)
    links = (
        f'<a href="#{ply}"{css_class}>{escape(position["san"])}</a>'
        for ply, (css_class, position) in enumerate(zip(classes, positions[1:], strict=True), 1)
    )
    return move_list(game.opening.start, links, '<a href="#0">the start of the game</a>')
