/** Years of a member, for themselves, and of the club, for everybody; also as pictures. API "Caches, logs, media". */
import { z } from "#schemas";
import { type FailureMaker, failures } from "../../base/mod.ts";
import {
  among,
  browserLang,
  DRAWN,
  type Incoming,
  type Limit,
  open,
  route,
  session,
  SHARED,
  text,
} from "../../http/mod.ts";
import type { Year } from "./year.ts";
import type { YearParts, YearReads } from "./year_reads.ts";

const SPEC = 'API "Caches, logs, media"';
/** Pixels of a picture. */
const PICTURE_WIDTH = 1200;
const MINE: Limit<{ account: number }> = {
  name: "own-years",
  points: 600,
  seconds: 3600,
  per: ({ who }) => String(who.account),
};
/** Of one network. A year of the club is added up once an hour and its picture kept, however many ask: nobody is refused for others. */
const CLUBS: Limit = { name: "club-years", points: 60, seconds: 60 };
/** Pictures that are kept: of the last years, in each language. */
const PICTURES_MOST = 12;
const failure = failures({ no_such_year: "missing" });

const Named = z.object({ code: z.string(), title: z.string(), at: z.number() });
const YearReply = z.object({
  year: z.number(),
  finds: z.number(),
  byRadio: z.number().describe("How many of them a trusted receiver proved"),
  people: z.number().optional().describe("Of the club: how many people found something"),
  months: z.array(z.object({ finds: z.number(), byRadio: z.number() })).describe(
    "One entry a month of UTC, beginning with January",
  ),
  kinds: z.array(z.object({ type: z.string(), n: z.number() })),
  squares: z.array(z.object({ square: z.string(), n: z.number() })).describe(
    "Locator squares with a find, the busiest first; at most two hundred are told",
  ),
  squareCount: z.number(),
  countries: z.number(),
  first: Named.nullable(),
  last: Named.nullable(),
  streak: z.number().describe("The most days in a row with a find"),
  farthest: Named.extend({ site: z.string(), distanceM: z.number() }).nullable()
    .describe("The find whose receiver was farthest from the cache"),
});

interface YearRouteParts extends YearParts {
  instance: string;
  draw(svg: string, width: number): Promise<Uint8Array<ArrayBuffer>>;
  drawRefuses: readonly FailureMaker[];
}

const YEAR = { year: "A year in UTC, such as 2026" };

/** The routes. */
export function yearRoutes({ instance, draw, drawRefuses, ...parts }: YearRouteParts) {
  const { world } = parts;
  let opened: Promise<YearReads> | undefined;
  /** What adds up is loaded with the first year that somebody asks for. */
  const years = () => opened ??= import("./year_reads.ts").then(({ YearReads }) => new YearReads(parts));
  /** Years before the program and after this one have no finds, and nobody asks for their sums. */
  const yearOf = (said: string): number => {
    const year = /^20\d\d$/.test(said) ? Number(said) : NaN;
    if (!(year <= new Date(world.now() * 1000).getUTCFullYear())) throw failure.no_such_year();
    return year;
  };
  const svgOf = async (year: Year, whose: string, incoming: Incoming): Promise<string> => {
    const { yearSvg } = await import("./drawing.ts"), { wordsOf, YEAR_WORDS } = await import("./words.ts");
    return yearSvg(year, wordsOf(year, whose, among(YEAR_WORDS, browserLang(incoming))));
  };
  const asSvg = (svg: string) => text(svg, "image/svg+xml", DRAWN);
  /** The picture of a year of the club, drawn once for all who ask until the year is added up anew. */
  const pictures = new Map<string, { year: Year; png: Promise<Uint8Array<ArrayBuffer>> }>();
  const pictureOf = (year: Year, svg: string, key: string) => {
    const known = pictures.get(key);
    if (known?.year === year) return known.png;
    const png = draw(svg, PICTURE_WIDTH);
    pictures.delete(key);
    pictures.set(key, { year, png });
    png.catch(() => pictures.delete(key));
    for (const oldest of pictures.keys()) {
      if (pictures.size <= PICTURES_MOST) break;
      pictures.delete(oldest);
    }
    return png;
  };
  const asPng = async (svg: string) =>
    new Response(await draw(svg, PICTURE_WIDTH), { headers: { "content-type": "image/png" } });
  const mine = {
    gate: session(),
    spec: SPEC,
    limit: MINE,
    params: YEAR,
    errors: [failure.no_such_year],
  } as const;
  const clubs = {
    gate: open("what the club found is on its boards for everybody"),
    spec: SPEC,
    limit: CLUBS,
    share: SHARED.slow,
    params: YEAR,
    errors: [failure.no_such_year],
  } as const;
  return [
    // Before `:year`, which would take a suffix for a part of it.
    route("GET /api/my/years/:year.svg", {
      ...mine,
      summary: "A year of the member as a drawing",
      produces: "image/svg+xml",
      handle: async ({ who, params, incoming }) =>
        asSvg(await svgOf((await years()).ofPerson(who.account, yearOf(params.year)), who.call, incoming)),
    }),
    route("GET /api/my/years/:year.png", {
      ...mine,
      summary: "A year of the member as a picture, to be shown to others",
      produces: "image/png",
      errors: [...mine.errors, ...drawRefuses],
      handle: async ({ who, params, incoming }) =>
        await asPng(
          await svgOf((await years()).ofPerson(who.account, yearOf(params.year)), who.call, incoming),
        ),
    }),
    route("GET /api/my/years/:year", {
      ...mine,
      summary: "What a year was for the member, from finds that count",
      reply: YearReply.extend({ years: z.array(z.number()).describe("Years with a find, the latest first") }),
      handle: async ({ who, params }) => ({
        ...(await years()).ofPerson(who.account, yearOf(params.year)),
        years: (await years()).yearsOf(who.account),
      }),
    }),
    route("GET /api/years/:year", {
      ...clubs,
      summary: "What a year was for the club, added up once an hour",
      reply: YearReply,
      handle: async ({ params }) => await (await years()).ofClub(yearOf(params.year)),
    }),
    route("GET /years/:year.svg", {
      ...clubs,
      summary: "A year of the club as a drawing",
      produces: "image/svg+xml",
      handle: async ({ params, incoming }) =>
        asSvg(await svgOf(await (await years()).ofClub(yearOf(params.year)), instance, incoming)),
    }),
    route("GET /years/:year.png", {
      ...clubs,
      summary: "A year of the club as a picture",
      produces: "image/png",
      errors: [...clubs.errors, ...drawRefuses],
      handle: async ({ params, incoming }) => {
        const year = await (await years()).ofClub(yearOf(params.year));
        const png = await pictureOf(
          year,
          await svgOf(year, instance, incoming),
          `${params.year} ${browserLang(incoming)}`,
        );
        return new Response(png, { headers: { "content-type": "image/png" } });
      },
    }),
    route("GET /years/:year", {
      ...clubs,
      summary: "A year of the club as a page",
      produces: "text/html",
      handle: async ({ params, incoming }) => {
        const year = await (await years()).ofClub(yearOf(params.year));
        const { yearPage } = await import("./page.ts");
        const svg = await svgOf(year, instance, incoming);
        return await yearPage({
          year,
          svg,
          instance,
          incoming,
          latest: new Date(world.now() * 1000).getUTCFullYear(),
        });
      },
    }),
  ];
}
