/** Somebody who asks the gateway over HTTP: a person with a session, or the operator at the shell. */
import type { World } from "../base/mod.ts";

/** Thrown where a request of the story is refused. */
class StoryError extends Error {}

// deno-lint-ignore no-explicit-any -- answers of every route
type AnyAnswer = any;

/** Requests of one person; all of them go to one gateway. */
export class Asker {
  readonly #world: Pick<World, "fetch">;
  readonly #headers: Record<string, string>;

  constructor(world: Pick<World, "fetch">, readonly url: string, headers: Record<string, string> = {}) {
    this.#world = world;
    this.#headers = { origin: url, ...headers };
  }

  /** The answer's JSON; what is refused ends the story with its sentence. */
  async ask(method: string, path: string, body?: unknown): Promise<AnyAnswer> {
    const answer = await this.#send(method, path, body);
    const text = await answer.text();
    if (!answer.ok) throw new StoryError(`${method} ${path}: ${answer.status} ${text.slice(0, 300)}`);
    return text.startsWith("{") ? JSON.parse(text) : text;
  }

  get = (path: string): Promise<AnyAnswer> => this.ask("GET", path);
  post = (path: string, body: unknown = {}): Promise<AnyAnswer> => this.ask("POST", path, body);

  #send(method: string, path: string, body: unknown): Promise<Response> {
    const raw = body instanceof Uint8Array || typeof body === "string";
    return this.#world.fetch(this.url + path, {
      method,
      headers: {
        ...this.#headers,
        ...(body !== undefined && !raw && { "content-type": "application/json" }),
      },
      ...(body !== undefined && { body: raw ? body as BodyInit : JSON.stringify(body) }),
    });
  }

  /** As sysop: verifies a call by hand, after a look at the account that holds it. */
  async vouch(callsign: string, note: string): Promise<void> {
    const asked = await this.#send("POST", "/api/admin/verifications", { callsign, note });
    const { holder } = await asked.json();
    if (asked.ok) return;
    await this.post("/api/admin/verifications", { callsign, note, holder: holder.accountId });
  }

  /** Signs somebody in with a link that the operator made, as an operator does for people without mail. */
  async signIn(callsign: string): Promise<Asker> {
    const { link } = await this.post("/auth/operator-link", { callsign });
    const token = new URL(link).searchParams.get("token");
    const opened = await new Asker(this.#world, this.url).#send("POST", "/auth/email/verify", { token });
    await opened.body?.cancel();
    const cookie = opened.headers.get("set-cookie")?.split(";")[0];
    if (!opened.ok || cookie === undefined) {
      throw new StoryError(`${callsign} cannot sign in: ${opened.status}`);
    }
    return new Asker(this.#world, this.url, { cookie });
  }
}

/** Asks again and again until something is so; the radio takes its time. */
export async function until<T>(what: string, ask: () => Promise<T | undefined | false>): Promise<T> {
  for (let tries = 0; tries < 300; tries++) {
    const found = await ask();
    if (found) return found;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new StoryError(`waited too long for ${what}`);
}
