/**
 * Verifies many signatures on a thread of its own, while this one writes what was verified before. The verdict is
 * `verifyBytes`'s: keys and the form of signatures are judged here, only the curve arithmetic is done over there.
 */
import { isCanonicalSignature, isPublicKey, verifyBytes } from "./keys.ts";

/** One signature to be checked, over what all of them begin with and its own data. */
export interface Check {
  key: string;
  data: Uint8Array;
  sig: Uint8Array;
}

/** Fewer are verified at once on this thread: handing them over would cost as much. */
const FEW = 16;

/**
 * The other thread: it gets signed bytes and signatures one after the other, the lengths of the former, and each one's
 * key by its place in a list of keys. A text, so that it is there however the program was put together.
 */
const THREAD = `
import { createPublicKey, verify } from "node:crypto";
const known = new Map();
const keyOf = (x) => {
  let key = known.get(x);
  if (!key) known.set(x, key = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" }));
  return key;
};
self.onmessage = ({ data: { id, bytes, lengths, keys, keyAt } }) => {
  const objects = keys.map(keyOf);
  const holds = new Uint8Array(lengths.length);
  let at = 0;
  for (let i = 0; i < lengths.length; i++) {
    const end = at + lengths[i];
    holds[i] = verify(null, bytes.subarray(at, end), objects[keyAt[i]], bytes.subarray(end, end + 64)) ? 1 : 0;
    at = end + 64;
  }
  self.postMessage({ id, holds });
};`;

interface Waiting {
  resolve: (holds: Uint8Array | undefined) => void;
  reject: (reason: unknown) => void;
}

export class Verifier {
  #thread: Worker | undefined;
  #next = 0;
  readonly #waiting = new Map<number, Waiting>();
  /** The thread could not be started here: everything is verified on this one. */
  #alone = false;

  /** Whether each signature holds over `prefix` and its data. Rejects when it is closed meanwhile. */
  async verify(prefix: Uint8Array, checks: readonly Check[]): Promise<boolean[]> {
    const verdicts = checks.map(() => false);
    const sound = checks.flatMap(({ key, sig }, i) =>
      isCanonicalSignature(sig) && isPublicKey(key) ? [i] : []
    );
    const asked = sound.map((i) => checks[i]!);
    const holds = asked.length < FEW || this.#alone ? undefined : await this.#ask(prefix, asked);
    for (const [n, i] of sound.entries()) {
      verdicts[i] = holds ? holds[n] === 1 : verifyHere(prefix, checks[i]!);
    }
    return verdicts;
  }

  /** Ends the thread; what it had not yet answered is rejected. The next `verify` starts another. */
  close(): void {
    this.#thread?.terminate();
    this.#thread = undefined;
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { reject } of waiting) reject(new Error("the verifier was closed"));
  }

  /** The thread's answer; undefined when there is no thread. */
  #ask(prefix: Uint8Array, checks: readonly Check[]): Promise<Uint8Array | undefined> {
    const keys = [...new Set(checks.map(({ key }) => key))];
    const lengths = Uint32Array.from(checks, ({ data }) => prefix.length + data.length);
    const bytes = new Uint8Array(lengths.reduce((sum, length) => sum + length + 64, 0));
    let at = 0;
    for (const { data, sig } of checks) {
      bytes.set(prefix, at);
      bytes.set(data, at += prefix.length);
      bytes.set(sig, at += data.length);
      at += 64;
    }
    const id = this.#next++;
    const keyAt = Uint32Array.from(checks, ({ key }) => keys.indexOf(key));
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      (this.#thread ??= this.#start()).postMessage({ id, bytes, lengths, keys, keyAt }, [bytes.buffer]);
    });
  }

  #start(): Worker {
    const thread = new Worker(`data:text/javascript,${encodeURIComponent(THREAD)}`, { type: "module" });
    thread.onmessage = ({ data: { id, holds } }: MessageEvent<{ id: number; holds: Uint8Array }>) => {
      this.#waiting.get(id)?.resolve(holds);
      this.#waiting.delete(id);
    };
    thread.onerror = (event) => {
      event.preventDefault();
      this.#alone = true;
      this.#thread = undefined;
      for (const { resolve } of this.#waiting.values()) resolve(undefined);
      this.#waiting.clear();
    };
    return thread;
  }
}

function verifyHere(prefix: Uint8Array, { key, data, sig }: Check): boolean {
  const signed = new Uint8Array(prefix.length + data.length);
  signed.set(prefix);
  signed.set(data, prefix.length);
  return verifyBytes(key, signed, sig);
}
