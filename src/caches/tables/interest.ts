/**
 * Which stations the game cares about when positions stream in: those that living caches follow, and those of people who
 * want near-cache messages. Kept in memory, since it is asked for every position of every batch.
 */
import { baseCall } from "../../base/mod.ts";
import type { Game } from "../game.ts";
import { perGame } from "../stores.ts";
import { cacheRows } from "./cache_store.ts";
import { socialRows } from "./social_store.ts";

/** Another process (a command) may change it too, so it is read again after so many seconds. */
const FRESH_S = 30;

class Interest {
  #living?: ReadonlySet<string>;
  #near?: ReadonlySet<string>;
  #readAt = -Infinity;

  constructor(readonly game: Game) {}

  /** Called when it has changed: it is read again when it is asked for next. */
  forget(): void {
    this.#living = this.#near = undefined;
  }

  #fresh(): void {
    const now = this.game.world.now();
    if (now - this.#readAt <= FRESH_S && now >= this.#readAt) return;
    this.#readAt = now;
    this.forget();
  }

  /** Whether a living cache follows this call. */
  follows(call: string): boolean {
    this.#fresh();
    this.#living ??= new Set(cacheRows(this.game).followed().map(({ call }) => call));
    return this.#living.has(call);
  }

  /** Whether the holder of this call wants to be told of caches nearby. */
  wantsNear(call: string): boolean {
    this.#fresh();
    this.#near ??= new Set(
      socialRows(this.game).nearPersons().map((row) => row.account).flatMap((account) =>
        this.game.accounts.person(account)?.bases ?? []
      ),
    );
    return this.#near.size > 0 && this.#near.has(baseCall(call));
  }
}

/** The stations that the game follows now. */
export const interestOf = perGame((game: Game) => new Interest(game));
