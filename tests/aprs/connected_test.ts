/**
 * Connected mode: frames as the standard has them, and two ends on a channel that loses, repeats and swaps frames, by seeds. What
 * one end was given has to come out at the other, each byte once and in order, or both have to learn that it is over.
 *
 * Short by default; LINK_SEEDS=100000 runs it long.
 */
import assert from "node:assert/strict";
import {
  controlText,
  DataLink,
  type LinkFrame,
  type LinkNews,
  MOST_QUEUED,
  readLinkFrame,
  writeLinkFrame,
} from "../../src/aprs/mod.ts";
import { random } from "../kit/random.ts";

const SEEDS = Number(Deno.env.get("LINK_SEEDS") ?? 500);
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");
const bytes = (text: string) => new TextEncoder().encode(text);
const head = { from: "N0ONE", to: "N0TWO", via: [], command: true, poll: true } as const;

Deno.test("control fields are what AX.25 2.2 has in its tables", () => {
  const control = (frame: LinkFrame) => hex(writeLinkFrame(frame)!).slice(28);
  assert.equal(control({ ...head, type: "SABM" }), "3f");
  assert.equal(control({ ...head, type: "DISC" }), "53");
  assert.equal(control({ ...head, command: false, type: "UA" }), "73");
  assert.equal(control({ ...head, command: false, poll: false, type: "DM" }), "0f");
  assert.equal(control({ ...head, poll: false, type: "RR", nr: 5 }), "a1");
  assert.equal(control({ ...head, type: "RNR", nr: 0 }), "15");
  assert.equal(control({ ...head, poll: false, type: "REJ", nr: 7 }), "e9");
  assert.equal(
    control({ ...head, poll: false, type: "I", ns: 3, nr: 2, pid: 0xf0, info: bytes("a") }),
    "46f061",
  );
  // Figure 3.3: command has the bit of the destination, an answer that of the source.
  const sabm = writeLinkFrame({ ...head, type: "SABM" })!;
  assert.deepEqual([sabm[6]! & 0x80, sabm[13]! & 0x80], [0x80, 0]);
  const ua = writeLinkFrame({ ...head, command: false, type: "UA" })!;
  assert.deepEqual([ua[6]! & 0x80, ua[13]! & 0x80], [0, 0x80]);
});

Deno.test("each frame survives its bytes, and what is none is not read", () => {
  const frames: LinkFrame[] = [
    { ...head, type: "I", ns: 7, nr: 1, pid: 0xcf, info: bytes("x"), via: [{ call: "N0DIG-3", used: true }] },
    ...(["RR", "RNR", "REJ", "SREJ"] as const).map((type): LinkFrame => ({
      ...head,
      type,
      nr: 6,
      poll: false,
    })),
    ...(["SABM", "SABME", "DISC", "UA", "DM"] as const).map((type): LinkFrame => ({
      ...head,
      type,
      command: false,
    })),
    { ...head, type: "FRMR", info: Uint8Array.of(1, 2, 3) },
    { ...head, type: "UI", pid: 0xf0, info: bytes("CQ") },
  ];
  for (const frame of frames) assert.deepEqual(readLinkFrame(writeLinkFrame(frame)!), frame);
  assert.equal(writeLinkFrame({ ...head, to: "TOOLONGCALL", type: "DISC" }), undefined);
  const next = random(1), good = writeLinkFrame(frames[0]!)!;
  for (let n = 0; n < 2000; n++) {
    const bad = good.slice(0, Math.floor(next() * good.length));
    if (bad.length > 0) bad[Math.floor(next() * bad.length)] = Math.floor(next() * 256);
    readLinkFrame(bad);
  }
  // XID and TEST are of no connection of modulo 8.
  for (const control of [0xaf, 0xe3]) {
    const other = Uint8Array.from([...writeLinkFrame({ ...head, type: "DISC" })!.slice(0, -1), control]);
    assert.equal(readLinkFrame(other), undefined);
  }
  assert.deepEqual(frames.slice(0, 3).map(controlText), ["I7 R1 P", "RR R6", "RNR R6"]);
  assert.equal(controlText({ ...head, command: false, type: "UA" }), "UA F");
});

/** One end with what came to it. */
class End {
  readonly link: DataLink;
  readonly got: number[] = [];
  readonly news: LinkNews[] = [];
  readonly #waiting: Uint8Array[];

  constructor(own: string, peer: string, load: Uint8Array, readonly size: number) {
    this.link = new DataLink({ own, peer, via: [] });
    this.#waiting = [];
    for (let at = 0; at < load.length; at += size) this.#waiting.push(load.slice(at, at + size));
  }
  hear(all: LinkNews[]): void {
    for (const one of all) {
      if (one.what === "data") this.got.push(...one.bytes);
      else this.news.push(one);
    }
    while (this.#waiting[0] && this.link.send(this.#waiting[0])) this.#waiting.shift();
  }
  get isDone(): boolean {
    return this.#waiting.length === 0 && this.link.out.isEmpty;
  }
  what = (): string => this.news.filter(({ what }) => what !== "again").map(({ what }) => what).join(" ");
}

interface Air {
  lost: number;
  twice: number;
  late: number;
}

/** A half duplex channel: who speaks sends all that is due, the other hears it when it is over. */
function run(seed: number, air: Air, load: number, goes: (now: number) => boolean = () => true) {
  const next = random(seed), odds = (share: number) => next() < share;
  const data = () => Uint8Array.from({ length: load }, () => Math.floor(next() * 256));
  const sent = [data(), data()];
  const ends = [
    new End("N0ONE", "N0TWO", sent[0]!, 1 + Math.floor(next() * 400)),
    new End("N0TWO", "N0ONE", sent[1]!, 1 + Math.floor(next() * 400)),
  ] as const;
  let now = 0, frames = 0, hung = false;
  const inbox: { to: 0 | 1; at: number; bytes: Uint8Array }[] = [];
  ends[0].link.connect();
  const due = () => Math.min(...ends.map(({ link }) => link.wakeAt() ?? Infinity));
  for (let step = 0; step < 60_000; step++) {
    let spoke = false;
    const first = odds(0.5) ? 0 : 1;
    for (const who of [first, 1 - first] as (0 | 1)[]) {
      const end = ends[who];
      end.hear(end.link.tick(now));
      // Half a reader's buffer is full now and then.
      if (odds(0.01)) end.link.hold(odds(0.3));
      for (let burst = 0; goes(now) && burst < 8; burst++) {
        const frame = end.link.next(now);
        if (!frame) break;
        spoke = true;
        frames++;
        const raw = writeLinkFrame(frame)!;
        now += 8 * raw.length;
        const copies = odds(air.lost) ? 0 : odds(air.twice) ? 2 : 1;
        for (let n = 0; n < copies; n++) {
          inbox.push({
            to: who === 0 ? 1 : 0,
            at: now + (odds(air.late) ? Math.floor(next() * 1500) : 0),
            bytes: raw,
          });
        }
      }
    }
    inbox.sort((a, b) => a.at - b.at);
    for (; inbox[0] && inbox[0].at <= now;) {
      const { to, bytes } = inbox.shift()!;
      ends[to].hear(ends[to].link.take(readLinkFrame(bytes)!, now));
    }
    if (!hung && ends.every(({ isDone, link }) => isDone && link.word === "connected")) {
      hung = true;
      ends.forEach(({ link }) => link.hold(false));
      ends[odds(0.5) ? 0 : 1].link.disconnect();
    }
    if (step > 0 && ends.every(({ link }) => link.word === "idle") && inbox.length === 0) break;
    if (!spoke) {
      const then = Math.min(inbox[0]?.at ?? Infinity, due());
      if (odds(0.02)) ends.forEach(({ link }) => link.hold(false));
      now = !goes(now) ? now + 100 : Number.isFinite(then) ? Math.max(now + 1, then) : now + 1000;
    }
  }
  return { ends, sent, frames, now, hung };
}

const GOOD: Air = { lost: 0, twice: 0, late: 0 };
Deno.test("on a channel that loses nothing, no frame is sent twice", () => {
  for (let seed = 1; seed <= 50; seed++) {
    const { ends, sent, hung } = run(seed, GOOD, 3000);
    assert.deepEqual(ends.map(({ got }) => got.length), [3000, 3000], `seed ${seed}`);
    assert.deepEqual(ends[0].got, [...sent[1]!]);
    assert.ok(hung);
    const again = ends.flatMap(({ news }) => news).filter(({ what }) => what === "again");
    // A reader without room makes a peer begin again; nothing else does.
    assert.ok(again.length <= 6, `seed ${seed}: ${again.length}`);
  }
});

Deno.test(`loss, repetition, swapped frames: all of it once and in order, or both know, ${SEEDS} seeds`, () => {
  const seen = new Map<string, number>();
  for (let seed = 1; seed <= SEEDS; seed++) {
    const next = random(seed * 7919);
    const air = { lost: next() * 0.35, twice: next() * 0.2, late: next() < 0.3 ? next() * 0.1 : 0 };
    const { ends, sent, hung } = run(seed, air, Math.floor(next() * 3000));
    const where = `seed ${seed} ${JSON.stringify(air)} ${ends.map((end) => end.what()).join(" / ")}`;
    for (const [own, other] of [[0, 1], [1, 0]] as const) {
      const { got, link } = ends[own];
      assert.equal(link.word, "idle", `it ends: ${where}`);
      assert.deepEqual(got, [...sent[other]!.slice(0, got.length)], `in order, and once: ${where}`);
      if (hung) assert.equal(got.length, sent[other]!.length, `all of it: ${where}`);
    }
    const key = hung ? "done" : "given up";
    seen.set(key, (seen.get(key) ?? 0) + 1);
    for (const { news } of ends) for (const { what } of news) seen.set(what, (seen.get(what) ?? 0) + 1);
  }
  assert.ok((seen.get("done") ?? 0) > SEEDS * 0.8, JSON.stringify(Object.fromEntries(seen)));
  assert.ok((seen.get("again") ?? 0) > 0);
  if (Deno.env.get("LINK_SEEDS")) console.log(Object.fromEntries(seen));
});

Deno.test("while nothing may leave, nothing is missed: timers stand, and nothing is said twice later", () => {
  // Ten minutes in which no frame is fetched.
  const { ends, sent, hung } = run(5, GOOD, 2000, (now) => now < 10_000 || now > 610_000);
  assert.ok(hung);
  assert.deepEqual(ends[1].got, [...sent[0]!]);
});

const text = (frame: LinkFrame | undefined) => frame && controlText(frame);
const from = (type: "UA" | "DM" | "SABM" | "SABME" | "DISC", poll = true): LinkFrame => ({
  ...head,
  from: "N0TWO",
  to: "N0ONE",
  command: type !== "UA" && type !== "DM",
  poll,
  type,
});
const link = () => new DataLink({ own: "N0ONE", peer: "N0TWO", via: [] });

Deno.test("who does not answer is called eight times and no more; who is busy, once", () => {
  const calls = link();
  calls.connect();
  let now = 0, count = 0;
  for (; calls.word === "calling"; now = calls.wakeAt() ?? now) {
    calls.tick(now);
    while (calls.next(now)) count++;
  }
  assert.deepEqual([count, calls.word], [8, "idle"]);
  assert.equal(calls.wakeAt(), undefined);
  const busy = link();
  busy.connect();
  assert.equal(text(busy.next(0)), "SABM P");
  assert.deepEqual(busy.take(from("DM", false), 10), [], "that was no answer to the call");
  assert.deepEqual(busy.take(from("DM"), 20), [{ what: "ended", why: "refused" }]);
  assert.equal(busy.next(30), undefined);
});

Deno.test("SABME is answered by FRMR with its final bit, and a call of modulo 8 that follows is taken", () => {
  const one = link();
  assert.deepEqual(one.take(from("SABME"), 0), []);
  const frmr = one.next(0)!;
  assert.equal(text(frmr), "FRMR F");
  assert.deepEqual("info" in frmr && [...frmr.info], [0x7f, 0, 1]);
  assert.deepEqual(one.take(from("SABM"), 1), [{ what: "connected", by: "peer" }]);
  assert.ok(one.send(bytes("Welcome")));
  assert.deepEqual([text(one.next(1)), text(one.next(1))], ["UA F", "I0 R0"]);
  // The answer was not heard: what was said is said again, and nothing is reset.
  assert.deepEqual(one.take(from("SABM"), 5000), []);
  assert.deepEqual([text(one.next(5000)), text(one.next(5000))], ["UA F", "I0 R0"]);
  assert.deepEqual(one.take({ ...from("UA"), type: "RR", nr: 1, poll: false }, 6000), []);
  assert.ok(one.out.isEmpty);
  // Now it was heard: who calls again has begun anew, and what was on the way is lost.
  one.send(bytes("more"));
  one.next(6000);
  assert.deepEqual(one.take(from("SABM"), 7000), [{ what: "reset" }]);
});

Deno.test("bounds: what does not fit is not taken, and an impossible number ends the connection on both sides", () => {
  const one = link();
  assert.equal(one.send(bytes("nobody")), false);
  one.connect();
  one.next(0);
  one.take(from("UA"), 1);
  assert.equal(one.send(new Uint8Array(MOST_QUEUED + 1)), false);
  assert.equal(one.out.room, MOST_QUEUED, "nothing of it was taken");
  assert.ok(one.send(new Uint8Array(MOST_QUEUED)));
  assert.equal(one.send(bytes("x")), false);
  const burst = Array.from({ length: 6 }, () => text(one.next(2)));
  assert.deepEqual(burst, ["I0 R0", "I1 R0", "I2 R0", "I3 R0", undefined, undefined], "four are on the way");
  const rr = (nr: number): LinkFrame => ({ ...from("UA"), type: "RR", nr, poll: false });
  assert.deepEqual(one.take(rr(7), 3), [], "it came late");
  assert.equal(one.out.onTheWay, 4);
  one.take(rr(2), 4);
  assert.equal(one.out.onTheWay, 2);
  assert.deepEqual(one.take(rr(6), 5), [{ what: "ended", why: "broken" }]);
  assert.equal(text(one.next(6)), "DM");
});

Deno.test("a peer without room is asked, and never counts as gone; one that is silent is asked after a while", () => {
  const one = link();
  one.connect();
  one.next(0);
  one.take(from("UA"), 0);
  one.send(bytes("hello"));
  one.next(0);
  const rnr = (poll: boolean): LinkFrame => ({ ...from("UA"), type: "RNR", nr: 1, poll });
  one.take(rnr(false), 1000);
  one.send(bytes("more"));
  let now = 1000;
  for (let n = 0; n < 30; n++) {
    now = one.wakeAt()!;
    assert.deepEqual(one.tick(now), []);
    assert.equal(text(one.next(now)), "RR R0 P");
    assert.equal(one.next(now), undefined, "it takes nothing");
    one.take(rnr(true), now + 500);
  }
  one.take({ ...from("UA"), type: "RR", nr: 1, poll: false }, now + 1000);
  assert.equal(text(one.next(now + 1000)), "I1 R0");
  one.take({ ...from("UA"), type: "RR", nr: 2, poll: false }, now + 2000);
  assert.equal(one.wakeAt(), now + 2000 + 180_000);
});
