/** A world that tests own: a clock that moves when told, chance from a seed, no network beyond loopback. */
import { createHash } from "node:crypto";
import { getLogger } from "@logtape/logtape";
import { ClockWatch, type Host, Lives, type Mail, type World } from "../../src/base/mod.ts";

/** 2026-06-01 12:00:00 UTC: the time at which tests begin. */
export const START = 1_780_315_200;

export interface TestWorld extends World {
  /** Moves the clock; seconds. */
  pass(seconds: number): void;
  /** Sets the clock, by seconds, while no time passes. */
  jump(seconds: number): void;
  /** What `host()` says: tests change it. */
  readonly itself: Host;
  /** Mails that went out, newest last. */
  readonly sent: Mail[];
}

/**
 * A test world. The same seed draws the same bytes. Its time stands still unless it is told to pass; `runs`: it goes on by
 * itself as well.
 */
export function testWorld(seed = "seed", start = START, runs = false): TestWorld {
  const begun = performance.now();
  let ms = start * 1000, set = 0;
  const elapsedMs = () => ms + (runs ? Math.floor(performance.now() - begun) : 0),
    nowMs = () => elapsedMs() + set;
  let drawn = 0;
  const sent: Mail[] = [];
  const itself: Host = { name: "", addresses: [] };
  const now = () => Math.floor(nowMs() / 1000);
  return {
    itself,
    host: () => itself,
    // Many tests share this process: its memory says nothing of what one of them does.
    memoryUsed: () => 0,
    memoryOfHost: () => 2 ** 30,
    now,
    nowMs,
    elapsedMs,
    clock: new ClockWatch(nowMs, elapsedMs),
    lives: new Lives(now),
    random: (n) => {
      const out = new Uint8Array(n);
      for (let at = 0; at < n; at += 32) {
        const block = createHash("sha256").update(`${seed}:${drawn++}`).digest();
        out.set(block.subarray(0, Math.min(32, n - at)), at);
      }
      return out;
    },
    fetch: (input, init) => fetch(input, init),
    lookup: () => Promise.resolve([]),
    mail: {
      transport: "test",
      send: (mail) => {
        sent.push(mail);
        return Promise.resolve();
      },
    },
    log: getLogger("test"),
    pass: (seconds) => {
      ms += seconds * 1000;
    },
    jump: (seconds) => {
      set += seconds * 1000;
    },
    sent,
  };
}
