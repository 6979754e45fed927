/** Beacons: one signed frame in one unconnected AX.25 datagram (FED "Beacon tier"). */
import { concat, sameBytes, utf8 } from "../base/mod.ts";

const MAGIC = utf8("SVCB1");
/** The classic limit of an AX.25 information field: magic and frame. */
export const MAX_BEACON = 256;
/** What is looked at of a heard datagram (FED "Limits"). */
export const MAX_HEARD = 4096;

/** The datagram of a frame, or undefined when it does not fit. */
export function writeBeacon(frame: Uint8Array): Uint8Array<ArrayBuffer> | undefined {
  const datagram = concat(MAGIC, frame);
  return datagram.length <= MAX_BEACON ? datagram : undefined;
}

/** The frame of a heard datagram; nothing about it is proven. Undefined: not one of ours. */
export function readBeacon(datagram: Uint8Array): Uint8Array | undefined {
  if (datagram.length <= MAGIC.length || datagram.length > MAX_HEARD) return undefined;
  return sameBytes(datagram.subarray(0, MAGIC.length), MAGIC) ? datagram.slice(MAGIC.length) : undefined;
}

/** An address at which an instance says it can be reached. Lower priorities are tried first. */
interface Reachable {
  priority: number;
}

/**
 * The presence datagram: as many endpoints as fit, those to be tried last left out first. `sign` makes the frame; what
 * was left out is marked by `partial`, so that a receiver adds instead of replacing. Undefined when not even the bare
 * record fits: instance ids have to be short on the air.
 */
export function fitBeacon<E extends Reachable>(
  endpoints: readonly E[],
  sign: (endpoints: readonly E[], partial: boolean) => Uint8Array,
): Uint8Array<ArrayBuffer> | undefined {
  const kept = endpoints.toSorted((a, b) => a.priority - b.priority);
  for (;;) {
    const datagram = writeBeacon(sign(kept, kept.length < endpoints.length));
    if (datagram || kept.length === 0) return datagram;
    kept.pop();
  }
}
