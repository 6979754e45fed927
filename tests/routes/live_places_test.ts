/** A club's phones behind one address: each member has a place in the live room, strangers share what one network gets. */
import assert from "node:assert/strict";
import { appTest } from "../kit/app.ts";
import { becomes } from "../kit/waits.ts";

/** The largest number of sockets of one party (API "Live and misc"). */
const SHARE = 16;

appTest("/ws: twenty members behind one router all listen, the seventeenth stranger is turned away", {
  TRUST_PROXY: "1",
  APP_URL: "http://localhost:8787",
}, async (app) => {
  const server = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen() {} },
    (request, info) => app.handler(request, info as never),
  );
  const host = `localhost:${server.addr.port}`;
  const ROUTER = { "x-forwarded-for": "198.51.100.7" };
  const ask = async (headers: Record<string, string>) => {
    const answer = await fetch(`http://${host}/ws`, { headers: { ...headers, upgrade: "websocket" } });
    return [answer.status, (await answer.json()).reason];
  };
  const TURNED_AWAY = [429, "too_many_sockets"];
  const sockets: WebSocket[] = [];
  const dial = (headers: Record<string, string>) => {
    const socket = new WebSocket(`ws://${host}/ws`, { headers } as unknown as string[]);
    sockets.push(socket);
    return new Promise((greeted, failed) => {
      socket.onmessage = greeted;
      socket.onerror = failed;
    });
  };
  try {
    const members = [];
    for (let n = 0; n < 20; n++) {
      const { headers } = await app.signIn(`OE1${String.fromCharCode(65 + n)}XX`);
      members.push({ ...ROUTER, ...headers });
    }
    await Promise.all(members.map(dial));
    await Promise.all(Array.from({ length: SHARE }, () => dial(ROUTER)));
    assert.deepEqual(await ask(ROUTER), TURNED_AWAY);
    assert.equal(app.live.room.size, 20 + SHARE);
    // A member has as many, and a foreign page that brings the member's cookie takes none of them.
    const [first] = members;
    assert.deepEqual(await ask({ ...first!, origin: "https://elsewhere.example" }), TURNED_AWAY);
    await Promise.all(Array.from({ length: SHARE - 1 }, () => dial(first!)));
    assert.deepEqual(await ask(first!), TURNED_AWAY);
    // What is given back is there for the next.
    sockets.at(-1)!.close();
    await becomes("a place", () => app.live.room.size === 20 + SHARE + SHARE - 2);
    await dial(first!);
  } finally {
    const open = sockets.filter((socket) => socket.readyState < WebSocket.CLOSED);
    const closed = open.map((socket) => new Promise((done) => socket.onclose = done));
    app.hangUp();
    await Promise.all(closed);
    await server.shutdown();
  }
});

appTest("/api/cot/stream: the same rule: each member has eight places, strangers of a network share eight", {
  APP_URL: "http://localhost:8787",
}, async (app) => {
  const STREAMS = 8;
  const streams: Response[] = [];
  const open = async (headers: Record<string, string> = {}) => {
    const request = new Request("http://localhost:8787/api/cot/stream", { headers });
    const answer = await app.handler(request, { remoteAddr: { hostname: "198.51.100.7" } });
    if (answer.status === 200) return void streams.push(answer);
    return [answer.status, (await answer.json()).reason];
  };
  const taken = async (headers: Record<string, string> = {}) => {
    const request = new Request("http://localhost:8787/api/cot/streams", { headers });
    return await (await app.handler(request, { remoteAddr: { hostname: "198.51.100.7" } })).json();
  };
  const TURNED_AWAY = [429, "too_many_streams"];
  try {
    const { headers: alice } = await app.signIn("OE1ALI"), { headers: bob } = await app.signIn("OE1BOB");
    for (let n = 0; n < STREAMS; n++) {
      assert.equal(await open(), undefined);
      assert.equal(await open(alice), undefined);
    }
    assert.deepEqual(await open(), TURNED_AWAY);
    assert.deepEqual(await open(alice), TURNED_AWAY);
    assert.deepEqual(
      await open({ ...bob, origin: "https://elsewhere.example" }),
      TURNED_AWAY,
      "a foreign page takes none of the member's",
    );
    assert.deepEqual(await taken(bob), { open: 16, most: 500, yours: 0, yoursMost: STREAMS });
    assert.equal(await open(bob), undefined);
    assert.deepEqual(await taken(bob), { open: 17, most: 500, yours: 1, yoursMost: STREAMS });
    assert.equal((await taken()).yours, STREAMS);
    assert.equal((await taken(bob)).clients, undefined, "who listens is a sysop's to know");
    await streams[0]!.body!.cancel();
    assert.equal((await taken()).yours, STREAMS - 1);
    assert.equal(await open(), undefined, "what is given back is there for the next");
    // Parties together take no more than a network has.
    for (let n = 0; n < 6; n++) {
      const { headers } = await app.signIn(`OE2${String.fromCharCode(65 + n)}XX`);
      for (let n = 0; n < STREAMS; n++) await open(headers);
    }
    assert.equal((await taken()).open, 64);
    assert.deepEqual(await open(bob), TURNED_AWAY);
  } finally {
    for (const { body } of streams) await body!.cancel().catch(() => {});
  }
});
