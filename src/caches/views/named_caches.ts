/** Caches by the codes that files and devices name them with. */
import type { Game } from "../game.ts";
import { codeKey } from "../rules/code.ts";
import { cacheRows } from "../tables/cache_store.ts";
import { logRows } from "../tables/log_store.ts";
import { mirrorRows } from "../tables/mirror_store.ts";
import { isWithheld } from "./find_cache.ts";
import { mapOf } from "./mirror_view.ts";

/** A cache as its code finds it. */
export interface NamedCache {
  /** Number here; `null` where another instance keeps it. */
  id: number | null;
  code: string;
  title: string;
  type: string;
  status: string;
  createdAt: number;
  lat: number | null;
  lon: number | null;
  /** Account of its owner here. */
  owner: number | null;
  /** Instance that keeps it. */
  origin: string;
  /** Whether a list that somebody shares may show it: neither unlisted nor a suspended person's. */
  listed: boolean;
}

/** Caches by code or by another programme's reference, keyed as codes are compared. Own ones come before mirrors. */
export function namedCaches(game: Game, codes: readonly string[]): Map<string, NamedCache> {
  const keys = [...new Set(codes.map(codeKey))], asked = JSON.stringify(keys);
  const named = new Map<string, NamedCache>();
  const origins = JSON.stringify(game.origins.shown({ unvetted: true }));
  for (const row of mirrorRows(game).byKeys({ keys: asked, origins })) {
    const { code, title, type, status, lat, lon, origin } = mapOf(row);
    const { createdAt, unlisted = false } = JSON.parse(row.more) as { createdAt: number; unlisted?: boolean };
    const key = codeKey(code);
    if (!named.has(key)) {
      named.set(key, {
        id: null,
        code,
        title,
        type,
        status,
        createdAt,
        lat,
        lon,
        owner: null,
        origin,
        listed: !unlisted,
      });
    }
  }
  const references = JSON.stringify([
    ...new Set([...codes.map((code) => code.trim().toUpperCase()), ...keys]),
  ]);
  for (
    const [rows, keyOf] of [
      [
        cacheRows(game).byReferences({ references }),
        (row: { externalId: string | null; code: string }) => codeKey(row.externalId!),
      ],
      [cacheRows(game).byKeys({ keys: asked }), (row: { code: string }) => codeKey(row.code)],
    ] as const
  ) {
    for (const row of rows) {
      const { id, code, title, type, status, createdAt, lat, lon, ownerAccount: owner } = row;
      named.set(keyOf(row), {
        id,
        code,
        title,
        type,
        status,
        createdAt,
        lat,
        lon,
        owner,
        origin: game.instance,
        listed: row.unlisted === 0 && !isWithheld(game, row),
      });
    }
  }
  return named;
}

/** What a person has logged of these caches: those found, and the ids that logs came under. */
export function loggedOf(game: Game, account: number, caches: readonly number[]) {
  const rows = logRows(game).ofCaches({ account, caches: JSON.stringify(caches) });
  return {
    found: new Set(rows.filter(({ kind }) => kind === "found").map(({ cacheId }) => cacheId)),
    sent: new Set(rows.flatMap(({ sentId }) => sentId ?? [])),
  };
}
