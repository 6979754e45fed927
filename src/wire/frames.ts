/**
 * Frames: one signed record each (FED "Envelope"). What is signed is the payload exactly as it was received; nothing
 * here ever encodes a received payload a second time.
 */
import { concat, fromBase64Url, utf8 } from "../base/mod.ts";
import type { CborMap } from "./cbor.ts";
import { decodeCbor } from "./decode_cbor.ts";
import { encodeCbor } from "./encode_cbor.ts";
import { type SigningKey, verifyBytes } from "./keys.ts";
import { isInstanceId, readGid } from "./names.ts";
import type { Verifier } from "./verifier.ts";

const FRAME_DOMAIN = utf8("svc-fed/1\n");

/** What a payload says of itself; believed only once its frame is verified. */
interface Envelope {
  /** 1 to 11, or a number of a later version of the protocol. */
  type: number;
  gid: string;
  origin: string;
  v: number;
  /** Signing time, unix seconds. */
  at: number;
  signer: string;
  body: CborMap;
}

/** The last key text that was found valid. It is kept because most frames of a page have the same key. */
let lastKey = "";
function isKeyText(text: string): boolean {
  if (text.length !== 43) return false;
  const good = text === lastKey || fromBase64Url(text) !== undefined;
  if (good) lastKey = text;
  return good;
}

/** The three members of a frame. */
interface Outer {
  /** As received, to be handed on as received. */
  bytes: Uint8Array;
  payload: Uint8Array;
  /** base64url raw Ed25519. */
  signerKey: string;
  sig: Uint8Array;
}

/** A frame that could be read. Nothing about it is verified yet. */
export interface ReadFrame extends Envelope, Outer {}

type FrameRead = { ok: true; frame: ReadFrame } | { ok: false; problem: string };

function readOuter(bytes: Uint8Array): { ok: true; outer: Outer } | { ok: false; problem: string } {
  const refused = (problem: string) => ({ ok: false as const, problem: `frame: ${problem}` });
  const decoded = decodeCbor(bytes);
  if (!decoded.ok) return refused(decoded.problem);
  const map = decoded.value;
  // A frame has exactly three members, so that nothing unsigned can be added to it.
  if (!(map instanceof Map) || map.size !== 3) return refused("not a map of three");
  const payload = map.get(1), signerKey = map.get(2), sig = map.get(3);
  if (!(payload instanceof Uint8Array)) return refused("payload is not bytes");
  if (typeof signerKey !== "string" || !isKeyText(signerKey)) return refused("signer key is not a key");
  if (!(sig instanceof Uint8Array) || sig.length !== 64) return refused("signature is not 64 bytes");
  return { ok: true, outer: { bytes, payload, signerKey, sig } };
}

function readInner(outer: Outer): FrameRead {
  const inner = readPayload(outer.payload);
  return inner.ok ? { ok: true, frame: { ...inner.envelope, ...outer } } : inner;
}

/** Reads a frame without verifying it. Never throws for bad input. */
export function readFrame(bytes: Uint8Array): FrameRead {
  const read = readOuter(bytes);
  return read.ok ? readInner(read.outer) : read;
}

function readPayload(payload: Uint8Array): { ok: true; envelope: Envelope } | { ok: false; problem: string } {
  const decoded = decodeCbor(payload);
  if (!decoded.ok) return { ok: false, problem: `payload: ${decoded.problem}` };
  const map = decoded.value;
  if (!(map instanceof Map)) return { ok: false, problem: "payload: not a map" };
  const problem = (field: string) => ({ ok: false as const, problem: `payload: ${field}` });
  const type = map.get(1), gid = map.get(2), origin = map.get(3), v = map.get(4), at = map.get(5);
  const signer = map.get(6), body = map.get(7);
  if (typeof type !== "number" || type < 1) return problem("type");
  if (typeof gid !== "string" || readGid(gid) === undefined) return problem("gid");
  if (typeof origin !== "string" || !isInstanceId(origin)) return problem("origin");
  if (typeof v !== "number" || v < 1) return problem("v");
  if (typeof at !== "number" || at < 0) return problem("at");
  if (typeof signer !== "string" || !isInstanceId(signer)) return problem("signer");
  if (!(body instanceof Map)) return problem("body");
  for (const key of body.keys()) if (typeof key !== "string") return problem("body key");
  return { ok: true, envelope: { type, gid, origin, v, at, signer, body } };
}

/** The bytes that are signed. */
export const signedBytes = (payload: Uint8Array): Uint8Array<ArrayBuffer> => concat(FRAME_DOMAIN, payload);

/**
 * A frame whose signature holds under a key that the receiver accepts for its origin. Only `verifyFrame` makes one, and
 * appliers take nothing else, whatever carrier brought the bytes.
 */
export class VerifiedFrame implements ReadFrame {
  // Because of this private member no other object has the type, unless somebody casts it.
  readonly #verified = true;
  readonly type: number;
  readonly gid: string;
  readonly origin: string;
  readonly v: number;
  readonly at: number;
  readonly signer: string;
  readonly body: CborMap;
  readonly bytes: Uint8Array;
  readonly payload: Uint8Array;
  readonly signerKey: string;
  readonly sig: Uint8Array;

  private constructor(envelope: Envelope, outer: Outer) {
    this.type = envelope.type;
    this.gid = envelope.gid;
    this.origin = envelope.origin;
    this.v = envelope.v;
    this.at = envelope.at;
    this.signer = envelope.signer;
    this.body = envelope.body;
    this.bytes = outer.bytes;
    this.payload = outer.payload;
    this.signerKey = outer.signerKey;
    this.sig = outer.sig;
  }

  /** Always true, since only verified frames are made; for a check at run time at the last place before a store. */
  get verified(): true {
    return this.#verified;
  }

  /** The frame as verified, or `undefined`: its key is not among `accept`, or the signature does not hold. */
  static verify(frame: ReadFrame, accept: readonly string[]): VerifiedFrame | undefined {
    if (!accept.includes(frame.signerKey)) return undefined;
    if (!verifyBytes(frame.signerKey, signedBytes(frame.payload), frame.sig)) return undefined;
    return new VerifiedFrame(frame, frame);
  }

  /** Judges many frames: their signatures are verified on another thread while this one goes on. */
  static async judgeAll(
    frames: readonly Uint8Array[],
    accept: readonly string[],
    verifier: Verifier,
  ): Promise<JudgedFrame[]> {
    const outers = frames.map(readOuter);
    const asked = outers.flatMap((read) =>
      read.ok && accept.includes(read.outer.signerKey) ? [read.outer] : []
    );
    const checks = asked.map(({ signerKey, payload, sig }) => ({ key: signerKey, data: payload, sig }));
    const verdicts = await verifier.verify(FRAME_DOMAIN, checks);
    const held = new Set(asked.filter((_, i) => verdicts[i]));
    return outers.map((read): JudgedFrame => ({
      open() {
        if (!read.ok) return { read, verified: undefined };
        if (!held.has(read.outer)) return { read: readInner(read.outer), verified: undefined };
        const inner = readPayload(read.outer.payload);
        if (!inner.ok) return { read: inner, verified: undefined };
        const verified = new VerifiedFrame(inner.envelope, read.outer);
        return { read: { ok: true, frame: verified }, verified };
      },
    }));
  }
}

/**
 * A frame whose signature was checked. Its payload is read only when it is opened, so that a page that waits for an
 * earlier one takes little memory.
 */
export interface JudgedFrame {
  /** `verified` is set when the signature holds under one of the keys that it was judged by. */
  open(): { read: FrameRead; verified: VerifiedFrame | undefined };
}

/** Reads a frame and verifies it under the keys accepted. */
export function judgeFrame(bytes: Uint8Array, accept: readonly string[]): JudgedFrame {
  const read = readFrame(bytes);
  const verified = read.ok ? VerifiedFrame.verify(read.frame, accept) : undefined;
  return { open: () => ({ read, verified }) };
}

/** Reads and verifies many frames, on another thread while this one goes on. */
export const judgeFrames = (
  frames: readonly Uint8Array[],
  accept: readonly string[],
  verifier: Verifier,
): Promise<JudgedFrame[]> => VerifiedFrame.judgeAll(frames, accept, verifier);

/** Verifies a frame under the keys accepted for its origin, `undefined` when it does not hold. */
export const verifyFrame = (frame: ReadFrame, accept: readonly string[]): VerifiedFrame | undefined =>
  VerifiedFrame.verify(frame, accept);

/** Signs a record. `at` is the signing time in unix seconds; the signer is the origin (FED "Envelope", key 6). */
export function signFrame(
  record: { type: number; gid: string; origin: string; v: number; at: number; body: CborMap },
  key: SigningKey,
): Uint8Array<ArrayBuffer> {
  const payload = encodeCbor(
    new Map<number, CborMap | string | number>([
      [1, record.type],
      [2, record.gid],
      [3, record.origin],
      [4, record.v],
      [5, record.at],
      [6, record.origin],
      [7, record.body],
    ]),
  );
  return encodeCbor(
    new Map<number, string | Uint8Array>([
      [1, payload],
      [2, key.publicKey],
      [3, key.sign(signedBytes(payload))],
    ]),
  );
}
