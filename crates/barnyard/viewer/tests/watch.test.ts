// Recorded games in a real browser.

import assert from "node:assert/strict";
import { statSync } from "node:fs";
import { after, before, test } from "node:test";
import { kinds, MATCHES, reaches, shown, Yard } from "./yard.js";

const yard = new Yard();
const tapes: Record<string, string> = {};

before(() => {
  for (const game of Object.keys(MATCHES)) tapes[game] = yard.tape(game);
});
after(() => yard.close());

const tape = (game: string): string => tapes[game] ?? "";

test("arrow right shows turn 1, served and exported", async () => {
  const { address } = await yard.serve("watch", tape("chickens"), "--browser");
  for (const where of [address, yard.exported(tape("chickens"))]) {
    const page = await yard.open(where);
    assert.equal((await shown(page)).turn, 0);
    const before = (await shown(page)).caption;
    await page.keyboard.press("ArrowRight");
    await reaches(page, 1);
    assert.notEqual((await shown(page)).caption, before);
    await page.keyboard.press("ArrowLeft");
    await reaches(page, 0);
    assert.equal((await shown(page)).caption, before);
  }
  yard.atPeace();
});

test("every game opens, plays to its end and says who won", async () => {
  for (const game of Object.keys(MATCHES)) {
    const page = await yard.open(yard.exported(tape(game)));
    await page.keyboard.press("End");
    await page.waitForFunction(() => document.querySelector(".caption")?.textContent?.includes("Ended by"));
    const { turn, last } = await shown(page);
    assert.equal(turn, last, game);
    assert.ok((await page.locator(".board .piece").count()) > 0, game);
  }
  yard.atPeace();
});

test("secrets are hidden until asked for", async () => {
  const page = await yard.open(`${yard.exported(tape("carpets"))}#turn=10`);
  assert.ok(!(await kinds(page)).includes("rat"));
  assert.ok(!(await page.locator("#viewer").innerText()).includes("hears"));
  await page.keyboard.press("t");
  assert.ok((await kinds(page)).includes("rat"));
  assert.ok((await page.locator("#viewer").innerText()).includes("hears"));
  await page.keyboard.press("s");
  assert.ok(!(await kinds(page)).includes("rat"));
  const orchard = await yard.open(`${yard.exported(tape("orchard"))}#turn=60`);
  assert.ok(!(await kinds(orchard)).some((kind) => kind.includes("to come")));
  await orchard.keyboard.press("s");
  assert.ok((await kinds(orchard)).some((kind) => kind.includes("to come")));
  yard.atPeace();
});

test("a seat's view has what that seat knew, and nothing else is in the document", async () => {
  const page = await yard.open(`${yard.exported(tape("carpets"))}#turn=10`);
  await page.locator("details summary").click();
  const text = (): Promise<string> => page.evaluate(() => document.getElementById("viewer")?.textContent ?? "");
  const mover = (await shown(page)).turn % 2;
  for (const seat of [0, 1]) {
    await page.keyboard.press(String(seat + 1));
    await page.locator(`[data-view="${seat}"][aria-pressed=true]`).waitFor();
    assert.ok(!(await kinds(page)).includes("rat"), "nobody knows where the rat is");
    assert.ok(!(await text()).includes("rat:"), "not in words either");
    assert.equal((await text()).includes("hears"), seat === mover, "only the mover hears it");
    assert.equal((await page.locator(".likely").count()) > 0, seat === mover, "a belief is the believer's");
    assert.ok(!(await page.locator(".beliefs").innerText()).includes("log-loss"), "how wrong it is follows from the truth");
  }
  await page.keyboard.press("t");
  assert.match(await page.locator(".beliefs").innerText(), /log-loss \d+\.\d\d bits/);
  await page.keyboard.press("b");
  assert.equal(await page.locator(".likely").count(), 0);
  yard.atPeace();
});

test("an address leads to its turn, and the address follows", async () => {
  const page = await yard.open(`${yard.exported(tape("chickens"))}#turn=42`);
  assert.equal((await shown(page)).turn, 42);
  await page.evaluate(() => (location.hash = "#turn=7"));
  await reaches(page, 7);
  await page.keyboard.press("ArrowRight");
  await page.waitForFunction(() => location.hash === "#turn=8");
  const far = await yard.open(`${yard.exported(tape("chickens"))}#turn=99999`);
  assert.equal((await shown(far)).turn, (await shown(far)).last);
  const nonsense = await yard.open(`${yard.exported(tape("chickens"))}#turn=<b>`);
  assert.equal((await shown(nonsense)).turn, 0);
  yard.atPeace();
});

test("everything can be done by keys", async () => {
  const page = await yard.open(yard.exported(tape("orchard")));
  const { last } = await shown(page);
  const keys: [string, number][] = [["End", last], ["Home", 0], ["Shift+ArrowRight", 10], ["Shift+ArrowLeft", 0]];
  for (const [key, turn] of keys) {
    await page.keyboard.press(key);
    await reaches(page, turn);
  }
  await page.keyboard.press("n");
  const mark = (await shown(page)).turn;
  assert.ok(mark > 0);
  await page.keyboard.press("n");
  await page.keyboard.press("p");
  await reaches(page, mark);
  await page.keyboard.press("g");
  await page.keyboard.type("33");
  await page.keyboard.press("Enter");
  await reaches(page, 33);
  await page.keyboard.press("?");
  await page.getByRole("dialog", { name: "help" }).waitFor();
  await page.keyboard.press("Escape");
  const speed = page.getByRole("combobox", { name: "speed" });
  const slow = await speed.inputValue();
  await page.keyboard.press("+");
  assert.notEqual(await speed.inputValue(), slow);
  await page.keyboard.press("-");
  assert.equal(await speed.inputValue(), slow);
  const mood = (): Promise<string> => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await mood();
  await page.keyboard.press("d");
  assert.notEqual(await mood(), light);
  for (let nth = 0; nth < 6; nth++) await page.keyboard.press("+");
  await page.keyboard.press(" ");
  await page.waitForFunction(() => Number(document.querySelector<HTMLOutputElement>(".count")?.value.split(" ")[0]) > 40);
  await page.keyboard.press(" ");
  const { turn } = await shown(page);
  assert.ok(turn > 40 && turn <= last);
  yard.atPeace();
});

test("whoever does not see it can use it: names, states, the order of focus", async () => {
  const page = await yard.open(yard.exported(tape("bovine")));
  const nameless = await page.evaluate(() =>
    [...document.querySelectorAll("button, input, select, [role=img]")].filter((element) => !element.closest("[hidden]") && !(element.getAttribute("aria-label") ?? element.textContent)?.trim()).length,
  );
  assert.equal(nameless, 0);
  const stops = new Set<string>();
  for (let nth = 0; nth < 20; nth++) {
    await page.keyboard.press("Tab");
    stops.add(await page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? ""));
  }
  for (const stop of ["help", "turn", "play", "speed", "next mark", "What Blue knew"]) assert.ok(stops.has(stop), `${stop}: ${[...stops].join(", ")}`);
  await page.getByRole("slider", { name: "turn" }).focus();
  await page.keyboard.press("ArrowRight");
  await reaches(page, 1);
  assert.match((await page.getByRole("slider", { name: "turn" }).getAttribute("aria-valuetext")) ?? "", /^turn 1 of \d+: Round 1/);
  await page.getByRole("button", { name: "The truth: all secrets" }).focus();
  await page.keyboard.press(" ");
  assert.equal(await page.getByRole("button", { name: "The truth: all secrets" }).getAttribute("aria-pressed"), "true");
  assert.equal(await page.locator(".caption").getAttribute("aria-live"), "polite");
  yard.atPeace();
});

test("pieces keep their elements and slide", async () => {
  const page = await yard.open(yard.exported(tape("chickens")));
  await page.evaluate(() => document.querySelector(".piece[data-kind=chicken]")?.setAttribute("data-held", "yes"));
  const at = (): Promise<string> => page.locator(".piece[data-held]").evaluate((piece: SVGElement) => piece.style.transform);
  const start = await at();
  await page.keyboard.press("ArrowRight");
  await reaches(page, 1);
  assert.notEqual(await at(), start, "White has moved");
  await page.keyboard.press("End");
  await page.keyboard.press("Home");
  await reaches(page, 0);
  assert.equal(await at(), start, "the same element is back where it was");
  yard.atPeace();
});

test("a phone has no need to scroll sideways", async () => {
  for (const game of Object.keys(MATCHES)) {
    const page = await yard.open(`${yard.exported(tape(game))}#turn=3`, { width: 360, height: 740, dark: true });
    for (const key of ["t", "1", "End"]) {
      await page.keyboard.press(key);
      const [wide, room] = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth]);
      assert.ok((wide ?? 0) <= (room ?? 0), `${game}: ${wide} in ${room}`);
    }
    const small = await page.evaluate(() => [...document.querySelectorAll("button, select")].filter((button) => button.checkVisibility() && button.getBoundingClientRect().height < 36).length);
    assert.equal(small, 0, "fingers need room");
  }
  yard.atPeace();
});

test("names from a tape are text, whatever they say", async () => {
  const names = [`</script><script>window.hacked=1</script>`, `<img src=x onerror="window.hacked=2">\u202e"'&amp;`];
  const hostile = yard.renamed(tape("microchess"), names);
  const { address } = await yard.serve("watch", hostile, "--browser");
  for (const where of [address, yard.exported(hostile)]) {
    const page = await yard.open(where);
    await page.keyboard.press("End");
    await page.locator("details summary").click();
    assert.equal(await page.evaluate(() => (window as { hacked?: number }).hacked), undefined);
    assert.equal(await page.locator("img").count(), 0);
    assert.deepEqual(await page.locator(".card .name").allInnerTexts(), names);
    assert.ok((await page.title()).includes(names[0] ?? ""));
  }
  yard.atPeace();
});

test("an exported page asks nobody for anything", async () => {
  const page = await yard.open(yard.exported(tape("chickens")));
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await page.reload();
  await page.waitForSelector(".card");
  await page.keyboard.press("End");
  assert.ok(asked.every((url) => url.startsWith("file:") || url.startsWith("data:")), asked.join(", "));
  yard.atPeace();
});

test("ten thousand rounds open at once and are at hand", async () => {
  const long = yard.path("long.tape");
  yard.run("play", "bovine", "random_raven", "random_raven", "AdjacentAsta", "AdjacentAsta", "--rounds", "10000", "--times", "--quiet", "-o", long);
  const where = yard.exported(long);
  const size = statSync(where.replace("file://", "")).size;
  assert.ok(size < 2_000_000, `${size} bytes`);
  const { address } = await yard.serve("watch", long, "--browser");
  for (const place of [where, address]) {
    const began = performance.now();
    const page = await yard.open(place);
    const opened = performance.now() - began;
    assert.equal((await shown(page)).last, 10_000);
    const pages: string[] = [];
    page.on("request", (request) => pages.push(request.url()));
    const spans: number[] = [];
    for (const turn of [9_000, 1_234, 5_678, 42, 10_000]) {
      const from = performance.now();
      await page.evaluate((turn) => (location.hash = `#turn=${turn}`), turn);
      await reaches(page, turn);
      spans.push(performance.now() - from);
    }
    // A page of frames and its neighbours, however long the game is.
    assert.ok(pages.length <= 15, `${pages.length} pages for 5 places`);
    console.log(`10,000 rounds, ${size} bytes: open ${opened.toFixed(0)} ms, seek ${spans.map((span) => span.toFixed(0)).join(", ")} ms`);
  }
  yard.atPeace();
});
