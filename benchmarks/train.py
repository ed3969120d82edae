"""Trains the engine's network on positions of its own games.

    python benchmarks/train.py FILE.. --out NETWORK [--start NETWORK] [--hidden N] [--tempo-neurons N] [--epochs N]
                               [--wdl SHARE] [--rate RATE] [--decay RATE] [--write]

The files come from benchmarks/self_play.py. After each epoch the state is saved beside NETWORK, and the same command
resumes from there after a kill or Ctrl-C. At the end the network is quantised to 16 bits, its losses before and after
are printed, and it is written to NETWORK. After Ctrl-C that is the network of the last whole epoch. With --write a
network that has had all epochs is also written into the package; install the package again to play with it.
docs/engine/network.md has the method.
"""

from __future__ import annotations

import json
import math
import re
import shlex
import sys
import time
from collections.abc import Iterable
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from typing import Any, Final

import click
import numpy as np
from hidden_layer import SHIFT, Array, HiddenLayer, inputs_of, quantised_scores
from position_file import (
    POSITION_FILES,
    Header,
    PositionFileError,
    Records,
    game_count,
    is_held_out,
    read_files,
    read_header,
    results_of,
    turns_of,
    wdl_option,
)
from texel import Losses, blended_targets, expected_results, logistic, predictive_scale, units_per_centipawn

from modern.cli.options import is_same_file
from modern.cli.output import progress
from modern.cli.shell import EXIT_INTERRUPTED, run_and_exit
from modern.engine.network import weights_file
from modern.engine.network.weights_file import (
    FILE_NAME,
    HIDDEN_STEP,
    MAX_HIDDEN,
    NetworkWeights,
    WeightsError,
    file_content,
    parse_weights,
)
from modern.jobs.workers import interrupt_deferred
from modern.output_files import check_writable, write_atomically

PACKAGE_FILE: Final = Path(__file__).parents[1] / "modern" / "engine" / "network" / FILE_NAME
#: The weights that the engine of this Python reads; the same file if the package is installed with --editable.
INSTALLED_FILE: Final = Path(weights_file.__file__).with_name(FILE_NAME)

#: One game in this many is held out, to show overfitting.
VALIDATION_INTERVAL: Final = 20
#: The number of positions of a step, and of a part of the validation.
BATCH: Final = 4096
#: After this many steps each neuron is held within its 16 bits.
STEPS_PER_CHECK: Final = 100
#: At the end the learning rate is this part of what it was at first. It falls along a cosine.
LAST_RATE: Final = 0.01
#: The upper bound of the weight decay: with it and the highest learning rate the weights are not yet reversed.
MAX_DECAY: Final = 1.0
#: At least this many games are needed.
MIN_GAMES: Final = 2 * VALIDATION_INTERVAL


@click.command()
@POSITION_FILES
@click.option(
    "--out", required=True, type=click.Path(path_type=Path, dir_okay=False), help="Write the network to this file."
)
@click.option(
    "--start",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help="Train this network further; it may have fewer neurons. Without it the initial weights are random.",
)
@click.option(
    "--hidden",
    type=click.IntRange(HIDDEN_STEP, MAX_HIDDEN),
    default=144,
    show_default=True,
    help=f"Number of neurons: a multiple of {HIDDEN_STEP}.",
)
@click.option(
    "--tempo-neurons",
    type=click.IntRange(0, MAX_HIDDEN),
    default=16,
    show_default=True,
    help=f"Number of neurons that are tempo neurons: a multiple of {HIDDEN_STEP}.",
)
@click.option("--epochs", type=click.IntRange(min=1), default=20, show_default=True, help="Passes over the positions.")
@wdl_option(default=0.05)
@click.option(
    "--rate", type=click.FloatRange(0, 1, min_open=True), default=0.002, show_default=True, help="Learning rate."
)
@click.option(
    "--decay",
    type=click.FloatRange(min=0, max=MAX_DECAY),
    default=0.1,
    show_default=True,
    help="Weight decay: a step shrinks the weights of pieces on squares by this number times the learning rate.",
)
@click.option(
    "--seed",
    type=click.IntRange(min=0),
    default=1994,
    show_default=True,
    help="Seed of the initial weights and of the order of positions.",
)
@click.option("--write", is_flag=True, help=f"Also write the network into the package, as {FILE_NAME}.")
def main(
    files: tuple[Path, ...],
    out: Path,
    start: Path | None,
    hidden: int,
    tempo_neurons: int,
    epochs: int,
    wdl: float,
    rate: float,
    decay: float,
    seed: int,
    write: bool,
) -> None:
    """Train the engine's network on the positions of the files."""
    for option, number in (("--hidden", hidden), ("--tempo-neurons", tempo_neurons)):
        if number % HIDDEN_STEP:
            raise click.BadParameter(f"{number} is not a multiple of {HIDDEN_STEP}", param_hint=option)
    if tempo_neurons >= hidden:
        raise click.BadParameter(f"expected more than the {tempo_neurons} tempo neurons", param_hint="--hidden")
    outputs = [("--out", out), *([("--write", PACKAGE_FILE)] if write else ())]
    for _, path in outputs:
        check_writable(path)
    try:
        records = read_files(files)
        headers = [read_header(path) for path in files]
    except PositionFileError as error:
        raise click.ClickException(str(error)) from None
    initial = initial_network(start, hidden, tempo_neurons, outputs) if start is not None else None
    settings = {
        "positions": len(records),
        "start": initial.checksum if initial is not None else None,
        "hidden": hidden,
        "tempo_neurons": tempo_neurons,
        "epochs": epochs,
        "wdl": wdl,
        "rate": rate,
        "decay": decay,
        "seed": seed,
    }
    try:
        run = TrainingRun(records, settings, state_path(out), initial)
        interrupted = run.train_until_interrupted()
    except PositionFileError as error:
        raise click.ClickException(str(error)) from None
    if not run.losses:
        click.echo("interrupted before the first epoch was done; there is no network to write", err=True)
        raise SystemExit(EXIT_INTERRUPTED)
    if interrupted:
        click.echo(f"interrupted after {len(run.losses)} of {epochs} epochs; the same command resumes", err=True)
    provenance = {
        "generation": str(next_generation(headers, initial)),
        "command": shlex.join(["python", "benchmarks/train.py", *sys.argv[1:]]),
        "games": "; ".join(f"{header.command} ({header.nodes} nodes, {header.evaluation})" for header in headers),
        "positions": f"{len(records)} of {game_count(records)} games",
        "settings": json.dumps(settings),
        "epochs": f"{len(run.losses)} of {epochs}",
        **({"start": json.dumps({"checksum": initial.checksum, **initial.provenance})} if initial is not None else {}),
    }
    try:
        content = run.finish(provenance, out)
    except (PositionFileError, WeightsError) as error:
        raise click.ClickException(str(error)) from None
    if interrupted:
        if write:
            click.echo(f"{PACKAGE_FILE} is unchanged: the training was interrupted", err=True)
        raise SystemExit(EXIT_INTERRUPTED)
    if write:
        write_atomically(PACKAGE_FILE, content)
        advice = "" if is_same_file(PACKAGE_FILE, INSTALLED_FILE) else "; install the package again to play with it"
        click.echo(f"{PACKAGE_FILE} now has this network{advice}")


def state_path(out: Path) -> Path:
    """Returns the path of the state of a training run, beside the network."""
    return out.with_name(f"{out.name}.state.npz")


def initial_network(path: Path, hidden: int, tempo_neurons: int, outputs: Iterable[tuple[str, Path]]) -> NetworkWeights:
    """Returns the network to be trained further. Raises ClickException if it cannot be.

    It must not have more neurons of either kind than the new network. Its file must not be one of the outputs, whose
    options come with their paths.
    """
    for option, output in outputs:
        if is_same_file(path, output):
            raise click.ClickException(f"--start and {option} are the same file, {output}; copy it for --start")
    try:
        weights = parse_weights(path.read_bytes())
    except WeightsError as error:
        raise click.ClickException(f"{path}: {error}") from None
    if tempo_neurons < weights.tempo_neurons or hidden - tempo_neurons < weights.ordinary:
        raise click.ClickException(
            f"{path} has {weights.hidden} neurons, {weights.tempo_neurons} of them tempo neurons;"
            f" give --tempo-neurons {weights.tempo_neurons} --hidden {weights.hidden}, or more of each kind"
        )
    return weights


def next_generation(headers: Iterable[Header], initial: NetworkWeights | None) -> int:
    """Returns the generation of a network: one more than that of the games' network, and at least its initial one's."""
    before = initial.provenance.get("generation", "") if initial is not None else ""
    return max(
        1 + max(generation_of(header.evaluation) for header in headers), int(before) if before.isdecimal() else 0
    )


def generation_of(evaluation: str) -> int:
    """Returns the generation of the network that evaluated, from the header of a file; 0 for `hand`."""
    found = re.fullmatch(r"network generation (\d+), [0-9a-f]{8}", evaluation)
    return int(found[1]) if found else 0


class TrainingRun:
    """A network that learns from positions, and its losses in each epoch. It is saved after each epoch."""

    def __init__(
        self, records: Records, settings: dict[str, Any], path: Path, initial: NetworkWeights | None = None
    ) -> None:
        """Resumes from the state at `path` if there is one. Raises ClickException if that has other settings.

        Without such a state the training starts with the network `initial`, or else with random weights.
        """
        held_out = is_held_out(records, VALIDATION_INTERVAL)
        if game_count(records) < MIN_GAMES or held_out.all() or not held_out.any():
            raise click.ClickException(f"there are {game_count(records)} games; at least {MIN_GAMES} are needed")
        self.settings, self.path = settings, path
        self.training, self.validation = records[~held_out], records[held_out]
        self.scale = predictive_scale(
            self.training["score"].astype(np.float64), results_of(self.training).astype(np.float64)
        )
        if initial is None:
            self.layer = HiddenLayer.new(settings["hidden"], settings["seed"], settings["tempo_neurons"])
        else:
            start = HiddenLayer.from_network(initial, units_per_centipawn(self.scale))
            self.layer = start.grown(settings["hidden"], settings["tempo_neurons"], settings["seed"])
        self.losses: list[Losses] = []
        if path.exists():
            self._load()

    @property
    def unit(self) -> float:
        """A unit of the file in the units of the logistic curve."""
        return units_per_centipawn(self.scale) / 2**SHIFT

    def train_until_interrupted(self) -> bool:
        """Trains the epochs that are missing. After Ctrl-C returns True, with the network of the last whole epoch."""
        try:
            self.train()
        except KeyboardInterrupt:
            if self.losses:
                self._load()
            return True
        return False

    def train(self) -> None:
        """Trains the epochs that are missing, and saves the state after each."""
        click.echo(
            f"{len(self.training)} positions to learn from, {len(self.validation)} held out; scale {self.scale:.3f}"
        )
        click.echo("training: the mean error during the epoch; validation: the error after it")
        while len(self.losses) < self.settings["epochs"]:
            start = time.monotonic()
            training = self._train_epoch(len(self.losses))
            self.layer.stay_within_lanes(self.unit)
            losses = Losses(training, self.loss(self._predictions()))
            with interrupt_deferred():
                self.losses.append(losses)
                self._save()
            click.echo(
                f"epoch {len(self.losses):3}: training {losses.training:.6f}, validation {losses.validation:.6f},"
                f" {time.monotonic() - start:.0f} s"
            )

    def finish(self, provenance: dict[str, str], out: Path) -> bytes:
        """Quantises the network, prints what that costs, and writes it; returns its file.

        Raises WeightsError if no such file can be read again.
        """
        weights = self.layer.quantised(self.unit, provenance)
        scores = (quantised_scores(weights, inputs_of(batch), turns_of(batch)) for batch in batches(self.validation))
        quantised = self.loss(expected_results(part.astype(np.float32), self.scale) for part in scores)
        losses = f"training {self.losses[-1].training:.6f}, validation {self.losses[-1].validation:.6f}"
        content = file_content(
            replace(weights, provenance={**provenance, "losses": f"{losses}, quantised {quantised:.6f}"})
        )
        write_atomically(out, content)
        click.echo(f"quantised to 16 bits: validation {quantised:.6f}; {out} has the network")
        return content

    def targets(self, records: Records) -> Array:
        """Returns what the network is to predict: the search's expected result, blended with the game's result."""
        searched = expected_results(records["score"].astype(np.float32), self.scale)
        return blended_targets(results_of(records), searched, self.settings["wdl"])

    def loss(self, predictions: Iterable[Array]) -> float:
        """Returns the mean squared error of predictions for the held-out positions, batch by batch."""
        total = sum(
            float(np.sum((predicted - self.targets(batch)) ** 2))
            for predicted, batch in zip(predictions, batches(self.validation), strict=True)
        )
        return total / len(self.validation)

    def _predictions(self) -> Iterable[Array]:
        for batch in batches(self.validation):
            yield logistic(self.layer.predict(inputs_of(batch), turns_of(batch)))

    def _train_epoch(self, epoch: int) -> float:
        """Learns from all positions, shuffled; returns the mean squared error during the epoch (a running mean)."""
        order = np.random.default_rng([self.settings["seed"], epoch]).permutation(len(self.training))
        starts = range(0, len(order), BATCH)
        total = 0.0
        with progress(starts, f"epoch {epoch + 1}", total=len(starts)) as steps:
            for step, start in enumerate(steps):
                batch = self.training[order[start : start + BATCH]]
                done = (epoch + step / len(starts)) / self.settings["epochs"]
                rate = self.settings["rate"] * (LAST_RATE + (1 - LAST_RATE) * 0.5 * (1 + math.cos(math.pi * done)))
                inputs, turns, targets = inputs_of(batch), turns_of(batch), self.targets(batch)
                total += len(batch) * self.layer.learn(inputs, turns, targets, rate, self.settings["decay"])
                if step % STEPS_PER_CHECK == STEPS_PER_CHECK - 1:
                    self.layer.stay_within_lanes(self.unit)
        return total / len(order)

    def _save(self) -> None:
        content = BytesIO()
        np.savez(
            content,
            settings=np.array(json.dumps(self.settings)),
            losses=np.array(self.losses),
            **self.layer.arrays(),
        )
        write_atomically(self.path, content.getvalue())

    def _load(self) -> None:
        """Restores the network and the losses from the state. Raises ClickException if it is not one of this run."""
        try:
            with np.load(self.path, allow_pickle=False) as arrays:
                settings = json.loads(str(arrays["settings"]))
                layer = HiddenLayer.from_arrays(arrays)
                losses = [Losses(*map(float, pair)) for pair in arrays["losses"]]
        except (OSError, ValueError, KeyError, EOFError):
            raise click.ClickException(f"{self.path} is not the state of a training run; remove it") from None
        if settings != self.settings:
            raise click.ClickException(
                f"{self.path} is the state of a run with other settings; remove it, or choose another --out"
            )
        self.layer, self.losses = layer, losses


def batches(records: Records) -> Iterable[Records]:
    """Yields the positions in parts of BATCH."""
    for start in range(0, len(records), BATCH):
        yield records[start : start + BATCH]


if __name__ == "__main__":
    run_and_exit(main, "train.py")
