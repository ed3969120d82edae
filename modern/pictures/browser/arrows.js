// Arrows and circles over a board, in a picture of 360x360: 45 for each square.

import { FILES, svgElement } from "./squares.js";

const SQUARE = 45;
const START = 9;
const END = 4;
const HEAD = 13;
// The head of an arrow to a neighbouring square is shorter, so that a shaft remains.
const SHORT_HEAD = 10;
const HALF_HEAD = 7;
// The distance between arrows that lie side by side.
const BETWEEN = 11;
const CIRCLE = 18;

/** @type {(square: string, flipped: boolean) => { x: number, y: number }} */
const middle = (square, flipped) => {
  const x = FILES.indexOf(square[0]), y = 8 - Number(square[1]);
  return { x: SQUARE * ((flipped ? 7 - x : x) + 0.5), y: SQUARE * ((flipped ? 7 - y : y) + 0.5) };
};

/** @type {(arrow: Pick<Arrow, "from" | "to">) => string} */
const directionOf = ({ from, to }) => {
  const start = middle(from, false), end = middle(to, false);
  return `${from} ${Math.atan2(end.y - start.y, end.x - start.x).toFixed(4)}`;
};

/** @type {(arrow: Arrow, shift: number, flipped: boolean) => SVGElement} */
const drawArrow = ({ from, to, kind, illegal }, shift, flipped) => {
  const start = middle(from, flipped), tip = middle(to, flipped);
  const length = Math.hypot(tip.x - start.x, tip.y - start.y);
  const ux = (tip.x - start.x) / length, uy = (tip.y - start.y) / length;
  /** @type {(along: number, across: number) => string} */
  const point = (along, across) => {
    const x = start.x + ux * along - uy * (across + shift), y = start.y + uy * along + ux * (across + shift);
    return `${x.toFixed(1)} ${y.toFixed(1)}`;
  };
  const end = length - END, neck = end - (length < 1.5 * SQUARE ? SHORT_HEAD : HEAD);
  const shaft = `M${point(START, 0)}L${point(neck + 2, 0)}`;
  const head = `M${point(end, 0)}L${point(neck, HALF_HEAD)}L${point(neck, -HALF_HEAD)}Z`;
  return svgElement("g", { class: `arrow of-${kind}${illegal ? " illegal" : ""}`, "data-move": from + to },
    svgElement("path", { class: "halo", d: shaft }), svgElement("path", { class: "halo tip", d: head }),
    svgElement("path", { class: "shaft", d: shaft }), svgElement("path", { class: "tip", d: head }));
};

/** @type {(arrow: Arrow, flipped: boolean) => SVGElement} */
const drawCircle = ({ to, kind }, flipped) => {
  const { x, y } = middle(to, flipped);
  return svgElement("circle", { cx: x, cy: y, r: CIRCLE, class: `arrow of-${kind} nowhere`, "data-move": to });
};

// Returns the elements of arrows `{from, to, kind, illegal}`; one without an origin, or that goes nowhere, is a circle.
// Arrows with the same origin and direction are drawn side by side.
/** @type {(arrows: Arrow[], flipped: boolean) => SVGElement[]} */
export const drawArrows = (arrows, flipped) => arrows.map((arrow) => {
  if (!arrow.from || arrow.from === arrow.to) return drawCircle(arrow, flipped);
  const parallel = arrows.filter(({ from, to }) => from && from !== to && directionOf({ from, to }) === directionOf(arrow));
  const shift = BETWEEN * (parallel.indexOf(arrow) - (parallel.length - 1) / 2);
  return drawArrow(arrow, shift, flipped);
});
