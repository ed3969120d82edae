"""Listings in the formats in which GW-BASIC and QuickBASIC save them. PC-BASIC has saved the one here."""

from __future__ import annotations

import random
import re
from base64 import b64decode
from contextlib import suppress
from pathlib import Path

import pytest
from basic_runs import printed
from gw_basic import numbered, programs

from historic.basic.language import ListingRefused
from historic.basic.language.parsing import parse_lines, read_listing
from historic.basic.language.tokens import text_of

TEXT = """10 REM A game: "not a string
20 DEFINT A-C:DIM T$(3):RANDOMIZE 7:DEF FNA(X)=X*2
30 PRINT 0;9;10;11;255;256;-32768;1.5;2E10;1.25#;&HFF;&O17
40 IF A=1 THEN 60 ELSE PRINT "no:";TAB(9);SPC(2);USING "##";A\\2 MOD 3
50 WHILE A<3:A=A+1:WEND:GOTO 60 ' to the end
60 T$(1)=LEFT$("abc",2)+CHR$(65):PRINT T$(1);ASC("B") AND NOT 1
70 DATA 6,a b,"x:y"
80 READ N,M$,K$:PRINT N;M$;K$:ON N-5 GOSUB 100:END
90 PRINT "never":PRINT INKEY$
100 PRINT FNA(4):RETURN
"""
SAVED = b64decode(
    "/4oSCgCPIEEgZ2FtZTogIm5vdCBhIHN0cmluZwCsEhQArSBB6kM6hiBUJCgUKTq5IBg6lyDRQShYKedY6xMA6BIeAJEgETsaOw8K"
    "Ow8LOw//OxwAATvqHQAAAJA7HQAAQIE7HfkCFaM7HwAAAAAAACCBOwz/ADsLDwAAGhMoAIsgQecSIM0gDjwAIDqhIJEgIm5vOiI7"
    "zhopO9ITKTvXICIjIyI7QfQTIPMgFABCEzIAsekgQegUOkHnQekSOrI6iSAOPAAgOo/ZIHRvIHRoZSBlbmQAdRM8AFQkKBIp5/+B"
    "KCJhYmMiLBMp6f+WKA9BKTqRIFQkKBIpO/+VKCJCIikg7iDTIBIAhxNGAIQgNixhIGIsIng6eSIArRNQAIcgTixNJCxLJDqRIE47"
    "TSQ7SyQ6lSBO6hYgjSAOZAA6gQC/E1oAkSAibmV2ZXIiOpEg3gDNE2QAkSDRQSgVKTqOAAAAGg=="
)
#: What GW-BASIC saves as a SINGLE or DOUBLE is a LONG in a text of QBasic.
LONG = re.compile(r"\d{5,}")


def test_a_listing_that_gw_basic_has_saved_says_the_same_as_its_text() -> None:
    assert parse_lines(text_of(SAVED).splitlines()) == parse_lines(TEXT.replace("-32768", "-32768!").splitlines())
    assert printed(text_of(SAVED)) == printed(TEXT)


@pytest.mark.parametrize("ascii_text", [b"never", b"not a string", b"to the end", b"a b"])
def test_letters_of_code_page_437_stand_in_strings_remarks_and_data(ascii_text: bytes) -> None:
    accented = ascii_text.replace(ascii_text[:1], b"\x82")
    assert text_of(SAVED.replace(ascii_text, accented)) == text_of(SAVED).replace(
        ascii_text.decode(), accented.decode("cp437")
    )


def test_a_saved_listing_is_read_like_a_text(tmp_path: Path) -> None:
    path = tmp_path / "saved.bas"
    path.write_bytes(SAVED)
    assert printed(read_listing(path)) == printed(TEXT)


@pytest.mark.parametrize(
    ("first", "reason"),
    [
        (0xFC, "the file is saved in QuickBASIC's own format: load it there and save it as text (Save As, Text)"),
        (0xFE, 'the file is saved protected (SAVE "NAME",P): only GW-BASIC itself can read it'),
    ],
)
def test_another_format_is_named(first: int, reason: str, tmp_path: Path) -> None:
    path = tmp_path / "saved.bas"
    path.write_bytes(bytes([first]) + SAVED[1:])
    with pytest.raises(ListingRefused, match=r".") as refused:
        read_listing(path)
    assert str(refused.value) == reason


def test_a_damaged_file_is_refused_or_read_and_never_more() -> None:
    change = random.Random(3)
    for _ in range(300):
        data = bytearray(SAVED[: change.randrange(1, len(SAVED) + 1)])
        for _ in range(change.randrange(4)):
            data[change.randrange(len(data))] = change.randrange(256)
        data[0] = 0xFF
        with suppress(ListingRefused):
            parse_lines(text_of(bytes(data)).splitlines())
    with pytest.raises(ListingRefused, match="the file begins like one of GW-BASIC, but is damaged"):
        text_of(SAVED[:40])


@pytest.mark.slow
def test_each_listing_that_pc_basic_saves_says_the_same_as_its_text(tmp_path: Path) -> None:
    session = pytest.importorskip("pcbasic.basic").Session(
        output_streams=[], input_streams=[], devices={"C": str(tmp_path)}, current_device="C"
    )
    session.start()
    for row in programs():
        text = numbered(row.text)
        if LONG.search(text):
            continue
        session.execute("NEW")
        for line in text.splitlines():
            session.execute(line)
        session.execute('SAVE "X"')
        with suppress(ListingRefused):  # what neither form can be
            expected = parse_lines(text.splitlines())
            assert parse_lines(text_of((tmp_path / "X.BAS").read_bytes()).splitlines()) == expected, row.name
