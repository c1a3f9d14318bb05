// A game that is being played: frames as they happen, and questions to the person at this page.

import type { Reel } from "./reel.js";
import type { Frame, News, Overview } from "./scene.js";

/** A reel that grows. */
export class Live implements Reel {
  private readonly frames: Frame[] = [];

  constructor(readonly overview: Overview) {}

  frame(turn: number): Frame {
    const found = this.frames[turn];
    if (!found) throw new Error("it has not been played yet");
    return found;
  }

  get length(): number {
    return this.frames.length;
  }

  /** One more frame; one that is there already, after a lost connection, changes nothing. */
  grow(frame: Frame, points: number[]): boolean {
    if (frame.turn !== this.frames.length) return false;
    const { chart } = this.overview;
    this.frames.push(frame);
    this.overview.turns = frame.turn;
    chart.points.push(points);
    for (const mark of frame.marks ?? []) chart.marks.push([frame.turn, mark]);
    for (const { seat, ms } of frame.deeds ?? []) if (ms !== undefined) chart.clock.push([frame.turn, seat, ms]);
    return true;
  }
}

/** So often a program that does not answer is asked again. */
const TRIES = 5;

/** Hears what happens until the game is over. */
export async function listen(hear: (news: News) => void): Promise<void> {
  for (let [heard, failed] = [0, 0]; ; ) {
    try {
      const reply = await fetch(`news/${heard}`);
      if (!reply.ok) throw new Error(`the program answers ${reply.status}`);
      const all = (await reply.json()) as News[];
      failed = 0;
      heard += all.length;
      all.forEach(hear);
      if (all.some((news) => "over" in news || "broken" in news)) return;
    } catch {
      if (++failed > TRIES) return hear({ broken: "the program does not answer any more" });
      await new Promise((wake) => window.setTimeout(wake, 300 * failed));
    }
  }
}

/** Answers a question. */
export async function answer(question: number, action: string): Promise<string | undefined> {
  const reply = await fetch("answer", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ question, action }) });
  return reply.ok ? undefined : await reply.text();
}
