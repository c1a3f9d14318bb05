// One picture for each kind of thing, in a box of 100 by 100.
//
// Classes take their paint from the page: `f` the owner's colour, `i` ink on it, `o` outline, `odd` only for every second
// seat, so that owners differ by more than colour.

import { svg } from "./dom.js";

/** How a piece is drawn: its picture, whether it wears its owner's badge, stands on the ground, or is a sign above it. */
export interface Sprite {
  readonly art: string;
  readonly badge?: true;
  readonly figure?: true;
  readonly sign?: true;
}

const person = `
  <path class="i" d="M40 70h9v20h-9zM51 70h9v20h-9z"/>
  <path class="f o" d="M50 40c15 0 21 10 22 32q-22 8-44 0c1-22 7-32 22-32z"/>
  <circle class="skin o" cx="50" cy="27" r="15"/>
  <circle class="dark" cx="45" cy="27" r="2.2"/><circle class="dark" cx="55" cy="27" r="2.2"/>`;

const onion = `
  <path class="leaf" d="M50 34c-10-6-12-18-8-22 5 6 7 10 8 16 1-6 3-12 9-17 3 8 0 18-9 23z"/>
  <path class="onion o" d="M50 30c6 10 28 14 28 34 0 14-12 22-28 22s-28-8-28-22c0-20 22-24 28-34z"/>
  <path class="shade" d="M50 36c-10 12-14 30-6 48M50 36c10 12 14 30 6 48"/>`;

const strawberry = `
  <path class="berry o" d="M50 90C34 82 20 62 22 46c2-14 18-16 28-10 10-6 26-4 28 10 2 16-12 36-28 44z"/>
  <path class="leaf" d="M50 38c-10 6-22 2-26-6 8-4 14-4 20-2-2-6 2-12 6-16 4 4 8 10 6 16 6-2 12-2 20 2-4 8-16 12-26 6z"/>
  <path class="seed" d="M38 54v5M50 50v5M62 54v5M44 66v5M56 66v5M50 78v4"/>`;

const dragonFruit = `
  <path class="leaf" d="M28 40 12 28l20 2zM72 40l16-12-20 2zM26 64 8 62l18-8zM74 64l18-2-18-8zM50 24 42 6l8 8 8-8z"/>
  <path class="dragon o" d="M50 18c20 8 30 24 30 40S66 90 50 90 20 74 20 58s10-32 30-40z"/>
  <ellipse class="pulp" cx="50" cy="60" rx="18" ry="20"/>
  <path class="pip" d="M44 52v3M54 50v3M48 60v3M58 60v3M42 66v3M52 70v3"/>`;

export const SPRITES: Readonly<Record<string, Sprite>> = {
  chicken: {
    figure: true,
    badge: true,
    art: `
      <path class="claw" d="M42 82v10M36 94l6-4 6 4M58 82v10M52 94l6-4 6 4"/>
      <path class="red" d="M62 22C60 10 69 8 71 15c2-9 11-7 10 1 6-4 11 4 4 10z"/>
      <path class="f o" d="M16 46c-1-14 12-16 18-4 6 8 16 6 20-8 3-12 13-18 23-14 9 4 12 15 8 25 4 22-10 40-34 40-20 0-34-14-35-39z"/>
      <path class="wing o" d="M34 58c10-8 26-6 30 4-6 14-26 14-30-4z"/>
      <path class="beak o" d="m85 31 13 6-13 6z"/>
      <path class="red" d="M80 44c5 0 7 6 4 10-5 0-7-6-4-10z"/>
      <circle class="i" cx="75" cy="32" r="3.6"/>`,
  },
  egg: {
    art: `
      <path class="f o" d="M50 26c14 0 24 20 24 33 0 14-10 23-24 23s-24-9-24-23c0-13 10-33 24-33z"/>
      <path class="gleam" d="M40 42c-4 5-6 10-6 15"/>
      <g class="odd i"><circle cx="56" cy="46" r="3"/><circle cx="62" cy="60" r="3.4"/><circle cx="48" cy="66" r="2.6"/><circle cx="44" cy="54" r="2"/></g>`,
  },
  turd: {
    art: `
      <path class="mud o" d="M50 24c8 4 10 10 6 16 12 0 16 9 10 15 12 2 16 13 9 20-6 7-44 7-50 0-7-7-3-18 9-20-6-6-2-15 8-15 6-4 8-8 8-16z"/>
      <path class="gleam" d="M40 58c8 4 18 4 24 0M34 72c10 5 24 5 34 0"/>
      <path class="f o" d="M66 22h18v13H66z"/><path class="pole" d="M66 20v30"/>
      <g class="odd i"><circle cx="75" cy="28.5" r="3.4"/></g>`,
  },
  trapdoor: {
    art: `
      <rect class="hole" x="14" y="14" width="72" height="72" rx="8"/>
      <path class="plank" d="M20 20h60v14H20zM20 37h44v12H20zM20 52h30v12H20z"/>
      <path class="pole" d="M14 24h10M14 58h10"/>
      <path class="gleam" d="m58 78 20-22M70 80l10-11"/>`,
  },
  noise: { sign: true, art: `<g class="sense"><circle cx="20" cy="20" r="17"/><path d="M12 17v7h5l6 5V12l-6 5zM28 14q5 6 0 13"/></g>` },
  tremor: { sign: true, art: `<g class="sense"><circle cx="20" cy="58" r="17"/><path d="m8 58 5-7 5 14 5-14 5 14 4-7"/></g>` },
  worker: {
    figure: true,
    badge: true,
    art: `${person}
      <path class="wing o" d="M34 22c0-20 32-20 32 0h8v5H26v-5z"/>
      <path class="i" d="M42 48h16v20H42z" opacity=".25"/>`,
  },
  rat: {
    figure: true,
    art: `
      <path class="tail" d="M22 72C2 70 4 46 16 46"/>
      <path class="fur o" d="M20 74c0-22 18-34 38-32 6-10 18-8 17 2 9 5 16 14 20 22-2 8-10 10-18 10H28c-5 0-8 0-8-2z"/>
      <circle class="ear o" cx="64" cy="40" r="9"/>
      <circle class="dark" cx="78" cy="54" r="3.4"/><circle class="nose" cx="94" cy="66" r="4"/>
      <path class="whisker" d="m84 66 10 8M82 70l6 9M36 76v8M64 76v8"/>`,
  },
  found: { sign: true, art: `<path class="star o" d="m50 6 12 26 28 3-21 19 6 28-25-14-25 14 6-28-21-19 28-3z"/><path class="tick" d="m36 50 10 11 20-22"/>` },
  search: { sign: true, art: `<circle class="lens" cx="44" cy="42" r="26"/><path class="handle" d="m64 62 24 24"/><path class="cross" d="m34 32 20 20M54 32 34 52"/>` },
  barn: {
    badge: true,
    art: `
      <path class="f o" d="M14 92V44L50 12l36 32v48z"/>
      <path class="roof" d="M6 50 50 9l44 41-7 7-37-35-37 35z"/>
      <path class="door o" d="M34 92V58h32v34z"/><path class="plankline" d="m34 58 32 34M66 58 34 92"/>
      <circle class="door o" cx="50" cy="40" r="7"/>`,
  },
  walker: { figure: true, badge: true, art: `${person}<path class="leaf" d="M32 20C36 2 64 2 68 20q-18-8-36 0z"/>` },
  rider: {
    figure: true,
    badge: true,
    art: `
      <g class="wheel"><circle cx="24" cy="76" r="17"/><circle cx="76" cy="76" r="17"/><path d="m24 76 16-26h24l12 26M40 50l12 26h-28M64 50l-4-10h10"/></g>
      <path class="f o" d="M34 52c-2-18 8-26 18-24 9 1 12 8 8 14l-6 14z"/>
      <circle class="skin o" cx="56" cy="18" r="13"/><circle class="dark" cx="61" cy="18" r="2"/>
      <path class="leaf" d="M42 13C46 0 66 0 70 13q-14-6-28 0z"/>`,
  },
  onion: { art: onion },
  strawberry: { art: strawberry },
  "dragon fruit": { art: dragonFruit },
  "onion to come": { art: onion },
  "strawberry to come": { art: strawberry },
  "dragon fruit to come": { art: dragonFruit },
  king: {
    figure: true,
    art: `
      <path class="f o" d="M50 8v18M42 16h16" stroke-width="7"/>
      <path class="f o" d="M50 26c-9 0-12 8-8 16-14-8-28-2-28 10 0 10 9 16 14 22h44c5-6 14-12 14-22 0-12-14-18-28-10 4-8 1-16-8-16z"/>
      <path class="f o" d="M26 78h48v6H26zM22 84h56v9H22z"/>
      <path class="fine" d="M50 44v28M30 68c-6-7-8-10-8-15 0-7 9-9 16-2 5 5 8 10 10 17M70 68c6-7 8-10 8-15 0-7-9-9-16-2-5 5-8 10-10 17"/>`,
  },
  rook: {
    figure: true,
    art: `
      <path class="f o" d="M24 14h11v8h9v-8h12v8h9v-8h11v18l-9 9v31l8 10H25l8-10V41l-9-9z"/>
      <path class="f o" d="M20 82h60v11H20z"/>
      <path class="fine" d="M33 41h34M33 70h34M24 32h52"/>`,
  },
  // What stands on the ground of Bovine: the face is the same for all, the token under it is the owner's shape.
  cow: {
    art: `
      <path class="hide" d="M28 36 12 28c-2 12 6 18 16 16zM72 36l16-8c2 12-6 18-16 16z"/>
      <path class="hide" d="M30 34c4-12 36-12 40 0 2 12 0 22-6 32H36c-6-10-8-20-6-32z"/>
      <path class="patch" d="M50 26c10-1 18 3 20 8 1 8 0 14-2 19-12-2-18-12-18-27z"/>
      <ellipse class="muzzle" cx="50" cy="68" rx="19" ry="13"/>
      <circle class="dark" cx="41" cy="44" r="4"/><circle class="dark" cx="60" cy="44" r="4"/>
      <circle class="dark" cx="43" cy="68" r="2.6"/><circle class="dark" cx="57" cy="68" r="2.6"/>`,
  },
};

/** The four shapes that stand for seats wherever there is no room for a name. */
export const SHAPES = [
  `<circle cx="50" cy="50" r="44"/>`,
  `<rect x="9" y="9" width="82" height="82" rx="10"/>`,
  `<path d="M50 5 97 91H3z"/>`,
  `<path d="M50 2 98 50 50 98 2 50z"/>`,
] as const;

/** The letter of a seat. */
export const letter = (seat: number): string => "ABCD"[seat] ?? "?";

/** All pictures, as symbols that `picture` refers to. The markup is ours: nothing of a tape is in it. */
export function defs(): SVGDefsElement {
  const symbol = (id: string, art: string): string => `<symbol id="${id}" viewBox="0 0 100 100" overflow="visible">${art}</symbol>`;
  const rows = Object.entries(SPRITES).map(([kind, sprite]) => symbol(name(kind), sprite.art));
  const shapes = SHAPES.map((art, seat) => symbol(`shape-${seat}`, art));
  const made = svg("defs");
  made.innerHTML = rows.concat(shapes).join("");
  return made;
}

const name = (kind: string): string => `sprite-${kind.replaceAll(" ", "-")}`;

/** The picture of a kind; a kind without one is its first letter. */
export function picture(kind: string): SVGElement {
  if (Object.hasOwn(SPRITES, kind)) return svg("use", { href: `#${name(kind)}`, width: 100, height: 100 });
  const first = [...kind][0] ?? "?";
  return svg("g", {}, svg("circle", { class: "f o", cx: 50, cy: 50, r: 34 }), svg("text", { class: "i glyph", x: 50, y: 66 }, first.toUpperCase()));
}

/** The shape of a seat, filled with its colour. */
export function shape(seat: number): SVGElement {
  return svg("use", { href: `#shape-${seat % SHAPES.length}`, width: 100, height: 100, class: `f o seat${seat}` });
}
