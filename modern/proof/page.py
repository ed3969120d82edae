"""The page of a proof: one HTML file with sums, repairs, runs and counts, and no line of the listing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from html import escape
from string import Template
from typing import Final

from historic.listing.repairs import REPAIRS
from historic.listing.restoration import Restoration
from modern.pictures.browser.modules import package_text
from modern.pictures.page.parts import facts_list, made_by, page_head
from modern.proof.port_changes import port_source
from modern.proof.proof import Compared, Job, Proof
from modern.proof.trails import FirstDifference
from modern.proof.variables import Layout

TITLE: Final = "The listing and the program, side by side"


def proof_page(proof: Proof, restored: Mapping[str, Restoration], layout: Layout) -> str:
    """Returns the page as HTML. `restored` has the restored listing of each reading."""
    facts = [
        ("Readings", ", ".join(restored)),
        ("Runs", str(len(proof.done))),
        ("Returns compared", f"{proof.total(lambda one: one.calls):,}"),
        ("Values compared", f"{proof.total(lambda one: one.values):,}"),
        ("Scores compared", f"{proof.total(lambda one: one.scores):,}"),
    ]
    style = package_text("modern.pictures.page", "page.css") + package_text("modern.proof", "proof.css")
    return Template(package_text("modern.proof", "proof.html")).substitute(
        head=page_head(TITLE, style, "gosub prove"),
        title=TITLE,
        facts=facts_list(facts),
        result=_result(proof),
        counts=_counts(proof),
        chain=_chain(restored),
        runs=_runs(proof),
        repairs=_repairs(),
        compared=_compared(layout),
        colophon=made_by(),
    )


def _result(proof: Proof) -> str:
    if proof.difference:
        return _difference(*proof.difference)
    return '<p class="verdict">There is no difference. No variable is left out.</p>'


def _difference(job: Job, difference: FirstDifference) -> str:
    first, second = difference.sides
    rows = [[one.name, *map(escape, one.values)] for one in difference.differences]
    where = f"{job.task.name} ({job.reading}), after {difference.index:,} equal returns, at {difference.label}"
    position = f"<p><code>{escape(difference.position)}</code></p>" if difference.position else ""
    table = _table(["variable", f"in {first}", f"in {second}"], rows)
    return f'<p class="verdict differs">The two differ in {escape(where)}.</p>{position}{table}'


def _counts(proof: Proof) -> str:
    rows = []
    for (reading, kind), compared in proof.by_kind().items():
        counts = [len(compared), *(sum(column) for column in zip(*map(_numbers, compared), strict=True))]
        endings = ", ".join(sorted({one.ending for one in compared}))
        rows.append([reading, kind, *(f"{count:,}" for count in counts), escape(endings)])
    return _table(["reading", "what ran", ">runs", ">returns", ">values", ">scores", "ended by"], rows)


def _numbers(compared: Compared) -> tuple[int, int, int]:
    return compared.calls, compared.values, compared.scores


def _chain(restored: Mapping[str, Restoration]) -> str:
    """Returns the sums as a list: the damaged text, and for each reading its repairs and its listing; the port."""
    damaged = next(iter(restored.values())).damaged_sum
    steps = [("Appendix B as the text has it, damaged", damaged)]
    for reading, one in restored.items():
        steps.append((f"its {len(one.repairs)} repairs, in the reading {reading}", one.repairs_sum))
        steps.append((f"the restored listing, in the reading {reading}", one.result_sum))
    steps.append(("historic/program.py, the program of this project", sha256(port_source().encode()).hexdigest()))
    items = "".join(f"<dt>{escape(name)}</dt><dd><code>{sum_}</code></dd>" for name, sum_ in steps)
    return f'<dl class="chain">{items}</dl>'


def _runs(proof: Proof) -> str:
    rows = [
        [
            escape(job.task.name),
            job.reading,
            escape(compared.choice),
            *(f"{count:,}" for count in _numbers(compared)),
            "differs" if compared.difference else "the same",
        ]
        for job, compared in proof.done
    ]
    return _table(["run", "reading", "move, value", ">returns", ">values", ">scores", "the two are"], rows)


def _repairs() -> str:
    rows = [
        [
            repair.name,
            f"{repair.label or 'head'}, {repair.line}",
            ", ".join(repair.readings),
            repair.evidence,
        ]
        for repair in REPAIRS
    ]
    return _table(["repair", "place", "readings", "evidence"], [list(map(escape, row)) for row in rows])


def _compared(layout: Layout) -> str:
    variables = ", ".join(sorted([*layout.numbers, *layout.texts]))
    arrays = ", ".join(f"{name}({','.join(map(str, bounds))})" for name, bounds in layout.arrays)
    return (
        f"<p>These are all variables of the listing: <code>{variables}</code>, and the arrays <code>{arrays}</code>. "
        f"That is {layout.count:,} values after each return, numbers bit for bit. The score S1 is compared after each "
        "move and each reply that is tried too, and so is all that is printed.</p>"
    )


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Returns a table of HTML cells. A column whose title begins with `>` holds numbers."""
    kinds = [" class=figure" if head.startswith(">") else "" for head in heads]
    kinds[-1] = kinds[-1] or (" class=evidence" if heads[-1] == "evidence" else "")
    titles = "".join(f'<th scope="col"{k}>{h.removeprefix(">")}</th>' for h, k in zip(heads, kinds, strict=True))
    body = "".join(
        "<tr>" + "".join(f"<td{kind}>{cell}</td>" for kind, cell in zip(kinds, row, strict=True)) + "</tr>"
        for row in rows
    )
    return f'<table class="proof"><thead><tr>{titles}</tr></thead><tbody>{body}</tbody></table>'
