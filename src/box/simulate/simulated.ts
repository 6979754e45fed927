/**
 * Connections that play a recording instead of a radio and what stands beside it: one for the radio, one each for a Meshtastic
 * device, a gpsd and a rig where the recording has them. What comes from them says so (`via: "simulated"`) all the way to the
 * gateway, which reads it and keeps nothing of it. They stand in no box.json: only `box run --simulate` makes them, and then
 * they are the only connections.
 */
import type { ConnectionAddress } from "../config/address.ts";
import type { Driver, Heard } from "../drivers/driver.ts";
import { fixText, tunedText } from "../senses/senses.ts";
import type { Played, Recording } from "./recording.ts";

/** Between two packets, in milliseconds. */
const EVERY_MS = 3000;

export interface Simulation {
  recording: Recording;
  /** What is played, for people. */
  name: string;
  everyMs?: number;
}

type SimulatedLine = { address: ConnectionAddress; driver: Driver };

/** What plays which things: a radio comes first, under the recording's own name. */
const SOURCES: readonly { scheme?: string; kinds: readonly Played["kind"][] }[] = [
  { kinds: ["frame", "mesh"] },
  { scheme: "meshtastic", kinds: ["meshtastic"] },
  { scheme: "gpsd", kinds: ["fix"] },
  { scheme: "rigctl", kinds: ["tuned"] },
];

/** The connections with their drivers. They play the recording again and again, and transmit nothing. */
export const simulatedLines = ({ recording, name, everyMs = EVERY_MS }: Simulation): SimulatedLine[] =>
  SOURCES.flatMap(({ scheme, kinds }) => {
    const items = recording.items.filter(({ kind }) => kinds.includes(kind));
    return items.length > 0 ? [lineOf(items, scheme ?? name, everyMs)] : [];
  });

/** What the connection says of itself while it plays one thing. */
function sayingOf(one: Played, n: number, all: number): Heard {
  const playing = `playing ${n + 1} of ${all}`;
  if (one.kind === "fix") {
    return { kind: "alive", word: "reading", detail: `${fixText(one.fix)}, ${playing}` };
  }
  return one.kind === "tuned"
    ? { kind: "alive", word: "reading", detail: `${tunedText(one.tuned)}, ${playing}` }
    : { kind: "alive", detail: playing };
}

function lineOf(items: readonly Played[], name: string, everyMs: number): SimulatedLine {
  // A packet's JSON is read by the network that it is of.
  const isMeshtastic = items[0]!.kind === "meshtastic";
  const driver: Driver = {
    scheme: "simulate",
    port: isMeshtastic ? "meshtastic" : "simulated",
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
          yield sayingOf(items[n]!, n, items.length);
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
