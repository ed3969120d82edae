// Dragging a piece with the mouse, a finger or a pen, and drawing with the right button.

// A pointer that moves less than this, in pixels, does not drag.
const THRESHOLD = 5;
// What is followed, in the whole window, from a press to its end.
const FOLLOWED = ["pointermove", "pointerup", "pointercancel", "lostpointercapture", "blur", "contextmenu", "keydown"];

// What a pointer is at, what it may do then, and what follows: the next state, and what the board does.
//
// State    | A button that counts
// idle     | is not down
// held     | is down on a piece, which has not moved yet
// carried  | is down, and the piece is under the pointer
// drawing  | is the right one
//
// Event    | The pointer
// take     | went down on a piece that can move
// draw     | went down with the right button
// near     | moved, but is still at the place where it went down
// far      | moved away from there
// up       | let go of its button, and no other one was down
// other    | has other buttons down than at first: a second one, or none, as its release was not seen
// lost     | was taken away: by the browser, by another pointer, by a window that lost the focus, by Escape, or by the board
// menu     | is at a context menu; the right button opens one as it begins to draw
const BACK = ["idle", "back"], ERASE = ["idle", "erase"];
/** @type {{ [state: string]: { [event: string]: string[] } }} */
const TABLE = {
  idle: { take: ["held", "hold"], draw: ["drawing", "sketch"] },
  held: { far: ["carried", "carry"], up: ["idle", "release"], other: BACK, lost: BACK, menu: BACK },
  carried: { near: ["carried", "carry"], far: ["carried", "carry"], up: ["idle", "drop"], other: BACK, lost: BACK, menu: BACK },
  drawing: { near: ["drawing", "sketch"], far: ["drawing", "sketch"], up: ["idle", "mark"], other: ERASE, lost: ERASE },
};
export const STATES = Object.keys(TABLE);

// Returns what follows an event, as [state, action]; the action is "" if there is nothing to do.
/** @type {(state: string, event: string) => string[]} */
export const follow = (state, event) => TABLE[state][event] || [state, ""];

// Returns the event of the table that an event of the browser is for the pointer that went down with `start`, or "" if it is none.
/** @type {(start: PointerEvent, event: PointerOrKey) => string} */
export const eventOf = (start, event) => {
  if (event.type === "blur") return "lost";
  if (event.type === "keydown") return event.key === "Escape" ? "lost" : "";
  // A finger that rests on a piece opens one, too, and may still carry the piece.
  if (event.type === "contextmenu") return start.pointerType === "touch" ? "" : "menu";
  if (event.pointerId !== start.pointerId) return "";
  switch (event.type) {
    case "pointermove":
      if (event.buttons !== start.buttons) return "other";
      return Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY) < THRESHOLD ? "near" : "far";
    case "pointerup": return event.button === start.button ? "up" : "other";
    default: return "lost";
  }
};

// Calls `actions.press(square)` when a pointer goes down; it returns whether it has used the square, so that the click is
// not used again. If `actions.carries(square)` then, the piece can be dragged: `over(square or null)` while it is carried,
// `drop(square or null)` when it is let go, with null outside the board, or `release()` if it was not moved. `back()` says that
// nothing comes of it. The right button calls `pressRight()`, which returns whether it was to cancel something; otherwise it draws:
// `sketch(from, square or null)`, then `mark(from, to)`. `squareAt(x, y)` finds a square in the window.
export class Drag {
  /**
   * @param {HTMLElement} grid
   * @param {(x: number, y: number) => string | null} squareAt
   * @param {DragActions} actions
   */
  constructor(grid, squareAt, actions) {
    this.grid = grid;
    this.squareAt = squareAt;
    this.actions = actions;
    this.state = "idle";
    /** @type {PointerEvent} */
    this.start = null; // that of the pointer which is followed
    /** @type {HTMLElement} */
    this.button = null; // the square where it went down
    this.isUsed = false;
    grid.addEventListener("pointerdown", this.down);
    // The click that follows a press must not count again; that of a key has no press before it.
    grid.addEventListener("click", this.click, true);
    for (const name of ["dragstart", "contextmenu"]) grid.addEventListener(name, (event) => event.preventDefault());
  }

  get isCarrying() {
    return this.state === "carried";
  }

  down = (/** @type {On<PointerEvent>} */ event) => {
    if (!event.isPrimary) return;
    this.cancel();
    /** @type {HTMLElement} */
    const button = event.target.closest("[data-square]");
    const take = event.button === 0, draw = event.button === 2 && button !== null && !this.actions.pressRight();
    if (take) this.isUsed = button !== null && this.actions.press(button.dataset.square);
    if (!draw && !(take && this.isUsed && this.actions.carries(button.dataset.square))) return;
    this.start = event;
    this.button = button;
    for (const name of FOLLOWED) window.addEventListener(name, this.receive, name === "keydown");
    this.send(draw ? "draw" : "take", event);
  };

  receive = (/** @type {PointerOrKey} */ event) => {
    // The square of a finger loses it as the board takes it over.
    if (event.type === "lostpointercapture" && event.target !== this.grid) return;
    const name = eventOf(this.start, event);
    if (event.type === "keydown" && name) event.stopPropagation(); // it is used, wherever the focus is
    this.send(name, event);
  };

  // Puts the piece back, without a move.
  cancel() {
    this.send("lost");
  }

  /** @type {(name: string, event?: PointerOrKey | null) => void} */
  send(name, event = null) {
    const [state, action] = follow(this.state, name);
    this.state = state;
    if (!action) return;
    if (state === "idle") this.end();
    const square = event && this.squareAt(event.clientX, event.clientY);
    const from = this.button.dataset.square;
    switch (action) {
      case "carry": this.carry(event, square); break;
      case "drop": this.actions.drop(square); break;
      case "release": this.actions.release(); break;
      case "back": this.actions.back(); break;
      case "sketch": this.sketch(from, square); break;
      case "mark": if (square) this.actions.mark(from, square); break;
      default: // hold, erase
    }
  }

  // The piece is on its square again, and what was being drawn is gone.
  end() {
    for (const name of FOLLOWED) window.removeEventListener(name, this.receive, name === "keydown");
    const picture = this.button.querySelector("svg");
    if (picture) picture.style.transform = "";
    this.button.classList.remove("carried");
    this.actions.over(null);
    this.actions.sketch(this.button.dataset.square, null);
  }

  // What the pointer does outside the window comes to the board, too.
  capture() {
    this.grid.setPointerCapture(this.start.pointerId);
  }

  /** @type {(event: PointerOrKey, square: string | null) => void} */
  carry(event, square) {
    this.capture();
    // The middle of the piece is under the pointer, wherever it was pressed.
    const box = this.button.getBoundingClientRect();
    const right = event.clientX - box.left - box.width / 2, down = event.clientY - box.top - box.height / 2;
    const picture = this.button.querySelector("svg");
    if (picture) picture.style.transform = `translate(${right}px, ${down}px)`;
    this.button.classList.add("carried");
    this.actions.over(square);
  }

  /** @type {(from: string, square: string | null) => void} */
  sketch(from, square) {
    this.capture();
    this.actions.sketch(from, square);
  }

  click = (/** @type {MouseEvent} */ event) => {
    if (!this.isUsed || event.detail === 0) return;
    this.isUsed = false;
    event.stopPropagation();
    event.preventDefault();
  };
}
