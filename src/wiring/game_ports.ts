/** What the game asks of federation and tells it: where visitors live, and whose keys have come. */
import type { People } from "../accounts/mod.ts";
import type { Caches, Homes } from "../caches/mod.ts";
import type { AppliersOf } from "../wire/mod.ts";
import type { Kept } from "./kept.ts";

/** The instances where visitors live, as peers and their records tell of them. */
export const homesOf = ({ trust, people }: Pick<Kept, "people" | "trust">): Homes => ({
  trustOf: (home) => trust.trustOf(home),
  keyOf: (home, key) => people.moves.keyOf(home, key),
  signers: (home) => trust.requestKeys(home),
});

/** What takes other instances' records of keys and moves; visits that waited for a key are taken with it. */
export function keysHeard(people: People, caches: Caches): AppliersOf<"key" | "account-move"> {
  const appliers = people.moves.appliers();
  return {
    ...appliers,
    key: {
      ...appliers.key,
      apply(tx, record) {
        const isTaken = appliers.key.apply(tx, record);
        if (isTaken) caches.keyCame(tx, record.origin, record.body.key);
        return isTaken;
      },
    },
  };
}
