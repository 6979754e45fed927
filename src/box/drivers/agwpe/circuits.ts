/**
 * Connected mode over AGWPE: the server keeps the link; the box says whom to call and passes bytes both ways (C, v,
 * D, d, X).
 */
import type { Permit } from "../../permit.ts";
import { type AgwFrame, type encodeAgw, viaData } from "./frames.ts";
import type { Circuit, Circuits } from "../driver.ts";

/** Bytes of one information field on the air; AX.25 calls it N1, and this is Direwolf's default. */
const PACKET = 256;
const PID_TEXT = 0xf0;
/** Bytes that may wait to be read on one circuit; a peer that sends more is cut off. */
const MOST_UNREAD = 256 * 1024;

type Send = (frame: Parameters<typeof encodeAgw>[0]) => Promise<void>;

/** One circuit's reading side. */
class Open implements Circuit {
  #chunks: Uint8Array[] = [];
  #unread = 0;
  #closed = false;
  #wake: (() => void) | undefined;

  constructor(
    readonly peer: string,
    readonly put: (data: Uint8Array) => Promise<void>,
    readonly hangUp: () => void,
  ) {}

  async read(): Promise<Uint8Array | undefined> {
    while (this.#chunks.length === 0) {
      if (this.#closed) return undefined;
      await new Promise<void>((resolve) => this.#wake = resolve);
    }
    const chunk = this.#chunks.shift()!;
    this.#unread -= chunk.length;
    return chunk;
  }

  async write(bytes: Uint8Array): Promise<void> {
    for (let at = 0; at < bytes.length; at += PACKET) {
      if (this.#closed) throw new Error(`the circuit to ${this.peer} is closed`);
      await this.put(bytes.subarray(at, at + PACKET));
    }
  }

  close(): void {
    if (this.#closed) return;
    this.hangUp();
    this.ended();
  }

  /** Bytes from the peer. */
  take(data: Uint8Array): void {
    this.#unread += data.length;
    if (this.#unread > MOST_UNREAD) return this.close();
    this.#chunks.push(data);
    this.#wake?.();
  }

  /** Called when the other side, or the line, has ended it. */
  ended(): void {
    this.#closed = true;
    this.#wake?.();
  }
}

interface Dial {
  resolve(circuit: Circuit): void;
  reject(error: Error): void;
}

export class AgwCircuits implements Circuits {
  readonly #open = new Map<string, Open>();
  readonly #dials = new Map<string, Dial>();
  /**
   * Circuits that we hung up and the server has not confirmed yet: that confirmation must not count for a new call.
   */
  readonly #ending = new Map<string, PromiseWithResolvers<void>>();
  readonly #answering = new Map<string, (circuit: Circuit) => void>();
  readonly #registering = new Map<string, { resolve(): void; reject(error: Error): void }>();

  constructor(readonly send: Send) {}

  /**
   * Registers the permit's own call for incoming calls. Ends when the TNC has confirmed it; throws where it refuses.
   */
  async register(permit: Permit, onCall: (circuit: Circuit) => void): Promise<void> {
    const { channel, own } = permit.take("session");
    const registered = new Promise<void>((resolve, reject) =>
      this.#registering.set(own, { resolve, reject })
    );
    registered.catch(() => {});
    this.#answering.set(own, onCall);
    await this.send({ kind: "X", port: channel, from: own });
    await registered;
  }

  /**
   * Calls a station and gives the circuit once it stands. Throws where it is refused, given up, or where one stands
   * already.
   */
  async dial(permit: Permit, stop: AbortSignal): Promise<Circuit> {
    const { channel, own, to, via = [] } = permit.take("session");
    if (to === undefined) throw new TypeError("Cannot dial nobody");
    const key = keyOf(channel, own, to);
    if (this.#open.has(key) || this.#dials.has(key)) {
      throw new Error(`there is a circuit from ${own} to ${to}`);
    }
    const hangUp = () => {
      this.#dials.get(key)?.reject(new Error("given up"));
      this.send({ kind: "d", port: channel, from: own, to }).catch(() => {});
    };
    const { promise, resolve, reject } = Promise.withResolvers<Circuit>();
    promise.catch(() => {});
    this.#dials.set(key, { resolve, reject });
    stop.addEventListener("abort", hangUp);
    try {
      stop.throwIfAborted();
      const ending = this.#ending.get(key);
      if (ending) await Promise.race([ending.promise, promise]);
      await this.send(
        via.length === 0
          ? { kind: "C", port: channel, pid: PID_TEXT, from: own, to }
          : { kind: "v", port: channel, pid: PID_TEXT, from: own, to, data: viaData(via) },
      );
      return await promise;
    } finally {
      stop.removeEventListener("abort", hangUp);
      this.#dials.delete(key);
    }
  }

  /** A frame of connected mode from the server; false for any other. */
  take({ kind, port, from, to, data }: AgwFrame): boolean {
    const key = keyOf(port, to, from);
    switch (kind) {
      case "X": {
        const waiting = this.#registering.get(from);
        this.#registering.delete(from);
        if (data[0] === 1) waiting?.resolve();
        else waiting?.reject(new Error(`${from} is registered by somebody else`));
        return true;
      }
      case "C":
        this.#connected(key, port, from, to);
        return true;
      case "D":
        this.#open.get(key)?.take(data);
        return true;
      case "d":
        if (this.#ending.has(key)) {
          this.#hasEnded(key);
          return true;
        }
        this.#dials.get(key)?.reject(new Error(`${from} refused, or did not answer`));
        this.#open.get(key)?.ended();
        this.#open.delete(key);
        return true;
      default:
        return false;
    }
  }

  #connected(key: string, port: number, peer: string, own: string): void {
    const dial = this.#dials.get(key), answering = this.#answering.get(own);
    const bye = () => void this.send({ kind: "d", port, from: own, to: peer }).catch(() => {});
    if (!dial && !answering) return bye();
    this.#open.get(key)?.ended();
    const circuit = new Open(
      peer,
      (data) => this.send({ kind: "D", port, pid: PID_TEXT, from: own, to: peer, data }),
      () => {
        if (this.#open.get(key) === circuit) {
          this.#open.delete(key);
          this.#ending.set(key, Promise.withResolvers());
        }
        bye();
      },
    );
    this.#open.set(key, circuit);
    if (dial) dial.resolve(circuit);
    else answering!(circuit);
  }

  #hasEnded(key: string): void {
    this.#ending.get(key)?.resolve();
    this.#ending.delete(key);
  }

  /** The line is gone, and everything on it. */
  ended(): void {
    for (const key of this.#ending.keys()) this.#hasEnded(key);
    const gone = new Error("the line to the TNC is gone");
    for (const circuit of this.#open.values()) circuit.ended();
    for (const dial of this.#dials.values()) dial.reject(gone);
    for (const waiting of this.#registering.values()) waiting.reject(gone);
    this.#open.clear();
    this.#registering.clear();
  }
}

const keyOf = (channel: number, own: string, peer: string): string => `${channel} ${own} ${peer}`;
