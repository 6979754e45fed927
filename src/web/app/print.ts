/**
 * Sheets for paper: a cache, its log sheet and label, a list to tick off, the radio commands, an invitation. Drawn with the
 * app's components and without its scripts.
 */
import { encode } from "uqr";
import { z } from "zod";
import { boxOfLocator } from "../../base/mod.ts";
import { type Caches, gameFailure } from "../../caches/mod.ts";
import { drawSheet, type InNet, type Sheet } from "../../client/mod.ts";
import { clampedParam, open, type Route, route, type Visitor } from "../../http/mod.ts";
import { serviceCall, type Settings } from "../../settings/mod.ts";
import { appFailure } from "./built.ts";
import { frame } from "./frame.ts";

const SPEC = 'API "Live and misc"';
/** Caches of one list: some ten sheets. */
const MOST = 300;

export interface PrintParts {
  /** Name of the instance, for people. */
  name: string;
  settings: Settings;
  caches: Pick<Caches, "detail" | "listed">;
  /** Who was heard on the air since then, unix seconds. */
  netLog(since: number): readonly InNet[];
  now(): number;
}

/** Who asks, and how: as much as the language and the address need. */
export interface PrintReader {
  who: Visitor;
  incoming: { headers: Headers; origin: string };
}

/** `languageOf`: the reader's language, by the rule of all pages. */
export function printRoutes(
  { name, settings, caches, netLog, now }: PrintParts,
  languageOf: (reader: PrintReader) => string,
): Route[] {
  const gate = open("what is printed is what everybody may see");
  const paper = { gate, spec: SPEC, produces: "text/html", errors: [appFailure.app_not_built] } as const;
  const sheet = (reader: PrintReader, title: string, path: string, what: WithoutLead<Sheet>) => {
    const address = `${reader.incoming.origin}${path}`;
    const lang = languageOf(reader);
    const to = { address, fields: encode(address, { ecc: "M", border: 0 }) };
    return frame({ lang, title: `${title} · ${name}`, body: drawSheet(lang, { ...what, to }), paper: true });
  };
  const ofCache = (path: "" | "/log" | "/label", kind: "cache" | "log" | "label", summary: string) =>
    route(`GET /c/:code/print${path}` as "GET /c/:code/print", {
      ...paper,
      summary,
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
      summary: "The log of a net: who was heard on the air in the last hours, 400 at most",
      query: z.object({ hours: clampedParam(1, 24, 24).describe("Hours back, 1 to 24; a day") }),
      limit: { name: "print-net", points: 30, seconds: 60 },
      handle: (reader) => {
        const { hours } = reader.query, until = now();
        const heard = netLog(until - hours * 3600);
        const day = new Date(until * 1000).toISOString().slice(0, 10);
        return sheet(reader, day, "/live", { sheet: "net", heard, hours, until });
      },
    }),
    route("GET /print/radio", {
      ...paper,
      summary: "The commands that the gateway obeys over the air, on a card",
      handle: (reader) =>
        sheet(reader, serviceCall(settings), "/", { sheet: "radio", call: serviceCall(settings) }),
    }),
    route("GET /print/invitation", {
      ...paper,
      summary: "A poster that invites to this gateway",
      handle: (reader) => sheet(reader, name, "/", { sheet: "poster", name }),
    }),
  ];
}

type WithoutLead<S> = S extends unknown ? Omit<S, "to"> : never;
