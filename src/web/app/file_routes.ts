/** The addresses of the app's built files, of its worker and manifest, and of the handbook, which the build has made too. */
import { z } from "#schemas";
import { failures, PROGRAM } from "../../base/mod.ts";
import { drawing, PAGES } from "../../client/mod.ts";
import { type Asked, open, type Route, route, SHARED, takesGzip, versioned } from "../../http/mod.ts";
import type { Club } from "../../club/mod.ts";
import { type Chapter, plainText } from "../../handbook/mod.ts";
import { LANGUAGES, pageWords } from "../../words/mod.ts";
import { frame, PAPER } from "./frame.ts";
import { DESCRIBED } from "./page_facts.ts";
import type { PrintReader } from "./print.ts";
import { appFailure, type BuiltFile, builtFile, names, plain } from "./built.ts";

const SPEC = 'API "Live and misc"';

/** `name`: of the instance, under which a phone keeps the app. */
export function fileRoutes(name: () => string): Route[] {
  const gate = open("the app's own files");
  return [
    route("GET /assets/:name", {
      gate,
      spec: SPEC,
      summary: "A built file of the app; its name carries its content",
      share: SHARED.built,
      params: { name: "Name of the file, which carries the hash of its content" },
      produces: "text/javascript, text/css, image/svg+xml, image/png, application/octet-stream",
      errors: [appFailure.no_such_file, appFailure.app_not_built],
      handle: async ({ params, incoming }) => {
        const file = await builtFile(`/assets/${params.name}`);
        if (!file) throw appFailure.no_such_file();
        return sent(file, incoming);
      },
    }),
    route("GET /sw.js", {
      gate,
      spec: SPEC,
      summary: "The app's worker, which keeps it on the phone",
      produces: "text/javascript",
      also: { 304: "What If-None-Match names is the newest" },
      errors: [appFailure.app_not_built],
      handle: async ({ incoming }) => {
        const [file, { version }] = await Promise.all([builtFile("/sw.js"), names()]);
        return versioned(incoming, version, () => sent(file!, incoming));
      },
    }),
    route("GET /manifest.webmanifest", {
      gate,
      spec: SPEC,
      summary: "What a phone needs to put the app on its home screen",
      share: SHARED.slow,
      query: z.object({
        lang: z.enum(LANGUAGES).default("en").describe("Language of the shortcuts"),
      }),
      produces: "application/manifest+json",
      errors: [appFailure.app_not_built],
      handle: async ({ query: { lang } }) =>
        new Response(JSON.stringify(manifest(name(), await names(), HOME_SCREEN_WORDS[lang])), {
          headers: { "content-type": "application/manifest+json" },
        }),
    }),
  ];
}

/** What the shortcuts are called. A manifest has one language; the page that names it says which. */
const HOME_SCREEN_WORDS = pageWords("pages/home_screen");

/** Languages and directions are the pages' own; the colours are those of paper and of the one action (`tokens.css`). */
const manifest = (
  name: string,
  { homeScreen }: Awaited<ReturnType<typeof names>>,
  words: Readonly<Record<"nearby" | "map" | "messages", string>>,
) => ({
  id: "/",
  name,
  short_name: shortOf(name),
  start_url: "/",
  scope: "/",
  display: "standalone",
  categories: ["games", "navigation"],
  background_color: PAPER.light,
  theme_color: PAPER.light,
  icons: [
    { src: homeScreen.drawing, sizes: "any", type: "image/svg+xml", purpose: "any" },
    { src: homeScreen.small, sizes: "192x192", type: "image/png", purpose: "any" },
    { src: homeScreen.large, sizes: "512x512", type: "image/png", purpose: "any" },
    { src: homeScreen.maskable, sizes: "512x512", type: "image/png", purpose: "maskable" },
  ],
  shortcuts: (["nearby", "map", "messages"] as const).map((page) => ({
    name: words[page],
    url: PAGES[page].path,
    icons: [{ src: homeScreen.small, sizes: "192x192", type: "image/png" }],
  })),
  screenshots: homeScreen.shots.map(({ path, size }) => ({
    src: path,
    sizes: size,
    type: "image/png",
    form_factor: "narrow",
  })),
});

/** What a home screen writes below the icon: the first part of a host's name says more than half of it. */
const shortOf = (name: string): string => name.split(".", 1)[0]!.slice(0, 12);

/** A built file, compressed for whoever takes gzip. */
function sent(file: BuiltFile, incoming: Asked): Response {
  const packed = takesGzip(incoming.headers);
  return new Response(packed ? file.gz : plain(file), {
    headers: {
      "content-type": file.type,
      ...(packed && { "content-encoding": "gzip" }),
    },
  });
}

/** The handbook's address; its table and texts are loaded when somebody opens it. */
const HELP = "/help";

const failure = failures({ chapter_unknown: "missing" });
/** How a chapter begins, for search engines and messengers. */
const beginningOf = ({ title, blocks }: Chapter): string =>
  (blocks.flatMap((block) => "p" in block ? [plainText(block.p)] : [])[0] ?? title).slice(0, DESCRIBED);

/** The handbook's pages: drawn whole, so that they read and print without scripts. */
export function helpRoutes(
  name: () => string,
  language: (reader: PrintReader) => string,
  club: Pick<Club, "link">,
): Route[] {
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
        const book = await bookFor(reader), lang = language(reader);
        return frame({
          lang,
          title: name(),
          description: book.chapters.map(({ title }) => title).join(" · ").slice(0, DESCRIBED),
          club: club.link(),
          whole: true,
          body: drawHelp(lang, book, PROGRAM),
        });
      },
    }),
    route(`GET ${HELP}/:chapter`, {
      ...page,
      summary: "A chapter of the handbook",
      params: { chapter: "Name of a chapter, e.g. first-find" },
      errors: [failure.chapter_unknown, appFailure.app_not_built],
      handle: async (reader) => {
        const book = await bookFor(reader), lang = language(reader);
        const chapter = book.chapters.find(({ id }) => id === reader.params.chapter);
        if (!chapter) throw failure.chapter_unknown();
        const { drawHelp } = await drawing();
        return frame({
          lang,
          title: `${chapter.title} · ${name()}`,
          description: beginningOf(chapter),
          club: club.link(),
          whole: true,
          body: drawHelp(lang, book, PROGRAM, chapter),
        });
      },
    }),
  ];
}
