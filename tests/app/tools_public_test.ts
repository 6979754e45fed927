/**
 * Tools that others made and signed: the public list and six manifests are taken as they are, and their scripts run here, to the
 * byte as they were signed, in both browsers.
 */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { utf8 } from "../../src/base/mod.ts";
import { readOffers } from "../../src/client/tools/install/lists.ts";
import { isScriptOf, type Manifest, readManifest } from "../../src/client/tools/install/manifest.ts";
import { readList } from "../../src/registries/list.ts";
import { inFirefox } from "../kit/firefox_journey.ts";
import { journey } from "../kit/journey.ts";
import { becomes } from "../kit/waits.ts";
import { benchScript, running } from "./tools/bench.ts";
import { type Page, publicTools } from "./tools/public_tools.ts";

const { list, manifests, authority } = publicTools();
const BASE = "https://tools.example/v1/registry.json";
const bytes = (value: unknown) => utf8(JSON.stringify(value));

Deno.test("the public list is signed by its authority, for the app and for the gateway", () => {
  const offers = readOffers(bytes(list), authority, BASE, "en");
  assert.ok(Array.isArray(offers), String(offers));
  assert.deepEqual([offers.length, offers[0]!.at, new Set(offers.map(({ key }) => key)).size], [
    ...[24, "https://tools.example/v1/tools/hello/tool.json", 1],
  ]);
  const read = readList(bytes(list));
  assert.ok(typeof read === "object" && read.signed && read.authority === authority);
  // One letter, the order, or the format is another list.
  const [first, second, ...others] = list.entries;
  for (
    const [other, fault] of [
      [{ ...list, entries: [{ ...first, version: "1.0.1" }, second, ...others] }, "unsigned"],
      [{ ...list, entries: [second, first, ...others] }, "unsigned"],
      [{ ...list, format: 2 }, "other_format"],
    ] as const
  ) {
    assert.equal(readOffers(bytes(other), authority, BASE, "en"), fault);
    const same = readList(bytes(other));
    assert.ok(same === fault || typeof same === "object" && !same.signed);
  }
});

Deno.test("six manifests of its author are read as they were signed; one that names no interface is refused", () => {
  for (const [folder, file] of manifests) {
    const read = readManifest(bytes(file));
    if (file.api === undefined) assert.deepEqual(read, { refused: "bad_api" }, folder);
    else {
      assert.ok(!("refused" in read), `${folder}: ${JSON.stringify(read)}`);
      assert.deepEqual([read.name, read.permissions.toSorted(), read.surfaces, read.remote], [
        ...[file.name, file.permissions.toSorted(), file.surfaces, file.remote === true],
      ]);
    }
    assert.deepEqual(readManifest(bytes({ ...file, title: "Other" })), { refused: "invalid" }, folder);
  }
});

const scriptOf = (folder: string) =>
  Deno.readTextFileSync(new URL(`../data/public_tools/${folder}.txt`, import.meta.url));

// deno-lint-ignore no-explicit-any -- what a page gives has every shape
const asked = (page: Page, work: string): Promise<any> => page.evaluate(`(async () => ${work})()`);

/** Each of the six does what its author says of it. */
async function six(page: Page): Promise<void> {
  for (const [folder, { entrySha256, permissions }] of manifests) {
    const script = scriptOf(folder);
    assert.equal(createHash("sha256").update(script).digest("base64"), entrySha256, folder);
    assert.ok(isScriptOf({ digest: entrySha256 } as Manifest, utf8(script)));
    const { ended, log } = await asked(page, `await ${running(folder, script, permissions)}`);
    assert.deepEqual([ended, log], [null, []], folder);
  }
  const cmd = (tool: string, word: string, args = "") =>
    asked(page, `await bench.cmd(${JSON.stringify(tool)}, ${JSON.stringify(word)}, ${JSON.stringify(args)})`);
  const panel = async (tool: string) => (await asked(page, `bench.state("${tool}")`)).panel;
  const sees = async (
    tool: string,
    what: (panel: { nodes: { rows?: string[][]; value?: string }[] }) => boolean,
  ) => {
    let seen = await panel(tool);
    await becomes(`panel of ${tool}`, async () => what(seen = await panel(tool)))
      .catch((error) => assert.fail(`${error.message}: ${JSON.stringify(seen)}`));
  };
  assert.deepEqual(await cmd("hello", "hello", "OE1ABC"), ["Hello OE1ABC from the imported hello-tool!"]);
  assert.deepEqual(await asked(page, `await bench.decode("hello", "rot13", "73 qr BR1NOP")`), [
    "73 de OE1ABC",
  ]);
  assert.deepEqual(await asked(page, `bench.colour("hello", "OE5XYZ", "APRS", "")`), { colour: "user" });
  assert.deepEqual(await cmd("watch-alert", "watch", "oe1abc"), ["Watching OE1ABC."]);
  const frame = { peerCall: "OE1ABC-9", source: "APRS" };
  for (const tool of ["mheard", "watch-alert", "station-db"]) {
    await asked(page, `bench.tell("${tool}", "on_frame", ${JSON.stringify(frame)})`);
  }
  await sees("mheard", ({ nodes: [table] }) => table?.rows?.[0]?.slice(0, 2).join() === "OE1ABC-9,APRS");
  assert.deepEqual((await panel("mheard")).nodes[0].head, ["Station", "Src", "Heard"]);
  await sees("watch-alert", ({ nodes: [table] }) => /ago$/.test(table?.rows?.[0]?.[1] ?? ""));
  for (const call of ["OE1ABC", "OE1ABC-9"]) {
    assert.deepEqual(await asked(page, `bench.colour("watch-alert", "${call}", "APRS", "")`), {
      colour: "warn",
    });
  }
  // What the database announces comes to the log by the bus, and it answers as a service.
  await sees("station-log", ({ nodes }) => nodes[1]?.rows?.[0]?.join() === "OE1ABC-9,user,APRS");
  await cmd("station-log", "whois", "oe1abc-9");
  await sees("station-log", ({ nodes: [first] }) => first?.value === "user");
  assert.deepEqual(await cmd("info-responder", "whois", "OE1ABC-9"), ["OE1ABC-9: user"]);
  assert.deepEqual(await cmd("info-responder", "whois", "OE9XYZ"), [
    "OE9XYZ: not heard yet (enable Station DB to classify).",
  ]);
  const { loaded } = await asked(page, `bench.state("info-responder")`);
  assert.deepEqual([loaded.commands.length, loaded.remote], [4, ["info", "menu", "whois"]]);
  // Without the database nobody offers the service, and that is no error.
  await asked(page, `bench.end("station-db")`);
  assert.deepEqual(await cmd("info-responder", "whois", "OE1ABC-9"), [
    "OE1ABC-9: not heard yet (enable Station DB to classify).",
  ]);
  for (const tool of manifests.keys()) {
    assert.deepEqual((await asked(page, `bench.state("${tool}")`)).log, [], tool);
  }
}

journey("six public tools run unchanged", async (field) => {
  const { tab } = await field.phone();
  await tab.goto(`${field.url}/about`);
  await tab.evaluate(await benchScript());
  await six(tab);
});
inFirefox("Firefox: six public tools run unchanged", async ({ field, tab }) => {
  await tab.send("Page.navigate", { url: `${field.url}/about` });
  await tab.evaluate(await benchScript());
  await six(tab);
});
