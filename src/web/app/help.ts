/** The handbook's pages: drawn whole, so that they read and print without scripts. */
import { z } from "zod";
import { failures, PROGRAM } from "../../base/mod.ts";
import { drawing } from "../../client/mod.ts";
import { open, type Route, route } from "../../http/mod.ts";
import { appFailure } from "./built.ts";
import { frame } from "./frame.ts";
import type { PrintReader } from "./print.ts";

/** The handbook's address; its table and texts are loaded when somebody opens it. */
const HELP = "/help";

const failure = failures({ chapter_unknown: "missing" });

export function helpRoutes(name: string, language: (reader: PrintReader) => string): Route[] {
  const page = {
    gate: open("texts that are the same for everybody"),
    spec: 'API "Live and misc"',
    produces: "text/html",
  } as const;
  const bookFor = async (reader: PrintReader) => (await import("./book.ts")).bookIn(language(reader));
  return [
    route(`GET ${HELP}`, {
      ...page,
      summary: "The handbook's chapters; or the way to the one that explains a page, a refusal or a line",
      query: z.object({
        of: z.string().optional().describe(
          "Path of a page of the app: leads to the chapter that explains it",
        ),
        why: z.string().optional().describe("Reason of a refusal: leads to its chapter"),
        check: z.string().optional().describe("Name of a line of the checklist: leads to its chapter"),
      }),
      also: { 302: "To the chapter that was asked for" },
      errors: [appFailure.app_not_built],
      handle: async (reader) => {
        const asked = new URLSearchParams(
          Object.entries(reader.query).filter(([, value]) => value !== undefined),
        );
        const { chapterAsked, drawHelp } = await drawing();
        const chapter = chapterAsked(asked.toString());
        if (chapter) return new Response(null, { status: 302, headers: { location: `${HELP}/${chapter}` } });
        const book = await bookFor(reader), { lang } = book;
        return frame({ lang, title: name, whole: true, body: drawHelp(lang, book, PROGRAM) });
      },
    }),
    route(`GET ${HELP}/:chapter`, {
      ...page,
      summary: "A chapter of the handbook",
      params: { chapter: "Name of a chapter, e.g. first-find" },
      errors: [failure.chapter_unknown, appFailure.app_not_built],
      handle: async (reader) => {
        const book = await bookFor(reader), { lang } = book;
        const chapter = book.chapters.find(({ id }) => id === reader.params.chapter);
        if (!chapter) throw failure.chapter_unknown();
        const { drawHelp } = await drawing();
        const body = drawHelp(lang, book, PROGRAM, chapter);
        return frame({ lang, title: `${chapter.title} · ${name}`, whole: true, body });
      },
    }),
  ];
}
