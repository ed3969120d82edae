// What pages share that step through a game: the buttons, the keys, and the list of moves.

// Says whether a key was pressed without another that changes its meaning.
export const isPlainKey = (event) => !(event.altKey || event.ctrlKey || event.metaKey || event.shiftKey);

// Shows which of the four buttons lead on from the position `now`; the last is `last`.
export const markEnds = (now, last) => {
  for (const id of ["first", "back"]) document.getElementById(id).setAttribute("aria-disabled", String(now === 0));
  for (const id of ["forward", "last"]) document.getElementById(id).setAttribute("aria-disabled", String(now === last));
};

// Marks the move of a list that leads to the shown position, or none, and scrolls the list to it. The page stays.
export const markMove = (list, link) => {
  for (const one of list.querySelectorAll("[aria-current]")) one.removeAttribute("aria-current");
  if (!link) return;
  link.setAttribute("aria-current", "step");
  const above = link.getBoundingClientRect().top - list.getBoundingClientRect().top;
  if (above < 0 || above > list.clientHeight - link.offsetHeight) list.scrollTop += above - list.clientHeight / 2;
};
