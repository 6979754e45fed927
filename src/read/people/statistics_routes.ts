/** A member's own statistics. They tell habits, so nobody else reads them. */
import { z } from "zod";
import { route, session, wholeParam } from "../../http/mod.ts";
import type { FindReads } from "./find_reads.ts";
import type { People } from "./people.ts";
import { statisticsOf } from "./statistics.ts";

const Find = z.object({ code: z.string(), title: z.string(), foundAt: z.number() });
const Statistics = z.object({
  years: z.array(z.number()).describe("Years with a find, the first one first"),
  finds: z.number(),
  byRadio: z.number().describe("How many of the finds a trusted receiver proved (Tier A)"),
  types: z.array(z.object({ type: z.string(), n: z.number() })),
  ratings: z.array(z.object({ difficulty: z.number(), terrain: z.number(), n: z.number() })),
  months: z.array(z.number()).describe("Finds of the twelve months, January first"),
  calendar: z.array(z.object({
    day: z.string().describe("Month and day in UTC, as MM-DD, of whatever year"),
    n: z.number(),
  })),
  bestDay: z.object({ day: z.string(), n: z.number() }).nullable(),
  streak: z.object({ days: z.number(), from: z.string(), to: z.string() }).nullable()
    .describe("The most days in a row with a find"),
  squares: z.array(z.object({ square: z.string(), n: z.number() }))
    .describe("Locator squares with the most finds, twenty at most"),
  squareCount: z.number(),
  first: Find.nullable(),
  last: Find.nullable(),
});

/** The route of a member's statistics. */
export const statisticsRoutes = ({ finds, people }: { finds: FindReads; people: People }) => [
  route("GET /api/my/statistics", {
    gate: session(),
    spec: 'API "Caches, logs, media"',
    summary: "What the member's counted finds look like, of all time or of one year",
    query: z.object({
      year: wholeParam(0, 9999, 0).describe("Only finds of this year in UTC; 0: of all years"),
    }),
    reply: Statistics,
    handle: ({ who, query }) =>
      statisticsOf(
        finds.countedOf(who.account).filter(people.boards.isVerifiedFind),
        query.year || undefined,
      ),
  }),
];
