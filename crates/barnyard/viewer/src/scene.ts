// What the program tells a viewer, as `games/src/scene.rs` and `games/src/reel.rs` write it.

/** All there is to see at one moment of a game. */
export interface Scene {
  width: number;
  height: number;
  /** Named pictures of the ground, one character a cell, row by row from the top. */
  layers: Record<string, string>;
  /** Things that stand on the ground, lowest first. */
  pieces: Piece[];
  panels: Panel[];
  /** What just happened, in one sentence that every seat may read. */
  caption: string;
  /** What happened besides, and no seat was told. */
  aside?: string;
  /** What kind of moment this is. */
  mark?: string;
}

/** A thing on the board. Its id stays with it for the whole game. */
export interface Piece {
  id: number;
  kind: string;
  seat?: number;
  x: number;
  y: number;
  /** The seats that know of it; absent: everyone. */
  known_to?: number[];
}

/** What a score board says of one seat. */
export interface Panel {
  seat: number;
  title: string;
  score: number;
  lines: [string, string][];
  /** What only this seat knows. */
  private?: [string, string][];
}

/** One moment of a game. */
export interface Frame {
  turn: number;
  scene: Scene;
  /** The seats that decide next. */
  acting: number[];
  /** What the seats did since the frame before. */
  deeds?: Deed[];
  /** What the seats that decide next believe of what they cannot see. */
  thoughts?: Thought[];
  marks?: string[];
}

/** What one seat did. */
export interface Deed {
  seat: number;
  action?: string;
  ms?: number;
  /** Its own answer did not count: the kind of foul. */
  foul?: string;
  why?: string;
}

/** What one seat believed when it decided. */
export interface Thought {
  seat: number;
  /** How likely each cell hides a thing, by the kind of thing. */
  belief: Record<string, number[]>;
  /** How wrong that is, in bits. */
  loss?: number;
}

/** Curves over the whole game. */
export interface Chart {
  /** By frame, the score of each seat. */
  points: number[][];
  /** Turn, seat, milliseconds. */
  clock: [number, number, number][];
  /** Turn, seat, bits. */
  loss: [number, number, number][];
  /** Turns that stand out, and why. */
  marks: [number, string][];
}

/** Whose game it is, and how it went. */
export interface Overview {
  game: string;
  title: string;
  seats: Sitter[];
  config: unknown;
  seed?: number;
  /** What seats have to guess at. */
  hidden: { kind: string; count: number }[];
  /** The number of the last frame. */
  turns: number;
  /** Absent while the game is played. */
  over?: Over;
  chart: Chart;
}

/** A seat and who sits there. */
export interface Sitter {
  seat: string;
  name: string;
}

export interface Over {
  payoffs: number[];
  points: number[];
  reason: string;
  clock_ms?: number[];
}

/** What a document is about: a game in pages of so many frames, or one that is being played, through somebody's eyes. */
export type Cover = { overview: Overview; page: number } | { overview: Overview; eyes: "truth" | "spectator" | { seat: number } };

/** Whose eyes to look through: those that see all, those of anybody, or one seat's. */
export type View = "truth" | "spectator" | number;

/** The moment as those eyes see it. What they do not see is not in it; `Frame::seen_by` says the same in Rust. */
export function seen(frame: Frame, view: View): Frame {
  if (view === "truth") return frame;
  const { deeds, thoughts, ...rest } = frame;
  const made: Frame = { ...rest, scene: sceneSeen(frame.scene, view) };
  if (deeds) made.deeds = deeds.map((deed) => (deed.seat === view ? deed : without(deed, "action", "why")));
  const own = thoughts?.filter((thought) => thought.seat === view).map((thought) => without(thought, "loss"));
  if (own?.length) made.thoughts = own;
  return made;
}

function sceneSeen(scene: Scene, view: View): Scene {
  const known = (piece: Piece): boolean => !piece.known_to || (typeof view === "number" && piece.known_to.includes(view));
  const panels = scene.panels.map((panel) => (panel.seat === view ? panel : without(panel, "private")));
  return { ...without(scene, "aside"), pieces: scene.pieces.filter(known), panels };
}

/** The same without these fields, all of which may be absent. */
function without<T extends object, K extends keyof T>(value: T, ...fields: K[]): T {
  const copy = { ...value };
  for (const field of fields) delete copy[field];
  return copy;
}

/** One thing that a person may do now. */
export interface Item {
  /** The answer to give. */
  action: string;
  /** The whole action in a few words, which no other item has. */
  label: string;
  /** What kind of action it is, for those that lead to the same cell. */
  manner: string;
  /** Where the piece stands that moves, as column and row. */
  from?: [number, number];
  /** The cell that it is about. */
  to?: [number, number];
}

/** A number to name instead of a list to choose from. */
export interface Range {
  least: number;
  most: number;
  /** What stands before and after the number in the answer to give. */
  around: [string, string];
}

/** All that a seat may do now. */
export interface Menu {
  /** What is to be decided. */
  prompt: string;
  items: Item[];
  range?: Range;
}

/** A question to the person at this page. */
export interface Question {
  /** Counted from 0: an answer names the question it is for. */
  number: number;
  menu: Menu;
  /** Why the answer before this one did not count. */
  refused: string | null;
}

/** What a game that is being played sends, in the order it happens. */
export type News = { frame: { frame: Frame; points: number[] } } | { question: Question } | { over: Over } | { broken: string };
