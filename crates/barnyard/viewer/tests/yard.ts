// What the tests share: the real program, a real browser, and games on tape.

import assert from "node:assert/strict";
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { crc32 } from "./crc32.js";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";

/** The program under test. */
const PROGRAM = process.env["BARNYARD"] ?? "barnyard";
const CHROMIUM = process.env["BARNYARD_CHROMIUM"] ?? "/usr/bin/chromium";
const FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];

/** The five games, and a short match of each. */
export const MATCHES: Readonly<Record<string, string[]>> = {
  chickens: ["chickens", "Henny", "Yolanda", "--seed", "3"],
  carpets: ["carpets", "George", "George", "--seed", "2"],
  bovine: ["bovine", "Herta", "random_raven", "AdjacentAsta", "defensive_dan_heng", "--rounds", "400"],
  orchard: ["orchard", "greedy", "runaway_source", "--set", "map=7"],
  microchess: ["microchess", "Realist", "Monkey", "--seed", "7"],
};

/** A folder, a browser, and whatever was started: all gone at the end. */
export class Yard {
  readonly folder = mkdtempSync(join(tmpdir(), "barnyard-viewer-"));
  private readonly children: ChildProcess[] = [];
  private browser: Browser | undefined;
  readonly complaints: string[] = [];

  async close(): Promise<void> {
    await this.browser?.close();
    for (const child of this.children) child.kill("SIGKILL");
    rmSync(this.folder, { recursive: true, force: true });
  }

  path(name: string): string {
    return join(this.folder, name);
  }

  /** Runs the program to its end. */
  run(...args: string[]): string {
    return execFileSync(PROGRAM, args, { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"], cwd: this.folder });
  }

  /** The tape of a short match. */
  tape(game: string, ...more: string[]): string {
    const path = this.path(`${game}${more.join("")}.tape`);
    this.run("play", ...(MATCHES[game] ?? []), ...more, "--quiet", "-o", path);
    return path;
  }

  /** The same tape with other names on it. */
  renamed(tape: string, names: readonly string[]): string {
    const lines = readFileSync(tape, "utf8").trimEnd().split("\n").slice(0, -1);
    const header = JSON.parse(lines[0] ?? "") as { seats: { name: string }[] };
    header.seats.forEach((seat, nth) => (seat.name = names[nth] ?? ""));
    const body = `${[JSON.stringify(header), ...lines.slice(1)].join("\n")}\n`;
    const path = `${tape}.renamed`;
    writeFileSync(path, `${body}{"crc32":"${crc32(Buffer.from(body))}"}\n`);
    return path;
  }

  /** One page with the whole game in it. */
  exported(tape: string): string {
    const path = `${tape}.html`;
    this.run("tape", "export", tape, "--html", path);
    return `file://${path}`;
  }

  /** Starts the program and gives the address that it prints. */
  async serve(...args: string[]): Promise<{ address: string; ended: Promise<number | null>; said: () => string }> {
    const child = spawn(PROGRAM, [...args, "--no-open"], { stdio: ["ignore", "pipe", "pipe"], cwd: this.folder });
    this.children.push(child);
    let said = "";
    const ended = new Promise<number | null>((done) => child.on("exit", (code) => done(code)));
    const address = new Promise<string>((found, fail) => {
      const hear = (text: Buffer): void => {
        said += text.toString();
        const address = /http:\/\/127\.0\.0\.1:\d+\/\w+\//.exec(said);
        if (address) found(address[0]);
      };
      child.stdout.on("data", hear);
      child.stderr.on("data", hear);
      void ended.then((code) => fail(new Error(`it ended with ${code}: ${said}`)));
    });
    return { address: await address, ended, said: () => said };
  }

  /** A page in a browser of its own; whatever it complains of is remembered. */
  async open(address: string, options: { width?: number; height?: number; dark?: boolean; blank?: boolean } = {}): Promise<Page> {
    this.browser ??= await chromium.launch({ executablePath: CHROMIUM, args: FLAGS });
    const viewport = { width: options.width ?? 1180, height: options.height ?? 860 };
    const context: BrowserContext = await this.browser.newContext({ viewport, colorScheme: options.dark ? "dark" : "light" });
    const page = await context.newPage();
    page.on("console", (message) => this.complaints.push(`${message.type()}: ${message.text()}`));
    page.on("pageerror", (error) => this.complaints.push(error.message));
    // What a page still waits for when it is left is no failure.
    page.on("requestfailed", (request) => request.failure()?.errorText !== "net::ERR_ABORTED" && this.complaints.push(`${request.url()} failed`));
    await page.goto(address);
    if (!options.blank) await page.waitForSelector(".card");
    return page;
  }

  /** No page has complained. */
  atPeace(): void {
    assert.deepEqual(this.complaints, []);
  }
}

/** Turn and caption that a page shows. */
export async function shown(page: Page): Promise<{ turn: number; last: number; caption: string }> {
  const [turn, last] = (await page.locator(".count").innerText()).split(" / ").map(Number);
  return { turn: turn ?? -1, last: last ?? -1, caption: await page.locator(".caption").innerText() };
}

/** Waits until a page shows a turn. */
export async function reaches(page: Page, turn: number): Promise<void> {
  await page.waitForFunction((turn) => document.querySelector<HTMLOutputElement>(".count")?.value.startsWith(`${turn} /`), turn);
}

/** The kinds of pieces that are anywhere in the document. */
export function kinds(page: Page): Promise<string[]> {
  return page.evaluate(() => [...document.querySelectorAll<SVGElement>(".piece")].map((piece) => piece.dataset["kind"] ?? ""));
}
