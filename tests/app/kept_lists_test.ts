/** Lists and drafts that wait on the phone: what its person sees of them, and after what each thing is sent. */
import assert from "node:assert/strict";
import type { App } from "../../src/client/phone/app.ts";
import { addressOf, type Item, next, pick, withDependents } from "../../src/client/phone/queue/item.ts";
import { behind, holds, waitingFor } from "../../src/client/phone/queue/holds.ts";
import { isOn, tickItem } from "../../src/client/cache/kept/keep_note.ts";
import { type KeptList, listItem, listsOf } from "../../src/client/cache/kept/kept_lists.ts";
import { asLeft, beforeDrop, dropItem, mendItem } from "../../src/client/log/own/field_notes/wait_note.ts";
import type { Noted } from "../../src/client/log/own/field_notes/send_note.ts";

const NOW = 1000, ME = "OE3FND", CODE = "KTR-4729";
let ids = 0;
const app = { gateway: { now: () => NOW }, world: { newId: () => `id-${++ids}` } } as unknown as App;
const whose = { account: ME, instance: "club.example" },
  about = { ...whose, cache: CODE, title: "The old mast" };
const told = (id: number, name: string, codes: string[] = []) => ({
  id,
  name,
  codes,
  share: null,
  updatedAt: NOW,
});
const answered = (item: Item, value: unknown, status = 201): Item =>
  next(next(item, { what: "taken" }, NOW), { what: "answered", status, value }, NOW + 1);
const named = (lists: readonly KeptList[]) => lists.map(({ id, name }) => [id, name]);

Deno.test("a list that was begun is seen at once, until the gateway tells of it, and never twice", () => {
  const sunday = listItem(app, whose, "Sunday"), both = [undefined, "Sunday"];
  assert.deepEqual(named(listsOf([sunday], ME, [], NOW)), [both]);
  assert.deepEqual(listsOf([sunday], "OE1ABC", [], NOW), [], "it is nobody else's");
  assert.deepEqual(listsOf([next(sunday, { what: "dropped" }, NOW)], ME, [], NOW), []);
  // The answer was lost: the gateway has it, and the phone sends it once more.
  assert.deepEqual(named(listsOf([sunday], ME, [told(7, "Sunday")], NOW)), [[7, "Sunday"]]);
  const sent = answered(sunday, { id: 7 });
  assert.deepEqual(named(listsOf([sent], ME, [], NOW)), [both]);
  assert.deepEqual(named(listsOf([sent], ME, [told(7, "Renamed")], NOW)), [[7, "Renamed"]]);
  assert.deepEqual(listsOf([sent], ME, [], NOW + 1), [], "it was deleted meanwhile, on another device");
  // Refused: it says so, unless a list of that name is there.
  const full = next(next(sunday, { what: "taken" }, NOW), { what: "answered", status: 409 }, NOW + 1);
  assert.deepEqual(named(listsOf([full], ME, [told(8, "Monday")], NOW + 9)), [[8, "Monday"], both]);
  const [there, ...more] = listsOf([full], ME, [told(7, "Sunday")], NOW);
  assert.deepEqual(more, []);
  assert.deepEqual([there!.id, there!.begun], [7, undefined], "nothing is told after what was refused");
});

Deno.test("a tick on a list that was begun goes after it, to the number that the gateway gave", () => {
  const sunday = listItem(app, whose, "Sunday"), monday = listItem(app, whose, "Monday");
  const [first, second] = listsOf([sunday, monday], ME, [], NOW);
  const tick = tickItem(app, about, first!, true), other = tickItem(app, about, second!, false);
  const queue = [sunday, monday, tick];
  const isTicked = (list: KeptList, items: Item[] = queue) =>
    isOn(items, ME, { code: CODE, list, was: false, at: NOW });
  assert.equal(addressOf(tick, queue), undefined, "not before the list has its number");
  assert.equal(addressOf(tick, [answered(sunday, { id: 7 }), tick]), `/api/my/notebook/lists/7/${CODE}`);
  assert.deepEqual(withDependents(sunday.id, queue), [sunday.id, tick.id], "discarded with its list");
  // Two new lists have one address until then: they are not taken for each other.
  assert.equal(tick.path, other.path);
  assert.deepEqual([isTicked(first!), isTicked(second!)], [true, false]);
  assert.equal(waitingFor(queue, other), undefined);
  assert.equal(waitingFor(queue, tickItem(app, about, first!, false))?.id, tick.id);
});

Deno.test("what is ticked once the list has its number is told after what was ticked before", () => {
  const sunday = listItem(app, whose, "Sunday"), [begun] = listsOf([sunday], ME, [], NOW);
  const on = tickItem(app, about, begun!, true);
  for (const one of [sunday, answered(sunday, { id: 7 })]) {
    const [now] = listsOf([one, on], ME, [told(7, "Sunday")], NOW);
    const off = tickItem(app, about, now!, false);
    assert.equal(waitingFor([one, on], off)?.id, on.id, one.state);
    assert.equal(isOn([one, on], ME, { code: CODE, list: now, was: false, at: NOW }), true, one.state);
  }
  // A tick from before, to the number itself, holds as well.
  const [known] = listsOf([], ME, [told(7, "Sunday")], NOW),
    [anew] = listsOf([sunday], ME, [told(7, "Sunday")], NOW);
  const plain = tickItem(app, about, known!, true);
  assert.equal(plain.after, undefined);
  assert.equal(isOn([sunday, plain], ME, { code: CODE, list: anew, was: false, at: NOW }), true);
  // Ignoring is no list.
  const ignored = tickItem(app, about, undefined, true);
  assert.equal(ignored.kind, "ignore");
  assert.equal(isOn([ignored], ME, { code: CODE, list: known, was: false, at: NOW }), false);
});

const note = (id: number, text = "As noted"): Noted => ({
  ...{
    id,
    code: "GC1",
    at: NOW,
    kind: "note",
    text,
    sentId: `field-note-${id}`,
    state: "ready",
    cache: null,
  },
});
const seen = (items: readonly Item[], notes: readonly Noted[], at = NOW) =>
  asLeft(items, ME, notes, at).map(({ id, text, mended }) => [id, text, mended]);

Deno.test("a draft is seen with the text that waits, and not at all once it was dropped", () => {
  const notes = [note(1), note(2)], mend = mendItem(app, whose, note(1), "Mended");
  assert.deepEqual(seen([mend], notes), [[1, "Mended", true], [2, "As noted", false]]);
  const drop = dropItem(app, whose, [note(2)], { title: "", after: undefined });
  assert.deepEqual(seen([mend, drop], notes), [[1, "Mended", true]]);
  assert.deepEqual(asLeft([mend, drop], "OE1ABC", notes, NOW).length, 2, "another's queue says nothing");
  // What was discarded or is told by the gateway counts no more; what was sent since does.
  assert.deepEqual(seen([next(drop, { what: "dropped" }, NOW)], [note(2)]), [[2, "As noted", false]]);
  const sent = answered(mend, { ok: true }, 200);
  assert.deepEqual(seen([sent], [note(1)]), [[1, "Mended", false]]);
  assert.deepEqual(seen([sent], [note(1, "From another device")], NOW + 1), [[
    1,
    "From another device",
    false,
  ]]);
  assert.equal(holds(sent, ME, NOW), true);
});

Deno.test("a text that waits for a draft is discarded with it; one on its way is told before the drop", () => {
  const mend = mendItem(app, whose, note(1), "Mended"), other = mendItem(app, whose, note(2), "Stays");
  assert.deepEqual(beforeDrop([mend, other], ME, [note(1)]), { idle: [mend], sending: undefined });
  const going = next(mend, { what: "taken" }, NOW);
  assert.deepEqual(beforeDrop([going, other], ME, [note(1)]), { idle: [], sending: going.id });
  const gone = next(going, { what: "answered", status: 404, reason: "field_note_missing" }, NOW);
  assert.equal(gone.state, "needs_you", "its text can still be copied");
  assert.deepEqual(beforeDrop([gone], ME, [note(1)]).idle, [gone]);
  assert.equal(dropItem(app, whose, [note(1)], { title: "", after: going.id }).after, going.id);
});

Deno.test("what is thought better of while it is being sent is told last, also within its second", () => {
  const onTheWay = next(tickItem(app, about, undefined, true), { what: "taken" }, NOW);
  for (let tries = 0; tries < 5; tries++) {
    const better = behind([onTheWay], tickItem(app, about, undefined, false));
    assert.equal(waitingFor([onTheWay], better), undefined, "what is being sent has nothing in its place");
    const lost = next(onTheWay, { what: "unanswered" }, NOW),
      both = [better, lost].sort((a, b) => a.at - b.at);
    assert.equal(isOn(both, ME, { code: CODE, list: undefined, was: false, at: NOW }), false);
    assert.equal(pick(both, { ...whose, now: NOW + 60 })?.id, lost.id);
  }
  assert.equal(behind([], onTheWay).at, NOW);
  const others = tickItem(app, { ...about, account: "OE1ABC" }, undefined, true);
  assert.equal(behind([others], tickItem(app, about, undefined, false)).at, NOW, "it is somebody else's");
});
