/**
 * The web: server-rendered pages and what the instance says of itself to browsers, crawlers and monitors. Owns no tables.
 * Every page works without scripts, and loads nothing from elsewhere.
 */
export { aboutRoutes, type SourceInfo } from "./about.ts";
export { apiIndexRoutes } from "./api_index.ts";
export { pageRoutes } from "./pages.ts";
