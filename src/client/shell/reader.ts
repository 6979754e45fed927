/** Reading the gateway with the phone's memory behind it: what was read once is there without a connection. */
import type { Storage } from "../outbox/storage.ts";
import type { Answered, Gateway } from "./ask.ts";

/** A thing read from the gateway, or what the phone kept of it. */
export interface Known<T> {
  value: T;
  /** When the gateway said so, unix seconds. */
  at: number;
  source: "live" | "kept" | "pack";
  /** Locator of the pack that it comes from. */
  pack?: string;
}

export class Reader {
  readonly #gateway: Gateway;
  readonly #storage: Storage;

  constructor(gateway: Gateway, storage: Storage) {
    this.#gateway = gateway;
    this.#storage = storage;
  }

  /**
   * Reads an address: what the phone kept is shown at once, then what the gateway says. Gives its refusal, or that it was
   * not reached; `undefined` where all is well. `beside`: what a pack has of it; the newer of the two is shown.
   */
  async read<T>(
    path: string,
    show: (known: Known<T>) => void,
    beside?: Promise<Known<T> | undefined>,
  ): Promise<Answered<T> | undefined> {
    let fresh = false;
    const asked = this.#gateway.get<T>(path).then((answer) => {
      fresh = answer.ok;
      return answer;
    });
    const kept = await this.#storage.kept(path).catch(() => undefined);
    const packed = await beside?.catch(() => undefined);
    if (packed && !fresh && packed.at > (kept?.at ?? 0)) show(packed);
    else if (kept && !fresh) show({ value: kept.value as T, at: kept.at, source: "kept" });
    const answer = await asked;
    if (!answer.ok) return answer;
    const at = this.#gateway.now();
    show({ value: answer.value, at, source: "live" });
    // A full phone shows what it has read all the same.
    await this.#storage.keep({ path, value: answer.value, at }).catch(() => {});
    return undefined;
  }

  /**
   * Reads an address that has too many answers to be kept: without the gateway nothing is shown. Gives its refusal, or that
   * it was not reached; `undefined` where all is well.
   */
  async readLive<T>(path: string, show: (known: Known<T>) => void): Promise<Answered<T> | undefined> {
    const answer = await this.#gateway.get<T>(path);
    if (!answer.ok) return answer;
    show({ value: answer.value, at: this.#gateway.now(), source: "live" });
    return undefined;
  }
}
