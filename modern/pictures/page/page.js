"use strict";
(() => {
  const game = JSON.parse(document.getElementById("game").textContent);
  const SVG = "http://www.w3.org/2000/svg";
  const FILES = "abcdefgh";
  const LETTERS = { p: "pawn", n: "knight", b: "bishop", r: "rook", q: "queen", k: "king" };
  const STEPS = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: 12, ArrowDown: -12 };
  const byId = (id) => document.getElementById(id);
  const positions = game.positions;

  let now = 0;
  let flipped = false;
  let order = "best";

  const element = (name, attributes = {}, ...children) => {
    const created = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) created.setAttribute(key, value);
    created.append(...children);
    return created;
  };
  const svgElement = (name, attributes) => {
    const created = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) created.setAttribute(key, value);
    return created;
  };
  const capitalised = (word) => word[0].toUpperCase() + word.slice(1);

  // A square of the listing is 12*Y+X, with X and Y from 2 to 9 on the board.
  const nameOf = (square) => {
    const x = square % 12, y = Math.floor(square / 12);
    return x > 1 && x < 10 && y > 1 && y < 10 ? FILES[x - 2] + (y - 1) : "";
  };

  // The board.

  const emptyBoard = () => document.querySelector(flipped ? "#board .from-black" : "#board .from-white");
  const corner = (name) => {
    const square = emptyBoard().querySelector(`.${name}`);
    return { x: Number(square.getAttribute("x")), y: Number(square.getAttribute("y")) };
  };
  const parsePlacement = (placement) => {
    const letters = {};
    placement.split("/").forEach((row, index) => {
      let x = 0;
      for (const sign of row) {
        if (sign >= "1" && sign <= "8") x += Number(sign);
        else letters[FILES[x++] + (8 - index)] = sign;
      }
    });
    return letters;
  };
  const mark = (name, cssClass) => {
    const { x, y } = corner(name);
    const rectangle = svgElement("rect", { x, y, width: 45, height: 45, class: cssClass });
    if (cssClass === "check") rectangle.setAttribute("fill", "url(#check_gradient)");
    byId("marks").append(rectangle);
  };
  const middle = (name) => {
    const { x, y } = corner(name);
    return { x: x + 22.5, y: y + 22.5 };
  };

  // Arrows with the same origin and direction are drawn side by side.
  const originAndDirection = (move) => {
    const from = middle(move.slice(0, 2)), to = middle(move.slice(2, 4));
    return `${move.slice(0, 2)} ${Math.atan2(to.y - from.y, to.x - from.x).toFixed(4)}`;
  };
  const arrow = (chooser, move, shift, legal) => {
    const from = middle(move.slice(0, 2)), to = middle(move.slice(2, 4));
    const length = Math.hypot(to.x - from.x, to.y - from.y);
    const ux = (to.x - from.x) / length, uy = (to.y - from.y) / length;
    const point = (along, across) => {
      const x = from.x + ux * along - uy * (across + shift), y = from.y + uy * along + ux * (across + shift);
      return `${x.toFixed(1)} ${y.toFixed(1)}`;
    };
    const end = length - 4, neck = end - 13;
    const shaft = `M${point(10, 0)}L${point(neck + 2, 0)}`;
    const tip = `M${point(end, 0)}L${point(neck, 7)}L${point(neck, -7)}Z`;
    const group = svgElement("g", { class: `arrow of-${chooser}${legal ? "" : " illegal"}`, "data-move": move });
    group.append(svgElement("path", { class: "halo", d: shaft }), svgElement("path", { class: "halo tip", d: tip }));
    group.append(svgElement("path", { class: "shaft", d: shaft }), svgElement("path", { class: "tip", d: tip }));
    byId("arrows").append(group);
  };
  const showArrows = (position) => {
    const choices = [["game", position.played], ["program", position.program], ["today", position.today]]
      .filter(([, choice]) => choice && choice.move).map(([chooser, choice]) => [chooser, choice.move.slice(0, 4)]);
    for (const [chooser, move] of choices) {
      const parallel = choices.filter(([, other]) => originAndDirection(other) === originAndDirection(move))
        .map(([other]) => other);
      const shift = 11 * (parallel.indexOf(chooser) - (parallel.length - 1) / 2);
      arrow(chooser, move, shift, chooser !== "program" || position.program.legal);
    }
    // A piece from nowhere (quirk men-from-nowhere) has no origin: a circle marks its target.
    const { move, target } = position.program;
    if (!move && target) {
      const { x, y } = middle(target);
      byId("arrows").append(svgElement("circle", { cx: x, cy: y, r: 18, class: "arrow of-program nowhere" }));
    }
  };
  const describePieces = (letters) => {
    const piecesOf = (white) => Object.entries(letters)
      .filter(([, sign]) => (sign === sign.toUpperCase()) === white)
      .map(([square, sign]) => `${LETTERS[sign.toLowerCase()]} ${square}`).join(", ");
    return `White: ${piecesOf(true)}. Black: ${piecesOf(false)}.`;
  };
  const showBoard = (position) => {
    byId("board").classList.toggle("flipped", flipped);
    for (const id of ["marks", "pieces", "arrows"]) byId(id).replaceChildren();
    if (position.last) for (const name of [position.last.slice(0, 2), position.last.slice(2, 4)]) mark(name, "lastmove");
    if (position.check) mark(position.check, "check");
    const letters = parsePlacement(position.pieces);
    for (const [square, sign] of Object.entries(letters)) {
      const { x, y } = corner(square);
      const color = sign === sign.toUpperCase() ? "white" : "black";
      const href = `#${color}-${LETTERS[sign.toLowerCase()]}`;
      byId("pieces").append(svgElement("use", { href, transform: `translate(${x}, ${y})`, "data-square": square }));
    }
    showArrows(position);
    const bottom = flipped ? "Black" : "White";
    byId("board").setAttribute("aria-label", `The board, ${bottom} at the bottom. ${describePieces(letters)}`);
  };

  // The three choices, and the notes.

  const strong = (text) => element("strong", {}, text);
  const small = (text) => element("span", { class: "small" }, text);
  const signed = (value) => (value > 0 ? "+" : "") + value.toFixed(2);
  const verdict = (program) => {
    if (!program.legal) return "an illegal move";
    if (program.agrees === null) return "";
    return program.agrees ? "the same move as in the game" : "not the move of the game";
  };
  const todayName = document.querySelector(".of-today dt").textContent;
  const showChoices = (position) => {
    const { played, program, today } = position;
    const side = capitalised(position.side);
    const move = played ? [strong(played.notation), " ", small(played.san)] : [small("no further move")];
    byId("of-game").replaceChildren(...move);
    const choice = [strong(program.choice)];
    if (program.value === null) choice.push(" ", small("no move beats -1000, so it chooses none: BESTPIECE and BESTPOS stay 0"));
    else choice.push(" ", element("span", { class: "value" }, `${signed(program.value)} for ${side}`), " ", small(verdict(program)));
    if (program.error) choice.push(element("span", { class: "error" }, `Then it stops with ${program.error}.`));
    byId("of-program").replaceChildren(...choice);
    if (today) {
      const score = today.score ? element("span", { class: "value" }, `${today.score} for ${side}`) : small("no score");
      byId("of-today").replaceChildren(strong(today.san), " ", score, " ", small(`depth ${today.depth}: ${today.pv}`));
    } else if (game.seconds) byId("of-today").replaceChildren(small("no legal move"));
    byId("notes").replaceChildren(...position.notes.map(([title, text]) =>
      element("p", { class: "note" }, element("b", {}, `${title}.`), " ", text)));
  };
  const heading = (position) => {
    const side = capitalised(position.side);
    if (!position.played) return positions.length > 1 ? "After the last move" : `${side} to move`;
    return `Ply ${position.ply}: ${side} to move`;
  };
  const announcement = (position) => {
    const { played, program, today } = position;
    return [
      `${heading(position)}.`,
      played ? `The game: ${played.notation}.` : "",
      program.value === null ? "1994: no choice." : `1994: ${program.choice}, ${signed(program.value)}.`,
      today ? `${todayName}: ${today.san}${today.score && `, ${today.score}`}.` : "",
    ].filter(Boolean).join(" ");
  };

  // The two boards of numbers.

  const cells = { board: [], reach: [] };
  const buttonOf = (cell) => cell && cell.querySelector("button");
  const build = (boardName) => {
    const table = byId(`${boardName}-numbers`);
    const head = element("tr", {}, element("td"));
    for (let x = 0; x < 12; x++) {
      const name = FILES[x - 2];
      head.append(name ? element("th", { scope: "col" }, name) : element("td"));
    }
    table.append(element("thead", {}, head));
    const body = element("tbody");
    for (let y = 11; y >= 0; y--) {
      const row = element("tr", {}, y > 1 && y < 10 ? element("th", { scope: "row" }, String(y - 1)) : element("td"));
      for (let x = 0; x < 12; x++) {
        const square = 12 * y + x;
        const inside = nameOf(square);
        const cell = element("td", { class: inside ? ((x + y) % 2 ? "light" : "dark") : "border" });
        if (inside) cell.append(element("button", { type: "button", tabindex: "-1", "data-square": square }));
        cells[boardName][square] = cell;
        row.append(cell);
      }
      body.append(row);
    }
    table.append(body);
    const pointAtTarget = (event) => {
      const button = event.target.closest("button");
      if (button) pointAt(boardName, Number(button.dataset.square));
    };
    table.addEventListener("pointerover", pointAtTarget);
    table.addEventListener("focusin", pointAtTarget);
    table.addEventListener("pointerleave", () => pointAtNothing(boardName));
    table.addEventListener("focusout", () => pointAtNothing(boardName));
    table.addEventListener("keydown", (event) => {
      const button = event.target.closest("button");
      if (!button || !(event.key in STEPS) || event.altKey || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      event.stopPropagation();
      const next = buttonOf(cells[boardName][Number(button.dataset.square) + STEPS[event.key]]);
      if (!next) return;
      button.tabIndex = -1;
      next.tabIndex = 0;
      next.focus();
    });
    buttonOf(cells[boardName][65]).tabIndex = 0;
  };
  // The numbers of the pieces whose bits are in a sum.
  const piecesIn = (sum) => game.pieces.map((_, piece) => piece).filter((piece) => Math.floor(sum / 2 ** piece) % 2);
  const HINTS = {
    board: "Point at a piece, or move to it with the arrow keys, to mark the squares it reaches on the other board.",
    reach: "Point at a square, or move to it with the arrow keys, to see its bits and the pieces they stand for.",
  };
  const pieceAndSquare = (program, piece) => `${game.pieces[piece]} ${program.squares[piece] || "from nowhere"}`;
  const describeReach = (position, square) => {
    const { program, side } = position;
    const sum = program.reach[square], pieces = piecesIn(sum);
    const where = `${nameOf(square)}, square ${square}`;
    if (!pieces.length) return `${where}: 0, no ${side} piece reaches it.`;
    const powers = pieces.map((piece) => `2^${piece}`).join(" + ");
    const names = pieces.map((piece) => pieceAndSquare(program, piece)).join(", ");
    return `${where}: ${powers} = ${sum}: ${names}.`;
  };
  const describeContent = (position, square) => {
    const number = position.program.board[square];
    const where = `${nameOf(square)}, square ${square}`;
    if (!number) return `${where}: 0, empty.`;
    const side = number < 25 ? "white" : "black", piece = number - (number < 25 ? 1 : 25);
    const name = `${capitalised(side)}'s piece ${piece}, ${game.pieces[piece]}`;
    if (side !== position.side) return `${where}: ${number}, ${name}.`;
    const count = reachedBy(position, piece).length;
    return `${where}: ${number}, ${name}; its bit is 2^${piece}, on ${count} ${count === 1 ? "square" : "squares"}.`;
  };
  const reachedBy = (position, piece) =>
    position.program.reach.map((sum, square) => (piecesIn(sum).includes(piece) ? square : -1)).filter((square) => square >= 0);
  const contentOf = (side, piece) => piece + (side === "white" ? 1 : 25);
  const setReadout = (boardName, text) => {
    byId(`${boardName}-readout`).textContent = text || HINTS[boardName];
    byId(`${boardName}-readout`).classList.toggle("hint", !text);
  };
  const unmark = () => document.querySelectorAll(".numbers .marked").forEach((cell) => cell.classList.remove("marked"));
  const pointAt = (boardName, square) => {
    const position = positions[now];
    unmark();
    setReadout(boardName, (boardName === "reach" ? describeReach : describeContent)(position, square));
    const { board, reach } = position.program;
    if (boardName === "reach") {
      const contents = piecesIn(reach[square]).map((piece) => contentOf(position.side, piece));
      cells.board.forEach((cell, other) => cell.classList.toggle("marked", contents.includes(board[other])));
    } else {
      const piece = board[square] - contentOf(position.side, 0);
      if (piece >= 0 && piece < 24) for (const other of reachedBy(position, piece)) cells.reach[other].classList.add("marked");
    }
  };
  const pointAtNothing = (boardName) => {
    unmark();
    setReadout(boardName);
  };
  const showBoards = (position) => {
    const { board, reach } = position.program;
    for (let square = 0; square < 144; square++) {
      const button = buttonOf(cells.board[square]);
      const number = board[square];
      (button || cells.board[square]).textContent = number;
      const sum = reach[square];
      (buttonOf(cells.reach[square]) || cells.reach[square]).textContent = sum;
      if (!button) continue;
      cells.board[square].dataset.side = number === 0 ? "none" : number < 25 ? "white" : "black";
      button.setAttribute("aria-label", describeContent(position, square));
      const count = piecesIn(sum).length;
      cells.reach[square].dataset.count = Math.min(count, 5);
      buttonOf(cells.reach[square]).setAttribute("aria-label", describeReach(position, square));
    }
    const row = position.side === "white" ? 1 : 2;
    byId("reach-name").textContent = `A(${row},..), ${capitalised(position.side)}'s think move board`;
    const focused = document.activeElement && document.activeElement.dataset.square;
    const boardNames = ["board", "reach"];
    for (const name of boardNames) if (!byId(`${name}-numbers`).matches(":hover")) pointAtNothing(name);
    const name = focused && boardNames.find((one) => cells[one].some((cell) => cell.contains(document.activeElement)));
    if (name) pointAt(name, Number(focused));
  };

  // The moves that the program tries, and the terms of the choice's value.

  const showCandidates = ({ program }) => {
    const rows = program.candidates.map((candidate, index) => ({ candidate, index }));
    if (order === "best") rows.sort((one, two) => two.candidate[5] - one.candidate[5] || one.index - two.index);
    const figure = (text) => element("td", { class: "figure" }, text);
    document.querySelector("#candidates tbody").replaceChildren(...rows.map(({ candidate, index }) => {
      const [move, piece, square, value, remark] = candidate;
      const row = element("tr", remark.startsWith("the choice") ? { class: "choice" } : {});
      const name = element("span", { class: "name" }, remark.includes("slot") ? "" : `${game.pieces[piece]} `);
      row.append(figure(index + 1), element("th", { scope: "row" }, move));
      row.append(element("td", { class: "figure" }, name, piece), figure(square), figure(value));
      row.append(element("td", { class: "remark" }, remark));
      return row;
    }));
    document.querySelector("#candidates").parentElement.scrollTop = 0;
  };
  const showTerms = ({ program }) => {
    const cell = (text) => element("td", { class: "figure" }, text);
    const row = ([term, own, reply]) => element("tr", {}, element("th", { scope: "row" }, term), cell(own), cell(reply));
    const hasTerms = program.terms.length > 0;
    byId("own").textContent = hasTerms ? program.choice : "the choice";
    byId("reply").textContent = `minus the best reply${hasTerms ? `, ${program.reply}` : ""}`;
    document.querySelector("#terms tbody").replaceChildren(...program.terms.map(row));
    document.querySelector("#terms tfoot").replaceChildren(...(hasTerms ? [row(["total", ...program.totals])] : []));
    byId("terms-caption").textContent = hasTerms
      ? "The program's score of the board after its move, minus the opponent's score of the board after the best reply. In pawns."
      : "The program chooses no move, because none beats -1000.";
    byId("sum").textContent = hasTerms
      ? `${program.totals[0]} minus ${program.totals[1]}: the value of ${program.choice} is ${program.exact}, in single precision.` : "";
  };
  const showLead = ({ program, side }) => {
    const count = program.candidates.length;
    const moves = count === 1 ? "1 move" : `${count} moves`;
    const chosen = program.value === null ? "none beats -1000, so it chooses no move"
      : `it chooses ${program.choice}, with the value ${signed(program.value)}${program.legal ? "" : ", which is an illegal move"}`;
    byId("lead").textContent = `${capitalised(side)} is to move. The program tries ${moves} and every reply to each: ${chosen}.`;
  };

  // Stepping through the game.

  const show = (ply) => {
    now = Math.max(0, Math.min(positions.length - 1, ply - 1));
    const position = positions[now];
    byId("now").textContent = heading(position);
    byId("announcement").textContent = announcement(position);
    showBoard(position);
    showChoices(position);
    showBoards(position);
    showCandidates(position);
    showTerms(position);
    showLead(position);
    for (const id of ["first", "back"]) byId(id).setAttribute("aria-disabled", now === 0);
    for (const id of ["forward", "last"]) byId(id).setAttribute("aria-disabled", now === positions.length - 1);
    const list = document.querySelector(".moves");
    for (const link of list.querySelectorAll("[aria-current]")) link.removeAttribute("aria-current");
    const link = list.querySelector(`[href="#ply-${now + 1}"]`);
    link.setAttribute("aria-current", "step");
    const above = link.getBoundingClientRect().top - list.getBoundingClientRect().top;
    if (above < 0 || above > list.clientHeight - link.offsetHeight) list.scrollTop += above - list.clientHeight / 2;
    for (const row of document.querySelectorAll("#figures [aria-current]")) row.removeAttribute("aria-current");
    byId(`ply-${now + 1}`).setAttribute("aria-current", "step");
    byId("cursor").setAttribute("transform", `translate(${(1000 * (now + 0.5)) / positions.length} 0)`);
    byId("chart").setAttribute("aria-valuenow", now + 1);
    byId("chart").setAttribute("aria-valuetext", announcement(position));
  };
  const goTo = (ply) => {
    const before = now;
    show(ply);
    if (now !== before || !location.hash) history.replaceState(null, "", `#${now + 1}`);
  };
  const fromAddress = () => {
    const match = /^#(?:ply-)?(\d+)$/.exec(location.hash);
    show(match ? Number(match[1]) : now + 1);
    if (location.hash) history.replaceState(null, "", `#${now + 1}`);
  };
  const flip = () => {
    flipped = !flipped;
    byId("flip").setAttribute("aria-pressed", flipped);
    showBoard(positions[now]);
  };
  const actions = {
    first: () => goTo(1), back: () => goTo(now), forward: () => goTo(now + 2), last: () => goTo(positions.length), flip,
  };
  const KEYS = { ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last", f: "flip", F: "flip" };

  const listen = () => {
    for (const [id, action] of Object.entries(actions)) byId(id).addEventListener("click", action);
    document.addEventListener("keydown", (event) => {
      if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || !(event.key in KEYS)) return;
      // Radio buttons and scrollable regions need some of these keys themselves.
      const isTaken = event.target.matches("input") ? event.key.startsWith("Arrow")
        : event.target.matches(".scroll") && KEYS[event.key] !== "flip";
      if (isTaken) return;
      event.preventDefault();
      actions[KEYS[event.key]]();
    });
    document.querySelector(".moves").addEventListener("click", (event) => {
      const link = event.target.closest("a");
      if (!link) return;
      event.preventDefault();
      goTo(Number(link.hash.slice("#ply-".length)));
    });
    window.addEventListener("hashchange", fromAddress);
    const chart = byId("chart");
    chart.addEventListener("click", (event) => {
      const box = chart.querySelector("svg").getBoundingClientRect();
      if (event.clientX < box.left || event.clientX > box.right) return;
      goTo(Math.floor(((event.clientX - box.left) / box.width) * positions.length) + 1);
    });
    chart.addEventListener("keydown", (event) => {
      const step = { ArrowUp: "forward", ArrowDown: "back" }[event.key];
      if (!step) return;
      event.preventDefault();
      actions[step]();
    });
    for (const [key, value] of Object.entries({
      role: "slider", tabindex: 0, "aria-labelledby": "chart-name", "aria-valuemin": 1, "aria-valuemax": positions.length,
    })) chart.setAttribute(key, value);
    for (const input of document.querySelectorAll("[name=order]")) input.addEventListener("change", () => {
      order = input.value;
      showCandidates(positions[now]);
    });
  };

  // The theme follows the system's setting until the reader presses the button.
  const dark = window.matchMedia("(prefers-color-scheme: dark)");
  const isDark = () => (document.documentElement.dataset.theme || (dark.matches ? "dark" : "light")) === "dark";
  const nameTheme = () => { byId("theme").textContent = isDark() ? "Light theme" : "Dark theme"; };
  byId("theme").addEventListener("click", () => {
    document.documentElement.dataset.theme = isDark() ? "light" : "dark";
    nameTheme();
  });
  dark.addEventListener("change", nameTheme);

  document.documentElement.classList.add("scripted");
  if (!game.seconds) document.querySelector(".choices .of-today").remove();
  build("board");
  build("reach");
  listen();
  nameTheme();
  fromAddress();
})();
