/** The rules behind the pages of the shack: what is drawn how wide, which names have room, what a port's day is. */
import assert from "node:assert/strict";
import { KEYS, nameOfKey, NAMES } from "../../src/client/panes/key_table.ts";
import {
  drawnMesh,
  HEIGHT,
  type Linked,
  type Placed,
  WIDTH,
} from "../../src/client/shack/mesh/mesh_drawing.ts";
import { frequency, narrowed, optionsOf, type SpotSeen } from "../../src/client/shack/spots/narrow_spots.ts";
import { drawnWays, MOST, nodesOf, type NodeWay } from "../../src/client/shack/node/node_ways.ts";
import { beaconSymbol } from "../../src/client/shack/stations/station_choices.ts";
import { dayOf, wordOf } from "../../src/client/shack/node/port_hours.ts";

const NOW = 1_800_000_000;
const node = (callsign: string, lat: number, lon: number, age = 0): Placed => ({
  callsign,
  lat,
  lon,
  lastHeard: NOW - age,
});
const link = (from: Placed, to: Placed, quality: Linked["quality"], age = 0): Linked => ({
  from: from.callsign,
  to: to.callsign,
  kind: "direct",
  quality,
  lastSeen: NOW - age,
  fromLat: from.lat,
  fromLon: from.lon,
  toLat: to.lat,
  toLon: to.lon,
});

Deno.test("a mesh drawing: width is quality, fade is age, ends lie on their nodes, all within the drawing", () => {
  const [a, b, c] = [
    node("OE1AAA-1", 48, 16),
    node("OE1BBB-1", 48.5, 16.5, 86_400),
    node("OE1CCC-1", 47.9, 17),
  ];
  const drawn = drawnMesh(
    [a, b, c],
    [link(a, b, "strong"), link(b, c, "usable", 86_400), link(a, c, null)],
    NOW,
  );
  assert.deepEqual(drawn.links.map(({ width }) => width), [5, 3, 1.5]);
  assert.deepEqual(drawn.links.map(({ fresh }) => Math.round(fresh * 100)), [100, 35, 100]);
  const spot = (call: string) => drawn.nodes.find((one) => one.call === call)!;
  assert.deepEqual(drawn.links[0]!.from, { x: spot("OE1AAA-1").x, y: spot("OE1AAA-1").y });
  assert.ok(spot("OE1BBB-1").y < spot("OE1CCC-1").y, "north is up");
  assert.ok(spot("OE1BBB-1").fresh < spot("OE1AAA-1").fresh);
  for (const { x, y } of drawn.nodes) assert.ok(x >= 0 && x <= WIDTH && y >= 0 && y <= HEIGHT);
});

Deno.test("of names that would lie on each other the newest is written", () => {
  const near = [node("OE1OLD-1", 48, 16, 500), node("OE1NEW-1", 48, 16), node("OE1FAR-1", 48.4, 15.5, 900)];
  const named = drawnMesh(near, [], NOW).nodes.filter((one) => one.named).map(({ call }) => call);
  assert.deepEqual(named, ["OE1NEW-1", "OE1FAR-1"]);
});

Deno.test("a port's day: 24 hours to now, empty ones too, older ones not; the word by its age", () => {
  const begun = NOW - NOW % 3600;
  const day = dayOf([
    { at: begun - 24 * 3600, rx: 9, tx: 9 },
    { at: begun - 23 * 3600, rx: 1, tx: 0 },
    { at: begun, rx: 5, tx: 2 },
  ], NOW);
  assert.equal(day.length, 24);
  assert.deepEqual([day[0], day[1], day[23]], [
    { at: begun - 23 * 3600, rx: 1, tx: 0 },
    { at: begun - 22 * 3600, rx: 0, tx: 0 },
    { at: begun, rx: 5, tx: 2 },
  ]);
  assert.deepEqual([0, 599, 600, 7199, 7200].map(wordOf), ["hearing", "hearing", "quiet", "quiet", "silent"]);
});

const way = (dest: string, neighbor: string, quality: number): NodeWay => ({
  dest,
  neighbor,
  quality,
  alias: "",
  port: "1",
});

Deno.test("packet nodes: each by its best way, the others named; neighbours stand between here and the rest", () => {
  const nodes = nodesOf([way("OE1XA", "OE1XA", 200), way("OE3XB", "OE5XC", 90), way("OE3XB", "OE1XA", 150)]);
  assert.deepEqual(nodes.map(({ dest, neighbor, others }) => [dest, neighbor, others]), [
    ["OE1XA", "OE1XA", []],
    ["OE3XB", "OE1XA", ["OE5XC"]],
  ]);
  const drawn = drawnWays(nodes);
  assert.deepEqual([drawn.neighbours.map(({ call }) => call), drawn.nodes.map(({ call }) => call)], [
    ["OE1XA"],
    ["OE3XB"],
  ]);
  assert.deepEqual(drawn.lines.map(({ key, width }) => [key, width]), [["OE1XA", 4], ["OE1XA OE3XB", 3]]);
  assert.equal(drawn.lines[1]!.x1, drawn.neighbours[0]!.x);
  const many = nodesOf([...Array(MOST + 5).keys()].map((i) => way(`OE1N${i}`, "OE1XA", i)));
  assert.equal(drawnWays(many).nodes.length, MOST);
  assert.equal(drawnWays(many).nodes[0]!.call, `OE1N${MOST + 4}`, "the best known");
});

Deno.test("spots are narrowed by every choice and by words, the newest first", () => {
  const spot = (callsign: string, spottedAt: number, more: Partial<SpotSeen> = {}): SpotSeen => ({
    callsign,
    source: "sota",
    spottedAt,
    ...more,
  });
  const spots = [
    spot("OE1AAA", 1, { band: "2m", mode: "FM", name: "Schneeberg" }),
    spot("OE2BBB", 2, { band: "40m", mode: "CW" }),
    spot("OE3CCC", 3, { band: "2m", mode: "CW", source: "pota" }),
  ];
  const calls = (wanted: Partial<Parameters<typeof narrowed>[1]>) =>
    narrowed(spots, { text: "", source: "", band: "", mode: "", ...wanted }).map(({ callsign }) => callsign);
  assert.deepEqual(calls({}), ["OE3CCC", "OE2BBB", "OE1AAA"]);
  assert.deepEqual(calls({ band: "2m" }), ["OE3CCC", "OE1AAA"]);
  assert.deepEqual(calls({ band: "2m", source: "sota" }), ["OE1AAA"]);
  assert.deepEqual(calls({ text: "schnee" }), ["OE1AAA"]);
  assert.deepEqual(optionsOf(spots, "band"), ["2m", "40m"]);
  assert.deepEqual([frequency(14_285_000), frequency(undefined)], ["14.285 MHz", ""]);
});

Deno.test("no key does two things, and each is found by what it is", () => {
  assert.equal(new Set(NAMES.map((name) => KEYS[name].key)).size, NAMES.length);
  for (const name of NAMES) assert.equal(nameOfKey(KEYS[name].key), name);
  assert.equal(nameOfKey("Q"), undefined);
});

Deno.test("a beacon shows what the map shows: the chosen symbol, else the first role's; weather wants readings", () => {
  const of = (symbol: string, ...roles: string[]) => beaconSymbol({ symbol, roles });
  assert.deepEqual([of("/>", "digipeater"), of("", "digipeater", "igate"), of("", "igate")], [
    "/>",
    "/#",
    "I&",
  ]);
  assert.deepEqual([of(""), of("", "weather")], ["/-", "/-"]);
});
