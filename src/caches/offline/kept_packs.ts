/**
 * Packs as they went out last, gzipped: the same until something in them changes, which their version names. Making and
 * packing one of 5,000 caches anew costs the server a hundred times as much as sending it.
 */
import type { Game } from "../game.ts";
import { perGame } from "../stores.ts";
import type { PackQuery } from "./offline_pack.ts";

/** Bytes of all packs that are kept together; one of 5,000 caches has some 200 kB. */
const ROOM = 4_000_000;

interface Kept {
  /** Names what is in it. */
  version: string;
  packed: Uint8Array<ArrayBuffer>;
}

/** The packs that were asked for last. */
export class KeptPacks {
  readonly #kept = new Map<string, Kept>();
  #held = 0;

  constructor(readonly room = ROOM) {}

  /** A pack of this version; `undefined` where it has to be made. */
  of(query: PackQuery, version: string): Uint8Array<ArrayBuffer> | undefined {
    const name = nameOf(query), kept = this.#kept.get(name);
    if (kept?.version !== version) return undefined;
    this.#kept.delete(name);
    this.#kept.set(name, kept);
    return kept.packed;
  }

  /** Keeps a pack in the place of an older version; those that were asked for longest ago make room. */
  keep(query: PackQuery, kept: Kept): void {
    this.#drop(nameOf(query));
    if (kept.packed.length > this.room) return;
    this.#kept.set(nameOf(query), kept);
    this.#held += kept.packed.length;
    for (const name of this.#kept.keys()) {
      if (this.#held <= this.room) break;
      this.#drop(name);
    }
  }

  #drop(name: string): void {
    this.#held -= this.#kept.get(name)?.packed.length ?? 0;
    this.#kept.delete(name);
  }
}

const nameOf = ({ grid, types }: PackQuery): string => [grid, ...types].join();

export const keptPacks = perGame((_game: Game) => new KeptPacks());
