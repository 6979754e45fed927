/** Which stations were heard directly here, and when: the Internet may talk to those alone. In memory only. */
import type { Hearing } from "../connections/hearing.ts";
import { LOCAL_S } from "./purposes.ts";

const MOST = 5000;

export class HeardDirect {
  /** Connection or site, and the call → seconds on the box's clock; oldest first. */
  readonly #heard = new Map<string, number>();

  /** Notes the sender of a packet that came directly by radio; of all others nothing. */
  note({ connection, site, direct, via, packet, atMs }: Hearing): void {
    if (via !== "rf" || !direct || packet === undefined) return;
    const at = atMs / 1000;
    for (const where of [connection, ...(site === null ? [] : [site])]) {
      const key = `${where} ${packet.source}`;
      this.#heard.delete(key);
      this.#heard.set(key, at);
    }
    for (const [key, then] of this.#heard) {
      if (at - then <= LOCAL_S && this.#heard.size <= MOST) break;
      this.#heard.delete(key);
    }
  }

  /** When the call was heard by this connection, or by another one at the same site. */
  at(connection: number, site: string | undefined, call: string): number | undefined {
    const own = this.#heard.get(`${connection} ${call}`);
    const there = site === undefined ? undefined : this.#heard.get(`${site} ${call}`);
    return own === undefined ? there : Math.max(own, there ?? own);
  }
}
