/**
 * Removal, kind by kind, against every read there is: derived from the declared routes, so that a new read which forgets
 * removal fails here by itself. Before the removal some read shows the thing; after it none does, to nobody but its owner
 * and operators; a restored cache is shown again.
 */
import assert from "node:assert/strict";
import type { Route } from "../../../src/http/mod.ts";
import { KINDS, type ReportedKind } from "../../../src/moderation/mod.ts";
import { appTest, type Client, type TestApp } from "../../kit/app.ts";
import { filled, takenBy } from "../../kit/queries.ts";
import { ADDRESSEE, type Club, club, FINDER, OWNER, wordOf } from "../../kit/moderated.ts";
import { seedOf } from "../federation/instances.ts";

/** Endless, or not HTTP: what they tell is checked where it is made (live_cache_test.ts). */
const STREAMS = ["/ws", "/api/cot/stream"];
/** Gates of reads that a person may pass without being an operator. */
const READS = ["public", "ratelimited", "session", "apikey", "actor"];

const isRead = ({ method, path, options: { gate } }: Route): boolean =>
  method === "GET" && !STREAMS.includes(path) && gate.label.split("|").some((label) => READS.includes(label));

/** Addresses of a route, with its parameters filled by whatever is known, and the queries that show most. */
function addresses(route: Route, { ids, seen }: Club, gids: string[]): string[] {
  const some = [...new Set([...Object.values(ids), String(seen.id), seen.code, ...gids])];
  const fills: Record<string, string[]> = {
    call: [OWNER, FINDER],
    code: [seen.code, ids.cache, ids.card],
    user: [OWNER],
  };
  const paths = filled(route, (name) => fills[name] ?? some);
  const box = "bbox=16,48,17,49";
  const queries = [
    "",
    `?${box}&limit=200`,
    "?metric=finds&period=all",
    `?call=${OWNER}`,
    `?to=${ADDRESSEE}`,
    `?from=${OWNER}`,
    "?category=ALL",
    "?q=xq",
    "?group=20",
    "?bulletins=1",
  ];
  const asked = takenBy(route, queries);
  return paths.flatMap((path) => asked.map((query) => path + query));
}

/** Which addresses show a kind's word, for each persona. */
async function showing(
  app: TestApp,
  one: Club,
  personas: Record<string, Client>,
): Promise<Map<ReportedKind, Set<string>>> {
  const gids = app.db.sql<never, { gid: string }>(
    "SELECT gid FROM cache WHERE gid IS NOT NULL UNION SELECT gid FROM log WHERE gid IS NOT NULL UNION SELECT gid FROM bbs_message WHERE gid IS NOT NULL",
  ).all().map(({ gid }) => gid);
  const shown = new Map<ReportedKind, Set<string>>(KINDS.map((kind) => [kind, new Set()]));
  let walked = 0;
  for (const route of app.routes) {
    if (!isRead(route)) continue;
    for (const address of addresses(route, one, gids)) {
      for (const [name, client] of Object.entries(personas)) {
        // From an address of its own each, so that no throttle hides anything.
        const from = client.with({}, `198.${51 + (walked >> 16)}.${(walked >> 8) & 255}.${walked & 255}`);
        walked++;
        const { status, text } = await from.get(address);
        if (status !== 200) continue;
        for (const kind of KINDS) if (text.includes(wordOf(kind))) shown.get(kind)!.add(`${name} ${address}`);
      }
    }
  }
  assert.ok(walked > 1000, `${walked} requests`);
  return shown;
}

appTest("what is removed leaves every read, feed, export, search, pack, page and record at once", {
  APP_URL: "https://club.example",
  FED_PRIVATE_KEY: seedOf("club.example"),
  FIRST_PARTY_SITES: "OE1GATE-1",
  API_RATE_ANON: "100000",
}, async (app) => {
  const one = await club(app);
  const stranger = await app.signIn("OE9EVE");
  app.world.pass(600);
  const personas = { visitor: app.visitor, stranger, addressee: one.addressee };
  const before = await showing(app, one, personas);
  for (const kind of KINDS) assert.ok(before.get(kind)!.size > 0, `nothing shows the ${kind}`);

  for (const kind of KINDS) {
    const removed = await app.operator.post("/api/admin/moderation/remove", {
      kind,
      id: one.ids[kind],
      reason: "not for a club",
    });
    assert.equal(removed.status, 200, `${kind}: ${removed.text}`);
  }
  app.world.pass(60);
  const after = await showing(app, one, personas);
  for (const kind of KINDS) assert.deepEqual([...after.get(kind)!], [], `still shown: ${kind}`);

  const back = await app.operator.post("/api/admin/moderation/restore", {
    kind: "cache",
    id: one.ids.cache,
    reason: "looked again",
  });
  assert.equal(back.status, 200, back.text);
  app.world.pass(60);
  const again = (await showing(app, one, personas)).get("cache")!;
  // It comes back disabled: lists of active caches leave it out, everything else shows it as before.
  assert.ok(again.has(`visitor /api/caches/${one.ids.cache}`));
  assert.ok([...again].some((address) => address.startsWith("visitor /api/caches?")));
  assert.ok(
    [...again].some((address) => address.startsWith("visitor /federation/")),
    "its record goes out again",
  );
});
