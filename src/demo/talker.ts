/** What stands in the place of a program that a box talks to over TCP. */
/** A TCP port on loopback; `talk` holds a conversation with each client and ends with it. */
export class Talker {
  readonly #listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  readonly #clients = new Set<Deno.Conn>();
  readonly #serving: Promise<void>;

  constructor(readonly scheme: string, readonly talk: (client: Deno.Conn) => Promise<void>) {
    this.#serving = this.#serve().catch(() => {});
  }

  async #serve(): Promise<void> {
    for await (const client of this.#listener) {
      this.#clients.add(client);
      // A box that goes away ends it.
      this.talk(client).catch(() => {}).finally(() => this.#clients.delete(client));
    }
  }

  /** Who is connected now. */
  get clients(): Iterable<Deno.Conn> {
    return this.#clients;
  }

  /** As a box lists it. */
  get address(): string {
    return `${this.scheme}://127.0.0.1:${(this.#listener.addr as Deno.NetAddr).port}`;
  }

  /** Stops listening and closes every connection. */
  async close(): Promise<void> {
    this.#listener.close();
    for (const client of this.#clients) {
      try {
        client.close();
      } catch {
        // The box hung up first.
      }
    }
    await this.#serving;
  }
}
