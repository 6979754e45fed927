/**
 * Every kind of connection, one row each: wizard, check, status and docs read it. What few boxes have is loaded when it is
 * opened, so that a small Pi does not carry it.
 */
import { type ConnectionAddress, readAddress } from "../config/address.ts";
import type { Driver } from "./driver.ts";
import { agwpe } from "./agwpe/agwpe.ts";
import { aprsis } from "./aprsis.ts";
import { axudp } from "./axudp.ts";
import { gpsd } from "./gpsd.ts";
import { kiss } from "./kiss.ts";
import { meshcom } from "./meshcom/meshcom.ts";
import { meshcomKiss } from "./meshcom/kiss.ts";
import { meshtastic } from "./meshtastic.ts";
import { mqtt, mqtts } from "./mqtt/mqtt.ts";
import { NODE_DRIVERS } from "./node/node.ts";
import { rigctl } from "./rigctl.ts";
import { rtlsdr } from "./rtlsdr.ts";
import { sound } from "./sound.ts";

export const DRIVERS: readonly Driver[] = [
  kiss,
  agwpe,
  sound,
  rtlsdr,
  aprsis,
  meshcom,
  meshcomKiss,
  axudp,
  gpsd,
  rigctl,
  meshtastic,
  mqtt,
  mqtts,
  ...NODE_DRIVERS,
];

/** The address with its driver; a text says what is wrong with it. */
export function readConnection(text: string): { address: ConnectionAddress; driver: Driver } | string {
  const address = readAddress(text);
  if (typeof address === "string") return address;
  const driver = DRIVERS.find(({ scheme }) => scheme === address.scheme);
  const known = DRIVERS.map(({ scheme }) => `${scheme}:`).join(", ");
  if (!driver) return `'${address.scheme}:' is not a kind of connection; there are ${known}`;
  if (address.site !== undefined && !driver.namesSite) {
    const why = driver.via === "none"
      ? "nothing is heard there"
      : driver.via === "tunnel"
      ? "what comes through a tunnel was heard by somebody else"
      : "what comes over the internet was heard by somebody else";
    return `${driver.scheme}: names no site: ${why}`;
  }
  const names = driver.settings.map(({ name }) => name);
  for (const name of address.query.keys()) {
    if (!names.includes(name)) {
      return `'${name}' is nothing that ${driver.scheme}: takes; it takes ${names.join(", ")}`;
    }
  }
  if (address.path !== "" && !driver.scheme.startsWith("mqtt")) {
    return `'${text}' names a path behind its host`;
  }
  const problem = driver.problem(address);
  return problem ?? { address, driver };
}
