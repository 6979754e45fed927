/** Caches, finds and tracks that hold everything awkward: markup, control characters, emoji, umlauts, empty fields. */
import type { ExportCache, ExportFind, ExportTrack, Feed } from "../../src/read/formats/views.ts";

const AT = 1_780_315_200;
const AWKWARD = `Tom & "Jerry" <b>'s</b> \u0000\u0007\u001b[1m\u2028 Straße 𝄞 \ud800 ]]> ř\r\nsecond line`;

export const sampleCaches: ExportCache[] = [
  {
    code: "GWK-4J7",
    title: "Bridge & <tower>",
    type: "traditional",
    size: "small",
    difficulty: 2.5,
    terrain: 3,
    lat: 48.208333,
    lon: 16.3725,
    owner: "OE1ABC",
    status: "active",
    createdAt: AT - 86_400,
    url: "https://club.example/c/GWK4J7?a=1&b=2",
    country: "OE",
    description: AWKWARD,
    hint: "under the <stone>",
    logs: [
      { id: 1, kind: "found", author: "DL1XYZ-9", at: AT, text: AWKWARD },
      { id: 2, kind: "DNF", author: "DL2XYZ", at: AT + 60, text: "" },
      { id: 3, kind: "note", author: "HB9XYZ", at: AT + 120, text: "Schöner Ort" },
    ],
  },
  {
    code: "9MOVE",
    title: "Rolling stone",
    type: "living",
    size: "none",
    difficulty: 1,
    terrain: 1,
    lat: -33.85,
    lon: -151.2,
    owner: "VK2ABC",
    status: "disabled",
    createdAt: AT - 5 * 86_400,
    url: "https://club.example/c/9MOVE",
    heard: { call: "VK2ABC-9", at: AT - 300 },
  },
  {
    code: "EARTH5",
    title: "\u0001",
    type: "mystery",
    size: "micro",
    difficulty: 5,
    terrain: 1.5,
    lat: 0,
    lon: 180,
    owner: "OE3ABC",
    status: "archived",
    createdAt: AT,
    url: "https://club.example/c/EARTH5",
  },
];

export const sampleTrack: ExportTrack = {
  call: "9A1ABC-9",
  comment: "on the <road>\u0007",
  points: [
    { lat: 48.1, lon: 16.1, at: AT - 1200 },
    { lat: 48.2, lon: 16.2, at: AT - 600 },
    { lat: 48.3, lon: 16.3, at: AT },
  ],
};

export const sampleFinds: ExportFind[] = [
  {
    call: "DL1XYZ-9",
    code: "GWK-4J7",
    title: "Brücke – über <Wasser>",
    type: "traditional",
    foundAt: AT,
    tier: "A",
    lat: 48.208333,
    lon: 16.3725,
    owner: "OE1ABC-7",
    freqMHz: 144.8,
    text: "Schöner Ort\nund Łódź 𝄞",
  },
  {
    call: "DL1XYZ",
    code: "9MOVE",
    title: "Rolling stone",
    type: "living",
    foundAt: AT + 3599,
    tier: "B",
    lat: -33.999999,
    lon: -151.2,
    owner: "VK2ABC",
    station: "VK2ABC-9",
    freqMHz: 433.175,
  },
  {
    call: "DL1XYZ",
    code: "EARTH5",
    title: "No place",
    type: "mystery",
    foundAt: AT + 7200,
    tier: "B",
    owner: "OE3ABC",
  },
];

export const sampleFeed: Feed = {
  title: "Club & friends: activity",
  description: "Finds <and> hides",
  link: "https://club.example/",
  self: "https://club.example/feeds/activity.xml?a=1&b=2",
  builtAt: AT,
  items: [
    {
      guid: "find:1",
      title: `DL1XYZ found ${AWKWARD}`,
      link: "https://club.example/c/GWK4J7?a=1&b=2",
      at: AT,
      author: "DL1XYZ",
      text: AWKWARD,
      category: "found",
    },
    {
      guid: "cache:9MOVE",
      title: "New: Rolling stone",
      link: "https://club.example/c/9MOVE",
      at: AT - 60,
      text: "",
    },
  ],
};
