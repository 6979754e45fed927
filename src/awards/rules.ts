/** What an award asks for, and how far somebody is: one pure function over published finds. Days and months are those of UTC. */
import { z } from "#schemas";
import { isPlace, locatorOf } from "../base/mod.ts";
import { codeKey } from "../caches/mod.ts";

/** A find that counts, as awards take it. `lat`, `lon`: the cache's place, absent where it moves. */
export interface AwardFact {
  foundAt: number;
  code: string;
  type: string;
  tier: "A" | "B" | null;
  country: string | null;
  lat: number | null;
  lon: number | null;
}

/** The most caches of a list, and the most finds that are asked for. */
const LIST_MOST = 200, FINDS_MOST = 10_000;
const type = z.string().regex(/^[a-z]{1,20}$/, "takes a kind of cache such as multi");
const code = z.string().trim().regex(/^[A-Za-z0-9/ -]{1,32}$/, "takes a cache's code or reference");

const Asked = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("finds"), n: z.number().int().min(1).max(FINDS_MOST) }),
  z.object({ kind: z.literal("types"), types: z.array(type).min(1).max(20) }),
  z.object({ kind: z.literal("squares"), n: z.number().int().min(2).max(1000) }),
  z.object({ kind: z.literal("months"), n: z.number().int().min(2).max(120) }),
  z.object({ kind: z.literal("countries"), n: z.number().int().min(2).max(100) }),
  z.object({ kind: z.literal("list"), codes: z.array(code).min(1).max(LIST_MOST) }),
]);
/** The rule of an award. Names are part of what is signed: they keep their meanings. */
export const AwardRule = z.intersection(
  Asked,
  z.object({ radio: z.boolean().default(false).describe("Only finds that a trusted receiver proved count") }),
);
export type AwardRule = z.infer<typeof AwardRule>;

/** How far somebody is. */
interface Progress {
  have: number;
  of: number;
  /** When the find was made that completed it; null while it is not complete. */
  reachedAt: number | null;
  /**
   * What counts towards it, in the order in which it was first found: kinds, locators of squares, months of the best row as
   * `2026-03`, countries, codes as they are compared. Of plain finds, which are told by their number, nothing.
   */
  things: string[];
}

/** Counts different things, in the order in which they were first found, until there are as many as it takes. */
function different(
  facts: readonly AwardFact[],
  of: number,
  thingOf: (fact: AwardFact) => string | undefined,
): Progress {
  const seen = new Set<string>();
  let reachedAt: number | null = null;
  for (const fact of facts) {
    const thing = thingOf(fact);
    if (thing === undefined || seen.has(thing)) continue;
    seen.add(thing);
    if (seen.size === of) reachedAt = fact.foundAt;
  }
  return { have: Math.min(seen.size, of), of, reachedAt, things: [...seen].slice(0, of) };
}

/** Months since the year 0. */
function monthOf(at: number): number {
  const day = new Date(at * 1000);
  return day.getUTCFullYear() * 12 + day.getUTCMonth();
}

/** The longest row of months with a find. */
function inARow(facts: readonly AwardFact[], of: number): Progress {
  let best = 0, run = 0, last = 0, before = NaN, reachedAt: number | null = null;
  for (const { foundAt } of facts) {
    const month = monthOf(foundAt);
    if (month === before) continue;
    run = month === before + 1 ? run + 1 : 1;
    before = month;
    // Of rows that are equally long, the one that can still grow.
    if (run >= best) [best, last] = [run, month];
    if (run === of) reachedAt ??= foundAt;
  }
  const have = Math.min(best, of);
  return {
    ...{ have, of, reachedAt },
    things: Array.from({ length: have }, (_, at) => monthText(last - best + 1 + at)),
  };
}

const monthText = (month: number): string =>
  `${Math.floor(month / 12)}-${String(month % 12 + 1).padStart(2, "0")}`;

/** How far these finds come; they are in the order in which they were made. */
export function progressOf(rule: AwardRule, finds: readonly AwardFact[]): Progress {
  const facts = rule.radio ? finds.filter(({ tier }) => tier === "A") : finds;
  switch (rule.kind) {
    case "finds":
      return { ...different(facts, rule.n, ({ code }) => code), things: [] };
    case "types": {
      const wanted = new Set(rule.types);
      return different(facts, wanted.size, ({ type }) => wanted.has(type) ? type : undefined);
    }
    case "squares":
      return different(
        facts,
        rule.n,
        ({ lat, lon }) =>
          lat !== null && lon !== null && isPlace(lat, lon) ? locatorOf({ lat, lon }, 4) : undefined,
      );
    case "months":
      return inARow(facts, rule.n);
    case "countries":
      return different(facts, rule.n, ({ country }) => country ?? undefined);
    case "list": {
      const wanted = new Set(rule.codes.map(codeKey));
      return different(facts, wanted.size, ({ code }) => {
        const key = codeKey(code);
        return wanted.has(key) ? key : undefined;
      });
    }
  }
}
