/** `services.transmit` of box.json: bit rates for the airtime, paces, the gate's grace. All of it held within floors. */
import { type ConnectionAddress, shownAddress } from "../config/address.ts";
import type { BoxFile } from "../config/box_file.ts";
import type { Connection } from "../connections/supervise.ts";
import { heldGrace, heldPace } from "./purposes.ts";
import type { Facts, Port } from "./words.ts";

type Json = Record<string, unknown>;
const objectAt = (value: unknown, name: string): Json => {
  const inner = (value as Json | undefined)?.[name];
  return typeof inner === "object" && inner !== null && !Array.isArray(inner) ? inner as Json : {};
};
const within = (value: unknown, least: number, most: number, fallback: number): number =>
  typeof value === "number" && Number.isFinite(value) ? Math.min(most, Math.max(least, value)) : fallback;

const BITS = { rf: 1200, mesh: 1000, aprsis: 1_000_000 };
const KEY_UP_MS = 400;
/** Words of a login that may upload. */
const VERIFIED: readonly string[] = ["connected", "hearing", "quiet"];

/** The pace of each purpose and the grace of the gate in seconds, as the file has them, held within the floors. */
export const settingsOf = (file: Readonly<BoxFile>): Pick<Facts, "pace" | "graceS"> => {
  const set = objectAt(file.services, "transmit"), pace = objectAt(set, "pace");
  return {
    graceS: heldGrace(set.graceS as number | undefined),
    pace: {
      answers: heldPace("answers", objectAt(pace, "answers")),
      gated: heldPace("gated", objectAt(pace, "gated")),
      sessions: heldPace("sessions", objectAt(pace, "sessions")),
    },
  };
};

/** A connection's name in logs, which many see: without its passcode. */
export const nameOf = ({ text }: ConnectionAddress): string => shownAddress(text);

/** A connection as the rules see it. */
export function portOf(connection: Connection, file: Readonly<BoxFile>): Port {
  const { address, driver } = connection;
  const kind = driver.via === "meshcom" ? "mesh" : driver.via === "aprsis" ? "aprsis" : "rf";
  const set = objectAt(objectAt(objectAt(file.services, "transmit"), "ports"), address.text);
  return {
    address: nameOf(address),
    kind,
    tx: address.tx && driver.transmits,
    verified: kind !== "aprsis" ||
      connection.line !== undefined && (address.query.get("pass") ?? "-1") !== "-1" &&
        VERIFIED.includes(connection.state().word),
    igate: objectAt(file.services, "igate").toRadio === true,
    bitsPerSecond: within(set.bitsPerSecond, 50, 1_000_000, BITS[kind]),
    keyUpMs: within(set.keyUpMs, 0, 10_000, KEY_UP_MS),
  };
}
