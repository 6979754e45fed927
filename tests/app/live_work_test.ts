/**
 * What the live page does for a packet is bounded, however many stations there are: no measured time, but counted work. With
 * the clock and on a slow processor it is measured by hand, in `live_load_test.ts`.
 */
import assert from "node:assert/strict";
import { type Heard, TRAIL } from "../../src/client/phone/known/heard.ts";
import { MOST_CALLS, named, ROOM } from "../../src/client/map/stations/labels.ts";
import {
  MOST_A_TURN,
  pixelOf,
  type Screen,
  spotOf,
  StationMarks,
} from "../../src/client/map/stations/marks.ts";
import { Rows } from "../../src/client/map/stations/rows.ts";
import { Line, type Wish } from "../../src/client/phone/wire/line.ts";
import {
  cacheText,
  errorText,
  findText,
  heardText,
  helloText,
  messageText,
  nearText,
  positionText,
  sentText,
} from "../../src/live/room/messages.ts";
import type { LiveMessage } from "../../src/live/room/room_messages.ts";
import type { ClientWorld } from "../../src/client/phone/world.ts";
import { rf } from "../kit/boxes.ts";
import { journey } from "../kit/journey.ts";

const NOW = 1_795_000_000;
const heard = (call: string, some: Partial<Heard> = {}): Heard => ({
  call,
  at: NOW,
  lat: 48.2,
  lon: 16.37,
  symbol: "/>",
  course: 90,
  speedKmh: 40,
  via: "rf",
  direct: true,
  mhz: null,
  emergency: false,
  comment: "",
  trail: [],
  ...some,
});
const many = [...Array(2000).keys()].map((i) =>
  heard(`S${i}`, { lat: 48 + i % 40 / 40, lon: 16 + Math.floor(i / 40) / 50 })
);
const known = new Map(many.map((row) => [row.call, row]));
const of = (call: string) => known.get(call);
/** Vienna and around at zoom 9. */
const SCREEN: Screen = {
  centre: spotOf({ lat: 48.5, lon: 16.5 }),
  world: 512 * 2 ** 9,
  width: 800,
  height: 600,
};

Deno.test("a turn of the map puts a bounded number of stations in place, and after a flood all are there", () => {
  const marks = new StationMarks();
  marks.add(known.keys());
  for (let left = many.length; left > 0;) {
    const now = marks.turn(of, NOW);
    assert.equal(left - now, Math.min(MOST_A_TURN, left));
    left = now;
  }
  assert.equal(marks.marks.count, many.length);
  marks.marks.taken();
  // One packet: nothing waits, and of trails one row is handed over.
  known.set("S7", heard("S7", { lat: 48.9, lon: 16.9, trail: [{ lat: 48.1, lon: 16.1 }] }));
  marks.trails.taken();
  marks.add(["S7"]);
  assert.equal(marks.turn(of, NOW), 0);
  assert.deepEqual([...marks.trails.taken()!], [0]);
  const { x, y } = pixelOf(SCREEN, spotOf({ lat: 48.9, lon: 16.9 }));
  assert.ok(marks.at({ x: x + 5, y: y - 5 }, 6, SCREEN).includes("S7"));
  assert.ok(!marks.at({ x: x + 7, y }, 6, SCREEN).includes("S7"));
  // Who is forgotten is gone from the map, from its trails and from under the finger.
  known.delete("S7");
  marks.add(["S7"]);
  marks.turn(of, NOW);
  assert.deepEqual([marks.marks.count, marks.trails.count], [many.length - 1, 0]);
  assert.ok(!marks.at({ x, y }, 6, SCREEN).includes("S7"));
  known.set("S7", many[7]!);
});

Deno.test("a station's numbers: its place to the metre, its course, whether it moves, and how fresh it is", () => {
  const marks = new StationMarks();
  const rows = new Map([
    ["A", heard("A", { course: 180, at: NOW - 86_400 })],
    ["B", heard("B", { speedKmh: 0, at: null })],
  ]);
  marks.add(rows.keys());
  marks.turn((call) => rows.get(call), NOW);
  const [a, b] = [0, 8].map((from) => [...marks.marks.numbers.slice(from, from + 8)]) as [number[], number[]];
  const { x, y } = spotOf({ lat: 48.2, lon: 16.37 });
  // 24 bits of the world are two metres; with what they leave over it is less than a hair.
  assert.ok(Math.abs(a[0]! + a[2]! - x) < 1e-13 && Math.abs(a[1]! + a[3]! - y) < 1e-13);
  assert.ok(Math.abs(a[5]! - Math.PI) < 1e-6);
  assert.deepEqual([a[7], b[7]], [1, 0]);
  assert.deepEqual([a[6], b[6]].map((value) => value!.toFixed(2)), ["0.35", "0.35"]);
  // It ages without any news of it.
  rows.set("A", heard("A"));
  marks.add(["A"]);
  marks.turn((call) => rows.get(call), NOW);
  assert.equal(marks.freshnessOf("A"), 1);
  marks.turn(() => assert.fail("nothing waits"), NOW + 43_200);
  assert.equal(marks.marks.numbers[6]!.toFixed(2), marks.freshnessOf("A").toFixed(2));
  assert.ok(marks.freshnessOf("A") < 0.6);
});

Deno.test("rows stand close together: what goes leaves no hole, what changed is handed over once", () => {
  const rows = new Rows(2);
  for (let i = 0; i < 200; i++) rows.put(`r${i}`, [i, i]);
  assert.equal(rows.taken(), undefined, "all of them at first");
  assert.deepEqual([...rows.taken()!], []);
  rows.put("r3", [3.5]);
  rows.drop("r5");
  rows.drop("nobody");
  assert.deepEqual([...rows.taken()!].sort(), [3, 5]);
  assert.equal(rows.count, 199);
  assert.deepEqual([...rows.numbers.slice(6, 12)], [3.5, 0, 4, 4, 199, 199]);
  rows.put("r199", [7, 7]);
  assert.deepEqual([...rows.taken()!], [5], "the one that moved is known at its new place");
  rows.drop("r199");
  rows.drop("r198");
  assert.equal(rows.count, 197);
  rows.setAll(1, () => 9);
  assert.equal(rows.taken(), undefined);
});

Deno.test("as many calls as find room are named, never two on each other, and those that were stay", () => {
  const marks = new StationMarks();
  marks.add(known.keys());
  while (marks.turn(of, NOW) > 0);
  const calls = named(marks.shown, [], SCREEN);
  assert.ok(calls.length > 50 && calls.length <= MOST_CALLS, `${calls.length}`);
  const spots = calls.map((call) => pixelOf(SCREEN, marks.shown.get(call)!));
  spots.forEach((a, i) =>
    spots.slice(0, i).forEach((b) =>
      assert.ok(Math.abs(a.x - b.x) >= ROOM.width || Math.abs(a.y - b.y) >= ROOM.height, `${i}`)
    )
  );
  for (const { x, y } of spots) assert.ok(x >= 0 && x <= SCREEN.width && y >= 0 && y <= SCREEN.height);
  const late = calls.at(-1)!;
  assert.equal(named(marks.shown, [late], SCREEN)[0], late);
  assert.deepEqual(named(marks.shown, ["GONE"], SCREEN), calls);
});

/** A line with its wishes; what it tells is given to `tell`. */
function lineOf(world: ClientWorld, now: () => number, tell: (bundle: readonly LiveMessage[]) => void) {
  const line = new Line(world, now, { value: undefined }, tell), wishes = new Set<Wish>();
  const want = (wish: Wish) => {
    wishes.add(wish);
    line.heed([...wishes]);
    return () => {
      wishes.delete(wish);
      line.heed([...wishes]);
    };
  };
  return { want };
}

/** A line whose timers the test runs, and the socket at its other end. */
function wire() {
  const planned: (() => void)[] = [];
  const socket = { readyState: WebSocket.OPEN, send() {}, close() {} } as unknown as WebSocket;
  const world = {
    later: (act: () => void) => (planned.push(act), () => {}),
    socket: () => socket,
    random: () => 0.5,
  } as unknown as ClientWorld;
  const bundles: number[] = [], taken: LiveMessage[] = [];
  lineOf(world, () => NOW, (messages) => {
    bundles.push(messages.length);
    taken.push(...messages);
  }).want({ maxAgeS: 60 });
  const hear = (data: string) => socket.onmessage!(new MessageEvent("message", { data }));
  const say = (n: number) => {
    for (let i = 0; i < n; i++) hear(heardText({ call: "OE1ABC", at: NOW }));
  };
  return { taken, hear, say, planned, bundles };
}

Deno.test("a flood of messages is handed on in small bundles, and a page that runs seldom does not fall behind", () => {
  const { say, planned, bundles } = wire();
  say(10);
  assert.equal(planned.length, 1, "one timer for all that arrives meanwhile");
  planned.shift()!();
  assert.deepEqual(bundles.splice(0), [10]);
  assert.equal(planned.length, 0);
  say(240);
  while (planned.length > 0) planned.shift()!();
  assert.deepEqual(bundles.splice(0), [25, 25, 25, 25, 25, 25, 25, 25, 25, 15]);
  // Once a minute, at fifty a second: what waits stays bounded.
  for (let minute = 0; minute < 60; minute++) {
    say(3000);
    planned.shift()!();
  }
  assert.ok(bundles.at(-1)! > 2900 && bundles.at(-1)! <= 3001, `${bundles.at(-1)}`);
});

Deno.test("every message that the gateway makes is taken; what is none of them is dropped, and the rest goes on", () => {
  const { taken, hear, planned } = wire();
  const cache = { code: "GW1", title: "Bridge" }, place = { call: "OE1ABC-9", at: NOW, lat: 48.2, lon: 16.4 };
  const text = { id: 1, from: "OE1ABC", to: "DL1XYZ", text: "73", bulletin: false, at: NOW };
  const all = [
    helloText("club.example", "global", NOW),
    positionText({ ...place, via: "rf" }),
    positionText({ ...place, via: "rf", symbol: "/>", course: 90, speedKmh: 3, comment: "x", direct: true }),
    heardText(place),
    sentText({ ...place, symbol: "/>", comment: "" }),
    findText({ ...cache, call: "DL1XYZ", tier: null, at: NOW }),
    findText({ ...cache, call: "DL1XYZ", tier: "B", at: NOW }),
    cacheText({ ...cache, cacheType: "multi", status: "active", lat: 48, lon: 16, at: NOW }),
    messageText({ ...text, direction: "rx", delivery: null }),
    messageText({ ...text, direction: "tx", delivery: "queued" }),
    nearText({ ...cache, distanceM: 12 }, NOW),
    errorText("A message is one JSON object", NOW),
  ];
  const type = "heard", call = "OE1ABC", at = NOW;
  const none = [
    ...["", "{", "null", "[]", "7", '"heard"', "{}", "[[]]"],
    ...[{ type, at }, { type, call }, { type, call, at: "1" }, { type, call: null, at }, {
      type: [type],
      at,
    }],
    ...["weather", "toString", "__proto__", "constructor", null, 3].map((type) => ({ type, call, at })),
    { ...JSON.parse(all[1]!), lat: null },
    { ...JSON.parse(all[1]!), course: "90" },
    { ...JSON.parse(all[4]!), via: "rf" },
    { ...JSON.parse(all[5]!), tier: "C" },
    { ...JSON.parse(all[8]!), direction: "up" },
    { ...JSON.parse(all[8]!), delivery: undefined },
  ].map((one) => typeof one === "string" ? one : JSON.stringify(one));
  all.forEach((one, i) => (none.slice(i * 2, i * 2 + 2).forEach(hear), hear(one)));
  none.forEach(hear);
  hear(JSON.stringify({ type, call, at, since: "a newer gateway says more" }));
  while (planned.length > 0) planned.shift()!();
  assert.deepEqual(taken.map((one) => ({ ...one })).slice(0, -1), all.map((one) => JSON.parse(one)));
  assert.equal(taken.at(-1)!.type, type);
});

/** A line whose connections the test opens and cuts, with a clock that it turns; gives what each question asked for. */
function cutWire() {
  const sockets: WebSocket[] = [],
    planned: (() => void)[] = [],
    asked: { maxAgeSec: number; bbox?: number[] }[] = [];
  let now = NOW;
  const world = {
    later: (act: () => void) => (planned.push(act), () => {}),
    socket: () => {
      const send = (text: string) => asked.push(JSON.parse(text));
      sockets.push({ readyState: WebSocket.CONNECTING, send, close() {} } as unknown as WebSocket);
      return sockets.at(-1)!;
    },
    random: () => 0.5,
  } as unknown as ClientWorld;
  const wire = lineOf(world, () => now, () => {});
  const open = () => {
    Object.assign(sockets.at(-1)!, { readyState: WebSocket.OPEN });
    sockets.at(-1)!.onopen!(new Event("open"));
    say();
  };
  const say = () => {
    const data = heardText({ call: "OE1ABC", at: now });
    sockets.at(-1)!.onmessage!(new MessageEvent("message", { data }));
  };
  const cut = () => {
    Object.assign(sockets.at(-1)!, { readyState: WebSocket.CLOSED });
    sockets.at(-1)!.onclose!(new CloseEvent("close"));
    planned.pop()!();
  };
  return { wire, asked, open, say, cut, pass: (seconds: number) => void (now += seconds) };
}

Deno.test("after a loss only what was missed is asked for, once all before it was answered", () => {
  const { wire, asked, open, say, cut, pass } = cutWire();
  const last = () => asked.at(-1)!.maxAgeSec;
  wire.want({ maxAgeS: 3600 });
  open();
  assert.equal(last(), 3600);
  pass(5);
  say();
  cut();
  open();
  assert.equal(last(), 3600, "the first answer may not have been whole");
  pass(10);
  say();
  pass(300);
  cut();
  open();
  assert.equal(last(), 300 + 120);
  pass(3);
  say();
  pass(40);
  cut();
  open();
  assert.equal(last(), 343 + 120, "nor this one: what it should have brought is asked for again");
  pass(7200);
  cut();
  open();
  assert.equal(last(), 3600, "never more than the page wants");
  pass(10);
  say();
  const box = { west: 16, south: 48, east: 17, north: 49 };
  const leave = wire.want({ maxAgeS: 3600, box });
  assert.equal(last(), 120, "everywhere is still wanted, and known");
  leave();
  wire.want({ maxAgeS: 86_400 });
  assert.equal(last(), 86_400, "a longer time is a new question");
});

journey(
  "packets move stations on the live page while the map itself rests and the list keeps its rows",
  async ({ app, phone: take }) => {
    const hear = (turn: number) =>
      app.ingest.post("/ingest", {
        packets: [...Array(150).keys()].map((i) => {
          const minutes = String(10 + i % 40).padStart(2, "0");
          return rf(
            app,
            `OE1${i}A>APRS:!48${minutes}.${turn}0N/016${minutes}.00E>088/036turn ${turn}`,
            "OE1GATE-1",
          );
        }),
      });
    await hear(1);
    const phone = await take({ screen: { width: 1280, height: 800 } });
    // Whatever the map library makes anew it makes in its workers: what they are told is counted. Where stations keep names
    // away they are told once in five seconds, which is counted by itself.
    await phone.tab.send("Page.addScriptToEvaluateOnNewDocument", {
      source: `globalThis.told = 0; globalThis.rooms = 0;
        const tell = Worker.prototype.postMessage;
        Worker.prototype.postMessage = function (...all) {
          const { type, data } = all[0] ?? {};
          if (data?.source === "rooms" || data?.room) rooms += type === "LD";
          else told++;
          return tell.apply(this, all);
        };
        globalThis.trails = 0; const draw = WebGL2RenderingContext.prototype.drawArraysInstanced;
        WebGL2RenderingContext.prototype.drawArraysInstanced = function (...all) {
          if (this.canvas.className === "station-canvas") trails = Math.max(trails, all[3]);
          return draw.apply(this, all);
        };`,
    });
    await phone.open("/live");
    await phone.sees("150 stations");
    await phone.tab.until(`document.querySelector(".station-canvas") !== null &&
      document.querySelector(".big-map > [role=status]") === null && told > 0`);
    // The map is at rest once its workers have been told nothing new for a while.
    await phone.tab.until(`(globalThis.still = globalThis.lastTold === told ? (globalThis.still ?? 0) + 1 : 0,
      globalThis.lastTold = told, still > 80)`);
    await phone.tab.evaluate(`(() => {
      globalThis.rowsMade = 0;
      new MutationObserver((list) => { for (const { addedNodes } of list) rowsMade += addedNodes.length; })
        .observe(document.querySelector(".live-heard .entries"), { childList: true });
      globalThis.toldBefore = told;
      globalThis.roomsBefore = rooms;
    })()`);
    const before = performance.now();
    await hear(2);
    await phone.tab.until(`[...document.querySelectorAll(".live-heard .entries > li")]
      .every(({ textContent }) => textContent.includes("turn 2"))`);
    // Trails of thirty steps for each of them: the turn that drew the news is over.
    await phone.tab.until(`trails === ${150 * TRAIL}`);
    assert.deepEqual(await phone.tab.evaluate("[told - toldBefore, rowsMade]"), [0, 0]);
    const most = 1 + (performance.now() - before) / 5000;
    assert.ok(Number(await phone.tab.evaluate("rooms - roomsBefore")) <= most);
    assert.equal(
      await phone.tab.evaluate(`document.querySelectorAll(".live-heard .entries > li").length`),
      100,
    );
    assert.deepEqual(phone.tab.complaints, []);
  },
  { env: { FIRST_PARTY_SITES: "OE1GATE-1" }, devices: ["desktop"] },
);
