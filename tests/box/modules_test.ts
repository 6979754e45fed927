/** What a box loads that listens to a TNC alone: of every other kind of connection the row that declares it, and no more. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { ROOT } from "../kit/server.ts";

interface Graph {
  roots: string[];
  modules: { specifier: string; dependencies?: { code?: { specifier: string }; isDynamic?: boolean }[] }[];
}

/** Names of files of the source that are loaded with a module, without those that are asked for later. */
async function loadedWith(module: string): Promise<string[]> {
  const { stdout } = await new Deno.Command(Deno.execPath(), {
    args: ["info", "--json", module],
    cwd: ROOT,
    stdout: "piped",
    stderr: "null",
  }).output();
  const graph = JSON.parse(new TextDecoder().decode(stdout)) as Graph;
  const modules = new Map(graph.modules.map((one) => [one.specifier, one]));
  const loaded = new Set<string>(), waiting = [...graph.roots];
  for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) {
    if (loaded.has(one)) continue;
    loaded.add(one);
    for (const { code, isDynamic } of modules.get(one)?.dependencies ?? []) {
      if (code && !isDynamic) waiting.push(code.specifier);
    }
  }
  const source = `file://${join(ROOT, "src")}/`;
  return [...loaded].filter((one) => one.startsWith(source)).map((one) => one.slice(source.length));
}

/** What only boxes need that have such a thing. */
const OTHERS = [
  /^(meshtastic|mqtt)\//,
  /^box\/drivers\/\w+_line\.ts$/,
  /^box\/drivers\/node\/(?!node\.ts$)/,
  /^box\/radio\//,
  /^box\/simulate\/(?!simulated\.ts$)/,
];

Deno.test("a box with none of the other connections loads none of their code", async () => {
  const loaded = await loadedWith("src/box/mod.ts");
  assert.ok(loaded.includes("box/drivers/kiss.ts"), "the walk goes through the drivers");
  assert.deepEqual(loaded.filter((one) => OTHERS.some((other) => other.test(one))), []);
});

Deno.test("each of those patterns stands for code that there is, loaded when a connection is opened", async () => {
  const loaded = (await Promise.all([
    ...["gpsd", "rigctl", "meshtastic", "mqtt", "direwolf"].map((one) => `src/box/drivers/${one}_line.ts`),
    ...["src/box/drivers/node/node_line.ts", "src/box/radio/conf.ts", "src/box/simulate/open_recording.ts"],
  ].map(loadedWith))).flat();
  for (const other of OTHERS) assert.ok(loaded.some((one) => other.test(one)), String(other));
});
