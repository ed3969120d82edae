// The workshop of the lesson "write your own player": a pupil edits a program, and lets it solve puzzles and play a match.
//
// The program runs in a worker (modern/web/workshop.py). Stop ends that worker, whatever the program does.

import { PythonWorker, WorkerEnded } from "./asked_worker.js";
import { Board } from "./board.js";
import { ask, button, downloadText, element, enable, newId, scrollBox, selectField } from "./dom.js";
import { keep, kept } from "./kept.js";
import { programText } from "./program_text.js";
import { numberText, text, textParts, told, toldBy } from "./texts.js";

const PROGRAM = "gosub-write program", KEPT = "gosub-write kept";
// After so many seconds without any news the page says how long the program has been thinking.
const PATIENCE = 5;
/** @type {{ [name: string]: string }} */
const PLAYERS = { random: "write.random", historic: "write.historic", firstchess: "write.firstchess", kept: "write.kept" };

// Runs the pupil's program in a worker, which stays for the next run unless it is stopped.
class Runner {
  /** @param {PythonStart} python */
  constructor(python) {
    this.python = python;
    this.start();
  }

  start() {
    this.worker = new PythonWorker(this.python);
  }

  // Calls a function of the workshop; `onEvent` gets its events.
  /**
   * @template {"workshop_lesson" | "workshop_puzzles" | "workshop_match"} Name
   * @param {Name} name
   * @param {Parameters<PythonCalls[Name]>} args
   * @param {(event: WorkshopEvent) => void} onEvent
   */
  run(name, args, onEvent = () => {}) {
    this.worker.onEvent = /** @type {any} */ (onEvent);
    return this.worker.call(name, ...args);
  }

  stop() {
    this.worker.end();
    this.start();
  }
}

// Returns the name of an opponent.
/** @param {string} name */
const opponentName = (name) => {
  if (name.startsWith("step")) return text("write.step", { number: name.slice(4) });
  return name in PLAYERS ? text(PLAYERS[name]) : text("write.level_1");
};

/** @type {(name: string, options: [string, string][]) => { element: HTMLElement, select: HTMLSelectElement }} */
const choiceOf = (name, options) => {
  const { element: field, select } = selectField(name, []);
  select.append(...options.map(([value, shown]) => element("option", { value }, shown)));
  return { element: field, select };
};

// Returns the boards of the puzzles, as { element, clear, begin, show, end }; `end` says that no answer comes any more.
/** @type {(fens: string[], symbols: string) => { element: HTMLElement, clear(): void, begin(number: number): void, show(event: WorkshopEvent): void, end(): void }} */
const puzzleBoards = (fens, symbols) => {
  const shown = fens.map((fen, index) => {
    const name = text(`write.puzzle_${index + 1}`), place = element("div"), said = element("span", { class: "said" });
    const board = new Board(place, { symbols, label: name });
    return { board, said, pieces: fen.split(" ")[0], figure: element("figure", {}, place, element("figcaption", {}, element("b", {}, name), said)) };
  });
  const clear = () => {
    for (const { board, said, pieces, figure } of shown) {
      board.show({ pieces });
      said.textContent = "";
      figure.className = "";
    }
  };
  /** @type {HTMLElement?} */
  let waits = null;
  clear();
  return {
    element: element("div", { class: "puzzles" }, ...shown.map(({ figure }) => figure)),
    clear,
    begin: (number) => {
      waits = shown[number].said;
      waits.textContent = text("write.thinks");
    },
    show: ({ puzzle, uci, san, solved }) => {
      const { board, said, pieces, figure } = shown[puzzle];
      board.show({ pieces, arrows: [{ from: uci.slice(0, 2), to: uci.slice(2, 4), kind: "played" }] });
      said.textContent = text(solved ? "write.solved" : "write.not_solved", { move: san });
      figure.className = solved ? "solved" : "";
      waits = null;
    },
    end: () => {
      if (waits) waits.textContent = "";
      waits = null;
    },
  };
};

// Returns the board and the results of a match, as { element, clear, position, game }.
/** @param {string} symbols */
const matchBoard = (symbols) => {
  const place = element("div", { class: "match-board" }), board = new Board(place, { symbols });
  const line = element("p", { class: "caption" }), results = element("ol"), score = element("p", { role: "status" });
  let points = 0, count = 0;
  const whole = element("div", { class: "match" }, place, element("div", {}, line, results, score));
  return {
    element: whole,
    clear: () => {
      points = count = 0;
      results.replaceChildren();
      line.textContent = score.textContent = "";
      whole.hidden = false;
    },
    /** @param {WorkshopEvent} event */
    position: ({ game, colour, pieces, last, number }) => {
      board.show({ pieces, last, flipped: colour === "black" });
      line.textContent = text(`write.you_have_${colour}`, { game: game + 1, number });
    },
    /** @param {WorkshopEvent} event */
    game: (event) => {
      points += event.points;
      count += 1;
      results.append(element("li", {}, text("write.game_over", { ending: told(event), points: numberText(event.points), count: event.points })));
      score.textContent = text("write.score", { points: numberText(points), count: points, of: count });
    },
  };
};

// Shows the workshop in `root`. `lesson` is the address of the lesson's page, `symbols` that of the file with the pieces. Returns
// { close() }.
/** @type {(root: HTMLElement, python: PythonStart, lesson: string, symbols: string) => { close(): void }} */
export const startWorkshop = (root, python, lesson, symbols) => {
  const runner = new Runner(python);
  let isRunning = false, news = 0, timer = 0, isClosed = false;

  const program = programText(() => keep(PROGRAM, program.value()));
  const status = element("p", { role: "status" }), waiting = element("p", { class: "caption" });
  const failure = element("div", { role: "alert" });
  const printed = element("pre", { class: "printed" });
  const printedBox = element("section", { hidden: true }, element("h2", {}, text("write.printed")), scrollBox(text("write.printed"), "tall", printed));

  /** @param {WorkshopEvent} event */
  const fail = (event) => {
    const said = told(event), { line } = event;
    program.mark(line);
    failure.replaceChildren(element("div", { class: "failure" },
      element("p", {}, line ? text("write.in_line", { line, error: said }) : text("write.failed", { error: said })),
      line ? button(text("write.go_to_line", { line }), () => program.goTo(line)) : null));
  };
  const tick = () => {
    const seconds = Math.round((Date.now() - news) / 1000);
    waiting.textContent = isRunning && seconds >= PATIENCE ? text("write.waiting", { seconds }) : "";
  };
  /** @param {boolean} isOn */
  const setRunning = (isOn) => {
    isRunning = isOn;
    for (const one of starters) enable(one, !isOn);
    enable(stop, isOn);
    clearInterval(timer);
    if (isOn) timer = setInterval(tick, 1000);
    waiting.textContent = "";
  };
  // Runs the program; `show` has what happens at each kind of event.
  /**
   * @template {"workshop_puzzles" | "workshop_match"} Name
   * @param {Name} name
   * @param {Parameters<PythonCalls[Name]>} args
   * @param {{ [type: string]: (event: WorkshopEvent) => void }} show
   */
  const run = async (name, args, show) => {
    failure.replaceChildren();
    program.mark(null);
    printed.textContent = "";
    printedBox.hidden = true;
    status.textContent = text("write.runs");
    news = Date.now();
    setRunning(true);
    let hasFailed = false;
    try {
      await runner.run(name, args, (event) => {
        news = Date.now();
        if (event.type === "printed") {
          printed.textContent += event.text;
          printedBox.hidden = false;
        } else if (event.type === "failed") {
          hasFailed = true;
          fail(event);
        } else {
          show[event.type]?.(event);
        }
      });
      status.textContent = hasFailed ? "" : text("write.done");
    } catch (error) {
      status.textContent = error instanceof WorkerEnded ? text("write.stopped") : "";
      if (!(error instanceof WorkerEnded)) {
        fail({ type: "failed", line: null, ...toldBy(error) });
        runner.stop();
      }
    }
    if (!isClosed) setRunning(false);
  };

  const stop = button(text("write.stop"), () => runner.stop());
  /** @param {Lesson} found */
  const show = ({ steps, puzzles, opponents, games }) => {
    const boards = puzzleBoards(puzzles, symbols), match = matchBoard(symbols);
    const opponent = choiceOf(text("write.opponent"), opponents.map((name) => [name, opponentName(name)]));
    const number = choiceOf(text("write.games"), games.map((count) => [String(count), String(count)]));
    const step = choiceOf(text("write.step_to_begin"), Object.keys(steps).map((name) => [name, opponentName(name)]));
    const keptNote = element("p", { class: "caption", role: "status" });
    const file = element("input", { type: "file", id: newId("file"), accept: ".py,text/x-python", hidden: true });

    /** @param {string} written */
    const write = (written) => {
      program.write(written);
      keep(PROGRAM, written);
      failure.replaceChildren();
    };
    // A text that the pupil has written is given up only after a question.
    const mayReplace = async () => {
      const now = program.value();
      return [kept(KEPT), "", ...Object.values(steps)].includes(now) || ask(text("write.replace"), text("write.replace_yes"));
    };
    const begin = async () => {
      if (await mayReplace()) write(steps[step.select.value]);
    };
    const open = async () => {
      const [chosen] = file.files;
      file.value = "";
      if (chosen && (await mayReplace())) write((await chosen.text()).replaceAll("\r\n", "\n"));
    };
    file.addEventListener("change", open);
    const keepVersion = () => {
      keep(KEPT, program.value());
      keptNote.textContent = text("write.is_kept", { name: opponentName("kept") });
      opponent.select.value = "kept";
    };
    const solve = () => {
      boards.clear();
      run("workshop_puzzles", [program.value()], { begun: ({ puzzle }) => boards.begin(puzzle), puzzle: boards.show }).then(boards.end);
    };
    const play = () => {
      const name = opponent.select.value, earlier = kept(KEPT) ?? "";
      if (name === "kept" && !earlier) {
        keptNote.textContent = text("write.nothing_kept");
        return;
      }
      match.clear();
      run("workshop_match", [program.value(), name, earlier, number.select.value], { position: match.position, game: match.game });
    };
    const tryButton = button(text("write.try_puzzles"), solve, { class: "strong" });
    const playButton = button(text("write.play"), play, { class: "strong" });
    starters.push(tryButton, playButton);
    match.element.hidden = true;
    write(kept(PROGRAM) || steps.step1);
    desk.replaceChildren(
      element("div", { class: "buttons" }, tryButton, stop), status, waiting, failure, boards.element,
      element("h2", {}, text("write.match")), element("div", { class: "fields" }, opponent.element, number.element),
      element("div", { class: "buttons" }, playButton, button(text("write.keep"), keepVersion)), keptNote, match.element, printedBox);
    files.replaceChildren(
      step.element,
      element("div", { class: "buttons" }, button(text("write.begin"), begin), button(text("write.save"), () => downloadText("player.py", program.value(), "text/x-python")),
        button(text("write.open"), () => file.click()), file));
    setRunning(false);
  };
  /** @type {HTMLElement[]} */
  const starters = [];
  const desk = element("div", { class: "desk" }, element("p", { role: "status" }, text("record.starting")));
  const files = element("div", { class: "program-files" });
  root.replaceChildren(element("h1", {}, text("write.heading")),
    element("p", {}, ...textParts("write.about", { lesson: element("a", { href: lesson }, text("write.lesson")) })),
    element("div", { class: "workshop" }, element("div", {}, program.element, files), desk));
  program.write(kept(PROGRAM) ?? "");
  runner.run("workshop_lesson", []).then(show, (error) => {
    if (!(error instanceof WorkerEnded)) desk.replaceChildren(element("p", { class: "failure" }, told(toldBy(error))));
  });
  return {
    close: () => {
      isClosed = true;
      clearInterval(timer);
      runner.worker.end();
    },
  };
};
