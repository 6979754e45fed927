/** Events as iCalendar, RFC 5545: for the calendars of phones and desks. Pure. */
import { decimal } from "../../base/mod.ts";

export interface CalendarEvent {
  code: string;
  title: string;
  description: string;
  /** Unix seconds. */
  from: number;
  until: number;
  lat: number;
  lon: number;
  /** The event's page, absolute. */
  url: string;
  status: string;
  owner: string;
  createdAt: number;
  updatedAt: number;
}

/** RFC 5545, 3.1: no line is longer than 75 octets, the rest of it goes on behind a blank. */
const LINE_OCTETS = 75;
const encoder = new TextEncoder();

/** A line as it is sent, in pieces that end between two characters. */
function folded(line: string): string {
  let text = "", room = LINE_OCTETS;
  for (const character of line) {
    const octets = encoder.encode(character).length;
    if (octets > room) {
      text += "\r\n ";
      room = LINE_OCTETS - 1;
    }
    text += character;
    room -= octets;
  }
  return text + "\r\n";
}

// deno-lint-ignore no-control-regex -- RFC 5545, 3.3.11 allows them in no text
const CONTROLS = /[\u0000-\u0009\u000b-\u001f\u007f]/g;
/** RFC 5545, 3.3.11. */
const text = (said: string): string =>
  said.replaceAll("\r\n", "\n").replace(CONTROLS, " ").replace(/[\\;,]/g, "\\$&").replaceAll("\n", "\\n");

/** RFC 5545, 3.3.5, in UTC: `20260704T180000Z`. */
const time = (at: number): string => new Date(at * 1000).toISOString().replace(/[-:]|\.\d{3}/g, "");

const UTC = [
  "BEGIN:VTIMEZONE",
  "TZID:UTC",
  "BEGIN:STANDARD",
  "DTSTART:19700101T000000",
  "TZOFFSETFROM:+0000",
  "TZOFFSETTO:+0000",
  "END:STANDARD",
  "END:VTIMEZONE",
];

const eventOf = (event: CalendarEvent, instance: string): string =>
  [
    "BEGIN:VEVENT",
    `UID:${event.code}@${instance}`,
    `DTSTAMP:${time(event.updatedAt)}`,
    `CREATED:${time(event.createdAt)}`,
    `LAST-MODIFIED:${time(event.updatedAt)}`,
    // A calendar takes an event again whose number is higher than that of the one it has.
    `SEQUENCE:${Math.max(0, event.updatedAt - event.createdAt)}`,
    `DTSTART:${time(event.from)}`,
    `DTEND:${time(event.until)}`,
    `SUMMARY:${text(event.title)}`,
    ...event.description === "" ? [] : [`DESCRIPTION:${text(event.description)}`],
    `LOCATION:${text(`${decimal(event.lat)}, ${decimal(event.lon)}`)}`,
    `GEO:${decimal(event.lat)};${decimal(event.lon)}`,
    `URL:${event.url}`,
    `CONTACT:${text(event.owner)}`,
    `STATUS:${event.status === "active" ? "CONFIRMED" : "CANCELLED"}`,
    "END:VEVENT",
  ].map(folded).join("");

/** The file in pieces, one event each. */
export function* icalendar(
  { instance, name }: { instance: string; name: string },
  events: Iterable<CalendarEvent>,
): Generator<string> {
  yield [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    `PRODID:-//${text(instance)}//Service Gateway//EN`,
  ]
    .map(folded).join("") + folded(`X-WR-CALNAME:${text(name)}`);
  let isEmpty = true;
  for (const event of events) {
    isEmpty = false;
    yield eventOf(event, instance);
  }
  // A calendar has a component (RFC 5545, 3.4): without meetings it is the zone of their times.
  if (isEmpty) yield UTC.map(folded).join("");
  yield folded("END:VCALENDAR");
}
