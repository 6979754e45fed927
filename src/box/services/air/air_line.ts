/**
 * A connected-mode circuit under the rules of transmitting: each piece asks before it is sent, and waits while the
 * port's airtime is used up. A lock that closes cuts the line to the TNC at once, since a proper goodbye would be a
 * transmission too.
 */
import type { Connection } from "../../connections/supervise.ts";
import type { Circuit } from "../../drivers/driver.ts";
import type { OnAir, OnHost } from "../../parts.ts";

/** Bytes of one frame on the air. */
const PIECE = 128;
/** After so many milliseconds without a byte the circuit is over. */
const SILENT_MS = 180_000;
/** Seconds that the last acknowledgement may take. */
const LAST_ACK_S = 4;
/** Longest that one piece waits for airtime, and how often it asks. */
const AIR_WAIT_S = 120, AIR_LOOK_MS = 1000;

export class AirLine {
  bytesIn = 0;
  bytesOut = 0;
  /** When everything that was passed to the TNC will have been sent, as far as bit rate and length tell. */
  #saidAt = 0;
  #closed = false;

  constructor(
    readonly parts: Pick<OnAir, "transmitter"> & Pick<OnHost, "io">,
    readonly connection: Connection,
    readonly circuit: Circuit,
    readonly own: string,
    readonly stop: AbortSignal,
  ) {}

  get peer(): string {
    return this.circuit.peer;
  }

  /** The next bytes; undefined when it is closed or silent for too long. */
  async read(silentMs = SILENT_MS): Promise<Uint8Array | undefined> {
    const chunk = await this.readWithin(silentMs);
    return chunk === "silent" ? undefined : chunk;
  }

  /**
   * The next bytes; `silent` when none came within `ms`, `undefined` when the line has ended. Nothing is lost by
   * silence.
   */
  async readWithin(ms: number): Promise<Uint8Array | "silent" | undefined> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const silent = new Promise<"silent">((resolve) => timer = setTimeout(() => resolve("silent"), ms));
    const reading = this.#pending ??= this.circuit.read();
    try {
      const chunk = await Promise.race([reading, silent]);
      if (chunk === "silent") return chunk;
      this.#pending = undefined;
      this.bytesIn += chunk?.length ?? 0;
      return chunk;
    } finally {
      clearTimeout(timer);
    }
  }
  /** A read whose caller did not wait for it: the next caller gets its result. */
  #pending: Promise<Uint8Array | undefined> | undefined;

  /** Sends bytes in pieces, each when the rules allow it. Throws when the line ends meanwhile. */
  async write(bytes: Uint8Array): Promise<void> {
    for (let at = 0; at < bytes.length; at += PIECE) {
      await this.#say(bytes.subarray(at, at + PIECE));
    }
  }

  async #say(piece: Uint8Array): Promise<void> {
    const { transmitter, io } = this.parts;
    const frame = { source: this.own, destination: this.peer, path: [], info: "" };
    for (let waited = 0;; waited++) {
      if (this.#closed || this.stop.aborted) throw new Error(`the circuit to ${this.peer} is closed`);
      const refusals = transmitter.say(this.connection, {
        purpose: "session_data",
        frame,
        bytes: piece.length,
      });
      if (refusals.length === 0) break;
      const other = refusals.find(({ rule }) => rule !== "airtime");
      if (other || waited * AIR_LOOK_MS / 1000 >= AIR_WAIT_S) {
        this.cut();
        throw new Error((other ?? refusals[0]!).why);
      }
      await io.wait(AIR_LOOK_MS, this.stop);
    }
    this.bytesOut += piece.length;
    const airMs = transmitter.airtimeOf(this.connection, piece.length);
    this.#saidAt = Math.max(this.#saidAt, transmitter.now()) + airMs / 1000;
    await this.circuit.write(piece);
  }

  /**
   * Waits until the last bytes are sent, or until the other side hangs up: a TNC that is told to hang up forgets what
   * it has not sent.
   */
  async linger(): Promise<void> {
    const { transmitter } = this.parts;
    const end = this.#saidAt + LAST_ACK_S;
    while (!this.#closed && !this.stop.aborted && transmitter.now() < end) {
      const chunk = await this.readWithin(Math.min(1000, (end - transmitter.now()) * 1000));
      if (chunk === undefined) return;
    }
  }

  /** Ends the circuit with a proper goodbye, where transmitting is allowed. */
  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    if (this.parts.transmitter.locks(this.connection).length > 0) this.connection.line?.close();
    else this.circuit.close();
  }

  /** Ends the circuit at once, without a goodbye. */
  cut(): void {
    this.#closed = true;
    this.connection.line?.close();
  }
}
