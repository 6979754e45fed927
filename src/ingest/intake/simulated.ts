/**
 * Packets of a recording that a box plays to try its way to here (API "Ingest and BBS backend"). They are read as any others
 * are, so that its owner sees what would be refused, and end here: no station, no counter, no message, no command and no
 * proof ever comes of one, whoever is trusted.
 */
import { clampedTime, readPacket, type Sender } from "./items.ts";
import { MESHTASTIC, readMeshtastic } from "./meshtastic.ts";

/** Why a played packet is refused; undefined where it could be read. Only a box plays. */
export function simulatedProblem(
  item: Record<string, unknown>,
  sender: Sender,
  now: number,
  bytewise: boolean,
): string | undefined {
  if (sender.kind !== "box") return "bad_via";
  if (item.port === MESHTASTIC) {
    const read = readMeshtastic(item, clampedTime(item.heardAt, now), sender);
    return typeof read === "string" ? read : undefined;
  }
  const via = typeof item.raw === "string" && item.raw.startsWith("{") ? "meshcom" : "rf";
  const read = readPacket({ ...item, via, site: null }, sender, now, bytewise);
  return typeof read === "string" ? read : undefined;
}
