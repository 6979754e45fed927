/** LOC, the small format that older devices and programs open by themselves: code, title, place and address of each cache. */
import { decimal, element, xml, xmlLine } from "../../base/mod.ts";
import { TURN } from "../../http/mod.ts";
import type { ExportCache } from "./views.ts";

const waypoint = ({ code, title, owner, lat, lon, url }: ExportCache): string =>
  `<waypoint><name id="${xmlLine(code)}">${xml(`${title} by ${owner}`)}</name>` +
  `<coord lat="${decimal(lat)}" lon="${decimal(lon)}"/>${element("type", "Geocache")}` +
  `<link text="Cache Details">${xml(url)}</link></waypoint>\n`;

/** The file in pieces, page by page. */
export function* loc(instance: string, pages: Iterable<readonly ExportCache[]>): Generator<string> {
  yield `<?xml version="1.0" encoding="UTF-8"?>\n<loc version="1.0" src="${xmlLine(instance)}">\n`;
  for (const page of pages) {
    for (const cache of page) yield waypoint(cache);
    yield TURN;
  }
  yield "</loc>\n";
}
