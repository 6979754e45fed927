/**
 * What the room says, each message declared once: the gateway makes it so, and an app takes nothing else. Pure: both sides go
 * by it. Every message is one JSON text `{type, at, ...}`; `at` is unix seconds.
 */

/** What a member is: of a JavaScript type, `null` too where that is named, or one of a few values. */
type MemberKind = "string" | "number" | "boolean" | "string|null" | "number|null" | readonly Value[];
type Value = string | number | boolean | null;

const MESSAGES = {
  hello: { instance: "string", region: "string" },
  /** A station was heard somewhere; what is not known is `null`. */
  position: {
    call: "string",
    lat: "number",
    lon: "number",
    symbol: "string|null",
    course: "number|null",
    via: "string",
    direct: "boolean",
    speedKmh: "number|null",
    comment: "string",
    /** The frequency that it says, in megahertz. */
    mhz: "number|null",
    /** Its operator calls for help. */
    emergency: "boolean",
  },
  /** Some packet of a station came, with a place or without. */
  heard: { call: "string" },
  /** This gateway sent a station's position itself: how it was heard, nobody can say. */
  sent: {
    call: "string",
    lat: "number",
    lon: "number",
    symbol: "string",
    via: ["sent"],
    direct: [false],
    course: [null],
    speedKmh: [null],
    comment: "string",
    mhz: [null],
    emergency: [false],
  },
  /** Somebody found a listed cache. */
  find: { code: "string", title: "string", call: "string", tier: ["A", "B", null] },
  /** A listed cache is new or was changed. `cacheType` is its type; `type` is the message's. */
  cache: {
    code: "string",
    title: "string",
    cacheType: "string",
    status: "string",
    lat: "number",
    lon: "number",
  },
  /** A message as it was on the air, or where one that is being sent stands. */
  message: {
    id: "number",
    from: "string",
    to: "string",
    text: "string",
    direction: ["rx", "tx"],
    bulletin: "boolean",
    delivery: ["queued", "sent", "acked", "failed", "here", null],
  },
  /** The subscriber came near a cache. */
  near_cache: { code: "string", title: "string", distanceM: "number" },
  error: { error: "string" },
} as const satisfies Record<string, Record<string, MemberKind>>;

interface Types {
  string: string;
  number: number;
  boolean: boolean;
  "string|null": string | null;
  "number|null": number | null;
}
type Is<K> = K extends keyof Types ? Types[K] : K extends readonly (infer V)[] ? V : never;
type Type = keyof typeof MESSAGES;
/** What a message of that type says, besides being one. */
export type MessageOf<T extends Type> =
  & { at: number }
  & { -readonly [Name in keyof (typeof MESSAGES)[T]]: Is<(typeof MESSAGES)[T][Name]> };
/** Any message of the room. */
export type LiveMessage = { [T in Type]: { type: T } & MessageOf<T> }[Type];

/** Reads a message; `undefined` where it is none of these: of a gateway that is newer, or damaged on the way. */
export function readMessage(text: string): LiveMessage | undefined {
  let read: Record<string, unknown>;
  try {
    read = Object(JSON.parse(text));
  } catch {
    return undefined;
  }
  const members = Object.entries<MemberKind>({ at: "number", ...MESSAGES[read.type as Type] });
  const isSaid = Object.hasOwn(MESSAGES, String(read.type)) &&
    members.every(([name, kind]) => fits(kind, read[name] as Value));
  return isSaid ? read as LiveMessage : undefined;
}

const fits = (kind: MemberKind, value: Value): boolean =>
  kind.includes((typeof kind === "string" ? value === null ? "null" : typeof value : value) as string);
