// The pictures of the documentation, painted anew when BARNYARD_BLESS is set.

import { after, test } from "node:test";
import { MATCHES, Yard } from "./yard.js";

const yard = new Yard();
after(() => yard.close());

/** Where a game looks like itself, and through whose eyes. */
const MOMENTS: Readonly<Record<string, string>> = {
  chickens: "turn=40&view=truth",
  carpets: "turn=60&view=truth",
  bovine: "turn=180",
  orchard: "turn=150",
  microchess: "turn=1",
};

test("a picture of every game", { skip: process.env["BARNYARD_BLESS"] === undefined }, async () => {
  for (const game of Object.keys(MATCHES)) {
    const page = await yard.open(`${yard.exported(yard.tape(game))}#${MOMENTS[game]}`, { width: 1000, height: 740 });
    await page.waitForTimeout(500);
    await page.screenshot({ path: `${process.env["BARNYARD_PICTURES"] ?? "."}/${game}.png` });
  }
});
