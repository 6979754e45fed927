/** A choice that the gateway keeps reaches it: made before the page knew who is here, after a lost answer, a fault or a new page. */
import assert from "node:assert/strict";
import {
  changed,
  type Here,
  OwnPrefs,
  type Prefs,
  type Slip,
} from "../../src/client/phone/person/own_prefs.ts";
import { Gateway } from "../../src/client/phone/ask.ts";
import { browserWorld } from "../../src/client/phone/world.ts";

/** A gateway that answers as told, one after the other; then well. */
function home(answers: (number | "lost")[] = [], here: () => Here | undefined) {
  let notes: Readonly<Record<string, Prefs>> = {};
  const slip: Slip = { read: () => notes, write: (next) => void (notes = next) };
  const sent: { account: string | null; prefs: Prefs }[] = [];
  const later: (() => void)[] = [];
  const world = {
    ...browserWorld,
    clock: () => 1000,
    later: (act: () => void) => {
      later.push(act);
      return () => void later.splice(later.indexOf(act), 1);
    },
    fetch: (_path: RequestInfo | URL, init?: RequestInit) => {
      const answer = answers.shift() ?? 200;
      if (answer === "lost") return Promise.reject(new TypeError("Failed to fetch"));
      const account = new Headers(init!.headers).get("x-account");
      if (answer === 200) sent.push({ account, prefs: JSON.parse(String(init!.body)).prefs });
      return Promise.resolve(Response.json({}, { status: answer }));
    },
  };
  const prefs = () => new OwnPrefs(new Gateway(world), world, () => Promise.resolve(here()), slip);
  return { prefs, sent, later, notes: () => notes };
}

const member = (account: string | null, prefs: Prefs = {}) => () => ({ account, prefs });

Deno.test("a choice is told with all else that the gateway keeps; of a group only what was chosen changes", async () => {
  const { prefs, sent, notes } = home(
    [],
    member("OE3FND", { theme: "sun", locale: { units: "metric", clock: 24 } }),
  );
  const own = prefs();
  own.choose({ lang: "de", theme: null, locale: { units: "nautical" } }, "OE3FND");
  assert.deepEqual(own.over({ lang: "en" }, "OE3FND"), { lang: "de", locale: { units: "nautical" } });
  assert.deepEqual(own.over({ lang: "en" }, "OE5OTH"), { lang: "en" }, "nobody else's");
  await own.send();
  const expected = { lang: "de", locale: { units: "nautical", clock: 24 } };
  assert.deepEqual([sent, notes()], [[{ account: "OE3FND", prefs: expected }], {}]);
});

Deno.test("lost answers and faults are tried again, also by the next page; what the gateway will not have is let go", async () => {
  const { prefs, sent, later, notes } = home(["lost", 503, 429], member("OE3FND"));
  const own = prefs();
  own.choose({ lang: "de" }, "OE3FND");
  await own.send();
  assert.deepEqual([sent.length, later.length], [0, 1]);
  later.shift()!();
  await own.send();
  assert.deepEqual([sent.length, later.length, notes()], [0, 1, { OE3FND: { lang: "de" } }]);
  const reopened = prefs();
  await reopened.send();
  assert.equal(sent.length, 0);
  await reopened.send();
  assert.deepEqual(sent, [{ account: "OE3FND", prefs: { lang: "de" } }]);
  const stubborn = home([400], member("OE3FND"));
  const refusing = stubborn.prefs();
  refusing.choose({ lang: "xx" }, "OE3FND");
  await refusing.send();
  assert.deepEqual([stubborn.sent, stubborn.later.length, stubborn.notes()], [[], 0, {}]);
});

Deno.test("a choice made before the page knows who is here is that person's; of nobody it stays on the device", async () => {
  let who: Here | undefined;
  const { prefs, sent, later, notes } = home([], () => who);
  const own = prefs();
  own.choose({ lang: "de" });
  await own.send();
  assert.deepEqual([sent.length, later.length], [0, 1]);
  who = { account: "OE3FND", prefs: { lang: "en" } };
  await own.send();
  assert.deepEqual([sent, notes()], [[{ account: "OE3FND", prefs: { lang: "de" } }], {}]);
  own.choose({ lang: "en" }, "OE5OTH");
  await own.send();
  assert.deepEqual(
    [sent.length, Object.keys(notes())],
    [1, ["OE5OTH"]],
    "another person's waits for that person",
  );
  who = { account: null, prefs: {} };
  own.choose({ lang: "en" });
  await own.send();
  assert.deepEqual([sent.length, notes()], [1, { OE5OTH: { lang: "en" } }]);
});

Deno.test("a choice made while the one before is under way is told too", async () => {
  const { prefs, sent } = home([], member("OE3FND"));
  const own = prefs();
  own.choose({ lang: "de" }, "OE3FND");
  const first = own.send();
  await Promise.resolve();
  own.choose({ lang: null }, "OE3FND");
  await first;
  assert.deepEqual(sent.at(-1), { account: "OE3FND", prefs: {} });
});

Deno.test("what is chosen takes the place of what was, and nothing else", () => {
  assert.deepEqual(changed({ a: 1, b: { c: 2, d: 3 }, e: [1] }, { a: null, b: { d: 4 }, e: [2] }), {
    b: { c: 2, d: 4 },
    e: [2],
  });
  assert.deepEqual(changed({ a: 1 }, { a: { b: 1 } }), { a: { b: 1 } });
});
