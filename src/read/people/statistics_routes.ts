/**
 * Statistics of finds: a member's own, and what others see of them. Kinds and ratings are plain sums; what tells habits (days,
 * months, squares) others see only where the member has switched it on.
 */
import { z } from "#schemas";
import { isRecent, type World } from "../../base/mod.ts";
import { type Limit, open, route, session, SHARED, wholeParam } from "../../http/mod.ts";
import { accountFailure } from "../../accounts/mod.ts";
import type { PeopleReads } from "../ports.ts";
import { callOf } from "./routes.ts";
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

/** What others see. */
const StatisticsView = Statistics.pick({ finds: true, byRadio: true, types: true, ratings: true }).extend(
  Statistics.pick({
    months: true,
    calendar: true,
    bestDay: true,
    streak: true,
    squares: true,
    squareCount: true,
  })
    .partial().shape,
);
type StatisticsView = z.infer<typeof StatisticsView>;
/** A person's are added up from all their finds, and kept for all who ask: nobody is refused for others. */
const OTHERS: Limit = { name: "others-statistics", points: 60, seconds: 60 };
/** For so many seconds they are kept, of so many people. */
const KEPT_S = 60, KEPT_MOST = 1000;

interface StatisticsParts {
  world: World;
  finds: FindReads;
  people: People;
  accounts: PeopleReads;
  /** Whether a person shows others what tells habits. */
  showsAll(account: number): boolean;
}

/** What others see of a person, kept for a moment. */
function shownTo({ world, finds, people, showsAll }: StatisticsParts): (account: number) => StatisticsView {
  const kept = new Map<number, { at: number; all: ReturnType<typeof statisticsOf> }>();
  return (account) => {
    const now = world.now();
    let known = kept.get(account);
    if (!known || !isRecent(known.at, now, KEPT_S)) {
      known = { at: now, all: statisticsOf(finds.countedOf(account).filter(people.boards.isVerifiedFind)) };
      kept.delete(account);
      kept.set(account, known);
      for (const oldest of kept.keys()) {
        if (kept.size <= KEPT_MOST) break;
        kept.delete(oldest);
      }
    }
    const { finds: n, byRadio, types, ratings, months, calendar, bestDay, streak, squares, squareCount } =
      known.all;
    const plain = { finds: n, byRadio, types, ratings };
    // Asked each time: who switches it off is shown no longer at once.
    return showsAll(account) ? { ...plain, months, calendar, bestDay, streak, squares, squareCount } : plain;
  };
}
const NOBODY: StatisticsView = { finds: 0, byRadio: 0, types: [], ratings: [] };

/** The routes of statistics. */
export function statisticsRoutes(parts: StatisticsParts) {
  const { finds, people, accounts } = parts, shown = shownTo(parts);
  return [
    route("GET /api/profile/:call/statistics", {
      gate: open("what a person found is on the boards for everybody"),
      limit: OTHERS,
      share: SHARED.game,
      spec: 'API "Caches, logs, media"',
      summary:
        "What a person's counted finds look like; days, months and squares only where the person shows them",
      params: { call: "A callsign; its SSID does not matter" },
      reply: StatisticsView,
      errors: [accountFailure.invalid_call],
      handle: ({ params }) => {
        const holder = accounts.holder(callOf(params.call));
        return holder && !holder.hidden ? shown(holder.accountId) : NOBODY;
      },
    }),
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
}
