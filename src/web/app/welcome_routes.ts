/** Pages for who has never heard of this place: what it is, and what a box is that somebody met by chance. */
import { z } from "zod";
import { drawing } from "../../client/mod.ts";
import { CLUB_TEXT, type Settings } from "../../settings/mod.ts";
import { open, type Route, route } from "../../http/mod.ts";
import { appFailure } from "./built.ts";
import { frame } from "./frame.ts";
import type { PrintReader } from "./print.ts";

export interface WelcomeParts {
  settings: Settings;
  /** How many of what there is here. */
  counts(): { activeCaches: number; tierAFinds7d: number; stationsHeard1h: number };
}

export function welcomeRoutes(
  name: () => string,
  language: (reader: PrintReader) => string,
  { settings, counts }: WelcomeParts,
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
          description: sayWelcome(lang),
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
          description: said.what,
          whole: true,
          body: drawFoundBox(lang, name(), reader.query.c),
        });
      },
    }),
  ];
}
