// What needs no browser: views, and lines that are thinned out.

import assert from "node:assert/strict";
import { test } from "node:test";
import { thinned } from "../src/charts.js";
import { seen, type View } from "../src/scene.js";
import { SPRITES } from "../src/sprites.js";
import { eyes } from "./fixture.js";

test("every view is what the program makes of it", () => {
  const [truth, ...rest] = eyes;
  assert.ok(truth);
  const views: View[] = ["spectator", 0, 1];
  views.forEach((view, nth) => assert.deepEqual(seen(truth, view), rest[nth], String(view)));
  assert.equal(seen(truth, "truth"), truth);
});

test("a long line keeps its ends, its lowest and its highest point", () => {
  const values = Array.from({ length: 10_001 }, (_, turn) => (turn === 5_432 ? 999 : turn === 6_543 ? -999 : turn % 7));
  const kept = thinned(values);
  assert.ok(kept.length < 700, String(kept.length));
  for (const turn of [0, 5_432, 6_543, 10_000]) assert.ok(kept.some(([at]) => at === turn), String(turn));
  assert.ok(kept.every(([at], nth) => nth === 0 || at >= (kept[nth - 1]?.[0] ?? 0)), "in order");
});

test("pictures are well-formed, each in its box", () => {
  for (const [kind, { art }] of Object.entries(SPRITES)) {
    const [open, closed] = [art.match(/<[a-z]+/g)?.length ?? 0, (art.match(/\/>/g)?.length ?? 0) + (art.match(/<\/[a-z]+>/g)?.length ?? 0)];
    assert.equal(open, closed, kind);
  }
});
