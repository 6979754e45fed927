/** Prompts clients who gave their call that a cache is near the place at which that call was heard. */
import type { World } from "../../base/mod.ts";
import { Listed } from "./listed.ts";
import { type LivePosition, nearText } from "./messages.ts";
import type { Client, RoomSources } from "./parts.ts";

/** Metres at which a cache is near (API "Events"). */
const NEAR_M = 150;
/** The same prompt again after this many seconds. */
const NEAR_AGAIN_S = 3600;
/** A position older than this, in seconds, prompts nobody. */
const OLD_S = 300;

export class NearPrompts {
  /** Clients that asked for prompts, by the call they gave. */
  readonly #clients = new Listed(({ subscription }) => subscription?.call);

  constructor(
    private readonly world: World,
    private readonly sources: Pick<RoomSources, "cachesNear">,
    private readonly send: (client: Client, text: string) => void,
  ) {}

  /** Prompts the client from now on, if its subscription names a call. */
  list(client: Client): void {
    this.#clients.list(client);
  }

  /** Prompts the client no more. Call it before its subscription changes. */
  unlist(client: Client): void {
    this.#clients.unlist(client);
  }

  /** A station was heard. */
  heard(position: LivePosition): void {
    const listeners = this.#clients.of(position.call);
    if (listeners.size === 0) return;
    const now = this.world.now();
    if (position.at < now - OLD_S) return;
    for (const { code, title, distanceM } of this.sources.cachesNear(position, NEAR_M)) {
      for (const client of listeners) {
        client.prompted ??= new Map();
        if (now - (client.prompted.get(code) ?? -Infinity) < NEAR_AGAIN_S) continue;
        client.prompted.set(code, now);
        this.send(client, nearText({ code, title, distanceM }, now));
      }
    }
  }
}
