"use strict";
(() => {
  const positions = JSON.parse(document.getElementById("positions").textContent);
  const SVG = "http://www.w3.org/2000/svg";
  const FILES = "abcdefgh";
  const LETTERS = { p: "pawn", n: "knight", b: "bishop", r: "rook", q: "queen", k: "king" };
  const KEYS = { ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last", f: "flip", F: "flip" };
  const byId = (id) => document.getElementById(id);
  const links = [...document.querySelectorAll(".moves a")];

  let now = 0;
  let flipped = false;

  const svgElement = (name, attributes) => {
    const created = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) created.setAttribute(key, value);
    return created;
  };
  const corner = (square) => {
    const empty = document.querySelector(flipped ? "#board .from-black" : "#board .from-white").querySelector(`.${square}`);
    return { x: Number(empty.getAttribute("x")), y: Number(empty.getAttribute("y")) };
  };
  const mark = (square, cssClass, fill) => {
    const rectangle = svgElement("rect", { ...corner(square), width: 45, height: 45, class: cssClass });
    if (fill) rectangle.setAttribute("fill", fill);
    byId("marks").append(rectangle);
  };
  const showBoard = ({ pieces, last, check }) => {
    byId("board").classList.toggle("flipped", flipped);
    byId("marks").replaceChildren();
    byId("pieces").replaceChildren();
    if (last) for (const square of [last.slice(0, 2), last.slice(2, 4)]) mark(square, "lastmove");
    if (check) mark(check, "check", "url(#check_gradient)");
    const named = [];
    pieces.split("/").forEach((row, index) => {
      let file = 0;
      for (const sign of row) {
        if (sign >= "1" && sign <= "8") { file += Number(sign); continue; }
        const square = FILES[file++] + (8 - index);
        const { x, y } = corner(square);
        const name = `${sign === sign.toUpperCase() ? "white" : "black"}-${LETTERS[sign.toLowerCase()]}`;
        byId("pieces").append(svgElement("use", { href: `#${name}`, transform: `translate(${x}, ${y})`, "data-square": square }));
        named.push(`${name.replace("-", " ")} ${square}`);
      }
    });
    byId("board").setAttribute("aria-label", `The board, ${flipped ? "Black" : "White"} at the bottom: ${named.join(", ")}.`);
  };
  const show = (ply) => {
    now = Math.max(0, Math.min(positions.length - 1, ply));
    const position = positions[now];
    const heading = now ? `Ply ${now}: ${position.san}` : "The start of the game";
    byId("now").textContent = heading;
    byId("announcement").textContent = heading;
    byId("note").textContent = position.note || "Nothing.";
    showBoard(position);
    for (const id of ["first", "back"]) byId(id).setAttribute("aria-disabled", now === 0);
    for (const id of ["forward", "last"]) byId(id).setAttribute("aria-disabled", now === positions.length - 1);
    for (const link of links) {
      if (link.hash !== `#${now}`) { link.removeAttribute("aria-current"); continue; }
      link.setAttribute("aria-current", "step");
      const list = document.querySelector(".moves");
      const above = link.getBoundingClientRect().top - list.getBoundingClientRect().top;
      if (above < 0 || above > list.clientHeight - link.offsetHeight) list.scrollTop += above - list.clientHeight / 2;
    }
  };
  const goTo = (ply) => {
    show(ply);
    history.replaceState(null, "", `#${now}`);
  };
  const fromAddress = () => show(/^#\d+$/.test(location.hash) ? Number(location.hash.slice(1)) : 0);
  const actions = {
    first: () => goTo(0), back: () => goTo(now - 1), forward: () => goTo(now + 1), last: () => goTo(positions.length - 1),
    flip: () => {
      flipped = !flipped;
      byId("flip").setAttribute("aria-pressed", flipped);
      showBoard(positions[now]);
    },
  };
  for (const [id, action] of Object.entries(actions)) byId(id).addEventListener("click", action);
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || !(event.key in KEYS)) return;
    event.preventDefault();
    actions[KEYS[event.key]]();
  });
  window.addEventListener("hashchange", fromAddress);
  document.documentElement.classList.add("scripted");
  fromAddress();
})();
