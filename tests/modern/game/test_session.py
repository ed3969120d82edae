"""A game that is being played: clocks, moves, the end of the game, and what programs have to think about."""

from __future__ import annotations

import pytest

from modern.game.adjudication import Adjudication, DrawRule, ResignRule
from modern.game.clock import TimeSetting, parse_time_control
from modern.game.game import Ending, Game
from modern.game.move_notes import MoveNote
from modern.game.session import HINT, MOVE, GameSession, Question, Refusal, Seat
from modern.limits import Clock, Limits
from modern.report import Score
from modern.rules import IllegalMove, Move, MoveError
from modern.rules.fen import INITIAL_FEN

MATED = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3"
SHUFFLE = ["g1f3", "g8f6", "f3g1", "f6g8"] * 2
ONE_PLY = TimeSetting(depth=1)


def seat(spec: str) -> Seat:
    return Seat(spec, spec.capitalize())


def session_of(
    *moves: str, white: str = "human", black: str = "human", time: TimeSetting = ONE_PLY, fen: str = INITIAL_FEN
) -> GameSession:
    """A session with moves that took 1.5 seconds each."""
    game = Game(fen)
    for uci in moves:
        game.make(game.position.parse_uci(uci), MoveNote(seconds=1.5))
    return GameSession({"white": seat(white), "black": seat(black)}, time, game)


def with_clocks(control: str, white: str = "human", black: str = "human") -> GameSession:
    return session_of(white=white, black=black, time=TimeSetting(parse_time_control(control), seconds=3.0))


def reply(session: GameSession, uci: str, seconds: float = 1.0, score: Score | None = None) -> None:
    """Makes a program's move that took some seconds."""
    session.make_program_move(Move.from_uci(uci), MoveNote(score, 2 if score else 0, seconds))


def ending_of(session: GameSession) -> str:
    assert session.game.ending is not None
    return session.game.ending.sentence


@pytest.mark.parametrize(("moves", "result"), [((), "0-1"), (("e2e4",), "1-0")])
def test_a_program_that_fails_loses_with_either_colour(moves: tuple[str, ...], result: str) -> None:
    session = session_of(*moves, white="modern", black="modern")
    session.program_fails("Abandoned", "it ended", 0.1)
    assert session.game.ending is not None
    assert session.game.ending.result == result


# Clocks.


def test_the_clock_runs_from_when_the_side_to_move_is_shown_the_position() -> None:
    session = with_clocks("60+2")
    assert session.time_left("white", 100.0) == 60.0  # the position has not been shown
    assert session.seconds_until_flag(100.0) is None
    session.begin_turn(100.0)
    session.begin_turn(105.0)  # it runs already
    assert session.time_left("white", 110.0) == 50.0
    assert session.time_left("black", 110.0) == 60.0


def test_the_time_of_a_typed_move_is_stored_with_four_decimals() -> None:
    session = with_clocks("60+2")
    session.begin_turn(0.0)
    session.enter_move("e4", 1.23456)
    assert session.game.notes[0].seconds == 1.2346


def test_a_move_is_timed_and_its_increment_added() -> None:
    session = with_clocks("60+2")
    session.begin_turn(0.0)
    session.enter_move("e4", 10.0)
    assert session.game.notes[0].seconds == 10.0
    assert session.time_left("white", 15.0) == 52.0
    assert session.time_left("black", 15.0) == 55.0
    session.enter_move("e5", 20.0)
    assert (session.time_used("white"), session.time_used("black")) == (10.0, 10.0)


def test_time_is_added_after_the_moves_of_a_period() -> None:
    session = with_clocks("2/60", black="modern")
    for number, move in enumerate(("e4", "d4", "c4")):
        session.begin_turn(0.0)
        session.enter_move(move, 20.0)
        assert session.clock_after("white", 2 * number + 1) == [40.0, 80.0, 60.0][number]
        reply(session, ("a7a6", "b7b6", "c7c6")[number], 5.0)
    assert session.clock_after("black", 6) == 105.0


def test_the_clocks_of_a_continued_game_count_only_its_own_moves() -> None:
    game = session_of("e2e4", "e7e5").game
    seats = {"white": seat("human"), "black": seat("human")}
    session = GameSession(seats, TimeSetting(parse_time_control("60"), seconds=1.0), game, clock_from=2)
    session.begin_turn(0.0)
    session.enter_move("Nf3", 10.0)
    assert session.clock_after("white", 3) == 50.0
    assert session.time_used("white") == 11.5


def test_a_move_made_again_where_clocks_began_counts_on_the_clock() -> None:
    game = session_of("e2e4", "e7e5").game
    seats = {"white": seat("human"), "black": seat("modern")}
    session = GameSession(seats, TimeSetting(parse_time_control("60"), seconds=1.0), game, clock_from=2)
    session.take_back(0.0)
    session.enter_move("d4", 10.0)
    assert session.clock_after("white", 1) == 50.0


def test_a_human_loses_when_its_clock_has_run_out() -> None:
    session = with_clocks("60")
    assert not session.check_flag(1000.0)  # the clock does not run yet
    session.begin_turn(0.0)
    assert session.seconds_until_flag(59.0) == 1.0
    assert not session.check_flag(59.0)
    assert session.check_flag(60.0)
    assert ending_of(session) == "Time forfeit: Black wins, 0-1."
    assert not session.check_flag(61.0)


def test_a_program_that_exceeds_its_time_loses_and_its_move_is_not_made() -> None:
    session = with_clocks("1+1", white="modern")
    assert session.seconds_until_flag(0.0) is None  # a program's clock is not watched
    reply(session, "e2e4", 1.0)
    session.begin_turn(0.0)
    session.enter_move("e5", 0.5)
    reply(session, "g1f3", 1.25)
    assert ending_of(session) == "Time forfeit: Black wins, 0-1 (1.250 s used of 1.000 s)."
    assert session.game.uci_moves == ["e2e4", "e7e5"]


@pytest.mark.parametrize(
    ("fen", "sentence"),
    [
        ("8/8/8/3k4/8/8/P7/K7 w - - 0 1", "Time forfeit: a draw, 1/2-1/2 (Black cannot mate by any series of moves)."),
        ("8/8/8/3k4/8/5n2/P7/K7 w - - 0 1", "Time forfeit: Black wins, 0-1"),
        ("k7/p7/8/8/3K4/8/8/8 b - - 0 1", "Time forfeit: a draw, 1/2-1/2 (White cannot mate by any series of moves)."),
        ("k7/p7/8/8/3K4/8/8/5B2 b - - 0 1", "Time forfeit: White wins, 1-0"),
        ("8/8/8/1K6/8/8/1Qb5/1k4n1 b - - 0 1", "Time forfeit: a draw, 1/2-1/2 (White cannot mate by any series of"),
    ],
)
@pytest.mark.parametrize("spec", ["human", "modern"])
def test_a_fallen_flag_is_a_draw_if_the_opponent_cannot_mate(spec: str, fen: str, sentence: str) -> None:
    session = session_of(white=spec, black=spec, time=TimeSetting(parse_time_control("10")), fen=fen)
    side = session.side
    session.begin_turn(0.0)
    if spec == "human":
        assert session.check_flag(10.0)
        assert [session.time_left(each, 11.0) for each in (side, "white", "black")].count(0.0) == 2
    else:
        session.program_fails("no answer", "no answer within 11 s", 11.0)
    assert ending_of(session).startswith(sentence)


@pytest.mark.parametrize(("seconds", "over"), [(10.0, False), (10.001, True)])
def test_the_increment_is_added_after_the_flag_is_checked(seconds: float, over: bool) -> None:
    session = with_clocks("10+2", white="modern")
    reply(session, "e2e4", seconds)
    assert session.is_over is over


@pytest.mark.parametrize("time", [TimeSetting(seconds=0.1), TimeSetting(depth=3), TimeSetting(nodes=500)])
def test_without_clocks_no_flag_falls(time: TimeSetting) -> None:
    session = session_of(white="modern", time=time)
    reply(session, "e2e4", 1e6)
    session.begin_turn(0.0)
    assert not session.check_flag(1e6)
    assert not session.is_over


@pytest.mark.parametrize("fen", [INITIAL_FEN, "4k3/8/8/8/8/8/8/R3K3 b - - 0 1"])
def test_each_side_has_its_own_clock_and_its_last_score(fen: str) -> None:
    session = session_of(white="modern", black="historic", fen=fen)
    first = session.side
    second = "black" if first == "white" else "white"
    for seconds, score in ((1.0, Score(25)), (2.0, Score(mate=-3)), (4.0, None), (8.0, Score(-310))):
        reply(session, session.game.position.legal_moves()[0].uci(), seconds, score)
    assert (session.time_used(first), session.time_used(second)) == (5.0, 10.0)
    assert (session.last_score(first), session.last_score(second)) == (None, Score(-310))
    session.game.take_back()
    session.game.take_back()
    assert session.last_score(second) == Score(mate=-3)


# Moves.


def test_a_move_is_entered_only_by_a_human_in_its_turn() -> None:
    session = session_of(black="modern")
    with pytest.raises(MoveError, match="'castle' is not a move"):
        session.enter_move("castle", 0.0)
    with pytest.raises(IllegalMove, match="it can go to e3 and e4"):
        session.enter_move("e2e5", 0.0)
    session.enter_move("e4", 0.0)
    with pytest.raises(Refusal, match=r"^it is not your turn$"):
        session.enter_move("e5", 0.0)
    assert session.game.uci_moves == ["e2e4"]


def test_a_program_loses_by_an_illegal_move_or_none() -> None:
    session = session_of(white="modern")
    reply(session, "e2e5")
    assert ending_of(session) == "Illegal move: Black wins, 0-1 (e2e5 is not a legal move)."
    session = session_of(white="modern")
    session.make_program_move(None, MoveNote(seconds=1.0))
    assert ending_of(session) == "Illegal move: Black wins, 0-1 (it chose no move, but there are legal moves)."


def test_a_program_remembers_what_it_says_after_its_move() -> None:
    session = session_of(white="historic")
    session.make_program_move(Move.from_uci("e2e4"), MoveNote(seconds=1.0), 0.0, "0:0,0")
    assert session.seats["white"].memory == "0:0,0"


# Moves taken back.


def test_against_a_program_a_humans_move_and_the_reply_are_taken_back() -> None:
    session = session_of("e2e4", "e7e5", "g1f3", "b8c6", black="historic")
    session.take_back(0.0)
    assert session.game.uci_moves == ["e2e4", "e7e5"]
    assert session.game.position.fen().startswith("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w")


def test_between_humans_one_ply_is_taken_back() -> None:
    session = session_of("e2e4", "e7e5")
    session.take_back(5.0)
    assert session.side == "black"
    assert session.turn_began == 5.0


def test_a_move_can_be_taken_back_before_the_program_has_replied() -> None:
    session = session_of("e2e4", "e7e5", "g1f3", black="historic")
    session.take_back(0.0)
    assert session.game.uci_moves == ["e2e4", "e7e5"]
    assert session.human_to_move


def test_there_is_nothing_to_take_back_before_the_humans_first_move_nor_after_the_end() -> None:
    over = session_of("e2e4", "e7e5", black="modern")
    over.resign()
    watched = session_of("e2e4", "e7e5", white="modern", black="modern")
    for session in (session_of(), session_of("e2e4", white="modern"), over, watched):
        assert session.plies_to_take_back() == 0
        with pytest.raises(Refusal, match=r"^you have no move to take back$"):
            session.take_back(0.0)


def test_a_player_that_took_its_seat_later_has_the_moves_after_what_was_taken_back() -> None:
    session = session_of("e2e4", "e7e5")
    session.change_seat("black", seat("historic"))
    assert session.seats["black"].from_ply == 2
    session.take_back(0.0)
    assert session.seats["black"].from_ply == 0


# The end of the game.


def test_checkmate_ends_the_game() -> None:
    session = session_of("f2f3", "e7e5", "g2g4")
    session.enter_move("Qh4", 1.0)
    assert ending_of(session) == "Checkmate: Black wins, 0-1."
    assert session.turn_began is None
    assert session.task() is None


def test_a_game_that_starts_from_checkmate_is_over() -> None:
    assert ending_of(session_of(fen=MATED)) == "Checkmate: Black wins, 0-1."


def test_a_program_claims_a_draw_by_itself_and_a_human_has_to_claim_it() -> None:
    session = session_of(*SHUFFLE)
    assert session.game.ending is None
    assert session.may_claim_draw()
    session.draw()
    assert ending_of(session) == "Threefold repetition: a draw, 1/2-1/2."
    assert ending_of(session_of(*SHUFFLE, white="historic")) == "Threefold repetition: a draw, 1/2-1/2."


def test_a_program_that_takes_the_seat_claims_the_draw_that_the_human_did_not() -> None:
    session = session_of(*SHUFFLE)
    session.change_seat("white", seat("historic"))
    assert ending_of(session) == "Threefold repetition: a draw, 1/2-1/2."


def test_a_draw_that_a_program_claimed_is_left_to_the_human_who_takes_its_seat() -> None:
    session = session_of(*SHUFFLE, white="historic")
    session.change_seat("white", seat("human"))
    assert session.game.ending is None
    assert session.may_claim_draw()


def test_without_a_repetition_a_draw_can_only_be_offered() -> None:
    session = session_of("e2e4")
    assert not session.may_claim_draw()
    with pytest.raises(Question, match=r"^Does White agree to a draw\?$"):
        session.draw()
    assert session.game.ending is None
    session.draw(confirmed=True)
    assert ending_of(session) == "Agreement: a draw, 1/2-1/2."


@pytest.mark.parametrize(
    ("number", "score", "reason"),
    [
        (1, Score(0), "Black refuses: it accepts no draw before move 20"),
        (30, None, "Black refuses: it has not yet given a score for a move"),
        (30, Score(1), r"Black refuses: it thinks that it is better \(\+0\.01\)"),
        (30, Score(mate=5), r"Black refuses: it thinks that it is better \(#5\)"),
        (30, Score(0), ""),
        (30, Score(mate=-5), ""),
    ],
)
def test_a_program_answers_a_draw_offer_by_the_score_of_its_last_move(
    number: int, score: Score | None, reason: str
) -> None:
    session = session_of(black="huo", fen=f"4k3/7p/8/8/8/8/P7/4K3 w - - 0 {number}")
    session.enter_move("a4", 0.0)
    with pytest.raises(Refusal, match=r"only when it is your turn$"):
        session.draw()
    reply(session, "h7h5", score=score)
    if reason:
        with pytest.raises(Refusal, match=f"^{reason}$"):
            session.draw()
        assert session.game.ending is None
    else:
        session.draw()
        assert ending_of(session) == "Agreement: a draw, 1/2-1/2."


def test_the_score_of_an_earlier_player_in_the_seat_is_not_the_players_own() -> None:
    session = session_of(white="modern")
    reply(session, "e2e4", score=Score(900))
    assert session.last_score("white") == Score(900)
    session.change_seat("white", seat("historic"))
    assert session.last_score("white") is None


def test_the_side_that_resigns_loses_and_a_human_may_resign_while_a_program_thinks() -> None:
    session = session_of("e2e4")
    session.resign()
    assert ending_of(session) == "Resignation: White wins, 1-0."
    with pytest.raises(Refusal, match=r"^the game is over$"):
        session.resign()
    session = session_of("e2e4", black="modern")
    session.resign()
    assert ending_of(session) == "Resignation: Black wins, 0-1."
    session = session_of("e2e4", black="modern")
    session.resign("black")
    assert ending_of(session) == "Resignation: White wins, 1-0."


@pytest.mark.parametrize(
    ("rule", "scores", "winner"),
    [
        (Adjudication(resign=ResignRule(2, 500)), (500, -500, 600, -600), "white"),
        (Adjudication(resign=ResignRule(2, 500)), (-500, 500, -600, 600), "black"),
        (Adjudication(draw=DrawRule(2, 1, 10)), (90, -90, 10, -10), None),
    ],
)
def test_a_game_is_adjudicated_when_both_players_agree(
    rule: Adjudication, scores: tuple[int, ...], winner: str | None
) -> None:
    session = GameSession({"white": seat("modern"), "black": seat("huo")}, ONE_PLY, adjudication=rule)
    for uci, score in zip(("e2e4", "e7e5", "g1f3", "b8c6"), scores, strict=True):
        assert session.game.ending is None
        reply(session, uci, score=Score(score))
    assert session.game.ending is not None
    assert (session.game.ending.winner, session.game.ending.reason) == (winner, "adjudication")


def test_checkmate_goes_before_an_adjudication() -> None:
    rule = Adjudication(resign=ResignRule(1, 500))
    game = Game(moves=("f2f3", "e7e5"))
    session = GameSession({"white": seat("modern"), "black": seat("huo")}, ONE_PLY, game, rule)
    reply(session, "g2g4", score=Score(-900))
    reply(session, "d8h4", score=Score(mate=1))
    assert ending_of(session) == "Checkmate: Black wins, 0-1."


# What programs have to think about.


def test_a_program_to_move_has_a_task_with_the_game_and_its_limits() -> None:
    session = session_of("e2e4", black="historic", time=TimeSetting(seconds=3.0))
    session.seats["black"].memory = "1:0,0"
    task = session.task()
    assert task is not None
    assert (task.kind, task.side, task.spec, task.memory) == (MOVE, "black", "historic", "1:0,0")
    assert (task.start, task.moves) == (INITIAL_FEN, ("e2e4",))
    assert (task.limits, task.stop_after) == (Limits(seconds=3.0), 4.0)
    assert session_of("e2e4", white="historic").task() is None  # a human is to move


def test_a_task_has_both_clocks_and_is_stopped_when_the_flag_falls() -> None:
    session = with_clocks("40/60+1", white="modern", black="modern")
    reply(session, "e2e4", 11.0)
    reply(session, "e7e5", 21.0)
    task = session.task()
    assert task is not None
    assert task.limits == Limits(white=Clock(50.0, 1.0), black=Clock(40.0, 1.0), moves_to_go=39)
    assert task.stop_after == 50.0


def test_the_number_of_the_task_changes_with_the_position_and_with_a_hint() -> None:
    session = session_of(black="modern")
    numbers = [session.task_number]

    def is_new() -> bool:
        numbers.append(session.task_number)
        return numbers[-1] not in numbers[:-1]

    assert not is_new()
    session.ask_for_hint()
    assert is_new()
    session.ask_for_hint()
    assert not is_new()
    session.end_hint()
    assert is_new()
    session.enter_move("e4", 0.0)
    assert is_new()
    reply(session, "e7e5")
    assert is_new()
    session.take_back(0.0)
    assert is_new()
    session.resign()
    assert is_new()


def test_a_hint_is_a_task_of_another_player_while_a_human_is_to_move() -> None:
    session = session_of(black="historic", time=TimeSetting(depth=1))
    session.ask_for_hint("huo")
    task = session.task()
    assert task is not None
    assert (task.kind, task.side, task.spec, task.memory) == (HINT, "white", "huo", "")
    assert task.limits == Limits(seconds=1.0)
    session.enter_move("e4", 0.0)
    assert not session.hint_asked
    with pytest.raises(Refusal, match=r"^a hint is given only when it is your turn$"):
        session.ask_for_hint()


def test_a_program_that_fails_lets_the_game_stand_still_until_a_move_is_taken_back() -> None:
    session = session_of("e2e4", black="historic")
    session.fail("it has crashed")
    assert (session.failure, session.message) == ("it has crashed", "it has crashed")
    assert session.task() is None
    assert not session.program_to_move
    session.take_back(0.0)
    assert (session.failure, session.message) == ("", "")


def test_a_hint_that_fails_is_only_said() -> None:
    session = session_of(black="historic")
    session.ask_for_hint()
    session.fail("no hint")
    assert (session.failure, session.message) == ("", "no hint")
    assert not session.hint_asked


# What is allowed.


def allowed(session: GameSession) -> str:
    return " ".join(name for name, is_allowed in session.allowed().items() if is_allowed)


def test_the_allowed_commands_depend_on_who_is_to_move() -> None:
    session = session_of(black="modern")
    assert allowed(session) == "move hint draw resign"
    session.ask_for_hint()
    assert allowed(session) == "move draw resign stop"
    session.enter_move("e4", 0.0)
    assert allowed(session) == "take_back resign stop"
    session.fail("it has crashed")
    assert allowed(session) == "take_back resign"
    session.end(Ending(None, "agreement"))
    assert allowed(session) == ""
    assert allowed(session_of(white="modern", black="modern")) == "stop"
