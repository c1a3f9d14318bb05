// The seek bar: a slider with marks above it, and what plays by itself.

import { button, html, refill, svg } from "./dom.js";

/** How each kind of moment is marked: a sign, so that it is told without colour. */
const MARKS: Readonly<Record<string, { sign: string; label: string; weight: number }>> = {
  fault: { sign: "!", label: "fault", weight: 9 },
  elimination: { sign: "✕", label: "elimination", weight: 8 },
  blocked: { sign: "■", label: "blocked", weight: 8 },
  capture: { sign: "★", label: "capture", weight: 7 },
  trapdoor: { sign: "▼", label: "trapdoor", weight: 7 },
  auction: { sign: "◆", label: "auction", weight: 6 },
  portal: { sign: "○", label: "portal gun", weight: 5 },
  carpet: { sign: "▬", label: "long carpet", weight: 4 },
  corner: { sign: "◣", label: "corner egg", weight: 4 },
  harvest: { sign: "♣", label: "harvest", weight: 3 },
  landing: { sign: "▽", label: "new fruit", weight: 2 },
};

/** Turns a second. */
const SPEEDS = [0.5, 1, 2, 4, 8, 16, 32, 64];
/** Marks are not drawn closer than a hundredth of the bar. */
const SLOTS = 100;

export const markLabel = (mark: string): string => MARKS[mark]?.label ?? mark;
export const markSign = (mark: string): string => MARKS[mark]?.sign ?? "•";

const ICONS = {
  first: "M5 4v16M20 4 9 12l11 8z",
  back: "M17 4 6 12l11 8z",
  play: "M6 3v18l15-9z",
  pause: "M6 4h4v16H6zM14 4h4v16h-4z",
  next: "M7 4l11 8-11 8z",
  last: "M19 4v16M4 4l11 8-11 8z",
} as const;

export function icon(path: string): SVGElement {
  return svg("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("path", { d: path }));
}

/** Play, pause, seek, speed. It knows turns, not what is on them. */
export class Timeline {
  readonly element: HTMLElement;
  private readonly slider = html("input", { type: "range", min: 0, step: 1, value: 0, class: "seek", "aria-label": "turn" });
  private readonly signs = html("div", { class: "marks", "aria-hidden": "true" });
  private readonly count = html("output", { class: "count" });
  private readonly toggle: HTMLButtonElement;
  private readonly speed = html("select", { "aria-label": "speed", title: "speed (+ and -)" });
  private marks: readonly [number, string][] = [];
  private last = 0;
  private turn = 0;
  private timer: number | undefined;
  private due = 0;

  /** `go` is called with every turn that is asked for. */
  constructor(private readonly go: (turn: number) => void) {
    this.toggle = button("play", icon(ICONS.play), () => this.playing(this.timer === undefined), "space");
    SPEEDS.forEach((speed, nth) => this.speed.append(html("option", { value: nth }, `${speed} turns/s`)));
    this.speed.value = "1";
    this.slider.addEventListener("input", () => this.seek(this.slider.valueAsNumber));
    const step = (label: string, path: string, press: () => void, key: string): HTMLButtonElement => button(label, icon(path), press, key);
    const controls = html(
      "div",
      { class: "controls", role: "group", "aria-label": "playback" },
      step("first turn", ICONS.first, () => this.seek(0), "Home"),
      step("back one turn", ICONS.back, () => this.seek(this.turn - 1), "←"),
      this.toggle,
      step("forward one turn", ICONS.next, () => this.seek(this.turn + 1), "→"),
      step("last turn", ICONS.last, () => this.seek(this.last), "End"),
      button("previous mark", "◁ ★", () => this.leap(-1), "p"),
      button("next mark", "★ ▷", () => this.leap(1), "n"),
      this.speed,
      this.count,
    );
    this.element = html("div", { class: "timeline" }, html("div", { class: "bar" }, this.signs, this.slider), controls);
  }

  /** How long the game is, and where its marks are. */
  span(last: number, marks: readonly [number, string][]): void {
    this.last = last;
    this.marks = marks;
    this.slider.max = String(last);
    const slots = new Map<number, [number, string]>();
    for (const mark of marks) {
      const slot = Math.round((SLOTS * mark[0]) / Math.max(1, last));
      const there = slots.get(slot);
      if (!there || weight(mark[1]) > weight(there[1])) slots.set(slot, mark);
    }
    const signs = [...slots.values()].map(([turn, mark]) => {
      const sign = html("span", { class: `mark mark-${mark}`, title: `turn ${turn}: ${markLabel(mark)}` }, markSign(mark));
      sign.style.left = `${(100 * turn) / Math.max(1, last)}%`;
      sign.addEventListener("click", () => this.seek(turn));
      return sign;
    });
    refill(this.signs, ...signs);
  }

  /** Shows which turn is looked at. */
  show(turn: number, caption: string): void {
    this.turn = turn;
    this.slider.value = String(turn);
    this.slider.setAttribute("aria-valuetext", `turn ${turn} of ${this.last}: ${caption}`);
    this.count.value = `${turn} / ${this.last}`;
  }

  /** Stops what plays by itself and goes to a turn; outside of the game is its nearest end. */
  seek(turn: number): void {
    this.playing(false);
    this.go(Math.min(this.last, Math.max(0, turn)));
  }

  step(by: number): void {
    this.seek(this.turn + by);
  }

  end(): void {
    this.seek(this.last);
  }

  /** To the nearest mark before or after this turn. */
  leap(direction: 1 | -1): void {
    const ahead = this.marks.filter(([turn]) => direction * (turn - this.turn) > 0).map(([turn]) => turn);
    if (ahead.length) this.seek(direction > 0 ? Math.min(...ahead) : Math.max(...ahead));
  }

  faster(by: 1 | -1): void {
    const nth = Number(this.speed.value) + by;
    this.speed.value = String(Math.min(SPEEDS.length - 1, Math.max(0, nth)));
  }

  flip(): void {
    this.playing(this.timer === undefined);
  }

  private playing(on: boolean): void {
    if (on === (this.timer !== undefined)) return;
    const [label, path] = on ? (["pause", ICONS.pause] as const) : (["play", ICONS.play] as const);
    this.toggle.setAttribute("aria-label", label);
    this.toggle.title = `${label} (space)`;
    refill(this.toggle, icon(path));
    if (!on) {
      window.clearTimeout(this.timer);
      this.timer = undefined;
      return;
    }
    if (this.turn >= this.last) this.go(0);
    this.due = performance.now();
    this.tick();
  }

  private tick(): void {
    const pause = 1000 / (SPEEDS[Number(this.speed.value)] ?? 1);
    this.due = Math.max(this.due + pause, performance.now() - pause);
    this.timer = window.setTimeout(() => {
      if (this.turn >= this.last) return this.playing(false);
      this.go(this.turn + 1);
      this.tick();
    }, Math.max(0, this.due - performance.now()));
  }
}

const weight = (mark: string): number => MARKS[mark]?.weight ?? 1;
