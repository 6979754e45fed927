/**
 * Verifies many signatures on a second thread, while this thread writes what was verified before. A caller with nothing
 * to write helps on this thread (`lendHand`). The verdict is the same as that of `verifyBytes`: keys and the form of
 * signatures are checked here, only the curve arithmetic is done on the second thread.
 */
import { setImmediate } from "node:timers/promises";
import { concat } from "../base/mod.ts";
import { isCanonicalSignature, isPublicKey, verifyBytes } from "./keys.ts";

/** One signature to be checked. It has to sign the prefix of its batch, followed by `data`. */
export interface Check {
  key: string;
  data: Uint8Array;
  sig: Uint8Array;
}

/** Signatures that a thread takes at a time: a few milliseconds of work. */
const CHUNK = 32;

/**
 * The program of the second thread. A message to it holds:
 * - `bytes`: for each signature the text that is signed, then the signature itself; `ends` says where each one ends;
 * - `keys`: the keys, each once; `keyAt` gives the place of each signature's key in that list;
 * - `holds` and `next`, in memory that both threads share: the verdicts, and the number of the next free chunk.
 *
 * It is a text and not a file, so that it is there in a compiled program too.
 */
const THREAD = `
import { createPublicKey, verify } from "node:crypto";
const known = new Map();
const keyOf = (x) => {
  let key = known.get(x);
  if (!key) known.set(x, key = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" }));
  return key;
};
self.onmessage = ({ data: { id, bytes, ends, keys, keyAt, holds, next } }) => {
  const objects = keys.map(keyOf);
  for (let i; (i = Atomics.add(next, 0, 1) * ${CHUNK}) < holds.length;) {
    for (const last = Math.min(i + ${CHUNK}, holds.length); i < last; i++) {
      const one = bytes.slice(i === 0 ? 0 : ends[i - 1], ends[i]), at = one.length - 64;
      holds[i] = verify(null, one.subarray(0, at), objects[keyAt[i]], one.subarray(at)) ? 1 : 0;
    }
  }
  self.postMessage(id);
};`;

/** Signatures that are being verified. */
interface Batch {
  prefix: Uint8Array;
  checks: readonly Check[];
  /** Shared with the thread: verdicts by position, and the number of the next chunk. */
  holds: Uint8Array;
  next: Int32Array;
  resolve: () => void;
  reject: (reason: unknown) => void;
}

/** Verifies batches of Ed25519 signatures; its thread starts with the first long batch and ends with `close`. */
export class Verifier {
  #thread: Worker | undefined;
  /** The thread could not be started here: everything is verified on this one. */
  #alone = false;
  /** Batches that the thread has not finished, oldest first. */
  readonly #batches = new Map<number, Batch>();
  #number = 0;

  /** Whether each signature holds over `prefix` and its data. Rejects when it is closed meanwhile. */
  async verify(prefix: Uint8Array, checks: readonly Check[]): Promise<boolean[]> {
    const verdicts = checks.map(() => false);
    const sound = checks.flatMap(({ key, sig }, i) =>
      isCanonicalSignature(sig) && isPublicKey(key) ? [i] : []
    );
    const holds = await this.#holds(prefix, sound.map((i) => checks[i]!));
    for (const [n, i] of sound.entries()) verdicts[i] = holds[n] === 1;
    return verdicts;
  }

  async #holds(prefix: Uint8Array, checks: readonly Check[]): Promise<Uint8Array> {
    const holds = new Uint8Array(new SharedArrayBuffer(checks.length));
    const next = new Int32Array(new SharedArrayBuffer(4));
    await new Promise<void>((resolve, reject) => {
      const batch = { prefix, checks, holds, next, resolve, reject };
      // A short batch is not worth waking the thread.
      if (this.#alone || (checks.length < CHUNK && !this.#thread)) return finish(batch);
      const id = this.#number++;
      this.#batches.set(id, batch);
      const told = packed(batch);
      const handed = [told.bytes.buffer, told.ends.buffer, told.keyAt.buffer];
      (this.#thread ??= this.#start()).postMessage({ id, ...told, holds, next }, handed);
    });
    return holds;
  }

  /** Waits for `done`, which depends on verdicts, and verifies here meanwhile what the thread has not got to. */
  async lendHand<T>(done: Promise<T>): Promise<T> {
    let isDone = false;
    const end = () => void (isDone = true);
    done.then(end, end);
    await setImmediate();
    while (!isDone && [...this.#batches.values()].some(verifyChunk)) await setImmediate();
    return await done;
  }

  /** Ends the thread; calls of `verify` that it has not answered yet are rejected. The next call starts another thread. */
  close(): void {
    this.#thread?.terminate();
    this.#thread = undefined;
    const left = [...this.#batches.values()];
    this.#batches.clear();
    for (const { reject } of left) reject(new Error("the verifier was closed"));
  }

  #start(): Worker {
    const thread = new Worker(`data:text/javascript,${encodeURIComponent(THREAD)}`, { type: "module" });
    thread.onmessage = ({ data: id }: MessageEvent<number>) => {
      this.#batches.get(id)?.resolve();
      this.#batches.delete(id);
    };
    thread.onerror = (event) => {
      event.preventDefault();
      this.#alone = true;
      this.#thread = undefined;
      const left = [...this.#batches.values()];
      this.#batches.clear();
      for (const batch of left) {
        // Whatever the thread had taken on was not finished.
        batch.next[0] = 0;
        finish(batch);
      }
    };
    return thread;
  }
}

/** A batch as the second thread gets it; the buffers are handed over, not copied. */
function packed({ prefix, checks }: Batch) {
  const keys = [...new Set(checks.map(({ key }) => key))];
  let size = 0;
  const ends = Uint32Array.from(checks, ({ data }) => size += prefix.length + data.length + 64);
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const { data, sig } of checks) {
    bytes.set(prefix, at);
    bytes.set(data, at += prefix.length);
    bytes.set(sig, at += data.length);
    at += 64;
  }
  return { bytes, ends, keys, keyAt: Uint32Array.from(checks, ({ key }) => keys.indexOf(key)) };
}

/** Verifies the next chunk of a batch here; false when none is left. */
function verifyChunk({ prefix, checks, holds, next }: Batch): boolean {
  const first = Atomics.add(next, 0, 1) * CHUNK;
  for (let i = first; i < Math.min(first + CHUNK, checks.length); i++) {
    const { key, data, sig } = checks[i]!;
    holds[i] = verifyBytes(key, concat(prefix, data), sig) ? 1 : 0;
  }
  return first < checks.length;
}

function finish(batch: Batch): void {
  while (verifyChunk(batch));
  batch.resolve();
}
