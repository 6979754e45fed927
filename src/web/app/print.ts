/**
 * Sheets for paper: a cache, its log sheet and label, a list to tick off, the radio commands, an invitation. Drawn with the
 * app's components and without its scripts.
 */
import type { Club } from "../../club/mod.ts";
import { encode } from "uqr";
import { z } from "#schemas";
import { boxOfLocator, isoTime } from "../../base/mod.ts";
import { aprsFrequency, type Caches, gameFailure } from "../../caches/mod.ts";
import { drawing, type InNet, type Sheet } from "../../client/mod.ts";
import { type Asked, clampedParam, open, type Route, route, text, type Visitor } from "../../http/mod.ts";
import { CLUB_TEXT, RETENTION, serviceCall, type Settings } from "../../settings/mod.ts";
import { appFailure } from "./built.ts";
import { frame } from "./frame.ts";

const SPEC = 'API "Live and misc"';
/** Shows the button that prints, where scripts run. */
const BUTTON = `const button = document.getElementById("print");
button.hidden = false;
button.addEventListener("click", () => print());
`;
/** Caches of one list: some ten sheets. */
const MOST = 300;

export interface PrintParts {
  /** Name of the instance, for people. */
  name(): string;
  club: Pick<Club, "link">;
  settings: Settings;
  caches: Pick<Caches, "detail" | "listed">;
  /**
   * Who was heard on the air within a time, in unix seconds, and since when that was looked at: later than asked where too
   * much was heard.
   */
  netLog(within: { since: number; until: number }): { heard: readonly InNet[]; from: number };
  now(): number;
  /** Under which addresses who asks from there may know this instance, the best first. */
  addresses(asker: string): readonly string[];
}

/** Who asks, and how: as much as the language and the address need. */
export interface PrintReader {
  who: Visitor;
  incoming: Pick<Asked, "header" | "origin" | "address">;
}

/** Who asks for a sheet, which may be led elsewhere than where it was opened. */
interface SheetReader extends PrintReader {
  incoming: Pick<Asked, "header" | "origin" | "address" | "client">;
  query: Readonly<Record<string, string | number | undefined>>;
}

const AT = {
  at: z.string().max(300).optional().describe(
    "Of a sheet that is opened where it runs (localhost): which of the instance's addresses it leads to; the best without it",
  ),
};

/** `languageOf`: the reader's language, by the rule of all pages. */
export function printRoutes(
  { name, club, settings, caches, netLog, now, addresses }: PrintParts,
  languageOf: (reader: PrintReader) => string,
): Route[] {
  const gate = open("what is printed is what everybody may see");
  const paper = { gate, spec: SPEC, produces: "text/html", errors: [appFailure.app_not_built] } as const;
  const sheet = async (reader: SheetReader, title: string, path: string, what: WithoutLead<Sheet>) => {
    const { drawSheet, isOnlyHere, passedOn } = await drawing();
    const { address: at, client } = reader.incoming;
    // Where others reach the address that it was opened at, that is the one to print.
    const choices = isOnlyHere(at) ? passedOn(at, addresses(client)) : [reader.incoming.origin];
    const origin = choices.find((one) => one === reader.query.at) ?? choices[0]!;
    const others = choices.filter((one) => one !== origin)
      .map((one) => ({ origin: one, href: queryWith(reader.query, one) }));
    const address = `${origin}${path}`;
    const lang = languageOf(reader);
    const to = { address, fields: encode(address, { ecc: "M", border: 0 }), others };
    return frame({
      lang,
      title: `${title} · ${name()}`,
      club: club.link(),
      body: drawSheet(lang, { ...what, to }),
      paper: true,
    });
  };
  const ofCache = (path: "" | "/log" | "/label", kind: "cache" | "log" | "label", summary: string) =>
    route(`GET /c/:code/print${path}` as "GET /c/:code/print", {
      ...paper,
      summary,
      query: z.object(AT),
      params: { code: "The cache's code, or the global id of a mirrored one" },
      errors: [...paper.errors, gameFailure.cache_not_found, gameFailure.cache_removed],
      handle: (reader) => {
        const cache = caches.detail(reader.params.code);
        const { code } = reader.params;
        const at = `/c/${encodeURIComponent(code.includes(":") ? code : cache.code)}`;
        return sheet(reader, cache.title, at, { sheet: kind, cache });
      },
    });
  return [
    route("GET /print/button.js", {
      gate,
      spec: SPEC,
      summary: "Script of the button that prints a sheet",
      produces: "text/javascript",
      handle: () => text(BUTTON, "text/javascript"),
    }),
    ofCache(
      "",
      "cache",
      "A cache on one sheet: map, place, words, the hint upside down, and a code that leads to it",
    ),
    ofCache("/log", "log", "The log sheet for a cache's container"),
    ofCache("/label", "label", "The label for a cache's box"),
    route("GET /print/caches", {
      ...paper,
      summary: `Caches of a locator square to tick off, ${MOST} at most`,
      query: z.object({
        ...AT,
        grid: z.string().max(20).default("")
          .describe("Maidenhead locator of 2, 4, 6 or 8 characters; all caches without"),
      }),
      handle: (reader) => {
        const { grid } = reader.query, box = boxOfLocator(grid);
        const square = box ? grid.trim().toUpperCase() : "";
        const rows = caches.listed(box, MOST);
        return sheet(reader, square, "/", { sheet: "list", caches: rows, grid: square, most: MOST });
      },
    }),
    route("GET /print/net", {
      ...paper,
      summary:
        "The log of a net: who was heard on the air in some hours, 400 at most, as long as packets are kept",
      query: z.object({
        ...AT,
        from: z.string().max(20).default("").refine(isMinute, "takes a time in UTC like 2026-11-22T18:00")
          .describe("When the net began, in UTC like 2026-11-22T18:00; the last hours without"),
        hours: clampedParam(1, 24, 24).describe(
          "Its length in hours, 1 to 24, 24 without it; a number outside is moved to the nearest",
        ),
      }),
      limit: { name: "print-net", points: 30, seconds: 60 },
      handle: (reader) => {
        const { hours } = reader.query, at = now(), length = hours * 3600;
        const { packetsHours } = settings.get(RETENTION), kept = at - packetsHours * 3600;
        const asked = Date.parse(`${reader.query.from}Z`) / 1000;
        const begin = Number.isFinite(asked) ? asked : at - length;
        const until = Math.min(at, begin + length), since = Math.min(until, Math.max(begin, kept));
        // The second that is now belongs to it.
        const { heard, from } = netLog({ since, until: until === at ? at + 1 : until });
        const day = isoTime(until).slice(0, 10);
        const seen = Math.max(from, kept);
        return sheet(reader, day, "/live", { sheet: "net", heard, from: begin, until, hours, kept, seen });
      },
    }),
    route("GET /print/radio", {
      ...paper,
      summary: "The commands that the gateway obeys over the air, on a card",
      query: z.object(AT),
      handle: (reader) =>
        sheet(reader, serviceCall(settings), "/", {
          sheet: "radio",
          call: serviceCall(settings),
          frequency: aprsFrequency(settings),
        }),
    }),
    route("GET /print/invitation", {
      ...paper,
      summary: "A poster that invites to this gateway",
      query: z.object(AT),
      handle: (reader) => {
        const club = name(), text = settings.get(CLUB_TEXT);
        return sheet(reader, club, "/", { sheet: "poster", name: club, ...(text !== undefined && { text }) });
      },
    }),
  ];
}

/** Nothing, or a time as a form's field gives it: UTC, to the minute. */
const isMinute = (text: string): boolean =>
  text === "" || (/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(text) && !Number.isNaN(Date.parse(`${text}Z`)));

/** The query of the same sheet with another address. */
const queryWith = (query: SheetReader["query"], at: string): string => {
  const given = Object.entries({ ...query, at }).flatMap(([name, value]) =>
    value === undefined || value === "" ? [] : [[name, String(value)]]
  );
  return `?${new URLSearchParams(given)}`;
};

type WithoutLead<S> = S extends unknown ? Omit<S, "to"> : never;
