/** Search among mirrored caches. Titles are indexed later, so that a pull does not wait for it. */
import { folded, letters, phrasesOf } from "../../base/mod.ts";
import type { Game } from "../game.ts";
import { codeKey } from "../rules/code.ts";
import { type MirrorRow, mirrorRows } from "../tables/mirror_store.ts";
import { mapOf, trustOf } from "../views/mirror_view.ts";

/** The index of titles finds three letters in a row; for fewer the newest titles are looked through. */
const LETTERS = 3;

/** Mirrors on the map whose code begins with the text, then those whose title holds it in any case. */
export function searchMirrors(game: Game, text: string, limit: number, unvetted: boolean) {
  const origins = JSON.stringify(game.origins.shown({ unvetted }));
  const key = codeKey(text);
  const codes = key === "" ? [] : mirrorRows(game).byCode({ key, past: `${key}\u{10ffff}`, origins, limit });
  const titles = letters(text) < LETTERS
    ? mirrorRows(game).byLetters({ q: folded(text), origins, limit })
    : mirrorRows(game).byTitle({ match: phrasesOf(text), origins, limit });
  const known = new Set(codes.map((row) => row.id));
  const found: MirrorRow[] = [...codes, ...titles.filter((row) => !known.has(row.id))].slice(0, limit);
  return found.map((row) => {
    const { gid, code, title, owner, type, lat, lon, origin } = mapOf(row);
    return { gid, code, title, owner, type, lat, lon, origin, originTrust: trustOf(game, origin) };
  });
}

/** Reads the titles of caches that came since the last time. */
export async function readTitles(game: Game): Promise<void> {
  for (let rows = mirrorRows(game).untitled(); rows.length > 0; rows = mirrorRows(game).untitled()) {
    await game.db.write((tx) => {
      for (const row of rows) mirrorRows(game).putTitle(tx, row);
    });
  }
}
