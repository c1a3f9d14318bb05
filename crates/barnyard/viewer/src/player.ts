// A person at the board: what may be done now, shown where it can be done.

import type { Board } from "./board.js";
import { html, refill, svg } from "./dom.js";
import type { Item, Question, Range } from "./scene.js";

/** More than these are a list instead of buttons. */
const BUTTONS = 12;
/** A manner that leads to so many squares would hide the others: it is asked for first. */
const MANY = 24;

/** Says which action was chosen; gives what is wrong, if it cannot be said. */
export type Send = (question: number, action: string) => Promise<string | undefined>;

/** The part of the page that asks. */
export class Player {
  readonly element = html("section", { class: "player", "aria-label": "your move", hidden: "" });
  private readonly prompt = html("p", { class: "prompt", role: "status", "aria-live": "assertive" });
  private readonly options = html("div", { class: "options" });
  private question: Question | undefined;
  private picked: number | undefined;
  /** The manner that was asked for, of those that must be. */
  private manner: string | undefined;
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
    this.manner = undefined;
    this.element.hidden = false;
    this.show();
  }

  /** The board shows something else than the moment of the question, or shows it again. */
  rest(resting: boolean): void {
    if (!this.question) return;
    if (!resting) return this.show();
    this.board.cover();
    refill(this.options);
    this.prompt.textContent = "Your turn: go to the last turn to move";
  }

  /** Nothing is asked any more. */
  done(told: string): void {
    this.question = undefined;
    this.board.cover();
    refill(this.options);
    this.prompt.textContent = told;
    this.element.hidden = told === "";
  }

  /** The manners that must be asked for: one thing may do them to almost any square, as a search. */
  private wide(): Set<string> {
    const items = this.question?.menu.items ?? [];
    const manners = [...new Set(items.map((item) => item.manner))];
    const isWide = (manner: string): boolean => {
      const squares = items.filter((item) => item.manner === manner && item.to);
      return squares.length > MANY && new Set(squares.map((item) => String(item.from))).size === 1;
    };
    return new Set(manners.length > 1 ? manners.filter(isWide) : []);
  }

  /** What is offered now. */
  private offered(): Item[] {
    const wide = this.wide();
    return (this.question?.menu.items ?? []).filter((item) => (this.manner === undefined ? !wide.has(item.manner) : item.manner === this.manner));
  }

  private show(): void {
    const { menu, refused } = this.question ?? {};
    if (!menu) return;
    const offered = this.offered();
    const free = offered.filter((item) => !item.to);
    const what = this.manner ?? menu.prompt;
    const where = free.length < offered.length ? ": choose a marked square" : "";
    this.prompt.textContent = `${refused ? `${refused}. ` : ""}Your turn, ${what}${where}`;
    const doors = this.manner === undefined ? [...this.wide()].map((manner) => this.door(manner, `${manner}…`)) : [this.door(undefined, "Something else")];
    refill(this.options, ...(menu.range ? [this.number(menu.range, menu.prompt)] : []), ...this.placeless(free), ...doors);
    this.mark(offered);
  }

  /** Leads to the choices of one manner, or back from them. */
  private door(manner: string | undefined, label: string): HTMLButtonElement {
    const made = html("button", { type: "button" }, label);
    made.addEventListener("click", () => {
      this.manner = manner;
      this.pick(undefined);
      this.options.querySelector("button")?.focus();
    });
    return made;
  }

  /** Choices that have no square: buttons, or a list. */
  private placeless(items: readonly Item[]): HTMLElement[] {
    if (items.length <= BUTTONS) return items.map((item) => this.button(item));
    const select = html("select", { "aria-label": "your move" }, ...items.map((item) => html("option", { value: item.action }, item.label)));
    const play = html("button", { type: "button", class: "choice" }, "Play");
    play.addEventListener("click", () => void this.choose(select.value));
    return [html("div", { class: "number" }, select, play)];
  }

  private button(item: Item): HTMLButtonElement {
    const made = html("button", { type: "button", class: "choice" }, item.label);
    made.addEventListener("click", () => void this.choose(item.action));
    return made;
  }

  private number({ least, most, around }: Range, prompt: string): HTMLElement {
    const field = html("input", { type: "number", min: least, max: most, value: least, required: "", "aria-label": `${prompt}, ${least} to ${most}` });
    const form = html("form", { class: "number" }, html("label", {}, `${least} to ${most} `, field), html("button", { class: "choice" }, prompt));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      void this.choose(around.join(String(field.valueAsNumber)));
    });
    return form;
  }

  /** Marks the squares: those something can be done with, and those it leads to. */
  private mark(offered: readonly Item[]): void {
    const cell = (at: [number, number] | undefined): number | undefined => at && at[1] * this.width + at[0];
    const sources = new Set(offered.map((item) => cell(item.from)).filter((from) => from !== undefined));
    // Where only one thing can move, nobody has to pick it up first.
    const picking = sources.size > 1;
    if (!picking) this.picked = undefined;
    const targets = new Map<number, Item[]>();
    for (const item of offered) {
      const to = cell(item.to);
      if (to === undefined || (this.picked !== undefined && cell(item.from) !== this.picked)) continue;
      targets.set(to, [...(targets.get(to) ?? []), item]);
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
      const open = all.filter((item) => !item.from);
      const aims = picking && open.length ? open : all;
      spot(at, "target", aims.map((item) => item.label).join(", or "), () => this.aim(aims));
    }
    if (picking) {
      for (const from of sources) {
        const held = from === this.picked;
        spot(from, held ? "source held" : "source", held ? "put it down" : "take it", () => this.pick(held ? undefined : from));
      }
    }
    this.board.cover(...[...spots].sort(([a], [b]) => a - b).map(([, made]) => made));
    this.rove(spots.has(this.focus) ? this.focus : (this.picked ?? Math.min(...spots.keys())), spots);
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
    const focused = document.activeElement?.closest(".overlay") instanceof Element;
    this.show();
    if (focused) this.board.element.querySelector<SVGGElement>(".overlay [tabindex='0']")?.focus();
  }

  /** A square that one choice leads to is that choice; where there are several, they are offered. */
  private aim(aims: readonly Item[]): void {
    const [first] = aims;
    if (first && aims.length === 1) return void this.choose(first.action);
    const back = html("button", { type: "button" }, "Another square");
    back.addEventListener("click", () => this.pick(undefined));
    this.prompt.textContent = "Which of these?";
    refill(this.options, ...aims.map((item) => this.button(item)), back);
    this.options.querySelector("button")?.focus();
  }

  private async choose(action: string): Promise<void> {
    const { question } = this;
    if (!question) return;
    this.done("Sent");
    const wrong = await this.send(question.number, action).catch((error: unknown) => String(error));
    if (wrong !== undefined) this.ask({ ...question, refused: wrong }, this.width);
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
