/** A KML file that map programs open once and then ask again as the view moves (OGC KML 2.2, NetworkLink). */
import { element, xml } from "../../base/mod.ts";

const HEAD = `<?xml version="1.0" encoding="UTF-8"?>\n<kml xmlns="http://www.opengis.net/kml/2.2">`;
/** Seconds after which a view that stopped moving is asked for. */
const STOPPED_S = 1;

/** `href`: the address that takes `bbox`, to which the program adds the box of its view. */
export const networkLink = (name: string, href: string): string =>
  `${HEAD}<NetworkLink>${element("name", name)}<Link><href>${xml(href)}</href>` +
  `<viewRefreshMode>onStop</viewRefreshMode><viewRefreshTime>${STOPPED_S}</viewRefreshTime>` +
  `<viewFormat>bbox=[bboxWest],[bboxSouth],[bboxEast],[bboxNorth]</viewFormat></Link></NetworkLink></kml>\n`;

/** What a program is told whose view is too large: an empty document, whose name says so. */
export const emptyKml = (name: string): string =>
  `${HEAD}<Document>${element("name", name)}</Document></kml>\n`;
