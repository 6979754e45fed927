/** Who plays in the demonstration and what they hid: a made-up club at Vienna. No call here is meant to be anybody's. */
import type { Place } from "../base/mod.ts";

export const OPERATOR = "OE1DEM";
/** The club's receiver, on a hill above the town. */
export const SITE = { call: "OE1DEM-10", lat: 48.2766, lon: 16.3329 };
export const MESH_NODE = "OE1DEM-12";
/** The neighbours' receiver, and the hill on which it stands. */
export const NEIGHBOUR_SITE = { call: "OE5DEM-10", lat: 48.3245, lon: 14.2586 };
/** A digipeater that repeats what it hears. */
export const DIGIPEATER = "OE3XDM-3";

/** Proves its call on the air, by the sysop's word, or not yet. */
export type Proof = "air" | "sysop" | "none";

export const MEMBERS: readonly { call: string; name: string; grid: string; proof: Proof }[] = [
  { call: "OE1ANA", name: "Anna", grid: "JN88EF", proof: "air" },
  { call: "OE1BEN", name: "Benedikt", grid: "JN88DE", proof: "air" },
  { call: "OE3CLA", name: "Clara", grid: "JN88DH", proof: "air" },
  { call: "OE3DAN", name: "Daniel", grid: "JN78WG", proof: "air" },
  { call: "OE3EVA", name: "Eva", grid: "JN87EX", proof: "sysop" },
  { call: "OE1FLO", name: "Florian", grid: "JN88EE", proof: "sysop" },
  { call: "OE1GUS", name: "Gustav", grid: "JN88FF", proof: "air" },
  { call: "OE5HAN", name: "Hanna", grid: "JN78DH", proof: "none" },
];

export interface Hide extends Place {
  key: string;
  owner: string;
  title: string;
  description: string;
  hint?: string;
  type: string;
  size?: string;
  difficulty?: number;
  terrain?: number;
  /** What the hider asks of a find. */
  minTrust?: "A" | "B";
  scope?: "local";
  unlisted?: true;
  status?: "draft" | "disabled";
  /** Becomes so on the last day. */
  ends?: "archived";
  tags?: string[];
  stages?: readonly Record<string, unknown>[];
  photo?: true;
}

const ISLAND = { lat: 48.2206, lon: 16.4219 };

export const HIDES: readonly Hide[] = [
  {
    ...{
      key: "mast",
      owner: "OE1ANA",
      type: "traditional",
      title: "The old mast",
      lat: 48.2771,
      lon: 16.3345,
    },
    description: "Below the hill's first antenna mast. From here you hear half of the country.",
    ...{
      hint: "Magnetic, behind the concrete foot.",
      size: "small",
      difficulty: 1.5,
      terrain: 2,
      photo: true,
    },
  },
  {
    ...{
      key: "radio",
      owner: "OE1BEN",
      type: "traditional",
      title: "Radio finds only",
      lat: 48.1903,
      lon: 16.3125,
    },
    description: "Believed only where a trusted receiver heard you at the place. Beacon once, then log.",
    ...{ hint: "Third bench.", size: "micro", minTrust: "A", terrain: 1.5, tags: ["radio"] },
  },
  {
    ...{ key: "island", owner: "OE3CLA", type: "multi", title: "Four ways across the river", ...ISLAND },
    description: "Four stages along the island. The last one is a tag: it opens without signal too.",
    ...{
      hint: "Bring a phone that reads NFC, or type the code.",
      size: "regular",
      difficulty: 3,
      terrain: 2,
    },
    stages: [
      { n: 1, unlock: "geo", clue: "Stand at the first bridge and look north.", lat: 48.2262, lon: 16.4158 },
      { n: 2, unlock: "open", clue: "Count the lamps up to the second bridge.", lat: 48.2301, lon: 16.4102 },
      {
        n: 3,
        unlock: "nfc",
        clue: "The tag is under the handrail.",
        ...{ lat: 48.2339, lon: 16.4051, code: "RIVER-7KQX-M2PR-9TWV" },
      },
    ],
    photo: true,
  },
  {
    ...{
      key: "cipher",
      owner: "OE3DAN",
      type: "mystery",
      title: "Ninety-nine beacons",
      lat: 48.2427,
      lon: 16.3849,
    },
    description: "The place stands in the beacon that OE3DAN-1 sends each night. Read all of it.",
    ...{ size: "small", difficulty: 4.5, terrain: 1.5 },
  },
  {
    ...{
      key: "far",
      owner: "OE1GUS",
      type: "traditional",
      title: "A long way from home",
      lat: 48.3301,
      lon: 14.3202,
    },
    description: "Nobody of the club hears you here; the neighbours' receiver does.",
    ...{ size: "regular", difficulty: 1.5, terrain: 2 },
  },
  {
    ...{
      key: "letter",
      owner: "OE3EVA",
      type: "letterbox",
      title: "Stamp of the vineyard",
      lat: 48.2582,
      lon: 16.3402,
    },
    description: "A stamp and a book. Bring your own stamp.",
    ...{ size: "regular", difficulty: 2, terrain: 2.5 },
  },
  {
    ...{
      key: "view",
      owner: "OE1FLO",
      type: "virtual",
      title: "Where the river turns",
      lat: 48.2654,
      lon: 16.3712,
    },
    description: "Nothing is hidden. Stand where all three bridges are in one line.",
    ...{ size: "none", terrain: 1 },
  },
  {
    ...{
      key: "stone",
      owner: "OE1GUS",
      type: "earth",
      title: "A reef in the quarry",
      lat: 48.2103,
      lon: 16.2611,
    },
    description: "This wall was sea floor. Find a shell and say how wide it is.",
    ...{ size: "none", difficulty: 2, terrain: 3, photo: true },
  },
  {
    ...{
      key: "sound",
      owner: "OE1ANA",
      type: "audio",
      title: "What the tower plays",
      lat: 48.2085,
      lon: 16.3731,
    },
    description: "Listen at the hour. The melody is the code.",
    ...{ size: "micro", difficulty: 3.5, terrain: 1 },
  },
  {
    ...{
      key: "local",
      owner: "OE1BEN",
      type: "traditional",
      title: "For the club evening",
      lat: 48.2011,
      lon: 16.3655,
    },
    description: "Stays within this instance: neighbours do not see it.",
    ...{ scope: "local", size: "small" },
  },
  {
    ...{
      key: "unlisted",
      owner: "OE3DAN",
      type: "traditional",
      title: "Only by its code",
      lat: 48.2333,
      lon: 16.3333,
    },
    ...{ description: "On no list and no map.", unlisted: true, size: "micro" },
  },
  {
    ...{
      key: "wet",
      owner: "OE3EVA",
      type: "traditional",
      title: "Under the footbridge",
      lat: 48.1702,
      lon: 16.4321,
    },
    ...{ description: "High water takes it now and then.", status: "disabled", size: "small", terrain: 2.5 },
  },
  {
    ...{
      key: "gone",
      owner: "OE1FLO",
      type: "traditional",
      title: "The lost gate",
      lat: 48.1951,
      lon: 16.3419,
    },
    ...{ description: "The gate was torn down, and the box with it.", ends: "archived", size: "small" },
  },
  {
    ...{
      key: "draft",
      owner: "OE1ANA",
      type: "traditional",
      title: "Not finished yet",
      lat: 48.2201,
      lon: 16.3501,
    },
    ...{ description: "Only its owner sees this.", status: "draft" },
  },
];

/**
 * How somebody is believed: a trusted receiver heard the beacon (tier A), or a neighbour's did and says so; the phone or a strong tag says so (B), only a
 * digipeater was heard, or nothing stands for it; a command over the air; signed on the phone and sent hours later.
 */
export type How = "radio" | "witnessed" | "digipeated" | "phone" | "tag" | "nothing" | "command" | "later";

export interface Visit {
  /** Days before today. */
  day: number;
  who: string;
  cache: string;
  how: How;
  kind?: "found" | "DNF" | "note";
  text: string;
}

export const VISITS: readonly Visit[] = [
  {
    day: 16,
    who: "OE1BEN",
    cache: "mast",
    how: "radio",
    text: "Heard at 5/9 from the car park. TNX for the hill!",
  },
  { day: 16, who: "OE3CLA", cache: "mast", how: "phone", text: "Came by bike, the handheld stayed at home." },
  {
    day: 16,
    who: "OE3DAN",
    cache: "stone",
    how: "digipeated",
    text: "Deep in the quarry, only the digipeater heard me.",
  },
  { day: 16, who: "OE3EVA", cache: "gone", how: "nothing", kind: "DNF", text: "No gate, no box." },
  { day: 9, who: "OE1ANA", cache: "radio", how: "radio", text: "One beacon at the bench, and there it is." },
  {
    day: 9,
    who: "OE1FLO",
    cache: "radio",
    how: "phone",
    text: "My battery was empty: it does not count here.",
  },
  { day: 9, who: "OE1GUS", cache: "view", how: "command", text: "73 from the river" },
  {
    day: 9,
    who: "OE1ANA",
    cache: "island",
    how: "tag",
    text: "The tag opened without any signal. Very nice walk.",
  },
  {
    day: 9,
    who: "OE5HAN",
    cache: "view",
    how: "phone",
    text: "First visit to the club. Not verified yet, says the page.",
  },
  { day: 4, who: "OE1GUS", cache: "letter", how: "radio", text: "Stamped. The book is nearly full." },
  {
    day: 4,
    who: "OE1BEN",
    cache: "letter",
    how: "later",
    text: "Written between the vines without signal, sent at home.",
  },
  {
    day: 4,
    who: "OE1ANA",
    cache: "letter",
    how: "nothing",
    kind: "note",
    text: "I bring a new book on Sunday.",
  },
  { day: 1, who: "OE3DAN", cache: "mast", how: "radio", text: "Second try, first light, 3 W." },
  { day: 1, who: "OE1BEN", cache: "far", how: "witnessed", text: "The neighbours heard me. TNX!" },
  { day: 1, who: "OE1FLO", cache: "sound", how: "nothing", text: "Listened twice. Logged from memory." },
  {
    day: 1,
    who: "OE3CLA",
    cache: "stone",
    how: "radio",
    text: "Four centimetres, and a fine echo on 144.800.",
  },
];
