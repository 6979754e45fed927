/** What the overview says of lines of the checklist: how much each matters, and what a part that is well says. No browser. */
import assert from "node:assert/strict";
import { staleKeys } from "../../src/client/admin/keys/stale_keys.ts";
import { levelOf, markOf, saidValues } from "../../src/client/admin/overview/check_line.ts";
import { clockWord } from "../../src/client/app/clock_word.ts";
import { sayWell, valueOf } from "../../src/client/admin/overview/well.ts";
import { GROUPS, type PageName, PAGES, pagesIn, pagesOf } from "../../src/client/pages/page_table.ts";

Deno.test("what was set up and does not work is a fault, also where it is optional; what is optional and missing is none", () => {
  const mark = (level: "blocking" | "recommended" | "optional", status: "ok" | "warn" | "missing") =>
    markOf({ level, status });
  assert.deepEqual(
    (["blocking", "recommended", "optional"] as const).map((level) => [
      mark(level, "ok"),
      mark(level, "warn"),
      mark(level, "missing"),
    ]),
    [["go", "bad", "bad"], ["go", "wait", "wait"], ["go", "wait", "off"]],
  );
  assert.equal(levelOf({ level: "optional", status: "warn" }), "recommended");
  assert.equal(levelOf({ level: "optional", status: "missing" }), "optional");
  assert.equal(levelOf({ level: "blocking", status: "warn" }), "blocking");
});

Deno.test("a part that is well says its age, its room, its version, or how many there are", () => {
  const said = (part: Parameters<typeof sayWell>[0], ...values: Record<string, string | number>[]) =>
    sayWell(part, values.map((one) => ({ values: one })));
  assert.equal(said("backup", { n: 0, hours: 1 }), "The newest copy is 1 hour old.");
  assert.equal(
    said("backup", { n: 1, hours: 47 }, { value: "/replica", n: 1 }),
    "The newest copy is 47 hours old.",
  );
  assert.equal(
    said("backup", { n: 2, hours: 48 }, { value: "/replica", n: 1 }),
    "The newest copy is 2 days old.",
  );
  assert.equal(
    said("backup", { n: 0, hours: 1, holds: "database" }),
    "The newest copy is 1 hour old. It is the database alone, without photos and secrets, on this disk.",
  );
  assert.match(said("backup", { n: 3, hours: 72, holds: "whole" }), /3 days old\. It is a whole backup/);
  assert.match(said("disk", { freeBytes: 1_200_000_000 }), /1\.2 GB free/);
  assert.equal(said("disk", {}), "All is well.");
  assert.match(
    said("update", { asked: "yes", value: "0.1.0", version: "0.1.0" }),
    /0\.1\.0\W* is the newest/,
  );
  assert.match(said("update", { asked: "not_yet", version: "0.1.0" }), /not checked yet/);
  assert.match(said("update", { asked: "no", version: "0.1.0" }), /not looked for/);
  assert.match(said("neighbours", { followed: 3 }), /^3 neighbours are followed/);
  assert.equal(said("neighbours", {}), "All is well.");
  assert.match(said("partners", { partners: 2 }), /^2 forwarding partners/);
  assert.equal(said("mail", { value: "smtp" }), "All is well.");
});

Deno.test("a neighbour that is blocked is no reason to say that neighbours are not in use", () => {
  assert.equal(valueOf("neighbours", [{ values: { n: 1, followed: 0 } }]), "0");
  assert.equal(valueOf("neighbours", [{ values: {} }]), undefined);
});

Deno.test("a clock that is a little off is this device's; one that is a day off may as well be the gateway's", () => {
  assert.deepEqual([0, 29, -29].map(clockWord), [undefined, undefined, undefined]);
  assert.deepEqual([-30, 30, -86_399].map(clockWord), [
    "connection.ahead",
    "connection.behind",
    "connection.ahead",
  ]);
  assert.deepEqual([-86_400, 9463 * 86_400].map(clockWord), ["connection.apart", "connection.apart"]);
});

Deno.test("a key that nobody used for half a year is stale; a new one that waits for its first use is not", () => {
  const NOW = 1_800_000_000, DAY_S = 86_400;
  const key = (createdAt: number, lastUsedAt: number | null) => ({ createdAt, lastUsedAt });
  const old = NOW - 400 * DAY_S, limit = NOW - 183 * DAY_S;
  assert.deepEqual(staleKeys([key(old, null), key(old, limit - 1)], NOW).length, 2);
  assert.deepEqual(staleKeys([key(old, limit), key(limit, null), key(old, NOW)], NOW), []);
});

Deno.test("free room is said as on every other page", () => {
  const values = { freeBytes: 76_316_000_000 };
  assert.equal(saidValues({ values }).free, "76 GB");
  assert.equal(sayWell("disk", [{ values }]), "76 GB free.");
  assert.equal(saidValues({ values: { n: 3 } }).free, undefined);
});

Deno.test("no group of a menu has more than seven pages", () => {
  const admin: PageName[][] = [[]];
  for (const name of pagesIn("admin")) {
    if ("begins" in PAGES[name]) admin.push([]);
    admin.at(-1)!.push(name);
  }
  const groups = GROUPS.map((group) => pagesOf(group, "bar", "add", "more"));
  for (const menu of [admin, groups]) {
    assert.ok(
      menu.length > 3 && menu.every((one) => one.length > 1 && one.length <= 7),
      JSON.stringify(menu),
    );
  }
  // Each page of a menu has its place in the rail; "more" stands below all groups.
  assert.deepEqual(
    groups.flat().toSorted(),
    pagesIn("bar", "add", "more").filter((name) => name !== "more").toSorted(),
  );
});
