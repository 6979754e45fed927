/**
 * The web: server-rendered pages and what the instance says of itself to browsers, crawlers and monitors. Owns no tables.
 * Every page works without scripts, and loads nothing from elsewhere.
 */
export type { SourceInfo } from "./about/well_known.ts";
export { bookIn } from "./app/book.ts";
export { newestRelease, updateCheck } from "./updates.ts";
export { openWeb, type WebParts } from "./open.ts";
export { noticeFor } from "./trust/notice.ts";
