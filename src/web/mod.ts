/**
 * The web: server-rendered pages and what the instance says of itself to browsers, crawlers and monitors. Owns no tables.
 * Every page works without scripts, and loads nothing from elsewhere.
 */
import { appFailure, pictureFailure } from "./app/built.ts";
import type { Book } from "../handbook/mod.ts";

export type { SourceInfo } from "./about/well_known.ts";
export { newestRelease, updateCheck } from "./updates.ts";
export { openWeb } from "./open.ts";
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
