/** What a port is called: the codes of the programs that hear for this instance in words, a node's numbers as numbers. */
import { tell } from "../tell.ts";

/** Codes that boxes and feeds give the ports that they hear on. */
export const PORTS = [
  "agwpe",
  "app",
  "aprs-is",
  "aprsis",
  "axip",
  "axudp",
  "browser-rf",
  "gpsd",
  "kiss",
  "meshcom",
  "meshtastic",
  "rf",
  "rigctl",
  "simulated",
  "soundcard",
  "webserial-kiss",
] as const;
type Code = typeof PORTS[number];
const isCode = (port: string): port is Code => (PORTS as readonly string[]).includes(port);

/** The words for a port; a name that somebody gave it stays as it is. */
export function sayPort(port: string): string {
  if (port === "") return tell("port.none");
  if (/^\d+$/.test(port)) return tell("port.number", { n: port });
  return isCode(port) ? tell(`port.of.${port}`) : port;
}
