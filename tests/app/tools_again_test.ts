/** A tool that is started again: it asks for more than it was allowed, or the app stopped when it was started last. */
import assert from "node:assert/strict";
import { generateKeyPairSync } from "node:crypto";
import { type FetchAsk, FetchRefused, utf8 } from "../../src/base/mod.ts";
import { journey } from "../kit/journey.ts";
import { listSigner, toolList } from "../kit/tool_list.ts";
import { manifestOf } from "./tools/served.ts";

const SCRIPT = `register({ commands: { hello: () => "hello there" } });`;
const at = (file: string) => `https://club.example/tools/${file}`;
const signer = listSigner(), author = generateKeyPairSync("ed25519");
const manifest = (more: object) =>
  manifestOf(SCRIPT, { name: "asks", title: "Asks", permissions: ["command", "network"], ...more }, author);
const first = manifest({ connect: ["https://first.example"] });
const { pubkey } = JSON.parse(first);
const host = {
  files: new Map([
    [at("registry.json"), toolList([{ name: "asks", title: "Asks", entry: "tool.json", pubkey }], signer)],
    [at("tool.json"), first],
    [at("tool.js"), SCRIPT],
  ]),
  fetch({ url }: FetchAsk) {
    const file = host.files.get(url);
    if (file === undefined) return Promise.reject(new FetchRefused("unreachable", "down"));
    return Promise.resolve({ status: 200, bytes: utf8(file), headers: {}, url });
  },
};
const TOOL_REGISTRIES = JSON.stringify([{
  url: at("registry.json"),
  authority: signer.authority,
  label: "Club",
}]);
const STARTING = `localStorage.getItem("tools.starting")`;

journey(
  "new addresses and stations that may run its commands are asked about again; until then it does not start",
  async (field) => {
    const phone = await field.phone({ call: "OE1XYZ" }), { tab } = phone, { world } = field.app;
    const allowed = async () => {
      const { prefs } = (await (await field.app.signIn("OE1XYZ")).get("/api/prefs")).body;
      return prefs.tools?.map(({ connect, remote }: Record<string, unknown>) => [connect, remote]);
    };
    const becomes = (text: string) =>
      phone.comes(`fetch("/api/prefs").then((a) => a.json()).then(({ prefs }) => ${text})`);
    await phone.open("/tools");
    await tab.press(`document.querySelector('[data-offer="asks"] .button')`);
    await phone.sees("https://first.example");
    await tab.count(".tool-new", 0);
    await phone.press("Install it");
    await tab.count('[data-open="asks"]');
    await becomes("prefs.tools?.[0]?.connect?.length === 1");
    assert.deepEqual(await allowed(), [[["https://first.example"], undefined]]);
    // The same author, the same permissions, and one address more; and it opens itself to stations.
    host.files.set(
      at("tool.json"),
      manifest({ connect: ["https://first.example", "https://other.example"], remote: true }),
    );
    const now = world.now;
    world.now = () => now() + 3700;
    await phone.open("/tools?open=asks");
    await phone.sees("The tool asks for more than you allowed.");
    await tab.count("iframe", 0);
    assert.deepEqual(
      await allowed(),
      [[["https://first.example"], undefined]],
      "nothing is allowed by itself",
    );
    await phone.press("Show what it asks for");
    await tab.count(".tool-new", 2);
    const asks = await tab.text("[data-prompt]");
    assert.match(asks, /New:\s*https:\/\/other\.example/);
    assert.doesNotMatch(asks, /New:\s*https:\/\/first\.example/);
    assert.match(asks, /New:\s*Answer stations that connect to you/);
    await phone.press("Install it");
    await tab.count('[data-tool="asks"][data-state="on"]');
    await becomes("prefs.tools?.[0]?.connect?.length === 2");
    assert.deepEqual(await allowed(), [[["https://first.example", "https://other.example"], true]]);
  },
  { env: { TOOL_REGISTRIES }, fetch: host.fetch },
);

journey(
  "a tool at whose start the app stopped starts no more by itself, until a person starts it",
  async (field) => {
    const phone = await field.phone({ call: "OE1XYZ" }), { tab } = phone;
    host.files.set(at("tool.json"), first);
    await phone.open("/tools");
    await tab.press(`document.querySelector('[data-offer="asks"] .button')`);
    await phone.press("Install it");
    await tab.count('[data-tool="asks"][data-state="on"]');
    // While the app has not lived with it for a while, it is written down; a page that is left is nobody's fault.
    assert.equal(await tab.evaluate(STARTING), '["asks"]');
    await phone.open("/tools");
    await tab.count('[data-tool="asks"][data-state="on"]');
    // A page that never came to its end left it written down.
    await tab.evaluate(
      `["pagehide", "visibilitychange"].every((leaving) =>
        addEventListener(leaving, () => localStorage.setItem("tools.starting", '["asks"]')) === undefined)`,
    );
    for (let n = 0; n < 2; n++) {
      await phone.open("/tools?open=asks");
      await phone.sees("The app stopped when this tool was started last");
      await tab.count('[data-tool="asks"][data-state="refused"]');
      await tab.count("iframe", 0);
      assert.equal(await tab.evaluate(STARTING), '["asks"]', "also the next time");
    }
    await phone.press("Start again");
    await tab.count('[data-tool="asks"][data-state="on"]');
    await tab.until(`${STARTING} === "[]"`);
    await phone.open("/tools");
    await tab.count('[data-tool="asks"][data-state="on"]');
  },
  { env: { TOOL_REGISTRIES }, fetch: host.fetch },
);
