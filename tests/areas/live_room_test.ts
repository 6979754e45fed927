/** The live room: who is told what, prompts, and who is dropped. */
import assert from "node:assert/strict";
import { Hub } from "../../src/live/hub.ts";
import type { LivePosition } from "../../src/live/room/messages.ts";
import { parseClientMessage } from "../../src/live/room/messages.ts";
import { memoryCeiling, MemoryWatch } from "../../src/live/room/memory_watch.ts";
import type { RoomOptions, RoomSources, Socket } from "../../src/live/room/parts.ts";
import { partyOf } from "../../src/live/room/party.ts";
import { Room } from "../../src/live/room/room.ts";
import { becomes } from "../kit/waits.ts";
import { START, testWorld } from "../kit/world.ts";

class FakeSocket implements Socket {
  bufferedAmount = 0;
  readyState = 1;
  sent: Record<string, unknown>[] = [];
  closed: [number?, string?] | undefined;
  send(text: string) {
    this.sent.push(JSON.parse(text));
  }
  close(code?: number, reason?: string) {
    this.readyState = 2;
    this.closed = [code, reason];
  }
  types = () => this.sent.map((message) => message.type);
}

const position = (over: Partial<LivePosition> = {}): LivePosition => ({
  call: "OE1ABC-9",
  at: START,
  lat: 48.2,
  lon: 16.37,
  symbol: "/>",
  course: 90,
  via: "rf",
  ...over,
});

function makeRoom(over: Partial<RoomOptions> & Partial<RoomSources> = {}) {
  const world = testWorld();
  const asked: unknown[] = [];
  const room = new Room(world, {
    heardSince: over.heardSince ?? ((...args) => {
      asked.push(args);
      return [];
    }),
    cachesNear: over.cachesNear ?? (() => []),
  }, { instance: "club.example", ...over });
  const join = (address = "192.0.2.1") => {
    const socket = new FakeSocket();
    return { socket, client: room.join(socket, address) };
  };
  return { world, room, join, asked };
}

Deno.test("room: greets, and without a subscription tells everything", () => {
  const { room, join } = makeRoom();
  const { socket } = join();
  room.position(position({ direct: true, speedKmh: 12, comment: "hello" }));
  room.find({ code: "GW1", title: "Bridge", call: "DL1XYZ", tier: "A", at: START, lat: 48, lon: 16 });
  room.cache({
    code: "GW1",
    title: "Bridge",
    cacheType: "multi",
    status: "active",
    lat: 48,
    lon: 16,
    at: START,
  });
  assert.deepEqual(socket.sent, [
    { type: "hello", at: START, instance: "club.example", region: "global" },
    {
      type: "position",
      at: START,
      call: "OE1ABC-9",
      lat: 48.2,
      lon: 16.37,
      symbol: "/>",
      course: 90,
      via: "rf",
      direct: true,
      speedKmh: 12,
      comment: "hello",
      mhz: null,
      emergency: false,
    },
    { type: "find", at: START, code: "GW1", title: "Bridge", call: "DL1XYZ", tier: "A" },
    {
      type: "cache",
      at: START,
      code: "GW1",
      title: "Bridge",
      cacheType: "multi",
      status: "active",
      lat: 48,
      lon: 16,
    },
  ]);
  room.close();
});

Deno.test("room: a subscription narrows to its box and age, and tells what was heard lately", () => {
  const heard = [position({ call: "OE1OLD", at: START - 100 })];
  const asked: unknown[][] = [];
  const { room, join } = makeRoom({
    heardSince: (...args) => {
      asked.push(args);
      return heard;
    },
  });
  const { socket, client } = join();
  room.receive(client, JSON.stringify({ type: "subscribe", bbox: [16, 48, 17, 49], maxAgeSec: 600 }));
  assert.deepEqual(asked, [[START - 600, { minLon: 16, minLat: 48, maxLon: 17, maxLat: 49 }, 2000]]);
  room.position(position());
  room.position(position({ lat: 50 }));
  room.position(position({ call: "OE1LATE", at: START - 601 }));
  room.find({ code: "GW1", title: "x", call: "DL1XYZ", tier: null, at: START, lat: 0, lon: 0 });
  room.find({ code: "GW2", title: "x", call: "DL1XYZ", tier: null, at: START });
  assert.deepEqual(socket.sent.map((m) => m.call ?? m.type), ["hello", "OE1OLD", "OE1ABC-9"]);
  room.close();
});

Deno.test("room: who looks at every station is told of each packet, with a place or without, once", () => {
  const { room, join } = makeRoom();
  const every = join(), both = join(), other = join();
  room.receive(every.client, JSON.stringify({ type: "subscribe", every: true, bbox: [16, 48, 17, 49] }));
  room.receive(both.client, JSON.stringify({ type: "subscribe", every: true, station: "OE1ABC" }));
  room.receive(other.client, JSON.stringify({ type: "subscribe" }));
  room.heard({ call: "OE1ABC", at: START });
  room.heard({ call: "OE9XYZ", at: START });
  const heard = ({ socket }: typeof every) =>
    socket.sent.filter(({ type }) => type === "heard").map(({ call }) => call);
  assert.deepEqual([every, both, other].map(heard), [["OE1ABC", "OE9XYZ"], ["OE1ABC", "OE9XYZ"], []]);
  room.receive(every.client, JSON.stringify({ type: "subscribe", every: 1 }));
  assert.equal(every.socket.sent.at(-1)!.error, "every is true or false");
  room.receive(every.client, JSON.stringify({ type: "subscribe" }));
  room.heard({ call: "OE1ABC", at: START + 1 });
  assert.equal(heard(every).length, 2, "it looks no more");
  room.close();
});

Deno.test("room: what a client sends is checked, and told back when it makes no sense", () => {
  const { room, join } = makeRoom();
  const { socket, client } = join();
  for (
    const bad of [
      "",
      "{",
      "[]",
      "null",
      '{"type":"x"}',
      '{"type":"subscribe","bbox":[1,2,3]}',
      '{"type":"subscribe","bbox":[10,0,5,1]}',
      '{"type":"subscribe","bbox":[0,0,0,91]}',
      '{"type":"subscribe","callsign":"<x>"}',
      '{"type":"subscribe","maxAgeSec":-1}',
      '{"type":"subscribe","maxAgeSec":1e9}',
    ]
  ) {
    room.receive(client, bad);
    assert.equal(socket.sent.at(-1)!.type, "error", bad);
  }
  assert.equal(socket.closed, undefined);
  assert.deepEqual(parseClientMessage('{"type":"subscribe","callsign":" oe1abc-9 ","bbox":"1,2,3,4"}'), {
    maxAgeSec: 3600,
    call: "OE1ABC-9",
    base: "OE1ABC",
    box: { minLon: 1, minLat: 2, maxLon: 3, maxLat: 4 },
  });
  room.close();
});

Deno.test("room: binary, long and too many messages end the connection", () => {
  const { room, join } = makeRoom();
  const ended = (send: (client: ReturnType<typeof join>["client"]) => void) => {
    const { socket, client } = join();
    send(client);
    return socket.closed?.[0];
  };
  assert.equal(ended((client) => room.receive(client, new ArrayBuffer(2))), 1003);
  assert.equal(ended((client) => room.receive(client, "x".repeat(2049))), 1009);
  assert.equal(
    ended((client) => {
      for (let n = 0; n < 61; n++) room.receive(client, '{"type":"subscribe"}');
    }),
    1008,
  );
  assert.equal(room.size, 0);
  room.close();
});

Deno.test("room: near a cache, those who gave that call are prompted once an hour", () => {
  const { room, join, world } = makeRoom({
    cachesNear: () => [
      { code: "GW1", title: "Bridge", distanceM: 56 },
    ],
  });
  const one = join(), other = join();
  room.receive(one.client, '{"type":"subscribe","callsign":"oe1abc-9"}');
  room.receive(other.client, '{"type":"subscribe","callsign":"oe1abc"}');
  room.position(position());
  room.position(position());
  const prompts = () => one.socket.sent.filter((message) => message.type === "near_cache");
  assert.deepEqual(prompts(), [{
    type: "near_cache",
    at: START,
    code: "GW1",
    title: "Bridge",
    distanceM: 56,
  }]);
  assert.ok(!other.socket.types().includes("near_cache"));
  world.pass(3601);
  room.position(position({ at: world.now() }));
  assert.equal(prompts().length, 2);
  room.position(position({ at: world.now() - 301 }));
  assert.equal(prompts().length, 2, "an old position is no reason for a prompt");
  room.close();
});

Deno.test("room: who does not read is dropped, the others hear everything", () => {
  const { room, join } = makeRoom();
  const slow = join(), quick = join();
  slow.socket.bufferedAmount = 256 * 1024 + 1;
  for (let n = 0; n < 5; n++) room.position(position());
  assert.deepEqual(slow.socket.closed, [1013, "too slow"]);
  assert.equal(slow.socket.sent.length, 1, "only the greeting");
  assert.equal(quick.socket.sent.length, 6);
  assert.equal(room.dropped, 1);
  assert.equal(room.size, 1);
  room.close();
});

const of = (name: string, network = name) => ({ name, network });

Deno.test("room: places are limited in all, for each party and each network, and free when a connection is over", () => {
  const { room } = makeRoom({ most: 5, mostPerParty: 2, mostPerNetwork: 3 });
  const take = (name: string, network?: string) => room.takePlace(of(name, network), new FakeSocket());
  const has = (name: string, network?: string) => room.hasPlace(of(name, network));
  try {
    take("192.0.2.1");
    const second = take("192.0.2.1");
    assert.deepEqual([has("192.0.2.1"), has("192.0.2.2"), has("member 7", "192.0.2.1")], [false, true, true]);
    take("member 7", "192.0.2.1");
    assert.equal(has("member 7", "192.0.2.1"), false, "the network is full");
    assert.equal(has("member 7", "192.0.2.2"), true, "but not the member's share");
    take("member 7", "192.0.2.2");
    assert.equal(has("member 7", "192.0.2.3"), false, "a member's share is one on all networks");
    assert.equal(room.isFull, false);
    take("192.0.2.4");
    assert.equal(room.isFull, true);
    assert.equal(has("192.0.2.3"), false);
    second.free();
    second.free();
    assert.deepEqual([has("192.0.2.1"), has("192.0.2.3"), room.isFull], [true, true, false]);
  } finally {
    room.close();
  }
});

Deno.test("room: a member counts alone, a neighbour on the local network by address, a stranger by network", () => {
  const host = () => [
    { link: "eth0", family: 4 as const, address: "192.168.1.2", prefix: 24 },
    { link: "eth0", family: 6 as const, address: "2001:db8:1:2::1", prefix: 64 },
  ];
  const party = (address: string, account?: number) => partyOf(address, account, host);
  assert.deepEqual(party("192.168.1.5"), of("192.168.1.5"));
  assert.deepEqual(party("::ffff:192.168.1.5"), of("192.168.1.5"));
  assert.deepEqual(party("2001:db8:1:2::A"), of("2001:db8:1:2::a", "2001:db8:1:2::/64"));
  assert.deepEqual(party("2001:db8:9:9::a"), of("2001:db8:9:9::/64"));
  assert.deepEqual(party("2001:db8:9:9::a", 7), of("member 7", "2001:db8:9:9::/64"));
});

Deno.test("room: a client that was told to go holds its place until it is gone", () => {
  const { room } = makeRoom({ mostPerParty: 1 });
  const socket = new FakeSocket();
  const place = room.takePlace(of("192.0.2.1"), socket);
  room.leave(room.join(socket, "192.0.2.1"));
  assert.equal(room.hasPlace(of("192.0.2.1")), false);
  place.free();
  assert.equal(room.hasPlace(of("192.0.2.1")), true);
  room.close();
});

Deno.test("memory: past the ceiling the busiest party is hung up, nobody new comes in, and the next one waits", () => {
  let used = 0, relieved = 0;
  const watch = new MemoryWatch(() => used, 100, () => relieved++);
  used = 100;
  watch.look();
  assert.deepEqual([watch.isOver, relieved], [false, 0]);
  used = 101;
  for (let n = 0; n < 3; n++) watch.look();
  assert.deepEqual([watch.isOver, relieved], [true, 1]);
  watch.look();
  assert.equal(relieved, 2, "it did not help");
  used = 50;
  watch.look();
  assert.equal(watch.isOver, false);
  watch.stop();
});

Deno.test("memory: the ceiling is half of the host's, from 256 MB to 2 GB", () => {
  const MB = 2 ** 20;
  assert.deepEqual([128, 512, 1000, 4096, 65_536].map((host) => memoryCeiling(host * MB) / MB), [
    256,
    256,
    500,
    2048,
    2048,
  ]);
});

Deno.test("room: past the memory's ceiling the busiest party's sockets are hung up, also those that never joined; others stay", async () => {
  const { room, world } = makeRoom({ memoryMost: 100 });
  let used = 100;
  world.memoryUsed = () => used;
  const sockets = ["a", "b", "b", "c"].map((network) => {
    const socket = new FakeSocket();
    room.takePlace(of(network), socket);
    if (network !== "b" || room.size === 1) room.join(socket, network);
    return socket;
  });
  used = 101;
  await becomes("some are hung up", () => sockets.some(({ closed }) => closed));
  assert.deepEqual(sockets.map(({ closed }) => closed?.[0]), [undefined, 1013, 1013, undefined]);
  assert.equal(room.size, 2);
  assert.equal(room.isFull, true, "nobody new comes in meanwhile");
  room.close();
});

Deno.test("room: hundreds who ask for a week at once are looked up one after another, each once", async () => {
  let lookUps = 0;
  const { room, join } = makeRoom({ heardSince: () => (lookUps++, []) });
  const clients = Array.from({ length: 20 }, () => join());
  for (let n = 0; n < 10; n++) {
    for (const { client } of clients) {
      room.receive(client, JSON.stringify({ type: "subscribe", maxAgeSec: 604_800 - n }));
    }
  }
  assert.equal(lookUps, 1, "in one turn of the event loop");
  await becomes("each is looked up", () => lookUps >= 21);
  assert.equal(lookUps, 21);
  room.leave(clients[0]!.client);
  room.close();
});

Deno.test("hub: the newest position of a call, once a tick, and no more than fit", () => {
  const hub = new Hub();
  const told: string[] = [];
  hub.listen({ position: ({ call, at }) => told.push(`${call}@${at}`) });
  hub.position(position({ at: 1 }));
  hub.position(position({ at: 3 }));
  hub.position(position({ at: 2 }));
  for (let n = 0; n < 450; n++) hub.position(position({ call: `OE${n}ABC` }));
  assert.deepEqual(told, []);
  hub.flush();
  assert.equal(told.length, 451);
  assert.equal(told[0], "OE1ABC-9@3");
  hub.close();
});

Deno.test("room: a message is told to those who gave a call of its sender or addressee, whatever they see of the map", () => {
  const { room, join, asked } = makeRoom();
  const tell = (over: Record<string, unknown> = {}) =>
    room.message({
      id: 1,
      from: "OE3XYZ-7",
      to: "OE1ABC",
      text: "hello",
      direction: "rx",
      bulletin: false,
      delivery: null,
      at: START,
      ...over,
    });
  const wants = (subscription: Record<string, unknown>) => {
    const { socket, client } = join();
    room.receive(client, JSON.stringify({ type: "subscribe", ...subscription }));
    return socket;
  };
  const sender = wants({ callsign: "oe3xyz" });
  const addressee = wants({ callsign: "OE1ABC-9", bbox: [0, 0, 1, 1] });
  const other = wants({ callsign: "OE1ABD" });
  const { socket: anybody } = join();
  const before = asked.length;
  const own = wants({ callsign: "OE1ABC", own: true });
  assert.equal(asked.length, before, "what was heard lately is not asked for");
  tell();
  assert.deepEqual(sender.sent.at(-1), {
    type: "message",
    id: 1,
    from: "OE3XYZ-7",
    to: "OE1ABC",
    text: "hello",
    direction: "rx",
    bulletin: false,
    delivery: null,
    at: START,
  });
  for (const socket of [addressee, own]) assert.equal(socket.types().at(-1), "message");
  for (const socket of [other, anybody]) assert.deepEqual(socket.types(), ["hello"]);
  room.position(position());
  assert.deepEqual(own.types(), ["hello", "message"], "nothing but what concerns the call");
  assert.deepEqual(other.types(), ["hello", "position"]);
  assert.equal(parseClientMessage('{"type":"subscribe","own":1}'), "own is true or false");
  room.close();
});
