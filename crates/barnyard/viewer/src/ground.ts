// What the characters of a scene's layers look like: one table for each game, in the order that layers are laid.

/** A cell of the ground. */
export interface Tile {
  /** For whoever cannot see it. */
  readonly label: string;
  /** How its square is painted. */
  readonly paint?: string;
  /** The picture on it. */
  readonly art?: string;
  /** Whose it is. */
  readonly seat?: number;
  /** More than one of it. */
  readonly many?: true;
}

type Layers = Readonly<Record<string, Readonly<Record<string, Tile>>>>;

const cow = (seat: number, owner: string): Tile => ({ label: `cow of ${owner}`, art: "cow", seat });
const heat = Object.fromEntries([..."123456789"].map((step) => [step, { label: `heat ${step}`, paint: `heat heat${step}` }]));

export const GROUND: Readonly<Record<string, Layers>> = {
  chickens: {
    zones: {
      w: { label: "closed by White's turds", paint: "zone zone-w" },
      b: { label: "closed by Black's turds", paint: "zone zone-b" },
      x: { label: "closed by both", paint: "zone zone-x" },
    },
  },
  carpets: {
    terrain: {
      "+": { label: "primed", paint: "primed" },
      "=": { label: "carpet", paint: "carpet" },
      "#": { label: "blocked", paint: "blocked" },
    },
  },
  bovine: {
    terrain: { 0: cow(0, "Red"), 1: cow(1, "Yellow"), 2: cow(2, "Green"), 3: cow(3, "Blue") },
    strays: { "*": { label: "stray", paint: "stray" } },
  },
  orchard: {
    terrain: { "#": { label: "hedge", paint: "hedge" }, S: { label: "start", paint: "start" } },
    heat,
    fruit: {
      o: { label: "onion", art: "onion" },
      s: { label: "strawberry", art: "strawberry" },
      d: { label: "dragon fruit", art: "dragon fruit" },
      O: { label: "onions", art: "onion", many: true },
      S: { label: "strawberry and more", art: "strawberry", many: true },
      D: { label: "dragon fruit and more", art: "dragon fruit", many: true },
    },
  },
  microchess: {},
};

/** The layers that are drawn, and what their characters mean. A game without a table shows its terrain as characters. */
export function layersOf(game: string): [string, (character: string) => Tile | undefined][] {
  if (!Object.hasOwn(GROUND, game)) return [["terrain", plain]];
  const layers = GROUND[game] ?? {};
  return Object.entries(layers).map(([name, tiles]) => [name, (character) => (Object.hasOwn(tiles, character) ? tiles[character] : undefined)]);
}

function plain(character: string): Tile | undefined {
  return character === "." || character === " " ? undefined : { label: character };
}
