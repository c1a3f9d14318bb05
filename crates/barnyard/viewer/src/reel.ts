// Where frames come from: packed pages that are opened when somebody looks at them.

import type { Frame, Overview } from "./scene.js";

/** Opened pages that are kept. */
const KEPT = 24;

/** A game that can be looked at, turn by turn. */
export interface Reel {
  readonly overview: Overview;
  /** The frame, at once if its page is open. */
  frame(turn: number): Frame | Promise<Frame>;
}

/** A reel made of pages, wherever they lie. */
export class Paged implements Reel {
  private readonly open = new Map<number, Frame[] | Promise<Frame[]>>();

  constructor(
    readonly overview: Overview,
    /** How many frames a page holds. */
    private readonly size: number,
    private readonly fetchPage: (page: number) => Promise<Uint8Array<ArrayBuffer>>,
  ) {}

  frame(turn: number): Frame | Promise<Frame> {
    const number = Math.floor(turn / this.size);
    const at = (page: Frame[]): Frame => {
      const found = page[turn - number * this.size];
      if (!found) throw new Error(`page ${number} has no turn ${turn}`);
      return found;
    };
    const page = this.page(number);
    const last = Math.ceil((this.overview.turns + 1) / this.size) - 1;
    // The neighbours are opened before anybody turns to them.
    for (const near of [number + 1, number - 1]) if (near >= 0 && near <= last) void Promise.resolve(this.page(near)).catch(() => {});
    return page instanceof Promise ? page.then(at) : at(page);
  }

  private page(number: number): Frame[] | Promise<Frame[]> {
    let page = this.open.get(number);
    if (page) {
      this.open.delete(number);
    } else {
      page = this.fetchPage(number).then(unpack<Frame[]>);
      page.then(
        (frames) => this.open.has(number) && this.open.set(number, frames),
        () => this.open.delete(number),
      );
    }
    this.open.set(number, page);
    for (const oldest of this.open.keys()) {
      if (this.open.size <= KEPT) break;
      this.open.delete(oldest);
    }
    return page;
  }
}

/** Bytes out of base64 text. */
export function bytes(text: string): Uint8Array<ArrayBuffer> {
  const raw = atob(text);
  const made = new Uint8Array(raw.length);
  for (let at = 0; at < raw.length; at++) made[at] = raw.charCodeAt(at);
  return made;
}

/** JSON out of gzip. */
export async function unpack<T>(packed: Uint8Array<ArrayBuffer>): Promise<T> {
  const plain = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  return (await new Response(plain).json()) as T;
}
