/**
 * A card: what an instance signs of a find that a receiver proved. Whoever has the instance's key checks it without asking
 * anybody. It says of places what everybody may know of them, whoever reads it. Pure. Members keep their names and meanings.
 */
import { z } from "#schemas";
import { bearing, distanceM, locatorOf, type Place } from "../base/mod.ts";
import { handedOut } from "../wire/mod.ts";
import type { CardRow } from "./store.ts";

/** Longest line that a receiver's owner writes back, in characters. */
export const LINE_MOST = 80;

export const Card = z.object({
  instance: z.string(),
  code: z.string().describe("Leads to the page of proof at its instance"),
  call: z.string().describe("Call of who was heard, with its SSID"),
  heardBy: z.string().describe("Call of the receiver that heard it"),
  at: z.number().int().describe("Time of the find, unix seconds, as the logbook's file has it"),
  mode: z.string().describe("Mode of the transmission, as ADIF names it"),
  mhz: z.string().nullable().describe("Null: the receiver does not say on which frequency it listens"),
  cache: z.string().nullable().describe("Title of the cache; null where it is not listed"),
  grid: z.string().nullable().describe(
    "Locator of the place where the cache is listed; null where everybody may not know it",
  ),
  heardGrid: z.string().nullable().describe("Locator of the receiver, where its place is known"),
  distanceM: z.number().int().nullable().describe("From one to the other, down to a hundred metres"),
  bearing: z.number().int().nullable().describe("From the cache to the receiver, degrees"),
  line: z.string().nullable().describe("What the receiver's owner wrote back"),
  lineBy: z.string().nullable(),
  signedAt: z.number().int(),
  key: z.string().describe("The instance's Ed25519 key, 32 bytes as base64url"),
  sig: z.string().describe(
    "Ed25519 over the line svc-qsl/1 and the RFC 8785 form of all other members, as base64url",
  ),
});
export type Card = z.infer<typeof Card>;
/** What a card says before it is signed. */
export type CardFacts = Omit<Card, "instance" | "signedAt" | "key" | "sig">;

const cards = handedOut<Card>("svc-qsl/1", (file) => Card.strict().safeParse(file).data);
export const signCard = cards.sign;
/** What a file of a card says; `undefined` where it is none, or has members that nobody signed. */
export const readCard = cards.read;
/** Whether it is as it was signed by the key that it names. Whose key that is must be known from elsewhere. */
export const isSignedCard = cards.isSigned;

/** Where a receiver is, and what it says of its frequency. */
export interface ReceiverFacts {
  place: Place | undefined;
  mhz: string | undefined;
}

const HUNDRED = 100;
/** Both ends of what was heard. */
export interface Way {
  from: Place;
  to: Place;
}
/** What of a find everybody may know of places. */
interface Ends {
  from: Place | undefined;
  to: Place | undefined;
}

/**
 * Places are that of the cache as it is listed, never where the find was made: the last stage of a multi, or where a puzzle
 * leads, is for whoever has got there. A cache that moves, or is not listed, has none.
 */
export const endsOf = ({ unlisted, lat, lon }: CardRow, { place }: ReceiverFacts): Ends => ({
  from: unlisted === 0 && lat !== null && lon !== null ? { lat, lon } : undefined,
  to: place,
});

/** What may be said of a find. */
export function factsOf(row: CardRow, receiver: ReceiverFacts, isLineShown: boolean): CardFacts {
  const { from, to } = endsOf(row, receiver), has = isLineShown && row.line !== "";
  return {
    code: row.code,
    call: row.call,
    heardBy: row.site,
    at: row.at,
    mode: "PKT",
    mhz: receiver.mhz ?? null,
    cache: row.unlisted === 0 ? row.title : null,
    grid: from ? locatorOf(from).toUpperCase() : null,
    heardGrid: to ? locatorOf(to).toUpperCase() : null,
    distanceM: from && to ? Math.round(distanceM(from, to) / HUNDRED) * HUNDRED : null,
    bearing: from && to ? bearing(from, to) : null,
    line: has ? row.line : null,
    lineBy: has ? row.lineCall : null,
  };
}
