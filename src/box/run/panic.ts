/** An error that nobody caught ends the process. Before that the box is switched to receive-only, so that it starts so. */
import type { Switches } from "../config/switches.ts";

const reasonOf = (reason: unknown): string => reason instanceof Error ? reason.message : String(reason);

/** From now on an error that nobody caught in `program` ends transmitting, and is kept for the status. */
export function dropOnPanic(switches: Pick<Switches, "note" | "doubt">, program: EventTarget): void {
  const drop = (reason: unknown) => {
    const why = `the program failed: ${reasonOf(reason)}`;
    switches.note(why);
    switches.doubt(why);
  };
  program.addEventListener("error", (event) => drop((event as ErrorEvent).error));
  program.addEventListener("unhandledrejection", (event) => drop((event as PromiseRejectionEvent).reason));
}
