/**
 * The app's own connected mode against a real Dire Wolf's: ours behind one TNC by KISS, theirs in the other by AGWPE, sound
 * between them. 20 kB go each way at once; then each of the two calls, and hangs up.
 */
import assert from "node:assert/strict";
import {
  DataLink,
  encodeKiss,
  KissReader,
  type LinkNews,
  readLinkFrame,
  writeLinkFrame,
} from "../../src/aprs/mod.ts";
import { ether, FAST_RATE, NEEDS_AIR, type Wolf } from "../kit/air.ts";
import { stationAt } from "../kit/air_station.ts";
import { has } from "../kit/peers.ts";
import { random } from "../kit/random.ts";
import { withFolder } from "../kit/server.ts";

const OWN = "N0ONE-1", PEER = "N0TWO-9", SIZE = 20_000;
const CONFIG = "MODEM 9600\nTXDELAY 10\nTXTAIL 2\nSLOTTIME 1\nPERSIST 255\nFRACK 3\nRETRY 12\nPACLEN 256";

/** Our end behind a TNC. Its time is steady. */
async function behind(wolf: Wolf, link: DataLink) {
  const line = await Deno.connect({ hostname: "127.0.0.1", port: wolf.kissPort });
  const kiss = new KissReader(), got: number[] = [], news: LinkNews[] = [], frames: string[] = [];
  const now = () => performance.now();
  const wakes: (() => void)[] = [];
  let isOpen = true;
  /** Settles when something came, or left. */
  const turned = () => new Promise<void>((done) => wakes.push(done));
  const wake = () => wakes.splice(0).forEach((done) => done());
  const hear = (all: LinkNews[]) => {
    for (const one of all) {
      if (one.what === "data") got.push(...one.bytes);
      else news.push(one);
    }
    wake();
  };
  const reading = (async () => {
    const buffer = new Uint8Array(4096);
    for (let n; (n = await line.read(buffer).catch(() => null)) !== null;) {
      for (const { command, data } of kiss.push(buffer.subarray(0, n))) {
        const frame = command === 0 ? readLinkFrame(data) : undefined;
        if (frame?.to === OWN && frame.from === PEER) hear(link.take(frame, now()));
      }
    }
  })();
  const timer = setInterval(() => void turn(), 50);
  const turn = async () => {
    hear(link.tick(now()));
    for (let frame; isOpen && (frame = link.next(now()));) {
      frames.push(frame.type);
      await line.write(encodeKiss(writeLinkFrame(frame)!));
      wake();
    }
  };
  return {
    got,
    news,
    frames,
    turned,
    /** Settles once it is so. */
    async until(isSo: () => boolean) {
      while (!isSo()) await turned();
    },
    async close() {
      isOpen = false;
      clearInterval(timer);
      line.close();
      await reading;
    },
  };
}

const noise = (seed: number) => {
  const next = random(seed);
  return Uint8Array.from({ length: SIZE }, () => Math.floor(next() * 256));
};

Deno.test("our connected mode and a real Dire Wolf's: 20 kB both ways at once, calls from both sides", () =>
  withFolder(async (folder) => {
    if (!has(...NEEDS_AIR)) return;
    const air = await ether(folder, { first: { config: CONFIG }, second: { config: CONFIG } }, [], FAST_RATE);
    const { first, second } = air.wolves as Record<"first" | "second", Wolf>;
    const theirs = await stationAt(second, PEER);
    const link = new DataLink({ own: OWN, peer: PEER, via: [] }, {
      packet: 256,
      bitsPerSecond: 9600,
      keyUpMs: 150,
    });
    const ours = await behind(first, link);
    try {
      link.connect();
      const circuit = await theirs.called();
      assert.equal(circuit.peer, OWN);
      await ours.until(() => ours.news.length > 0);
      assert.deepEqual(ours.news, [{ what: "connected", by: "own" }]);
      const up = noise(1), down = noise(2), came: number[] = [];
      const theirRead = (async () => {
        while (came.length < SIZE) came.push(...await circuit.read() ?? assert.fail("it hung up"));
      })();
      const theirWrite = circuit.write(down);
      for (let at = 0; at < SIZE;) {
        const part = up.subarray(at, at + Math.min(2000, link.out.room));
        if (part.length > 0 && link.send(part)) at += part.length;
        else await ours.turned();
      }
      await Promise.all([theirRead, theirWrite]);
      await ours.until(() => ours.got.length >= SIZE);
      assert.deepEqual(Uint8Array.from(came), up);
      assert.deepEqual(Uint8Array.from(ours.got), down);
      link.disconnect();
      await ours.until(() => link.word === "idle");
      assert.deepEqual(ours.news.at(-1), { what: "ended", why: "left" });
      assert.equal(await circuit.read(), undefined, "they know it");
      // They call, with modulo 128 first: they are told, and call as we can.
      const calling = theirs.dial(OWN);
      await ours.until(() => (link.word as string) === "connected");
      const circuitToUs = await calling;
      assert.ok(ours.frames.includes("FRMR"));
      await circuitToUs.write(new TextEncoder().encode("73\r"));
      await ours.until(() => ours.got.length === SIZE + 3);
      circuitToUs.close();
      await ours.until(() => link.word === "idle");
      assert.deepEqual(ours.news.at(-1), { what: "ended", why: "hung_up" });
    } finally {
      await ours.close();
      await theirs.close();
      await air.close();
    }
  }));
