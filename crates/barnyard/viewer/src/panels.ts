// The score board, and the game in words.

import { short } from "./charts.js";
import { html, refill, svg } from "./dom.js";
import { layersOf } from "./ground.js";
import type { Deed, Frame, Overview, Panel, Scene } from "./scene.js";
import { letter, shape } from "./sprites.js";

/** The sign of a seat: its shape with its letter in it. */
export function badge(seat: number): SVGElement {
  const mark = svg("text", { class: "i", x: 50, y: 67 }, letter(seat));
  return svg("svg", { class: `seal seat${seat}`, viewBox: "-4 -4 108 108", "aria-hidden": "true" }, shape(seat), mark);
}

/** One card a seat: who sits there, the score, what else is known, and what it just did. */
export function panels(frame: Frame, overview: Overview): HTMLElement[] {
  const deedOf = (seat: number): Deed | undefined => frame.deeds?.find((deed) => deed.seat === seat);
  return frame.scene.panels.map((panel) => card(panel, overview, deedOf(panel.seat), frame.acting.includes(panel.seat)));
}

function card(panel: Panel, overview: Overview, deed: Deed | undefined, acting: boolean): HTMLElement {
  const name = overview.seats[panel.seat]?.name ?? "";
  const lines = panel.lines.flatMap(([label, value]) => line(label, value, "line"));
  const secrets = (panel.private ?? []).flatMap(([label, value]) => line(`${label} (only ${panel.title} knows)`, value, "line private"));
  const made = html(
    "section",
    { class: `card seat${panel.seat}`, "aria-label": `${panel.title}, ${name}` },
    html("h2", {}, badge(panel.seat), html("span", { class: "who" }, html("span", { class: "name" }, name), html("small", {}, panel.title, acting ? " · to decide" : "")), html("output", { class: "score", "aria-label": "score" }, String(panel.score))),
    html("dl", {}, ...lines, ...secrets),
  );
  const told = [deed?.action, deed?.ms === undefined ? undefined : `${short(deed.ms)} ms`].filter((word) => word !== undefined);
  if (told.length) made.append(html("p", { class: "deed" }, told.join(" · ")));
  if (deed?.foul !== undefined) made.append(html("p", { class: "foul" }, `! ${[deed.foul, deed.why].filter((word) => word !== undefined).join(": ")}`));
  return made;
}

function line(label: string, value: string, look: string): HTMLElement[] {
  return [html("dt", { class: look }, label), html("dd", { class: look }, value)];
}

/** Everything on the board as a list, for whoever does not look at pictures. */
export function words(into: Element, scene: Scene, overview: Overview): void {
  const place = (x: number, y: number): string => `column ${x + 1}, row ${y + 1}`;
  const owner = (seat: number | undefined): string => (seat === undefined ? "" : `${overview.seats[seat]?.seat ?? letter(seat)} `);
  const pieces = scene.pieces.map((piece) => `${owner(piece.seat)}${piece.kind}: ${place(piece.x, piece.y)}${piece.known_to ? " (secret)" : ""}`);
  const ground = new Map<string, string[]>();
  for (const [name, tile] of layersOf(overview.game)) {
    [...(scene.layers[name] ?? "")].forEach((character, cell) => {
      const label = tile(character)?.label;
      if (label) ground.set(label, [...(ground.get(label) ?? []), `${(cell % scene.width) + 1}/${Math.floor(cell / scene.width) + 1}`]);
    });
  }
  const lists = [...ground].map(([label, places]) => `${label} (column/row): ${places.join(", ")}`);
  refill(into, ...[...pieces, ...lists].map((text) => html("li", {}, text)));
}
