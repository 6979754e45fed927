/** Which of the app's files a phone keeps once it has fetched them, and not with the app. */
import { onlyAdministration, onlyPlainHttp, onlyShack, onlyWide, type Piece } from "./graph.ts";
import { HOME_SCREEN } from "./home_screen.ts";
import type { OwnStyle } from "../../src/client/pages/page_table.ts";

/** The map for other sites' pages. */
export const EMBEDDED = /\/embed-(style-)?\w+\.(js|css)$/;

/** The style of all pages but the first, which comes with them. */
export const REST_STYLE = /\/rest-\w+\.css$/;

/** Pages with a sheet of their own, `ui/style/own/NAME.css`, loaded by them. */
export const OWN_SHEETS: readonly OwnStyle[] = ["go", "lists", "map", "moment", "rig", "wall", "welcome"];
export const OWN_STYLES = new RegExp(`/style-(${OWN_SHEETS.join("|")})-\\w+\\.css$`);

/** The style of what installed tools add to pages, which comes once there are some. */
export const OF_TOOLS = /\/tools-\w+\.css$/;

/** The style of sheets for paper, which the gateway draws. */
export const PAPER_STYLE = /\/paper-\w+\.css$/;

/** The style of administration's pages, loaded by them. */
export const ADMIN_STYLE = /\/admin-\w+\.css$/;

/**
 * Tells of a file whether it is kept later: what only the big map or administration needs is five times as much as all else,
 * and what few ever open.
 */
export function keptLater(graph: Record<string, Piece>): (path: string) => boolean {
  const ofTheMap = (path: string) =>
    graph[path]?.packages.some((name) => name === "maplibre-gl" || name === "pmtiles") ||
    /\/(big_map|archive|map_worker|world-(50m|10m|waters|places|blocks|villages))-/.test(path);
  const sets = [onlyAdministration(graph), onlyShack(graph), onlyPlainHttp(graph), onlyWide(graph)];
  const names = [ADMIN_STYLE, PAPER_STYLE, OF_TOOLS, EMBEDDED, HOME_SCREEN];
  return (path) => ofTheMap(path) || sets.some((one) => one.has(path)) || names.some((one) => one.test(path));
}
