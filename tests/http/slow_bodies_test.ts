/** Bodies over a real connection: whole, broken off, too slow, and which gates wait for them. */
import assert from "node:assert/strict";
import { sha256Hex } from "../../src/base/mod.ts";
import {
  Addresses,
  claim,
  either,
  ingest,
  Limits,
  mount,
  open,
  PATIENCE,
  type Ports,
  route,
  session,
  UNKNOWN_SENDER_BYTES,
} from "../../src/http/mod.ts";
import { drain, readBody } from "../../src/http/body.ts";
import { emptyPorts } from "../kit/ports.ts";
import { testWorld } from "../kit/world.ts";

const about = { spec: "test", summary: "test", produces: "application/json" };
const IMPATIENT = { silenceMs: 200, graceMs: 400, bytesPerSecond: 1_000_000 };

/** Serves routes on a port of their own while `act` runs. */
async function served(
  routes: ReturnType<typeof route>[],
  act: (port: number) => Promise<void>,
  over: Partial<Ports> = {},
  patience = IMPATIENT,
): Promise<void> {
  const world = testWorld();
  const handler = mount({
    routes,
    ports: emptyPorts(world, over),
    addresses: new Addresses({ own: [], trusted: [], trustProxy: false }),
    limits: new Limits(world.now),
    world,
    patience,
  });
  const server = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen() {} },
    (request, info) => handler(request, { remoteAddr: info.remoteAddr }),
  );
  try {
    await act(server.addr.port);
  } finally {
    await server.shutdown();
  }
}

/** Sends bytes as they are and gives what comes back until the server closes or says a whole answer. */
async function spoken(port: number, head: string, body: string | Uint8Array = "", hangUp = false) {
  const connection = await Deno.connect({ port });
  const send = async (bytes: Uint8Array) => {
    for (let at = 0; at < bytes.length;) at += await connection.write(bytes.subarray(at));
  };
  await send(new TextEncoder().encode(head.replaceAll("\n", "\r\n") + "\r\n\r\n"));
  await send(typeof body === "string" ? new TextEncoder().encode(body) : body);
  if (hangUp) await connection.closeWrite();
  const piece = new Uint8Array(4096);
  let text = "";
  try {
    // A keep-alive connection is left after its first JSON answer.
    while (!text.includes("}")) {
      const read = await connection.read(piece);
      if (read === null) break;
      text += new TextDecoder().decode(piece.subarray(0, read));
    }
  } catch {
    // The server cut it off: what was said until then counts.
  }
  connection.close();
  return text;
}

const echo = route("POST /echo", {
  gate: open("test"),
  ...about,
  raw: "application/octet-stream",
  produces: "application/octet-stream",
  handle: ({ incoming }) => new Response(incoming.bytes),
});

Deno.test("a large body arrives whole and in order, declared or chunked", () =>
  served(
    [echo],
    async (port) => {
      const sizes = [0, 1, 65_535, 65_536, 65_537, 200_000, 3_000_001];
      for (const size of sizes) {
        const sent = Uint8Array.from({ length: size }, (_, i) => (i * 31 + (i >> 8)) & 0xff);
        const stream = new ReadableStream({
          start(controller) {
            for (let at = 0; at < size; at += 40_000) controller.enqueue(sent.slice(at, at + 40_000));
            controller.close();
          },
        });
        for (const body of [sent, stream]) {
          const answer = await fetch(`http://127.0.0.1:${port}/echo`, { method: "POST", body });
          assert.deepEqual(
            [answer.status, sha256Hex(await answer.bytes())],
            [200, sha256Hex(sent)],
            `${size}`,
          );
        }
      }
    },
    {},
    PATIENCE,
  ));

Deno.test("fewer bytes than were declared are no body, whatever the runtime makes of it", async () => {
  for (const declared of [100, 100_000]) {
    const headers = { "content-length": String(declared) };
    const request = (size: number) =>
      new Request("http://x/", { method: "POST", headers, body: new Uint8Array(size) });
    await assert.rejects(readBody(request(declared - 1), 200_000), { reason: "body_broken" }, `${declared}`);
    assert.equal((await readBody(request(declared), 200_000)).length, declared);
  }
});

// The runtime keeps its reads of a request that never ends a little longer than its answer: not ours to wait for.
Deno.test({
  name: "a body that breaks off or stands still is refused and handled by nobody",
  sanitizeOps: false,
}, async () => {
  let handled = 0;
  const take = route("POST /take", {
    gate: open("test"),
    ...about,
    raw: "application/octet-stream",
    handle: () => ({ handled: ++handled }),
  });
  await served([take], async (port) => {
    const head = (size: number) => `POST /take HTTP/1.1\nhost: x\ncontent-length: ${size}`;
    for (const size of [100, 100_000]) {
      assert.match(await spoken(port, head(size), "half"), /^HTTP\/1\.1 408 .*"body_slow"/s, `${size}`);
      assert.match(await spoken(port, head(size), "half", true), /^(HTTP\/1\.1 400 .*"body_broken")?/s);
    }
    assert.match(
      await spoken(port, "POST /take HTTP/1.1\nhost: x\ntransfer-encoding: chunked", "4\r\nhalf\r\n"),
      /^HTTP\/1\.1 408 .*"body_slow"/s,
    );
    assert.match(
      await spoken(port, `POST /none HTTP/1.1\nhost: x\ncontent-length: 9`, "half"),
      /^HTTP\/1\.1 408 /,
    );
    assert.equal(handled, 0);
    assert.match(await spoken(port, head(4), "full"), /^HTTP\/1\.1 200 /);
    assert.equal(handled, 1);
  });
});

Deno.test("gates that need headers alone are asked before the body, which is then dropped", async () => {
  const seen: string[] = [];
  const note = (name: string) => ({ body }: { body: unknown }) => {
    seen.push(`${name} ${(body as Uint8Array).length}`);
    return {};
  };
  const post = (path: string, gate: ReturnType<typeof ingest>) =>
    route(`POST /${path}`, { gate, ...about, raw: "text/plain", handle: note(path) });
  const routes = [
    post("secret", ingest()),
    route("POST /member", { gate: session(), ...about, raw: "text/plain", handle: note("member") }),
    route("POST /either", {
      gate: either(ingest(), claim(), session()),
      ...about,
      raw: "text/plain",
      handle: note("either"),
    }),
  ];
  const big = new Uint8Array(UNKNOWN_SENDER_BYTES + 1).fill(0x20);
  await served(routes, async (port) => {
    const send = async (
      path: string,
      body: Uint8Array<ArrayBuffer>,
      headers: Record<string, string> = {},
    ) => {
      const answer = await fetch(`http://127.0.0.1:${port}/${path}`, { method: "POST", body, headers });
      return `${answer.status} ${(await answer.json()).reason ?? "in"}`;
    };
    const good = { "x-ingest-secret": "good" };
    for (const body of [big, new Uint8Array(19_000_000)]) {
      assert.equal(await send("secret", body), "401 no_credential");
      assert.equal(await send("member", body), "401 no_session");
      assert.equal(await send("either", body), "413 body_too_large", "who is unknown may send little");
      assert.equal(await send("either", body, { "x-ingest-secret": "bad" }), "401 bad_secret");
      assert.equal(await send("either", body, good), "200 in");
      assert.equal(await send("secret", body, good), "200 in");
    }
    assert.equal(await send("secret", new Uint8Array(20_000_001)), "413 body_too_large");
    const claimed = new TextEncoder().encode('{"claim":"token"}');
    assert.equal(await send("either", claimed), "200 in", "a claim lies in the body");
    assert.equal(await send("either", claimed.slice(1)), "401 no_credential");
    assert.deepEqual(seen, [
      ...[big.length, 19_000_000].flatMap((size) => [`either ${size}`, `secret ${size}`]),
      `either ${claimed.length}`,
    ]);
  }, {
    ingestSecret: "good",
    claim: (token) => token === "token" ? { kind: "claim", claim: 1, call: "OE1XYZ" } : undefined,
  }, PATIENCE);
});

Deno.test("a body that trickles is ended, read or dropped; one that comes fast enough is not", async () => {
  const trickling = (declared: number | undefined, everyMs: number, pieces: number) => {
    let sent = 0, timer: ReturnType<typeof setTimeout> | undefined;
    const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
      async pull(controller) {
        await new Promise((done) => timer = setTimeout(done, everyMs));
        controller.enqueue(new Uint8Array(10));
        if (++sent === pieces) controller.close();
      },
      cancel: () => clearTimeout(timer),
    });
    return new Request("http://localhost/", {
      method: "POST",
      body,
      ...(declared !== undefined && { headers: { "content-length": String(declared) } }),
    });
  };
  // Never silent for long, and never as much as is asked for.
  const patience = { silenceMs: 100, graceMs: 200, bytesPerSecond: 100_000 };
  for (const declared of [undefined, 1_000_000]) {
    const kept = trickling(declared, 1, 1000), dropped = trickling(declared, 1, 1000);
    await assert.rejects(readBody(kept, 2_000_000, patience), { reason: "body_slow" });
    await assert.rejects(drain(dropped, patience), { reason: "body_slow" });
  }
  const enough = { silenceMs: 10_000, graceMs: 0, bytesPerSecond: 1 };
  assert.equal((await readBody(trickling(undefined, 1, 30), 2_000_000, enough)).length, 300);
});
