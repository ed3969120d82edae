// Dragging a piece with the mouse, a finger or a pen, and drawing with the right button.

// A pointer that moves less than this, in pixels, does not drag.
const THRESHOLD = 5;

// Calls `actions.press(square)` when a pointer goes down; it returns whether it has used the square, so that the click is
// not used again. If `actions.carries(square)` then, the piece can be dragged: `over(square or null)` while it is carried,
// `drop(square or null)` when it is let go, with null outside the board, or `release()` if it was not moved. The right button
// calls `pressRight()`, which returns whether it was to cancel something; otherwise it draws: `sketch(from, square or null)`,
// then `mark(from, to)`. `squareAt(x, y)` finds a square in the window.
export class Drag {
  constructor(grid, squareAt, actions) {
    this.grid = grid;
    this.squareAt = squareAt;
    this.actions = actions;
    this.held = null;
    this.drawing = null;
    this.isUsed = false;
    grid.addEventListener("pointerdown", this.down);
    grid.addEventListener("pointermove", this.move);
    grid.addEventListener("pointerup", this.up);
    grid.addEventListener("pointercancel", () => this.cancel());
    // The click that follows a press must not count again; that of a key has no press before it.
    grid.addEventListener("click", this.click, true);
    for (const name of ["dragstart", "contextmenu"]) grid.addEventListener(name, (event) => event.preventDefault());
  }

  get isCarrying() {
    return this.held !== null && this.held.carried;
  }

  down = (event) => {
    const button = event.target.closest("[data-square]");
    if (event.button === 2 && button) this.startDrawing(event, button.dataset.square);
    if (!event.isPrimary || event.button !== 0) return;
    this.isUsed = button !== null && this.actions.press(button.dataset.square);
    if (!this.isUsed || !this.actions.carries(button.dataset.square)) return;
    const { pointerId, clientX, clientY } = event;
    this.held = { pointerId, button, x: clientX, y: clientY, carried: false };
  };

  startDrawing({ pointerId }, from) {
    if (this.actions.pressRight()) return;
    this.drawing = { pointerId, from };
    this.grid.setPointerCapture(pointerId);
    this.actions.sketch(from, from);
  }

  move = (event) => {
    const { held, drawing } = this;
    if (drawing) this.actions.sketch(drawing.from, this.squareAt(event.clientX, event.clientY));
    if (!held || event.pointerId !== held.pointerId) return;
    if (!held.carried) {
      if (Math.hypot(event.clientX - held.x, event.clientY - held.y) < THRESHOLD) return;
      held.carried = true;
      this.grid.setPointerCapture(held.pointerId);
    }
    // The middle of the piece is under the pointer, wherever it was pressed.
    const square = held.button.getBoundingClientRect();
    const right = event.clientX - square.left - square.width / 2, down = event.clientY - square.top - square.height / 2;
    const picture = held.button.querySelector("svg");
    if (picture) picture.style.transform = `translate(${right}px, ${down}px)`;
    held.button.classList.add("carried");
    this.actions.over(this.squareAt(event.clientX, event.clientY));
  };

  up = (event) => {
    const { held, drawing } = this;
    if (drawing && event.button === 2) {
      const to = this.squareAt(event.clientX, event.clientY);
      this.drawing = null;
      this.actions.sketch(drawing.from, null);
      if (to) this.actions.mark(drawing.from, to);
    }
    if (!held || event.pointerId !== held.pointerId || event.button !== 0) return;
    this.release();
    if (held.carried) this.actions.drop(this.squareAt(event.clientX, event.clientY));
    else this.actions.release();
  };

  // Puts the piece back, without a move.
  cancel() {
    if (this.isCarrying) this.actions.over(null);
    this.release();
  }

  release() {
    if (!this.held) return;
    const { button } = this.held;
    const picture = button.querySelector("svg");
    if (picture) picture.style.transform = "";
    button.classList.remove("carried");
    this.held = null;
  }

  click = (event) => {
    if (!this.isUsed || event.detail === 0) return;
    this.isUsed = false;
    event.stopPropagation();
    event.preventDefault();
  };
}
