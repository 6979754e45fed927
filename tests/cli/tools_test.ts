/** Making a tool at a shell: a key, a signed tool, a signed list; the app takes what comes of it. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { readOffers } from "../../src/client/tools/install/lists.ts";
import { isScriptOf, type Manifest, readManifest } from "../../src/client/tools/install/manifest.ts";
import { command } from "../kit/command.ts";
import { serverEnv, withFolder } from "../kit/server.ts";

const EXAMPLE = new URL("../../tools/example_tool/", import.meta.url);

Deno.test("tools key, sign and registry sign make what the app installs, and refuse what they cannot sign", () =>
  withFolder(async (folder) => {
    const env = serverEnv(folder), at = (name: string) => join(folder, name);
    const run = (...args: string[]) => command(["tools", ...args], env);
    const made = JSON.parse((await run("key", at("key.txt"), "--json")).stdout);
    assert.equal(Deno.statSync(at("key.txt")).mode! & 0o777, 0o600);
    const again = await run("key", at("key.txt"));
    assert.deepEqual([again.code, /is there already/.test(again.stderr)], [73, true]);
    Deno.mkdirSync(at("tool"));
    for (const name of ["tool.json", "tool.js"]) {
      Deno.copyFileSync(new URL(name, EXAMPLE), at(`tool/${name}`));
    }
    assert.match((await run("sign", at("tool"), "--key", at("key.txt"))).stdout, new RegExp(made.publicKey));
    const manifest = readManifest(Deno.readFileSync(at("tool/tool.json"))) as Manifest;
    assert.deepEqual([manifest.name, manifest.pubkey], ["heard-by-band", made.publicKey]);
    const script = Deno.readFileSync(at("tool/tool.js"));
    assert.ok(isScriptOf(manifest, script));
    assert.ok(new TextDecoder().decode(script).split("\n").length <= 45, "an example is short");
    // Signed twice it is the same.
    const before = Deno.readTextFileSync(at("tool/tool.json"));
    await run("sign", at("tool"), "--key", at("key.txt"));
    assert.equal(Deno.readTextFileSync(at("tool/tool.json")), before);
    Deno.writeTextFileSync(
      at("list.json"),
      JSON.stringify({ entries: [{ name: "heard-by-band", entry: "tool/tool.json" }] }),
    );
    await run("registry", "sign", at("list.json"), "--key", at("key.txt"));
    const offers = readOffers(
      Deno.readFileSync(at("list.json")),
      made.publicKey,
      "https://a.example/list.json",
      "en",
    );
    // What every reader of format 1 verifies, which needs nothing but the file.
    assert.equal(JSON.parse(Deno.readTextFileSync(at("list.json"))).format, 1);
    assert.equal(JSON.parse(Deno.readTextFileSync(at("tool/tool.json"))).api, "1.0");
    assert.ok(Array.isArray(offers) && offers[0]!.at === "https://a.example/tool/tool.json");
    const named = { name: "good", title: "Good", author: "OE1XYZ", version: "1", permissions: [] };
    for (
      const [name, text, why] of [
        ["tool/tool.json", "{", /is no JSON/],
        ["tool/tool.json", JSON.stringify({ name: "X", permissions: [] }), /name has 2 to 40/],
        ["tool/tool.json", JSON.stringify({ name: "good" }), /title is a text/],
        [
          "tool/tool.json",
          JSON.stringify({ ...named, permissions: ["root"] }),
          /permissions is a list of command/,
        ],
        ["tool/tool.json", JSON.stringify({ ...named, surfaces: ["wall"] }), /surfaces is a list of web/],
        ["tool/tool.json", JSON.stringify({ ...named, api: 1 }), /api is the interface/],
        [
          "tool/tool.json",
          JSON.stringify({ ...named, permissions: ["network"] }),
          /connect names the origins/,
        ],
      ] as const
    ) {
      Deno.writeTextFileSync(at(name), text);
      const refused = await run("sign", at("tool"), "--key", at("key.txt"));
      assert.ok(refused.code !== 0 && why.test(refused.stderr), refused.stderr);
      assert.equal(Deno.readTextFileSync(at(name)), text, "nothing is written");
    }
    Deno.writeTextFileSync(at("list.json"), "{}");
    assert.match(
      (await run("registry", "sign", at("list.json"), "--key", at("key.txt"))).stderr,
      /entries is a list/,
    );
    assert.match((await run("sign", at("tool"), "--key", at("tool/tool.js"))).stderr, /holds no key/);
  }));
