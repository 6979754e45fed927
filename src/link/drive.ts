/** Drives a circuit over a line and a store. Opens nothing itself: both are handed in. */
import type { CircuitEffect, CircuitSteps, Cursor } from "./circuit_effects.ts";
import type { VisitAnswer } from "../wire/mod.ts";
import type { PageAsk } from "./page_ask.ts";

/** A connection that is open already, and is closed by who opened it. */
export interface OpenLine {
  /** The next bytes: "silent" when none came within `seconds`, undefined when the line is closed. */
  read(seconds: number): Promise<Uint8Array | "silent" | undefined>;
  /** Resolves when the bytes are handed over. A rejection means that the line is dead: reading tells. */
  write(bytes: Uint8Array): Promise<void>;
}

/** The store's side of a circuit; the effects of the same names say what each has to do. */
export interface CircuitHands {
  page?(ask: PageAsk): Promise<Uint8Array | undefined>;
  deliver?(brought: Extract<CircuitEffect, { do: "deliver" }>): Promise<Cursor | undefined>;
  visit?(bytes: Uint8Array): Promise<VisitAnswer | undefined>;
  outgoing?(): Promise<Uint8Array | undefined>;
  answered?(digest: string, answer: VisitAnswer): Promise<void>;
}

/** Runs a circuit to its end. What the store throws is thrown here; a cursor it has answered is kept by then. */
export async function driveCircuit<T>(
  steps: CircuitSteps<T>,
  line: OpenLine,
  hands: CircuitHands,
): Promise<T> {
  let step = steps.next();
  while (!step.done) step = steps.next(await perform(step.value, line, hands));
  return step.value;
}

function perform(
  effect: CircuitEffect,
  line: OpenLine,
  hands: CircuitHands,
): Promise<unknown> | undefined {
  switch (effect.do) {
    case "send":
      return line.write(effect.bytes).catch(() => {});
    case "read":
      return line.read(effect.seconds);
    case "page":
      return hands.page?.(effect.ask);
    case "deliver":
      return hands.deliver?.(effect);
    case "visit":
      return hands.visit?.(effect.bytes);
    case "outgoing":
      return hands.outgoing?.();
    case "answered":
      return hands.answered?.(effect.digest, effect.answer);
  }
}
