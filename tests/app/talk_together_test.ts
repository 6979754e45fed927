/** Messages and mail as one list: who is on the other side, what came last, and what a chip leaves. */
import assert from "node:assert/strict";
import type { Mail } from "../../src/client/talk/bbs/mails.ts";
import type { Talk } from "../../src/client/talk/messages/talks.ts";
import { has, isOf, LIST_KINDS, otherOf, together } from "../../src/client/talk/messages/together.ts";
import { above } from "../../src/client/app/way_back.tsx";

const talk = (call: string, ts: number, unread = 0, delivery: string | null = null) =>
  ({
    with: call,
    unread,
    last: { ts, body: `said to ${call}`, fromCall: "OE1ANA", delivery },
  }) as unknown as Talk;
const mail = (fromCall: string, toCall: string, postedAt: number, readAt: number | null = null) =>
  ({
    id: postedAt,
    fromCall,
    toCall,
    postedAt,
    readAt,
    subject: "Field day",
    body: "On Saturday",
  }) as unknown as Mail;

Deno.test("a person's messages and mail are one row with what came last; what is not read is counted together", () => {
  const people = together(
    [talk("OE1BEN", 100, 2), talk("OE3EVA-5", 300), talk("OE1HAN", 50, 0, "here")],
    [mail("OE1BEN", "OE1ANA", 200), mail("OE1ANA", "OE5LIA", 250), mail("OE1HAN", "OE1ANA", 10, 20)],
    "OE1ANA",
  );
  assert.deepEqual(people.map((one) => [one.with, one.at, one.unread, one.mail !== undefined]), [
    ["OE3EVA-5", 300, 0, false],
    ["OE5LIA", 250, 0, true],
    ["OE1BEN", 200, 3, true],
    // Its mail is older than its last message: it is counted, and not said.
    ["OE1HAN", 50, 0, false],
  ]);
  assert.deepEqual(LIST_KINDS.map((kind) => people.filter((one) => isOf(one, kind)).map((one) => one.with)), [
    ["OE3EVA-5", "OE5LIA", "OE1BEN", "OE1HAN"],
    ["OE1BEN"],
    ["OE3EVA-5", "OE1BEN"],
    ["OE5LIA", "OE1BEN", "OE1HAN"],
  ]);
  assert.deepEqual(people.filter((one) => has(one, "field")).map((one) => one.with), ["OE5LIA", "OE1BEN"]);
  assert.deepEqual(people.filter((one) => has(one, " eva-5")).map((one) => one.with), ["OE3EVA-5"]);
  assert.equal(otherOf({ fromCall: "OE1ANA-7", toCall: "OE5LIA" }, "OE1ANA"), "OE5LIA");
});

Deno.test("a page knows the one above it: its list, or the next shorter address that is a page", () => {
  const ways = {
    "/": undefined,
    "/map": undefined,
    "/c/ABC1": "/",
    "/c/ABC1/edit/stages": "/c/ABC1/edit",
    "/c/ABC1/go": "/c/ABC1",
    "/messages/OE1BEN": "/messages",
    "/me/verify": "/me",
    "/help/stages": "/help",
    "/find/7": "/activity",
    "/u/OE1BEN": "/ranks",
    "/live/tak": "/live",
    "/admin/people/OE1BEN": "/admin/people",
  };
  assert.deepEqual(Object.fromEntries(Object.keys(ways).map((path) => [path, above(path)])), ways);
});
