// Begins: finds out what this page is about, and opens it.

import { html, refill } from "./dom.js";
import { answer, listen, Live } from "./live.js";
import { Player } from "./player.js";
import { bytes, Paged, unpack } from "./reel.js";
import type { Cover, Overview, View } from "./scene.js";
import { dress, Viewer } from "./viewer.js";

const root = document.getElementById("viewer") ?? document.body;

dress();
open().catch((error: unknown) => {
  const why = error instanceof Error ? error.message : String(error);
  refill(root, html("p", { class: "broken", role: "alert" }, `This page cannot be shown: ${why}`));
});

async function open(): Promise<void> {
  const cover = await unpack<Cover>(bytes(block("book") ?? missing()));
  if ("eyes" in cover) return attend(cover.overview, typeof cover.eyes === "string" ? cover.eyes : cover.eyes.seat);
  const { overview, page } = cover;
  const views: View[] = ["spectator", "truth", ...overview.seats.keys()];
  const viewer = new Viewer(new Paged(overview, page, (number) => within(number) ?? fetched(number)), root, views);
  await viewer.open();
}

/** Shows each frame of a game as it comes, and asks where a person has to decide. */
function attend(overview: Overview, view: View): Promise<void> {
  const reel = new Live(overview);
  let viewer: Viewer | undefined;
  let player: Player | undefined;
  const begin = (): void => {
    viewer = new Viewer(reel, root, [view]);
    player = new Player(viewer.board, answer);
    viewer.board.element.after(player.element);
    viewer.shown = () => player?.rest(!viewer?.atEnd);
  };
  return listen((news) => {
    if ("frame" in news) {
      // Whoever looks back at earlier turns is left there.
      const follows = viewer?.atEnd ?? true;
      const { frame, points } = news.frame;
      if (!reel.grow(frame, points)) return;
      if (!viewer) begin();
      viewer?.span();
      player?.done(frame.acting.length && typeof view === "number" ? "Waiting for the others" : "");
      if (follows) void viewer?.go(frame.turn);
    } else if ("question" in news) {
      player?.ask(news.question, reel.frame(reel.length - 1).scene.width);
      player?.rest(!viewer?.atEnd);
    } else if ("over" in news) {
      overview.over = news.over;
      player?.done(typeof view === "number" ? "The game is over" : "");
      if (viewer?.atEnd) void viewer.go(overview.turns);
    } else {
      player?.done(`The game has ended: ${news.broken}`);
    }
  });
}

/** A page that came with this document. */
function within(page: number): Promise<Uint8Array<ArrayBuffer>> | undefined {
  const text = block(`page-${page}`);
  return text === undefined ? undefined : Promise.resolve(bytes(text));
}

/** A page that the program still has. */
async function fetched(page: number): Promise<Uint8Array<ArrayBuffer>> {
  const answer = await fetch(`page/${page}`);
  if (!answer.ok) throw new Error(`the program answers ${answer.status}`);
  return new Uint8Array(await answer.arrayBuffer());
}

function block(id: string): string | undefined {
  return document.getElementById(id)?.textContent?.trim() ?? undefined;
}

function missing(): never {
  throw new Error("there is no game in it");
}
