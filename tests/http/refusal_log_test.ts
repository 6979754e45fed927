/** What the log says of refused credentials: enough to find who tries, and never what was shown. */
import assert from "node:assert/strict";
import { getLogger } from "@logtape/logtape";
import { testApp } from "../kit/app.ts";
import { testWorld } from "../kit/world.ts";

/** A world whose log is kept in lines. */
function loggingWorld() {
  const lines: string[] = [];
  const log = getLogger("test");
  const keep = (text: string, values: Record<string, unknown> = {}) =>
    void lines.push(text.replace(/\{(\w+)\}/g, (_, name) => String(values[name])));
  const kept = new Proxy(log, {
    get: (target, name, receiver) =>
      name === "getChild" ? () => kept : name === "warn" ? keep : Reflect.get(target, name, receiver),
  });
  return { world: { ...testWorld(), log: kept }, lines };
}

Deno.test("a refused credential is logged with its route, reason and network, without what was shown", async () => {
  const { world, lines } = loggingWorld();
  using app = testApp({}, { world });
  const from = app.visitor.with({}, "198.51.100.7");
  await from.get("/api/admin/settings", { "x-operator-secret": "a-wrong-guess" });
  await from.post("/ingest", {}, { "x-ingest-secret": "another-guess" });
  await from.post("/auth/claims/status", { claim: "a-wrong-token" });
  assert.deepEqual(lines, [
    "refused bad_secret at GET /api/admin/settings from 198.51.100.7",
    "refused bad_secret at POST /ingest from 198.51.100.7",
    "refused bad_claim at POST /auth/claims/status from 198.51.100.7",
  ]);
  assert.ok(!/guess|wrong/.test(lines.join()));
  lines.length = 0;
  await from.get("/api/admin/settings");
  await from.get("/api/prefs", { cookie: "svc_session=" });
  await from.get("/nothing");
  await app.operator.get("/api/admin/settings");
  assert.deepEqual(lines, [], "who shows nothing, or the right thing, is not in the log");
});

Deno.test("guessing without end fills no log", async () => {
  const { world, lines } = loggingWorld();
  using app = testApp({}, { world });
  const guess = () => app.visitor.get("/api/admin/settings", { "x-operator-secret": "guess" });
  for (let i = 0; i < 75; i++) await guess();
  assert.equal(lines.length, 60);
  world.pass(60);
  await guess();
  assert.equal(lines.length, 62);
  assert.equal(lines[60], "15 more refused credentials within a minute");
});
