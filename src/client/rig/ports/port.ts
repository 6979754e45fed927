/** A radio that this tab holds: bytes of KISS both ways. It sends what a clearance has in it, and nothing else. */
import { browserWorld } from "../../phone/world.ts";
import type { Clearance } from "../transmit/locks.ts";

/** How a radio is reached; packets name it so to the gateway. */
export type PortKind = "ble" | "usb";
export const PORT_NAMES = { ble: "browser-rf", usb: "webserial-kiss" } as const satisfies Record<
  PortKind,
  string
>;

export interface RadioPort {
  /** The same for the same radio as long as this tab is open. */
  readonly id: string;
  readonly kind: PortKind;
  /** As the radio or the browser calls it; empty where nobody says. */
  readonly name: string;
  /** Settles once all of it was handed to the radio: KISS confirms nothing. */
  send(clearance: Clearance): Promise<void>;
  close(): void;
}

/** Whom an open radio tells. */
export interface PortEars {
  bytes(chunk: Uint8Array): void;
  /** The link broke, or the radio was switched off or pulled out. */
  lost(): void;
}

/** A radio that was picked, and how it is opened: once more after it was lost. */
export interface Picked {
  readonly kind: PortKind;
  readonly name: string;
  open(ears: PortEars): Promise<RadioPort>;
}

/** Why none was picked: the person closed the window, or the browser failed. */
type NotPicked = "closed" | "failed";

export const whyNotPicked = (error: unknown): NotPicked =>
  error instanceof DOMException && (error.name === "NotFoundError" || error.name === "AbortError")
    ? "closed"
    : "failed";

export const pause = (ms: number): Promise<void> => new Promise((done) => void browserWorld.later(done, ms));
