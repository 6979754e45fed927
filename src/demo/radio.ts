/** The radio of a receiver box, without a radio: a KISS TNC on loopback that hears what it is told to. */
import { decodeTnc2, encodeFrame, encodeKiss, messageInfo, positionInfo } from "../aprs/mod.ts";
import type { Place } from "../base/mod.ts";
import { Talker } from "./talker.ts";

/** A TNC that boxes connect to; what they would transmit is dropped. */
export class Radio {
  readonly #connected = Promise.withResolvers<void>();
  /** Frames that were heard. */
  heard = 0;

  readonly #talker = new Talker("kiss", (client) => {
    this.#connected.resolve();
    // What a box would transmit goes into a dummy load.
    return client.readable.pipeTo(new WritableStream());
  });

  /** As a box lists it. */
  address(site: string): string {
    return `${this.#talker.address}?site=${site}`;
  }

  /** Settles when a box listens. */
  get listenedTo(): Promise<void> {
    return this.#connected.promise;
  }

  /** Lets a frame be heard, given as a monitor line shows it. Throws where the line is not a packet. */
  async hear(line: string): Promise<void> {
    const packet = decodeTnc2(line);
    const frame = "unreadable" in packet ? undefined : encodeFrame(packet);
    if (!frame) throw new TypeError(`not a frame: ${line}`);
    const bytes = encodeKiss(frame);
    this.heard++;
    for (const client of this.#talker.clients) {
      for (let at = 0; at < bytes.length;) at += await client.write(bytes.subarray(at));
    }
  }

  /** Stops listening and closes every connection. */
  close = (): Promise<void> => this.#talker.close();
}

/** A position as a handheld or tracker sends it. */
export const beacon = (call: string, at: Place, symbol = "/[", comment = ""): string =>
  `${call}>APDEMO,WIDE1-1:${positionInfo(at.lat, at.lon, symbol, comment)}`;

/** A message from one station to another. */
export const message = (from: string, to: string, text: string, number?: string): string =>
  `${from}>APDEMO,WIDE1-1:${messageInfo(to, text, number)}`;

/** A Mic-E position: half of it stands in the destination (APRS101 chapter 10). */
export function micE(call: string, at: Place, course: number, knots: number, comment: string): string {
  const lat = Math.round(Math.abs(at.lat) * 6000), lon = Math.round(Math.abs(at.lon) * 6000);
  const digits = `${Math.floor(lat / 6000)}`.padStart(2, "0") + `${lat % 6000}`.padStart(4, "0");
  const degrees = Math.floor(lon / 6000), minutes = Math.floor(lon % 6000 / 100);
  // Message bits 1 1 0, "En Route"; north; an offset of a hundred degrees below ten and from a hundred on; east.
  const far = degrees < 10 || degrees >= 100;
  const marks = [true, true, false, at.lat >= 0, far, at.lon < 0];
  const destination = [...digits].map((digit, i) =>
    marks[i] ? String.fromCharCode(digit.charCodeAt(0) + 32) : digit
  ).join("");
  const shifted = degrees < 10
    ? degrees + 90
    : degrees >= 110
    ? degrees - 100
    : degrees >= 100
    ? degrees - 20
    : degrees;
  const bytes = [
    shifted,
    minutes < 10 ? minutes + 60 : minutes,
    lon % 100,
    Math.floor(knots / 10) + 80,
    knots % 10 * 10 + Math.floor(course / 100) + 4,
    course % 100,
  ];
  return `${call}>${destination},WIDE1-1:\`${
    String.fromCharCode(...bytes.map((byte) => byte + 28))
  }>/${comment}`;
}

/** Text with letters beyond ASCII as a radio sends it: the bytes of its UTF-8. */
export const utf8 = (text: string): string => String.fromCharCode(...new TextEncoder().encode(text));
