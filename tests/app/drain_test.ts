/** The queue's sender beside another tab, another instance, a key that is refused, and a person who changes their mind. */
import assert from "node:assert/strict";
import { Drain } from "../../src/client/phone/queue/drain.ts";
import { entering, type Item } from "../../src/client/phone/queue/item.ts";
import { Gateway } from "../../src/client/phone/ask.ts";
import type { ClientWorld } from "../../src/client/phone/world.ts";
import { Memory, MemoryFiles, settle } from "./phones.ts";

const NOW = 1_000_000, CALL = "OE3FND", HERE = "a.example";

interface Asked {
  path: string;
  body: unknown;
  /** Answers it, and waits until the page has done what follows. */
  answer(status: number, value?: unknown): Promise<void>;
  /** Leaves it without an answer. */
  fail(): Promise<void>;
}

/** One tab whose requests wait until the test answers them. Its clock stands still: what it plans, the test does. */
class Tab {
  readonly asked: Asked[] = [];
  /** What is planned, and in how many milliseconds. */
  readonly plans = new Map<() => void, number>();
  readonly memory = new Memory();
  readonly files = new MemoryFiles();
  readonly gateway: Gateway;
  readonly drain: Drain;

  constructor() {
    const world: ClientWorld = {
      clock: () => NOW,
      later: (act, ms) => {
        this.plans.set(act, ms);
        return () => void this.plans.delete(act);
      },
      newId: () => "unused",
      random: () => 0.5,
      socket: () => {
        throw new Error("unused");
      },
      fetch: (path, { body } = {}) => {
        const { promise, resolve, reject } = Promise.withResolvers<Response>();
        this.asked.push({
          path: String(path),
          body: typeof body === "string" ? JSON.parse(body) : body,
          answer: (status, value = { id: 7 }) => (resolve(Response.json(value, { status })), settle()),
          fail: () => (reject(new TypeError("Failed to fetch")), settle()),
        });
        return promise;
      },
    };
    this.gateway = new Gateway(world);
    this.drain = new Drain(
      {
        outbox: this.memory,
        keys: this.memory,
        files: this.files,
        drafts: { drop: () => Promise.resolve() },
      },
      this.gateway,
      world,
      () => ({ account: CALL, instance: HERE }),
    );
  }

  /** Lays items into the memory, as an earlier opening left them. */
  keep(...items: Partial<Item>[]): void {
    for (const [n, item] of items.entries()) {
      const id = item.id ?? `item ${n}`;
      this.memory.items.set(id, {
        id,
        account: CALL,
        instance: HERE,
        kind: "log",
        cache: "GW1",
        title: "The old mast",
        path: "/api/caches/GW1/logs",
        body: { text: "Found it" },
        ...entering(NOW - 100 + n),
        ...item,
      });
      if (item.file !== undefined) this.files.bytes.set(item.file, new Uint8Array([1, 2, 3]));
    }
  }

  /** Does the one thing that is planned, and waits until the page has done what follows. */
  async act(): Promise<void> {
    const [act] = this.plans.keys();
    this.plans.delete(act!);
    act!();
    await settle();
  }

  state = (id = "item 0") => this.memory.items.get(id)?.state;
  /** The request that waits. */
  get last(): Asked {
    return this.asked.at(-1)!;
  }
}

Deno.test("a photo that another tab will send again stays, also where this tab's try went well", async () => {
  const tab = new Tab();
  tab.keep({ file: "photo" });
  await tab.drain.start();
  await settle();
  // The other tab took it over when the lease had run out, and had no answer.
  await tab.memory.change("item 0", { what: "unanswered" }, NOW);
  await tab.last.answer(201);
  assert.deepEqual([tab.state(), tab.files.bytes.has("photo")], ["waiting", true]);
  await tab.drain.start();
  await settle();
  await tab.last.answer(201);
  assert.deepEqual([tab.state(), tab.files.bytes.has("photo"), tab.asked.length], ["settled", false, 2]);
});

Deno.test("a log is sent unsigned where its key is refused, and waits where the key may still be taken", async () => {
  const signed = { key: "k", sig: "s", at: NOW };
  for (
    const [status, sent, state] of [[200, signed, "sending"], [409, undefined, "sending"], [
      503,
      "nothing",
      "waiting",
    ]] as const
  ) {
    const tab = new Tab();
    tab.keep({ body: { text: "Found it", signed } });
    tab.memory.keys.set(CALL, {
      account: CALL,
      publicKey: "k",
      privateKey: {} as CryptoKey,
      registered: false,
    });
    await tab.drain.start();
    await settle();
    assert.equal(tab.last.path, "/keys/register");
    await tab.last.answer(status, { error: "no", reason: "no" });
    assert.equal(tab.state(), state, `${status}`);
    const logs = tab.asked.filter(({ path }) => path.endsWith("/logs"));
    if (sent === "nothing") assert.deepEqual(logs, []);
    else assert.deepEqual((logs[0]!.body as { signed?: unknown }).signed, sent, `${status}`);
  }
});

Deno.test("what is on its way cannot be withdrawn; what waits goes with its photo and all that depends on it", async () => {
  const tab = new Tab();
  tab.keep(
    { file: "on its way" },
    { file: "waits" },
    { id: "of it", after: "item 1", path: "/api/logs/{id}/media", file: "small" },
    { id: "after it", after: "item 1" },
  );
  await tab.drain.start();
  await settle();
  await tab.drain.withdraw("item 0");
  assert.deepEqual([tab.state(), tab.files.bytes.has("on its way")], ["sending", true]);
  await tab.drain.withdraw("item 1");
  assert.deepEqual([...tab.memory.items.keys()], ["item 0", "after it"]);
  assert.deepEqual([...tab.files.bytes.keys()], ["on its way"]);
  assert.deepEqual(tab.drain.items.value.map(({ id }) => id), ["item 0", "after it"]);
});

Deno.test("what had no answer goes as soon as the gateway is there again, but only here and for this account", async () => {
  const late = { state: "waiting", unanswered: true, notBefore: NOW + 300 } as const;
  const tab = new Tab();
  tab.keep(late, { ...late, instance: "b.example" }, { ...late, account: "OE1XYZ" });
  const others = () => [1, 2].map((n) => tab.memory.items.get(`item ${n}`));
  const before = others();
  await tab.drain.start();
  await settle();
  assert.equal(tab.asked.length, 0, "nobody knows yet that the gateway is there");
  const greeting = tab.gateway.get("/api/start");
  await tab.last.answer(200);
  await greeting;
  await tab.drain.start();
  await settle();
  assert.deepEqual(tab.asked.map(({ path }) => path), ["/api/start", "/api/caches/GW1/logs"]);
  await tab.last.answer(201);
  assert.equal(tab.state(), "settled");
  assert.deepEqual(others(), before);
});

Deno.test("what is discarded and brought back shows at once, with all that depends on it", async () => {
  const tab = new Tab();
  tab.keep({ notBefore: NOW + 300 }, { after: "item 0", path: "/api/logs/{id}/media" });
  await tab.drain.start();
  await settle();
  const shown = () => tab.drain.items.value.map(({ state }) => state);
  await tab.drain.drop("item 0");
  assert.deepEqual(shown(), ["dropped", "dropped"]);
  await tab.drain.restore("item 0");
  assert.deepEqual(shown(), ["waiting", "waiting"]);
  assert.equal(tab.asked.length, 0);
});

Deno.test("what follows something that has no answer to join is not sent: the person decides", async () => {
  const tab = new Tab();
  tab.keep({ path: "/api/logs/{id}/media" });
  await tab.drain.start();
  await settle();
  const { state, answer } = tab.memory.items.get("item 0")!;
  assert.deepEqual([state, answer?.status, answer?.reason, tab.asked.length], [
    ...["needs_you", 422, "nothing_to_join", 0],
  ]);
});

Deno.test("the next run is planned for when the first thing is due, half a second at least and a minute at most", async () => {
  const late = { state: "waiting", notBefore: NOW + 300 } as const;
  for (
    const [given, ms] of [
      [{ state: "waiting", notBefore: NOW + 10 }, 10_000],
      [late, 60_000],
      [{ state: "sending", leasedUntil: NOW + 4, notBefore: 0 }, 4000],
      [{ state: "sending", leasedUntil: NOW + 0.2, notBefore: 0 }, 500],
    ] as const
  ) {
    const tab = new Tab();
    tab.keep(late, given, { state: "settled", notBefore: 0 });
    await tab.drain.start();
    await settle();
    await tab.drain.run();
    assert.deepEqual([[...tab.plans.values()], tab.asked.length], [[ms], 0], `${given.state} ${ms}`);
  }
});

Deno.test("while the gateway is not reached it knocks; once that is answered, what had no answer goes, and what failed by itself keeps its time", async () => {
  for (const unanswered of [true, false]) {
    const tab = new Tab();
    tab.keep({ state: "waiting", unanswered, notBefore: NOW + 10 });
    const greeting = tab.gateway.get("/api/start");
    await tab.last.fail();
    await greeting;
    await tab.drain.start();
    await settle();
    assert.deepEqual([...tab.plans.values()], [2000]);
    await tab.act();
    assert.equal(tab.last.path, "/api/start");
    await tab.last.answer(200);
    if (unanswered) assert.deepEqual([tab.last.path, tab.state()], ["/api/caches/GW1/logs", "sending"]);
    else assert.deepEqual([[...tab.plans.values()], tab.asked.length], [[10_000], 2]);
  }
});
