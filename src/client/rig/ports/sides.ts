/**
 * Which of a Bluetooth radio's services carries KISS, and which side of it speaks. Devices have the same three services with
 * numbers the other way about, so a side is known by what it can and never by its number. Pure.
 */

/** The services that carry KISS, in the order in which they are tried: one is used, for two at once lose frames. */
export const SERVICES = [
  // KISS over BLE (hessu/aprs-specs): Mobilinkd, PicoAPRS, LoRa trackers, some VGC radios.
  "00000001-ba2a-46c9-ae49-01b0961f68bb",
  // Btech UV-Pro and its kin, by either of the two names that are ears of it.
  "0000ca10-6fb0-4d48-b931-073ed111081b",
  "ca1060dc-6fb0-4d48-b931-073ed111081b",
  // Nordic's UART.
  "6e400001-b5a3-f393-e0a9-e50e24dcca9e",
] as const;

/** Radios that do not say in their beacon which services they have: they are offered by what they are called. */
export const NAMES = ["UV-PRO", "VR-N", "GA-5WB", "TNC4", "TNC3"] as const;
/** Those that drop a link on which nothing moves. */
const NODS = /^(UV-PRO|VR-N|GA-5WB)/i;
export const dropsIdleLinks = (name: string): boolean => NODS.test(name);

/** What is asked of a characteristic. */
export interface Side {
  readonly properties: {
    readonly notify: boolean;
    readonly indicate: boolean;
    readonly write: boolean;
    readonly writeWithoutResponse: boolean;
  };
}

/** The side that hears and the side that is written to; `undefined` where one of them is missing. */
export function sidesOf<One extends Side>(all: readonly One[]): { hears: One; takes: One } | undefined {
  const hears = all.filter(({ properties: { notify, indicate } }) => notify || indicate);
  const takes = all.filter(({ properties: { write, writeWithoutResponse } }) =>
    write || writeWithoutResponse
  );
  // One that can both is the last choice for either.
  const heard = hears.find((one) => !takes.includes(one)) ?? hears[0];
  const taken = takes.find((one) => !hears.includes(one)) ?? takes[0];
  return heard && taken && { hears: heard, takes: taken };
}

/** Bytes of one write: a browser never tells how many a link takes, and the least that every link takes. */
export const PIECE = 128, LEAST_PIECE = 20;

/** How a frame is written: in pieces, and with an answer to each where it has several and the radio gives one. */
export function piecesOf(
  bytes: Uint8Array<ArrayBuffer>,
  size: number,
): Uint8Array<ArrayBuffer>[] {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  for (let at = 0; at < bytes.length; at += size) pieces.push(bytes.slice(at, at + size));
  return pieces;
}
