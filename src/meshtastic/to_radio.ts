/**
 * All that a listener ever says to a device, each as a whole frame. None of it goes on the air: there is no function here
 * that makes a packet.
 */

const frame = (...message: number[]): Uint8Array => Uint8Array.of(0x94, 0xc3, 0, message.length, ...message);

function varint(value: number): number[] {
  const bytes: number[] = [];
  let rest = value >>> 0;
  for (; rest > 0x7f; rest >>>= 7) bytes.push(rest & 0x7f | 0x80);
  return [...bytes, rest];
}

/** Asks for everything that the device knows; it ends the answer with the same number. */
export const wantConfig = (id: number): Uint8Array => frame(0x18, ...varint(id));
/** Keeps a TCP connection open. */
export const heartbeat = (): Uint8Array => frame(0x3a, 0);
/** Says goodbye. */
export const disconnect = (): Uint8Array => frame(0x20, 1);
