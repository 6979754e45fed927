/**
 * The web: server-rendered pages and what the instance says of itself to browsers, crawlers and monitors. Owns no tables.
 * Every page works without scripts, and loads nothing from elsewhere.
 */
import { appFailure, pictureFailure } from "./app/built.ts";
import type { Book } from "../handbook/mod.ts";
import { area } from "../plan/mod.ts";
import { type WebNeeds, webRoutes } from "./open.ts";
import { updateCheck } from "./updates.ts";

export type { SourceInfo } from "./about/well_known.ts";
export { newestRelease } from "./updates.ts";
export { noticeFor } from "./trust/notice.ts";

/** The whole handbook in a language. Loaded when it is asked for. */
export const bookIn = async (lang: string): Promise<Book> =>
  await (await import("./app/book.ts")).bookIn(lang);

/** Towns and villages whose names begin with a text. Their file is read when it is first asked for. */
export const townsCalled = async (text: string): Promise<{ name: string; lat: number; lon: number }[]> =>
  await (await import("./app/towns.ts")).townsCalled(text);

/** Refusals of `drawPicture`. */
export const drawRefuses = [appFailure.app_not_built, pictureFailure.pictures_busy];
/** Makes a PNG of an SVG, so many pixels wide. What draws is loaded with the first one. */
export const drawPicture = async (svg: string, width: number): Promise<Uint8Array<ArrayBuffer>> =>
  await (await import("./app/pictures.ts")).pngOf(svg, width);

export interface WebKeeps {
  /** Whether a newer release exists: a daily job, and a line of the checklist. */
  updates: ReturnType<typeof updateCheck>;
}

export const web = area<{ needs: WebNeeds; keeps: WebKeeps }>()({
  name: "web",
  needs: [
    "caches",
    "club",
    "dataDir",
    "db",
    "gathered",
    "instance",
    "lives",
    "people",
    "rates",
    "reach",
    "reading",
    "reads",
    "settings",
    "source",
    "stations",
    "world",
  ],
  keeps: { updates: ({ world, settings, source: { version } }) => updateCheck({ world, settings, version }) },
  jobs: ({ updates }) => updates.jobs,
  checks: ({ updates }) => updates.checks,
  routes: webRoutes,
});
