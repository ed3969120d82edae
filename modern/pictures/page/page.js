"use strict";
(() => {
  const game = JSON.parse(document.getElementById("game").textContent);
  const SVG = "http://www.w3.org/2000/svg";
  const FILES = "abcdefgh";
  const LETTERS = { p: "pawn", n: "knight", b: "bishop", r: "rook", q: "queen", k: "king" };
  const STEPS = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: 12, ArrowDown: -12 };
  const at = (id) => document.getElementById(id);
  const positions = game.positions;

  let now = 0;
  let flipped = false;
  let order = "best";

  const element = (name, properties = {}, ...children) => {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(properties)) made.setAttribute(key, value);
    made.append(...children);
    return made;
  };
  const drawn = (name, properties) => {
    const made = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(properties)) made.setAttribute(key, value);
    return made;
  };
  const capital = (word) => word[0].toUpperCase() + word.slice(1);

  // Squares: 12*Y+X with X and Y from 2 to 9, as the listing has them.
  const nameOf = (square) => {
    const x = square % 12, y = Math.floor(square / 12);
    return x > 1 && x < 10 && y > 1 && y < 10 ? FILES[x - 2] + (y - 1) : "";
  };

  // The board.

  const ground = () => document.querySelector(flipped ? "#board .from-black" : "#board .from-white");
  const corner = (name) => {
    const square = ground().querySelector(`.${name}`);
    return { x: Number(square.getAttribute("x")), y: Number(square.getAttribute("y")) };
  };
  const menOf = (placement) => {
    const men = {};
    placement.split("/").forEach((row, index) => {
      let x = 0;
      for (const sign of row) {
        if (sign >= "1" && sign <= "8") x += Number(sign);
        else men[FILES[x++] + (8 - index)] = sign;
      }
    });
    return men;
  };
  const mark = (name, kind) => {
    const { x, y } = corner(name);
    const made = drawn("rect", { x, y, width: 45, height: 45, class: kind });
    if (kind === "check") made.setAttribute("fill", "url(#check_gradient)");
    at("marks").append(made);
  };
  const middle = (name) => {
    const { x, y } = corner(name);
    return { x: x + 22.5, y: y + 22.5 };
  };

  // Arrows that go the same way from a square lie side by side.
  const way = (move) => {
    const from = middle(move.slice(0, 2)), to = middle(move.slice(2, 4));
    return `${move.slice(0, 2)} ${Math.atan2(to.y - from.y, to.x - from.x).toFixed(4)}`;
  };
  const arrow = (kind, move, aside, lawful) => {
    const from = middle(move.slice(0, 2)), to = middle(move.slice(2, 4));
    const length = Math.hypot(to.x - from.x, to.y - from.y);
    const ux = (to.x - from.x) / length, uy = (to.y - from.y) / length;
    const point = (along, across) => {
      const x = from.x + ux * along - uy * (across + aside), y = from.y + uy * along + ux * (across + aside);
      return `${x.toFixed(1)} ${y.toFixed(1)}`;
    };
    const end = length - 4, neck = end - 13;
    const shaft = `M${point(10, 0)}L${point(neck + 2, 0)}`;
    const tip = `M${point(end, 0)}L${point(neck, 7)}L${point(neck, -7)}Z`;
    const made = drawn("g", { class: `arrow of-${kind}${lawful ? "" : " forbidden"}`, "data-move": move });
    made.append(drawn("path", { class: "halo", d: shaft }), drawn("path", { class: "halo tip", d: tip }));
    made.append(drawn("path", { class: "shaft", d: shaft }), drawn("path", { class: "tip", d: tip }));
    at("arrows").append(made);
  };
  const arrows = (position) => {
    const wanted = [["game", position.played], ["program", position.program], ["today", position.today]]
      .filter(([, choice]) => choice && choice.move).map(([kind, choice]) => [kind, choice.move.slice(0, 4)]);
    for (const [kind, move] of wanted) {
      const same = wanted.filter(([, one]) => way(one) === way(move)).map(([one]) => one);
      arrow(kind, move, 11 * (same.indexOf(kind) - (same.length - 1) / 2), kind !== "program" || position.program.lawful);
    }
    const { move, onto } = position.program;
    if (!move && onto) {
      const { x, y } = middle(onto);
      at("arrows").append(drawn("circle", { cx: x, cy: y, r: 18, class: "arrow of-program nowhere" }));
    }
  };
  const inWords = (men) => {
    const of = (white) => Object.entries(men)
      .filter(([, sign]) => (sign === sign.toUpperCase()) === white)
      .map(([square, sign]) => `${LETTERS[sign.toLowerCase()]} ${square}`).join(", ");
    return `White: ${of(true)}. Black: ${of(false)}.`;
  };
  const showBoard = (position) => {
    at("board").classList.toggle("flipped", flipped);
    for (const id of ["marks", "men", "arrows"]) at(id).replaceChildren();
    if (position.last) for (const name of [position.last.slice(0, 2), position.last.slice(2, 4)]) mark(name, "lastmove");
    if (position.check) mark(position.check, "check");
    const men = menOf(position.men);
    for (const [square, sign] of Object.entries(men)) {
      const { x, y } = corner(square);
      const color = sign === sign.toUpperCase() ? "white" : "black";
      const href = `#${color}-${LETTERS[sign.toLowerCase()]}`;
      at("men").append(drawn("use", { href, transform: `translate(${x}, ${y})`, "data-square": square }));
    }
    arrows(position);
    at("board").setAttribute("aria-label", `The board, ${flipped ? "Black" : "White"} below. ${inWords(men)}`);
  };

  // The three choices, and the notes.

  const strong = (text) => element("strong", {}, text);
  const small = (text) => element("span", { class: "small" }, text);
  const shown = (value) => (value > 0 ? "+" : "") + value.toFixed(2);
  const verdict = (program) => {
    if (!program.lawful) return "which the rules forbid";
    if (program.agrees === null) return "";
    return program.agrees ? "the same move as in the game" : "another move than in the game";
  };
  const showChoices = (position) => {
    const { played, program, today } = position;
    const side = capital(position.side);
    const dash = played ? [strong(played.words), " ", small(played.san)] : [small("no further move")];
    at("of-game").replaceChildren(...dash);
    const said = [strong(program.choice)];
    if (program.value === null) said.push(" ", small("no move beats -1000, so that none is chosen: BESTPIECE and BESTPOS stay 0"));
    else said.push(" ", element("span", { class: "value" }, `${shown(program.value)} for ${side}`), " ", small(verdict(program)));
    if (program.stopped) said.push(element("span", { class: "stopped" }, `Then it stops with ${program.stopped}.`));
    at("of-program").replaceChildren(...said);
    if (today) {
      const score = element("span", { class: "value" }, `${today.score} for ${side}`);
      at("of-today").replaceChildren(strong(today.san), " ", score, " ", small(`depth ${today.depth}: ${today.line}`));
    } else if (game.seconds) at("of-today").replaceChildren(small("there is no move to make"));
    at("notes").replaceChildren(...position.notes.map(([who, text]) =>
      element("p", { class: "note" }, element("b", {}, `${who}.`), " ", text)));
  };
  const heading = (position) => {
    const side = capital(position.side);
    if (!position.played) return positions.length > 1 ? "After the last move" : `${side} to move`;
    return `Ply ${position.ply}: ${side} to move`;
  };
  const spoken = (position) => {
    const { played, program, today } = position;
    return [
      `${heading(position)}.`,
      played ? `In the game ${played.words}.` : "",
      program.value === null ? "1994 chooses none." : `1994: ${program.choice}, ${shown(program.value)}.`,
      today ? `Today: ${today.san}, ${today.score}.` : "",
    ].filter(Boolean).join(" ");
  };

  // The two boards of numbers.

  const cells = { board: [], reach: [] };
  const buttonOf = (cell) => cell && cell.querySelector("button");
  const build = (kind) => {
    const table = at(`${kind}-numbers`);
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
        cells[kind][square] = cell;
        row.append(cell);
      }
      body.append(row);
    }
    table.append(body);
    const told = (event) => {
      const button = event.target.closest("button");
      if (button) point(kind, Number(button.dataset.square));
    };
    table.addEventListener("pointerover", told);
    table.addEventListener("focusin", told);
    table.addEventListener("pointerleave", () => rest(kind));
    table.addEventListener("focusout", () => rest(kind));
    table.addEventListener("keydown", (event) => {
      const button = event.target.closest("button");
      if (!button || !(event.key in STEPS) || event.altKey || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      event.stopPropagation();
      const next = buttonOf(cells[kind][Number(button.dataset.square) + STEPS[event.key]]);
      if (!next) return;
      button.tabIndex = -1;
      next.tabIndex = 0;
      next.focus();
    });
    buttonOf(cells[kind][65]).tabIndex = 0;
  };
  const bitsOf = (sum) => game.men.map((_, man) => man).filter((man) => Math.floor(sum / 2 ** man) % 2);
  const HINTS = {
    board: "Point at a man, or go to him with the arrow keys: what he reaches is marked on the other board.",
    reach: "Point at a square, or go to it with the arrow keys: its bits, and whose they are.",
  };
  const manOn = (program, man) => `${game.men[man]} ${program.squares[man] || "from nowhere"}`;
  const tellReach = (position, square) => {
    const { program, side } = position;
    const sum = program.reach[square], men = bitsOf(sum);
    const where = `${nameOf(square)}, square ${square}`;
    if (!men.length) return `${where}: 0, no man of ${capital(side)}'s reaches it.`;
    const powers = men.map((man) => `2^${man}`).join(" + ");
    return `${where}: ${powers}${men.length > 1 ? ` = ${sum}` : ` is ${sum}`}: ${men.map((man) => manOn(program, man)).join(", ")}.`;
  };
  const tellBoard = (position, square) => {
    const number = position.program.board[square];
    const where = `${nameOf(square)}, square ${square}`;
    if (!number) return `${where}: 0, empty.`;
    const side = number < 25 ? "white" : "black", man = number - (number < 25 ? 1 : 25);
    const who = `${capital(side)}'s man ${man}, ${game.men[man]}`;
    if (side !== position.side) return `${where}: ${number}, ${who}.`;
    const count = reachedBy(position, man).length;
    return `${where}: ${number}, ${who}; his bit is 2^${man}, on ${count} ${count === 1 ? "square" : "squares"}.`;
  };
  const reachedBy = (position, man) =>
    position.program.reach.map((sum, square) => (bitsOf(sum).includes(man) ? square : -1)).filter((square) => square >= 0);
  const numberOf = (side, man) => man + (side === "white" ? 1 : 25);
  const say = (kind, text) => {
    at(`${kind}-readout`).textContent = text || HINTS[kind];
    at(`${kind}-readout`).classList.toggle("hint", !text);
  };
  const unmark = () => document.querySelectorAll(".twelve .marked").forEach((cell) => cell.classList.remove("marked"));
  const point = (kind, square) => {
    const position = positions[now];
    unmark();
    say(kind, (kind === "reach" ? tellReach : tellBoard)(position, square));
    const { board, reach } = position.program;
    if (kind === "reach") {
      const wanted = bitsOf(reach[square]).map((man) => numberOf(position.side, man));
      cells.board.forEach((cell, other) => cell.classList.toggle("marked", wanted.includes(board[other])));
    } else {
      const man = board[square] - numberOf(position.side, 0);
      if (man >= 0 && man < 24) for (const other of reachedBy(position, man)) cells.reach[other].classList.add("marked");
    }
  };
  const rest = (kind) => {
    unmark();
    say(kind);
  };
  const showBoards = (position) => {
    const { board, reach } = position.program;
    for (let square = 0; square < 144; square++) {
      const inside = buttonOf(cells.board[square]);
      const number = board[square];
      (inside || cells.board[square]).textContent = number;
      const sum = reach[square];
      (buttonOf(cells.reach[square]) || cells.reach[square]).textContent = sum;
      if (!inside) continue;
      cells.board[square].dataset.man = number === 0 ? "none" : number < 25 ? "white" : "black";
      inside.setAttribute("aria-label", tellBoard(position, square));
      const count = bitsOf(sum).length;
      cells.reach[square].dataset.men = Math.min(count, 5);
      buttonOf(cells.reach[square]).setAttribute("aria-label", tellReach(position, square));
    }
    const row = position.side === "white" ? 1 : 2;
    at("reach-name").textContent = `A(${row},..), ${capital(position.side)}'s think move board`;
    const focused = document.activeElement && document.activeElement.dataset.square;
    const kinds = ["board", "reach"];
    for (const kind of kinds) if (!at(`${kind}-numbers`).matches(":hover")) rest(kind);
    const kind = focused && kinds.find((one) => cells[one].some((cell) => cell.contains(document.activeElement)));
    if (kind) point(kind, Number(focused));
  };

  // The moves that it tries, and what the choice's value is made of.

  const showCandidates = ({ program }) => {
    const rows = program.candidates.map((candidate, index) => ({ candidate, index }));
    if (order === "best") rows.sort((one, two) => two.candidate[5] - one.candidate[5] || one.index - two.index);
    const figure = (text) => element("td", { class: "figure" }, text);
    document.querySelector("#candidates tbody").replaceChildren(...rows.map(({ candidate, index }) => {
      const [move, man, square, value, remark] = candidate;
      const row = element("tr", remark.startsWith("the choice") ? { class: "choice" } : {});
      const who = element("span", { class: "who" }, remark.includes("slot") ? "" : `${game.men[man]} `);
      row.append(figure(index + 1), element("th", { scope: "row" }, move));
      row.append(element("td", { class: "figure" }, who, man), figure(square), figure(value));
      row.append(element("td", { class: "remark" }, remark));
      return row;
    }));
    document.querySelector("#candidates").parentElement.scrollTop = 0;
  };
  const showTerms = ({ program }) => {
    const cell = (text) => element("td", { class: "figure" }, text);
    const row = ([term, own, reply]) => element("tr", {}, element("th", { scope: "row" }, term), cell(own), cell(reply));
    at("own").textContent = program.terms.length ? program.choice : "the choice";
    at("reply").textContent = `less the best reply${program.terms.length ? `, ${program.answer}` : ""}`;
    document.querySelector("#terms tbody").replaceChildren(...program.terms.map(row));
    const sum = program.terms.length ? [row(["together", ...program.together])] : [];
    document.querySelector("#terms tfoot").replaceChildren(...sum);
    at("terms-caption").textContent = program.terms.length
      ? "Its own score of the board after the move, less the other side's score of the board after its best reply. In pawns."
      : "Nothing is chosen: no move beats -1000.";
    at("sum").textContent = program.terms.length
      ? `${program.together[0]} less ${program.together[1]}: ${program.choice} has the value ${program.exact}, in SINGLE.` : "";
  };
  const showLead = ({ program, side }) => {
    const count = program.candidates.length;
    const moves = count === 1 ? "1 move" : `${count} moves`;
    const chosen = program.value === null ? "none of them beats -1000, and it chooses none"
      : `the choice is ${program.choice}, for ${shown(program.value)}${program.lawful ? "" : ", which the rules forbid"}`;
    at("lead").textContent = `${capital(side)} is to move. It tries ${moves}, looks at every reply to each, and takes the best: ${chosen}.`;
  };

  // Going through the game.

  const show = (ply) => {
    now = Math.max(0, Math.min(positions.length - 1, ply - 1));
    const position = positions[now];
    at("now").textContent = heading(position);
    at("said").textContent = spoken(position);
    showBoard(position);
    showChoices(position);
    showBoards(position);
    showCandidates(position);
    showTerms(position);
    showLead(position);
    for (const id of ["first", "back"]) at(id).setAttribute("aria-disabled", now === 0);
    for (const id of ["forward", "last"]) at(id).setAttribute("aria-disabled", now === positions.length - 1);
    const list = document.querySelector(".moves");
    for (const link of list.querySelectorAll("[aria-current]")) link.removeAttribute("aria-current");
    const link = list.querySelector(`[href="#ply-${now + 1}"]`);
    link.setAttribute("aria-current", "step");
    const above = link.getBoundingClientRect().top - list.getBoundingClientRect().top;
    if (above < 0 || above > list.clientHeight - link.offsetHeight) list.scrollTop += above - list.clientHeight / 2;
    for (const row of document.querySelectorAll("#figures [aria-current]")) row.removeAttribute("aria-current");
    at(`ply-${now + 1}`).setAttribute("aria-current", "step");
    at("cursor").setAttribute("transform", `translate(${(1000 * (now + 0.5)) / positions.length} 0)`);
    at("chart").setAttribute("aria-valuenow", now + 1);
    at("chart").setAttribute("aria-valuetext", spoken(position));
  };
  const go = (ply) => {
    const before = now;
    show(ply);
    if (now !== before || !location.hash) history.replaceState(null, "", `#${now + 1}`);
  };
  const fromAddress = () => {
    const named = /^#(?:ply-)?(\d+)$/.exec(location.hash);
    show(named ? Number(named[1]) : now + 1);
    if (location.hash) history.replaceState(null, "", `#${now + 1}`);
  };
  const flip = () => {
    flipped = !flipped;
    at("flip").setAttribute("aria-pressed", flipped);
    showBoard(positions[now]);
  };
  const leaps = {
    first: () => go(1), back: () => go(now), forward: () => go(now + 2), last: () => go(positions.length), flip,
  };
  const KEYS = { ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last", f: "flip", F: "flip" };

  const listen = () => {
    for (const [id, leap] of Object.entries(leaps)) at(id).addEventListener("click", leap);
    document.addEventListener("keydown", (event) => {
      if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || !(event.key in KEYS)) return;
      // What scrolls, and a choice of two, need these keys themselves.
      const takes = event.target.matches("input") ? event.key.startsWith("Arrow")
        : event.target.matches(".scroll") && KEYS[event.key] !== "flip";
      if (takes) return;
      event.preventDefault();
      leaps[KEYS[event.key]]();
    });
    document.querySelector(".moves").addEventListener("click", (event) => {
      const link = event.target.closest("a");
      if (!link) return;
      event.preventDefault();
      go(Number(link.hash.slice("#ply-".length)));
    });
    window.addEventListener("hashchange", fromAddress);
    const chart = at("chart");
    chart.addEventListener("click", (event) => {
      const box = chart.querySelector("svg").getBoundingClientRect();
      if (event.clientX < box.left || event.clientX > box.right) return;
      go(Math.floor(((event.clientX - box.left) / box.width) * positions.length) + 1);
    });
    chart.addEventListener("keydown", (event) => {
      const step = { ArrowUp: "forward", ArrowDown: "back" }[event.key];
      if (!step) return;
      event.preventDefault();
      leaps[step]();
    });
    for (const [key, value] of Object.entries({
      role: "slider", tabindex: 0, "aria-labelledby": "chart-name", "aria-valuemin": 1, "aria-valuemax": positions.length,
    })) chart.setAttribute(key, value);
    for (const input of document.querySelectorAll("[name=order]")) input.addEventListener("change", () => {
      order = input.value;
      showCandidates(positions[now]);
    });
  };

  // Dark or light: as the machine says, until the reader says otherwise.
  const dark = window.matchMedia("(prefers-color-scheme: dark)");
  const isDark = () => (document.documentElement.dataset.theme || (dark.matches ? "dark" : "light")) === "dark";
  const nameTheme = () => { at("theme").textContent = isDark() ? "Light theme" : "Dark theme"; };
  at("theme").addEventListener("click", () => {
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
