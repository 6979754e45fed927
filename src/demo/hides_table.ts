/** What the members of the made-up club hid. */
import type { Place } from "../base/mod.ts";

/** A stage as the app posts it. */
export interface HideStage extends Place {
  n: number;
  unlock: "geo" | "open" | "nfc";
  clue: string;
  code?: string;
}

interface Hide extends Place {
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
  wheelchair?: true;
  status?: "draft" | "disabled";
  /** Becomes so on the last day. */
  ends?: "archived";
  tags?: string[];
  stages?: readonly HideStage[];
  photo?: true;
}

const ISLAND = { lat: 47.1285, lon: 9.5052 };

export const HIDES: readonly Hide[] = [
  {
    ...{
      key: "mast",
      owner: "OE1ANA",
      type: "traditional",
      title: "The old mast",
      lat: 47.1435,
      lon: 9.5456,
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
      lat: 47.1212,
      lon: 9.5265,
    },
    description: "Believed only where a trusted receiver heard you at the place. Beacon once, then log.",
    ...{ hint: "Third bench.", size: "micro", minTrust: "A", terrain: 1.5, tags: ["radio"] },
  },
  {
    ...{ key: "island", owner: "OE3CLA", type: "multi", title: "Four ways across the river", ...ISLAND },
    description: "Four stages along the dam. The last one is a tag: it opens without signal too.",
    ...{
      hint: "Bring a phone that reads NFC, or type the code.",
      size: "regular",
      difficulty: 3,
      terrain: 2,
    },
    stages: [
      { n: 1, unlock: "geo", clue: "Stand at the first bridge and look north.", lat: 47.1322, lon: 9.5072 },
      { n: 2, unlock: "open", clue: "Count the lamps up to the second bridge.", lat: 47.1362, lon: 9.5082 },
      {
        n: 3,
        unlock: "nfc",
        clue: "The tag is under the handrail.",
        ...{ lat: 47.1402, lon: 9.5075, code: "RIVER-7KQX-M2PR-9TWV" },
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
      lat: 47.1562,
      lon: 9.5135,
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
      lat: 47.1455,
      lon: 9.5193,
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
      lat: 47.1512,
      lon: 9.503,
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
      lat: 47.1372,
      lon: 9.5312,
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
      lat: 47.1378,
      lon: 9.5219,
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
      lat: 47.1412,
      lon: 9.5228,
    },
    description: "Stays within this instance: neighbours do not see it.",
    ...{ scope: "local", size: "small", terrain: 1, wheelchair: true },
  },
  {
    ...{
      key: "unlisted",
      owner: "OE3DAN",
      type: "traditional",
      title: "Only by its code",
      lat: 47.1498,
      lon: 9.5262,
    },
    ...{ description: "On no list and no map.", unlisted: true, size: "micro" },
  },
  {
    ...{
      key: "wet",
      owner: "OE3EVA",
      type: "traditional",
      title: "Under the footbridge",
      lat: 47.1247,
      lon: 9.5178,
    },
    ...{ description: "High water takes it now and then.", status: "disabled", size: "small", terrain: 2.5 },
  },
  {
    ...{
      key: "gone",
      owner: "OE1FLO",
      type: "traditional",
      title: "The lost gate",
      lat: 47.1312,
      lon: 9.5202,
    },
    ...{ description: "The gate was torn down, and the box with it.", ends: "archived", size: "small" },
  },
  {
    ...{
      key: "draft",
      owner: "OE1ANA",
      type: "traditional",
      title: "Not finished yet",
      lat: 47.1478,
      lon: 9.5142,
    },
    ...{ description: "Only its owner sees this.", status: "draft" },
  },
];
