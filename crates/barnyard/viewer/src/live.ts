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

/** Hears what happens until the game is over. The browser connects anew by itself; the program then tells the rest. */
export function listen(hear: (news: News) => void): void {
  const events = new EventSource("news");
  events.addEventListener("message", (event: MessageEvent<string>) => {
    const news = JSON.parse(event.data) as News;
    if ("over" in news || "broken" in news) events.close();
    hear(news);
  });
  events.addEventListener("error", () => {
    if (events.readyState === EventSource.CLOSED) hear({ broken: "the program has ended" });
  });
}

/** Answers a question. */
export async function answer(question: number, choice: number): Promise<string | undefined> {
  const reply = await fetch("answer", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ question, choice }) });
  return reply.ok ? undefined : await reply.text();
}
