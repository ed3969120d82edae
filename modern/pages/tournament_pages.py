"""The pages of a tournament in a folder: index.html with its result, and a page for each game.

The index shows ratings as bars, the crosstable, the likelihood of superiority, the endings, and all games. The page of
a game has the board, the moves, and what the players said about them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

from modern.game.game import BLACK, WHITE, Game
from modern.match.crosstable import DRAWN
from modern.match.ratings import Ratings
from modern.match.result import tournament_lines
from modern.match.tournament import Tournament
from modern.output_files import write_atomically
from modern.pages.chart import chart_of_lines
from modern.pages.folder import INDEX, INDEX_SCRIPT, check_pages_folder, page_name
from modern.pages.kit import DIAGONAL, Cell, MoveLink, Table, move_lines, render
from modern.pages.positions import chart_pawns
from modern.pictures.browser.modules import board_modules, inline_modules, package_text
from modern.pictures.rating_chart import RatedName, rating_chart
from modern.players import PLAYERS, player_class
from modern.players.spec import parse_spec

#: A page says in its header by what it was made.
GENERATOR: Final = "gosub tournament"
#: The modules of a game's page, in modern.pages, each after those that it imports.
GAME_MODULES: Final = ("game_data.js", "steps.js", "tournament_game.js")


def check_folder(folder: Path) -> None:
    """Raises OSError if the pages could not be written there, or if the folder has other files than such pages."""
    check_pages_folder(folder, GENERATOR, "a tournament's pages")


def write_pages(folder: Path, tournament: Tournament, games: Mapping[int, Game]) -> None:
    """Writes the pages of the games, by their numbers. Raises OSError."""
    check_folder(folder)
    folder.mkdir(exist_ok=True)
    names = {number: page_name(number + 1) for number in games}
    neighbours = zip(games, ["", *names.values()], [*names.values(), ""][1:], strict=False)
    for number, before, after in neighbours:
        write_atomically(folder / names[number], game_page(tournament, number, games[number], before, after))
    write_atomically(folder / INDEX, index_page(tournament, games, names))


def game_page(tournament: Tournament, number: int, game: Game, before: str, after: str) -> str:
    """Returns the page of a game. `before` and `after` are the names of the neighbouring pages, or empty."""
    assert game.ending is not None
    options, scheduled = tournament.options, tournament.schedule.game(number)
    players, names = options.players, tournament.names
    white, black = names[scheduled.white], names[scheduled.black]
    calls = game.headers["White"], game.headers["Black"]
    typed = players[scheduled.white], players[scheduled.black]
    positions = list(_positions(game))
    links = (
        MoveLink(f"#ply-{ply}", position["san"], "opening" if ply <= game.opening_plies else "")
        for ply, position in enumerate(positions[1:], 1)
    )
    facts = {
        "Game": str(number + 1),
        "Round": str(scheduled.round + 1),
        "Date": game.headers["Date"],
        "Time setting": str(options.time_setting),
        "Result": game.ending.result,
        "White is": typed[0] if typed[0] != white else "",
        "Black is": typed[1] if typed[1] != black else "",
        "White calls itself": calls[0] if calls[0] != white else "",
        "Black calls itself": calls[1] if calls[1] != black else "",
        "White's scores": _score_note(typed[0]),
        "Black's scores": _score_note(typed[1]),
    }
    return render(
        "tournament_game.html",
        script=_script(),
        generator=GENERATOR,
        title=f"{white} against {black}",
        ending=game.ending.comment,
        facts=facts.items(),
        before=before,
        after=after,
        moves=move_lines(game.start, links),
        first_move=MoveLink("#ply-0", "the start of the game"),
        white=white,
        black=black,
        chart=chart_of_lines({"program": _scores(game, WHITE), "today": _scores(game, BLACK)}, len(positions), first=0),
        positions=positions,
    )


@cache
def _script() -> str:
    return inline_modules({**board_modules(), **{name: package_text("modern.pages", name) for name in GAME_MODULES}})


def _score_note(player: str) -> str:
    """Returns what the scores of a player stand for, if they are not what other programs mean by a score."""
    name = parse_spec(player).name
    return player_class(name).score_note if name in PLAYERS else ""


def _scores(game: Game, side: str) -> list[float | None]:
    """Returns a player's latest score at each position, in pawns from White's side; None before it has given one."""
    scores: list[float | None] = [None]
    for index, note in enumerate(game.notes):
        has_new = note.score is not None and game.side_at(index) == side
        scores.append(chart_pawns(note.score.for_white(side)) if note.score and has_new else scores[-1])
    return scores


def _positions(game: Game) -> Iterator[dict[str, Any]]:
    """Yields each position: its pieces, the last move, the square of a king in check, and the note on the last move."""
    shown = Game(game.start)
    yield _shown(shown, "", "The opening begins here." if game.opening_plies else "")
    for ply, (move, written) in enumerate(zip(game.moves, game.written_moves(), strict=True)):
        shown.add(move)
        yield _shown(shown, written.san, "The opening." if ply < game.opening_plies else game.notes[ply].pgn_comment)


def _shown(game: Game, san: str, note: str) -> dict[str, Any]:
    return {
        "pieces": game.position.fen().split()[0],
        "last": game.last_move.uci() if game.last_move else "",
        "san": san,
        "check": game.check_square or "",
        "note": note,
    }


def index_page(tournament: Tournament, games: Mapping[int, Game], pages: Mapping[int, str]) -> str:
    """Returns the page. `pages` are the file names of the games' pages, by the numbers of the games."""
    options, names, ratings = tournament.options, tournament.names, tournament.ratings()
    facts = {
        "Games": f"{tournament.games_counted} of {tournament.total_games}",
        "Time setting": str(options.time_setting),
        "Openings": options.openings.name,
        "Adjudication": str(options.adjudication),
        "Gauntlet of": "" if options.gauntlet is None else names[options.gauntlet],
    }
    scale = "The average rating is 0."
    if options.anchor:
        scale = f"{names[options.anchor[0]]} has the rating {options.anchor[1]:g}."
    rated = [RatedName(names[player], *ratings.rating(player)) for player in ratings.ranking()]
    return render(
        "tournament.html",
        script=INDEX_SCRIPT,
        generator=GENERATOR,
        title=f"A tournament of {len(rated)} players",
        facts=facts.items(),
        scale=scale,
        chart=rating_chart(rated, "Ratings with 95 % intervals"),
        ratings=_ratings(tournament, ratings),
        lines=tournament_lines(tournament),
        crosstable=_players_against_players(tournament, ratings, _points(tournament)),
        superiority=_players_against_players(
            tournament, ratings, lambda player, other: f"{100 * ratings.superiority(player, other):.1f}"
        ),
        endings=_endings(tournament),
        pairings=_pairings(tournament, ratings, games, pages),
    )


def _ratings(tournament: Tournament, ratings: Ratings) -> Table:
    table, names = tournament.crosstable, tournament.names
    rows = []
    for place, player in enumerate(ratings.ranking(), 1):
        rating, tally = ratings.rating(player), table.total(player)
        seconds = table.seconds_per_move(player)
        forfeits = ", ".join(f"{count} by {reason}" for reason, count in sorted(table.forfeits[player].items()))
        rows.append(
            [
                *(str(place), names[player], str(round(rating.value)), f"{rating.error:.0f}"),
                *(f"{tally.points:g}", str(tally.games), str(tally.won), str(tally.drawn), str(tally.lost)),
                *(forfeits, str(table.interventions[player]), "" if seconds is None else f"{seconds:.3f}"),
            ]
        )
    columns = [
        *(">place", "player", ">Elo", ">±", ">points", ">games", ">won", ">drawn", ">lost", "forfeits"),
        *(">moves by the arbiter", ">seconds per move"),
    ]
    return Table(columns, rows, kind="crosstable")


def _points(tournament: Tournament) -> Callable[[int, int], str | Cell]:
    """Returns a function that says how many points of how many games a player has against another, as a link."""

    def points(player: int, other: int) -> str | Cell:
        tally = tournament.crosstable.against(player, other)
        if not tally.games:
            return ""
        return Cell(f"{tally.points:g} of {tally.games}", f"#{_pairing_id(player, other)}")

    return points


def _players_against_players(tournament: Tournament, ratings: Ratings, cell: Callable[[int, int], str | Cell]) -> Table:
    """Returns a table with a row and a column for each player, the strongest first."""
    ranking, names = ratings.ranking(), tournament.names
    rows: list[list[str | Cell]] = [
        [
            *(str(place), names[player]),
            *(DIAGONAL if player == other else cell(player, other) for other in ranking),
        ]
        for place, player in enumerate(ranking, 1)
    ]
    return Table([">place", "player", *(f">{place}" for place, _ in enumerate(ranking, 1))], rows, kind="crosstable")


def _endings(tournament: Tournament) -> Table:
    endings = tournament.crosstable.endings
    rows = [
        [reason, *(str(endings[reason, winner] or "") for winner in (WHITE, BLACK, DRAWN))]
        for reason in sorted({reason for reason, _ in endings})
    ]
    return Table(["ended by", ">White wins", ">Black wins", ">drawn"], rows, kind="crosstable")


def _pairings(
    tournament: Tournament, ratings: Ratings, games: Mapping[int, Game], pages: Mapping[int, str]
) -> list[dict[str, object]]:
    """Returns each pairing: its id, its title, and its games, each a link to its page."""
    rows: dict[str, list[list[str | Cell]]] = {}
    titles: dict[str, str] = {}
    names = tournament.names
    place = {player: index for index, player in enumerate(ratings.ranking())}
    for number, game in games.items():
        assert game.ending is not None
        _, white, black, _ = tournament.schedule.game(number)
        stronger, weaker = sorted((white, black), key=lambda player: place[player])
        pairing = _pairing_id(white, black)
        titles[pairing] = f"{names[stronger]} and {names[weaker]}"
        moves = (len(game.moves) + 1) // 2
        rows.setdefault(pairing, []).append(
            [
                Cell(str(number + 1), pages[number]),
                *(names[white], names[black], game.ending.result, game.ending.reason, str(moves)),
            ]
        )
    columns = [">game", "White", "Black", "result", "ended by", ">moves"]
    return [
        {"id": pairing, "title": titles[pairing], "games": Table(columns, rows[pairing], kind="games")}
        for pairing in rows
    ]


def _pairing_id(player: int, other: int) -> str:
    return f"pairing-{min(player, other)}-{max(player, other)}"
