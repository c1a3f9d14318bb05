// A person plays in a real browser: by clicking, by keys, and without learning more than the seat may know.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, test } from "node:test";
import type { Page } from "playwright-core";
import { kinds, shown, Yard } from "./yard.js";

const yard = new Yard();
after(() => yard.close());

/** Short games with a person in them, and what has to be decided there. */
const TABLES: Readonly<Record<string, { args: string[]; prompts: string[] }>> = {
  chickens: { args: ["chickens", "human", "Henny", "--set", "turns=8"], prompts: ["step"] },
  carpets: { args: ["carpets", "George", "human", "--set", "turns=8"], prompts: [] },
  bovine: { args: ["bovine", "human", "random_raven", "AdjacentAsta", "Herta", "--rounds", "12", "--set", "size=6"], prompts: [] },
  orchard: { args: ["orchard", "random_source", "human", "--set", 'map="S.S"', "--set", "rounds=12", "--set", "forced_auction=2", "--set", "start_scores=[300,300]"], prompts: ["bid", "move", "power-up", "where the loser goes"] },
};

interface Sitting {
  page: Page;
  ended: Promise<number | null>;
  /** Everything that the program has sent to the page. */
  heard: () => string;
}

async function sit(...args: string[]): Promise<Sitting> {
  const { address, ended } = await yard.serve("play", ...args, "--browser");
  let heard = "";
  const page = await yard.open("about:blank", { blank: true });
  page.on("response", (response) => void response.text().then((text) => (heard += text)).catch(() => {}));
  await page.goto(address);
  await page.waitForSelector(".card");
  return { page, ended, heard: () => heard };
}

/** Waits until the person is asked or the game is over; says what is asked. */
async function asked(page: Page): Promise<string | undefined> {
  await page.waitForFunction(() => /^(.*Your turn|Which|The game)/.test(document.querySelector(".prompt")?.textContent ?? ""));
  const told = await page.locator(".prompt").innerText();
  return told.startsWith("The game") ? undefined : (/Your turn, ([^:]+)/.exec(told)?.[1] ?? told);
}

/** Does something that is offered: a square if there is one, then whatever is asked about it. */
async function move(page: Page, nth: number): Promise<void> {
  const [targets, field, choices] = [page.locator(".target"), page.locator(".number input"), page.locator(".choice")];
  const count = await targets.count();
  if (count > 0) await targets.nth((nth * 7) % count).click();
  else if (await field.count()) {
    // Who bids all it has wins, and may send the other away.
    await field.fill((await field.getAttribute("max")) ?? "0");
    await choices.first().click();
  } else await choices.nth(nth % (await choices.count())).click();
  if ((await page.locator(".prompt").innerText()).startsWith("Which")) await choices.nth(nth % (await choices.count())).click();
}

test("a person plays a whole game of Microchess by clicking", async () => {
  const tape = yard.path("human.tape");
  const { page, ended } = await sit("microchess", "human", "Monkey", "--seed", "5", "--set", "game_length=12", "-o", tape);
  let moves = 0;
  while ((await asked(page)) !== undefined) {
    assert.ok(moves < 20, "the game ends");
    // Pick a piece up, and put it where it may go.
    const sources = page.locator(".source");
    if (await sources.count()) {
      await sources.nth(moves % (await sources.count())).click();
      await page.locator(".source.held").waitFor();
    }
    const targets = page.locator(".target");
    await targets.nth(moves % (await targets.count())).click();
    moves++;
  }
  assert.ok(moves > 0);
  assert.equal(await ended, 0);
  assert.match((await shown(page)).caption, /Ended by/);
  assert.match(yard.run("verify", tape), /holds/);
  // The page stays when the program has gone.
  await page.keyboard.press("Home");
  assert.equal((await shown(page)).turn, 0);
  yard.atPeace();
});

for (const [game, { args, prompts }] of Object.entries(TABLES)) {
  test(`a person plays a whole game of ${game} by clicking`, async () => {
    const tape = yard.path(`${game}.tape`);
    const { page, ended } = await sit(...args, "-o", tape);
    const decided = new Set<string>();
    for (let nth = 0; ; nth++) {
      const prompt = await asked(page);
      if (prompt === undefined) break;
      assert.ok(nth < 200, "the game ends");
      decided.add(prompt);
      await move(page, nth);
    }
    assert.equal(await ended, 0);
    assert.match(yard.run("verify", tape), /holds/);
    for (const prompt of prompts) assert.ok(decided.has(prompt), `${prompt} of ${[...decided].join(", ")}`);
    const seat = args.indexOf("human") - 1;
    const lines = readFileSync(tape, "utf8").split("\n").filter((line) => line.startsWith('{"act"'));
    assert.ok(lines.some((line) => (JSON.parse(line) as { act: [number, unknown][] }).act.some(([who]) => who === seat)));
    yard.atPeace();
  });
}

test("the page of a person gets nothing but what the seat may know", async () => {
  const { page, heard } = await sit("carpets", "human", "George", "--set", "turns=6", "--seed", "4");
  for (let nth = 0; nth < 3; nth++) {
    await asked(page);
    await move(page, nth);
  }
  await asked(page);
  assert.ok((await page.locator(".target").count()) < 24, "searches do not hide the moves");
  await page.getByRole("button", { name: "search…" }).click();
  assert.equal(await page.locator(".target").count(), 64, "they are there when asked for");
  await page.getByRole("button", { name: "Something else" }).click();
  assert.ok(!heard().includes('"kind":"rat"'), "the rat stays hidden");
  assert.ok(!heard().includes('"thoughts"'), "so does what the other believes");
  assert.ok(heard().includes('"hears"'), "what the seat hears is there");
  assert.ok(!(await kinds(page)).includes("rat"));
  const cover = await page.evaluate(async () => {
    const raw = Uint8Array.from(atob(document.getElementById("book")?.textContent ?? ""), (letter) => letter.charCodeAt(0));
    return new Response(new Blob([raw]).stream().pipeThrough(new DecompressionStream("gzip"))).text();
  });
  assert.ok(!cover.includes('"seed"'), "luck to come stays luck");
  assert.equal(await page.locator("[data-view]").count(), 0, "there are no other eyes to ask for");
  for (const key of ["t", "s", "2"]) await page.keyboard.press(key);
  assert.ok(!(await kinds(page)).includes("rat"));
  yard.atPeace();
});

test("a person can play by keys alone, look back, and reload", async () => {
  const { page } = await sit("chickens", "human", "Yolanda", "--set", "turns=10");
  assert.equal(await asked(page), "step");
  await page.keyboard.press("ArrowLeft");
  await page.evaluate(() => document.body.focus());
  let stop = "";
  for (let nth = 0; nth < 12 && !stop.startsWith("column"); nth++) {
    await page.keyboard.press("Tab");
    stop = await page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? "");
  }
  assert.match(stop, /^column \d, row \d: /);
  await page.keyboard.press("Enter");
  if ((await page.locator(".prompt").innerText()).startsWith("Which")) await page.keyboard.press("Enter");
  await page.waitForFunction(() => Number(document.querySelector<HTMLOutputElement>(".count")?.value.split(" ")[0]) >= 2);
  await asked(page);
  await page.keyboard.press("Home");
  await page.locator(".prompt", { hasText: "go to the last turn" }).waitFor();
  assert.equal(await page.locator(".target").count(), 0, "nothing can be done in the past");
  await page.keyboard.press("End");
  await page.locator(".target").first().waitFor();
  const { last } = await shown(page);
  await page.reload();
  await page.locator(".target").first().waitFor();
  assert.equal((await shown(page)).last, last);
  await move(page, 0);
  await page.waitForFunction((last) => Number(document.querySelector<HTMLOutputElement>(".count")?.value.split(" ")[0]) > last, last);
  yard.atPeace();
});
