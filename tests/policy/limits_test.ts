/** Every declared limit counts by what was parsed: one thing has one count, however a stranger spells it. */
import assert from "node:assert/strict";
import { allRoutes } from "../../src/cli/all_routes.ts";
import { Addresses, Incoming, type Limit, type Route } from "../../src/http/mod.ts";

const nowhere = new Addresses({ own: [], trusted: [], trustProxy: false });
/** Somebody of every kind at once: what a limit may look at of who asks. */
const who = {
  kind: "session",
  account: 7,
  call: "OE1XYZ",
  actor: "OE1XYZ",
  station: 3,
  box: "OE1XYZ-BOX",
  apiKey: undefined,
};
const long = "y".repeat(60_000);

const asked = (path: string, headers: Record<string, string> = {}) =>
  new Incoming(
    new Request(`http://localhost${path}`, { headers }),
    { remoteAddr: { hostname: "192.0.2.7" } },
    nowhere,
  );
const limitsOf = ({ options }: Route) => [options.limit ?? []].flat() as Limit[];
const counted = (limit: Limit, incoming: Incoming) => limit.per?.({ who, incoming });

Deno.test("no limit counts by path, query or headers as they were written", () => {
  let looked = 0;
  for (const route of allRoutes()) {
    const plain = asked(route.path.replace(/:\w+/g, "OX1"));
    const spelled = [
      asked(route.path.replace(/:\w+/g, "%4fX1")),
      asked(`${route.path.replace(/:\w+/g, "OX1")}?x=${long}`),
      asked(route.path.replace(/:\w+/g, "OX1"), { "x-anything": long, "user-agent": long }),
    ];
    for (const limit of limitsOf(route)) {
      if (!limit.per) continue;
      const at = `${route.method} ${route.path}: ${limit.name}`;
      const expected = counted(limit, plain);
      for (const other of spelled) assert.equal(counted(limit, other), expected, at);
      assert.ok((expected ?? "").length <= 100, `${at} keeps ${expected?.length} characters`);
      looked++;
    }
  }
  assert.ok(looked >= 10, `only ${looked} limits were looked at`);
});

/** Uses of each declared limit in so many seconds, and on how many routes at least: another route under it is no change of it. */
const NUMBERS = `
account-import 5/3600 on 1
adoption-request 30/3600 on 1
box-claim 60/900 on 1
cache-change 300/3600 on 2
callsigns 20/3600 on 1
card-designs 300/3600 on 1
card-lines 60/3600 on 2
card-proofs 300/60 on 4
certificate-proofs 60/60 on 4
certificates 60/3600 on 2
claims 60/3600 on 1
club-logo 30/3600 on 1
club-years 60/60 on 4
coming 120/3600 on 1
coverage 60/60 on 1
device-batches 240/60 on 1
device-keys 30/3600 on 1
device-link 20/3600 on 1
enroll 10/900 on 1
enroll-progress 300/900 on 1
export-all 30/3600 on 2
federation-beacon 120/60 on 1
federation-browse 600/60 on 7
federation-corroborate 60/60 on 1
federation-dns 30/60 on 2
federation-exchange 120/60 on 1
federation-notify 120/60 on 1
federation-origin 1200/60 on 1
federation-peers 60/60 on 2
federation-relay-answer 3000/60 on 1
federation-relay-lease 3000/60 on 1
federation-relay-query 60/60 on 1
federation-relay-result 600/60 on 1
federation-submit 6000/60 on 2
federation-summary 120/60 on 1
field-note-files 60/3600 on 1
field-note-pieces 6000/3600 on 1
file-write 120/3600 on 4
finds-elsewhere 20/3600 on 1
handed-reports 30/60 on 1
handing 10/3600 on 2
link-picture 120/3600 on 1
log-write 600/3600 on 3
mail-confirm 5/3600 on 2
mail-confirm-address 20/3600 on 2
mail-start 30/3600 on 1
mail-test 20/3600 on 1
map-pages 120/60 on 1
messages-read 1200/3600 on 1
messages-sent 240/3600 on 1
notebook 1200/3600 on 6
opinion 600/3600 on 4
others-statistics 60/60 on 1
own-years 600/3600 on 3
print-net 30/60 on 1
push-subscribe 30/3600 on 1
ranking-boxes 60/60 on 1
read setting/setting on 1
read-keyed setting/setting on 1
receivers 60/60 on 1
registry-file 600/60 on 1
restore 20/3600 on 1
search 300/60 on 1
sign-in 100/900 on 5
sitemap 20/60 on 2
stage-write 60/3600 on 1
stages-told 60/60 on 1
taking-out 120/3600 on 5
tx-aprs 30/3600 on 1
uploads 30/3600 on 1
visit-photos 60/60 on 1
visit-write 120/3600 on 6
visitor-awards 60/60 on 2
visits 120/60 on 4
what-if 120/60 on 1
would-be 60/60 on 1
wx-push 60/60 on 8
`;

Deno.test("each limit lets as many uses through as was decided, on no fewer routes", () => {
  const found = new Map<string, Set<string>>();
  const settable = (value: number | (() => number)) => typeof value === "number" ? value : "setting";
  for (const route of allRoutes()) {
    for (const { name, points, seconds } of limitsOf(route)) {
      const key = `${name} ${settable(points)}/${settable(seconds)}`;
      found.set(key, (found.get(key) ?? new Set()).add(`${route.method} ${route.path}`));
    }
  }
  const decided = NUMBERS.trim().split("\n").map((line) => line.split(" on ") as [string, string]);
  assert.deepEqual([...found.keys()].sort(), decided.map(([limit]) => limit));
  const fewer = decided.filter(([limit, least]) => found.get(limit)!.size < Number(least));
  assert.deepEqual(fewer.map(([limit]) => `${limit} on ${found.get(limit)!.size}`), []);
});

Deno.test("each reading of the public read API counts for its reader, by address or by key", () => {
  const free = allRoutes().filter(({ method, path }) => method === "GET" && path.startsWith("/api/v1/"))
    .filter((route) =>
      !["read", "read-keyed"].every((name) => limitsOf(route).some((one) => one.name === name))
    )
    .map(({ path }) => path);
  assert.deepEqual(free, []);
});
