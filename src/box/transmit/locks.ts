/** Which locks are closed (receiver box: transmit). All must be open, and all are local. */
import type { BoxFile } from "../config/box_file.ts";
import { readAddress } from "../config/address.ts";
import type { Lock } from "../words.ts";

/** `gate`: whether the gateway's answer for the box's call is fresh and says yes. */
export function closedLocks(file: Readonly<BoxFile>, gate: boolean): Lock[] {
  const portOpen = file.connections.some((one) => {
    const address = readAddress(one);
    return typeof address !== "string" && address.tx;
  });
  return [
    ...(file.tx === "off" ? ["box_off" as const] : []),
    ...(portOpen ? [] : ["port_off" as const]),
    ...(gate ? [] : ["gate" as const]),
    ...(file.quiet ? ["quiet" as const] : []),
    ...(file.tx === "dry" ? ["dry" as const] : []),
  ];
}
