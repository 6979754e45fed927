/** What is on the air while the demonstration runs: cars, walkers, weather, telemetry, messages, a mesh. */
import type { Place } from "../base/mod.ts";
import { messageInfo, positionInfo, weatherInfo } from "../aprs/mod.ts";
import { DIGIPEATER, MESH_NODE, SITE } from "./cast.ts";
import type { MeshNode } from "./mesh_node.ts";
import { beacon, message, micE, type Radio, utf8 } from "./radio.ts";

/** Milliseconds between two things that are heard. */
const EVERY_MS = 700;
const TOWN: Place = { lat: 47.141, lon: 9.5209 };

/** A point on a ring round the town: `turn` goes from 0 to 1. */
const ring = (turn: number, radiusM: number): Place => ({
  lat: TOWN.lat + radiusM * Math.cos(turn * 2 * Math.PI) / 111_320,
  lon: TOWN.lon + radiusM * Math.sin(turn * 2 * Math.PI) / 74_200,
});

/** The course of somebody who drives that ring. */
const courseAt = (turn: number): number => Math.round(turn * 360 + 90) % 360;

/** Each thing in turn; `n` counts up, `minutes` is the time since the start. */
type Line = (n: number) => string | readonly string[];

const definitions = (call: string): string[] =>
  ["PARM.Battery,Solar,Inside", "UNIT.V,W,deg.C", "EQNS.0,0.1,0,0,1,0,0,0.5,-20"].map((info) =>
    `${call}>APDEMO:${messageInfo(call, info)}`
  );

const AIR: readonly Line[] = [
  (n) => micE("OE1GUS-9", ring(n / 90, 1900), courseAt(n / 90), 28, "delivery van"),
  (n) => beacon("OE3CLA-8", ring(0.3 + n / 400, 1500), "/b", utf8("mit dem Rad am Fluß")),
  (n) =>
    `OE3XWX-13>APDEMO,WIDE2-1:${
      weatherInfo({ lat: 47.1462, lon: 9.5168 }, {
        windDirection: (200 + n * 7) % 360,
        windMs: 3 + n % 4,
        gustMs: 6 + n % 5,
        tempC: 7 + Math.sin(n / 9) * 3,
        humidity: 60 + n % 20,
        pressureHpa: 1016.5,
        rain1hMm: n % 30 === 0 ? 1 : 0,
      }, "town weather")
    }`,
  (n) => beacon("OE3DAN-9", ring(0.7 - n / 160, 2400), "/>", "145.500 listening"),
  (n) =>
    n % 12 === 0
      ? [
        ...definitions("OE1XTM-1"),
        beacon("OE1XTM-1", { lat: 47.1337, lon: 9.5318 }, "/r", "relay on the tower"),
      ]
      : `OE1XTM-1>APDEMO,${DIGIPEATER}*,WIDE2-1:T#${`${n % 1000}`.padStart(3, "0")},${120 + n % 18},${
        `${n * 3 % 90}`.padStart(3, "0")
      },${`${80 + n % 12}`.padStart(3, "0")},000,000,10000000`,
  (n) => beacon(DIGIPEATER, { lat: 47.1182, lon: 9.5502 }, "I#", n % 2 ? "fill-in" : "fill-in, 12.7 V"),
  (n) =>
    message(
      "OE3CLA-8",
      "OE1GUS-9",
      ["On my way", "Where is the van?", "See you at the river"][n % 3]!,
      `${n % 99}`,
    ),
  (n) => message("OE1GUS-9", "OE3CLA-8", `ack${(n + 98) % 99}`),
  (n) => beacon("OE1BEN-7", ring(0.52 + n / 700, 700), "/[", "walking"),
  () => beacon(SITE.call, SITE, "I&", "the club's receiver"),
  (n) => `OE1DEM-1>APDEMO:>${n % 2 ? "Club evening on Thursday" : "Beacon of the club"}`,
  (n) =>
    `OE3EVA-5>APDEMO,WIDE1-1:;EVENT    *${`${10 + n % 10}`}1200z${
      positionInfo(47.1412, 9.5228, "\\E", "Club evening").slice(1)
    }`,
  (n) =>
    beacon(
      "OE3HEL-11",
      ring(0.1 + n / 300, 18_000),
      "/O",
      `/A=${`${20_000 + n * 90}`.padStart(6, "0")} balloon`,
    ),
];

const MESH_CALLS = ["OE1FLO-12", "OE3EVA-2", "OE1BEN-12"] as const;
const SAYINGS = [
  "Good morning from the hill",
  "Anybody at the river?",
  "QRV on 144.800 as well",
  "73 de the mesh",
];

function meshTurn(mesh: MeshNode, n: number): void {
  const call = MESH_CALLS[n % 3]!;
  const relays = n % 3 === 2 ? ["OE1FLO-12"] : [];
  switch (n % 4) {
    case 0:
      return mesh.position(call, ring(0.2 + n % 3 / 5, 5200), 200 + 40 * (n % 3), relays);
    case 1:
      return mesh.text(call, n % 8 === 1 ? "232" : "*", SAYINGS[n % SAYINGS.length]!, relays);
    case 2:
      return mesh.sensors("OE3EVA-2", 19.5 + n % 5 / 2, 48, 1015.2);
    case 3:
      return mesh.position(MESH_NODE, SITE, 484);
  }
}

/** Begins at once; gives a function that ends it. */
export function startTraffic(radio: Radio, mesh: MeshNode): () => void {
  let n = 0;
  const turn = () => {
    const lines = AIR[n % AIR.length]!(Math.floor(n / AIR.length));
    for (const line of typeof lines === "string" ? [lines] : lines) {
      radio.hear(line).catch(() => {}); // the box is just going away
    }
    if (n % 3 === 0) meshTurn(mesh, n / 3);
    n++;
  };
  // Everything once, so that nobody looks at an empty map.
  for (let i = 0; i < AIR.length; i++) turn();
  const timer = setInterval(turn, EVERY_MS);
  return () => clearInterval(timer);
}
