/** What registries list, as a person sees it: under the pinned key alone, and whoever does not answer is named so. */
import assert from "node:assert/strict";
import { type FetchAsk, FetchRefused, utf8 } from "../../src/base/mod.ts";
import { journey } from "../kit/journey.ts";
import { listSigner as signer, toolList as list } from "../kit/tool_list.ts";
import { manifestOf } from "./tools/served.ts";

const SCRIPT = `register({ commands: { hello: () => "hello there" } });`;
const at = (name: string, file = "registry.json") => `https://${name}.example/tools/${file}`;
const manifest = manifestOf(SCRIPT, { name: "hello", title: "Hello", permissions: ["command"] });
const changed = manifestOf(SCRIPT, { name: "changed", title: "Changed", permissions: ["command"] });
const entryOf = (text: string, name: string) => ({
  name,
  title: name,
  entry: `${name}.json`,
  pubkey: (JSON.parse(text) as { pubkey: string }).pubkey,
});
const ENTRY = { ...entryOf(manifest, "hello"), version: "1" };
const good = signer(), other = signer(), forged = signer();
/** What lies at each address; `down`: nobody answers any more. */
const host = {
  down: false,
  files: new Map([
    // The entry of the second names the first one's key.
    [
      at("good"),
      list([ENTRY, { ...ENTRY, name: "changed", entry: "changed.json" }], good),
    ],
    [at("good", "hello.json"), manifest],
    [at("good", "changed.json"), changed],
    [at("good", "tool.js"), SCRIPT],
    [at("changed"), list([], other)],
    [at("unsigned"), JSON.stringify({ ...JSON.parse(list([], forged)), entries: [ENTRY] })],
    [at("page"), "<!doctype html>"],
    [at("future"), list([ENTRY], good, 2)],
  ]),
  fetch({ url }: FetchAsk) {
    const file = host.files.get(url);
    if (host.down || file === undefined) return Promise.reject(new FetchRefused("unreachable", "down"));
    return Promise.resolve({ status: 200, bytes: utf8(file), headers: {}, url });
  },
};
const TOOL_REGISTRIES = JSON.stringify([
  "builtin",
  { url: at("good"), authority: good.authority, label: "Good list" },
  { url: at("changed"), authority: good.authority, label: "Changed list" },
  { url: at("unsigned"), authority: forged.authority, label: "Unsigned list" },
  { url: at("future"), authority: good.authority, label: "Future list" },
  { url: at("page"), authority: good.authority, label: "No list" },
  { url: at("gone"), authority: good.authority, label: "Gone list" },
]);

journey(
  "each list says what is wrong with it, and a tool of one is installed under the key that it names",
  async (field) => {
    const phone = await field.phone(), { tab } = phone;
    await phone.open("/tools");
    await tab.count(".tools-list", 7);
    const says = (label: string, words: string) =>
      tab.until(
        `[...document.querySelectorAll(".tools-list")].find((one) => one.querySelector("h3")?.innerText === ${
          JSON.stringify(label)
        })?.innerText.includes(${JSON.stringify(words)})`,
      );
    await says("Changed list", "The list is not signed by the key that is pinned for it.");
    await says("Unsigned list", "The list is not signed by its key.");
    await says("Future list", "The list has a format that is not read here.");
    await says("No list", "What came back is not a list of tools.");
    await says("Gone list", "The list cannot be reached.");
    await tab.press(`document.querySelector('details:has([data-offer="changed"]) > summary')`);
    await tab.press(`document.querySelector('[data-offer="changed"] .button')`);
    await phone.sees("The tool is signed by another key than before.");
    await tab.press(`document.querySelector('[data-offer="hello"] .button')`);
    await phone.sees("Its author's key is the one that the list names.");
    await phone.press("Install it");
    await phone.write("#tool-command", "hello");
    await phone.press("Run");
    await phone.sees("hello there");
    // The instance's own lists count where they alone do; a member's lists or addresses would not.
    await field.app.operator.put("/api/admin/settings/TOOLS", { value: "registries" });
    await phone.open("/tools");
    await tab.count('[data-tool="hello"][data-state="on"]');
    // Once the copies are old and their host is silent, the list is what it said earlier.
    const { world } = field.app, now = world.now;
    world.now = () => now() + 3700;
    host.down = true;
    await phone.open("/tools");
    await says("Good list", "The list's server does not answer; this is what it said earlier.");
    await tab.count('[data-offer="hello"]');
    await tab.count('[data-tool="hello"][data-state="on"]');
    assert.equal(await tab.evaluate(`document.querySelectorAll("[data-tool=hello]:not(section)").length`), 1);
  },
  { env: { TOOL_REGISTRIES }, fetch: host.fetch },
);
