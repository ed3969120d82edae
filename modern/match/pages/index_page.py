"""The page of a tournament: ratings as bars, crosstable, likelihood of superiority, endings, and all games."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from html import escape

from modern.game.game import BLACK, WHITE, Game
from modern.match.crosstable import DRAWN
from modern.match.pages.template import GENERATOR, filled
from modern.match.ratings import Ratings
from modern.match.result import tournament_lines
from modern.match.tournament import Tournament
from modern.pictures.page.parts import facts_list
from modern.pictures.rating_chart import RatedName, rating_chart

__all__ = ["GENERATOR", "index_page"]


def index_page(tournament: Tournament, games: Mapping[int, Game], pages: Mapping[int, str]) -> str:
    """Returns the page. `pages` are the file names of the games' pages, by the numbers of the games."""
    options, ratings = tournament.options, tournament.ratings()
    names = [options.players[player] for player in ratings.ranking()]
    title = f"A tournament of {len(names)} players"
    facts = {
        "Games": f"{tournament.games_counted} of {tournament.total_games}",
        "TimeSetting": str(options.pace),
        "Openings": options.openings.name,
        "Adjudication": str(options.adjudication),
        "Gauntlet of": "" if options.gauntlet is None else options.players[options.gauntlet],
    }
    scale = "The average rating is 0."
    if options.anchor:
        scale = f"{escape(options.players[options.anchor[0]])} has the rating {options.anchor[1]:g}."
    rated = [RatedName(options.players[player], *ratings.rating(player)) for player in ratings.ranking()]
    return filled(
        "index.html",
        title=title,
        facts=facts_list(facts.items()),
        scale=f"Elo, by Davidson's model. {scale}",
        chart=rating_chart(rated, "Ratings with 95 % intervals"),
        ratings=_ratings(tournament, ratings),
        lines="".join(f"<p>{escape(line)}</p>" for line in tournament_lines(tournament)),
        crosstable=_players_against_players(tournament, ratings, _points(tournament)),
        superiority=_players_against_players(
            tournament, ratings, lambda player, other: f"{100 * ratings.superiority(player, other):.1f}"
        ),
        endings=_endings(tournament),
        games=_games(tournament, ratings, games, pages),
    )


def _ratings(tournament: Tournament, ratings: Ratings) -> str:
    table = tournament.crosstable
    rows = []
    for place, player in enumerate(ratings.ranking(), 1):
        rating, tally = ratings.rating(player), table.total(player)
        seconds = table.seconds_per_move(player)
        forfeits = ", ".join(f"{count} by {reason}" for reason, count in sorted(table.forfeits[player].items()))
        rows.append(
            [
                *(str(place), tournament.options.players[player], str(round(rating.value)), f"{rating.error:.0f}"),
                *(f"{tally.points:g}", str(tally.games), str(tally.won), str(tally.drawn), str(tally.lost)),
                *(forfeits, str(table.interventions[player]), "" if seconds is None else f"{seconds:.3f}"),
            ]
        )
    heads = [
        *(">", "player", ">Elo", ">±", ">points", ">games", ">won", ">drawn", ">lost", "forfeits"),
        *(">moves by the arbiter", ">seconds per move"),
    ]
    return _table(heads, [[escape(cell) for cell in row] for row in rows])


def _points(tournament: Tournament) -> Callable[[int, int], str]:
    """Returns a function that says how many points of how many games a player has against another, as a link."""

    def points(player: int, other: int) -> str:
        tally = tournament.crosstable.against(player, other)
        if not tally.games:
            return ""
        return f'<a href="#{_pairing_id(player, other)}">{tally.points:g} of {tally.games}</a>'

    return points


def _players_against_players(tournament: Tournament, ratings: Ratings, cell: Callable[[int, int], str]) -> str:
    """Returns a table with a row and a column for each player, the strongest first. `cell` returns HTML."""
    ranking = ratings.ranking()
    rows = [
        [str(place), escape(tournament.options.players[player])]
        + ["" if player == other else cell(player, other) for other in ranking]
        for place, player in enumerate(ranking, 1)
    ]
    return _table([">", "player", *(f">{place}" for place, _ in enumerate(ranking, 1))], rows, has_diagonal=True)


def _endings(tournament: Tournament) -> str:
    endings = tournament.crosstable.endings
    rows = [
        [escape(reason), *(str(endings[reason, winner] or "") for winner in (WHITE, BLACK, DRAWN))]
        for reason in sorted({reason for reason, _ in endings})
    ]
    return _table(["ended by", ">White wins", ">Black wins", ">drawn"], rows)


def _games(tournament: Tournament, ratings: Ratings, games: Mapping[int, Game], pages: Mapping[int, str]) -> str:
    """Returns the games of each pairing, each a link to its page."""
    by_pairing: dict[str, list[list[str]]] = {}
    titles: dict[str, str] = {}
    names = tournament.options.players
    place = {player: index for index, player in enumerate(ratings.ranking())}
    for number, game in games.items():
        assert game.ending is not None
        slot = tournament.schedule.game(number)
        stronger, weaker = sorted((slot.white, slot.black), key=lambda player: place[player])
        pairing = _pairing_id(slot.white, slot.black)
        titles[pairing] = f"{escape(names[stronger])} and {escape(names[weaker])}"
        moves = (len(game.moves) + 1) // 2
        by_pairing.setdefault(pairing, []).append(
            [
                f'<a href="{pages[number]}">{number + 1}</a>',
                *(escape(names[slot.white]), escape(names[slot.black]), game.ending.result),
                *(escape(game.ending.reason), str(moves)),
            ]
        )
    heads = [">game", "White", "Black", "result", "ended by", ">moves"]
    return "".join(
        f'<h3 id="{pairing}">{titles[pairing]}</h3><div class="scroll">{_table(heads, rows, "games")}</div>'
        for pairing, rows in by_pairing.items()
    )


def _pairing_id(player: int, other: int) -> str:
    return f"pairing-{min(player, other)}-{max(player, other)}"


def _table(
    heads: Sequence[str], rows: Iterable[Sequence[str]], kind: str = "crosstable", has_diagonal: bool = False
) -> str:
    """Returns a table of HTML cells. A column whose title begins with `>` holds numbers."""
    classes = [" class=figure" if head.startswith(">") else "" for head in heads]
    titles = "".join(
        f'<th scope="col"{kind_of}>{head.removeprefix(">")}</th>' for head, kind_of in zip(heads, classes, strict=True)
    )
    body = ""
    for number, row in enumerate(rows):
        cells = "".join(
            '<td class="self"></td>' if has_diagonal and column == number + 2 else f"<td{classes[column]}>{cell}</td>"
            for column, cell in enumerate(row)
        )
        body += f"<tr>{cells}</tr>"
    return f'<table class="{kind}"><thead><tr>{titles}</tr></thead><tbody>{body}</tbody></table>'
