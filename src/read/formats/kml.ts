/** KML 2.2 as the OGC schema has it: no `gx:` elements, identifiers that are NCNames, lon,lat order. */
import { decimal, element, isoTime, xmlLine } from "../../base/mod.ts";
import { TURN } from "../../http/mod.ts";
import { gpxType } from "./gpx.ts";
import { htmlText } from "./html_text.ts";
import { type ExportCache, type ExportTrack, FILED } from "./views.ts";

const HEAD = `<?xml version="1.0" encoding="UTF-8"?>
<kml xmlns="http://www.opengis.net/kml/2.2"><Document>
`;
const TAIL = "</Document></kml>\n";
/** Colours are aabbggrr: an opaque amber line three pixels wide. */
const TRACK_STYLE =
  `<Style id="track"><LineStyle><color>ff1f8cff</color><width>3</width></LineStyle></Style>`;

/** An NCName: must not start with a digit, so the kind goes in front. */
const ncName = (kind: string, text: string): string => `${kind}-${text.replace(/[^A-Za-z0-9.-]/g, "-")}`;

/**
 * A balloon's text. Viewers show it as HTML and put values in place of `$[…]`: what members wrote must do neither, or
 * links and scripts of strangers run on the reader's machine.
 */
const balloon = (text: string | undefined): string =>
  element("description", text && htmlText(text).replaceAll("$[", "&#36;["));

function placemark(cache: ExportCache): string {
  const about = [
    `${
      gpxType(cache.type)
    } by ${cache.owner}, difficulty ${cache.difficulty}, terrain ${cache.terrain}, ${cache.size}`,
    ...(cache.heard ? [`Moves: where ${cache.heard.call} was heard at ${isoTime(cache.heard.at)}`] : []),
    ...FILED.lines(cache.row),
    ...(cache.parking ? [`Parking: ${decimal(cache.parking.lat)}, ${decimal(cache.parking.lon)}`] : []),
    ...(cache.event ? [`A meeting, from ${isoTime(cache.event.from)} to ${isoTime(cache.event.until)}`] : []),
    ...(cache.description ? [cache.description] : []),
    cache.url,
  ].join("\n\n");
  return `<Placemark id="${ncName("cache", cache.code)}">` +
    element("name", cache.code) +
    `<Snippet maxLines="1">${xmlLine(cache.title)}</Snippet>` +
    balloon(`${cache.title}\n\n${about}`) +
    (cache.heard ? `<TimeStamp><when>${isoTime(cache.heard.at)}</when></TimeStamp>` : "") +
    `<Point><coordinates>${decimal(cache.lon)},${decimal(cache.lat)},0</coordinates></Point></Placemark>\n`;
}

/** Caches as placemarks, in pieces. */
export function* kmlOfCaches(
  name: string,
  pages: Iterable<readonly ExportCache[]>,
): Generator<string> {
  yield `${HEAD}${element("name", name)}\n`;
  for (const page of pages) {
    for (const cache of page) yield placemark(cache);
    yield TURN;
  }
  yield TAIL;
}

/**
 * A station's track as one line and its newest place as a point. A track of fewer than two points has no line: the
 * schema would take it, but viewers draw nothing and some refuse the file.
 */
export function* kmlOfTrack(track: ExportTrack): Generator<string> {
  yield `${HEAD}${element("name", track.call)}${TRACK_STYLE}\n`;
  const last = track.points.at(-1);
  if (track.points.length > 1) {
    const first = track.points[0]!;
    yield `<Placemark id="${ncName("track", track.call)}">${element("name", `${track.call} track`)}` +
      `<TimeSpan><begin>${isoTime(first.at)}</begin><end>${isoTime(last!.at)}</end></TimeSpan>` +
      `<styleUrl>#track</styleUrl><LineString><tessellate>1</tessellate><coordinates>\n`;
    for (const point of track.points) yield `${decimal(point.lon)},${decimal(point.lat)},0\n`;
    yield "</coordinates></LineString></Placemark>\n";
  }
  if (last) {
    yield `<Placemark id="${ncName("station", track.call)}">${element("name", track.call)}` +
      balloon(track.comment) +
      `<TimeStamp><when>${isoTime(last.at)}</when></TimeStamp>` +
      `<Point><coordinates>${decimal(last.lon)},${decimal(last.lat)},0</coordinates></Point></Placemark>\n`;
  }
  yield TAIL;
}
