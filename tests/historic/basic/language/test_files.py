"""OPEN, LINE INPUT, CLOSE, CHDIR and _FILEEXISTS, and that a program cannot leave its folder."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from basic_runs import Keys, Paper, refusal_of, text_of

from historic.basic.language import LineError, ListingRun, compile_listing
from historic.machine.screen import Screen

READ_ALL = 'OPEN "a.txt" FOR INPUT AS #1\nFOR I=1 TO {}\nLINE INPUT #1, A$\nPRINT "<"+A$+">";\nNEXT'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    inside = tmp_path / "program"
    (inside / "My Book" / "deep").mkdir(parents=True)
    (inside / "a.txt").write_bytes(b'one\r\n"two, 2"\n\n four ')
    (inside / "My Book" / "b.txt").write_bytes(b"book\n")
    (tmp_path / "secret.txt").write_bytes(b"secret\n")
    if os.name == "posix":  # Windows lets few people make links
        (inside / "link.txt").symlink_to(tmp_path / "secret.txt")
        (inside / "out").symlink_to(tmp_path)
    return inside


def shown(program: str, folder: Path | None) -> str:
    """Returns what a program prints whose files are in `folder`."""
    run = ListingRun(compile_listing(program), Screen(display=Paper()), folder=folder)
    run.run()
    return text_of(run)


def error_in(program: str, folder: Path | None) -> tuple[int, int]:
    with pytest.raises(LineError) as ended:
        shown(program, folder)
    return ended.value.code, ended.value.line


def test_line_input_reads_a_line_as_it_stands(folder: Path) -> None:
    assert shown(READ_ALL.format(4), folder) == '<one><"two, 2"><>< four >'


def test_reading_past_the_end_is_error_62(folder: Path) -> None:
    assert error_in(READ_ALL.format(5), folder) == (62, 3)
    (folder / "a.txt").write_bytes(b"one\r\n\x1anever")
    assert error_in(READ_ALL.format(2), folder) == (62, 3)
    (folder / "a.txt").write_bytes(b"")
    assert error_in(READ_ALL.format(1), folder) == (62, 3)


def test_a_line_is_in_the_character_set_of_dos(folder: Path) -> None:
    (folder / "a.txt").write_bytes("é\n".encode() + b"\x82\n")
    assert shown(READ_ALL.format(2), folder) == "<├⌐><é>"


def test_commands_to_the_terminal_in_a_file_are_only_shown(folder: Path) -> None:
    (folder / "a.txt").write_bytes(b"\x1b[2J\n")
    assert shown(READ_ALL.format(1), folder) == "<←[2J>"


def test_a_file_that_was_closed_begins_anew(folder: Path) -> None:
    program = (
        'F$="a.txt"\nFOR I=1 TO 2\nCLOSE #4\nOPEN F$ FOR INPUT AS #4\nLINE INPUT #4, A$(I)\nNEXT\nPRINT A$(1);A$(2)'
    )
    assert shown(program, folder) == "oneone\n"


def test_close_without_a_number_closes_all(folder: Path) -> None:
    program = 'OPEN "a.txt" FOR INPUT AS 1\nOPEN "a.txt" FOR INPUT AS #2\n{}\nLINE INPUT #2, A$'
    assert error_in(program.format("CLOSE"), folder) == (52, 4)
    assert error_in(program.format("CLOSE 1, #2"), folder) == (52, 4)
    assert shown(program.format("CLOSE 1") + ":PRINT A$", folder) == "one\n"


def test_files_are_closed_when_the_program_ends(folder: Path) -> None:
    run = ListingRun(compile_listing('OPEN "a.txt" FOR INPUT AS #1\nX=1/0'), folder=folder)
    with pytest.raises(LineError):
        run.run()
    assert not run._files.open


@pytest.mark.parametrize(
    ("statement", "code"),
    [
        ('OPEN "none.txt" FOR INPUT AS #1', 53),
        ('OPEN "My Book" FOR INPUT AS #1', 75),
        ('OPEN "" FOR INPUT AS #1', 64),
        ('OPEN "a"+CHR$(0) FOR INPUT AS #1', 64),
        ('OPEN "a.txt" FOR INPUT AS #0', 52),
        ('OPEN "a.txt" FOR INPUT AS #256', 52),
        ('OPEN "a.txt" FOR INPUT AS #40000', 6),
        ('OPEN "a.txt" FOR INPUT AS #1:OPEN "a.txt" FOR INPUT AS #1', 55),
        ("LINE INPUT #1, A$", 52),
        ('CHDIR "nowhere"', 76),
        ('CHDIR "a.txt"', 76),
        ('CHDIR ""', 64),
    ],
)
def test_errors_of_files(statement: str, code: int, folder: Path) -> None:
    assert error_in(statement, folder) == (code, 1)


OUTSIDE = [
    "../secret.txt",
    "..",
    "My Book/../../secret.txt",
    "..\\secret.txt",
    "/etc/passwd",
    "\\a.txt",
    "C:\\a.txt",
    "C:a.txt",
    "//server/share/a.txt",
    *(pytest.param(link, marks=pytest.mark.posix) for link in ("link.txt", "out", "out/secret.txt")),
]


@pytest.mark.parametrize("name", OUTSIDE)
def test_nothing_outside_the_programs_folder_can_be_reached(name: str, folder: Path) -> None:
    assert error_in(f'OPEN "{name}" FOR INPUT AS #1', folder) == (75, 1)
    assert error_in(f'CHDIR "{name}"', folder) == (75, 1)
    assert shown(f'PRINT _FILEEXISTS("{name}")', folder) == " 0 \n"


@pytest.mark.posix  # Windows finds no file of such a name: error 53
def test_a_name_that_is_too_long_is_error_75(folder: Path) -> None:
    name = "a" * 300
    assert error_in(f'OPEN "{name}" FOR INPUT AS #1', folder) == (75, 1)
    assert error_in(f'CHDIR "{name}"', folder) == (75, 1)
    assert shown(f'PRINT _FILEEXISTS("{name}")', folder) == " 0 \n"


def test_chdir_leads_into_the_folders_inside_and_back(folder: Path) -> None:
    inside = 'CHDIR "My Book"\nOPEN "b.txt" FOR INPUT AS #1:LINE INPUT #1, A$'
    back = 'CHDIR "deep":CHDIR "..\\.."\nPRINT A$;_FILEEXISTS("a.txt")'
    assert shown(f"{inside}\n{back}", folder) == "book-1 \n"
    assert error_in('CHDIR "My Book"\nCHDIR ".."\nCHDIR ".."', folder) == (75, 3)


def test_fileexists_is_true_for_files_only(folder: Path) -> None:
    names = ("a.txt", "My Book", "none", "My Book/b.txt", "")
    assert shown("PRINT " + ";".join(f'_FILEEXISTS("{name}")' for name in names), folder) == "-1  0  0 -1  0 \n"
    assert shown('IF _FILEEXISTS("a.txt") THEN PRINT 1', folder) == " 1 \n"


def test_a_program_without_a_folder_has_no_files() -> None:
    assert shown('PRINT _FILEEXISTS("a.txt")', None) == " 0 \n"
    assert error_in('OPEN "a.txt" FOR INPUT AS #1', None) == (53, 1)
    assert error_in('CHDIR "x"', None) == (76, 1)


@pytest.mark.parametrize(
    ("statement", "reason"),
    [
        ("OPEN 1 FOR INPUT AS #1", "error 13: Type mismatch"),
        ('OPEN "A" FOR INPUT AS "1"', "error 13: Type mismatch"),
        ("CHDIR 1", "error 13: Type mismatch"),
        ('CLOSE "1"', "error 13: Type mismatch"),
        ("LINE INPUT #1, X", "error 13: Type mismatch"),
        ('OPEN "A" FOR BINARY AS #1', "OPEN FOR BINARY is not part of this BASIC"),
        ('OPEN "R",#1,"A"', "OPEN WITH THIS MODE is not part of this BASIC"),
        ("KILL 1", "error 13: Type mismatch"),
        ('NAME "A" AS 1', "error 13: Type mismatch"),
        ('SHELL "ls"', "SHELL is not part of this BASIC"),
    ],
)
def test_a_statement_that_is_refused(statement: str, reason: str) -> None:
    assert refusal_of(statement) == f"line 1: {reason}"


WRITE = 'OPEN "{}" FOR {} AS #1\nPRINT #1,"a","b";1\nWRITE #1,"c",2.5\nCLOSE'


def test_a_file_is_written_and_read_again(folder: Path) -> None:
    shown(WRITE.format("new.txt", "OUTPUT"), folder)
    assert (folder / "new.txt").read_bytes() == b'a             b 1 \r\n"c",2.5\r\n'
    shown(WRITE.format("new.txt", "APPEND"), folder)
    program = (
        'OPEN "new.txt" FOR INPUT AS #1\nLINE INPUT #1,A$\nINPUT #1,B$,C\nPRINT A$;B$;C;LOF(1);EOF(1);INPUT$(3,#1)'
    )
    assert shown(program, folder) == "a             b 1 c 2.5  58  0 a  \n"


def test_eof_is_true_behind_the_last_byte_and_before_no_other(folder: Path) -> None:
    (folder / "new.txt").write_bytes(b"ab\r\n")
    program = 'OPEN "new.txt" FOR INPUT AS #1\nFOR I=1 TO LOF(1):PRINT EOF(1);:A$=INPUT$(1,#1):NEXT\nPRINT EOF(1)'
    assert shown(program, folder) == " 0  0  0  0 -1 \n"
    (folder / "new.txt").write_bytes(b"")
    assert shown('OPEN "new.txt" FOR INPUT AS #1\nPRINT EOF(1)', folder) == "-1 \n"


@pytest.mark.parametrize(
    ("name", "code"), [("../new.txt", 75), ("/tmp/new.txt", 75), (".new", 64), ("listing.bas", 70), ("no/new.txt", 76)]
)
def test_nothing_is_written_where_nothing_may_be(folder: Path, name: str, code: int) -> None:
    (folder / "listing.bas").write_text("PRINT 1")
    before = sorted((path, path.read_bytes()) for path in folder.parent.rglob("*") if path.is_file())
    program = compile_listing(f'OPEN "{name}" FOR OUTPUT AS #1')
    with pytest.raises(LineError) as ended:
        ListingRun(program, Screen(Keys(), Paper()), folder=folder, program=folder / "listing.bas").run()
    assert ended.value.code == code
    assert sorted((path, path.read_bytes()) for path in folder.parent.rglob("*") if path.is_file()) == before


def test_errors_of_files_that_are_written(folder: Path) -> None:
    assert error_in('OPEN "a.txt" FOR INPUT AS #1:PRINT #1,1', folder) == (54, 1)
    assert error_in('OPEN "n" FOR OUTPUT AS #1:LINE INPUT #1,A$', folder) == (54, 1)
    assert error_in('OPEN "n" FOR OUTPUT AS #1:OPEN "n" FOR INPUT AS #2', folder) == (55, 1)
    assert error_in("PRINT #1,1", folder) == (52, 1)


def test_a_program_writes_no_more_than_its_share(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("historic.basic.language.files.MAX_BYTES", 1000)
    assert error_in('OPEN "n" FOR OUTPUT AS #1\nL: PRINT #1,"0123456789":GOTO L', folder) == (61, 2)
    assert (folder / "n").stat().st_size <= 1000


def test_a_file_that_is_too_large_is_not_cut_but_refused(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("historic.basic.language.files.MAX_BYTES", 10)
    (folder / "p").write_bytes(b"x" * 10)
    assert shown('OPEN "p" FOR INPUT AS #1\nPRINT LOF(1)', folder) == " 10 \n"
    (folder / "p").write_bytes(b"x" * 11)
    assert error_in('OPEN "p" FOR INPUT AS #1', folder) == (7, 1)


def test_a_picture_is_loaded_into_an_array(folder: Path) -> None:
    (folder / "p").write_bytes(b"\xfd\0\0\0\0\x04\0" + b"\x01\x02\xff\xff" + b"\x1a")
    program = 'DIM A%(3)\nDEF SEG=VARSEG(A%(0))\nBLOAD "p",VARPTR(A%(1))\nPRINT A%(0);A%(1);A%(2)'
    assert shown(program, folder) == " 0  513 -1 \n"
    assert error_in('BLOAD "p"', folder) == (5, 1)
    assert error_in('BLOAD "a.txt"', folder) == (54, 1)


def test_strings_that_are_read_need_room(folder: Path) -> None:
    (folder / "long.txt").write_bytes((b"x" * 30_000 + b"\n") * 300)
    program = 'DIM A$(5000)\nL: OPEN "long.txt" FOR INPUT AS #1\nFOR I=1 TO 300\nLINE INPUT #1,A$(N):N=N+1\nNEXT'
    program += "\nCLOSE:GOTO L"
    assert error_in(program, folder) == (14, 4)


def written(program: str, folder: Path) -> bytes:
    """Returns what a program writes into the file `n`, which is open as #1."""
    shown(f'OPEN "n" FOR OUTPUT AS #1\n{program}', folder)
    return (folder / "n").read_bytes()


@pytest.mark.parametrize(
    ("program", "data"),
    [
        ('PRINT #1,"abc"\nPRINT #1,"x","y"', b"abc\r\nx             y\r\n"),
        ('PRINT #1,"abc"\nPRINT #1,"ab";TAB(10);"c"', b"abc\r\nab       c\r\n"),
        ('WRITE #1,1,"a"\nPRINT #1,"ab";TAB(10);"c"', b'1,"a"\r\nab       c\r\n'),
        ("PRINT #1,1,2;\nPRINT #1,3,4", b" 1             2  3          4 \r\n"),
        ('PRINT #1,"abcdefghij";TAB(5);"c"', b"abcdefghij\r\n    c\r\n"),
        ('PRINT #1,USING "## ##";5,6\nPRINT #1,,7', b" 5  6\r\n               7 \r\n"),
        ('PRINT #1,STRING$(90,"-");"x"', b"-" * 90 + b"x\r\n"),
        ('PRINT #1,"a";SPC(90);"b"', b"a" + b" " * 90 + b"b\r\n"),
        ('PRINT #1,"a"+CHR$(13)+CHR$(10)+"b","c"', b"a\r\nb             c\r\n"),
    ],
)
def test_each_row_of_a_file_begins_at_column_0(program: str, data: bytes, folder: Path) -> None:
    """As in QB64-PE."""
    assert written(program, folder) == data


def test_input_from_a_file_drops_the_blanks_around_a_value(folder: Path) -> None:
    """As in QB64-PE."""
    (folder / "n").write_bytes(b'  q  ,8\r\n"x", "y z" , w \r\n 5  6,7\r\n')
    program = 'OPEN "n" FOR INPUT AS #1\nINPUT #1,A$,B\nINPUT #1,C$,D$,E$,F,G\nPRINT A$;B;C$;D$;E$;F;G;EOF(1)'
    assert shown(program, folder) == "q 8 xy zw 5  6  0 \n"


def test_the_screen_is_a_file_and_nul_is_nowhere(folder: Path) -> None:
    before = sorted(folder.iterdir())
    program = """
OPEN "CON" FOR OUTPUT AS #1
OPEN "scrn:" FOR OUTPUT AS #2
OPEN "NUL" FOR APPEND AS #3
PRINT #1,"abc","d"
PRINT #2,USING "##.#";5
WRITE #1,1,"a"
PRINT #3,"nothing"
OPEN "NUL" FOR INPUT AS #4
PRINT EOF(4)
"""
    assert shown(program, folder) == 'abc           d\n 5.0\n1,"a"\n-1 \n'
    assert sorted(folder.iterdir()) == before


@pytest.mark.parametrize("name", ["CON", "scrn:", "SCRN"])
def test_the_screen_cannot_be_read(name: str, folder: Path) -> None:
    assert error_in(f'OPEN "{name}" FOR INPUT AS #1', folder) == (68, 1)


@pytest.mark.parametrize("name", ["LPT1:", "lpt1", "COM1:9600,N,8,1", "COM2", "PRN", "AUX", "My Book/PRN.TXT"])
def test_another_device_is_error_68_and_no_file(name: str, folder: Path) -> None:
    before = sorted(folder.rglob("*"))
    assert error_in(f'OPEN "{name}" FOR OUTPUT AS #1', folder) == (68, 1)
    assert sorted(folder.rglob("*")) == before


@pytest.mark.posix
def test_dos_knows_no_case(folder: Path) -> None:
    (folder / "scores.dat").write_bytes(b"7")
    program = 'OPEN "SCORES.DAT" FOR INPUT AS #1\nINPUT #1,A\nPRINT A;_FILEEXISTS("Scores.Dat")'
    assert shown(program, folder) == " 7 -1 \n"
    shown('OPEN "SCORES.DAT" FOR OUTPUT AS #1\nPRINT #1,8\nCLOSE\nOPEN "MY BOOK\\C" FOR OUTPUT AS #1', folder)
    assert (folder / "scores.dat").read_bytes() == b" 8 \r\n"
    assert (folder / "My Book" / "C").exists()
    (folder / "SCORES.dat").write_bytes(b"9")
    assert shown('OPEN "scores.dat" FOR INPUT AS #1\nINPUT #1,A\nPRINT A', folder) == " 8 \n"
    with pytest.raises(LineError, match=r"error 75: .* \(SCORES.dat and scores.dat differ only in case\), in line 1"):
        shown('OPEN "SCORES.DAT" FOR INPUT AS #1', folder)


@pytest.mark.parametrize("name", ["click.py", "A.PYC", "x.pth", "Makefile", "run.sh", "run.bat", "x.so", "setup.cfg"])
def test_no_file_is_written_that_could_be_run(name: str, folder: Path) -> None:
    before = sorted(folder.iterdir())
    assert error_in(f'OPEN "{name}" FOR OUTPUT AS #1', folder) == (70, 1)
    assert error_in(f'OPEN "n" FOR OUTPUT AS #1:CLOSE\nNAME "n" AS "{name}"', folder) == (70, 2)
    assert sorted(folder.iterdir()) == sorted([*before, folder / "n"])


@pytest.mark.posix
def test_a_file_that_may_be_run_is_not_written(folder: Path) -> None:
    (folder / "tool").write_bytes(b"#!")
    (folder / "tool").chmod(0o755)
    for statement in ('OPEN "tool" FOR OUTPUT AS #1', 'OPEN "tool" FOR APPEND AS #1', 'KILL "tool"'):
        assert error_in(statement, folder) == (70, 1)
    assert (folder / "tool").read_bytes() == b"#!"


def test_a_program_makes_a_bounded_number_of_files(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("historic.basic.language.folder.MAX_FILES", 3)
    loop = 'OPEN "f"+STR$(I) FOR OUTPUT AS #1:CLOSE:{}\nI=I+1:IF I<9 THEN L'
    with pytest.raises(LineError, match=r"error 67: Too many files \(a program makes up to 3\), in line 1"):
        shown("L: " + loop.format(""), folder)
    assert len(list(folder.glob("f*"))) == 3
    assert error_in("L: " + loop.format('KILL "f"+STR$(I)'), folder) == (67, 1)


def test_kill_and_name(folder: Path) -> None:
    make = 'OPEN "n" FOR OUTPUT AS #1\nPRINT #1,1\nCLOSE\n'
    shown(f'{make}NAME "n" AS "m"', folder)
    assert (folder / "m").read_bytes() == b" 1 \r\n"
    assert error_in('KILL "m"\nKILL "M"', folder) == (53, 2)
    assert not (folder / "n").exists()
    for statement, code in (
        ('NAME "none" AS "m"', 53),
        ('NAME "n" AS "a.txt"', 58),
        ('KILL "*.*"', 64),
        ('KILL "My Book"', 75),
        ('KILL "../secret.txt"', 75),
        ('NAME "n" AS "../stolen"', 75),
        ('OPEN "n" FOR INPUT AS #1:KILL "n"', 55),
        ('OPEN "n" FOR INPUT AS #1:NAME "n" AS "m"', 55),
    ):
        assert error_in(make + statement, folder) == (code, 4)
