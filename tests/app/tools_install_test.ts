/** What is installed: manifests and lists as they are signed, and what is refused. The set of this build is the example. */
import assert from "node:assert/strict";
import { createHash, generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import canonicalize from "canonicalize";
import { TOOL_KEY } from "../../dist/app/tool_key.ts";
import { TOOL_SET } from "../../dist/app/tool_set.ts";
import { addressFrom, readOffers } from "../../src/client/tools/install/lists.ts";
import { isScriptOf, type Manifest, readManifest } from "../../src/client/tools/install/manifest.ts";
import { sorted } from "../../src/client/tools/install/signature.ts";
import { INSTALLED_MOST, installedIn, startRefusal, trustOf } from "../../src/client/tools/install/trust.ts";
import { appTest } from "../kit/app.ts";
import { toolList } from "../kit/tool_list.ts";

const bytes = (value: unknown) =>
  new TextEncoder().encode(typeof value === "string" ? value : JSON.stringify(value));
const made = (): { key: KeyObject; pubkey: string } => {
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  return { key: privateKey, pubkey: publicKey.export({ format: "jwk" }).x! };
};
const author = made();
const SCRIPT = "register({});";
const PLAIN = {
  name: "hello",
  title: "Hello",
  author: "OE1XYZ",
  version: "1",
  api: "1.0",
  permissions: ["command"],
  entrySha256: createHash("sha256").update(SCRIPT).digest("base64"),
  pubkey: author.pubkey,
};
const signed = (manifest: Record<string, unknown>, key = author.key) =>
  bytes({ ...manifest, signature: sign(null, bytes(canonicalize(manifest)!), key).toString("base64") });
const read = (manifest: Record<string, unknown>, key?: KeyObject) => readManifest(signed(manifest, key));
const refusal = (one: unknown) => (one as { refused?: string }).refused;

Deno.test("a manifest is read as it was signed, and refused for whatever is wrong with it", () => {
  const manifest = read(PLAIN) as Manifest;
  assert.deepEqual([manifest.name, manifest.entry, manifest.surfaces, manifest.permissions], [
    ...["hello", "tool.js", ["web"], ["command"]],
  ]);
  assert.ok(isScriptOf(manifest, bytes(SCRIPT)) && !isScriptOf(manifest, bytes(SCRIPT + " ")));
  const { pubkey: _pubkey, ...keyless } = PLAIN, { entrySha256: _digest, ...digestless } = PLAIN;
  assert.equal(refusal(read(keyless)), "unsigned");
  assert.equal(refusal(readManifest(bytes(PLAIN))), "unsigned");
  assert.equal(refusal(read(PLAIN, made().key)), "invalid");
  assert.equal(
    refusal(readManifest(bytes({ ...JSON.parse(new TextDecoder().decode(signed(PLAIN))), title: "X" }))),
    "invalid",
  );
  assert.equal(refusal(read(digestless)), "no_digest");
  for (const name of ["Hello", "x", "", "-a", "a".repeat(41), 7]) {
    assert.equal(refusal(read({ ...PLAIN, name })), "bad_name");
  }
  for (const text of ["", "[]", "7", "{", "\u00ff"]) {
    assert.equal(refusal(readManifest(bytes(text))), "unreadable", text);
  }
  const online = (connect: unknown) => read({ ...PLAIN, permissions: ["network"], connect });
  assert.deepEqual((online(["https://a.example", "wss://b.example:8443/"]) as Manifest).connect, [
    ...["https://a.example", "wss://b.example:8443"],
  ]);
  for (
    const bad of [
      "x",
      [7],
      ["http://a.example"],
      ["https://a.example/x"],
      ["https://u:p@a.example"],
      Array(9).fill("https://a.example"),
      [],
      undefined,
    ]
  ) {
    assert.equal(refusal(online(bad)), "bad_connect", JSON.stringify(bad));
  }
  // Each once, and without the network none is connected to.
  const odd = read({
    ...PLAIN,
    permissions: ["command", "command"],
    surfaces: [],
    connect: ["https://a.example"],
    remote: true,
    later: { unknown: 1 },
  }) as Manifest;
  assert.deepEqual([odd.permissions, odd.connect, odd.surfaces, odd.remote], [
    ["command"],
    [],
    ["web"],
    true,
  ]);
  // One word that nobody knows, and nothing of it is taken.
  for (
    const bad of [
      { permissions: ["command", "root"] },
      { permissions: "command" },
      { permissions: undefined },
      { surfaces: ["web", "dashboard"] },
      { surfaces: "web" },
      { title: " " },
      { author: undefined },
      { version: "" },
    ]
  ) {
    assert.equal(refusal(read({ ...PLAIN, ...bad })), "bad_manifest", JSON.stringify(bad));
  }
  assert.equal((read({ ...PLAIN, remote: "yes" }) as Manifest).remote, false);
  for (const api of [undefined, "2.0", "1.1", "0.9", "1", "1.0.0", 1, "01.00x"]) {
    assert.equal(refusal(read({ ...PLAIN, api })), "bad_api", String(api));
  }
});

Deno.test("JSON with sorted members is written as RFC 8785 writes it", () => {
  for (const value of [{ b: 1, a: [1, "ü\n", null, true, { z: 1e21, "\u20ac": 0.1 }] }, [], "x", -0, {}]) {
    assert.equal(sorted(value), canonicalize(value));
  }
  assert.throws(() => sorted(Array(60).fill(0).reduce((inner) => [inner], 0)), RangeError);
});

Deno.test("trust: the list's key, a key trusted before, an unknown one; changed keys and taken names are refused", () => {
  const manifest = read(PLAIN) as Manifest, at = "https://a.example/tool.json";
  const there = { name: "hello", at, key: author.pubkey, may: ["command"] as const, on: true };
  const installed = installedIn([there]);
  assert.equal(trustOf(manifest, at, { installed: [] }), "new");
  assert.equal(trustOf(manifest, at, { installed: [], listed: author.pubkey }), "listed");
  assert.equal(refusal(trustOf(manifest, at, { installed: [], listed: made().pubkey })), "key_changed");
  assert.equal(trustOf(manifest, at, { installed }), "known");
  assert.equal(trustOf({ ...manifest, name: "other" }, "https://a.example/o.json", { installed }), "known");
  assert.equal(refusal(trustOf(manifest, "https://b.example/tool.json", { installed })), "name_taken");
  const changed = { ...manifest, pubkey: made().pubkey };
  assert.equal(refusal(trustOf(changed, at, { installed })), "key_changed");
  assert.equal(startRefusal(installed[0]!, manifest), undefined);
  assert.equal(startRefusal(installed[0]!, changed), "key_changed");
  assert.equal(
    startRefusal(installed[0]!, { ...manifest, permissions: ["command", "tx"] }),
    "more_permissions",
  );
  assert.equal(startRefusal(installed[0]!, { ...manifest, name: "other" }), "bad_name");
  // Whoever allowed the network allowed these addresses, and no others; one that was installed before they were recorded asks anew.
  const online = { ...manifest, permissions: ["network" as const], connect: ["https://a.example"] };
  const allowed = (more: object) => startRefusal({ ...installed[0]!, may: ["network"], ...more }, online);
  assert.equal(allowed({ connect: ["https://b.example", "https://a.example"] }), undefined);
  assert.equal(allowed({ connect: ["https://b.example"] }), "more_permissions");
  assert.equal(allowed({}), "more_permissions");
  // And whoever allowed it for themselves did not allow it for others.
  assert.equal(startRefusal(installed[0]!, { ...manifest, remote: true }), "more_permissions");
  assert.equal(startRefusal({ ...installed[0]!, remote: true }, { ...manifest, remote: true }), undefined);
});

Deno.test("what the preferences hold is read, and what is none is left out", () => {
  const good = { name: "hello", at: "/x", may: [], on: true };
  const bad = [null, 7, {}, { ...good, name: "B" }, { ...good, name: "b2", may: ["root"] }, {
    ...good,
    on: 1,
    name: "c2",
  }, { ...good, name: "d2", connect: "https://a.example" }];
  assert.deepEqual(installedIn([...bad, good, good]), [good]);
  assert.deepEqual(installedIn("x"), []);
  const many = Array.from({ length: 100 }, (_, n) => ({ ...good, name: `tool-${n}` }));
  assert.equal(installedIn(many).length, INSTALLED_MOST);
});

Deno.test("lists: under the pinned key alone, and addresses that count from the list's", () => {
  const entries = [
    {
      name: "hello",
      entry: "hello/tool.json",
      pubkey: author.pubkey,
      title: "Hello",
      de: { title: "Hallo" },
    },
    { name: "BAD", entry: "x" },
    { name: "evil", entry: "http://plain.example/x" },
  ];
  const list = (key: KeyObject, authority: string, format?: unknown) =>
    bytes(toolList(entries, { key, authority }, format));
  const base = "https://a.example/tools/registry.json", mine = list(author.key, author.pubkey);
  const offers = readOffers(mine, author.pubkey, base, "de");
  assert.ok(Array.isArray(offers));
  assert.deepEqual(offers.map(({ name, title, at }) => [name, title, at]), [
    ["hello", "Hallo", "https://a.example/tools/hello/tool.json"],
  ]);
  assert.equal(readOffers(mine, made().pubkey, base, "en"), "key_changed");
  assert.equal(readOffers(list(made().key, author.pubkey), author.pubkey, base, "en"), "unsigned");
  assert.equal(readOffers(bytes("x"), author.pubkey, base, "en"), "unreadable");
  for (const format of [2, "1", null]) {
    assert.equal(
      readOffers(list(author.key, author.pubkey, format), author.pubkey, base, "en"),
      "other_format",
    );
  }
  // Signed over its entries alone, as lists were before they had a format: it is none of format 1.
  const sig = sign(null, bytes(canonicalize(entries)!), author.key).toString("base64");
  const early = { entries, authority: author.pubkey, sig };
  assert.equal(readOffers(bytes(early), author.pubkey, base, "en"), "other_format");
  assert.equal(readOffers(bytes({ ...early, format: 1 }), author.pubkey, base, "en"), "unsigned");
  assert.equal(addressFrom("/api/x/file", "file?url=a%2Fb"), "/api/x/file?url=a%2Fb");
  assert.equal(addressFrom(base, "//b.example/x"), "https://b.example/x");
  for (const bad of ["javascript:alert(1)", "data:x", 7, "https://u@b.example/"]) {
    assert.equal(addressFrom(base, bad), undefined);
  }
});

appTest(
  "the program's own list: each tool of the set is served, signed, and bound to its script",
  {},
  async (app) => {
    const { registries } = (await app.visitor.get("/api/tools/registries")).body;
    const [own] = registries;
    assert.deepEqual([own.id, own.authority, own.enabled], ["builtin", TOOL_KEY, true]);
    const raw = async (path: string) => bytes((await app.visitor.get(path)).text);
    for (const lang of ["en", "de"]) {
      const offers = readOffers(await raw(own.url), own.authority, own.url, lang);
      assert.ok(Array.isArray(offers) && offers.length >= 15, String(offers));
      for (const { at, key, name, title, description } of offers) {
        const manifest = readManifest(await raw(at)) as Manifest;
        assert.deepEqual([refusal(manifest), manifest.name, manifest.pubkey], [undefined, name, key], name);
        const script = await raw(addressFrom(at, manifest.entry)!);
        assert.ok(isScriptOf(manifest, script), name);
        assert.ok(title !== "" && description !== "");
      }
    }
    assert.ok(Object.keys(TOOL_SET).length >= 31);
    for (const bad of ["none/tool.json", "../secret", "__proto__", "constructor"]) {
      const refused = await app.visitor.get(`${own.url}?url=${encodeURIComponent(bad)}`);
      assert.deepEqual([refused.status, refused.body.reason], [404, "file_not_found"], bad);
    }
  },
);
