/** What can still be taken back: the last act on a thing alone, and nothing on what is gone. */
import assert from "node:assert/strict";
import { valueBefore, waysBack, waysTogether } from "../../src/client/admin/done/ways_back.ts";
import type { Entry } from "../../src/client/admin/people/shapes.ts";
import { ALL_WORDS } from "../../src/words/all_words.ts";

/** The log from its newest entry on, as `kind action target reason`. */
const log = (...lines: [kind: string, action: string, targetId: string, reason?: string][]): Entry[] =>
  lines.map(([kind, action, targetId, reason = ""], i) => ({
    ...{
      id: 100 - i,
      at: 1000 - i,
      actor: "OE1SYS",
      kind,
      action,
      targetId,
      label: targetId,
      reason,
      batch: null,
    },
  }));
const ways = (...lines: Parameters<typeof log>) => {
  const found = waysBack(log(...lines));
  return lines.map((_, i) => found.get(100 - i));
};

Deno.test("of several acts on one thing the last can be taken back, on each thing by itself", () => {
  assert.deepEqual(
    ways(["cache", "remove", "7"], ["cache", "restore", "7"], ["cache", "remove", "7"], [
      "cache",
      "remove",
      "8",
    ]),
    [{ act: "restore" }, undefined, undefined, { act: "restore" }],
  );
  assert.deepEqual(ways(["cache", "restore", "7"], ["cache", "remove", "7"]), [undefined, undefined]);
  assert.deepEqual(
    ways(["account", "unsuspend", "OE1A"], ["account", "suspend", "OE1A"], ["account", "suspend", "OE1B"]),
    [undefined, undefined, { act: "unsuspend" }],
  );
  assert.deepEqual(
    ways(["peer", "pause", "https://a"], ["peer", "trust blocked", "https://a"], [
      "peer",
      "go on",
      "https://a",
    ]),
    [{ act: "go_on" }, { act: "unblock" }, undefined],
    "two things of one neighbour are set apart from each other",
  );
});

Deno.test("what is gone for good has no way back, nor has what was done to it before", () => {
  assert.deepEqual(ways(["log", "remove", "5"], ["box", "revoke", "b1"], ["backup", "delete_backup", "x"]), [
    undefined,
    undefined,
    undefined,
  ]);
  assert.deepEqual(ways(["peer", "remove", "https://a"], ["peer", "pause", "https://a"]), [
    undefined,
    undefined,
  ]);
  assert.deepEqual(
    ways(["cache", "remove", "7"], ["cache", "disable", "7"], ["cache", "resolve", "7"]),
    [{ act: "restore" }, undefined, undefined],
    "while it is removed nothing else of it is undone",
  );
  assert.deepEqual(
    ways(["cache", "restore", "7"], ["cache", "remove", "7"], ["cache", "disable", "7"]),
    [undefined, undefined, undefined],
  );
});

Deno.test("what takes something from somebody is asked on its own page, what gives it back is one press", () => {
  assert.deepEqual(
    ways(["peer", "trust trusted", "https://a"], ["site", "trust", "OE1XYZ"], ["box", "services-on", "b1"], [
      ...["site", "distrust", "OE2XYZ"] as const,
    ]),
    [
      { to: "/admin/neighbours/https%3A%2F%2Fa" },
      { to: "/admin/receivers" },
      { to: "/admin/receivers/b1" },
      { act: "hear_again" },
    ],
  );
});

Deno.test("a setting goes back to what it was, as far as the log keeps it whole", () => {
  const long = `set to ${"x".repeat(400)}`;
  assert.deepEqual(
    ways(["setting", "setting", "A", "set to 5"], ["setting", "setting", "B", long], [
      ...["setting", "setting", "C", "written into the host's file; it acts from the next start on"] as const,
    ]),
    [{ act: "setting" }, { to: "/admin/settings?find=B" }, { to: "/admin/settings?find=C" }],
  );
  const entries = log(["setting", "setting", "A", "set to 5"], ["setting", "setting", "A", "set to 4"], [
    ...["setting", "setting", "A", "reset to its default"] as const,
  ]);
  assert.equal(valueBefore(entries, 100), "4");
  assert.equal(valueBefore(entries, 99), null, "before that it had its default");
  assert.equal(valueBefore(entries, 98), null);
  assert.equal(valueBefore(log(["setting", "setting", "A", long]), 101), undefined, "not kept whole");
});

Deno.test("each way back has its words", () => {
  for (
    const act of [
      "restore",
      "enable",
      "reopen",
      "unsuspend",
      "unblock",
      "go_on",
      "hear_again",
      "count_again",
      "setting",
    ]
  ) {
    for (const words of Object.values(ALL_WORDS)) assert.ok(`done.act.${act}` in words, act);
  }
});

Deno.test("one act on several things is taken back as one, as far as it still holds on two of them", () => {
  const batches = (...numbers: (number | null)[]) => {
    const entries = log(["cache", "disable", "7"], ["cache", "disable", "8"], ["cache", "disable", "9"]).map((
      entry,
      i,
    ) => ({ ...entry, batch: numbers[i]! }));
    return [...waysTogether(entries, waysBack(entries))].map((
      [id, { act, entries }],
    ) => [id, act, entries.map(({ targetId }) => targetId)]);
  };
  assert.deepEqual(batches(5, 5, 5), [[100, "enable", ["7", "8", "9"]]]);
  assert.deepEqual(batches(null, 5, 5), [[99, "enable", ["8", "9"]]]);
  assert.deepEqual(batches(null, null, 5), [], "one by itself has its own way back");
  assert.deepEqual(batches(1, 2, 3), []);
  const since = log(["cache", "enable", "8"], ["cache", "disable", "7"], ["cache", "disable", "8"]).map((
    entry,
  ) => ({ ...entry, batch: entry.action === "disable" ? 5 : null }));
  assert.deepEqual([...waysTogether(since, waysBack(since))], [], "what holds no more is not taken back");
});
