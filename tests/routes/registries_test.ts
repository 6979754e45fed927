/** Tool registries: pinned keys, files from copies, members' own, and what the environment fixes. */
import assert from "node:assert/strict";
import { type FetchAsk, type Fetched, FetchRefused, utf8 } from "../../src/base/mod.ts";
import { MOST } from "../../src/registries/mod.ts";
import { appTest, type TestApp, testApp } from "../kit/app.ts";
import { listSigner as signer, toolList as signed } from "../kit/tool_list.ts";
import { testWorld } from "../kit/world.ts";

const LIST = "https://tools.example/club/registry.json";
const MANIFEST = "https://tools.example/club/compass/manifest.json";
const PROGRAM = "https://tools.example/club/compass/tool.js";
const ENTRY = { version: "1", name: "compass", entry: "compass/manifest.json" };

/** A host of files as the guard would reach it: what is asked is written down, and it can be switched off. */
class Host {
  readonly files = new Map<string, string>();
  readonly asked: FetchAsk[] = [];
  down = false;
  fetch = (ask: FetchAsk): Promise<Fetched> => {
    this.asked.push(ask);
    const file = this.files.get(ask.url);
    if (this.down) return Promise.reject(new FetchRefused("unreachable", "down"));
    const bytes = utf8(file ?? "");
    return Promise.resolve({ status: file === undefined ? 404 : 200, bytes, headers: {}, url: ask.url });
  };
}

function setup(env: Record<string, string> = {}) {
  const host = new Host();
  const authority = signer();
  host.files.set(LIST, signed([ENTRY], authority));
  host.files.set(MANIFEST, JSON.stringify({ name: "compass", entry: "tool.js" }));
  host.files.set(PROGRAM, "postMessage('north')");
  const world = testWorld();
  const app = testApp(env, { fetch: host.fetch, world });
  return { host, authority, app, world };
}
const add = (app: TestApp, authority: string, spec = LIST) =>
  app.operator.post("/api/admin/tool-registries", { spec, authority });
/** What the operator is told to be wrong with each registry. */
const faults = async (app: TestApp) =>
  (await app.operator.get("/api/admin/tool-registries")).body.registries.map((one: { fault: unknown }) =>
    one.fault
  );
const file = (id: string, url?: string) =>
  `/api/tools/registries/${id}/file${url === undefined ? "" : `?url=${encodeURIComponent(url)}`}`;

Deno.test("an instance's registry is listed for everybody, and its files come from a copy that lasts an hour", async () => {
  const { app, host, authority, world } = setup();
  using _end = app;
  const added = await add(app, authority.authority);
  assert.equal(added.status, 201);
  const { id } = added.body.registry;
  const listed = await app.visitor.get("/api/tools/registries");
  assert.deepEqual(listed.body.registries.map((one: { id: string }) => one.id), ["builtin", id]);
  assert.deepEqual(listed.body.players, { allowed: true, signedIn: false, stored: 0 });
  assert.equal(added.body.registry.label, "tools.example");

  for (const url of [undefined, LIST, MANIFEST, PROGRAM]) {
    assert.equal((await app.visitor.get(file(id, url))).status, 200, url);
  }
  assert.deepEqual(host.asked.map(({ url }) => url), [LIST, MANIFEST, PROGRAM]);
  assert.ok(host.asked.every(({ httpsOnly }) => httpsOnly === true));
  const program = await app.visitor.get(file(id, PROGRAM));
  assert.equal(program.text, "postMessage('north')");
  // Foreign bytes are data on this origin, never a page or a script of ours.
  assert.equal(program.headers.get("content-type"), "application/octet-stream");
  assert.match(program.headers.get("content-security-policy")!, /sandbox/);

  world.pass(3599);
  await app.visitor.get(file(id, LIST));
  assert.equal(host.asked.length, 3);
  world.pass(1);
  const anew = await app.visitor.get(file(id, LIST));
  assert.equal(anew.headers.get("x-tool-registry-copy"), null);
  assert.equal(host.asked.length, 4);
});

Deno.test("a stale copy is served while the host fails, and the host is left alone for a minute", async () => {
  const { app, host, authority, world } = setup();
  using _end = app;
  const { id } = (await add(app, authority.authority)).body.registry;
  await app.visitor.get(file(id));
  host.down = true;
  world.pass(3600);
  for (let i = 0; i < 3; i++) {
    const stale = await app.visitor.get(file(id));
    assert.equal(stale.status, 200);
    assert.equal(stale.headers.get("x-tool-registry-copy"), "stale");
  }
  assert.equal(host.asked.length, 2);
  world.pass(60);
  await app.visitor.get(file(id));
  assert.equal(host.asked.length, 3);
  host.down = false;
  world.pass(60);
  assert.equal((await app.visitor.get(file(id))).headers.get("x-tool-registry-copy"), null);
});

Deno.test("no copy and no host is 502; a file that no list names is 404 and fetches nothing", async () => {
  const { app, host, authority } = setup();
  using _end = app;
  const { id } = (await add(app, authority.authority)).body.registry;
  assert.deepEqual(await faults(app), [null, null], "nobody asked yet");
  host.down = true;
  assert.equal((await app.visitor.get(file(id))).status, 502);
  assert.deepEqual(await faults(app), [null, "unreachable"]);
  host.down = false;
  app.world.pass(60);
  await app.visitor.get(file(id));
  assert.deepEqual(await faults(app), [null, null]);
  const before = host.asked.length;
  const other = "https://tools.example/club/secret.json";
  host.files.set(other, "{}");
  for (
    const url of [
      other,
      PROGRAM,
      "http://tools.example/club/registry.json",
      "https://10.0.0.1/x",
      "not an address",
    ]
  ) {
    assert.equal((await app.visitor.get(file(id, url))).status, 404, url);
  }
  assert.equal(host.asked.length, before);
  assert.equal((await app.visitor.get(file("77"))).status, 404);
});

Deno.test("a list that the pinned key did not sign is not served until its key is confirmed", async () => {
  const { app, host, authority } = setup();
  using _end = app;
  const { id } = (await add(app, authority.authority)).body.registry;
  const other = signer();
  const { format: _format, ...formatless } = JSON.parse(signed([ENTRY], authority));
  for (
    const [list, fault, names] of [
      [signed([ENTRY], other), "key_changed", other.authority],
      [signed([ENTRY], authority).replace("compass", "Compass"), "unsigned"],
      [JSON.stringify({ format: 1, entries: [ENTRY], authority: authority.authority, sig: "" }), "unsigned"],
      // Its signature is good over what it covers: whoever signs the entries alone is no other key.
      [JSON.stringify(formatless), "other_format"],
      [signed([ENTRY], authority, 2), "other_format"],
      [signed([ENTRY], authority, "1"), "other_format"],
      ["no list", "unreadable"],
    ] as const
  ) {
    host.files.set(LIST, list);
    const refused = await app.visitor.get(file(id));
    assert.equal(refused.status, 502);
    assert.deepEqual([refused.body.reason, refused.body.authority], [`registry_${fault}`, names]);
    assert.deepEqual(await faults(app), [null, fault]);
    app.world.pass(3600);
  }
  host.files.set(LIST, signed([ENTRY], other));
  const confirmed = await app.operator.post(`/api/admin/tool-registries/${id}/confirm`, {
    authority: other.authority,
  });
  assert.equal(confirmed.body.registry.authority, other.authority);
  assert.equal((await app.visitor.get(file(id))).status, 200);
  assert.deepEqual(await faults(app), [null, null]);
  // What is no list counts like none; a list that is turned off serves nobody, so nothing of it is wrong.
  host.files.set(LIST, "no list");
  app.world.pass(3600);
  assert.equal((await app.visitor.get(file(id))).status, 502);
  assert.deepEqual(await faults(app), [null, "unreadable"]);
  await app.operator.patch(`/api/admin/tool-registries/${id}`, { enabled: false });
  assert.deepEqual(await faults(app), [null, null]);
});

Deno.test("each file has its size, and all files of a registry have one together", async () => {
  const { app, host, authority } = setup();
  using _end = app;
  const entry = (n: number) => ({ version: "1", name: `tool-${n}`, entry: `${n}/tool.json` });
  const at = (n: number, name: string) => `https://tools.example/club/${n}/${name}`;
  host.files.set(LIST, signed(Array.from({ length: 12 }, (_, n) => entry(n)), authority));
  const { id } = (await add(app, authority.authority)).body.registry;
  const script = "x".repeat(512 << 10);
  for (let n = 0; n < 12; n++) {
    host.files.set(at(n, "tool.json"), JSON.stringify({ name: `tool-${n}`, entry: "tool.js" }));
    host.files.set(at(n, "tool.js"), script);
  }
  await app.visitor.get(file(id, at(0, "tool.json")));
  await app.visitor.get(file(id, at(0, "tool.js")));
  assert.deepEqual(host.asked.map(({ maxBytes }) => maxBytes), [256 << 10, 64 << 10, 512 << 10]);
  const answers = [];
  for (let n = 1; n < 12; n++) {
    await app.visitor.get(file(id, at(n, "tool.json")));
    const { status, body } = await app.visitor.get(file(id, at(n, "tool.js")));
    answers.push(status === 200 ? "" : `${status} ${body.reason} ${body.limit}`);
  }
  // Seven scripts fit beside the list and the manifests.
  assert.deepEqual(answers, [...Array(6).fill(""), ...Array(5).fill("502 registry_too_large 4194304")]);
  assert.equal((await app.visitor.get(file(id, at(1, "tool.js")))).status, 200, "those that fit go on");
});

Deno.test("the proxy setting closes the files of others, and a switched-off registry its own", async () => {
  const { app, authority } = setup({ TOOL_REGISTRIES_PROXY: "0" });
  const { id, proxied } = (await add(app, authority.authority)).body.registry;
  assert.equal(proxied, false);
  assert.equal((await app.visitor.get(file(id))).status, 404);
  // The program's own tools are no copies of anybody's.
  assert.equal((await app.visitor.get(file("builtin"))).status, 200);
  assert.deepEqual(
    (await app.visitor.get("/api/tools/registries")).body.registries.map((
      one: { id: string; proxied: boolean },
    ) => [one.id, one.proxied]),
    [["builtin", true], [id, false]],
  );
  app.close();
  const open = setup();
  const registry = (await add(open.app, open.authority.authority)).body.registry;
  assert.equal(
    (await open.app.operator.patch(`/api/admin/tool-registries/${registry.id}`, { enabled: false })).status,
    200,
  );
  assert.equal((await open.app.visitor.get(file(registry.id))).status, 404);
  assert.equal((await open.app.visitor.get("/api/tools/registries")).body.registries.length, 1);
  open.app.close();
});

Deno.test("a member's registries are seen and served to that member alone", async () => {
  const { app, authority } = setup();
  using _end = app;
  const alice = await app.signIn("OE1AAA");
  const bob = await app.signIn("OE1BBB");
  const mine = await alice.post("/api/my/tool-registries", {
    spec: LIST,
    authority: authority.authority,
    label: "Club",
  });
  assert.equal(mine.status, 201);
  const { id } = mine.body.registry;
  assert.equal(mine.body.registry.scope, "own");
  assert.equal((await alice.get("/api/tools/registries")).body.registries.length, 2);
  assert.equal((await bob.get("/api/tools/registries")).body.registries.length, 1);
  assert.equal((await alice.get(file(id))).status, 200);
  for (const other of [bob, app.visitor]) assert.equal((await other.get(file(id))).status, 404);
  const before = app.fingerprint();
  assert.equal((await bob.patch(`/api/my/tool-registries/${id}`, { enabled: false })).status, 404);
  assert.equal((await bob.delete(`/api/my/tool-registries/${id}`)).status, 404);
  assert.equal((await app.operator.delete(`/api/admin/tool-registries/${id}`)).status, 404);
  assert.equal(
    (await alice.post("/api/my/tool-registries", { spec: LIST, authority: authority.authority })).status,
    409,
  );
  assert.equal(app.fingerprint(), before);
  assert.equal((await alice.delete(`/api/my/tool-registries/${id}`)).status, 200);
  assert.equal((await alice.get("/api/my/tool-registries")).body.registries.length, 0);
});

Deno.test("while members may add none, they may still look and remove", async () => {
  const { app, authority } = setup();
  using _end = app;
  const alice = await app.signIn("OE1AAA");
  const { id } =
    (await alice.post("/api/my/tool-registries", { spec: LIST, authority: authority.authority })).body
      .registry;
  assert.equal(
    (await app.operator.put("/api/admin/settings/TOOL_REGISTRIES_PLAYERS", { value: "0" })).status,
    200,
  );
  const before = app.fingerprint();
  const input = { spec: "github:club/tools", authority: authority.authority };
  for (
    const refused of [
      await alice.post("/api/my/tool-registries", input),
      await alice.patch(`/api/my/tool-registries/${id}`, { enabled: false }),
      await alice.post(`/api/my/tool-registries/${id}/confirm`, { authority: authority.authority }),
      await alice.get(`/api/tools/registries/preview?spec=${LIST}`),
    ]
  ) assert.deepEqual([refused.status, refused.body.reason], [403, "players_may_not"]);
  assert.equal((await alice.get(file(id))).status, 404);
  assert.equal(app.fingerprint(), before);
  assert.equal((await alice.get("/api/my/tool-registries")).body.allowed, false);
  assert.equal((await alice.delete(`/api/my/tool-registries/${id}`)).status, 200);
});

Deno.test("a registry's address, key and label are judged before anything is kept", async () => {
  const { app, authority } = setup();
  using _end = app;
  const before = app.fingerprint();
  const refused = async (spec: string, key = authority.authority, label?: string) =>
    (await app.operator.post("/api/admin/tool-registries", {
      spec,
      authority: key,
      ...(label === undefined ? {} : { label }),
    }))
      .status;
  for (
    const spec of [
      "http://tools.example/registry.json",
      "https://user@tools.example/registry.json",
      "https://:pass@tools.example/registry.json",
      "ftp://tools.example/",
      "github:club",
      "github:club/..",
      "github:club/tools/../../other",
      "github:club/tools@",
      `https://tools.example/${"x".repeat(480)}`,
      "",
    ]
  ) assert.equal(await refused(spec), 400, spec);
  assert.equal(await refused(LIST, "AAAA"), 400);
  assert.equal(await refused(LIST, "A".repeat(43)), 400); // the identity's relatives sign anything
  assert.equal(await refused(LIST, authority.authority, " "), 400);
  assert.equal(await refused(LIST, authority.authority, "a\u0007b"), 400);
  assert.equal(app.fingerprint(), before);
});

Deno.test("github addresses lead to the raw file of the ref", async () => {
  const { app, authority } = setup();
  using _end = app;
  const raw = "https://raw.githubusercontent.com/club/tools";
  for (
    const [spec, url] of [
      ["github:club/tools", `${raw}/HEAD/registry.json`],
      ["github:club/tools@v2", `${raw}/v2/registry.json`],
      ["github:club/tools/radio", `${raw}/HEAD/radio/registry.json`],
      ["github:club/tools/radio/mine.json@main", `${raw}/main/radio/mine.json`],
    ]
  ) {
    const added = await add(app, authority.authority, spec);
    assert.deepEqual([added.status, added.body.registry.url], [201, url], spec);
    assert.equal(added.body.registry.label, "club/tools");
  }
});

Deno.test("twenty registries of the instance, ten of a member, sixty previews an hour", async () => {
  const { app, authority } = setup();
  using _end = app;
  const alice = await app.signIn("OE1AAA");
  const input = (n: number) => ({ spec: `https://tools.example/${n}.json`, authority: authority.authority });
  for (let n = 0; n <= MOST.instance; n++) {
    assert.equal(
      (await app.operator.post("/api/admin/tool-registries", input(n))).status,
      n < MOST.instance ? 201 : 409,
    );
  }
  for (let n = 0; n <= MOST.member; n++) {
    assert.equal((await alice.post("/api/my/tool-registries", input(n))).status, n < MOST.member ? 201 : 409);
  }
  for (let n = 0; n <= 60; n++) {
    const preview = await alice.get(`/api/tools/registries/preview?spec=${encodeURIComponent(LIST)}`);
    assert.equal(preview.status, n < 60 ? 200 : 429);
    if (n === 0) {
      assert.deepEqual([preview.body.signed, preview.body.authority], [true, authority.authority]);
      assert.equal(preview.body.entries[0].name, "compass");
    }
  }
  assert.equal((await app.visitor.get(`/api/tools/registries/preview?spec=${LIST}`)).status, 401);
});

Deno.test("what TOOL_REGISTRIES sets cannot be changed at runtime", async () => {
  const { authority } = setup();
  const listed = [{ url: LIST, authority: authority.authority, label: "Club" }, "builtin", {
    url: "/tools/own.json",
    authority: authority.authority,
    enabled: false,
  }];
  const { app, host } = setup({ TOOL_REGISTRIES: JSON.stringify(listed) });
  using _end = app;
  host.files.set(LIST, signed([ENTRY], authority));
  const shown = (await app.operator.get("/api/admin/tool-registries")).body;
  assert.equal(shown.source, "env");
  assert.deepEqual(
    shown.registries.map((
      one: { id: string; enabled: boolean; proxied: boolean },
    ) => [one.id, one.enabled, one.proxied]),
    [["env-1", true, true], ["builtin", true, true], ["env-3", false, false]],
  );
  const before = app.fingerprint();
  for (
    const refused of [
      await add(app, authority.authority, "github:club/tools"),
      await app.operator.patch("/api/admin/tool-registries/builtin", { enabled: false }),
      await app.operator.delete("/api/admin/tool-registries/env-1"),
      await app.operator.post("/api/admin/tool-registries/env-1/confirm", { authority: authority.authority }),
    ]
  ) assert.deepEqual([refused.status, refused.body.reason], [409, "registries_fixed"]);
  assert.equal(app.fingerprint(), before);
  assert.equal((await app.visitor.get(file("env-1"))).status, 200);
});

Deno.test("the built-in registry is signed by its key, and is only switched", async () => {
  const { app } = setup();
  using _end = app;
  const { body } = await app.visitor.get("/api/tools/registries");
  const answer = await app.visitor.get(file("builtin"));
  const { entries, authority } = JSON.parse(answer.text);
  assert.ok(entries.length >= 15, "the set of this build");
  assert.equal(authority, body.registries[0].authority);
  const { readList } = await import("../../src/registries/list.ts");
  const list = readList(utf8(answer.text));
  assert.ok(typeof list === "object" && list.signed);
  const renamed = await app.operator.patch("/api/admin/tool-registries/builtin", { label: "Mine" });
  assert.deepEqual([renamed.status, renamed.body.reason], [409, "registry_builtin"]);
  assert.equal((await app.operator.delete("/api/admin/tool-registries/builtin")).status, 409);
  await app.operator.patch("/api/admin/tool-registries/builtin", { enabled: false });
  assert.deepEqual((await app.visitor.get("/api/tools/registries")).body.registries, []);
});

appTest("the real guard fetches no registry from a private network", {}, async (app) => {
  const alice = await app.signIn("OE1AAA");
  for (
    const spec of [
      "https://127.0.0.1/registry.json",
      "https://[::1]/registry.json",
      "https://192.168.1.1/r.json",
    ]
  ) {
    const refused = await alice.get(`/api/tools/registries/preview?spec=${encodeURIComponent(spec)}`);
    assert.deepEqual([refused.status, refused.body.reason], [502, "registry_unreachable"], spec);
  }
});

Deno.test("every change to the instance's registries is one row of the audit log", async () => {
  const { app, authority } = setup();
  using _end = app;
  const { id } = (await add(app, authority.authority)).body.registry;
  await app.operator.patch(`/api/admin/tool-registries/${id}`, { label: "Club" });
  await app.operator.post(`/api/admin/tool-registries/${id}/confirm`, { authority: authority.authority });
  await app.operator.delete(`/api/admin/tool-registries/${id}`);
  const rows = app.db.sql(
    "SELECT action, actor, label FROM audit_log WHERE kind = 'tool-registry' ORDER BY id",
  ).all();
  assert.deepEqual(rows.map((row) => [row.action, row.actor, row.label]), [
    ["registry-add", "OPERATOR", "tools.example"],
    ["registry-change", "OPERATOR", "Club"],
    ["registry-confirm", "OPERATOR", "Club"],
    ["registry-remove", "OPERATOR", "Club"],
  ]);
});
