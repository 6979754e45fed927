/** The https port over real connections: certificates change under load, and nobody is shown one for another address. */
import assert from "node:assert/strict";
import { X509Certificate } from "node:crypto";
import { connect } from "node:tls";
import { Door, type OwnCertificate } from "../../../src/tls/mod.ts";
import { networkOf } from "../../../src/http/mod.ts";
import { answerTo } from "../../../src/tls/plain_here.ts";
import { withFolder } from "../../kit/server.ts";
import { becomes } from "../../kit/waits.ts";
import { move, ownCertificate } from "../../kit/tls.ts";
import { type TestWorld, testWorld } from "../../kit/world.ts";

type Handler = ConstructorParameters<typeof Door>[0]["handler"];

/** A door over a made-up host, all of whose addresses lead to this one's loopback. */
async function withDoor(
  handler: Handler,
  use: (given: { door: Door; own: OwnCertificate; world: TestWorld }) => Promise<void>,
  over: Partial<ConstructorParameters<typeof Door>[0]> = {},
): Promise<void> {
  await withFolder(async (folder) => {
    // Whoever checks a certificate goes by the real clock.
    const world = testWorld("seed", Math.floor(Date.now() / 1000));
    move(world, ["127.0.0.1"], "pi");
    const own = await ownCertificate(folder, world);
    const door = new Door({
      hostname: "0.0.0.0",
      port: 0,
      world,
      pair: () => own.leaf,
      names: async (address) => own.namesAddress(address) || (await own.refresh(), own.namesAddress(address)),
      handler,
      networkOf,
      ...over,
    });
    try {
      await use({ door, own, world });
    } finally {
      await door.close();
    }
  });
}

/** The names of the certificate that is shown at an address; `undefined` where none is. */
function shown(address: string, port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const socket = connect({ host: address, port, rejectUnauthorized: false });
    socket.on("secureConnect", () => {
      const { raw } = socket.getPeerCertificate();
      resolve(raw ? new X509Certificate(raw).subjectAltName : undefined);
      socket.destroy();
    });
    socket.on("error", () => resolve(undefined));
    socket.on("close", () => resolve(undefined));
  });
}

Deno.test("a hundred address changes under load: nothing under way fails, no address gets another's certificate", async () => {
  const CHANGES = 100;
  const slow: (() => void)[] = [];
  const handler: Handler = async (request, { remoteAddr }) => {
    const { pathname } = new URL(request.url);
    if (pathname === "/ws") {
      const { socket, response } = Deno.upgradeWebSocket(request);
      socket.onmessage = ({ data }) => socket.send(data);
      return response;
    }
    if (pathname === "/slow") await new Promise<void>((resolve) => slow.push(resolve));
    return Response.json({ from: remoteAddr.hostname, sent: (await request.arrayBuffer()).byteLength });
  };
  await withDoor(handler, async ({ door, own, world }) => {
    const { port } = door;
    const caCerts = [own.authority.cert];
    using client = Deno.createHttpClient({ caCerts });
    const ask = async (address: string, path: string, body?: Uint8Array<ArrayBuffer>, through = client) => {
      const answer = await fetch(`https://${address}:${port}${path}`, {
        client: through,
        ...(body && { method: "POST", body }),
      });
      assert.equal(answer.status, 200);
      return await answer.json();
    };

    let newest = "127.0.0.1", over = false;
    const counts = { kept: 0, fresh: 0, slow: 0, refused: 0 };
    const body = new Uint8Array(100_000);
    const keepsAlive = async () => {
      for (; !over; counts.kept++) assert.equal((await ask("127.0.0.1", "/", body)).sent, body.length);
    };
    const comesAnew = async () => {
      for (; !over; counts.fresh++) {
        using own = Deno.createHttpClient({ caCerts });
        assert.equal((await ask(newest, "/", undefined, own)).from, "127.0.0.1");
      }
    };
    const load = [keepsAlive(), keepsAlive(), comesAnew(), comesAnew()];
    const waiting: Promise<unknown>[] = [];
    const socket = new WebSocket(`wss://127.0.0.1:${port}/ws`, { client } as unknown as string[]);
    const said: string[] = [];
    await new Promise((resolve, reject) => (socket.onopen = resolve, socket.onerror = reject));
    socket.onmessage = ({ data }) => said.push(data);

    for (let n = 1; n <= CHANGES; n++) {
      const [before, now] = [`127.0.0.${n + 9}`, `127.0.0.${n + 10}`];
      waiting.push(ask("127.0.0.1", "/slow").then(() => counts.slow++));
      move(world, n === 1 ? ["127.0.0.1", now] : ["127.0.0.1", now, before]);
      newest = now;
      socket.send(String(n));
      const [here, gone] = await Promise.all([
        shown(now, port),
        shown(`127.0.9.${n}`, port), // never an address of the host
      ]);
      assert.match(here!, new RegExp(`\\b${now.replaceAll(".", "\\.")}\\b`));
      assert.equal(gone, undefined);
      counts.refused++;
      while (slow.length > 2) slow.shift()!(); // some are answered changes after they were asked
    }
    over = true;
    await Promise.all(load);
    while (counts.slow < CHANGES) {
      slow.shift()?.();
      await new Promise((resolve) => setTimeout(resolve, 0));
    }
    await Promise.all(waiting);
    assert.equal(await shown("127.0.0.11", port), undefined, "an address that was the host's and is gone");
    while (said.length < CHANGES) {
      await new Promise((resolve) => socket.addEventListener("message", resolve, { once: true }));
    }
    assert.deepEqual(said, Array.from({ length: CHANGES }, (_, at) => String(at + 1)));
    await new Promise((resolve) => (socket.onclose = resolve, socket.close()));
    assert.ok(counts.kept > 20 && counts.fresh > 20, JSON.stringify(counts));
  });
});

Deno.test("who comes through the door keeps his own address; close() waits for what is in flight", async () => {
  const entered = Promise.withResolvers<void>(), leave = Promise.withResolvers<void>();
  let answered: Promise<Response>;
  await withDoor(async (_, { remoteAddr }) => {
    entered.resolve();
    await leave.promise;
    return new Response(remoteAddr.hostname);
  }, async ({ door, own }) => {
    using client = Deno.createHttpClient({ caCerts: [own.authority.cert], localAddress: "127.0.0.77" });
    answered = fetch(`https://127.0.0.1:${door.port}/`, { client });
    await entered.promise;
    const closed = door.close();
    leave.resolve();
    assert.equal(await (await answered).text(), "127.0.0.77");
    await closed;
    await assert.rejects(fetch(`https://127.0.0.1:${door.port}/`, { client }));
    assert.equal(door.guests, 0);
  });
});

Deno.test("whoever types http at the https port is led to it", async () => {
  await withDoor(() => new Response(""), async ({ door }) => {
    const answer = await fetch(`http://127.0.0.1:${door.port}/c/GW7K2?x=1`, { redirect: "manual" });
    assert.equal(answer.status, 307);
    assert.equal(answer.headers.get("location"), `https://127.0.0.1:${door.port}/c/GW7K2?x=1`);
    await answer.body?.cancel();
  });
  const said = (text: string) => answerTo(new TextEncoder().encode(text), 8443);
  const refused = [
    "POST / HTTP/1.1\r\nhost: a\r\n",
    "GET //x HTTP/1.1\r\nhost: a@b\r\n",
    "GET / HTTP/1.1\r\n\r\n",
    "GET / HTTP/2.0\r\nhost: a\r\n",
    "\u0000\u0001",
  ];
  for (const text of refused) assert.match(said(text), /^HTTP\/1\.1 400 /, text);
  assert.match(said("GET /a HTTP/1.0\r\nHOST: [::1]:80\r\n\r\n"), /^location: https:\/\/\[::1\]:8443\/a\r$/m);
});

Deno.test("who has asked for nothing in time is hung up on; who has asked may be silent", async () => {
  await withDoor(() => new Response("hello"), async ({ door, own }) => {
    const open = async () =>
      await Deno.connectTls({ hostname: "127.0.0.1", port: door.port, caCerts: [own.authority.cert] });
    const write = (to: Deno.Conn, text: string) => to.write(new TextEncoder().encode(text));
    const buffer = new Uint8Array(1000);
    const ask = "GET / HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n";
    const patient = await open();
    await write(patient, ask);
    assert.ok(await patient.read(buffer));
    const half = await open();
    await write(half, "GET / HTTP/1.1\r\nhost: 127.0.0.1\r\nx-slow: ");
    // The first byte of a handshake, and then nothing.
    const shy = await Deno.connect({ hostname: "127.0.0.1", port: door.port });
    await shy.write(new Uint8Array([22]));
    assert.equal(door.guests, 3);
    for (const late of [half, shy]) {
      assert.equal(await late.read(buffer).catch(() => null), null);
      late.close();
    }
    await write(patient, ask);
    assert.ok(await patient.read(buffer), "its first request came in time");
    patient.close();
  }, { patienceMs: 300 });
});

Deno.test("one network takes no more than its places; another one comes in", async () => {
  const networks = [...Array(512).fill("one"), "one", "other"];
  await withDoor(() => new Response("hello"), async ({ door }) => {
    const guests: Deno.TcpConn[] = [];
    const come = async () => {
      const guest = await Deno.connect({ hostname: "127.0.0.1", port: door.port });
      guests.push(guest);
      return guest;
    };
    for (let n = 0; n < 512; n++) await come();
    const over = await come();
    assert.equal(await over.read(new Uint8Array(1)).catch(() => null), null);
    assert.equal(door.guests, 512);
    const answer = await (await come()).write(new TextEncoder().encode("GET / HTTP/1.1\r\nhost: a\r\n\r\n"));
    assert.ok(answer > 0);
    assert.ok(await guests.at(-1)!.read(new Uint8Array(100)), "it is answered");
    for (const guest of guests) guest.close();
  }, { networkOf: () => networks.shift()! });
});

Deno.test("who leaves makes room for another of his network", async () => {
  await withDoor(() => new Response("hello"), async ({ door }) => {
    const come = () => Deno.connect({ hostname: "127.0.0.1", port: door.port });
    const isRefused = async (guest: Deno.TcpConn) => {
      await guest.write(new TextEncoder().encode("GET / HTTP/1.1\r\nhost: a\r\n\r\n")).catch(() => {});
      const size = await guest.read(new Uint8Array(100)).catch(() => null);
      guest.close();
      return size === null;
    };
    const guests: Deno.TcpConn[] = [];
    for (let n = 0; n < 512; n++) guests.push(await come());
    await becomes("the house is full", () => door.guests === 512);
    assert.equal(await isRefused(await come()), true);
    for (const guest of guests.splice(0, 3)) guest.close();
    await becomes("three have left", () => door.guests === 509);
    for (let n = 0; n < 3; n++) guests.push(await come());
    await becomes("three have come", () => door.guests === 512);
    assert.equal(await isRefused(await come()), true);
    for (const guest of guests.splice(0)) guest.close();
    await becomes("all have left", () => door.guests === 0);
    assert.equal(await isRefused(await come()), false);
  });
});

Deno.test("who does not read is hung up on; who reads gets all", async () => {
  const whole = 20_000_000;
  await withDoor(() => new Response(new Uint8Array(whole)), async ({ door, own }) => {
    const open = async () => {
      const conn = await Deno.connectTls({
        hostname: "127.0.0.1",
        port: door.port,
        caCerts: [own.authority.cert],
      });
      await conn.write(
        new TextEncoder().encode("GET / HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\n\r\n"),
      );
      return conn;
    };
    const readAll = async (conn: Deno.TlsConn) => {
      let got = 0;
      const buffer = new Uint8Array(1_000_000);
      for (let size; (size = await conn.read(buffer).catch(() => null)) !== null;) {
        got += size;
      }
      conn.close();
      return got;
    };
    const stalled = await open();
    assert.ok(await readAll(await open()) >= whole);
    await becomes("the one that does not read is hung up on", () => door.guests === 0);
    assert.ok(await readAll(stalled) < whole);
  }, { stallMs: 200 });
});
