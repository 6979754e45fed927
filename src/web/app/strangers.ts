/**
 * For who has never heard of this place: what it is, what a box is that somebody met by chance, and the pictures that links
 * carry where they are shared. Pictures are of what everybody may see: whatever is unlisted has none.
 */
import type { Club, ClubMarks } from "../../club/mod.ts";
import { z } from "#schemas";
import { isCall, normalCall } from "../../base/mod.ts";
import { type Caches, gameFailure } from "../../caches/mod.ts";
import { drawing, type ProfileSeen } from "../../client/mod.ts";
import { CLUB_TEXT, type Settings } from "../../settings/mod.ts";
import { open, type Route, route, SHARED } from "../../http/mod.ts";
import { appFailure, pictureFailure } from "./built.ts";
import { frame } from "./frame.ts";
import type { PrintReader } from "./print.ts";
import { Buffer } from "node:buffer";

// The club's colour and logo on a picture of the app's, which is 1200 by 630 as readers of links want it. Pure.

/** Size and place of the logo, and height of the line. */
const LOGO = 120, FROM_EDGE = 40, LINE = 14;

function withMarks(svg: string, { colour, logo }: ClubMarks): string {
  const line = colour === undefined ? "" : `<rect width="1200" height="${LINE}" fill="${colour}"/>`;
  const image = logo
    ? `<image href="data:image/png;base64,${Buffer.from(logo).toString("base64")}" x="${
      1200 - FROM_EDGE - LOGO
    }" ` +
      `y="${FROM_EDGE}" width="${LOGO}" height="${LOGO}"/>`
    : "";
  const end = svg.lastIndexOf("</svg>");
  return svg.slice(0, end) + line + image + svg.slice(end);
}

export interface WelcomeParts {
  settings: Settings;
  club: Pick<Club, "link" | "marks">;
  caches: Pick<Caches, "detail" | "find">;
  /** What is public of a person. */
  profile(call: string): ProfileSeen;
  /** How many of what there is here. */
  counts(): { activeCaches: number; tierAFinds7d: number; stationsHeard1h: number };
}

/** Pages that explain this place, and a box that was met by chance. */
export function welcomeRoutes(
  name: () => string,
  language: (reader: PrintReader) => string,
  { settings, counts, club }: WelcomeParts,
): Route[] {
  const page = {
    gate: open("strangers have no account"),
    spec: 'API "Live and misc"',
    produces: "text/html",
    errors: [appFailure.app_not_built],
  } as const;
  return [
    route("GET /welcome", {
      ...page,
      summary: "What this place is, and how to begin: reads without scripts",
      handle: async (reader) => {
        const lang = language(reader), { drawWelcome, sayWelcome } = await drawing();
        const text = settings.get(CLUB_TEXT), isMember = Boolean(reader.who.session?.call);
        return frame({
          lang,
          title: name(),
          club: club.link(),
          description: sayWelcome(lang),
          picture: `${reader.incoming.origin}/picture/place/gateway`,
          whole: true,
          body: drawWelcome(lang, { name: name(), text, counts: counts(), isMember }),
        });
      },
    }),
    route("GET /found-a-box", {
      ...page,
      summary: "What a container is that somebody met by chance, and whom to tell: reads without scripts",
      query: z.object({
        c: z.string().max(80).optional().describe("Code of the cache, where a link names it"),
      }),
      handle: async (reader) => {
        const lang = language(reader), { drawFoundBox, sayFound } = await drawing();
        const said = sayFound(lang);
        return frame({
          lang,
          title: `${said.title} · ${name()}`,
          club: club.link(),
          description: said.what,
          whole: true,
          body: drawFoundBox(lang, name(), reader.query.c),
        });
      },
    }),
  ];
}

/** What a picture is of: the part of its address before the name. */
const OF = ["cache", "find", "person", "station", "place"] as const;
/** Pictures that one network may ask for in an hour; all together wait for each other (`pictures.ts`). */
const LIMIT = { name: "link-picture", points: 120, seconds: 3600 };

/** The pictures that links carry. */
export function pictureRoutes(
  name: () => string,
  { caches, profile, club }: Pick<WelcomeParts, "caches" | "profile" | "club">,
): Route[] {
  const pictured = async (of: typeof OF[number], id: string) => {
    const { kindIcon, sayWelcome } = await drawing(), place = name();
    const listed = (ref: string) => {
      const cache = caches.detail(ref);
      if (cache.unlisted) throw gameFailure.cache_not_found();
      return cache;
    };
    switch (of) {
      case "cache": {
        const { title, type, code, difficulty, terrain } = listed(id);
        return { icon: kindIcon(type), title, line: `${code} · D ${difficulty} · T ${terrain}`, place };
      }
      case "find": {
        const { cache, log } = caches.find(id), { type } = listed(cache.gid ?? cache.code);
        return {
          icon: kindIcon(type),
          call: log.author.call,
          proven: log.tier === "A",
          line: cache.title,
          place,
        };
      }
      case "person":
      case "station": {
        const call = normalCall(id);
        if (!isCall(call)) throw gameFailure.log_not_found();
        if (of === "station") return { icon: "radio-tower" as const, call, line: "", place };
        const { accountVerified: proven, callsign, profile: card } = profile(call);
        return { icon: "user" as const, call: callsign, proven, line: card?.displayName ?? "", place };
      }
      case "place":
        return { icon: "radio-tower" as const, title: place, line: sayWelcome("en"), place: "" };
    }
  };
  return [
    route("GET /picture/:of/:id", {
      gate: open("readers of links have no account, and pictures are of what everybody may see"),
      limit: LIMIT,
      share: SHARED.slow,
      spec: 'API "Live and misc"',
      summary: "The picture that a shared link carries, as PNG; nothing that is unlisted has one",
      produces: "image/png",
      params: {
        of: `What it is of: ${OF.join(", ")}`,
        id: "The cache's code, the log's number or a callsign; of a place anything",
      },
      errors: [
        ...[appFailure.app_not_built, pictureFailure.pictures_busy],
        ...[gameFailure.cache_not_found, gameFailure.cache_removed, gameFailure.log_not_found],
      ],
      handle: async ({ params }) => {
        const of = OF.find((one) => one === params.of);
        if (!of) throw gameFailure.cache_not_found();
        const svg = withMarks((await drawing()).drawLink(await pictured(of, params.id)), club.marks());
        // What draws is loaded with the first picture: few gateways are ever asked for one.
        const { pngOf } = await import("./pictures.ts");
        return new Response(await pngOf(svg), { headers: { "content-type": "image/png" } });
      },
    }),
  ];
}
