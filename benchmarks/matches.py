"""Measures by matches of `gosub match` what a technique gains, and how the levels of `modern` differ.

Two of the commands judge moves of given games instead: `mistakes` by what they lose, and `judgements` by whether two
players call them blunders.

    python benchmarks/matches.py techniques [--only NAME] [--nodes N] [--games N] [--elo N] [--jobs N]
    python benchmarks/matches.py levels [--level N] [--games N] [--jobs N]
    python benchmarks/matches.py mistakes GAMES.pgn [--positions N] [--judge PLAYER] [--nodes N] [--level N]
    python benchmarks/matches.py judgements GAMES.pgn FOLDER [--player PLAYER] [--judge PLAYER] [--time S] [--nodes N]
        [--judge-nodes N]
    python benchmarks/matches.py draw LICHESS.pgn DRAW.pgn

Every line is the result of one match, of one level's moves, or of one comparison, and is printed when it is known.
"""

from __future__ import annotations

import json
import random
import subprocess
import sysconfig
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, closing
from pathlib import Path
from statistics import correlation, fmean, median
from typing import Any, BinaryIO, Final, NamedTuple, TextIO

import click
from scipy.optimize import minimize_scalar

from modern.analysis.accuracy import JUDGEMENTS, win_percent
from modern.analysis.file_analysis import GamesOfFile, analyst_of, json_of_game, settings_json
from modern.analysis.game_analysis import GameAnalysis, PositionVerdict
from modern.build import ENGINE, build_mode
from modern.cli.output import progress_bar
from modern.cli.shell import EXIT_INTERRUPTED, run_and_exit
from modern.engine.engine import HAND, OPTIONAL
from modern.engine.evaluation.groups import ENDINGS, OPTIONAL_PARTS
from modern.engine.techniques import LAST_YEAR_OF
from modern.game.game import Game
from modern.game.pgn_reading import PgnError, error_text, every_game, lines_of
from modern.game.pgn_writing import pgn_as_read
from modern.limits import Limits
from modern.match.openings import BALANCED_FILE
from modern.output_files import write_atomically
from modern.players import MoveRequest, Player, PlayerError, player_named
from modern.players.levels import LEVELLED_PLAYER, NAMED_LEVELS
from modern.players.protocol import UCI_ELO
from modern.report import Score
from modern.rules import Move

#: The installed command.
GOSUB: Final = str(Path(sysconfig.get_path("scripts")) / "gosub")
#: Balanced openings, and when a game from them is adjudicated.
OPENINGS: Final = BALANCED_FILE
#: Twenty well-known games, the Opera Game first.
CLASSIC_GAMES: Final = Path(__file__).with_name("classic-games.pgn")
ADJUDICATION: Final = ("--draw", "40", "8", "10", "--resign", "4", "600")
#: The openings of the games of a level: random plies, after which few games are still in a line that it knows.
LEVEL_OPENINGS: Final = ("--openings", "random:4")
#: The first ply at which a move is judged, the score beyond which a position is decided, the bound of all scores, and
#: what a move loses that loses a piece; scores are in centipawns.
FIRST_PLY, DECIDED, LIMIT, PIECE = 10, 600, 1000, 250
#: What a player's blunder loses at least, in percent, if a judge agrees that it was one.
CONFIRMED: Final = 7.5
#: A pawn, in centipawns.
PAWN: Final = 100
#: The most that a centipawn of a player can be worth.
MAX_CENTIPAWN: Final = 10
#: How many positions are looked at for each that is wanted.
MOST_TRIES: Final = 10

GAMES_AT_A_TIME: Final = click.option(
    "--jobs", type=click.IntRange(1), default=1, show_default=True, help="Number of games played at the same time."
)
SEED: Final = click.option(
    "--seed", type=click.IntRange(0), default=1994, show_default=True, help="Seed of the openings."
)


def match_json(first: str, second: str, *options: str) -> dict[str, Any]:
    """Returns the JSON of `gosub match` between two players. If it fails, it says why, and its exit code is ours."""
    command = [GOSUB, "match", first, second, *options, "--json", "-"]
    process = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)
    if process.returncode:
        raise SystemExit(process.returncode)
    result: dict[str, Any] = json.loads(process.stdout)
    return result


def stored_matches(path: Path) -> dict[str, dict[str, Any]]:
    """Returns the matches that a script has kept in a file, as the JSON of `gosub match`, by step; none without it."""
    matches: dict[str, dict[str, Any]] = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    return matches


@click.group()
def main() -> None:
    """Measure techniques by matches, levels by matches and mistakes, and analyses by another player's."""


@main.command()
@click.option("--only", "names", multiple=True, type=click.Choice(OPTIONAL), help="Measure this one; may be repeated.")
@click.option("--nodes", type=click.IntRange(1), default=20_000, show_default=True, help="Nodes per move.")
@click.option(
    "--games", type=click.IntRange(2), default=600, show_default=True, help="Maximum number of games for each."
)
@click.option("--elo", type=int, default=20, show_default=True, help="The SPRT tests 0 Elo against this.")
@GAMES_AT_A_TIME
def techniques(names: tuple[str, ...], nodes: int, games: int, elo: int, jobs: int) -> None:
    """Measure how much Elo the engine loses without a technique or a group of weights.

    A group of weights is measured in the hand-written evaluation, and a technique of earlier years in the last of
    them. The games start from balanced openings, and are adjudicated.
    """
    click.echo("| without | games | Elo lost | 95 % interval | LLR | verdict |\n|---|---|---|---|---|---|")
    for name in names or OPTIONAL:
        options = ["--nodes", str(nodes), "--games", str(games), "--openings", str(OPENINGS), "--jobs", str(jobs)]
        without = ["--b-option", f"Without={name}", "--sprt", "0", str(elo)]
        player = "modern"
        if name in (*OPTIONAL_PARTS, ENDINGS):
            player = f"modern[Evaluation={HAND}]"
        elif name in LAST_YEAR_OF:
            player = f"modern[Year={LAST_YEAR_OF[name]}]"
        click.echo(technique_row(name, match_json(player, player, *without, *ADJUDICATION, *options)))


def technique_row(name: str, match: dict[str, Any]) -> str:
    """Returns a match as a row of a Markdown table."""
    sprt = match["sprt"]
    low, high = ("" if bound is None else f"{bound:+.0f}" for bound in (match["elo_low"], match["elo_high"]))
    elo = "" if match["elo"] is None else f"{match['elo']:+.0f}"
    verdict = {"elo1": "keep", "elo0": "no gain", None: "undecided"}[sprt["accepted"]]
    return f"| {name} | {match['games']} | {elo} | {low} to {high} | {sprt['llr']:+.1f} | {verdict} |"


@main.command()
@click.option("--level", "numbers", type=click.IntRange(2, 10), multiple=True, help="[default: every level from 2 on]")
@click.option(
    "--games", type=click.IntRange(2), default=200, show_default=True, help="Games at each level; an even number."
)
@SEED
@GAMES_AT_A_TIME
def levels(numbers: tuple[int, ...], games: int, seed: int, jobs: int) -> None:
    """Measure how much each level of `modern` scores against the level below it.

    A move of the highest level, full strength, takes a tenth of a second; the others keep to their nodes.
    """
    click.echo(f"modern ({build_mode(ENGINE)}), {games} games of each level against the one below")
    for upper in NAMED_LEVELS[1:]:
        if numbers and upper.number not in numbers:
            continue
        lower = NAMED_LEVELS[upper.number - 2]
        specs = [f"{LEVELLED_PLAYER}[{UCI_ELO}={level.elo}]" for level in (upper, lower)]
        pace = ["--time", "0.1", "--games", str(games), "--seed", str(seed), "--jobs", str(jobs)]
        match = match_json(*specs, *LEVEL_OPENINGS, *pace)
        share = 100 * match["points"] / match["games"]
        click.echo(f"{upper} ({upper.elo}) against {lower.elo}: {match['points']:g} of {match['games']}, {share:.0f} %")


@main.command()
@click.argument("games", type=click.File(errors="replace"))
@click.option("--positions", type=click.IntRange(1), default=500, show_default=True, help="Number of positions.")
@click.option("--judge", default="uci:stockfish", show_default=True, help="The player that judges the moves.")
@click.option("--nodes", type=click.IntRange(1), default=50_000, show_default=True, help="The judge's nodes per move.")
@click.option(
    "--level", "numbers", type=click.IntRange(1, 10), multiple=True, help="Measure this level; may be repeated."
)
@SEED
def mistakes(games: TextIO, positions: int, judge: str, nodes: int, numbers: tuple[int, ...], seed: int) -> None:
    """Measure what the moves of each level lose at positions of GAMES, a PGN of people's games with their ratings.

    The positions are from both sides' moves after the tenth ply, each from another game if there are enough, and none
    is decided by more than six pawns. A row is the mean loss in centipawns, both scores within ten pawns, and the share
    of moves that lose two and a half pawns or more. The people's own moves are measured in the same way.
    """
    with closing(player_named(judge)) as judging:
        chosen = positions_of(every_game(games.read()), JudgeOfMoves(judging, nodes), positions, random.Random(seed))
        by_people: dict[int, list[int]] = {}
        for position in chosen:
            by_people.setdefault(position.rating // 200 * 200, []).append(position.loss(position.played))
        for rating, losses in sorted(by_people.items()):
            click.echo(mistakes_row(f"people of {rating} to {rating + 199}", losses))
        click.echo(mistakes_row("people", [loss for losses in by_people.values() for loss in losses]))
        for level in NAMED_LEVELS:
            if not numbers or level.number in numbers:
                with closing(player_named(f"{LEVELLED_PLAYER}[{UCI_ELO}={level.elo}]")) as player:
                    losses = [position.loss(move_of(player, position.game)) for position in chosen]
                click.echo(mistakes_row(f"{level} ({level.elo})", losses))


class JudgeOfMoves:
    """Scores positions with a player, for the side to move, in centipawns within LIMIT."""

    def __init__(self, player: Player, nodes: int) -> None:
        self.player = player
        self.limits = Limits(nodes=nodes)

    def decide(self, game: Game) -> tuple[Move | None, int]:
        """Returns the best move and the score; after the end of a game there is no move."""
        outcome = game.position.outcome()
        if outcome:
            return None, -LIMIT if outcome.winner else 0
        decision = self.player.decide(MoveRequest(game, self.limits))
        score = decision.score or Score(0)
        if score.centipawns is None:
            return decision.move, LIMIT if (score.mate or 0) > 0 else -LIMIT
        return decision.move, max(-LIMIT, min(LIMIT, score.centipawns))


class JudgedPosition:
    """A position of a game, with the move that was played there and the rating of its player."""

    def __init__(self, game: Game, played: Move, rating: int, judge: JudgeOfMoves) -> None:
        self.game = game
        self.played = played
        self.rating = rating
        self.judge = judge
        best, self.score = judge.decide(game)
        self.losses: dict[Move | None, int] = {best: 0}

    def loss(self, move: Move) -> int:
        """Returns what a move loses, in centipawns."""
        if move not in self.losses:
            after = self.game.up_to(len(self.game.moves))
            after.make(move)
            self.losses[move] = max(0, self.score + self.judge.decide(after)[1])
        return self.losses[move]


def positions_of(
    games: Iterable[Game], judge: JudgeOfMoves, count: int, generator: random.Random
) -> list[JudgedPosition]:
    """Returns positions of games whose players have ratings, until there are enough of them."""
    rated = [game for game in games if not game.error and rating_of(game, 0) and len(game.moves) > FIRST_PLY]
    found: list[JudgedPosition] = []
    with progress_bar("choosing positions", count) as advance:
        for _ in range(MOST_TRIES * count):
            if len(found) == count or not rated:
                break
            game = generator.choice(rated)
            ply = generator.randrange(FIRST_PLY, len(game.moves))
            position = JudgedPosition(game.up_to(ply), game.moves[ply], rating_of(game, ply), judge)
            if abs(position.score) <= DECIDED:
                found.append(position)
                advance("")
    return found


def rating_of(game: Game, ply: int) -> int:
    """Returns the rating of the player to move after this many plies; 0 if it is not known."""
    rating = game.headers.get(f"{game.side_at(ply).capitalize()}Elo", "")
    return int(rating) if rating.isascii() and rating.isdigit() else 0


def move_of(player: Player, game: Game) -> Move:
    """Returns the move of a player in a game of its own: with another seed each time."""
    player.new_game()
    move = player.decide(MoveRequest(game, Limits(seconds=0.1))).move
    assert move is not None
    return move


def mistakes_row(name: str, losses: Sequence[int]) -> str:
    """Returns a row: how many moves, what they lose on average, and how many lose a piece."""
    pieces = sum(loss >= PIECE for loss in losses)
    return f"{name}: {len(losses)} moves, {fmean(losses):.0f} centipawns a move, {100 * pieces / len(losses):.1f} %"


@main.command()
@click.argument("games", type=click.File("rb"))
@click.option("--player", default=LEVELLED_PLAYER, show_default=True, help="The player whose scores are measured.")
@click.option("--judge", default="uci:stockfish", show_default=True, help="The player they are compared with.")
@click.option("--positions", type=click.IntRange(1), default=200, show_default=True, help="Number of positions.")
@click.option("--nodes", type=click.IntRange(1), default=100_000, show_default=True, help="The player's nodes.")
@click.option("--judge-nodes", type=click.IntRange(1), default=400_000, show_default=True, help="The judge's nodes.")
@SEED
def scores(games: BinaryIO, player: str, judge: str, positions: int, nodes: int, judge_nodes: int, seed: int) -> None:
    """Compare the scores of two players at positions of GAMES, a PGN, each searched with an empty table.

    The first row is that of `judgements`. Each other row is for scores of the player that begin with this many pawns:
    the number of positions, and the median ratio to the judge's. A mate is left out.
    """
    found = [game.up_to(ply) for game in every_game(lines_of(games)) for ply in range(FIRST_PLY, len(game.moves))]
    chosen = random.Random(seed).sample(found, min(positions, len(found)))
    pairs = []
    with ExitStack() as started, progress_bar("searching", len(chosen)) as advance:
        searching, judging = (started.enter_context(closing(player_named(spec))) for spec in (player, judge))
        for game in chosen:
            both = []
            for one, limit in ((searching, nodes), (judging, judge_nodes)):
                one.new_game()
                both.append(one.decide(MoveRequest(game, Limits(nodes=limit))).score or Score(0))
            pairs.append((both[0].centipawns, both[1].centipawns))
            advance("")
    known = [(own, other) for own, other in pairs if own is not None and other is not None]
    click.echo(ratio_row(known, judge))
    for pawns in sorted({abs(own) // PAWN for own, _ in known}):
        ratios = [own / other for own, other in known if abs(own) // PAWN == pawns and other]
        if ratios:
            click.echo(f"{player} from {pawns} pawns: {len(ratios)} positions, median ratio {median(ratios):.2f}")


#: The draw of the games that judgements are measured on: kinds of games of lichess, and from each the lowest and the
#: highest rating of its players, and how many games. All have DRAWN_PLIES.
DRAWN_GAMES: Final = (
    ("Classical", 1100, 2800, 8),
    ("Blitz", 1100, 1599, 5),
    ("Blitz", 1600, 1999, 5),
    ("Blitz", 2000, 2800, 5),
)
DRAWN_PLIES: Final = range(30, 81)


@main.command()
@click.argument("games", type=click.File("rb"))
@click.argument("drawn", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--seed", type=click.IntRange(0), default=78, show_default=True, help="Seed of the draw.")
def draw(games: BinaryIO, drawn: Path, seed: int) -> None:
    """Draw 23 games for `judgements` from GAMES, a PGN of lichess, and write them to DRAWN after the Opera Game.

    The numbers of the games in GAMES are printed.
    """
    generator = random.Random(seed)
    found = [game for game in enumerate(every_game(lines_of(games)), 1) if not game[1].error]
    chosen: list[tuple[int, Game]] = []
    for kind, lowest, highest, count in DRAWN_GAMES:
        fit = [
            (number, game)
            for number, game in found
            if f"Rated {kind} " in game.headers.get("Event", "")
            and len(game.moves) in DRAWN_PLIES
            and all(lowest <= rating_of(game, ply) <= highest for ply in range(2))
        ]
        chosen += generator.sample(fit, count)
    generator.shuffle(chosen)
    opera = next(every_game(CLASSIC_GAMES.read_text(encoding="utf-8").splitlines(keepends=True)))
    write_atomically(drawn, "\n".join(pgn_as_read(game) for game in (opera, *(game for _, game in chosen))))
    click.echo(f"seed {seed}: {', '.join(str(number) for number, _ in chosen)}")


@main.command()
@click.argument("games", type=click.File("rb"))
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@click.option("--player", default=LEVELLED_PLAYER, show_default=True, help="The player whose analysis is measured.")
@click.option("--judge", default="uci:stockfish", show_default=True, help="The player it is compared with.")
@click.option(
    "--time", "seconds", type=click.FloatRange(0, min_open=True), help="Seconds a position.  [default: 1, or --nodes]"
)
@click.option("--nodes", type=click.IntRange(1), help="Nodes a position.")
@click.option(
    "--judge-nodes", type=click.IntRange(1), help="Let the judge search each position once, with this many nodes."
)
def judgements(
    games: BinaryIO,
    folder: Path,
    player: str,
    judge: str,
    seconds: float | None,
    nodes: int | None,
    judge_nodes: int | None,
) -> None:
    """Compare what two players call blunders, mistakes and inaccuracies in GAMES, a PGN.

    Both analyse every game as `gosub analyse` does; with --judge-nodes, the judge searches each position once instead,
    with an empty table. FOLDER gets the analysis of each game as JSON. Ctrl-C ends the command with what the finished
    games show, and the same command resumes.
    """
    limits = Limits(nodes=nodes, seconds=1.0 if seconds is None and nodes is None else seconds)
    judge_limits = limits if judge_nodes is None else Limits(nodes=judge_nodes)
    both = ((player, limits, analysed), (judge, judge_limits, analysed if judge_nodes is None else searched))
    specs = (player, judge)
    try:
        found = list(GamesOfFile(lines_of(games)))
    except PgnError as error:
        raise click.ClickException(f"{games.name}: {error}") from None
    for number, game in found:
        if game.error:
            click.echo(f"{games.name}: {error_text(game, number)}", err=True)
    readable = [GameAnalysis(game, number) for number, game in found if not game.error]
    positions = sum(len(game.game.moves) + 1 for game in readable)
    folder.mkdir(parents=True, exist_ok=True)
    moves: list[ComparedMove] = []
    finished = 0
    try:
        with ExitStack() as started, progress_bar("analysing", 2 * positions) as advance:
            players = [started.enter_context(closing(player_named(spec))) for spec in specs]
            for analysis in readable:
                analyses = []
                for (spec, limit, verdicts), analyst in zip(both, players, strict=True):
                    path = analysis_file(folder, spec, analysis)
                    if not path.exists():
                        write_analysis(path, verdicts(analysis, analyst, limit, advance), analyst, spec, limit)
                    analyses.append(read_analysis(path, analysis, spec, limit))
                moves += compared_moves(analyses)
                finished += 1
    except KeyboardInterrupt:
        pass
    except PlayerError as error:
        raise click.ClickException(str(error)) from None
    click.echo(f"{finished} of {len(readable)} games, {len(moves)} moves")
    for row in (
        *agreement_rows(moves, specs),
        *blame_rows(moves, specs),
        *grade_rows(moves, specs),
        *difference_rows(moves, specs),
    ):
        click.echo(row)
    if finished < len(readable):
        click.echo("interrupted; the same command resumes", err=True)
        raise SystemExit(EXIT_INTERRUPTED)


def analysis_file(folder: Path, spec: str, game: GameAnalysis) -> Path:
    """Returns the file with a player's analysis of a game."""
    name = "".join(sign if sign.isalnum() else "-" for sign in spec)
    return folder / f"{name}-{game.number}.json"


def analysed(game: GameAnalysis, player: Player, limits: Limits, advance: Callable[[str], None]) -> GameAnalysis:
    """Returns the analysis of a game, as `gosub analyse` makes it. Raises PlayerError."""
    analysis = GameAnalysis(game.game, game.number)
    player.new_game()
    for _ in analysis.run(player, limits):
        advance("")
    return analysis


def searched(game: GameAnalysis, player: Player, limits: Limits, advance: Callable[[str], None]) -> GameAnalysis:
    """Returns the analysis of a game by one search of each position, which knows nothing of the others.

    A move loses what the player wanted before it, less what it expects after it. Raises PlayerError.
    """
    analysis = GameAnalysis(game.game, game.number)
    for ply in range(len(game.game.moves) + 1):
        reached = game.game.up_to(ply)
        outcome = analysis.end_at(ply)
        player.new_game()
        decision = None if outcome else player.decide(MoveRequest(reached, limits))
        analysis.verdicts.append(PositionVerdict(reached.side, decision, outcome, centipawn=player.centipawn))
        advance("")
    return analysis


def write_analysis(path: Path, analysis: GameAnalysis, player: Player, spec: str, limits: Limits) -> None:
    """Writes a player's analysis of a game. Raises ClickException if its scores judge no moves."""
    if player.score_note:
        raise click.ClickException(f"{spec} judges no moves: {player.score_note}")
    settings = settings_json(analyst_of(player, spec, limits), limits)
    content = {**settings, "complete": True, "games": [json_of_game(analysis)]}
    write_atomically(path, json.dumps(content, indent=1) + "\n")


def read_analysis(path: Path, game: GameAnalysis, spec: str, limits: Limits) -> dict[str, Any]:
    """Returns a player's analysis of a game as JSON. Raises ClickException if the file has something else."""
    try:
        content = json.loads(path.read_bytes())
        analysis: dict[str, Any] = content["games"][0]
        found = (content["player"], content["seconds"], content["nodes"], [ply["move"] for ply in analysis["plies"]])
    except (KeyError, IndexError, TypeError, ValueError):
        raise click.ClickException(f"{path} is not the analysis of a game; expected a new folder") from None
    if found != (spec, limits.seconds, limits.nodes, game.game.uci_moves):
        raise click.ClickException(f"{path} is of another game, player or limit; expected a new folder")
    return analysis


#: What a move is, by its grade.
GRADES: Final = ("no mistake", *(judgement.name for judgement in reversed(JUDGEMENTS)))


class View(NamedTuple):
    """What a player thinks of a move: the mover's score before it, its probability to win before and after it, from 0
    to 100, the move's grade, from 0 for no mistake to 3 for a blunder, and True if it is the player's own move."""

    score: Score
    before: float
    after: float
    grade: int
    is_own: bool

    def __str__(self) -> str:
        """Returns `62 to 41 %, mistake`."""
        return f"{self.before:.0f} to {self.after:.0f} %, {GRADES[self.grade]}"


class ComparedMove(NamedTuple):
    """A move of a game, `Paulsen - Morphy, 12. c3`, and what two players think of it."""

    name: str
    views: tuple[View, View]


def compared_moves(analyses: Sequence[dict[str, Any]]) -> list[ComparedMove]:
    """Returns the moves of a game that two players judge, by their analyses as JSON."""
    headers = analyses[0]["headers"]
    title = " - ".join(headers.get(side, "?").split(",")[0] for side in ("White", "Black"))
    moves = []
    for ply, other in zip(*(analysis["plies"] for analysis in analyses), strict=True):
        if ply["lost"] is not None and other["lost"] is not None:
            dots = ". " if ply["side"] == "white" else "..."
            name = f"{title}, {(ply['ply'] + 1) // 2}{dots}{ply['san']}"
            moves.append(ComparedMove(name, (view_of(ply), view_of(other))))
    return moves


def view_of(ply: dict[str, Any]) -> View:
    """Returns what a player thinks of a move that it judges, by the JSON of the move. Its own move loses nothing."""
    before = Score.parse(ply["best_score"]).for_white(ply["side"])
    after = Score.parse(ply["score"]).for_white(ply["side"]) if ply["score"] else Score(mate=1)  # it mates
    chances = win_percent(before), win_percent(after) if ply["score"] else 100.0
    if ply["best"][:1] == [ply["move"]]:
        return View(before, chances[1], chances[1], 0, is_own=True)
    return View(before, *chances, GRADES.index(ply["judgement"] or GRADES[0]), is_own=False)


def agreement_rows(moves: Sequence[ComparedMove], names: Sequence[str]) -> Iterator[str]:
    """Yields how many moves each of two players calls a blunder, at least a mistake, and so on, and how many both do;
    and how their scores compare, where both are within LIMIT."""
    for grade in range(len(GRADES) - 1, 0, -1):
        counts = [sum(move.views[index].grade >= grade for move in moves) for index in range(2)]
        both = sum(min(view.grade for view in move.views) >= grade for move in moves)
        shares = (
            f"{count} of {name} ({100 * both / count:.0f} % of them by both)" if count else f"none of {name}"
            for count, name in zip(counts, names, strict=True)
        )
        worse = "" if grade == len(GRADES) - 1 else " or worse"
        yield f"{GRADES[grade]}{worse}: {', '.join(shares)}, {both} of both"
    scores = [[view.score.centipawns for view in move.views] for move in moves]
    known = [(own, other) for own, other in scores if own is not None and other is not None]
    within = [(own, other) for own, other in known if max(abs(own), abs(other)) <= LIMIT]
    own, other = zip(*within, strict=True) if within else ((), ())
    if len(set(own)) > 1 and len(set(other)) > 1:
        text = f"correlation {correlation(own, other):.3f}; the chances are closest"
        worth = f"if a centipawn of {names[0]} counts as {centipawn_of(within):.2f} of {names[1]}"
        yield f"scores of {len(within)} positions: {text} {worth}"
    if any(PAWN <= abs(other) <= LIMIT for _, other in known):
        yield ratio_row(known, names[1])


def ratio_row(scores: Sequence[tuple[int, int]], judge: str) -> str:
    """Returns how the scores of a player compare with a judge's: their ratios, where the judge's is from 1 to 10 pawns,
    and how often the signs are the same, where both are beyond half a pawn."""
    ratios = [own / other for own, other in scores if PAWN <= abs(other) <= LIMIT]
    same = [own * other > 0 for own, other in scores if min(abs(own), abs(other)) > PAWN / 2]
    share = 100 * sum(same) / len(same) if same else 100
    return (
        f"{judge} from 1 to 10 pawns, {len(ratios)} positions: median ratio of the scores "
        f"{median(ratios or [1]):.2f}, {sum(ratio > 2 for ratio in ratios)} beyond twice; "
        f"same sign in {share:.1f} % of {len(same)} positions beyond half a pawn"
    )


def blame_rows(moves: Sequence[ComparedMove], names: Sequence[str]) -> Iterator[str]:
    """Yields what a judge thinks of a player's blunders, and how many of its own moves the player blames."""
    player, judge = names
    blunders = [other for own, other in (move.views for move in moves) if own.grade == len(GRADES) - 1]
    if blunders:
        count = sum(view.before - view.after >= CONFIRMED for view in blunders)
        share = f"{count} of {len(blunders)} ({100 * count / len(blunders):.0f} %)"
        yield f"blunders of {player} that lose at least {CONFIRMED} % for {judge}: {share}"
    grades = [own.grade for own, other in (move.views for move in moves) if other.is_own]
    blamed = sum(map(bool, grades))
    yield f"moves that {judge} wants, and {player} blames: {blamed} of {len(grades)}"


def grade_rows(moves: Sequence[ComparedMove], names: Sequence[str]) -> Iterator[str]:
    """Yields a Markdown table: for each grade that the first of two players gives, how often the second gives each."""
    grades = range(len(GRADES) - 1, -1, -1)
    counts = Counter(tuple(view.grade for view in move.views) for move in moves)
    yield f"| {names[0]}, and {names[1]}: | {' | '.join(GRADES[grade] for grade in grades)} |"
    yield f"|---|{len(GRADES) * '---|'}"
    for own in grades:
        yield f"| {GRADES[own]} | {' | '.join(str(counts[own, other]) for other in grades)} |"


def centipawn_of(scores: Sequence[tuple[int, int]]) -> float:
    """Returns how many centipawns of another player one of a player is worth, by both players' scores of positions.

    With it the squared differences of the chances are smallest.
    """

    def difference(centipawn: float) -> float:
        return fmean(
            (win_percent(Score(round(centipawn * own))) - win_percent(Score(other))) ** 2 for own, other in scores
        )

    return float(minimize_scalar(difference, bounds=(0, MAX_CENTIPAWN), method="bounded").x)


def difference_rows(moves: Sequence[ComparedMove], names: Sequence[str]) -> Iterator[str]:
    """Yields the moves that only one of two players calls a blunder, as a Markdown table."""
    rows = [move for move in moves if sum(view.grade == len(GRADES) - 1 for view in move.views) == 1]
    if rows:
        yield f"| move | {' | '.join(names)} |"
        yield "|---|---|---|"
    for move in rows:
        yield f"| {move.name} | {' | '.join(map(str, move.views))} |"


if __name__ == "__main__":
    run_and_exit(main, "matches.py")
