"""Plays a match or tournament: its games in parallel, each recorded when it ends, and all counted in their order.

Games are counted in the order of their numbers, so the result does not depend on which game ended first. If the SPRT
of a match accepts a hypothesis after some pair, the match ends there, whatever later games are running or finished. It
also ends, undecided, when all games that can follow repeat earlier ones, because equal games count once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import ExitStack, contextmanager
from functools import cached_property, partial
from pathlib import Path
from typing import Any, Final

from modern.game.clock import TimeSetting
from modern.game.game import Game
from modern.jobs.cluster import cluster_workers
from modern.jobs.journal import JournalForm
from modern.jobs.loop import result_of
from modern.jobs.work import Work
from modern.jobs.workers import ProcessPool, Workers, WorkersError, core_count, terminated_on_error
from modern.match.crosstable import Crosstable
from modern.match.games_file import GamesFile
from modern.match.journal import entry_of, game_of
from modern.match.openings import Opening, OpeningError
from modern.match.options import TournamentOptions
from modern.match.ratings import Ratings, fit_ratings
from modern.match.referee import PlayerFactory, name_of, play_with_new_players
from modern.match.schedule import ScheduledGame
from modern.output_files import held
from modern.players import PLAYERS, OptionError, PlayerError, player_class
from modern.players.engine_process import kill_all
from modern.players.modern import SEED
from modern.players.protocol import DEPTH, NODES, SECONDS, TIME
from modern.players.spec import PlayerSpec, is_outside, parse_spec
from modern.rules.errors import printable

#: About how many moves each side makes in a game.
TYPICAL_MOVES: Final = 50
#: The packages that decide how the players play, and who wins.
DECIDING_CODE: Final = (
    *("historic", "modern.book", "modern.engine", "modern.game"),
    *("modern.match", "modern.players", "modern.report", "modern.rules"),
)

#: Why no different game can follow: it is known of our players, and shown by the games of outside programs.
ALL_PLAYED: Final = "these players repeat their games, and have played every opening with both colours"
ALL_REPEATED: Final = "the last games from every opening repeat earlier ones"

#: Called with each game when it is counted.
OnGame = Callable[[ScheduledGame, Game], object]


class PlayerRefused(Exception):
    """A player that cannot be started, or that does not have the options in its name; the text is one line."""


class PlayerOptionError(ValueError):
    """An option that a player does not have or accept; `number` is that of the player, from 0."""

    def __init__(self, number: int, reason: str) -> None:
        super().__init__(reason)
        self.number = number


def _discard(scheduled: ScheduledGame, game: Game) -> None:
    """Does nothing: the default of `on_game`."""


class Tournament(Work[int, Game]):
    """A match or tournament, whose items are the numbers of its games.

    `crosstable`     has the games that have been counted; `games_counted` is their number, and `earlier_games` of them
                     are from a journal.
    `sprt_verdict`   True or False when the SPRT has accepted elo1 or elo0, and None until then or without an SPRT.
    `exhausted`      says why no different game can follow, when that ends a match with an SPRT; '' until then.
    `player_factories`  make the players, new ones for each game.
    """

    def __init__(self, options: TournamentOptions, pgn: Path | None = None, on_game: OnGame = _discard) -> None:
        """`pgn` is the file that gets each game when it is counted. `on_game` is called with it then."""
        super().__init__()
        self.options = options
        self.form = JournalForm(f"gosub {options.task}", options.task, "a game", 3)
        self.schedule = options.schedule
        self.player_factories: Sequence[PlayerFactory] = options.player_factories
        self.crosstable = Crosstable(len(options.players))
        self.sprt_verdict: bool | None = None
        self.exhausted = ""
        #: Openings that both colours have played since game `_played_since`, and from which no other game is expected.
        self._openings_played = set[Opening]()
        self._played_since = 0
        self.pgn = pgn
        self.on_game = on_game
        self.total_games = self.schedule.games
        self.games_counted = self.earlier_games = 0
        self._file = GamesFile(pgn, options)
        self._next_number = 0
        self._uncounted: dict[int, Game] = {}
        #: The numbers of the games that are still to be played, in their order.
        self._unplayed = dict.fromkeys(range(self.total_games))

    def identity(self) -> Mapping[str, Any]:
        return self.options.identity()

    def load_entry(self, entry: Any) -> None:
        """Loads a game; a second one with its number is ignored."""
        number, game = game_of(entry)
        self._uncounted.setdefault(number, game)
        self._unplayed.pop(number, None)

    @contextmanager
    def resumed(self, path: Path | None) -> Iterator[None]:
        """Loads and counts the games of a journal, and writes into it and into the PGN in the block.

        In the end it also counts the games that come after an unfinished one. Raises JournalError if the journal is
        another one's, and OSError.
        """
        with super().resumed(path), ExitStack() as files:
            if self.pgn is not None:
                files.enter_context(held(self.pgn, f"gosub {self.options.task}"))
            files.enter_context(self._file)
            self._count_in_order()
            self.earlier_games = self.games_counted
            yield
            self.count_remaining()

    @property
    def left(self) -> int:
        """The number of games that are still to be played; 0 if those that remain do not count."""
        return 0 if self.complete else len(self._unplayed)

    @property
    def is_decided(self) -> bool:
        return self.complete

    def items(self) -> Sequence[int]:
        return list(self._unplayed)

    def call(self, item: int) -> Callable[[], Game]:
        """Returns the call that plays a game with new players. Raises OpeningError."""
        options, scheduled = self.options, self.schedule.game(item)
        opening = options.openings.for_pair(scheduled.round)
        white, black = (self.player_factories[player] for player in (scheduled.white, scheduled.black))
        return partial(play_with_new_players, white, black, opening, options.time_setting, options.adjudication)

    def record(self, item: int, result: Game) -> None:
        """Records a finished game, and counts it if all games before it have been counted."""
        self.write(entry_of(item, result))
        self._uncounted[item] = result
        self._unplayed.pop(item, None)
        self._count_in_order()

    @property
    def complete(self) -> bool:
        """True if no game remains to be played."""
        return self.ends_early or self._next_number >= self.total_games

    @property
    def ends_early(self) -> bool:
        """True if the games that have been counted end a match with an SPRT, whatever games remain."""
        return self.sprt_verdict is not None or bool(self.exhausted)

    def different_games(self) -> int:
        """Returns how many different games can be expected at most. Raises OpeningError.

        Two players that leave nothing to time or chance play only two different games from each opening.
        """
        repeats, rounds = self._repeats_games, self._rounds
        openings = self._different_openings if sum(repeats) > 1 else rounds
        games = (openings if repeats[one] and repeats[other] else rounds for one, other in self.schedule.pairings)
        return min(self.total_games, 2 * sum(games))

    @property
    def _rounds(self) -> int:
        return (self.options.games_per_pairing + 1) // 2

    @cached_property
    def _different_openings(self) -> int:
        """The number of different openings in all rounds. Raises OpeningError."""
        return self.options.openings.different(self._rounds)

    @cached_property
    def _repeats_games(self) -> list[bool]:
        """For each player, True if it answers the same game with the same move, as far as its name and limits tell."""
        options = self.options
        return [_repeats_games(options.spec(player), options.time_setting) for player in range(len(options.players))]

    @cached_property
    def _surely_repeats_games(self) -> bool:
        """True if all players are ours and are known to repeat their games."""
        options = self.options
        return all(self._repeats_games) and all(
            spec.name in PLAYERS and (options.time_setting.thinking_time(TYPICAL_MOVES) is None or _has_own_depth(spec))
            for spec in map(options.spec, range(len(options.players)))
        )

    def thinking_seconds(self) -> float:
        """Returns about how long the games that remain take if the players use all their time, in seconds.

        It is 0 if that is not known: on a cluster, and if no time limits the thinking. A player that always searches to
        its own depth counts as if it took no time.
        """
        options = self.options
        seconds = options.time_setting.thinking_time(TYPICAL_MOVES)
        if seconds is None or options.cluster:
            return 0.0
        by_time = [not _has_own_depth(options.spec(player)) for player in range(len(options.players))]
        games = map(self.schedule.game, self._unplayed)
        sides = sum(by_time[game.white] + by_time[game.black] for game in games)
        return sides * seconds / min(options.jobs, core_count())

    def count_remaining(self) -> None:
        """After an interruption, also counts the games that come after an unfinished one."""
        if self.complete:
            return
        for number in sorted(self._uncounted):
            if number < self.total_games:
                self._count(number)

    @property
    def names(self) -> list[str]:
        """The players' names in tables: ours as they were typed, those of outside programs as they call themselves.

        Programs that call themselves the same are told apart by their files, or else by their commands.
        """
        return names_in_tables(self.options.players, self.crosstable.names)

    def ratings(self) -> Ratings:
        """Returns the ratings that the games so far imply."""
        return fit_ratings(len(self.options.players), self.crosstable.colour_results(), self.options.anchor)

    def _count_in_order(self) -> None:
        """Counts the finished games up to the first gap, or up to the pair after which the SPRT decides."""
        while not self.complete and self._next_number in self._uncounted:
            number = self._next_number
            self._next_number += 1
            different = self.crosstable.different
            self._count(number)
            if self.options.sprt:
                if number % 2 == 1:
                    self.sprt_verdict = self.options.sprt.verdict(self.crosstable.pairs())
                if not self.complete and all(self._repeats_games) and self._different_openings < self._rounds:
                    self._note_opening(number, self.crosstable.different > different)

    def _note_opening(self, number: int, is_different: bool) -> None:
        """Notes that a game of a match with an SPRT has played its opening, and if no different game can follow.

        Players that are ours need each opening once. An outside program may use chance without saying so: it has to
        repeat its games from all openings.
        """
        if is_different and not self._surely_repeats_games:
            self._openings_played.clear()
            self._played_since = number + 1
        elif number % 2 == 1 and number > self._played_since:
            self._openings_played.add(self.options.openings.for_pair(number // 2))
            if len(self._openings_played) == self._different_openings:
                self.exhausted = ALL_PLAYED if self._surely_repeats_games else ALL_REPEATED

    def _count(self, number: int) -> None:
        scheduled, game = self.schedule.game(number), self._uncounted.pop(number)
        self.games_counted += 1
        self.crosstable.add(scheduled, game)
        self._file.add(scheduled, game)
        self.on_game(scheduled, game)


def names_in_tables(players: Sequence[str], own_names: Sequence[str]) -> list[str]:
    """Returns the names in tables of players by the names that they were given and those that they give themselves.

    An outside program has its own name, with its options, as soon as it is known and no other player has it; otherwise
    with its file, if that tells it from all others; otherwise it is named as it was given.
    """
    shown = list(players)
    specs = [parse_spec(player) for player in players]
    alone, with_file = (
        [
            printable(str(spec._replace(name=form.format(own, spec.file)))) if spec.protocol and own else ""
            for spec, own in zip(specs, own_names, strict=True)
        ]
        for form in ("{}", "{} ({})")
    )
    for number, (one, other) in enumerate(zip(alone, with_file, strict=True)):
        unique = (name for name, all_names in ((one, alone), (other, with_file)) if all_names.count(name) == 1)
        shown[number] = next((name for name in unique if name and name not in players), players[number])
    return shown


def _repeats_games(spec: PlayerSpec, setting: TimeSetting) -> bool:
    """Returns True for a player that answers the same game with the same move, as far as its name and limits tell."""
    named = {name.lower(): value for name, value in spec.options}
    by_chance = spec.limits_strength and not named.get(SEED.lower(), "").strip("0")
    by_own_time = bool({SECONDS.lower(), TIME.lower()} & named.keys())
    by_work = bool({NODES.lower(), DEPTH.lower()} & named.keys())
    by_time = by_own_time or (setting.thinking_time(TYPICAL_MOVES) is not None and not by_work)
    return not by_chance and (not by_time or _has_own_depth(spec))


def _has_own_depth(spec: PlayerSpec) -> bool:
    """Returns True for a player of ours that always searches to its own depth."""
    return spec.name in PLAYERS and player_class(spec.name).has_own_depth


@contextmanager
def workers_of(tournament: Tournament, say: Callable[[str], None]) -> Iterator[Workers]:
    """Provides the workers of the options, after each player has been made once in one of them.

    `say` is called, in another thread, with lines about a cluster that is not as it should be. An exception terminates
    the games in progress, and so does an end at which the games that remain do not count; a cluster finishes them, but
    their results are not awaited. Raises PlayerRefused and PlayerOptionError, and WorkersError for what ends the games.
    """
    options = tournament.options
    if options.cluster is None:
        # Even a single game runs in a process, so that Ctrl-C takes effect here.
        on_exit = kill_all if any(map(is_outside, options.players)) else None
        with terminated_on_error(ProcessPool(options.jobs, on_exit)) as pool, _reported_in_one_line():
            _check_players(tournament, pool)
            yield Workers(pool, options.jobs)
            if tournament.ends_early:
                pool.stop()
    else:
        with cluster_workers(options.cluster, DECIDING_CODE, say) as workers, _reported_in_one_line():
            _check_players(tournament, workers.executor)
            yield workers


def _check_players(tournament: Tournament, executor: Executor) -> None:
    """Makes each player once. Raises PlayerRefused and PlayerOptionError."""
    for number, factory in enumerate(tournament.player_factories):
        try:
            result_of(executor.submit(name_of, factory, tournament.options.time_setting))
        except OptionError as error:
            raise PlayerOptionError(number, str(error)) from None
        except PlayerError as error:
            raise PlayerRefused(str(error)) from None


@contextmanager
def _reported_in_one_line() -> Iterator[None]:
    """Raises WorkersError, as lost workers do, for what else can end the games early."""
    try:
        yield
    except (OpeningError, PlayerError) as error:
        raise WorkersError(str(error)) from None
    except OSError as error:
        if error.filename is None:  # not a file of the games
            raise
        raise WorkersError(f"{error.filename} cannot be written: {error.strerror}") from None
