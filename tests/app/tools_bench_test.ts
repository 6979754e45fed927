/** The bench of the tools: one press gets what the club recommends, each failure is said, and what is there offline is true. */
import assert from "node:assert/strict";
import { type FetchAsk, FetchRefused, utf8 } from "../../src/base/mod.ts";
import type { Bench, Looked, Why } from "../../src/client/tools/install/bench.ts";
import { atOnePress, getAll } from "../../src/client/tools/install/get_all.ts";
import type { Offer } from "../../src/client/tools/install/lists.ts";
import type { Permission } from "../../src/client/tools/run/shapes.ts";
import { journey } from "../kit/journey.ts";
import { listSigner, toolList } from "../kit/tool_list.ts";
import { manifestOf } from "./tools/served.ts";

const SCRIPT = `register({ commands: { hello: () => "hello there" } });`;
const signer = listSigner(), { authority } = signer;
const at = (file: string) => `https://club.example/tools/${file}`;

/** Tools of a club's own list: what each asks for, and what its list says of that. */
const TOOLS: Record<string, { permissions: Permission[]; listed?: Permission[]; script?: string }> = {
  first: { permissions: ["command"], listed: ["command"] },
  second: { permissions: ["command"], listed: ["command"] },
  damaged: { permissions: ["command"], listed: ["command"], script: "register({});" },
  greedy: { permissions: ["command", "map"], listed: ["command"] },
  silent: { permissions: ["command"] },
  online: { permissions: ["command", "network"], listed: ["command", "network"] },
  last: { permissions: ["command"], listed: ["command"] },
};
const host = {
  files: new Map<string, string>(),
  asked: [] as string[],
  fetch({ url }: FetchAsk) {
    host.asked.push(url);
    const file = host.files.get(url);
    if (file === undefined) return Promise.reject(new FetchRefused("unreachable", "down"));
    return Promise.resolve({ status: 200, bytes: utf8(file), headers: {}, url });
  },
};
const entries = Object.entries(TOOLS).map(([name, { permissions, listed, script }]) => {
  const more = permissions.includes("network") ? { connect: ["https://there.example"] } : {};
  const manifest = manifestOf(SCRIPT, { name, title: name, permissions, entry: `${name}.js`, ...more });
  host.files.set(at(`${name}.json`), manifest);
  host.files.set(at(`${name}.js`), script ?? SCRIPT);
  const { pubkey } = JSON.parse(manifest);
  return {
    name,
    title: name,
    entry: `${name}.json`,
    pubkey,
    ...(listed && { permissions: listed, bytes: 2000 }),
  };
});
host.files.set(at("registry.json"), toolList(entries, signer));
const TOOL_REGISTRIES = JSON.stringify([
  { url: at("registry.json"), authority, label: "Club list" },
  "builtin",
]);

/** Takes what the device holds of the first tool out of its database. */
const FORGET = `indexedDB.databases().then((all) => Promise.all(all.map(({ name }) => new Promise((done) => {
  indexedDB.open(name).onsuccess = ({ target: { result: db } }) => {
    if (!db.objectStoreNames.contains("kept")) return db.close(), done();
    const tx = db.transaction("kept", "readwrite");
    tx.objectStore("kept").delete("tool:first");
    tx.oncomplete = () => (db.close(), done());
  };
})))).then(() => true)`;
const TILES = `[...document.querySelectorAll("a[data-tool]")].map((one) => one.dataset.tool).sort().join()`;
const pressAll = (words: string) =>
  `[...document.querySelectorAll(".tools-all > .button")].find((one) => one.innerText.includes("${words}"))`;

journey(
  "one press gets what the club recommends and is missing; what fails is said, and costs the others nothing",
  async (field) => {
    const phone = await field.phone({ call: "OE1XYZ" }), { tab } = phone;
    await phone.open("/tools");
    await phone.sees("On this phone · 0".toUpperCase());
    // The club's own list comes first; the program's is folded behind it.
    await tab.count(".tools-list[data-list]:not(:has(details)) [data-offer]", 7);
    await tab.press(`document.querySelector('[data-offer="second"] .button')`);
    await phone.press("Install it");
    await tab.count('[data-open="second"]');
    await phone.open("/tools");
    await tab.count('[data-tool="second"][data-state="on"]');
    const before = host.asked.length;
    // Not what is there, not of which the list does not say what it asks for, not what reaches out of the device.
    await tab.press(pressAll("Get all 4"));
    await tab.count("[data-failure]", 2);
    await phone.sees("2 tools are here now.");
    const failures = await tab.text(".tools-all [role=alert]");
    assert.match(failures, /damaged: The script is not the one that the author signed\./);
    assert.match(failures, /greedy: The tool asks for more than you allowed\./);
    await tab.until(`${TILES} === "first,last,second"`);
    await phone.sees("On this phone · 3".toUpperCase());
    const names = ["silent", "online"].filter((name) =>
      host.asked.slice(before).includes(at(`${name}.json`))
    );
    assert.deepEqual(names, [], "the others are not even fetched");
    // The account has each once.
    await phone.comes(
      `fetch("/api/prefs").then((a) => a.json()).then(({ prefs }) => prefs.tools?.length === 3)`,
    );
    const { prefs } = (await (await field.app.signIn("OE1XYZ")).get("/api/prefs")).body;
    assert.deepEqual(prefs.tools.map(({ name, may }: { name: string; may: string[] }) => [name, may]), [
      ...["second", "first", "last"].map((name) => [name, ["command"]]),
    ]);
    // Once its author has mended it, the next press gets it: only what is missing.
    host.files.set(at("damaged.js"), SCRIPT);
    const { world } = field.app, now = world.now;
    world.now = () => now() + 3700;
    await phone.open("/tools");
    await tab.press(pressAll("Get all 2"));
    await tab.until(`${TILES} === "damaged,first,last,second"`);
    await tab.count("[data-failure]", 1);
    await phone.sees("1 tool is here now.");
  },
  { env: { TOOL_REGISTRIES }, fetch: host.fetch },
);

journey(
  "tiles say what is there without a connection: not before the app is kept, not what asks the network",
  async (field) => {
    const phone = await field.phone({ call: "OE1XYZ" }), { tab } = phone;
    const OFFLINE = `document.querySelector("[data-offline]")?.dataset.offline`;
    await phone.open("/tools");
    for (const name of ["first", "online"]) {
      await phone.open("/tools");
      await tab.press(`document.querySelector('[data-offer="${name}"] .button')`);
      await phone.press("Install it");
      await tab.count(`[data-open="${name}"]`);
    }
    await phone.open("/tools");
    await tab.count('[data-tool="online"][data-state="on"]');
    if (!await tab.evaluate(`navigator.serviceWorker.controller !== null`)) {
      assert.equal(await tab.evaluate(OFFLINE), "0", "the app itself would not open");
    }
    await phone.ready();
    await phone.open("/tools");
    await tab.until(`${OFFLINE} === "1"`);
    await phone.sees("1 works offline");
    assert.match(await tab.text('[data-tool="online"]'), /needs a connection/);
    assert.doesNotMatch(await tab.text('[data-tool="first"]'), /needs a connection/);
    await phone.open("/tools?open=online");
    await tab.press(`document.querySelector(".tool-about > summary")`);
    await phone.press("Remove");
    await phone.press("Remove the tool");
    await phone.sees("all work offline");
    await field.unplug();
    await phone.open("/tools");
    await tab.count('[data-tool="first"][data-state="on"]');
    await phone.sees("all work offline");
    await tab.click('[data-tool="first"]');
    await phone.write("#tool-command", "hello");
    await phone.press("Run");
    await phone.sees("hello there");
    // A browser that has thrown its files away: nothing is said of it that is not so.
    await tab.evaluate(FORGET);
    await phone.open("/tools");
    await tab.count('[data-tool="first"][data-state="refused"]');
    await phone.sees("0 work offline");
    await phone.sees("this device has not kept it");
  },
  { env: { TOOL_REGISTRIES }, fetch: host.fetch },
);

const offer = (name: string, permissions?: Permission[]): Offer =>
  ({ name, at: `/${name}`, permissions, bytes: 1 }) as Offer;

Deno.test("getting all: in order, each once, and a device that keeps nothing more is said of each", async () => {
  const there = [{ name: "a", at: "/a" }], calls: string[] = [], steps: number[] = [];
  const bench = {
    installed: { value: there },
    look: (at: string) =>
      Promise.resolve({ at, manifest: { name: at.slice(1), permissions: [] } } as unknown as Looked),
    install({ at }: Looked): Promise<Why | undefined> {
      calls.push(at);
      if (at === "/b") return Promise.reject(new DOMException("full", "QuotaExceededError"));
      there.push({ name: at.slice(1), at });
      return Promise.resolve(undefined);
    },
  } as unknown as Bench;
  const offers = [offer("a", []), offer("b", []), offer("c", []), offer("c", [])];
  const failures = await getAll(bench, offers, (n) => steps.push(n));
  assert.deepEqual(failures.map(({ offer, why }) => [offer.name, why]), [["b", "no_room"]]);
  assert.deepEqual([calls, steps], [["/b", "/c"], [0, 1, 2, 3]]);
  const all = [offer("plain", ["decoder", "map"]), offer("unsaid"), offer("air", ["decoder", "tx"])];
  assert.deepEqual(atOnePress(all).map(({ name }) => name), ["plain"]);
});
