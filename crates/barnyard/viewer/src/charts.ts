// Lines over time, one a seat: told apart by dashes and letters as well as by colour.

import { html, refill, svg } from "./dom.js";
import { letter } from "./sprites.js";

const [WIDTH, HEIGHT, LEFT, BOTTOM] = [340, 130, 40, 18];
/** More points than this are drawn as the lowest and highest of each stretch. */
const POINTS = 600;

export interface Series {
  readonly seat: number;
  readonly name: string;
  readonly values: readonly (number | null)[];
}

/** One chart on the page. */
export class Chart {
  readonly element: HTMLElement;
  private readonly picture = svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", class: "chart" });
  private readonly cursor = svg("line", { class: "cursor", y1: 4, y2: HEIGHT - BOTTOM });
  private readonly legend = html("p", { class: "legend" });
  private series: readonly Series[] = [];
  private last = 1;

  constructor(
    private readonly title: string,
    private readonly unit: string,
    private readonly join: "steps" | "dots",
    go: (turn: number) => void,
  ) {
    this.element = html("figure", { class: "plot" }, html("figcaption", {}, title), this.legend, this.picture);
    const seek = (event: PointerEvent): void => {
      if (event.buttons === 0) return;
      const box = this.picture.getBoundingClientRect();
      const x = ((event.clientX - box.left) / box.width) * WIDTH;
      go(Math.round(Math.min(1, Math.max(0, (x - LEFT) / (WIDTH - LEFT - 14))) * this.last));
    };
    this.picture.addEventListener("pointerdown", seek);
    this.picture.addEventListener("pointermove", seek);
  }

  /** Draws the lines anew. */
  draw(series: readonly Series[], last: number): void {
    this.series = series;
    this.last = Math.max(1, last);
    const known = series.flatMap(({ values }) => values.filter((value) => value !== null));
    this.element.hidden = known.length === 0;
    if (this.element.hidden) return;
    const [low, high] = known.reduce(([low, high], value) => [Math.min(low, value), Math.max(high, value)], [0, 0]);
    const top = high > low ? high : low + 1;
    const y = (value: number): number => 8 + (HEIGHT - BOTTOM - 12) * (1 - (value - low) / (top - low));
    const rule = (value: number): SVGElement[] => [
      svg("line", { class: "rule", x1: LEFT, x2: WIDTH - 14, y1: y(value), y2: y(value) }),
      svg("text", { class: "tick", x: LEFT - 6, y: y(value) + 4, "text-anchor": "end" }, short(value)),
    ];
    const feet = [0, this.last].map((turn) => svg("text", { class: "tick", x: this.x(turn), y: HEIGHT - 3, "text-anchor": turn ? "end" : "start" }, `turn ${turn}`));
    const lines = series.flatMap((line) => this.line(line, y));
    const label = `${this.title} by turn. ${series.map((line) => `${line.name}: ${summary(line.values)}`).join(". ")}`;
    this.picture.setAttribute("aria-label", label);
    refill(this.picture, ...[low, (low + top) / 2, top].flatMap(rule), ...feet, ...lines, this.cursor);
  }

  /** Moves the cursor and says the values there. */
  show(turn: number): void {
    this.cursor.setAttribute("x1", String(this.x(turn)));
    this.cursor.setAttribute("x2", String(this.x(turn)));
    const entries = this.series.map(({ seat, name, values }) => {
      const value = values[turn];
      const key = svg("svg", { class: `key seat${seat}`, viewBox: "0 0 30 10", "aria-hidden": "true" }, svg("line", { class: `trace dash${seat}`, x1: 0, x2: 30, y1: 5, y2: 5 }));
      return html("span", {}, key, `${letter(seat)} ${name}: ${value === null || value === undefined ? "–" : `${short(value)}${this.unit}`}`);
    });
    refill(this.legend, ...entries);
  }

  private x(turn: number): number {
    return LEFT + ((WIDTH - LEFT - 14) * turn) / this.last;
  }

  private line({ seat, values }: Series, y: (value: number) => number): SVGElement[] {
    const points = thinned(values);
    const owner = `seat${seat}`;
    const end = points.at(-1);
    if (!end) return [];
    const name = svg("text", { class: `end ${owner}`, x: WIDTH - 12, y: y(end[1]) + 4 }, letter(seat));
    if (this.join === "dots" && points.length < 200) {
      return [...points.map(([turn, value]) => svg("circle", { class: `dot ${owner}`, cx: this.x(turn), cy: y(value), r: 2.6 })), name];
    }
    const path = points.map(([turn, value], nth) => `${nth ? "L" : "M"}${this.x(turn).toFixed(1)} ${y(value).toFixed(1)}`).join("");
    return [svg("path", { class: `trace ${owner} dash${seat}`, d: path }), name];
  }
}

/** The points of a line, few enough to draw: of each stretch its lowest and its highest. */
export function thinned(values: readonly (number | null)[]): [number, number][] {
  const points = values.flatMap((value, turn): [number, number][] => (value === null ? [] : [[turn, value]]));
  if (points.length <= POINTS) return points;
  const stretch = (2 * points.length) / POINTS;
  const kept: [number, number][] = [];
  for (let from = 0; from < points.length; from += stretch) {
    const part = points.slice(Math.floor(from), Math.max(Math.floor(from) + 1, Math.floor(from + stretch)));
    const order = [...part].sort((a, b) => a[1] - b[1]);
    const ends = [order[0], order.at(-1)].filter((point) => point !== undefined);
    kept.push(...ends.sort((a, b) => a[0] - b[0]));
  }
  const last = points.at(-1);
  if (last) kept.push(last);
  return kept;
}

function summary(values: readonly (number | null)[]): string {
  const known = values.filter((value) => value !== null);
  const last = known.at(-1);
  if (last === undefined) return "nothing";
  const [low, high] = known.reduce(([low, high], value) => [Math.min(low, value), Math.max(high, value)], [Infinity, -Infinity]);
  return `from ${short(low)} to ${short(high)}, last ${short(last)}`;
}

/** A number in as few digits as it needs. */
export function short(value: number): string {
  const size = Math.abs(value);
  if (size >= 10_000) return `${(value / 1000).toFixed(0)}k`;
  if (Number.isInteger(value) || size >= 100) return value.toFixed(0);
  return size >= 1 ? value.toFixed(1) : value.toPrecision(2);
}
