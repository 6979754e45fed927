/** Drives a session over a line and a store. Opens nothing itself: both are handed in. */
import type { Effect, SessionEnd, Settled, Steps, Verdict } from "./effects.ts";
import type { FbbMessage, Proposal } from "./message.ts";
import type { Mode, Sid } from "./sid.ts";

/** A connection that is open already. */
export interface Line {
  /** The next bytes; undefined when it is closed, and also when it was silent for longer than the owner allows. */
  read(): Promise<Uint8Array | undefined>;
  /** Resolves when the bytes are handed over. A rejection means that the line is dead: reading tells. */
  write(bytes: Uint8Array): Promise<void>;
}

type Now<T> = T | Promise<T>;

/** The store's side of a session; the effects of the same names say what each has to do. */
export interface Desk {
  offer(ask: Extract<Effect, { do: "offer" }>): Now<readonly FbbMessage[]>;
  judge(proposals: readonly Proposal[], canResume: boolean): Now<readonly Verdict[]>;
  received(message: FbbMessage, held: boolean): Now<void>;
  settle(outcomes: readonly Settled[]): Now<void>;
  keep(proposal: Proposal, part: Uint8Array | undefined): Now<void>;
  met?(sid: Sid, mode: Mode): void;
}

/**
 * Runs a session to its end. Throws what the desk throws; the partner has then got no answer, so its message, or
 * ours, is still waiting. The caller closes the line.
 */
export async function drive(steps: Steps<SessionEnd>, line: Line, desk: Desk): Promise<SessionEnd> {
  let step = steps.next();
  while (!step.done) step = steps.next(await perform(step.value, line, desk));
  return step.value;
}

function perform(effect: Effect, line: Line, desk: Desk): unknown {
  switch (effect.do) {
    case "send":
      return line.write(effect.bytes).catch(() => {});
    case "read":
      return line.read();
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
