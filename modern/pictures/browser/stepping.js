// Shared by the pages that step through a game: the wheel, the buttons, the keys, and the list of moves.

// How far a touchpad turns for a step, in pixels; a notch of a mouse's wheel turns at least as far at once.
const TURN = 30, NOTCH = 50;
// A touchpad sends many small turns, some of them after the fingers have left it. After such a pause, in milliseconds, comes
// another gesture.
const PAUSE_MS = 200;

/** @typedef {{ turned: number, hasNotches: boolean, isDone: boolean, time: number, step: number }} Gesture */
// Returns what follows an event of the wheel in a gesture, or in null: the gesture with its `step`, 1, -1 or 0. Each notch of a wheel
// is a step, and each gesture on a touchpad is one.
/** @type {(gesture: Gesture | null, event: WheelEvent) => Gesture} */
export const turnWheel = (gesture, { deltaMode, deltaY, timeStamp }) => {
  const isNotch = deltaMode !== 0 || Math.abs(deltaY) >= NOTCH;
  const goesOn = gesture && timeStamp - gesture.time < PAUSE_MS && gesture.turned * deltaY >= 0;
  const { turned, hasNotches, isDone } = goesOn ? gesture : { turned: 0, hasNotches: isNotch, isDone: false };
  const isStep = hasNotches ? isNotch : !isDone && Math.abs(turned + deltaY) >= TURN;
  return { turned: turned + deltaY, hasNotches, isDone: isDone || isStep, time: timeStamp, step: isStep ? Math.sign(deltaY) : 0 };
};

// Says whether a key or a button was pressed without another key that changes its meaning.
/** @param {KeyboardEvent | MouseEvent} event */
export const isPlainKey = (event) => !(event.altKey || event.ctrlKey || event.metaKey || event.shiftKey);

// Lets keys lead from button to button in a place: Tab reaches one of them only. `steps` has how far each key leads, and `at(button,
// step)` returns the button there, if there is one.
/** @type {(place: HTMLElement, steps: { [key: string]: number }, at: (button: HTMLElement, step: number) => HTMLElement | null) => void} */
export const startRoving = (place, steps, at) => place.addEventListener("keydown", (/** @type {On<KeyboardEvent>} */ event) => {
  const button = event.target.closest("button");
  if (!button || !(event.key in steps) || !isPlainKey(event)) return;
  event.preventDefault();
  event.stopPropagation();
  const next = at(button, steps[event.key]);
  if (!next) return;
  button.tabIndex = -1;
  next.tabIndex = 0;
  next.focus();
});

// Shows which of the four buttons lead on from the position `now`; the last is `last`.
/** @type {(now: number, last: number) => void} */
export const markEnds = (now, last) => {
  for (const id of ["first", "back"]) document.getElementById(id).setAttribute("aria-disabled", String(now === 0));
  for (const id of ["forward", "last"]) document.getElementById(id).setAttribute("aria-disabled", String(now === last));
};

// Marks the item of a list that is shown elsewhere, or none.
/** @type {(list: Element, item?: Element | null) => void} */
export const markCurrent = (list, item) => {
  for (const one of list.querySelectorAll("[aria-current]")) one.removeAttribute("aria-current");
  item?.setAttribute("aria-current", "step");
};

// Marks the move of a list that leads to the shown position, or none, and scrolls the list to it. The page stays.
/** @type {(list: Element, link: HTMLElement | null) => void} */
export const markMove = (list, link) => {
  markCurrent(list, link);
  if (!link) return;
  const above = link.getBoundingClientRect().top - list.getBoundingClientRect().top;
  if (above < 0 || above > list.clientHeight - link.offsetHeight) list.scrollTop += above - list.clientHeight / 2;
};
