/** One supervisor for every connection: how long it waits between dials, when that begins anew, and what silence is. */
import assert from "node:assert/strict";
import { getLogger } from "@logtape/logtape";
import { type ConnectionAddress, readAddress } from "../../src/box/config/address.ts";
import { Connection, QUIET_MS } from "../../src/box/connections/supervise.ts";
import type { Driver, Heard, Line } from "../../src/box/drivers/driver.ts";
import { aprsis } from "../../src/box/drivers/aprsis.ts";
import { kiss } from "../../src/box/drivers/kiss.ts";
import { LineRefused } from "../../src/box/drivers/driver.ts";
import { until } from "../kit/box.ts";

const FRAME: Heard = { kind: "frame", bytes: new Uint8Array(20), channel: 0 };

/** A connection whose dials end as they are told; its waits are written down and take no time. */
function supervised(
  dials: ((close: Promise<void>) => AsyncIterable<Heard> | Error)[],
  idleMs?: number,
  chance = 128,
  scheme = kiss.scheme,
) {
  let now = 0, open = 0, most = 0;
  const waits: number[] = [];
  const stop = new AbortController();
  const driver: Driver = {
    ...kiss,
    scheme,
    ...(idleMs === undefined ? {} : { idleMs }),
    open() {
      const dial = dials.shift();
      if (!dial) {
        stop.abort();
        return Promise.reject(new Error("over"));
      }
      const closing = Promise.withResolvers<void>();
      const heard = dial(closing.promise);
      if (heard instanceof Error) return Promise.reject(heard);
      most = Math.max(most, ++open);
      const line: Line = { heard, close: closing.resolve };
      closing.promise.then(() => open--);
      return Promise.resolve(line);
    },
  };
  const io = {
    wait: (ms: number) => {
      waits.push(ms);
      now += ms;
      return Promise.resolve();
    },
  };
  // The middle of the jitter: a wait is what it is called.
  const world = {
    elapsedMs: () => now,
    random: (n: number) => new Uint8Array(n).fill(chance),
    log: getLogger("test"),
  };
  const connection = new Connection(
    0,
    readAddress("kiss://127.0.0.1:1") as ConnectionAddress,
    driver,
    { io: io as never, call: "OE1BOX-10" },
    world,
    () => true,
  );
  return { connection, waits, stop: stop.signal, pass: (ms: number) => now += ms, most: () => most };
}

async function* hangsUp(...heard: Heard[]) {
  yield* heard;
}
const refused = () => new LineRefused("refused", "nobody there");

Deno.test("the wait between dials doubles up to a minute, and begins anew after a frame", async () => {
  const s = supervised([
    ...Array.from({ length: 8 }, () => refused),
    () => hangsUp(FRAME),
    refused,
    () => hangsUp({ kind: "alive" }),
  ]);
  await s.connection.run(s.stop);
  const seconds = s.waits.map((ms) => ms / 1000);
  assert.deepEqual(seconds, [1, 2, 4, 8, 16, 32, 60, 60, 1, 2, 4], "a word without a frame changes nothing");
  assert.equal(s.most(), 1, "never two lines at once");
});

Deno.test("a server that sends at once and hangs up is not dialled each second: g4klx/YSFClients#155, sm0svx/svxlink#702", async () => {
  for (
    const [scheme, waits] of [["aprsis", [1, 2, 4, 8]], ["mqtt", [1, 2, 4, 8]], ["kiss", [
      1,
      1,
      1,
      1,
    ]]] as const
  ) {
    const s = supervised(Array.from({ length: 4 }, () => () => hangsUp(FRAME)), undefined, 128, scheme);
    await s.connection.run(s.stop);
    assert.deepEqual(s.waits.map((ms) => ms / 1000), waits, scheme);
  }
});

Deno.test("boxes that lost one server do not come back in step: each wait is a quarter shorter or longer by chance", async () => {
  const waits = async (chance: number) => {
    const s = supervised(Array.from({ length: 8 }, () => refused), undefined, chance);
    await s.connection.run(s.stop);
    return s.waits.slice(-2).map((ms) => Math.round(ms / 1000));
  };
  assert.deepEqual([await waits(0), await waits(255)], [[45, 45], [75, 75]]);
});

Deno.test("a peer that accepts and hangs up is not dialled each second; a minute of life begins anew", async () => {
  let pass = (_: number) => {};
  const lives = async function* (): AsyncGenerator<Heard> {
    yield* [];
    await Promise.resolve();
    pass(60_001);
  };
  const s = supervised([() => hangsUp(), () => hangsUp(), () => hangsUp(), lives, refused]);
  pass = s.pass;
  await s.connection.run(s.stop);
  assert.deepEqual(s.waits.map((ms) => ms / 1000), [1, 2, 4, 1, 2]);
});

Deno.test("a line without a sign of life is dropped after its idle time and dialled again", async () => {
  const silent = async function* (close: Promise<void>): AsyncGenerator<Heard> {
    yield { kind: "alive" };
    await close;
  };
  const s = supervised([(close) => silent(close)], 20);
  const running = s.connection.run(s.stop);
  await until("the drop", () => s.stop.aborted);
  await running;
  assert.equal(s.waits.length, 1, "it was dropped, waited, and dialled again");
  assert.equal(s.connection.state().word, "stopped");
  // A server of APRS-IS comments each 20 s (APRS-IS): three of them may be lost. A radio may be silent for ever.
  assert.deepEqual([aprsis.idleMs, kiss.idleMs], [90_000, undefined]);
});

Deno.test("quiet is a line that is up and on which nothing was heard for ten minutes", async () => {
  const s = supervised([(close) =>
    (async function* (): AsyncGenerator<Heard> {
      yield FRAME;
      await close;
    })()]);
  const stopping = new AbortController();
  const running = s.connection.run(AbortSignal.any([s.stop, stopping.signal]));
  await until("the frame", () => s.connection.state().word === "hearing");
  s.pass(QUIET_MS);
  assert.equal(s.connection.state().word, "hearing");
  s.pass(1);
  assert.equal(s.connection.state().word, "quiet");
  stopping.abort();
  await running;
});
