/**
 * Reading a message of the multicast DNS (RFC 6762 18, RFC 1035 4). Anybody on the network sends what they like: the
 * length of a message, the number of its records, the length of a name and the jumps in it are bounded before any work,
 * and a message that breaks a rule is dropped whole. Pure.
 */
import { nameOf } from "./names.ts";

/** No message is longer (RFC 6762 17). */
export const LONGEST = 9000;
const MOST_QUESTIONS = 64;
const MOST_RECORDS = 256;
const LONGEST_NAME = 255;
/** Most jumps in one name: a correct writer needs one for each part that it shares with an earlier name. */
const MOST_JUMPS = 8;

export const TYPE = { A: 1, PTR: 12, TXT: 16, AAAA: 28, SRV: 33, NSEC: 47, ANY: 255 } as const;
const INTERNET = 1, ANY_CLASS = 255;
const TOP_BIT = 0x8000;
/** Opcode and response code: both are nought here, or the message is ignored (RFC 6762 18.3, 18.11). */
const MUST_BE_NOUGHT = 0x780f;

export interface Question {
  name: string;
  type: number;
}

export interface Heard {
  name: string;
  type: number;
  ttl: number;
  /** By type: an address, a name, a place, texts. Undefined for a type that is not used here. */
  data: string | Place | Uint8Array[] | undefined;
}
/** Where a service is (RFC 2782). */
export interface Place {
  port: number;
  target: string;
}

export interface Message {
  id: number;
  isAnswer: boolean;
  questions: Question[];
  /** Of a question: what the asker knows already. */
  answers: Heard[];
  /** Of a question: what the asker is about to claim. */
  authorities: Heard[];
  additionals: Heard[];
}

/**
 * Bytes that are not UTF-8 become replacement characters: the label then matches no name of ours and does no harm.
 */
const decoder = new TextDecoder();

/** Where a message breaks a rule. */
class Broken extends Error {}

class Reader {
  at = 12;
  readonly #view: DataView;

  constructor(readonly bytes: Uint8Array) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  u16At(at: number): number {
    if (at + 2 > this.bytes.length) throw new Broken("cut off");
    return this.#view.getUint16(at);
  }

  u16(): number {
    const value = this.u16At(this.at);
    this.at += 2;
    return value;
  }

  u32(): number {
    return this.u16() * 65_536 + this.u16();
  }

  /** The name that stands here. Jumps lead to ever earlier places, so that they end. */
  name(): string {
    const labels: string[] = [];
    let at = this.at, before = this.at, length = 1, jumps = 0;
    for (;;) {
      const size = this.bytes[at];
      if (size === undefined) throw new Broken("cut off");
      if (size >= 0xc0) {
        const to = this.u16At(at) & 0x3fff;
        if (jumps === 0) this.at = at + 2;
        if (to >= before || to < 12 || ++jumps > MOST_JUMPS) throw new Broken("jumps");
        at = before = to;
        continue;
      }
      if (size > 63) throw new Broken("label");
      at++;
      if (size === 0) break;
      length += size + 1;
      if (length > LONGEST_NAME || at + size > this.bytes.length) throw new Broken("name");
      labels.push(decoder.decode(this.bytes.subarray(at, at + size)));
      at += size;
    }
    if (jumps === 0) this.at = at;
    return nameOf(labels);
  }

  record(): Heard | undefined {
    const name = this.name(), type = this.u16(), kind = this.u16() & ~TOP_BIT, ttl = this.u32();
    const size = this.u16(), end = this.at + size;
    if (end > this.bytes.length) throw new Broken("cut off");
    const data = kind === INTERNET ? this.#data(type, end) : undefined;
    this.at = end;
    return kind === INTERNET ? { name, type, ttl, data } : undefined;
  }

  #data(type: number, end: number): Heard["data"] {
    if (type === TYPE.A) {
      if (end - this.at !== 4) throw new Broken("address");
      return this.bytes.subarray(this.at, end).join(".");
    }
    if (type === TYPE.PTR) return this.#within(end, () => this.name());
    if (type === TYPE.SRV) {
      return this.#within(end, () => {
        this.at += 4; // priority and weight: there is one place
        return { port: this.u16(), target: this.name() };
      });
    }
    if (type !== TYPE.TXT) return undefined;
    const texts: Uint8Array[] = [];
    while (this.at < end) {
      const size = this.bytes[this.at]!;
      if (this.at + 1 + size > end) throw new Broken("text");
      texts.push(this.bytes.slice(this.at + 1, this.at + 1 + size));
      this.at += 1 + size;
    }
    return texts;
  }

  /** What is read has to end where its record does. */
  #within<T>(end: number, read: () => T): T {
    const value = read();
    if (this.at !== end) throw new Broken("length");
    return value;
  }
}

/** Reads a message; undefined for bytes that are no message, are too large, or hold nothing that is used here. */
export function readMessage(bytes: Uint8Array): Message | undefined {
  if (bytes.length < 12 || bytes.length > LONGEST) return undefined;
  const reader = new Reader(bytes);
  const count = (section: number): number => reader.u16At(4 + 2 * section);
  const id = reader.u16At(0), flags = reader.u16At(2);
  if ((flags & MUST_BE_NOUGHT) !== 0 || count(0) > MOST_QUESTIONS) return undefined;
  if (count(1) + count(2) + count(3) > MOST_RECORDS) return undefined;
  const section = (which: number): Heard[] => {
    const records: Heard[] = [];
    for (let n = 0; n < count(which); n++) {
      const record = reader.record();
      if (record) records.push(record);
    }
    return records;
  };
  try {
    const questions: Question[] = [];
    for (let n = 0; n < count(0); n++) {
      const name = reader.name(), type = reader.u16(), kind = reader.u16() & ~TOP_BIT;
      if (kind === INTERNET || kind === ANY_CLASS) questions.push({ name, type });
    }
    const [answers, authorities, additionals] = [section(1), section(2), section(3)];
    return { id, isAnswer: (flags & TOP_BIT) !== 0, questions, answers, authorities, additionals };
  } catch (error) {
    if (error instanceof Broken) return undefined;
    throw error;
  }
}
