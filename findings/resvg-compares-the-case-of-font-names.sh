#!/usr/bin/env bash
# CSS compares the names of fonts without regard to case, and a name that is not there falls back to another font: text
# may look wrong, but it is there. resvg compares the case, and draws no text at all if no name fits, with a valid font
# at hand and without an error. A font file that does not exist gives the same empty picture.
# resvg_py 0.5.0, 2026-11-27
. "$(dirname "$(readlink -f "$0")")/lib"
python_packages resvg_py==0.5.0 fontpkg-roboto-mono==3.1
same "$(python3 - <<'PY'
from importlib.resources import files
from resvg_py import svg_to_bytes

FONT = str(files("fontpkg_roboto_mono") / "files" / "RobotoMono[wght].ttf")
EMPTY = svg_to_bytes('<svg xmlns="http://www.w3.org/2000/svg" width="99" height="40"/>')


def try_it(name: str, font: str = FONT) -> None:
    text = f'<text x="5" y="30" font-size="30" font-family="{name}">e4</text>'
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" width="99" height="40">{text}</svg>'
    picture = svg_to_bytes(svg, skip_system_fonts=True, font_files=[font])
    print(f"{name}: {'no text' if bytes(picture) == bytes(EMPTY) else 'text'}")


try_it("Roboto Mono")
try_it("roboto mono")
try_it("Arial")
try_it("Arial, 'Roboto Mono'")
try_it("Roboto Mono", "/there/is/no/such/font.ttf")
PY
)" "Roboto Mono: text
roboto mono: no text
Arial: no text
Arial, 'Roboto Mono': text
Roboto Mono: no text"
