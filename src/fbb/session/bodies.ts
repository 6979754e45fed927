/** One body of the partner's, plain or compressed. */
import { concat, sameBytes } from "../../base/mod.ts";
import { EOT, readBlockHeader, SOH, STX } from "../blocks.ts";
import { expand, FINGERPRINT } from "../compressed.ts";
import type { Breach, Steps } from "../effects.ts";
import type { Proposal } from "../message.ts";
import { latin1 } from "../text.ts";
import { broken, cut, type Stop, told } from "./stop.ts";
import type { Talk } from "./talk.ts";

interface Body {
  subject: Uint8Array;
  body: Uint8Array;
}

const CTRL_Z = 0x1a, STAR = 0x2a;

/** A growing buffer with a bound that is checked before it grows. */
class Grown {
  #bytes = new Uint8Array(4096);
  length = 0;

  constructor(readonly most: number, start: Uint8Array = new Uint8Array()) {
    this.push(start);
  }

  /** False when it would pass the bound. */
  push(part: Uint8Array): boolean {
    const length = this.length + part.length;
    if (length > this.most) return false;
    if (length > this.#bytes.length) {
      const longer = new Uint8Array(Math.min(this.most, Math.max(length, this.#bytes.length * 2)));
      longer.set(this.#bytes.subarray(0, this.length));
      this.#bytes = longer;
    }
    this.#bytes.set(part, this.length);
    this.length = length;
    return true;
  }

  get bytes(): Uint8Array<ArrayBuffer> {
    return this.#bytes.subarray(0, this.length);
  }
}

/** Subject line, then everything up to Ctrl-Z, then the end of that line. */
export function* receivePlain({ inbox, limits }: Talk, { bid }: Proposal): Steps<Body> {
  const subject = yield* inbox.rawLine();
  if (subject === undefined) throw cut();
  if (latin1(subject).startsWith("***")) throw told(latin1(subject));
  const body = new Grown(limits.body);
  for (;;) {
    if (!(yield* inbox.fill())) throw cut();
    const end = inbox.waiting.indexOf(CTRL_Z);
    const part = end < 0 ? inbox.waiting : inbox.waiting.subarray(0, end);
    if (!body.push(part)) throw broken("too_long", bid);
    inbox.skip(part.length);
    if (end >= 0) break;
  }
  inbox.skip(1);
  if ((yield* inbox.rawLine()) === undefined) throw cut();
  return { subject, body: body.bytes.slice() };
}

/** Compressed bytes of a text of `limit` bytes at worst: the adaptive code can make noise a little longer. */
const packedLimit = (limit: number): number => limit + (limit >> 2) + 1024;

/**
 * Header, data blocks, checksum. A line that dies inside leaves the whole blocks so far to `keep`; `part` is what
 * an earlier session left. If the new bytes do not continue it, the part is dropped, so that the next try begins at
 * the start.
 */
export function* receiveCompressed(talk: Talk, proposal: Proposal, part?: Uint8Array): Steps<Body> {
  const { inbox, limits, mode } = talk;
  const version = mode === "b1" ? 1 : 0;
  function* spoilt(stop: Stop): Steps<Stop> {
    if (part) yield { do: "keep", proposal, part: undefined };
    return stop;
  }
  const breach = (reason: Breach) => spoilt(broken(reason, proposal.bid));
  function* died(): Steps<Stop> {
    if (version === 1 && packed.length > FINGERPRINT) {
      yield { do: "keep", proposal, part: packed.bytes.slice() };
    }
    return cut();
  }

  const head = yield* receiveHeader(talk);
  if ("end" in head) throw yield* spoilt(head);
  const resumed = part !== undefined && head.offset === part.length && head.offset >= FINGERPRINT;
  if (head.offset !== 0 && !resumed) throw yield* breach("bad_resume");

  const packed = new Grown(packedLimit(limits.body), resumed ? part : undefined);
  // A resumed transfer repeats the first six bytes; only when they are the same does the rest belong to the part.
  let repeated: Uint8Array | undefined = resumed ? new Uint8Array() : undefined;
  let sum = 0;
  for (;;) {
    const kind = yield* inbox.exactly(2);
    if (kind === undefined) throw yield* died();
    if (kind[0] === EOT) {
      if ((sum + kind[1]! & 0xff) !== 0) throw yield* breach("block_checksum");
      break;
    }
    if (kind[0] !== STX) throw yield* breach("bad_block");
    let data = yield* inbox.exactly(kind[1] || 256);
    if (data === undefined) throw yield* died();
    for (const byte of data) sum = sum + byte & 0xff;
    if (repeated) {
      const all: Uint8Array = concat(repeated, data);
      repeated = all.subarray(0, FINGERPRINT);
      data = all.subarray(FINGERPRINT);
      if (!sameBytes(repeated, packed.bytes.subarray(0, repeated.length))) throw yield* breach("bad_resume");
      if (repeated.length === FINGERPRINT) repeated = undefined;
    }
    if (!packed.push(data)) throw yield* breach("too_long");
  }
  const body = expand(packed.bytes, version, limits.body);
  if (typeof body === "string") throw yield* breach(body);
  return { subject: head.subject, body };
}

/** Blank bytes, then `01 n …`. A partner that gives up sends a line of text instead. */
function* receiveHeader(talk: Talk): Steps<{ subject: Uint8Array; offset: number } | Stop> {
  const { inbox } = talk;
  let byte = 0, blanks = 0;
  do byte = yield* inbox.byte(); while ((byte === 13 || byte === 10 || byte === 0x20) && blanks++ < 16);
  if (byte === STAR) {
    const line = yield* inbox.rawLine();
    return told(`*${line === undefined ? "" : latin1(line)}`);
  }
  if (byte !== SOH) return broken("bad_block");
  const length = yield* inbox.byte();
  const head = yield* inbox.exactly(length);
  if (head === undefined) return cut();
  return readBlockHeader(head) ?? broken("bad_block");
}
