/** What goes over `/ws`, both ways: messages of the room as texts, and what a client asks for. */
import { baseCall, type Box, boxOf, isCall, normalCall, parseBox } from "../../base/mod.ts";
import type { LiveMessage, MessageOf } from "./room_messages.ts";

/** A station was heard somewhere. */
export interface LivePosition {
  call: string;
  at: number;
  lat: number;
  lon: number;
  /** APRS table and code, `/>`. */
  symbol?: string;
  /** Degrees. */
  course?: number;
  speedKmh?: number;
  altitudeM?: number;
  comment?: string;
  via: string;
  /** A receiver of this instance heard the station itself. */
  direct?: boolean;
  /** The frequency that it says, in megahertz. */
  mhz?: number;
  /** Its operator calls for help. */
  emergency?: boolean;
}

/** This gateway sent a station's position itself, and nobody has heard it yet. */
export type LiveSent = Pick<MessageOf<"sent">, "call" | "at" | "lat" | "lon" | "symbol" | "comment">;

export type LiveHeard = MessageOf<"heard">;

/** Somebody found a listed cache. The place narrows who is told; it is not sent. */
export interface LiveFind extends MessageOf<"find"> {
  lat?: number;
  lon?: number;
}

export type LiveCache = MessageOf<"cache">;

/** Only those are told whose call it bears. */
export type LiveText = MessageOf<"message">;

export type NearCache = Omit<MessageOf<"near_cache">, "at">;

/** What a client asks for; all of it optional. */
export interface Subscription {
  box?: Box;
  /** Told when it comes near a cache, and of messages to and from its base call. Not proven: none of it is a secret. */
  call?: string;
  base?: string;
  /** A station that is looked at: told of each of its packets, and of its places wherever they are. */
  station?: string;
  /** Told of each packet of every station, wherever it is. */
  every?: boolean;
  /** Nothing but what concerns the call and the station. */
  own?: boolean;
  /** Seconds back that "heard lately" reaches. */
  maxAgeSec: number;
}

/** Letters of a station's name: on APRS-IS and the mesh there are longer ones than calls. */
const NAME_MOST = 20;
const MAX_AGE_DEFAULT_S = 3600;
const MAX_AGE_MOST_S = 7 * 86_400;

const textOf = (message: LiveMessage): string => JSON.stringify(message);

export const helloText = (instance: string, region: string, at: number): string =>
  textOf({ type: "hello", at, instance, region });

/** A position as it goes to clients; what is not known is `null`. */
export const positionText = (position: LivePosition): string =>
  textOf({
    type: "position",
    at: position.at,
    call: position.call,
    lat: position.lat,
    lon: position.lon,
    symbol: position.symbol ?? null,
    course: position.course ?? null,
    via: position.via,
    direct: position.direct ?? false,
    speedKmh: position.speedKmh ?? null,
    comment: position.comment ?? "",
    mhz: position.mhz ?? null,
    emergency: position.emergency ?? false,
  });

/** What was sent has the members of a position; how it was heard, nobody can say. */
export const sentText = ({ call, at, lat, lon, symbol, comment }: LiveSent): string => {
  const unheard = {
    via: "sent",
    direct: false,
    course: null,
    speedKmh: null,
    mhz: null,
    emergency: false,
  } as const;
  return textOf({ type: "sent", at, call, lat, lon, symbol, ...unheard, comment });
};

export const heardText = ({ call, at }: LiveHeard): string => textOf({ type: "heard", at, call });

export const findText = ({ code, title, call, tier, at }: LiveFind): string =>
  textOf({ type: "find", at, code, title, call, tier });

export const cacheText = ({ code, title, cacheType, status, lat, lon, at }: LiveCache): string =>
  textOf({ type: "cache", at, code, title, cacheType, status, lat, lon });

export const messageText = (message: LiveText): string => textOf({ type: "message", ...message });

export const nearText = (near: NearCache, at: number): string => textOf({ type: "near_cache", at, ...near });

export const errorText = (error: string, at: number): string => textOf({ type: "error", at, error });

/** A box as four numbers or as their text. */
function readBox(given: unknown): Box | undefined {
  if (typeof given === "string") return parseBox(given, 360);
  return Array.isArray(given) && given.every((n) => typeof n === "number") ? boxOf(given, 360) : undefined;
}

/** Reads what a client sent: a subscription, or the sentence that says what was wrong with it. */
export function parseClientMessage(text: string): Subscription | string {
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    return "A message is one JSON object";
  }
  const message = read as Record<string, unknown>;
  if (typeof read !== "object" || read === null || message.type !== "subscribe") {
    return 'The only message is {type: "subscribe", bbox?, callsign?, station?, every?, own?, maxAgeSec?}';
  }
  const subscription: Subscription = { maxAgeSec: MAX_AGE_DEFAULT_S };
  if (message.bbox !== undefined && message.bbox !== null) {
    const box = readBox(message.bbox);
    if (!box) return "bbox is [minLon, minLat, maxLon, maxLat] in degrees, smaller values first";
    subscription.box = box;
  }
  if (message.callsign !== undefined && message.callsign !== null) {
    const call = typeof message.callsign === "string" ? normalCall(message.callsign) : "";
    if (!isCall(call)) return "callsign is a call, with or without SSID";
    subscription.call = call;
    subscription.base = baseCall(call);
  }
  if (message.station !== undefined && message.station !== null) {
    const { station } = message;
    if (typeof station !== "string" || station === "" || station.length > NAME_MOST) {
      return `station is the name of one, at most ${NAME_MOST} characters`;
    }
    subscription.station = normalCall(station);
  }
  for (const name of ["own", "every"] as const) {
    const wish = message[name] ?? undefined;
    if (wish === undefined) continue;
    if (typeof wish !== "boolean") return `${name} is true or false`;
    subscription[name] = wish;
  }
  if (message.maxAgeSec !== undefined && message.maxAgeSec !== null) {
    const age = message.maxAgeSec;
    if (typeof age !== "number" || !Number.isInteger(age) || age < 0 || age > MAX_AGE_MOST_S) {
      return `maxAgeSec is a whole number of seconds from 0 to ${MAX_AGE_MOST_S}`;
    }
    subscription.maxAgeSec = age;
  }
  return subscription;
}
