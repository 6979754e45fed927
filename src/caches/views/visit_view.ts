/** A member's log at a cache of another instance, as the member reads it. */
import { z } from "#schemas";
import type { Game } from "../game.ts";
import type { NamedVisitRow } from "../tables/own_visit_store.ts";
import { mapOf } from "./mirror_view.ts";

const WAITING = ["circuit", "key", "mail"] as const;
export const OwnVisit = z.object({
  sentId: z.string(),
  origin: z.string().describe("The instance that keeps the cache, and judges"),
  cache: z.string().describe("The cache, by its global id there"),
  title: z.string().nullable(),
  code: z.string().nullable(),
  call: z.string(),
  kind: z.string(),
  text: z.string(),
  foundAt: z.number(),
  state: z.enum(["sent", "refused", "counted", "uncounted", "logged"]).describe(
    "sent: its record is not here yet; refused: a slow way brought that answer. Of a find: whether it counts; of anything else: logged",
  ),
  waiting: z.enum(WAITING).nullable().describe(
    "Of one that is sent: it waits for packet radio or goes as mail, or its instance waits for the key",
  ),
  refused: z.string().nullable().describe("The reason of the refusal, as that instance names it"),
  tier: z.enum(["A", "B"]).nullable(),
  gid: z.string().nullable().describe("Global id of its record, once that is here"),
  withdraw: z.string().nullable().describe(
    "The path at that instance which a signed wish to take it back names; null where nobody can",
  ),
  key: z.string().describe("The key that signed it: it alone changes the visit"),
  photos: z.string().nullable().describe(
    "The visit as that instance names it, which the signatures of its photos name; null where none are taken",
  ),
  opinions: z.string().nullable().describe(
    "The path at that instance under which a signed opinion of a find is taken; null where none is",
  ),
  awards: z.string().nullable().describe(
    "The path at that instance under which the member asks for its awards; null where none is",
  ),
  favourite: z.boolean(),
  stars: z.number().nullable(),
  why: z.unknown().describe("What that instance said of its tier when it took it"),
});

/** What the cache's instance said when it took it; its members are strangers' words. */
const answerOf = (answer: string | null) =>
  (answer === null ? {} : JSON.parse(answer)) as {
    visit?: unknown;
    why?: unknown;
    waiting?: unknown;
    refused?: unknown;
  };

export function ownVisitView(game: Game, row: NamedVisitRow): z.infer<typeof OwnVisit> {
  const { sentId, origin, cacheGid: cache, call, kind, text, foundAt, tier, gid } = row;
  const map = row.map === null ? undefined : mapOf({ map: row.map });
  const { visit, why, waiting, refused } = answerOf(row.answer), isOut = gid === null;
  const reason = isOut && typeof refused === "string" ? refused : null;
  const least = map?.minTrust ?? game.leastTrust;
  const counts = tier === "A" || (tier === "B" && least === "B");
  return {
    ...{ sentId, origin, cache, call, kind, text, foundAt, tier, gid },
    title: map?.title ?? null,
    code: map?.code ?? null,
    state: reason !== null
      ? "refused"
      : isOut
      ? "sent"
      : kind !== "found"
      ? "logged"
      : counts
      ? "counted"
      : "uncounted",
    waiting: WAITING.find((one) => isOut && one === waiting) ?? null,
    refused: reason,
    withdraw: typeof visit === "string" ? `/federation/visits/${encodeURIComponent(visit)}/withdraw` : null,
    key: row.signerKey,
    photos: typeof visit === "string" ? visit : null,
    opinions: typeof visit === "string" && kind === "found"
      ? `/federation/visits/${encodeURIComponent(visit)}/opinions/`
      : null,
    awards: typeof visit === "string" ? `/federation/visits/${encodeURIComponent(visit)}/awards` : null,
    favourite: row.favourite === 1,
    stars: row.stars,
    why: why ?? null,
  };
}
