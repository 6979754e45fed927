/**
 * The permission to put one thing on the air, or on APRS-IS. Lines take nothing else, and only `transmit/` makes
 * permits: no driver can be used past the locks. A test holds that nobody else says `new Permit`.
 */

/** What is sent. */
export type Outgoing =
  /** An AX.25 frame without flags and checksum, on a channel of the TNC. */
  | { kind: "frame"; channel: number; bytes: Uint8Array }
  /** A monitor line for APRS-IS, one character a byte, without line end. */
  | { kind: "line"; text: string }
  /** A JSON object for a MeshCom node. */
  | { kind: "mesh"; json: string }
  /** A connected-mode session under `own`: to one station, or (without `to`) whoever calls. */
  | { kind: "session"; channel: number; own: string; to?: string; via?: readonly string[] };

/** One permission for one sending: it is spent by being taken. */
export class Permit {
  #what: Outgoing | undefined;

  constructor(what: Outgoing) {
    this.#what = what;
  }

  /** What was permitted. Throws where it was taken before, or is of another kind. */
  take<K extends Outgoing["kind"]>(kind: K): Extract<Outgoing, { kind: K }> {
    const what = this.#what;
    this.#what = undefined;
    if (what === undefined) throw new TypeError("Cannot send twice under one permit");
    if (what.kind !== kind) throw new TypeError(`Cannot send a ${what.kind} as a ${kind}`);
    return what as Extract<Outgoing, { kind: K }>;
  }
}
