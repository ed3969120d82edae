from __future__ import annotations

from pathlib import Path

import network_equality
import pytest
from click.testing import CliRunner, Result
from position_file import Header, append_game, open_for_games, pack_position
from small_network import positions_of_rich_games

from modern.engine.network.network import Network
from modern.engine.network.weights_file import NetworkWeights
from modern.rules import Position

#: The positions of the file, and how many of them are distinct.
POSITIONS, DISTINCT = 30, 29


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(network_equality.main, [*map(str, arguments), "--jobs", "1"])


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "games"
    open_for_games(path, Header("", 1994, 1500, "hand"))
    positions = zip(positions_of_rich_games(1, 4), range(1, POSITIONS + 1), strict=False)
    append_game(path, [pack_position(board, 0, 0, 1, last=count == POSITIONS) for board, count in positions])
    return path


def test_the_installed_network_is_the_same_in_the_engine_and_in_numpy(file: Path) -> None:
    result = run(file)
    assert result.exit_code == 0, result.output
    assert f"{DISTINCT} positions, each also after 1 to 2 random moves: 0 differences" in result.output


@pytest.mark.parametrize(("ply", "at_least"), [(0, DISTINCT), (1, DISTINCT // 2), (2, DISTINCT // 2)])
def test_a_wrong_score_of_a_refreshed_or_an_updated_position_is_found(
    ply: int, at_least: int, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class WrongNetwork:
        def __init__(self, weights: NetworkWeights) -> None:
            self.network = Network(weights)

        def plain_score(self, board: Position) -> int:
            return int(self.network.plain_score(board)) + (board.ply == ply)

    monkeypatch.setattr(network_equality, "Network", WrongNetwork)
    result = run(file)
    assert result.exit_code == 1
    assert at_least <= int(result.output.split(" differences")[0].split()[-1]) <= DISTINCT
    assert " for White in the engine, " in result.output


def test_files_without_positions_and_damaged_positions_are_one_line(file: Path) -> None:
    content = bytearray(file.read_bytes())
    file.write_bytes(content[:512])
    assert run(file).output == "Error: the files have no positions\n"
    content[512 + 8 : 512 + 24] = bytes([0x11] * 16)
    file.write_bytes(content)
    result = run(file)
    assert result.exit_code == 1
    assert result.output == "Error: a position does not have one king for each side; the file is damaged\n"
    content[512 + 8 : 512 + 24] = bytes([0x61, 0xE9] + [0x11] * 14)
    file.write_bytes(content)
    assert run(file).exit_code == 1
