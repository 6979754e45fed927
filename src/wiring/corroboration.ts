/** What federation hears and lifts, and what the game asks peers: the adapters between them. */
import type { People } from "../accounts/mod.ts";
import { baseCall } from "../base/mod.ts";
import { attests, type Corroborator, type Hearing } from "../caches/mod.ts";
import { type Ears, type FederationKeeps, type Round, saidOf } from "../federation/mod.ts";
import type { Stations } from "../stations/mod.ts";

/**
 * What receiving sites of this instance heard of a call, each by the site's own box: the shared secret vouches for no box,
 * and nothing counts that this instance had sent itself (FED "Events", Corroboration).
 */
export function ears(stations: Pick<Stations, "fixes">, people: People): Ears {
  const keepersOf = (hearing: Hearing): string[] => {
    const { deliveredBy: by } = hearing;
    if (by.kind !== "box") return [];
    const owner = by.ownerAccountId === undefined ? undefined : people.accounts.person(by.ownerAccountId);
    return [...owner?.bases ?? [], ...(by.enrolledFor === undefined ? [] : [by.enrolledFor])];
  };
  return (call, from, to) =>
    stations.fixes([baseCall(call)], from, to)
      .filter((fix) => fix.call === call && !fix.commanded && fix.ambiguityM === 0)
      .map((fix) => ({
        at: fix.at,
        lat: fix.lat,
        lon: fix.lon,
        witnesses: fix.hearings
          .filter((hearing) => hearing.deliveredBy.kind === "box" && attests(fix, hearing))
          .map((hearing) => ({ site: hearing.site, keepers: keepersOf(hearing) })),
      }));
}

/** Corroboration as the game asks for it; a round of questions is a value that the game keeps and hands back. */
export const asCorroborator = (cases: FederationKeeps["cases"]): Corroborator => ({
  ask: (question) => cases.ask(question),
  keep: (tx, logId, round, lifted, finds) => cases.keep(tx, logId, round as Round, lifted, finds),
  said: (logId) => saidOf(cases, logId),
  verdict: (logId) => cases.verdict(logId),
  forget: (tx, logId) => cases.forget(tx, logId),
});
