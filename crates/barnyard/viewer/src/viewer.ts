// The page: a board, a score board, a time line and charts, all showing the same turn of a reel.

import { Board } from "./board.js";
import { Chart, type Series } from "./charts.js";
import { button, html, refill } from "./dom.js";
import { badge, panels, words } from "./panels.js";
import type { Reel } from "./reel.js";
import { type Frame, type Overview, seen, type View } from "./scene.js";
import { icon, markLabel, markSign, Timeline } from "./timeline.js";

const KEYS: readonly [string, string][] = [
  ["← →", "back, forward one turn; with Shift ten"],
  ["Space", "play or pause"],
  ["Home End", "first, last turn"],
  ["+ −", "faster, slower"],
  ["n p", "next, previous mark"],
  ["s", "show or hide secrets"],
  ["t", "the truth"],
  ["1 … 4", "what that seat knew"],
  ["b", "show or hide what a bot believes"],
  ["g", "go to a turn"],
  ["d", "dark or light"],
  ["?", "this help"],
];

/** A reel on the page. */
export class Viewer {
  readonly board: Board;
  private readonly stage = html("section", { class: "stage", "aria-label": "board" });
  private readonly side = html("div", { class: "side" });
  private readonly timeline = new Timeline((turn) => void this.go(turn));
  private readonly caption = html("p", { class: "caption", role: "status", "aria-live": "polite" });
  private readonly cards = html("div", { class: "cards" });
  private readonly beliefs = html("p", { class: "beliefs" });
  private readonly eyes = html("div", { class: "eyes", role: "group", "aria-label": "whose eyes" });
  private readonly list = html("ul", { class: "words" });
  private readonly details = html("details", {}, html("summary", {}, "The board in words"), this.list);
  private readonly help = helpDialog();
  private readonly goTo = html("dialog", { class: "go", "aria-label": "go to a turn" });
  private readonly scores: Chart;
  private readonly clocks: Chart;
  private readonly losses: Chart;
  private turn = 0;
  private wanted = 0;
  private view: View;
  private believing = true;
  private linked = 0;
  private frame: Frame | undefined;
  /** Called after a turn is shown. */
  shown: () => void = () => {};

  /** `views` are the eyes that may be looked through, the first of them to begin with. */
  constructor(
    private readonly reel: Reel,
    private readonly root: HTMLElement,
    private readonly views: readonly View[],
  ) {
    const { overview } = reel;
    this.view = views[0] ?? "spectator";
    this.board = new Board(overview.game);
    const go = (turn: number): void => this.timeline.seek(turn);
    this.scores = new Chart("Score", "", "steps", go);
    this.clocks = new Chart("Clock per move", " ms", "dots", go);
    this.losses = new Chart("Belief: surprise at the truth (log-loss, lower is better)", " bits", "steps", go);
    this.build();
    this.span();
    document.addEventListener("keydown", (event) => this.key(event));
    window.addEventListener("hashchange", (event) => this.follow(event.newURL));
    this.details.addEventListener("toggle", () => this.describe());
  }

  /** Opens the turn that the address names, or the first. */
  async open(): Promise<void> {
    const view = /[#&]view=(truth|spectator|[0-3])(?:&|$)/.exec(location.href)?.[1];
    if (view) this.look(view === "truth" || view === "spectator" ? view : Number(view));
    await this.go(linkedTurn(location.href) ?? 0);
  }

  /** Shows a turn. The last one asked for wins, however long its page takes. */
  async go(turn: number): Promise<void> {
    turn = Math.min(this.reel.overview.turns, Math.max(0, turn));
    this.wanted = turn;
    window.clearTimeout(this.linked);
    try {
      const found = this.reel.frame(turn);
      const before = turn > 0 ? this.reel.frame(turn - 1) : undefined;
      // No waiting where nothing has to be waited for: a fast film must not flicker.
      const frame = found instanceof Promise ? await found : found;
      const earlier = before instanceof Promise ? await before : before;
      if (this.wanted === turn) this.show(turn, frame, earlier);
    } catch (error) {
      this.caption.textContent = `Turn ${turn} cannot be shown: ${error instanceof Error ? error.message : String(error)}`;
    }
  }

  /** The reel has grown. */
  span(): void {
    const { chart, seats, turns } = this.reel.overview;
    this.timeline.span(turns, chart.marks);
    const lines = (valueAt: (seat: number) => (number | null)[]): Series[] => seats.map(({ name }, seat) => ({ seat, name, values: valueAt(seat) }));
    const sparse = (rows: readonly [number, number, number][]): Series[] => {
      const columns = seats.map(() => new Array<number | null>(turns + 1).fill(null));
      for (const [turn, seat, value] of rows) {
        const column = columns[seat];
        if (column) column[turn] = value;
      }
      return lines((seat) => columns[seat] ?? []);
    };
    this.scores.draw(lines((seat) => chart.points.map((points) => points[seat] ?? null)), turns);
    this.clocks.draw(sparse(chart.clock), turns);
    this.losses.draw(sparse(chart.loss), turns);
  }

  /** The turn that is shown, and whether it is the last there is. */
  get atEnd(): boolean {
    return this.turn >= this.reel.overview.turns;
  }

  private show(turn: number, truth: Frame, earlier: Frame | undefined): void {
    const frame = seen(truth, this.view);
    const slide = this.frame !== undefined && Math.abs(turn - this.turn) <= 1;
    this.turn = turn;
    this.frame = frame;
    this.board.paint(frame.scene, earlier && seen(earlier, this.view).scene, slide);
    this.caption.textContent = this.told(turn, frame);
    refill(this.cards, ...panels(frame, this.reel.overview));
    this.believe();
    this.timeline.show(turn, frame.scene.caption);
    for (const chart of [this.scores, this.clocks, this.losses]) chart.show(turn);
    this.describe();
    this.link();
    this.shown();
  }

  private told(turn: number, { scene, marks, deeds }: Frame): string {
    const { over, turns, seats } = this.reel.overview;
    const sign = (marks ?? []).map((mark) => `${markSign(mark)} `).join("");
    const fouls = (deeds ?? []).flatMap(({ seat, foul, why }) => (foul === undefined ? [] : [`Fault of ${seats[seat]?.name ?? "a seat"}: ${why ?? foul}`]));
    const end = over && turn === turns ? [`Ended by ${over.reason}, payoffs ${over.payoffs.join(" : ")}`] : [];
    return sign + [scene.caption, ...(scene.aside === undefined ? [] : [scene.aside]), ...fouls, ...end].map(sentence).join(" ");
  }

  /** Lays the belief of whoever decides next over the board, if these eyes see it. */
  private believe(): void {
    const thought = this.frame?.thoughts?.[0];
    const maps = Object.entries(thought?.belief ?? {});
    this.board.heat(this.believing ? maps.map(([, map]) => map) : []);
    refill(this.beliefs);
    if (!thought) return;
    const name = this.reel.overview.seats[thought.seat]?.name ?? "";
    const loss = thought.loss === undefined ? "" : `: log-loss ${thought.loss.toFixed(2)} bits`;
    const hint = this.believing ? "" : " (b shows it)";
    this.beliefs.append(badge(thought.seat), `What ${name} believes of the ${maps.map(([kind]) => kind).join(", ")}${loss}${hint}`);
  }

  private look(view: View): void {
    if (!this.views.includes(view)) return;
    this.view = view;
    for (const child of this.eyes.children) child.setAttribute("aria-pressed", String(child.getAttribute("data-view") === String(view)));
    void this.go(this.turn);
  }

  private key(event: KeyboardEvent): void {
    const at = event.target instanceof HTMLElement ? event.target : document.body;
    const typing = at.matches("input:not([type=range]), select, textarea, dialog *");
    if (typing || event.ctrlKey || event.altKey || event.metaKey) return;
    const stride = event.shiftKey ? 10 : 1;
    const seat = "1234".indexOf(event.key);
    const does: Record<string, () => void> = {
      ArrowRight: () => this.timeline.step(stride),
      ArrowLeft: () => this.timeline.step(-stride),
      " ": () => this.timeline.flip(),
      Home: () => this.timeline.seek(0),
      End: () => this.timeline.end(),
      "+": () => this.timeline.faster(1),
      "=": () => this.timeline.faster(1),
      "-": () => this.timeline.faster(-1),
      n: () => this.timeline.leap(1),
      p: () => this.timeline.leap(-1),
      s: () => this.look(this.view === "truth" ? "spectator" : "truth"),
      t: () => this.look("truth"),
      b: () => this.flipBelief(),
      g: () => this.ask(),
      d: () => flipTheme(),
      "?": () => this.help.showModal(),
    };
    // A button that has the focus is pressed by the space bar, as everywhere.
    if (event.key === " " && at.matches("button, summary, [role=button]")) return;
    const act = seat >= 0 ? () => this.look(seat) : Object.hasOwn(does, event.key) ? does[event.key] : undefined;
    if (!act) return;
    event.preventDefault();
    act();
  }

  private flipBelief(): void {
    this.believing = !this.believing;
    this.believe();
  }

  private ask(): void {
    const input = html("input", { type: "number", min: 0, max: this.reel.overview.turns, value: this.turn, required: "", "aria-label": "turn" });
    const form = html("form", { method: "dialog" }, html("label", {}, "Go to turn ", input), html("button", {}, "Go"));
    form.addEventListener("submit", () => this.timeline.seek(input.valueAsNumber));
    refill(this.goTo, form);
    this.goTo.showModal();
    input.select();
  }

  private describe(): void {
    if (this.details.open && this.frame) words(this.list, this.frame.scene, this.reel.overview);
  }

  /** The address has changed. What it is by now may be our own doing. */
  private follow(address: string): void {
    const turn = linkedTurn(address);
    if (turn !== undefined && turn !== this.wanted) this.timeline.seek(turn);
  }

  /** Writes the turn into the address, once it stays. */
  private link(): void {
    window.clearTimeout(this.linked);
    this.linked = window.setTimeout(() => history.replaceState(null, "", `#turn=${this.turn}${this.view === this.views[0] ? "" : `&view=${this.view}`}`), 250);
  }

  private build(): void {
    const { overview } = this.reel;
    const names = overview.seats.flatMap((seat, nth) => [nth ? " v " : "", html("span", {}, badge(nth), html("b", {}, seat.name))]);
    const theme = button("dark or light", icon("M12 3a9 9 0 1 0 9 9 7 7 0 0 1-9-9z"), flipTheme, "d");
    const help = button("help", "?", () => this.help.showModal(), "?");
    const top = html("header", {}, html("h1", { title: overview.title }, capital(overview.game)), html("div", { class: "tools" }, theme, help), html("p", { class: "names" }, ...names));
    for (const view of this.views) {
      const [label, short, key] = eyesOf(view, overview);
      const made = button(label, short, () => this.look(view), key);
      made.dataset["view"] = String(view);
      made.setAttribute("aria-pressed", String(view === this.view));
      this.eyes.append(made);
    }
    this.stage.append(this.board.element, this.caption, this.timeline.element);
    const charts = html("section", { class: "charts", "aria-label": "charts" }, this.scores.element, this.clocks.element, this.losses.element);
    this.side.append(...(this.views.length > 1 ? [this.eyes] : []), this.cards, this.beliefs, charts);
    document.documentElement.dataset["game"] = overview.game;
    refill(this.root, top, html("main", {}, this.stage, this.side, this.details), this.help, this.goTo);
    document.title = `${capital(overview.game)}: ${overview.seats.map((seat) => seat.name).join(" v ")}`;
  }
}

/** The turn that an address leads to. */
function linkedTurn(address: string): number | undefined {
  const found = /[#&]turn=(\d{1,9})(?:&|$)/.exec(address);
  return found ? Number(found[1]) : undefined;
}

/** A name for a pair of eyes, a short one, and its key. */
function eyesOf(view: View, overview: Overview): [string, string, string] {
  if (view === "spectator") return ["Spectator: nothing secret", "Spectator", "s"];
  if (view === "truth") return ["The truth: all secrets", "Truth", "t"];
  const seat = overview.seats[view]?.seat ?? "a seat";
  return [`What ${seat} knew`, `${seat} knew`, String(view + 1)];
}

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** The same with a full stop. */
const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);

function helpDialog(): HTMLDialogElement {
  const rows = KEYS.flatMap(([key, what]) => [html("dt", {}, html("kbd", {}, key)), html("dd", {}, what)]);
  const marks = ["fault", "elimination", "capture", "trapdoor", "auction", "landing"].map((mark) => `${markSign(mark)} ${markLabel(mark)}`);
  const close = html("form", { method: "dialog" }, html("button", {}, "Close"));
  return html("dialog", { class: "help", "aria-label": "help" }, html("h2", {}, "Keys"), html("dl", {}, ...rows), html("p", {}, `Marks: ${marks.join(", ")}.`), close);
}

const THEME = "barnyard-theme";

/** The colours chosen last time, if there was one. */
export function dress(): void {
  const chosen = memory(() => localStorage.getItem(THEME));
  if (chosen === "dark" || chosen === "light") document.documentElement.dataset["theme"] = chosen;
}

function flipTheme(): void {
  const now = document.documentElement.dataset["theme"] ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
  const next = now === "dark" ? "light" : "dark";
  document.documentElement.dataset["theme"] = next;
  memory(() => localStorage.setItem(THEME, next));
}

/** Pages from a file may have no storage. */
function memory<T>(use: () => T): T | undefined {
  try {
    return use();
  } catch {
    return undefined;
  }
}
