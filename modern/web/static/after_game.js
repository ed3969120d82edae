// After a game: its score graph, its mistakes and how accurately both sides played, from an analysis that can be stopped.

import { button, capitalised, element, newId } from "./dom.js";
import { isOver, numberAt } from "./shown_state.js";
import { svgElement } from "./squares.js";

const WIDTH = 1000;
const HEIGHT = 100;

// The graph of White's chances to win after each ply, as { element, show, mark }; a click calls `onSelect(ply)`.
const chancesGraph = (onSelect) => {
  const area = svgElement("path", { class: "area" });
  const even = svgElement("path", { class: "even", d: `M0 ${HEIGHT / 2}H${WIDTH}` });
  const dots = svgElement("g"), cursor = svgElement("path", { class: "cursor", d: `M0 0V${HEIGHT}` });
  const picture = svgElement("svg", {
    class: "chances", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", role: "img", "aria-label": "White's chances to win, ply by ply",
  }, area, even, dots, cursor);
  let count = 1;
  const x = (ply) => (count > 1 ? (WIDTH * ply) / (count - 1) : 0);
  picture.addEventListener("click", (event) => {
    const box = picture.getBoundingClientRect();
    onSelect(Math.round(((event.clientX - box.left) / box.width) * (count - 1)));
  });
  const show = ({ chances, mistakes }) => {
    count = chances.length;
    const y = (percent) => HEIGHT * (1 - (percent ?? 50) / 100);
    area.setAttribute("d", `M0 ${HEIGHT}L${chances.map((percent, ply) => `${x(ply).toFixed(1)} ${y(percent).toFixed(1)}`).join("L")}V${HEIGHT}Z`);
    dots.replaceChildren(...mistakes.map(({ ply, kind }) =>
      svgElement("path", { class: `dot ${kind}`, d: `M${x(ply).toFixed(1)} ${y(chances[ply]).toFixed(1)}h0` })));
  };
  return { element: picture, show, mark: (ply) => cursor.setAttribute("transform", `translate(${x(ply)} 0)`) };
};

// Returns { element, show, stop }; `view` is a GameView, whose link can analyse.
export const afterGame = (view) => {
  const heading = newId("after");
  const status = element("p", { class: "caption", role: "status" });
  const progress = element("progress", { max: 1, value: 0, "aria-label": "Positions analysed", hidden: true });
  const graph = chancesGraph((ply) => view.look(ply));
  const accuracy = element("p"), mistakes = element("ol", { class: "mistakes" });
  const result = element("div", { hidden: true }, graph.element, accuracy, mistakes);
  const page = element("a", { class: "button", target: "_blank", hidden: true }, "The page of this game");
  let run = null;

  const stop = () => {
    run?.close();
    run = null;
    progress.hidden = halt.hidden = true;
    start.hidden = false;
  };
  const mistakeOf = ({ ply, text }) => {
    const { number, dots } = numberAt(view.state, ply - 1);
    const click = (event) => {
      event.preventDefault();
      view.look(ply);
    };
    return element("li", {}, element("a", { href: `#/games/${view.id}/${ply}`, click }, `${number}${dots}${view.state.moves[ply - 1].san}`), ` ${text}`);
  };
  const showResult = (analysis) => {
    result.hidden = false;
    graph.show(analysis);
    graph.mark(view.ply);
    mistakes.replaceChildren(...analysis.mistakes.map(mistakeOf));
    const known = Object.entries(analysis.accuracy).filter(([, percent]) => percent !== null);
    accuracy.textContent = known.map(([side, percent]) => `${capitalised(side)}'s accuracy: ${percent} %.`).join(" ");
    status.textContent = analysis.mistakes.length ? "" : "The analysis finds no mistake.";
  };
  const receive = (event) => {
    if (event.type === "progress") {
      progress.value = event.done / event.total;
      status.textContent = `${event.done} of ${event.total} positions`;
    } else if (event.type === "analysis") {
      showResult(event);
      if (view.link.pageOf) status.textContent += " Its page is being made.";
      else stop();
      start.textContent = "Analyse it again";
    } else if (event.type === "page") {
      stop();
      status.textContent = status.textContent.replace(" Its page is being made.", "");
      page.href = view.link.pageOf(view.id);
      page.hidden = false;
    } else if (event.type === "failed") {
      stop();
      status.textContent = event.text;
    }
  };
  const begin = () => {
    stop();
    start.hidden = true;
    progress.hidden = halt.hidden = false;
    progress.value = 0;
    status.textContent = "The analysis begins.";
    run = view.link.analyse(view.id, receive);
    halt.focus();
  };
  const start = button("Analyse the game", begin, { class: "strong" });
  const halt = button("Stop", () => {
    stop();
    status.textContent = "Stopped.";
    start.focus();
  }, { hidden: true });
  const panel = element("section", { class: "after-game", "aria-labelledby": heading, hidden: true },
    element("h2", { id: heading }, "After the game"), element("div", { class: "buttons" }, start, halt, progress, page), status, result);
  const show = (state, ply) => {
    panel.hidden = !isOver(state) || !state.moves.length;
    graph.mark(ply);
  };
  return { element: panel, show, stop };
};
