/**
 * When the queue sends again, by a made clock: on a line on which packets vanish without a word, break off, or are slow. What
 * waits reaches the gateway within three seconds of the line's return, and again within five of a lost answer.
 */
import assert from "node:assert/strict";
import { Drain } from "../../src/client/phone/queue/drain.ts";
import { entering, type Item, SEEN_S, UNSEEN_S } from "../../src/client/phone/queue/item.ts";
import { isLost, knock, PACE } from "../../src/client/phone/queue/knock.ts";
import { Gateway } from "../../src/client/phone/ask.ts";
import type { ClientWorld } from "../../src/client/phone/world.ts";
import { Memory, MemoryFiles, settle } from "./phones.ts";

const START = 1_000_000;
/** Half of what an answer takes, seconds. */
const WAY_S = 0.2;

/** How one request fares: when it reaches the gateway and when its answer comes, in seconds from now; or it is lost. */
interface Fare {
  there: number | "vanishes";
  back: number | "vanishes" | "breaks";
}

/** A phone with a queue of its own, on a line whose ways `fare` tells. */
class Phone {
  now = START;
  readonly memory = new Memory();
  readonly files = new MemoryFiles();
  readonly drafts: string[] = [];
  /** When something was taken by the gateway, seconds from the start. */
  readonly taken: number[] = [];
  readonly drain: Drain;
  readonly gateway: Gateway;
  readonly world: ClientWorld;
  #timers: { at: number; act: () => void }[] = [];

  constructor(fare: (at: number, request: { method: string; n: number }) => Fare) {
    let n = 0;
    this.world = {
      clock: () => this.now,
      later: (act, ms) => this.#later(act, ms / 1000),
      newId: () => "unused",
      random: () => 0.5,
      socket: () => {
        throw new Error("unused");
      },
      fetch: (_path, init = {}) => {
        const { promise, resolve, reject } = Promise.withResolvers<Response>();
        const method = init.method ?? "GET", fails = () => reject(new TypeError("Failed to fetch"));
        init.signal?.addEventListener("abort", fails);
        const { there, back } = fare(this.now - START, { method, n: method === "POST" ? ++n : 0 });
        if (there === "vanishes") return promise;
        this.#later(() => {
          if (method === "POST") this.taken.push(this.now - START);
        }, there);
        if (back === "breaks") this.#later(fails, there);
        else if (back !== "vanishes") {
          const dated = () => ({
            date: new Date(this.now * 1000).toUTCString(),
            "cache-control": "no-cache",
          });
          this.#later(() => resolve(Response.json({ id: 1 }, { headers: dated() })), back);
        }
        return promise;
      },
    };
    this.gateway = new Gateway(this.world);
    this.drain = new Drain(
      {
        outbox: this.memory,
        keys: this.memory,
        files: this.files,
        drafts: { drop: (id) => Promise.resolve(void this.drafts.push(id)) },
      },
      this.gateway,
      this.world,
      () => ({ account: "OE3FND", instance: "a.example" }),
    );
  }

  #later(act: () => void, seconds: number): () => void {
    const timer = { at: this.now + seconds, act };
    this.#timers.push(timer);
    return () => void (this.#timers = this.#timers.filter((one) => one !== timer));
  }

  /** Lets time pass until so many seconds from the start. */
  async pass(until: number): Promise<void> {
    await settle();
    for (;;) {
      const first = this.#timers.toSorted((a, b) => a.at - b.at)[0];
      if (!first || first.at > START + until) break;
      this.now = Math.max(this.now, first.at);
      this.#timers = this.#timers.filter((one) => one !== first);
      first.act();
      await settle();
    }
    this.now = START + until;
  }

  item = (given: Partial<Item> = {}): Item => ({
    ...{ id: "log", account: "OE3FND", instance: "a.example", kind: "log", cache: "AB1", title: "A cache" },
    ...{ path: "/api/caches/AB1/logs", body: { kind: "found" }, ...entering(Math.floor(this.now)) },
    ...given,
  });

  async stateOf(id: string): Promise<string | undefined> {
    return (await this.memory.all()).find((one) => one.id === id)?.state;
  }
}

/** A line on which from one second to another all packets vanish, whichever way they go. */
const gapped = (from: number, to: number) => (at: number): Fare => {
  const lost = (when: number) => when >= from && when < to;
  if (lost(at) || lost(at + WAY_S)) return { there: "vanishes", back: "vanishes" };
  return { there: WAY_S, back: lost(at + 2 * WAY_S) ? "vanishes" : 2 * WAY_S };
};

Deno.test("packets vanish, and what was written meanwhile is there within three seconds of their return", async () => {
  for (let back = 10; back < 60; back += 0.7) {
    const phone = new Phone(gapped(5, back));
    await phone.pass(6);
    await phone.drain.add(phone.item());
    await phone.pass(back + 3);
    assert.equal(await phone.stateOf("log"), "settled", `back after ${back} s`);
    assert.ok(phone.taken.length >= 1 && phone.taken[0]! - back < 3, `${phone.taken} after ${back}`);
  }
});

Deno.test("a log that is on its way as the line dies is given up when it is back, also where that was soon", async () => {
  for (let gap = 0.3; gap < 30; gap += 0.3) {
    const phone = new Phone(gapped(6, 6 + gap));
    await phone.pass(6);
    await phone.drain.add(phone.item());
    await phone.pass(6 + gap + 3);
    assert.equal(await phone.stateOf("log"), "settled", `a gap of ${gap} s: ${phone.taken}`);
  }
});

Deno.test("an answer that is lost: it is sent again within five seconds, whether the line says so or not", async () => {
  for (const back of ["vanishes", "breaks"] as const) {
    const phone = new Phone((_at, { method, n }) => ({
      there: WAY_S,
      back: method === "POST" && n === 1 ? back : 2 * WAY_S,
    }));
    await phone.drain.add(phone.item());
    await phone.pass(20);
    assert.equal(phone.taken.length, 2, back);
    assert.ok(phone.taken[1]! - phone.taken[0]! < 5, `${back}: ${phone.taken}`);
    assert.equal(await phone.stateOf("log"), "settled");
  }
});

Deno.test("a gateway that is slow to write is given ever more time, and its answer is taken", async () => {
  for (const slow of [3, 6, 12]) {
    const phone = new Phone((_at, { method }) => ({
      there: WAY_S,
      back: method === "POST" ? slow : 2 * WAY_S,
    }));
    await phone.drain.add(phone.item());
    await phone.pass(60);
    assert.equal(await phone.stateOf("log"), "settled", `${slow} s`);
    assert.ok(phone.taken.length <= 4, `${slow} s: sent ${phone.taken.length} times`);
  }
});

Deno.test("a photo on a thin line is sent once, however late the answers beside it come", async () => {
  const phone = new Phone((_at, { method }) => ({ there: WAY_S, back: method === "POST" ? 90 : 9 }));
  phone.files.bytes.set("file", new Uint8Array(9));
  await phone.drain.add(phone.item({ id: "photo", kind: "photo", file: "file" }));
  await phone.pass(100);
  assert.deepEqual([phone.taken.length, await phone.stateOf("photo")], [1, "settled"]);
  assert.equal(phone.files.bytes.size, 0);
});

Deno.test("when something on its way is lost: silence longer than a small thing may last, or twice the time each try", () => {
  const lost = (ageMs: number, silentMs: number, tries = 0, file = false) =>
    isLost({ ageMs, silentMs, tries, file });
  assert.deepEqual([lost(1999, 0), lost(2000, 0), lost(0, 1999), lost(0, 2000)], [false, true, false, true]);
  assert.deepEqual([lost(3999, 0, 1), lost(4000, 0, 1), lost(19_999, 0, 9), lost(20_000, 0, 9)], [
    ...[false, true, false, true],
  ]);
  assert.deepEqual([lost(1e6, 9999, 0, true), lost(0, 10_000, 0, true), lost(0, 19_999, 1, true)], [
    ...[false, true, false],
  ]);
});

Deno.test("it knocks every two seconds from the second one on; once it is stopped, an answer that still comes is not told", async () => {
  const knocks: number[] = [], told: number[] = [];
  const made: Phone = new Phone((at) => (knocks.push(at), { there: WAY_S, back: 2 * WAY_S }));
  const stop = knock(made.gateway, made.world, PACE, (silentMs) => told.push(silentMs));
  await made.pass(1.999);
  assert.deepEqual(knocks, []);
  await made.pass(3);
  assert.deepEqual([knocks, told], [[2], [0]]);
  await made.pass(4 + WAY_S);
  stop();
  await made.pass(20);
  assert.deepEqual([knocks, told], [[2, 4], [0]]);
});

Deno.test("what is done leaves the phone ten minutes after it was seen, or after a week; what is not stays for ever", async () => {
  const phone = new Phone(() => ({ there: "vanishes", back: "vanishes" }));
  const done = (id: string, given: Partial<Item> = {}) =>
    phone.item({ id, state: "settled", answer: { status: 201, at: START }, ...given });
  const open = (["waiting", "sending", "needs_you", "by_radio"] as const).map((state) =>
    phone.item({ id: state, state, notBefore: START + 1e9, leasedUntil: 0 })
  );
  await phone.memory.add(
    ...open,
    done("log"),
    done("hide", { kind: "hide" }),
    // Its photo still waits, so its answer is needed; the small version needs the answers of both.
    done("needed"),
    done("photo", { kind: "photo", after: "needed", file: "pixels" }),
    phone.item({ id: "thumb", kind: "thumb", after: "photo", notBefore: START + 1e9, file: "few" }),
    done("shot", { kind: "photo", after: "log", file: "left over" }),
    // A photo that was refused may be sent again, and goes where its log's answer says.
    done("kept"),
    phone.item({ id: "refused", kind: "photo", after: "kept", state: "needs_you" }),
  );
  for (const name of ["pixels", "few", "left over"]) phone.files.bytes.set(name, new Uint8Array(1));
  const there = async () => (await phone.memory.all()).map(({ id }) => id);
  const all = await there();
  const waiting = [...open.map(({ id }) => id), "needed", "photo", "thumb", "kept", "refused"];
  await phone.drain.tidy();
  assert.deepEqual(await there(), all, "nobody has seen them");
  await phone.drain.seen(all);
  for (const id of open.map(({ id }) => id)) {
    assert.equal((await phone.memory.all()).find((one) => one.id === id)!.seen, undefined, id);
  }
  phone.now += SEEN_S;
  await phone.drain.tidy();
  assert.deepEqual(await there(), all);
  phone.now += 1;
  await phone.drain.tidy();
  assert.deepEqual(await there(), waiting);
  assert.deepEqual(phone.drain.items.peek().map(({ id }) => id).sort(), waiting.toSorted());
  assert.deepEqual([[...phone.files.bytes.keys()], phone.drafts], [["pixels", "few"], ["hide"]]);
  // Seen a second time it is no younger.
  const unseen = done("unseen", { answer: { status: 201, at: phone.now } });
  await phone.memory.add(unseen);
  phone.now += UNSEEN_S;
  await phone.drain.tidy();
  assert.ok((await there()).includes("unseen"));
  phone.now += 1e6;
  await phone.drain.tidy();
  assert.deepEqual(await there(), waiting);
});
