// Paints a scene into SVG: the ground by its characters, the pieces by their ids, so that they slide.

import { refill, svg } from "./dom.js";
import { layersOf, type Tile } from "./ground.js";
import type { Piece, Scene } from "./scene.js";
import { SPRITES, defs, letter, picture, shape } from "./sprites.js";

/** The side of a cell. */
const CELL = 100;
/** Boards up to this width have room for numbers in their cells. */
const ROOMY = 12;

interface Ground {
  readonly name: string;
  readonly tile: (character: string) => Tile | undefined;
  readonly element: SVGGElement;
  text: string;
  cells: (SVGElement | undefined)[];
}

/** A board on the page. */
export class Board {
  readonly element = svg("svg", { class: "board", role: "img" });
  private readonly floor = svg("g", { class: "floor" });
  private readonly grounds: Ground[];
  private readonly fresh = svg("g", { class: "fresh" });
  private readonly belief = svg("g", { class: "belief" });
  private readonly crowd = svg("g", { class: "pieces" });
  private readonly percents = svg("g", { class: "percents" });
  private readonly overlay = svg("g", { class: "overlay" });
  private readonly pieces = new Map<number, { element: SVGGElement; look: string }>();
  private width = 0;
  private height = 0;

  constructor(game: string) {
    this.grounds = layersOf(game).map(([name, tile]) => ({ name, tile, element: svg("g", { class: `layer-${name}` }), text: "", cells: [] }));
    this.element.append(defs(), patterns(), this.floor, ...this.grounds.map((ground) => ground.element), this.fresh, this.belief, this.crowd, this.percents, this.overlay);
  }

  /** Shows a scene, and marks what changed since `before`. Pieces slide to their places, or are there at once. */
  paint(scene: Scene, before: Scene | undefined, slide: boolean): void {
    if (scene.width !== this.width || scene.height !== this.height) this.resize(scene.width, scene.height);
    this.crowd.classList.toggle("jump", !slide);
    for (const ground of this.grounds) this.lay(ground, scene.layers[ground.name] ?? "");
    this.stand(scene.pieces);
    refill(this.fresh, ...[...changes(before, scene)].map((cell) => this.square(cell, "changed")));
    this.element.setAttribute("aria-label", `Board, ${scene.width} columns by ${scene.height} rows. ${scene.caption}`);
  }

  /** Lays maps of likelihoods over the board, added up. */
  heat(maps: readonly (readonly number[])[]): void {
    refill(this.belief);
    refill(this.percents);
    const sums = Array.from({ length: this.width * this.height }, (_, cell) => maps.reduce((sum, map) => sum + (map[cell] ?? 0), 0));
    const most = Math.max(...sums);
    if (!(most > 0)) return;
    sums.forEach((likely, cell) => {
      if (likely < most / 200) return;
      const square = this.square(cell, "likely");
      square.style.opacity = (0.1 + 0.7 * Math.sqrt(likely / most)).toFixed(3);
      this.belief.append(square);
      if (this.width <= ROOMY && likely >= 0.005) {
        const [x, y] = this.corner(cell);
        this.percents.append(svg("text", { class: "percent", x: x + 50, y: y + 92 }, `${Math.round(100 * likely)}%`));
      }
    });
  }

  /** Where something can be put over the pieces. */
  cover(...children: SVGElement[]): void {
    refill(this.overlay, ...children);
  }

  /** A square over a cell. */
  square(cell: number, look: string): SVGRectElement {
    const [x, y] = this.corner(cell);
    return svg("rect", { class: look, x, y, width: CELL, height: CELL });
  }

  private corner(cell: number): [number, number] {
    return [(cell % this.width) * CELL, Math.floor(cell / this.width) * CELL];
  }

  private resize(width: number, height: number): void {
    this.width = width;
    this.height = height;
    const edge = 1.2 * Math.max(width, height);
    const box = { x: -edge, y: -edge, width: width * CELL + 2 * edge, height: height * CELL + 2 * edge };
    this.element.setAttribute("viewBox", Object.values(box).join(" "));
    this.element.style.setProperty("--columns", String(width));
    this.element.style.setProperty("--rows", String(height));
    const cells = Array.from({ length: width * height }, (_, cell) => {
      const even = ((cell % width) + Math.floor(cell / width)) % 2 === 0;
      return this.square(cell, even ? "even" : "odd");
    });
    refill(this.floor, svg("rect", { class: "frame", ...box, rx: 2 * edge }), ...cells);
    for (const ground of this.grounds) {
      refill(ground.element);
      ground.text = "";
      ground.cells = [];
    }
  }

  private lay(ground: Ground, text: string): void {
    if (text === ground.text) return;
    for (let cell = 0; cell < this.width * this.height; cell++) {
      const character = text[cell] ?? " ";
      if (character === ground.text[cell]) continue;
      ground.cells[cell]?.remove();
      const tile = ground.tile(character);
      const made = tile && this.tile(cell, tile);
      ground.cells[cell] = made;
      if (made) ground.element.append(made);
    }
    ground.text = text;
  }

  private tile(cell: number, tile: Tile): SVGElement {
    const [x, y] = this.corner(cell);
    const group = svg("g", { class: `tile ${tile.seat === undefined ? "" : `seat${tile.seat}`}`, transform: `translate(${x} ${y})` });
    if (tile.paint) group.append(svg("rect", { class: tile.paint, width: CELL, height: CELL }));
    if (tile.seat !== undefined) group.append(svg("rect", { class: "tint", width: CELL, height: CELL }), shape(tile.seat));
    if (tile.art) {
      const art = picture(tile.art);
      if (tile.seat !== undefined) art.setAttribute("transform", "translate(15 17) scale(.7)");
      group.append(art);
    }
    if (tile.many) group.append(svg("g", { class: "more" }, svg("circle", { cx: 80, cy: 80, r: 18 }), svg("path", { d: "M70 80h20M80 70v20" })));
    if (!tile.paint && !tile.art) group.append(svg("text", { class: "glyph", x: 50, y: 68 }, tile.label));
    return group;
  }

  private stand(pieces: readonly Piece[]): void {
    const gone = new Set(this.pieces.keys());
    const crowds = new Map<string, Piece[]>();
    for (const piece of pieces) {
      if (!SPRITES[piece.kind]?.figure) continue;
      const place = `${piece.x},${piece.y}`;
      crowds.set(place, [...(crowds.get(place) ?? []), piece]);
    }
    let previous: SVGElement | null = null;
    for (const piece of [...pieces].sort((a, b) => level(a) - level(b))) {
      gone.delete(piece.id);
      const look = JSON.stringify([piece.kind, piece.seat, piece.known_to]);
      let held = this.pieces.get(piece.id);
      if (held?.look !== look) {
        held?.element.remove();
        held = { element: figure(piece), look };
        this.pieces.set(piece.id, held);
      }
      const { element } = held;
      // Those who share a cell stand side by side.
      const crowd = crowds.get(`${piece.x},${piece.y}`) ?? [];
      const place = crowd.indexOf(piece);
      const shared = place >= 0 && crowd.length > 1;
      const [aside, size] = shared ? [((place + 0.5) / crowd.length) * 64 - 14, 0.64] : [0, 1];
      element.style.transform = `translate(${piece.x * CELL + aside}px, ${piece.y * CELL + (shared ? 22 : 0)}px) scale(${size})`;
      const next: ChildNode | null = previous ? previous.nextSibling : this.crowd.firstChild;
      if (next !== element) this.crowd.insertBefore(element, next);
      previous = element;
    }
    for (const id of gone) {
      this.pieces.get(id)?.element.remove();
      this.pieces.delete(id);
    }
  }
}

/** What lies on the ground is below what stands on it, and signs are above all. */
function level(piece: Piece): number {
  const sprite = SPRITES[piece.kind];
  return sprite?.sign ? 2 : sprite?.figure ? 1 : 0;
}

function figure(piece: Piece): SVGGElement {
  const owner = piece.seat === undefined ? "nobody" : `seat${piece.seat}`;
  const sprite = SPRITES[piece.kind];
  const group = svg("g", { class: `piece ${owner} ${piece.known_to ? "secret" : ""}`, "data-kind": piece.kind, "data-id": piece.id });
  if (piece.known_to) group.append(svg("circle", { class: "halo", cx: 50, cy: 50, r: 46 }));
  if (sprite?.figure) group.append(svg("ellipse", { class: "shadow", cx: 50, cy: 92, rx: 32, ry: 6 }));
  group.append(picture(piece.kind));
  if (sprite?.badge && piece.seat !== undefined) {
    group.append(svg("g", { class: "badge" }, svg("circle", { class: "f o", cx: 18, cy: 82, r: 15 }), svg("text", { class: "i", x: 18, y: 89 }, letter(piece.seat))));
  }
  return group;
}

/** The cells in which something is not as it was. */
function changes(before: Scene | undefined, scene: Scene): Set<number> {
  const cells = new Set<number>();
  if (!before || before.width !== scene.width || before.height !== scene.height) return cells;
  const [was, is] = [before.layers["terrain"] ?? "", scene.layers["terrain"] ?? ""];
  for (let cell = 0; cell < is.length; cell++) if (is[cell] !== was[cell]) cells.add(cell);
  const places = new Map(before.pieces.map((piece) => [piece.id, piece]));
  for (const piece of scene.pieces) {
    const old = places.get(piece.id);
    if (old && (old.x !== piece.x || old.y !== piece.y)) {
      cells.add(old.y * scene.width + old.x);
      cells.add(piece.y * scene.width + piece.x);
    }
  }
  return cells;
}

/** Hatchings and textures. */
function patterns(): SVGDefsElement {
  const made = svg("defs");
  made.innerHTML = `
    <pattern id="hatch-w" width="20" height="20" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect class="hatch-w" width="7" height="20"/></pattern>
    <pattern id="hatch-b" width="20" height="20" patternUnits="userSpaceOnUse" patternTransform="rotate(-45)"><rect class="hatch-b" width="7" height="20"/></pattern>
    <pattern id="hatch-x" width="20" height="20" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path class="hatch-x" d="M0 0h20M0 0v20"/></pattern>
    <pattern id="glue" width="50" height="50" patternUnits="userSpaceOnUse"><circle class="drop" cx="14" cy="16" r="7"/><circle class="drop" cx="38" cy="38" r="5"/><circle class="drop" cx="38" cy="10" r="3"/></pattern>
    <pattern id="rug" width="50" height="50" patternUnits="userSpaceOnUse"><rect class="rug" width="50" height="50"/><path class="rug-line" d="M25 6 44 25 25 44 6 25z"/><circle class="rug-dot" cx="25" cy="25" r="5"/></pattern>
    <pattern id="bush" width="100" height="100" patternUnits="userSpaceOnUse"><rect class="bush-ground" width="100" height="100"/><g class="bush"><circle cx="28" cy="34" r="24"/><circle cx="72" cy="30" r="24"/><circle cx="50" cy="66" r="28"/></g><g class="bush-light"><circle cx="24" cy="28" r="8"/><circle cx="68" cy="24" r="8"/><circle cx="46" cy="58" r="9"/></g></pattern>
    <pattern id="bricks" width="100" height="100" patternUnits="userSpaceOnUse"><rect class="mortar" width="100" height="100"/><path class="brick" d="M3 4h44v28H3zM53 4h44v28H53zM3 36h19v28H3zM28 36h44v28H28zM78 36h19v28H78zM3 68h44v28H3zM53 68h44v28H53z"/></pattern>`;
  return made;
}
