"""Appendix B in a text: the same listing gives the same lines, however the text was made."""

from __future__ import annotations

import pytest
from made_up_report import DAMAGED

from historic.listing.appendix import find_appendix
from historic.listing.report import NotAReport

LISTING = find_appendix(DAMAGED).text


def test_the_appendix_is_what_stands_between_its_heading_and_the_next_one() -> None:
    lines = DAMAGED.splitlines(keepends=True)
    assert LISTING == "".join(lines[8:21])


def test_a_line_has_its_number_in_the_text_and_its_place_below_a_label() -> None:
    lines = find_appendix(DAMAGED).lines
    places = [(line.number, line.label, line.offset) for line in lines if line.text]
    assert places == [
        (9, "", 1),
        (10, "", 2),
        (11, "", 3),
        (13, "COUNT", 0),
        (14, "COUNT", 1),
        (15, "COUNT", 2),
        (16, "COUNT", 3),
        (17, "COUNT", 4),
        (19, "DONE", 0),
        (20, "DONE", 1),
        (21, "DONE", 2),
    ]
    assert all(DAMAGED.splitlines()[line.number - 1] == line.text for line in lines)


@pytest.mark.parametrize(
    "text",
    [
        DAMAGED.replace("\n", "\r\n"),
        DAMAGED.replace("\n", "\r"),
        DAMAGED.replace("\n", " \t\n"),
        DAMAGED.replace("\n\n", "\n\n\n"),
        DAMAGED.replace("\t", "    "),
        DAMAGED.replace("\t\t", "\t        "),
        DAMAGED.replace("\t", "  "),
        "".join(f"     {line}\n" for line in DAMAGED.splitlines()),
        DAMAGED.replace("APPENDIX", "Appendix"),
        DAMAGED.replace("APPENDIX B: CODING", "APPENDIX B - THE CODE"),
        DAMAGED.replace("==================\n", ""),
        DAMAGED[: DAMAGED.index("APPENDIX C")],
        DAMAGED + "\n" + "And so on.\n" * 1000,
        "CONTENTS\nAPPENDIX A: PLAN 1\nAPPENDIX B: CODING 2\nAPPENDIX C: WHAT IT PRINTED 3\n" + DAMAGED,
        "The text mentions\nAppendix B before\nit comes.\n" + DAMAGED,
        DAMAGED.replace("count, and stop", "count, as in\nAppendix B,\nand stop"),
    ],
    ids=[
        "Windows",
        "old Macintosh",
        "trailing blanks",
        "more blank lines",
        "four blanks for a tab",
        "eight blanks for some tabs",
        "two blanks for a tab",
        "indented",
        "small letters",
        "another heading",
        "no underline",
        "the last appendix",
        "more text",
        "a table of contents",
        "a mention",
        "a mention in Appendix A",
    ],
)
def test_the_form_of_the_text_makes_no_difference(text: str) -> None:
    assert find_appendix(text).text == LISTING


@pytest.mark.parametrize(
    "page_break",
    [
        "Page 12\n",
        "\n\nPage 12\n\n",
        "\f",
        "\n\f\n",
        "\n- 12 -\n\f",
        "\n12\n\fAPPENDIX B: CODING\n\n",
    ],
)
@pytest.mark.parametrize("place", ["\tFOR", "\t\tIF SUM", "DONE:", "\tSTOP"])
def test_a_page_break_in_the_listing_makes_no_difference(page_break: str, place: str) -> None:
    assert find_appendix(DAMAGED.replace(place, page_break + place, 1)).text == LISTING


def test_the_line_numbers_count_the_page_breaks() -> None:
    broken = DAMAGED.replace("DONE:", "Page 12\n\nDONE:", 1)
    assert [line.number for line in find_appendix(broken).lines if line.label == "DONE" and line.text] == [21, 22, 23]


@pytest.mark.parametrize("text", ["", "nothing of the kind", "APPENDIX A\nCOUNT:\nDONE:\n", "see Appendix B\nX:\nY:\n"])
def test_a_text_without_the_appendix_is_refused(text: str) -> None:
    with pytest.raises(NotAReport, match="no heading `APPENDIX B`"):
        find_appendix(text)


def test_an_appendix_without_labels_is_refused() -> None:
    with pytest.raises(NotAReport, match="no labels"):
        find_appendix("APPENDIX B: TABLES\n1 2 3\n")


def test_an_appendix_that_is_far_too_long_is_refused() -> None:
    with pytest.raises(NotAReport, match=r"Appendix B has 400,002 characters"):
        find_appendix("APPENDIX B\nX:\n" + "A=1 \n" * 100_000)


def test_many_headings_and_labels_take_no_longer() -> None:
    text = "APPENDIX B\n" * 5_000 + "X:\n" * 5_000 + "APPENDIX C\n" * 5_000
    assert len([line for line in find_appendix(text).lines if line.text]) == 5_000
