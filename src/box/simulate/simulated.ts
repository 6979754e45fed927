/**
 * A connection that plays a recording instead of a radio. What comes from it says so (`via: "simulated"`) all the way to the
 * gateway, which reads it and keeps nothing of it. It stands in no box.json: only `box run --simulate` makes it, and then it
 * is the only connection.
 */
import type { ConnectionAddress } from "../config/address.ts";
import type { Driver, Heard } from "../drivers/driver.ts";
import type { Recording } from "./recording.ts";

/** Between two packets, in milliseconds. */
const EVERY_MS = 3000;

export interface Simulation {
  recording: Recording;
  /** What is played, for people. */
  name: string;
  everyMs?: number;
}

/** The connection's address and its driver. It plays the recording again and again, and transmits nothing. */
export function simulatedLine(
  { recording: { items }, name, everyMs = EVERY_MS }: Simulation,
): { address: ConnectionAddress; driver: Driver } {
  const driver: Driver = {
    scheme: "simulate",
    port: "simulated",
    via: "simulated",
    namesSite: false,
    transmits: false,
    settings: [],
    problem: () => undefined,
    open(_address, { io }) {
      const ending = new AbortController();
      async function* heard(): AsyncGenerator<Heard> {
        for (let n = 0;; n = (n + 1) % items.length) {
          await io.wait(everyMs, ending.signal);
          if (ending.signal.aborted) return;
          yield { kind: "alive", detail: `playing ${n + 1} of ${items.length}` };
          yield items[n]!;
        }
      }
      return Promise.resolve({ heard: heard(), close: () => ending.abort() });
    },
  };
  const address: ConnectionAddress = {
    text: `simulate:${name}`,
    scheme: "simulate",
    host: "",
    port: undefined,
    device: name,
    path: "",
    query: new Map(),
    site: undefined,
    tx: false,
  };
  return { address, driver };
}
