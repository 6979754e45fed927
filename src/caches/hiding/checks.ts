/** What is checked of a cache that is made or changed: its place, code, country and station. */
import { isCall, normalCall } from "../../base/mod.ts";
import { NATIVE_CACHE_TYPES } from "../../wire/mod.ts";
import type { Actor } from "../acting.ts";
import { gameFailure } from "../errors.ts";
import { mirrorRows } from "../tables/mirror_store.ts";
import type { Game } from "../game.ts";
import { cacheRows } from "../tables/cache_store.ts";
import { codeKey, IMPORTED_CODE, isMintedForm, mintCode } from "../rules/code.ts";
import { entityOf, whyNoCountry } from "../rules/country.ts";

/** Whether the type is one of the game's own, not an imported place's. */
export const isGameType = (type: string): boolean => (NATIVE_CACHE_TYPES as readonly string[]).includes(type);

/** The code that an operator wishes for an imported place. */
export function checkedCode(code: string, imported: boolean, privileged: boolean): string {
  if (!privileged || !imported) throw gameFailure.code_not_yours();
  const upper = code.toUpperCase();
  if (!IMPORTED_CODE.test(upper) || isMintedForm(codeKey(upper))) throw gameFailure.code_form({ code });
  return upper;
}

/** A new code that neither a cache nor a mirror here has. */
export function freeCode(game: Game): string {
  for (;;) {
    const code = mintCode(game.world), key = codeKey(code);
    if (!cacheRows(game).byKey({ key }) && mirrorRows(game).byKey({ key }).length === 0) return code;
  }
}

/** A main DXCC prefix in upper case, `null` for none. */
export function checkedCountry(country: string | undefined): string | null {
  if (country === undefined || country === "") return null;
  const entity = entityOf(country);
  if (!entity) throw gameFailure.country_unknown({ country }, whyNoCountry(country));
  return entity.main;
}

/** Tags in lower case, each once, as a JSON list. */
export const tagsOf = (tags: readonly string[]): string =>
  JSON.stringify([...new Set(tags.map((tag) => tag.toLowerCase()))]);

/** The call that a living cache follows: a station of the owner's; what it follows already may stay. */
export function checkedStation(
  game: Game,
  actor: Actor,
  given: string | null,
  present: string | null,
): string {
  const call = normalCall(given ?? "");
  if (!isCall(call)) throw gameFailure.not_your_station();
  if (call === present) return call;
  if (!game.stations.ownedBy(actor.person.accountId).some((station) => station.call === call)) {
    throw gameFailure.not_your_station({ stationCall: call });
  }
  return call;
}
