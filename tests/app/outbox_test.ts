/** The queue of things done without signal: each rule by itself, and random histories of phones, answers and clocks. */
import assert from "node:assert/strict";
import {
  addressOf,
  isDue,
  isOver,
  type Item,
  LEASE_S,
  next,
  pick,
  shownState,
  UNDO_S,
  waitAfter,
  waits,
  withDependents,
} from "../../src/client/phone/queue/item.ts";
import { random } from "../kit/random.ts";
import { MESSAGE_CHARACTERS, radioText } from "../../src/client/waiting/radio_text.ts";
import { readCommand } from "../../src/caches/radio/radio_command.ts";

const item = (given: Partial<Item> = {}): Item => ({
  ...{ id: "1", account: "OE1ABC", instance: "a.example", kind: "log", cache: "AB1", title: "A cache" },
  ...{ path: "/api/caches/AB1/logs", body: { kind: "found" }, at: 1000, state: "waiting", tries: 0 },
  ...{ notBefore: 1000, unanswered: false, leasedUntil: 0 },
  ...given,
});
const taken = (given: Partial<Item> = {}) => next(item(given), { what: "taken" }, 1000);
const answer = (status: number, reason?: string) =>
  next(taken(), { what: "answered", status, ...(reason && { reason }) }, 1001);

Deno.test("a taken item is leased, and nobody takes it until the lease is over", () => {
  const one = taken();
  assert.deepEqual([one.state, one.leasedUntil], ["sending", 1000 + LEASE_S]);
  assert.equal(isDue(one, 1000 + LEASE_S - 1), false);
  assert.equal(isDue(one, 1000 + LEASE_S), true);
  assert.throws(() => next(one, { what: "taken" }, 1001), /sending cannot be taken/);
  // A lease that a wrong clock gave lies years ahead: it holds nobody up.
  assert.equal(isDue({ ...one, leasedUntil: 1000 + 2 * LEASE_S + 1 }, 1000), true);
  assert.equal(isDue({ ...one, leasedUntil: 1000 + 2 * LEASE_S }, 1000), false);
});

Deno.test("what a closed page left on its way is shown to wait, once no page holds it any more", () => {
  const one = taken();
  assert.deepEqual([0, LEASE_S - 1, LEASE_S].map((after) => shownState(one, 1000 + after)), [
    ...["sending", "sending", "waiting"],
  ]);
  for (const state of ["waiting", "needs_you", "by_radio", "settled", "dropped"] as const) {
    assert.equal(shownState(item({ state }), 5000), state);
  }
});

Deno.test("answers: kept, there already, later, and what needs its person", () => {
  for (const status of [200, 201, 299]) assert.equal(answer(status).state, "settled");
  assert.equal(answer(409, "already_found").state, "settled");
  for (const status of [401, 408, 425, 429, 500, 502, 503]) {
    const later = answer(status);
    assert.deepEqual(
      [later.state, later.tries, later.unanswered],
      ["waiting", 1, status === 401],
      String(status),
    );
    assert.ok(later.notBefore > 1001);
  }
  for (const status of [300, 400, 403, 404, 409, 410, 413, 422, 499]) {
    assert.equal(answer(status).state, "needs_you", String(status));
  }
  assert.deepEqual(answer(409, "own_cache").answer, { status: 409, at: 1001, reason: "own_cache" });
  assert.deepEqual(answer(201).answer, { status: 201, at: 1001 }, "what was not said is not kept either");
});

Deno.test("waits double to ten minutes; what it was told to wait is waited; a hopeless number is bounded", () => {
  assert.deepEqual([1, 2, 3, 4].map(waitAfter), [2, 4, 8, 16]);
  assert.deepEqual([10, 60, 5000].map(waitAfter), [600, 600, 600]);
  const told = next(taken(), { what: "answered", status: 429, retryAfterS: 90 }, 1000);
  assert.equal(told.notBefore, 1090);
  const years = next(taken(), { what: "answered", status: 429, retryAfterS: 1e9 }, 1000);
  assert.equal(years.notBefore, 1600);
});

Deno.test("when the gateway is reached again, what went unanswered goes at once, what was told to wait does not", () => {
  const lost = next(taken(), { what: "unanswered" }, 1001);
  assert.deepEqual([lost.state, lost.notBefore], ["waiting", 1003]);
  assert.equal(next(lost, { what: "reached" }, 1002).notBefore, 1002);
  const told = answer(503);
  assert.equal(next(told, { what: "reached" }, 1001), told);
  // An answer to a try that another page has taken over changes nothing.
  for (const what of ["unanswered", "held"] as const) {
    for (const one of [item(), answer(201), answer(400)]) assert.equal(next(one, { what }, 1001), one);
  }
  assert.equal(next(item(), { what: "answered", status: 400 }, 1001).state, "waiting");
  assert.equal(next(taken(), { what: "held" }, 1003).leasedUntil, 1003 + LEASE_S);
});

Deno.test("a person may try again, edit, or say that it went by radio; not what is settled or on its way", () => {
  const refused = answer(400);
  assert.equal(next(refused, { what: "again" }, 1005).state, "waiting");
  assert.equal(next(refused, { what: "keyed" }, 1005).state, "by_radio");
  assert.equal(next(item({ state: "by_radio" }), { what: "again" }, 1005).state, "waiting");
  const edited = next(refused, { what: "edited", body: { kind: "note" } }, 1005);
  assert.deepEqual([edited.state, edited.body, edited.at], ["waiting", { kind: "note" }, 1000]);
  for (const what of ["again", "keyed"] as const) {
    assert.throws(() => next(answer(201), { what }, 1005));
    assert.throws(() => next(taken(), { what }, 1005));
  }
  assert.throws(() => next(answer(201), { what: "edited", body: {} }, 1005));
  assert.throws(() => next(taken(), { what: "edited", body: {} }, 1005));
});

Deno.test("what may be there already stays so however often it is changed, until an answer says", () => {
  const edit = (one: Item) => next(one, { what: "edited", body: { kind: "note" } }, 1005);
  const lost = next(taken(), { what: "unanswered" }, 1001);
  assert.equal(lost.maybeThere, true);
  assert.equal(edit(edit(lost)).maybeThere, true);
  for (const [status, open] of [[401, undefined], [408, true], [425, undefined], [429, undefined]] as const) {
    assert.equal(answer(status).maybeThere, open, String(status));
  }
  for (const status of [500, 502, 503]) assert.equal(answer(status).maybeThere, true, String(status));
  // Its page died on the way: it may have been sent.
  assert.equal(taken().maybeThere, undefined);
  assert.equal(next(taken(), { what: "taken" }, 1000 + LEASE_S).maybeThere, true);
  const again = next(lost, { what: "taken" }, lost.notBefore);
  assert.equal(next(again, { what: "answered", status: 429 }, 1004).maybeThere, true);
  assert.equal(next(again, { what: "answered", status: 400 }, 1004).maybeThere, undefined);
});

Deno.test("the oldest of one's own goes first, one at a time, and after what it depends on", () => {
  const whose = { account: "OE1ABC", instance: "a.example", now: 2000 };
  const older = item({ id: "older", at: 900 }), newer = item({ id: "newer", at: 1000 });
  assert.equal(pick([newer, older], whose)?.id, "older");
  assert.equal(pick([newer, item({ id: "other", at: 1, account: "OE3XYZ" })], whose)?.id, "newer");
  assert.equal(pick([item({ instance: "b.example" })], whose), undefined);
  assert.equal(pick([{ ...older, notBefore: 2001 }, newer], whose)?.id, "newer");
  const sending = item({ id: "sending", state: "sending", leasedUntil: 2003 });
  assert.equal(pick([sending, newer], whose), undefined);
  const unlock = item({ id: "unlock", at: 1100, notBefore: 2500 });
  assert.equal(pick([unlock, item({ id: "log", at: 1000, after: "unlock" })], whose), undefined);
  const settled = { ...unlock, state: "settled" as const };
  assert.equal(pick([settled, item({ id: "log", after: "unlock" })], whose)?.id, "log");
  assert.equal(pick([item({ id: "log", after: "dropped" })], whose)?.id, "log");
});

Deno.test("a photo goes where its log's answer says, after the log, and goes with it", () => {
  const log = item({ id: "log" });
  const photo = item({ id: "photo", kind: "photo", after: "log", path: "/api/caches/AB1/logs/{id}/media" });
  const thumb = item({
    id: "thumb",
    kind: "thumb",
    after: "photo",
    path: "/api/caches/AB1/media/{id}/thumb",
  });
  const settled = (one: Item, value: unknown): Item => ({
    ...{ ...one, state: "settled", answer: { status: 201, at: 1000, value } },
  });
  const sent = settled(log, { id: 7 });
  assert.equal(addressOf(photo, [sent, photo]), "/api/caches/AB1/logs/7/media");
  assert.equal(addressOf(log, []), "/api/caches/AB1/logs");
  const made = settled(photo, { id: "a/b" });
  assert.equal(addressOf(thumb, [made]), "/api/caches/AB1/media/a%2Fb/thumb");
  // Of a new cache both names are told on the way: the nearest answer that has the name.
  const hidden = settled(item({ id: "hide", kind: "hide" }), { code: "XY2", id: 3 });
  const shot = settled({ ...photo, after: "hide" }, { id: "uuid" });
  const small = { ...thumb, path: "/api/caches/{code}/media/{id}/thumb" };
  assert.equal(addressOf(small, [hidden, shot, small]), "/api/caches/XY2/media/uuid/thumb");
  // The log is not there, or was settled by another find: there is nothing to put it beside.
  for (const others of [[], [log], [settled(log, undefined)], [settled(log, { id: null })]]) {
    assert.equal(addressOf(photo, others), undefined);
  }
  const all = [log, photo, thumb, item({ id: "other" })];
  assert.deepEqual(withDependents("log", all), ["log", "photo", "thumb"]);
  assert.deepEqual(withDependents("photo", all), ["photo", "thumb"]);
  // A log that only waits for a stage stands by itself.
  assert.deepEqual(withDependents("unlock", [item({ id: "unlock" }), { ...log, after: "unlock" }]), [
    "unlock",
  ]);
  const whose = { account: "OE1ABC", instance: "a.example", now: 2000 };
  assert.equal(pick([photo, thumb, { ...log, notBefore: 2100 }], whose), undefined);
  assert.equal(pick([photo, thumb, sent], whose)?.id, "photo");
});

Deno.test("a discarded item is not sent, can be taken back for ten minutes as what it was, and then is gone", () => {
  for (const one of [item(), answer(400), item({ state: "by_radio" })]) {
    const dropped = next(one, { what: "dropped" }, 2000);
    assert.deepEqual([dropped.state, waits(dropped), isDue(dropped, 9999)], ["dropped", false, false]);
    const back = next(dropped, { what: "restored" }, 2100);
    assert.deepEqual([back.state, back.dropped, back.at, back.body], [
      one.state,
      undefined,
      one.at,
      one.body,
    ]);
    assert.equal(isOver(dropped, [], 2000 + UNDO_S), false);
    assert.equal(isOver(dropped, [], 2001 + UNDO_S), true);
    assert.equal(isOver(dropped, [], 2000 - UNDO_S - 1), true, "its time was a wrong clock's");
    for (const what of ["dropped", "again", "keyed"] as const) {
      assert.throws(() => next(dropped, { what }, 2100));
    }
    assert.throws(() => next(dropped, { what: "edited", body: {} }, 2100));
  }
  for (const one of [taken(), answer(201)]) assert.throws(() => next(one, { what: "dropped" }, 2000));
  assert.throws(() => next(item(), { what: "restored" }, 2000));
  assert.equal(isOver(item(), [], 99_999), false);
  // What was written after it goes on its way without it.
  const unlock = next(item({ id: "unlock", kind: "unlock" }), { what: "dropped" }, 1000);
  const whose = { account: "OE1ABC", instance: "a.example", now: 2000 };
  assert.equal(pick([unlock, item({ id: "log", after: "unlock" })], whose)?.id, "log");
});

Deno.test("what is keyed into a radio: the command that the gateway reads, in one message, with letters that radios have", () => {
  const text = (kind: string, said?: string, cache = "GW7K2") =>
    radioText(item({ cache, body: { kind, ...(said !== undefined && { text: said }) } }));
  assert.equal(text("found"), "FOUND GW7K2");
  assert.equal(text("DNF", " nicht\n da "), "DNF GW7K2 nicht da");
  assert.equal(text("note", "Schöne Grüße, ~73| {é}"), "NOTE GW7K2 Schoene Gruesse, 73 e}");
  assert.equal(text("note", "   "), undefined, "a note without words says nothing");
  assert.equal(text("maintenance", "x"), undefined);
  assert.equal(radioText(item({ kind: "unlock", body: { code: "x" } })), undefined);
  const long = text("found", "x".repeat(100))!;
  assert.equal(long.length, MESSAGE_CHARACTERS);
  for (const said of [text("found", "TNX 73")!, text("DNF", "wet")!, text("note", "moss")!, long]) {
    const read = readCommand(said);
    assert.ok(read && "code" in read && read.code === "GW7K2", said);
  }
});

/** A gateway as the queue sees it: it keeps each log of a person and cache once, and logs only where the stage is open. */
class FarSide {
  readonly logs = new Map<string, number>();
  take(one: Item): { status: number; reason?: string } {
    if (one.after !== undefined && !this.logs.has(`${one.account} ${one.after}`)) {
      return { status: 409, reason: "last_stage_locked" };
    }
    const name = `${one.account} ${one.id}`;
    const known = this.logs.has(name);
    this.logs.set(name, (this.logs.get(name) ?? 0) + (known ? 0 : 1));
    return { status: known ? 200 : 201 };
  }
}

Deno.test("2,000 random histories: nothing lost, nothing doubled, nothing stuck", () => {
  let lostAnswers = 0, expired = 0, refusals = 0, undone = 0, edited = 0, chained = 0;
  for (let seed = 1; seed <= 2000; seed++) {
    const draw = random(seed);
    const gateway = new FarSide();
    const items = new Map<string, Item>();
    const accounts = ["OE1ABC", "OE3XYZ"];
    let now = 1_000_000, account = accounts[0]!;
    const inFlight: Item[] = [];
    const change = (one: Item) => items.has(one.id) && items.set(one.id, one);
    const step = () => {
      const chance = draw();
      if (chance < 0.15 && items.size < 12) {
        const id = String(items.size + 1);
        // Some belong behind another one of the same account, as a log behind the stage that was opened for it.
        const before = draw() < 0.4
          ? [...items.values()].findLast((one) => one.account === account)
          : undefined;
        if (before) chained++;
        items.set(id, item({ id, account, at: now, notBefore: now, ...(before && { after: before.id }) }));
      } else if (chance < 0.2) {
        // Its person changes, discards or takes back what lies there; of what is on its way he cannot.
        const one = [...items.values()][Math.floor(draw() * items.size)];
        const what = (["dropped", "restored", "edited"] as const)[Math.floor(draw() * 3)]!;
        try {
          if (one) {
            change(next(one, what === "edited" ? { what, body: { text: String(now) } } : { what }, now));
            if (what === "restored") undone++;
            if (what === "edited") edited++;
          }
        } catch {
          assert.ok(!waits(one!) || one!.state === "sending" || what === "restored");
        }
      } else if (chance < 0.25) account = accounts[Math.floor(draw() * 2)]!;
      // The phone's clock jumps; leases and waits given before must not hold for ever.
      else if (chance < 0.27) now += Math.floor((draw() - 0.5) * 2 * 86_400 * 400);
      else if (chance < 0.5) now += Math.floor(draw() * 20);
      else if (chance < 0.75) {
        const found = pick([...items.values()], { account, instance: "a.example", now });
        if (!found) return;
        if (found.state === "sending") expired++;
        const sent = next(found, { what: "taken" }, now);
        change(sent);
        inFlight.push(sent);
      } else if (inFlight.length > 0) {
        const [sent] = inFlight.splice(Math.floor(draw() * inFlight.length), 1);
        const there = items.get(sent!.id)!;
        const luck = draw();
        // The page died, or another one took it over meanwhile: this answer is nobody's.
        if (luck < 0.1) return;
        if (luck < 0.15) return void change(next(there, { what: "held" }, now));
        if (luck < 0.3) return void change(next(there, { what: "unanswered" }, now));
        if (luck < 0.45) {
          refusals++;
          return void change(next(there, { what: "answered", status: draw() < 0.5 ? 503 : 401 }, now));
        }
        const said = gateway.take(sent!);
        // Kept over there, and the answer is lost.
        if (luck < 0.6) {
          lostAnswers++;
          return void change(next(there, { what: "unanswered" }, now));
        }
        change(next(there, { what: "answered", ...said }, now));
      }
    };
    for (let i = 0; i < 150; i++) step();
    // Then everything is taken back and works: all of it arrives, within a bounded number of tries.
    for (const one of items.values()) {
      const back = one.state === "dropped" ? next(one, { what: "restored" }, now) : one;
      change(back.state === "needs_you" ? next(back, { what: "again" }, now) : back);
    }
    for (const whose of accounts) {
      account = whose;
      for (let tries = 0; tries < 100; tries++) {
        const found = pick([...items.values()], { account, instance: "a.example", now });
        if (found) {
          const sent = next(found, { what: "taken" }, now);
          const said = next(sent, { what: "answered", ...gateway.take(sent) }, now);
          change(said.state === "needs_you" ? next(said, { what: "again" }, now) : said);
        } else now += 60;
      }
    }
    for (const one of items.values()) {
      assert.equal(one.state, "settled", `seed ${seed}: ${one.id} is ${one.state}`);
      assert.equal(gateway.logs.get(`${one.account} ${one.id}`), 1, `seed ${seed}: ${one.id}`);
    }
    assert.equal(gateway.logs.size, items.size, `seed ${seed}: sent under another account`);
  }
  for (const met of [lostAnswers, expired, refusals, undone, edited, chained]) {
    assert.ok(met > 500, "the histories meet what they are about");
  }
});
