// Bundles the viewer into dist/, or proves that dist/ is what the sources give.
import { build } from "esbuild";
import { readdir, readFile } from "node:fs/promises";

const here = new URL(".", import.meta.url).pathname;
const [word] = process.argv.slice(2);

const common = { bundle: true, absWorkingDir: here, logLevel: "warning", legalComments: "none" };
const page = { ...common, entryPoints: ["src/main.ts", "src/style.css"], outdir: "dist", entryNames: "viewer", format: "iife", target: "es2022", minify: true, charset: "ascii" };

if (word === "--tests") {
  const entryPoints = (await readdir(`${here}tests`)).filter((name) => name.endsWith(".test.ts")).map((name) => `tests/${name}`);
  await build({ ...common, entryPoints, outdir: "build", outExtension: { ".js": ".mjs" }, platform: "node", format: "esm", packages: "external" });
} else if (word === "--check") {
  const { outputFiles } = await build({ ...page, write: false });
  for (const { path, text } of outputFiles) {
    const committed = await readFile(path, "utf8").catch(() => "");
    if (committed !== text) {
      console.error(`${path} is not what its sources give: run \`npm run build\` in crates/barnyard/viewer`);
      process.exitCode = 1;
    }
  }
} else {
  await build(page);
}
