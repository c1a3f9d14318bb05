// A person at the board: what may be done now, shown where it can be done.

import type { Board } from "./board.js";
import { html, refill, svg } from "./dom.js";
import type { Choice, Question } from "./scene.js";

/** More than these are a list instead of buttons. */
const BUTTONS = 12;

/** Says which choice was made; gives what is wrong with it, if anything is. */
export type Send = (question: number, choice: number) => Promise<string | undefined>;

/** The part of the page that asks. */
export class Player {
  readonly element = html("section", { class: "player", "aria-label": "your move", hidden: "" });
  private readonly prompt = html("p", { class: "prompt", role: "status", "aria-live": "assertive" });
  private readonly options = html("div", { class: "options" });
  private question: Question | undefined;
  private picked: number | undefined;
  private heading: string | undefined;
  private focus = 0;
  private width = 0;

  constructor(
    private readonly board: Board,
    private readonly send: Send,
  ) {
    this.element.append(this.prompt, this.options);
  }

  /** A question came. */
  ask(question: Question, width: number): void {
    this.question = question;
    this.width = width;
    this.picked = undefined;
    this.heading = undefined;
    this.element.hidden = false;
    this.show("Your turn");
  }

  /** The board shows something else than the moment of the question, or shows it again. */
  rest(resting: boolean): void {
    if (!this.question) return;
    if (resting) {
      this.board.cover();
      refill(this.options);
      this.prompt.textContent = "Your turn: go to the last turn to move";
    } else {
      this.show("Your turn");
    }
  }

  /** Nothing is asked any more. */
  done(told: string): void {
    this.question = undefined;
    this.board.cover();
    refill(this.options);
    this.prompt.textContent = told;
    this.element.hidden = told === "";
  }

  /** What is offered now: the choices under the heading that was asked for, or those under none. */
  private offered(): [Choice, number][] {
    const all = (this.question?.choices ?? []).map((choice, nth): [Choice, number] => [choice, nth]);
    return all.filter(([choice]) => choice.under === this.heading);
  }

  private show(told: string): void {
    const offered = this.offered();
    const free = offered.filter(([choice]) => !choice.to);
    const squares = free.length < offered.length;
    const headings = new Set((this.question?.choices ?? []).map((choice) => choice.under).filter((under) => under !== this.heading));
    this.prompt.textContent = `${told}${this.heading === undefined ? "" : `, ${this.heading}`}${squares ? ": choose a marked square" : ""}`;
    refill(this.options, ...this.without(free), ...[...headings].map((heading) => this.turn(heading)));
    this.mark();
  }

  /** Leads to the choices under a heading, or back from them. */
  private turn(heading: string | undefined): HTMLButtonElement {
    const made = html("button", { type: "button" }, heading === undefined ? "Back to the other moves" : `${heading}…`);
    made.addEventListener("click", () => {
      this.heading = heading;
      this.pick(undefined);
      this.options.querySelector("button")?.focus();
    });
    return made;
  }

  /** Choices that have no square: a field for an amount, buttons, or a list. */
  private without(free: readonly (readonly [Choice, number])[]): HTMLElement[] {
    const amounts = free.filter(([choice]) => choice.amount !== undefined);
    const words = free.filter(([choice]) => choice.amount === undefined);
    const made: HTMLElement[] = [];
    if (amounts.length) made.push(this.amount(amounts));
    if (words.length > BUTTONS) made.push(this.list(words));
    else made.push(...words.map(([choice, nth]) => this.button(choice.label, nth)));
    return made;
  }

  private button(label: string, nth: number): HTMLButtonElement {
    const made = html("button", { type: "button", class: "choice" }, label);
    made.addEventListener("click", () => void this.choose(nth));
    return made;
  }

  private amount(amounts: readonly (readonly [Choice, number])[]): HTMLElement {
    const values = amounts.map(([choice]) => choice.amount ?? 0);
    const [least, most] = [Math.min(...values), Math.max(...values)];
    const field = html("input", { type: "number", min: least, max: most, value: least, required: "", "aria-label": `amount, ${least} to ${most}` });
    const form = html("form", { class: "amount" }, html("label", {}, `${least} to ${most} `, field), html("button", { class: "choice" }, "Bid"));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const found = amounts.find(([choice]) => choice.amount === field.valueAsNumber);
      if (found) void this.choose(found[1]);
    });
    return form;
  }

  private list(words: readonly (readonly [Choice, number])[]): HTMLElement {
    const select = html("select", { "aria-label": "your move" }, ...words.map(([choice, nth]) => html("option", { value: nth }, choice.label)));
    const play = html("button", { type: "button", class: "choice" }, "Play");
    play.addEventListener("click", () => void this.choose(Number(select.value)));
    return html("div", { class: "amount" }, select, play);
  }

  /** Marks the squares: those something can be done with, and those it leads to. */
  private mark(): void {
    const offered = this.offered();
    const cell = (at: [number, number] | undefined): number | undefined => at && at[1] * this.width + at[0];
    const sources = new Set(offered.map(([choice]) => cell(choice.from)).filter((from) => from !== undefined));
    // Where only one thing can move, nobody has to pick it up first.
    const picking = sources.size > 1;
    if (!picking) this.picked = undefined;
    const targets = new Map<number, [Choice, number][]>();
    for (const [choice, nth] of offered) {
      const to = cell(choice.to);
      if (to === undefined || (this.picked !== undefined && cell(choice.from) !== this.picked)) continue;
      targets.set(to, [...(targets.get(to) ?? []), [choice, nth]]);
    }
    const spots = new Map<number, SVGGElement>();
    const spot = (at: number, look: string, label: string, press: () => void): void => {
      if (spots.has(at)) return;
      const [x, y] = [at % this.width, Math.floor(at / this.width)];
      const made = svg("g", { class: look, role: "button", tabindex: -1, "data-cell": at, "aria-label": `column ${x + 1}, row ${y + 1}: ${label}` }, this.board.square(at, "spot"));
      if (look === "target") made.append(svg("circle", { class: "bead", cx: x * 100 + 50, cy: y * 100 + 50, r: 17 }));
      made.addEventListener("click", press);
      made.addEventListener("keydown", (event) => this.key(event, at, spots, press));
      made.addEventListener("focus", () => this.rove(at, spots));
      spots.set(at, made);
    };
    for (const [at, all] of targets) {
      // A choice that needs nothing in particular to be picked up goes before those that do.
      const open = all.filter(([choice]) => !choice.from);
      const aims = picking && open.length ? open : all;
      spot(at, "target", aims.map(([choice]) => choice.label).join(", or "), () => this.aim(aims));
    }
    if (picking) {
      for (const from of sources) {
        const held = from === this.picked;
        spot(from, held ? "source held" : "source", held ? "put it down" : "take it", () => this.pick(held ? undefined : from));
      }
    }
    this.board.cover(...[...spots].sort(([a], [b]) => a - b).map(([, made]) => made));
    const first = spots.has(this.focus) ? this.focus : (this.picked ?? Math.min(...spots.keys()));
    this.rove(first, spots);
  }

  /** One spot at a time is reached by Tab; arrows lead from it to the next. */
  private rove(at: number, spots: Map<number, SVGGElement>): void {
    this.focus = at;
    for (const [cell, spot] of spots) spot.setAttribute("tabindex", cell === at ? "0" : "-1");
  }

  private key(event: KeyboardEvent, at: number, spots: Map<number, SVGGElement>, press: () => void): void {
    const ways: Record<string, [number, number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const way = Object.hasOwn(ways, event.key) ? ways[event.key] : undefined;
    if (event.key === "Enter" || event.key === " ") press();
    else if (event.key === "Escape") this.pick(undefined);
    else if (way) spots.get(nearest(at, way, [...spots.keys()], this.width))?.focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  private pick(from: number | undefined): void {
    this.picked = from;
    if (from !== undefined) this.focus = from;
    const held = document.activeElement?.closest(".overlay") !== null;
    this.show("Your turn");
    if (held) this.board.element.querySelector<SVGGElement>(".overlay [tabindex='0']")?.focus();
  }

  /** A square that one choice leads to is that choice; where there are several, they are offered. */
  private aim(aims: readonly [Choice, number][]): void {
    const [first] = aims;
    if (first && aims.length === 1) return void this.choose(first[1]);
    const back = html("button", { type: "button" }, "Another square");
    back.addEventListener("click", () => this.pick(undefined));
    this.prompt.textContent = "Which of these?";
    refill(this.options, ...aims.map(([choice, nth]) => this.button(choice.label, nth)), back);
    this.options.querySelector("button")?.focus();
  }

  private async choose(nth: number): Promise<void> {
    const { question } = this;
    if (!question) return;
    this.done("Sent");
    const wrong = await this.send(question.number, nth).catch((error: unknown) => String(error));
    if (wrong === undefined) return;
    this.ask(question, this.width);
    this.show(`${wrong}. Your turn`);
  }
}

/** The closest of some cells in a direction; the same cell if there is none. */
function nearest(from: number, [dx, dy]: [number, number], cells: readonly number[], width: number): number {
  let [best, least] = [from, Infinity];
  for (const cell of cells) {
    const x = (cell % width) - (from % width);
    const y = Math.floor(cell / width) - Math.floor(from / width);
    const ahead = x * dx + y * dy;
    const aside = Math.abs(x * dy) + Math.abs(y * dx);
    if (ahead > 0 && ahead + 3 * aside < least) [best, least] = [cell, ahead + 3 * aside];
  }
  return best;
}
