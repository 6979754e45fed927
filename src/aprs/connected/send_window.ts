/** What one end sends: bytes that wait, frames on the way, and their numbers (AX.25 2.2 section 4.2.4, modulo 8). Pure. */

/** Bytes that may wait to be sent on one connection. */
export const MOST_QUEUED = 16_384;

/** How far a number is ahead of another. */
export const ahead = (of: number, from: number): number => of - from & 7;

/** Bytes on their way to the peer: those that wait, and those that it has not acknowledged. */
export class SendWindow {
  /** Sent and not acknowledged, from `#va` on; after it what was never sent. */
  #sent: Uint8Array[] = [];
  #queue: Uint8Array[] = [];
  #queued = 0;
  #va = 0;
  #vs = 0;

  constructor(readonly size: number, readonly packet: number) {}

  get onTheWay(): number {
    return this.#sent.length;
  }
  /** Whether something was sent since `rewind` that the peer has not acknowledged. */
  get isOut(): boolean {
    return this.#vs !== this.#va;
  }
  get room(): number {
    return MOST_QUEUED - this.#queued;
  }
  get isEmpty(): boolean {
    return this.#sent.length === 0 && this.#queue.length === 0;
  }

  /** Queues bytes; `false` where there is no room for all of them. */
  put(bytes: Uint8Array): boolean {
    if (bytes.length > this.room) return false;
    for (let at = 0; at < bytes.length; at += this.packet) {
      this.#queue.push(bytes.slice(at, at + this.packet));
    }
    this.#queued += bytes.length;
    return true;
  }

  /** The next frame, where one may be on the way besides. */
  next(): { ns: number; info: Uint8Array; isNew: boolean } | undefined {
    const at = ahead(this.#vs, this.#va);
    if (at >= this.size) return undefined;
    const isNew = at === this.#sent.length, info = isNew ? this.#queue.shift() : this.#sent[at];
    if (!info) return undefined;
    if (isNew) {
      this.#queued -= info.length;
      this.#sent.push(info);
    }
    const ns = this.#vs;
    this.#vs = ns + 1 & 7;
    return { ns, info, isNew };
  }

  /** The peer has everything before `nr`: how many frames are done by it; `undefined` for a number that cannot be. */
  acknowledge(nr: number): number | undefined {
    const count = ahead(nr, this.#va);
    if (count > this.#sent.length) {
      // A number from before, which came late, says nothing new.
      return count > 8 - this.size ? 0 : undefined;
    }
    if (count > ahead(this.#vs, this.#va)) this.#vs = nr;
    this.#sent.splice(0, count);
    this.#va = nr;
    return count;
  }

  /** What is on the way is sent once more; how many frames that are. */
  rewind(): number {
    const frames = ahead(this.#vs, this.#va);
    this.#vs = this.#va;
    return frames;
  }

  /** Forgets all of it: a connection begins or is over. */
  clear(): void {
    this.#sent = [];
    this.#queue = [];
    this.#queued = this.#va = this.#vs = 0;
  }
}
