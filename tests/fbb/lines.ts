/**
 * Two sessions against each other in one process, step by step under a seed: bytes are cut into pieces anywhere, the
 * link may die after any byte, a system may be killed between any two effects. Deterministic and without I/O.
 */
import { concat } from "../../src/base/mod.ts";
import type { Desk, SessionEnd, Steps } from "../../src/fbb/mod.ts";

export interface Side {
  steps: Steps<SessionEnd>;
  desk: Desk;
}

export interface Fate {
  /** The link dies when this many bytes were sent in both directions; Infinity for never. */
  cutAfter: number;
  /** A side is killed at its n-th effect, before or after that effect was carried out. */
  kill?: { side: 0 | 1; effect: number; after: boolean };
}

export interface Met {
  /** Undefined: killed. */
  ends: [SessionEnd | undefined, SessionEnd | undefined];
  /** Bytes that went over the link. */
  bytes: number;
}

/** Carries out every effect but reading and sending; the desks of tests answer at once. */
export function answerTo(
  effect: Exclude<ReturnType<Steps<SessionEnd>["next"]>["value"], SessionEnd>,
  desk: Desk,
): unknown {
  switch (effect.do) {
    case "met":
      return desk.met?.(effect.sid, effect.mode);
    case "offer":
      return desk.offer(effect);
    case "judge":
      return desk.judge(effect.proposals, effect.canResume);
    case "received":
      return desk.received(effect.message, effect.held);
    case "settle":
      return desk.settle(effect.outcomes);
    case "keep":
      return desk.keep(effect.proposal, effect.part);
  }
}

/** Runs both sides to their ends. `draw` gives numbers in [0, 1). Throws when both wait for the other for ever. */
export function meetOnLine(sides: [Side, Side], draw: () => number, fate: Fate): Met {
  const inbound: [Uint8Array, Uint8Array] = [new Uint8Array(), new Uint8Array()];
  const ends: Met["ends"] = [undefined, undefined];
  const gone = [false, false];
  const results = sides.map(({ steps }) => steps.next());
  const effects: [number, number] = [0, 0];
  let bytes = 0, dead = false;
  const die = () => {
    dead = true;
    // What was under way arrives up to some byte, in each direction by itself.
    for (const i of [0, 1] as const) {
      inbound[i] = inbound[i].subarray(0, Math.floor(draw() * (inbound[i].length + 1)));
    }
  };
  const step = (i: 0 | 1): boolean => {
    const { steps, desk } = sides[i], result = results[i]!, other = i === 0 ? 1 : 0;
    if (gone[i]) return false;
    if (result.done) {
      ends[i] = result.value;
      gone[i] = true;
      return true;
    }
    const effect = result.value;
    const closed = dead || gone[other]!;
    if (effect.do === "read" && inbound[i].length === 0 && !closed) return false;
    const killed = fate.kill?.side === i && fate.kill.effect === effects[i]++;
    if (killed && !fate.kill!.after) {
      gone[i] = true;
      if (!dead) die();
      return true;
    }
    let answer: unknown;
    if (effect.do === "send") {
      if (!dead) {
        const room = Math.max(0, fate.cutAfter - bytes);
        const sent = effect.bytes.subarray(0, room);
        inbound[other] = concat(inbound[other], sent);
        bytes += sent.length;
        if (sent.length < effect.bytes.length) die();
      }
    } else if (effect.do === "read") {
      const length = Math.min(inbound[i].length, 1 + Math.floor(draw() ** 3 * 600));
      if (length > 0) answer = inbound[i].subarray(0, length);
      inbound[i] = inbound[i].subarray(length);
    } else answer = answerTo(effect, desk);
    if (killed) {
      gone[i] = true;
      if (!dead) die();
    } else results[i] = steps.next(answer);
    return true;
  };
  for (let turns = 0; !(gone[0] && gone[1]); turns++) {
    const first = draw() < 0.5 ? 0 : 1;
    if (!step(first) && !step(first === 0 ? 1 : 0)) throw new Error("stuck: both sides wait");
    if (turns > 2_000_000) throw new Error("endless");
  }
  return { ends, bytes };
}
