/** Real sockets and streams: the upgrade, a thousand clients with one that does not read, Server-Sent Events. */
import assert from "node:assert/strict";
import { Addresses, Limits, mount } from "../../src/http/mod.ts";
import type { Box } from "../../src/base/mod.ts";
import { Hub } from "../../src/live/hub.ts";
import { Live } from "../../src/live/live.ts";
import type { LiveCache, LivePosition } from "../../src/live/room/messages.ts";
import type { RoomOptions } from "../../src/live/room/parts.ts";
import { channelRoutes } from "../../src/live/channels.ts";
import { listen } from "../kit/live_client.ts";
import { emptyPorts } from "../kit/ports.ts";
import { START, testWorld } from "../kit/world.ts";
import { becomes, passes, within } from "../kit/waits.ts";

const position = (over: Partial<LivePosition> = {}): LivePosition => ({
  call: "OE1ABC-9",
  at: START,
  lat: 48.2,
  lon: 16.37,
  symbol: "/>",
  course: 90,
  speedKmh: 36,
  via: "rf",
  ...over,
});

const CACHES: LiveCache[] = [
  { code: "GW1", title: "Bridge <1>", cacheType: "multi", status: "active", lat: 48, lon: 16, at: START },
  { code: "GW2", title: "Far", cacheType: "multi", status: "active", lat: 48, lon: 66, at: START },
];

function serve(heard: LivePosition[] = [], options: Partial<RoomOptions> = {}) {
  const world = testWorld();
  const sources = {
    heardSince: (since: number, box: Box | undefined, most: number) =>
      heard.filter((one) => one.at >= since && (!box || (one.lon >= box.minLon && one.lon <= box.maxLon)))
        .slice(0, most),
    cachesNear: () => [],
    cachesIn: (box?: Box) => CACHES.filter((one) => !box || one.lon <= box.maxLon),
  };
  const live = new Live({
    world,
    hub: new Hub(),
    sources,
    options: { instance: "club.example", idleSeconds: 1, ...options },
    inbound: false,
  });
  const handler = mount({
    routes: channelRoutes(live),
    ports: emptyPorts(world),
    addresses: new Addresses({ own: [], trusted: [], trustProxy: true }),
    limits: new Limits(() => world.now()),
    world,
    // As a gateway mounts it: whatever every answer carries is added to one that takes the connection over, too.
    proof: () => ({ "x-instance": "club.example" }),
  });
  /** Milliseconds before a request is handled. */
  const late = { ms: 0 };
  const server = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen() {} },
    async (request, info) => {
      if (late.ms > 0) await passes(late.ms, "the gateway is slow");
      return await handler(request, info as never);
    },
  );
  const host = `127.0.0.1:${server.addr.port}`;
  const stop = async () => {
    live.close();
    await server.shutdown();
    await becomes("every socket is gone", () => live.room.open === 0);
  };
  return { live, host, stop, late, world };
}

/** A request that opens a WebSocket, as RFC 6455 1.3 has it. */
const UPGRADE = new TextEncoder().encode(
  "GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n" +
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n",
);

Deno.test("/ws: refuses other regions, plain requests, and addresses with too many sockets", async () => {
  const { host, stop } = serve([], { mostPerParty: 1 });
  const status = async (path: string, headers = {}) => {
    const answer = await fetch(`http://${host}${path}`, { headers });
    return [answer.status, (await answer.json()).reason];
  };
  assert.deepEqual(await status("/ws?region=eu"), [400, "unknown_region"]);
  assert.deepEqual(await status("/ws?region=global"), [400, "upgrade_needed"]);
  const one = await listen(host);
  assert.deepEqual(await status("/ws", { upgrade: "websocket" }), [429, "too_many_sockets"]);
  await assert.rejects(() => listen(host), "a second socket of the address is turned away");
  one.socket.close();
  await one.closed;
  await stop();
});

Deno.test("/ws: greeting, what was heard lately, then what happens", async () => {
  const { host, live, stop } = serve([
    position({ call: "OE1OLD", at: START - 60 }),
    position({ call: "W1OUT", lon: -70 }),
  ]);
  const client = await listen(host, { bbox: [10, 40, 20, 50] });
  await client.until(2);
  live.hub.position(position());
  live.hub.position(position({ call: "W1OUT", lon: -70 }));
  live.hub.find({ code: "GW1", title: "Bridge", call: "DL1XYZ", tier: "A", at: START, lat: 48, lon: 16 });
  live.hub.flush();
  await client.until(4);
  assert.deepEqual(client.heard.map((message) => [message.type, message.call ?? message.instance]), [
    ["hello", "club.example"],
    ["position", "OE1OLD"],
    ["find", "DL1XYZ"],
    ["position", "OE1ABC-9"],
  ]);
  client.socket.send(new Uint8Array(3));
  assert.equal((await client.closed).code, 1003);
  await stop();
});

Deno.test("/ws: a thousand clients, one of which does not read: it is dropped, nobody misses anything", async () => {
  const { host, live, stop } = serve([], {
    mostPerParty: 2000,
    mostPerNetwork: 2000,
    idleSeconds: 30,
    memoryMost: Infinity,
  });
  const clients: Awaited<ReturnType<typeof listen>>[] = [];
  for (let n = 0; n < 999; n += 111) {
    clients.push(
      ...await Promise.all(Array.from({ length: 111 }, () => listen(host, { bbox: [10, 40, 20, 50] }))),
    );
  }
  const stalled = await Deno.connect({ hostname: "127.0.0.1", port: Number(host.split(":")[1]) });
  await stalled.write(UPGRADE);
  await becomes("live.room.size", () => live.room.size >= 1000);
  // Only the stalled one hears of places outside the others' box; it never reads.
  const title = "x".repeat(4000);
  const rounds = 20;
  let outside = 0;
  for (let round = 0; round < rounds; round++) {
    live.hub.position(position({ call: `OE${round}ABC` }));
    live.hub.flush();
    for (let n = 0; n < 200 && live.room.dropped === 0; n++, outside++) {
      live.hub.find({ code: "GW1", title, call: "DL1XYZ", tier: null, at: START, lat: 0, lon: 0 });
    }
    await new Promise((done) => setTimeout(done, 1));
  }
  await Promise.all(clients.map((client) => client.until(1 + rounds)));
  assert.equal(live.room.dropped, 1, `after ${outside} messages of 4 kB`);
  assert.equal(live.room.size, 999);
  for (const client of clients) {
    assert.deepEqual(
      client.heard.slice(1).map((message) => message.call),
      Array.from({ length: rounds }, (_, n) => `OE${n}ABC`),
    );
  }
  stalled.close();
  await stop();
  await Promise.all(clients.map((client) => client.closed));
});

Deno.test("/api/cot: a document with one event a station; a bad box is refused", async () => {
  const { host, stop } = serve([position({ comment: `<&"` }), position({ call: "W1OUT", lon: -70 })]);
  const answer = await fetch(`http://${host}/api/cot?bbox=10,40,20,50`);
  assert.match(answer.headers.get("content-type")!, /^application\/xml/);
  const document = await answer.text();
  assert.equal(document.match(/<event /g)!.length, 1);
  assert.match(document, /uid="APRS\.OE1ABC-9" type="a-f-G-E-V-C"/);
  const marked = await (await fetch(`http://${host}/api/cot?bbox=10,40,20,50&caches=1`)).text();
  assert.equal(marked.match(/<event /g)!.length, 2);
  assert.match(marked, /uid="cache-GW1" type="b-m-p-s-m".*<remarks>Bridge &lt;1&gt;<\/remarks>/);
  for (const query of ["caches=2", "bbox=1,2,3", "bbox=20,40,10,50", "maxAge=59", "maxAge=x"]) {
    const bad = await fetch(`http://${host}/api/cot?${query}`);
    assert.equal(bad.status, 400, query);
    await bad.body?.cancel();
  }
  await stop();
});

Deno.test("/api/cot/stream: snapshot events, then updates inside the box", async () => {
  const { host, live, stop } = serve([position({ at: START - 60 })]);
  const answer = await fetch(`http://${host}/api/cot/stream?bbox=10,40,20,50`);
  assert.match(answer.headers.get("content-type")!, /^text\/event-stream/);
  const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  const until = async (pattern: RegExp) => {
    while (!pattern.test(text)) {
      text += (await within(String(pattern), reader.read())).value ?? assert.fail(`ended: ${text}`);
    }
  };
  await until(/<\/event>\n\n/);
  assert.match(text, /^retry: 3000\n\nevent: snapshot\ndata: <event version="2\.0" uid="APRS\.OE1ABC-9"/);
  live.hub.position(position({ call: "W1OUT", lon: -70 }));
  live.hub.position(position({ lat: 48.3 }));
  live.hub.flush();
  await until(/event: update\ndata: .*<\/event>\n\n/);
  assert.ok(text.includes('lat="48.300000"') && !text.includes("W1OUT"));
  assert.equal(live.cot.size, 1);
  await reader.cancel();
  await becomes("live.cot.size", () => live.cot.size <= 0);
  await stop();
});

Deno.test("/api/cot/stream: a reader that does not read is dropped", async () => {
  const { host, live, stop } = serve();
  const connection = await Deno.connect({ hostname: "127.0.0.1", port: Number(host.split(":")[1]) });
  await connection.write(new TextEncoder().encode(`GET /api/cot/stream HTTP/1.1\r\nHost: ${host}\r\n\r\n`));
  await becomes("live.cot.size", () => live.cot.size >= 1);
  for (let n = 0; n < 200_000 && live.cot.size > 0; n++) {
    live.cot.position(position({ comment: "y".repeat(200) }));
    if (n % 1000 === 0) await new Promise((done) => setTimeout(done, 1));
  }
  assert.equal(live.cot.size, 0);
  connection.close();
  await stop();
});

/** A bare connection whose upgrade is done. */
async function upgraded(host: string): Promise<Deno.TcpConn> {
  const conn = await Deno.connect({ hostname: "127.0.0.1", port: Number(host.split(":")[1]) });
  await conn.write(UPGRADE);
  let said = "";
  for (const buffer = new Uint8Array(1000); !said.includes("hello");) {
    said += new TextDecoder("latin1").decode(
      buffer.subarray(0, await conn.read(buffer) ?? assert.fail(said)),
    );
  }
  assert.match(said, /^HTTP\/1\.1 101 .*\r\nsec-websocket-accept: s3pPLMBiTxaQ9kYGzzhZRbK\+xOo=\r\n/is);
  return conn;
}

/** What the server says until it hangs up: the close code. */
async function closeCode(conn: Deno.TcpConn): Promise<number | undefined> {
  const all: number[] = [], buffer = new Uint8Array(1000);
  for (let size; (size = await conn.read(buffer).catch(() => null)) !== null;) {
    all.push(...buffer.subarray(0, size));
  }
  conn.close();
  const at = all.lastIndexOf(0x88);
  return at < 0 ? undefined : all[at + 2]! << 8 | all[at + 3]!;
}

/** The head of a client's frame: first byte, and a length of eight bytes; its mask is zero. */
const head = (first: number, length: number): Uint8Array => {
  const bytes = new Uint8Array(14);
  bytes.set([first, 0xff]);
  new DataView(bytes.buffer).setBigUint64(2, BigInt(length));
  return bytes;
};

Deno.test("/ws: who announces more than 64 kB is hung up at once, in one frame or in many without an end", async () => {
  const { host, live, stop } = serve([], { mostPerParty: 64, idleSeconds: 30 });
  const one = await upgraded(host);
  await one.write(head(0x82, 60_000_000));
  assert.equal(await closeCode(one), 1009);
  const over = await upgraded(host);
  await over.write(head(0x82, 65_537));
  assert.equal(await closeCode(over), 1009);
  const many = await upgraded(host);
  const sent = async () => {
    await many.write(Uint8Array.of(...head(0x02, 1000), ...new Uint8Array(1000)));
    for (let n = 0; n < 64; n++) await many.write(Uint8Array.of(...head(0, 1000), ...new Uint8Array(1000)));
    // A client that goes on sending meanwhile sees the connection end.
    for (;;) await many.write(Uint8Array.of(...head(0, 1000), ...new Uint8Array(1000)));
  };
  await assert.rejects(sent);
  many.close();
  await becomes("all are gone", () => live.room.size === 0);
  const most = await upgraded(host);
  await most.write(Uint8Array.of(...head(0x82, 65_536), ...new Uint8Array(65_536)));
  assert.equal(await closeCode(most), 1003, "as much as may be sent is read: only text is wanted");
  await stop();
});

Deno.test("/ws: a message that is not finished holds no more than its bytes, and ends with its sender's silence", async () => {
  const { host, live, stop } = serve([], { mostPerParty: 1, idleSeconds: 1 });
  const stuck = await upgraded(host);
  await stuck.write(Uint8Array.of(...head(0x81, 60_000), ...new Uint8Array(1000)));
  assert.equal(live.room.size, 1);
  await becomes("its place is free", () => live.room.hasPlace({ name: "127.0.0.1", network: "127.0.0.1" }));
  assert.equal(await closeCode(stuck), undefined);
  await stop();
});

Deno.test("/ws: frames that no client may send end the connection", async () => {
  const { host, stop } = serve([], { mostPerParty: 64, idleSeconds: 30 });
  const masked = (first: number, ...bytes: number[]) =>
    Uint8Array.of(first, 0x80 | bytes.length, 0, 0, 0, 0, ...bytes);
  for (
    const [bytes, code] of [
      [Uint8Array.of(0x81, 1, 65), 1002], // without a mask
      [masked(0xc1, 65), 1002], // compressed
      [masked(0x83, 65), 1002], // a kind that is none
      [masked(0x80, 65), 1002], // goes on with nothing
      [Uint8Array.of(...masked(0x01, 65), ...masked(0x81, 65)), 1002], // begins anew before the end
      [masked(0x09, 65), 1002], // a ping in pieces
      [head(0x89, 126), 1002], // a long ping
      [masked(0x81, 0xff), 1007], // not UTF-8
      [masked(0x88, 3, 0xe8), 1000],
    ] as const
  ) {
    const conn = await upgraded(host);
    await conn.write(bytes);
    assert.equal(await closeCode(conn), code, String(bytes));
  }
  await stop();
});

Deno.test("/ws: pings are answered, and a text may come in pieces and with a mask", async () => {
  const { host, live, stop } = serve([], { mostPerParty: 1, idleSeconds: 30 });
  const conn = await upgraded(host);
  const frame = (first: number, text: string) => {
    const mask = [1, 2, 3, 4], bytes = new TextEncoder().encode(text);
    return Uint8Array.of(
      first,
      0x80 | bytes.length,
      ...mask,
      ...bytes.map((byte, at) => byte ^ mask[at % 4]!),
    );
  };
  const all = Uint8Array.of(
    ...frame(0x01, '{"type":"subsc'),
    ...frame(0x89, "are you there"),
    ...frame(0x80, 'ribe"}'),
  );
  for (const byte of all) await conn.write(Uint8Array.of(byte));
  const buffer = new Uint8Array(1000), size = await conn.read(buffer) ?? 0;
  assert.deepEqual([...buffer.subarray(0, size)], [0x8a, 13, ...new TextEncoder().encode("are you there")]);
  live.hub.position(position({ call: "OE1AFTER" }));
  live.hub.flush();
  const told = await conn.read(buffer) ?? 0;
  assert.match(new TextDecoder().decode(buffer.subarray(2, told)), /OE1AFTER/);
  conn.close();
  await stop();
});

Deno.test("/ws: a client that is gone before its upgrade is done keeps no place", async () => {
  const { host, live, late, stop } = serve([], { mostPerParty: 1, idleSeconds: 1 });
  let taken = 0, freed = 0;
  const take = live.room.takePlace.bind(live.room);
  live.room.takePlace = (...args) => {
    taken++;
    const { free } = take(...args);
    return { free: () => (freed++, free()) };
  };
  late.ms = 200;
  const gone = await Deno.connect({ hostname: "127.0.0.1", port: Number(host.split(":")[1]) });
  await gone.write(UPGRADE);
  await passes(20, "it goes while its upgrade is under way");
  gone.close();
  await becomes("its place was taken and is free", () => taken === 1 && freed === 1);
  assert.equal(live.room.size, 0);
  await stop();
});

Deno.test("/api/cot/stream: eight streams for a network, and a place that is free again", async () => {
  const { host, stop, live } = serve();
  const streams = await Promise.all(
    Array.from({ length: 8 }, async () => {
      const { body } = await fetch(`http://${host}/api/cot/stream`);
      return body!.getReader();
    }),
  );
  const refusal = await fetch(`http://${host}/api/cot/stream`);
  assert.deepEqual([refusal.status, (await refusal.json()).reason], [429, "too_many_streams"]);
  const other = await fetch(`http://${host}/api/cot/stream`, {
    headers: { "x-forwarded-for": "198.51.100.7" },
  });
  assert.equal(other.status, 200);
  await other.body!.cancel();
  await streams[0]!.cancel();
  await becomes("live.cot.size", () => live.cot.size <= 7);
  const again = await fetch(`http://${host}/api/cot/stream`);
  assert.equal(again.status, 200);
  await again.body!.cancel();
  for (const reader of streams) await reader.cancel();
  await stop();
});
