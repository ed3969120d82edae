"""The page of a proof: one HTML file with sums, repairs, runs and counts, and no line of the listing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from typing import Final

from historic.listing.repair import Evidence, place_of
from historic.listing.repairs import REPAIRS
from historic.listing.restoration import Restoration
from modern.facts import fact
from modern.pages.kit import Cell, Table, render
from modern.proof.coverage import Coverage, Share, Stay, Stays, places
from modern.proof.port_changes import port_source
from modern.proof.proof import Compared, Job, Proof
from modern.proof.trails import FirstDifference
from modern.proof.variables import Layout

TITLE: Final = "The listing and the program, side by side"


def proof_page(
    proof: Proof,
    restored: Mapping[str, Restoration],
    layout: Layout,
    ran: Sequence[tuple[str, Stays]] = (),
) -> str:
    """Returns the page as HTML. `restored` has the restored listing of each reading.

    `ran` is what each task ran of the first of them.
    """
    facts = [
        ("Readings", ", ".join(restored)),
        ("Runs", str(len(proof.done))),
        ("Returns compared", f"{proof.total(lambda one: one.calls):,}"),
        ("Values compared", f"{proof.total(lambda one: one.values):,}"),
        ("Scores compared", f"{proof.total(lambda one: one.scores):,}"),
    ]
    return render(
        "proof.html",
        generator="gosub prove",
        title=TITLE,
        origin=fact("program.origin"),
        facts=facts,
        difference=_difference(*proof.difference) if proof.difference else None,
        counts=_counts(proof),
        chain=list(_chain(restored)),
        runs=_runs(proof),
        repairs=_repairs(),
        coverage=_coverage(next(iter(restored.values())).text, ran) if ran else None,
        variables=", ".join(sorted([*layout.numbers, *layout.texts])),
        arrays=", ".join(f"{name}({','.join(map(str, bounds))})" for name, bounds in layout.arrays),
        value_count=layout.count,
    )


def _difference(job: Job, difference: FirstDifference) -> dict[str, object]:
    """Returns where the two differ, the position there, and the values of both."""
    first, second = difference.sides
    return {
        "where": f"{job.task.name} ({job.reading}), after {difference.index:,} equal returns, at {difference.label}",
        "position": difference.position,
        "table": Table(
            ["variable", f"in {first}", f"in {second}"],
            [[one.name, *one.values] for one in difference.differences],
            kind="proof",
        ),
    }


def _counts(proof: Proof) -> Table:
    rows = []
    for (reading, kind), compared in proof.by_kind().items():
        counts = [len(compared), *(sum(column) for column in zip(*map(_numbers, compared), strict=True))]
        endings = ", ".join(sorted({one.ending for one in compared}))
        rows.append([reading, kind, *(f"{count:,}" for count in counts), endings])
    columns = ["reading", "what ran", ">runs", ">returns", ">values", ">scores", "ending"]
    return Table(columns, rows, kind="proof")


def _numbers(compared: Compared) -> tuple[int, int, int]:
    return compared.calls, compared.values, compared.scores


def _chain(restored: Mapping[str, Restoration]) -> Iterator[tuple[str, str]]:
    """Yields the sums: the damaged text, and for each reading its repairs and its listing; the port."""
    yield "Appendix B as the text has it, damaged", next(iter(restored.values())).damaged_sum
    for reading, one in restored.items():
        yield f"its {len(one.repairs)} repairs, in the reading {reading}", one.repairs_sum
        yield f"the restored listing, in the reading {reading}", one.result_sum
    yield "historic/program.py, the program of this project", sha256(port_source().encode()).hexdigest()


def _runs(proof: Proof) -> Table:
    rows = [
        [
            job.task.name,
            job.reading,
            compared.choice,
            *(f"{count:,}" for count in _numbers(compared)),
            "differs" if compared.difference else "the same",
        ]
        for job, compared in proof.done
    ]
    columns = ["run", "reading", "move, value", ">returns", ">values", ">scores", "the two are"]
    return Table(columns, rows, kind="proof")


def _coverage(text: str, ran: Sequence[tuple[str, Stays]]) -> dict[str, object]:
    """Returns how much of the listing each task runs, and the places of the lines that none runs."""
    coverage = Coverage(text)
    every = frozenset[Stay]().union(*(stays for _, stays in ran))
    rows = [(name, coverage.share(stays)) for name, stays in ran]
    rows += [("all of them", coverage.share(every)), ("there are", coverage.whole)]
    columns = ["run", ">labels", ">lines", ">branches, both ways"]
    table = Table(columns, [[name, *_share_cells(share)] for name, share in rows], kind="proof")
    return {"table": table, "missed": places(coverage.missed(every))}


def _share_cells(share: Share) -> list[str]:
    return [str(share.labels), str(share.lines), str(share.branches)]


def _repairs() -> Table:
    rows: list[list[str | Cell]] = [
        [
            repair.name,
            place_of(repair.label, repair.line),
            ", ".join(repair.readings),
            Cell(f"{repair.reason} ({'; '.join(map(_evidence, repair.evidence))})", kind="evidence"),
        ]
        for repair in REPAIRS
    ]
    return Table(["repair", "place", "readings", "evidence"], rows, kind="proof")


def _evidence(evidence: Evidence) -> str:
    """Returns the kind and the place of a piece of evidence, without the listing's words."""
    if evidence.has_place:
        return f"{evidence.kind}: {place_of(evidence.label, evidence.line)}"
    return f"{evidence.kind}: {evidence}"
