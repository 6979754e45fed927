/** Clients by a name that their subscription gives. */
import type { Client } from "./parts.ts";

const NOBODY: ReadonlySet<Client> = new Set();

export class Listed {
  readonly #byName = new Map<string, Set<Client>>();

  /** `nameOf`: the name under which a client is listed; without one it is not. */
  constructor(private readonly nameOf: (client: Client) => string | undefined) {}

  of(name: string): ReadonlySet<Client> {
    return this.#byName.get(name) ?? NOBODY;
  }

  /** Lists the client under the name that it has now. */
  list(client: Client): void {
    const name = this.nameOf(client);
    if (name === undefined) return;
    const named = this.#byName.get(name) ?? new Set();
    named.add(client);
    this.#byName.set(name, named);
  }

  /** Lists the client no more. Call it before its subscription changes. */
  unlist(client: Client): void {
    const name = this.nameOf(client);
    if (name === undefined) return;
    const named = this.#byName.get(name);
    named?.delete(client);
    if (named?.size === 0) this.#byName.delete(name);
  }
}
