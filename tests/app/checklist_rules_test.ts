/** What the overview says of lines of the checklist: how much each matters, and what a part that is well says. No browser. */
import assert from "node:assert/strict";
import { levelOf, markOf } from "../../src/client/admin/overview/check_line.ts";
import { sayWell } from "../../src/client/admin/overview/well.ts";

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
  assert.match(said("disk", { value: "1200 MB" }), /1200 MB\W* free/);
  assert.equal(said("disk", {}), "All is well.");
  assert.match(
    said("update", { asked: "yes", value: "0.1.0", version: "0.1.0" }),
    /0\.1\.0\W* is the newest/,
  );
  assert.match(said("update", { asked: "not_yet", version: "0.1.0" }), /nobody was asked yet/);
  assert.match(said("update", { asked: "no", version: "0.1.0" }), /not looked for/);
  assert.match(said("neighbours", { followed: 3 }), /^3 neighbours are followed/);
  assert.equal(said("neighbours", {}), "All is well.");
  assert.match(said("mail", { value: "smtp" }, { partners: 2 }), /^2 forwarding partners/);
  assert.equal(said("mail", { value: "smtp" }), "All is well.");
});
