/** Reads what TAK clients send: Cursor-on-Target events in XML, one behind the other. Pure. */
import { isPlace } from "../../base/mod.ts";
import type { TakSaid } from "./said_here.ts";

/** Most characters of one event. */
export const EVENT_MOST = 16_384;
const NAME_MOST = 40, UID_MOST = 200;

/** What an event is to this gateway. */
type TakEvent =
  /** Somebody says where a device is: itself, or something else that it shows. */
  | { kind: "place"; uid: string; said: TakSaid }
  /** A question whether somebody is there. */
  | { kind: "ping" };

const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };
/** The characters of an attribute's value; a number that is no character's is left out. */
const plain = (text: string): string =>
  text.replace(/&(?:(amp|lt|gt|quot|apos)|#(\d{1,7})|#x([0-9a-fA-F]{1,6}));/g, (_, name, decimal, hex) => {
    if (name !== undefined) return ENTITIES[name]!;
    const code = decimal === undefined ? parseInt(hex, 16) : Number(decimal);
    return code > 0x10ffff ? "" : String.fromCodePoint(code);
  });

/** Attributes of the first element of a name; undefined where there is none. A `>` within quotes ends nothing. */
function attributesOf(event: string, name: string): Map<string, string> | undefined {
  const start = new RegExp(`<${name}[\\s/>]`).exec(event);
  if (!start) return undefined;
  const found = new Map<string, string>();
  let at = start.index + name.length + 1;
  for (;;) {
    while (/\s/.test(event[at] ?? "")) at++;
    const equals = event.indexOf("=", at), key = event.slice(at, equals).trim();
    if (equals < 0 || !/^[A-Za-z_][\w.:-]{0,60}$/.test(key)) return found;
    const quote = event[equals + 1], end = event.indexOf(quote!, equals + 2);
    if (quote !== '"' && quote !== "'" || end < 0) return found;
    found.set(key, plain(event.slice(equals + 2, end)));
    at = end + 1;
  }
}

const numberOf = (text: string | undefined, least: number, most: number): number | undefined => {
  const value = Number(text?.trim() || NaN);
  return value >= least && value <= most ? value : undefined;
};

/** One line without characters that nobody sees, cut to a length. */
const nameOf = (text: string): string => text.replace(/[\p{C}\s]+/gu, " ").trim().slice(0, NAME_MOST);

/** One event, from `<event` to its end; undefined for one that says nothing of a place. */
export function readEvent(event: string): TakEvent | undefined {
  // Declarations of entities have no business here.
  if (event.includes("<!")) return undefined;
  const head = attributesOf(event, "event"), point = attributesOf(event, "point");
  const type = head?.get("type") ?? "", uid = head?.get("uid") ?? "";
  if (type === "t-x-c-t") return { kind: "ping" };
  if (!/^a-[a-zA-Z]-/.test(type) || uid === "" || uid.length > UID_MOST) return undefined;
  const lat = numberOf(point?.get("lat"), -90, 90), lon = numberOf(point?.get("lon"), -180, 180);
  // 0 and 0 is what a device without a fix says.
  if (lat === undefined || lon === undefined || !isPlace(lat, lon) || lat === 0 && lon === 0) {
    return undefined;
  }
  const contact = attributesOf(event, "contact"), track = attributesOf(event, "track");
  const name = nameOf(contact?.get("callsign") ?? "");
  // Who speaks of itself says by what name it is called.
  if (name === "") return undefined;
  const course = numberOf(track?.get("course"), 0, 360), speed = numberOf(track?.get("speed"), 0, 1000);
  const altitudeM = numberOf(point?.get("hae"), -1000, 50_000);
  return {
    kind: "place",
    uid,
    said: {
      name,
      lat,
      lon,
      ...(course === undefined ? {} : { course }),
      ...(speed === undefined ? {} : { speedKmh: Math.round(speed * 36) / 10 }),
      ...(altitudeM === undefined ? {} : { altitudeM: Math.round(altitudeM) }),
    },
  };
}

/** Events out of a stream of text. Throws where one has no end within its bound. */
export class EventReader {
  #rest = "";

  /** The events that this text completes. */
  push(text: string): string[] {
    const parts = (this.#rest + text).split("</event>");
    this.#rest = parts.pop()!;
    if (this.#rest.length > EVENT_MOST) throw new RangeError("an event without an end");
    // An event without anything in it closes itself: then several stand before the next end.
    return parts.flatMap((part) =>
      part.split(/(?=<event[\s>])/).filter((event) =>
        event.startsWith("<event") && event.length <= EVENT_MOST
      )
    );
  }
}
