// The board: what a press, a drag and a key do, from White's side and from Black's.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { Board } from "./board.js";
import { useLanguage } from "./texts.js";

const SQUARE = 50;
const FILES = "abcdefgh";
let board, moves, refused, canceled;

beforeEach(() => {
  useLanguage("en");
  [moves, refused, canceled] = [[], [], 0];
  const place = document.createElement("div");
  document.body.replaceChildren(place);
  board = new Board(place, {
    onMove: (uci) => moves.push(uci), onRefused: (why) => refused.push(why), onCancel: () => { canceled += 1; }, symbols: "", label: "Board",
  });
  board.grid.box = { left: 100, top: 200, width: 8 * SQUARE, height: 8 * SQUARE };
});

const show = (state) => board.show({ interactive: true, ...state });
const button = (square) => board.buttonOf(square);
const labels = () => Object.fromEntries(Object.keys(board.cells).map((square) => [square, button(square).getAttribute("aria-label")]));
// The middle of a square in the window, for a board seen by White or by Black.
const middle = (square, flipped = false) => {
  const x = FILES.indexOf(square[0]), y = 8 - Number(square[1]);
  return { clientX: 100 + SQUARE * ((flipped ? 7 - x : x) + 0.5), clientY: 200 + SQUARE * ((flipped ? 7 - y : y) + 0.5) };
};
const pointer = (square, flipped, more) => ({ pointerId: 1, pointerType: "mouse", isPrimary: true, button: 0, buttons: 1, ...middle(square, flipped), ...more });
// Drags from one square to another, and lets go.
const drag = (from, to, flipped, more = {}) => {
  button(from).fire("pointerdown", pointer(from, flipped, more));
  window.fire("pointermove", pointer(to, flipped, { ...more, button: -1 }));
  window.fire("pointerup", pointer(to, flipped, { ...more, buttons: 0 }));
};
const BOTH = [
  { flipped: false, turn: "white", pieces: "4k3/8/8/8/8/8/4P3/4K3", from: "e2", to: "e4", other: "e1", enemy: "e8" },
  { flipped: true, turn: "black", pieces: "4k3/4p3/8/8/8/8/8/4K3", from: "e7", to: "e5", other: "e8", enemy: "e1" },
];

test("the squares are in the order in which a side sees them, with their files and ranks", () => {
  for (const flipped of [false, true]) {
    show({ flipped });
    const seen = board.grid.querySelectorAll("button").map((one) => one.dataset.square);
    assert.equal(seen.length, 64);
    assert.deepEqual([seen[0], seen[7], seen[8], seen[63]], flipped ? ["h1", "a1", "h2", "a8"] : ["a8", "h8", "a7", "h1"]);
    assert.equal(board.files.textContent, flipped ? "hgfedcba" : "abcdefgh");
    assert.equal(board.ranks.textContent, flipped ? "12345678" : "87654321");
  }
  for (const [square, shade] of [["a1", "dark"], ["h1", "light"], ["a8", "light"], ["h8", "dark"]]) assert.ok(board.cells[square].classList.contains(shade));
});

test("every point of the board is on its square from both sides, and none outside it", () => {
  for (const flipped of [false, true]) {
    show({ flipped });
    for (const square of Object.keys(board.cells)) {
      const { clientX, clientY } = middle(square, flipped);
      assert.equal(board.squareAt(clientX, clientY), square);
    }
    for (const [x, y] of [[99, 300], [501, 300], [300, 199], [300, 601]]) assert.equal(board.squareAt(x, y), null);
    assert.ok(board.squareAt(100, 200) && board.squareAt(499, 599));
  }
});

for (const { flipped, turn, pieces, from, to, other, enemy } of BOTH) {
  test(`${turn} moves by pressing, by dragging and by the keyboard`, () => {
    show({ flipped, turn, pieces, legal: [from + to] });
    button(from).click();
    assert.ok(board.cells[from].classList.contains("chosen") && board.cells[to].classList.contains("target"));
    button(to).click();
    assert.deepEqual(moves, [from + to]);
    drag(from, to, flipped);
    assert.deepEqual(moves, [from + to, from + to]);
    assert.equal(board.chosen, null);
    assert.equal(board.grid.captured, 1, "the board follows the pointer outside, too");
    drag(from, other, flipped);
    drag(from, from, flipped);
    assert.equal(moves.length, 2);
    assert.match(refused.at(-1), new RegExp(`pawn on ${from}.* ${other}`));
  });

  test(`a press on a piece that ${turn} cannot move says why`, () => {
    show({ flipped, turn, pieces, legal: [from + to] });
    button(other).click();
    assert.match(refused.at(-1), new RegExp(`^The ${turn} king on ${other} has no legal move`));
    button(enemy).click();
    assert.match(refused.at(-1), turn === "white" ? /White/ : /Black/);
    button("a4").click();
    assert.equal(refused.length, 2);
  });

  test(`arrow keys go from square to square as ${turn} sees them, and not beyond the edge`, () => {
    show({ flipped, turn, pieces });
    const steps = { ArrowUp: flipped ? -1 : 1, ArrowDown: flipped ? 1 : -1 };
    board.focus("d4");
    for (const [key, step] of Object.entries(steps)) {
      button("d4").fire("keydown", { key });
      assert.equal(document.activeElement.dataset.square, `d${4 + step}`);
    }
    for (const [key, square] of [["ArrowRight", flipped ? "c4" : "e4"], ["ArrowLeft", flipped ? "e4" : "c4"]]) {
      button("d4").fire("keydown", { key });
      assert.equal(document.activeElement.dataset.square, square);
      assert.deepEqual([button(square).tabIndex, button("d4").tabIndex], [0, -1]);
    }
    for (const [square, keys] of [["a8", flipped ? ["ArrowRight", "ArrowDown"] : ["ArrowLeft", "ArrowUp"]], ["h1", flipped ? ["ArrowLeft", "ArrowUp"] : ["ArrowRight", "ArrowDown"]]]) {
      for (const key of keys) {
        board.focus(square);
        button(square).fire("keydown", { key });
        assert.equal(document.activeElement.dataset.square, square);
      }
    }
    const withControl = button("d4").fire("keydown", { key: "ArrowUp", ctrlKey: true });
    assert.ok(!withControl.isPrevented && !button("d4").fire("keydown", { key: "x" }).isPrevented);
  });
}

test("the square under a carried piece is marked, and none is once the piece is put back", () => {
  for (const { from, to, ...state } of BOTH) {
    show({ ...state, legal: [from + to] });
    const marked = () => Object.keys(board.cells).filter((square) => board.cells[square].classList.contains("over"));
    button(from).fire("pointerdown", pointer(from, state.flipped));
    window.fire("pointermove", pointer(to, state.flipped, { button: -1 }));
    assert.deepEqual(marked(), [to]);
    window.fire("pointercancel", pointer(to, state.flipped));
    assert.deepEqual(marked(), []);
  }
});

test("a king castles by its own square or by that of its rook, on both sides of both colours", () => {
  const legal = ["e1g1", "e1c1", "e8g8", "e8c8"];
  for (const [king, rook, castling] of [["e1", "h1", "e1g1"], ["e1", "a1", "e1c1"], ["e8", "h8", "e8g8"], ["e8", "a8", "e8c8"]]) {
    show({ pieces: "r3k2r/8/8/8/8/8/8/R3K2R", turn: king === "e1" ? "white" : "black", legal });
    for (const target of [rook, castling.slice(2)]) {
      button(king).click();
      button(target).click();
      assert.equal(moves.pop(), castling);
    }
    show({ pieces: "r3q2r/8/8/8/8/8/8/R3Q2R", legal: [...legal, `${king}${king[0]}4`] });
    button(king).click();
    button(rook).click();
    assert.equal(moves.pop(), undefined, "a queen on the king's square does not castle");
  }
});

test("a pawn that promotes asks for the piece, and Escape keeps the pawn", () => {
  for (const [turn, pieces, from, to] of [["white", "8/P7/8/8/8/8/8/8", "a7", "a8"], ["black", "8/8/8/8/8/8/p7/8", "a2", "a1"]]) {
    const legal = [..."qrbn"].map((letter) => from + to + letter);
    show({ pieces, turn, legal });
    for (const [index, letter] of [..."qrbn"].entries()) {
      button(from).click();
      button(to).click();
      const choices = board.place.querySelectorAll("dialog button");
      assert.deepEqual(choices.map((choice) => choice.dataset.piece), [..."qrbn"]);
      choices[index].click();
      assert.deepEqual([moves.pop(), board.place.querySelectorAll("dialog").length], [from + to + letter, 0]);
    }
    button(from).click();
    button(to).click();
    board.place.querySelector("dialog").fire("cancel");
    assert.deepEqual([moves, board.chosen], [[], null]);
  }
});

test("Escape and the right button put a chosen piece back before they do anything else", () => {
  const { pieces, from, to } = BOTH[0];
  show({ pieces, legal: [from + to] });
  button(from).click();
  button(from).fire("keydown", { key: "Escape" });
  assert.deepEqual([board.chosen, canceled], [null, 0]);
  button(from).fire("keydown", { key: "Escape" });
  assert.equal(canceled, 1);
  button(from).click();
  drag("a1", "a5", false, { button: 2, buttons: 2 });
  assert.deepEqual([board.chosen, board.marks, canceled], [null, [], 1]);
});

test("squares are named with their piece, and with what has happened there", () => {
  const { pieces, from, to } = BOTH[0];
  show({ pieces, legal: [from + to], last: "d8e8", check: "e8", premove: "e1d1" });
  assert.equal(labels().a5, "a5");
  assert.equal(labels().e8, "e8, black king, in check, moved last");
  assert.match(labels().e1, /^e1, white king, .*premove/);
  assert.notEqual(labels().e1.replace("e1, white king", ""), labels().d1.replace("d1", ""));
  for (const [name, squares] of [["last", ["d8", "e8"]], ["check", ["e8"]], ["premove", ["d1", "e1"]], ["movable", ["e2"]]]) {
    assert.deepEqual(Object.keys(board.cells).filter((square) => board.cells[square].classList.contains(name)).sort(), squares, name);
  }
  button(from).click();
  assert.equal(labels().e2, "e2, white pawn, chosen");
  assert.match(labels().e4, /^e4, can be moved to/);
  assert.equal(board.grid.getAttribute("aria-readonly"), "false");
});

test("a move that is sent is shown at once, and one that cannot be made is not", () => {
  const { pieces, from, to } = BOTH[0];
  show({ pieces, sent: from + to, check: "e1" });
  assert.deepEqual([button(from).dataset.piece, button(to).dataset.piece], ["", "P"]);
  assert.ok(!board.cells.e1.classList.contains("check") && board.cells[to].classList.contains("last"));
  show({ pieces, legal: [from + to] });
  assert.deepEqual([button(from).dataset.piece, button(to).dataset.piece], ["P", ""]);
  button(from).click();
  show({ pieces });
  assert.equal(board.chosen, null);
});

test("a board that is only looked at takes no move", () => {
  const { pieces, from, to } = BOTH[0];
  board.show({ pieces, legal: [from + to] });
  button(from).click();
  drag(from, to, false);
  assert.deepEqual([moves, refused, board.chosen], [[], [], null]);
  assert.equal(board.grid.getAttribute("aria-readonly"), "true");
  assert.ok(board.grid.fire("mousedown").isPrevented);
  show({ pieces });
  assert.ok(!board.grid.fire("mousedown").isPrevented);
});

test("the right button draws an arrow or a circle, removes it the second time, and a press removes all", () => {
  show({ pieces: BOTH[0].pieces });
  const right = { button: 2, buttons: 2 };
  drag("a1", "a3", false, right);
  drag("h8", "h8", false, right);
  assert.deepEqual(board.marks.map(({ from, to }) => from + to), ["a1a3", "h8h8"]);
  assert.deepEqual(board.overlay.children.map((one) => one.localName), ["g", "circle"]);
  drag("a1", "a3", false, right);
  assert.deepEqual(board.marks.map(({ from, to }) => from + to), ["h8h8"]);
  show({ pieces: BOTH[1].pieces });
  assert.deepEqual(board.marks, []);
  show({ pieces: BOTH[0].pieces });
  assert.equal(board.marks.length, 1);
  button("c4").fire("pointerdown", pointer("c4"));
  assert.deepEqual([board.marks, board.overlay.children], [[], []]);
});

test("an arrow leads from the middle of its square towards the other one from both sides", () => {
  for (const [flipped, x, y] of [[false, 22.5, 337.5], [true, 337.5, 22.5]]) {
    show({ flipped, arrows: [{ from: "a1", to: "a8", kind: "move" }, { from: null, to: "a1", kind: "mark" }] });
    const [arrow, circle] = board.overlay.children;
    const [startX, startY, endX, endY] = arrow.querySelectorAll("path")[0].getAttribute("d").match(/[\d.]+/g).map(Number);
    assert.deepEqual([startX, endX, Math.sign(startY - endY)], [x, x, flipped ? -1 : 1]);
    assert.deepEqual([circle.getAttribute("cx"), circle.getAttribute("cy")], [String(x), String(y)]);
  }
});

test("arrows in one direction from one square lie side by side", () => {
  const shafts = (arrows) => {
    show({ arrows });
    return board.overlay.children.map((one) => Number(one.querySelector(".shaft").getAttribute("d").match(/[\d.]+/)[0]));
  };
  const long = { from: "a1", to: "a8", kind: "move" }, short = { from: "a1", to: "a4", kind: "move" }, other = { from: "a1", to: "b1", kind: "move" };
  assert.deepEqual(shafts([long, other]).slice(0, 1), [22.5]);
  assert.deepEqual(shafts([long, short]).map((x) => Math.abs(x - 22.5)), [5.5, 5.5]);
  assert.notEqual(...shafts([long, short]));
});
