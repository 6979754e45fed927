/** Reads from the gateway and keeps each answer on the phone, so that what was read once is there without a connection. */
import type { Storage } from "../outbox/storage.ts";
import type { Answered, Gateway } from "./ask.ts";

/** A thing read from the gateway, or what the phone kept of it. */
export interface Known<T> {
  value: T;
  /** When the gateway answered so, unix seconds. */
  at: number;
  source: "live" | "kept" | "pack";
  /** Locator of the pack that it comes from, if it comes from one. */
  pack?: string;
}

/** `show` may be called twice: with what was kept, then with the new answer. */
export class Reader {
  readonly #gateway: Gateway;
  readonly #storage: Storage;

  constructor(gateway: Gateway, storage: Storage) {
    this.#gateway = gateway;
    this.#storage = storage;
  }

  /** The time as the gateway has it, whole unix seconds. */
  now(): number {
    return this.#gateway.now();
  }

  /**
   * Reads an address of the API: shows at once what the phone kept, then what the gateway answers. `beside`: the same from
   * a pack; the newer of pack and memory is shown. Gives a refusal, or that the gateway was not reached; `undefined` where
   * all went well.
   */
  async read<T>(
    path: string,
    show: (known: Known<T>) => void,
    beside?: Promise<Known<T> | undefined>,
  ): Promise<Answered<T> | undefined> {
    const fresh: { known?: Known<T> } = {};
    const asked = this.readLive<T>(path, (known) => show(fresh.known = known));
    const kept = await this.#storage.kept(path).catch(() => undefined);
    const packed = await beside?.catch(() => undefined);
    if (packed && !fresh.known && packed.at > (kept?.at ?? 0)) show(packed);
    else if (kept && !fresh.known) show({ value: kept.value as T, at: kept.at, source: "kept" });
    const refused = await asked;
    if (refused) return refused;
    const { value, at } = fresh.known!;
    // Where the phone's storage is full, the answer is shown without being kept.
    await this.#storage.keep({ path, value, at }).catch(() => {});
    return undefined;
  }

  /**
   * Reads an address whose answers are too many to keep: without the gateway nothing is shown. Gives a refusal, or that the
   * gateway was not reached; `undefined` where all went well.
   */
  async readLive<T>(path: string, show: (known: Known<T>) => void): Promise<Answered<T> | undefined> {
    const answer = await this.#gateway.get<T>(path);
    if (!answer.ok) return answer;
    show({ value: answer.value, at: this.#gateway.now(), source: "live" });
    return undefined;
  }
}
