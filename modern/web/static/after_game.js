// After a game: its score graph, its mistakes and how accurately both sides played, from an analysis that can be stopped.

import { button, element, newId } from "./dom.js";
import { isOver, numberAt } from "./shown_state.js";
import { svgElement } from "./squares.js";
import { numberText, text, told } from "./texts.js";

const WIDTH = 1000;
const HEIGHT = 100;

// The graph of White's chances to win after each ply, as { element, show, mark }; a click calls `onSelect(ply)`.
/** @param {(ply: number) => void} onSelect */
const chancesGraph = (onSelect) => {
  const area = svgElement("path", { class: "area" });
  const even = svgElement("path", { class: "even", d: `M0 ${HEIGHT / 2}H${WIDTH}` });
  const dots = svgElement("g"), cursor = svgElement("path", { class: "cursor", d: `M0 0V${HEIGHT}` });
  const picture = svgElement("svg", {
    class: "chances", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", role: "img", "aria-label": text("after.graph"),
  }, area, even, dots, cursor);
  let count = 1;
  /** @param {number} ply */
  const x = (ply) => (count > 1 ? (WIDTH * ply) / (count - 1) : 0);
  picture.addEventListener("click", (event) => {
    const box = picture.getBoundingClientRect();
    onSelect(Math.round(((event.clientX - box.left) / box.width) * (count - 1)));
  });
  /** @param {AnalysisEvent} analysis */
  const show = ({ chances, mistakes }) => {
    count = chances.length;
    /** @param {number | null} percent */
    const y = (percent) => HEIGHT * (1 - (percent ?? 50) / 100);
    area.setAttribute("d", `M0 ${HEIGHT}L${chances.map((percent, ply) => `${x(ply).toFixed(1)} ${y(percent).toFixed(1)}`).join("L")}V${HEIGHT}Z`);
    dots.replaceChildren(...mistakes.map(({ ply, kind }) =>
      svgElement("path", { class: `dot ${kind}`, d: `M${x(ply).toFixed(1)} ${y(chances[ply]).toFixed(1)}h0` })));
  };
  return { element: picture, show, mark: (/** @type {number} */ ply) => cursor.setAttribute("transform", `translate(${x(ply)} 0)`) };
};

// Returns { element, show, stop }; `view` is a GameView, whose link can analyse.
/** @param {import("./game_view.js").GameView} view */
export const afterGame = (view) => {
  const heading = newId("after");
  const status = element("p", { class: "caption", role: "status" });
  const made = element("span"); // that the page of the game is being made
  const progress = element("progress", { max: 1, value: 0, "aria-label": text("after.progress"), hidden: true });
  const graph = chancesGraph((ply) => view.look(ply));
  const accuracy = element("p"), mistakes = element("ol", { class: "mistakes" });
  const result = element("div", { hidden: true }, graph.element, accuracy, mistakes);
  const page = element("a", { class: "button", target: "_blank", hidden: true }, text("after.page"));
  /** @type {{ close(): void } | null} */
  let run = null;

  const stop = () => {
    run?.close();
    run = null;
    progress.hidden = halt.hidden = true;
    start.hidden = false;
  };
  /** @param {Mistake} mistake */
  const mistakeOf = (mistake) => {
    const { ply } = mistake;
    const { number, dots } = numberAt(view.state, ply - 1);
    /** @param {Event} event */
    const click = (event) => {
      event.preventDefault();
      view.look(ply);
    };
    return element("li", {}, element("a", { href: `#/games/${view.id}/${ply}`, click }, `${number}${dots}${view.state.moves[ply - 1].san}`), ` ${told(mistake)}`);
  };
  /** @param {AnalysisEvent} analysis */
  const showResult = (analysis) => {
    result.hidden = false;
    graph.show(analysis);
    graph.mark(view.ply);
    mistakes.replaceChildren(...analysis.mistakes.map(mistakeOf));
    const known = Object.entries(analysis.accuracy).filter(([, percent]) => percent !== null);
    accuracy.textContent = known.map(([side, percent]) => text(side === "white" ? "after.accuracy_white" : "after.accuracy_black", { percent: numberText(percent) })).join(" ");
    status.replaceChildren(analysis.mistakes.length ? "" : text("after.no_mistake"), made);
  };
  /** @type {OnEvent} */
  const receive = (event) => {
    if (event.type === "progress") {
      progress.value = event.done / event.total;
      status.textContent = text("after.positions", event);
    } else if (event.type === "analysis") {
      showResult(event);
      made.replaceChildren(" ", text("after.page_is_made"));
      start.textContent = text("after.again");
    } else if (event.type === "page") {
      stop();
      made.textContent = "";
      page.href = view.link.pageOf(view.id);
      if (page.href.startsWith("blob:")) page.download = `gosub-${view.id}.html`;
      page.hidden = false;
    } else if (event.type === "failed") {
      stop();
      status.textContent = told(event);
    }
  };
  const begin = () => {
    stop();
    start.hidden = true;
    progress.hidden = halt.hidden = false;
    progress.value = 0;
    status.textContent = text("after.begins");
    run = view.link.analyse(view.id, receive);
    halt.focus();
  };
  const start = button(text("after.analyse"), begin, { class: "strong" });
  const halt = button(text("after.stop"), () => {
    stop();
    status.textContent = text("after.stopped");
    start.focus();
  }, { hidden: true });
  const panel = element("section", { class: "after-game", "aria-labelledby": heading, hidden: true },
    element("h2", { id: heading }, text("after.heading")), element("div", { class: "buttons" }, start, halt, progress, page), status, result);
  /** @type {(state: GameState, ply: number) => void} */
  const show = (state, ply) => {
    panel.hidden = !isOver(state) || !state.moves.length;
    graph.mark(ply);
  };
  return { element: panel, show, stop };
};
