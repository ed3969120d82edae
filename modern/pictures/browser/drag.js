// Dragging a piece with the mouse, a finger or a pen.

// A pointer that moves less than this, in pixels, clicks.
const THRESHOLD = 5;

// Calls `actions.start(square)` when a piece is taken up, `actions.over(square or null)` while it is carried and
// `actions.drop(square or null)` when it is let go, with null outside the board. `actions.canStart(square)` says which
// pieces can be taken up. `squareAt(x, y)` finds a square in the window.
export class Drag {
  constructor(grid, squareAt, actions) {
    this.grid = grid;
    this.squareAt = squareAt;
    this.actions = actions;
    this.held = null;
    grid.addEventListener("pointerdown", this.down);
    grid.addEventListener("pointermove", this.move);
    grid.addEventListener("pointerup", this.up);
    grid.addEventListener("pointercancel", () => this.cancel());
    // A drag that ends on the square where it began must not count as a click too.
    grid.addEventListener("click", this.click, true);
    grid.addEventListener("dragstart", (event) => event.preventDefault());
  }

  get isCarrying() {
    return this.held !== null && this.held.carried;
  }

  down = (event) => {
    this.ended = false;
    const button = event.target.closest("[data-square]");
    if (!event.isPrimary || event.button !== 0 || !button || !this.actions.canStart(button.dataset.square)) return;
    const { pointerId, clientX, clientY } = event;
    this.held = { pointerId, button, x: clientX, y: clientY, carried: false };
  };

  move = (event) => {
    const { held } = this;
    if (!held || event.pointerId !== held.pointerId) return;
    const right = event.clientX - held.x, down = event.clientY - held.y;
    if (!held.carried) {
      if (Math.hypot(right, down) < THRESHOLD) return;
      held.carried = true;
      this.grid.setPointerCapture(held.pointerId);
      this.actions.start(held.button.dataset.square);
    }
    const picture = held.button.querySelector("svg");
    if (picture) picture.style.transform = `translate(${right}px, ${down}px)`;
    held.button.classList.add("carried");
    this.actions.over(this.squareAt(event.clientX, event.clientY));
  };

  up = (event) => {
    const { held } = this;
    if (!held || event.pointerId !== held.pointerId) return;
    this.release();
    if (!held.carried) return;
    this.ended = true;
    this.actions.drop(this.squareAt(event.clientX, event.clientY));
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
    if (!this.ended) return;
    this.ended = false;
    event.stopPropagation();
    event.preventDefault();
  };
}
