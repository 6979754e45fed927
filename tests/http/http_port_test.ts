/** The http port under connections without number. */
import assert from "node:assert/strict";
import { readBody } from "../../src/http/body.ts";
import { HttpPort } from "../../src/http/mod.ts";
import { becomes, passes } from "../kit/waits.ts";
import { testWorld } from "../kit/world.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const GET = "GET / HTTP/1.1\r\nhost: localhost\r\n\r\n";

/** Connections that wait, and which of them were hung up. */
async function comers(port: number, count: number, said: string) {
  const state = { hungUp: 0 };
  await Promise.all(Array.from({ length: count }, async () => {
    const conn = await Deno.connect({ hostname: "127.0.0.1", port });
    if (said !== "") await conn.write(bytes(said));
    const buffer = new Uint8Array(1000);
    void (async () => {
      for (let size: number | null = 1; size !== null;) size = await conn.read(buffer).catch(() => null);
      state.hungUp++;
      conn.close();
    })();
  }));
  return { state };
}

Deno.test("past the bound all connections are closed but those whose request is under way", async () => {
  const leave = Promise.withResolvers<void>();
  let entered = 0, open = 20;
  const port = new HttpPort({
    hostname: "127.0.0.1",
    port: 0,
    world: testWorld(),
    most: 40,
    openFiles: () => open,
    handler: async (request) => {
      if (request.url.endsWith("/slow")) {
        entered++;
        await leave.promise;
      }
      return new Response("answered");
    },
  });
  const at = `http://127.0.0.1:${port.addr.port}`;
  port.look();
  const few = await comers(port.addr.port, 10, "");
  open = 60;
  port.look();
  using client = Deno.createHttpClient({});
  assert.equal(await (await fetch(at, { client })).text(), "answered");
  assert.equal(few.state.hungUp, 0, "so many may stay");
  const slow = fetch(`${at}/slow`, { client });
  await becomes("it is under way", () => entered === 1);
  const silent = await comers(port.addr.port, 20, "");
  const half = await comers(port.addr.port, 20, GET.slice(0, -10));
  const idle = await comers(port.addr.port, 20, GET);
  open = 61;
  port.look();
  assert.equal(silent.state.hungUp, 0, "a request is under way");
  leave.resolve();
  assert.equal(await (await slow).text(), "answered");
  await becomes("all are hung up", () => {
    return [few, silent, half, idle].reduce((sum, { state }) => sum + state.hungUp, 0) === 70;
  });
  await becomes("the port is served again", async () => {
    const answer = await fetch(at, { client }).catch(() => undefined);
    return await answer?.text() === "answered";
  });
  await port.shutdown();
  await assert.rejects(fetch(at, { client }));
});

Deno.test("idle connections do not cut an upload that moves, unless there is no room for more of them", async () => {
  let open = 20, entered = 0;
  const port = new HttpPort({
    hostname: "127.0.0.1",
    port: 0,
    world: testWorld(),
    leaveMs: 50,
    most: 40,
    openFiles: () => open,
    handler: async (request) => {
      entered++;
      return new Response(String((await readBody(request, 1_000_000)).length));
    },
  });
  port.look();
  const { hostname, port: number } = port.addr;
  const upload = async (length: number) => {
    const conn = await Deno.connect({ hostname, port: number });
    await conn.write(bytes(`POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: ${length}\r\n\r\n`));
    return conn;
  };
  // A large one is taken piece by piece, a small one at once.
  const large = await upload(100_000), small = await upload(10);
  await becomes("both are asked for", () => entered === 2);
  const idle = await comers(number, 30, "");
  open = 61;
  port.look();
  await passes(400, "eight times as long as requests may take to end");
  assert.equal(idle.state.hungUp, 0, "a body is awaited");
  for (let left = 100_000; left > 0;) left -= await large.write(new Uint8Array(left));
  const buffer = new Uint8Array(1000);
  const answer = async (conn: Deno.Conn) => {
    const size = await conn.read(buffer).catch(() => null);
    return size === null ? null : new TextDecoder().decode(buffer.subarray(0, size));
  };
  assert.match((await answer(large))!, /200 OK[\s\S]*100000$/);
  await passes(300, "thrice as long as from one look to the next");
  assert.equal(idle.state.hungUp, 0, "the small one still comes");
  open = 20 + 60 + 1;
  await becomes("there is no room for more: all are hung up", () => idle.state.hungUp === 30);
  await small.write(new Uint8Array(10)).catch(() => 0);
  assert.equal(await answer(small), null);
  large.close();
  small.close();
  await becomes("the port is served again", async () => {
    open = 20;
    const again = await upload(1).catch(() => undefined);
    await again?.write(bytes("x"));
    const text = again && await answer(again);
    again?.close();
    return text?.endsWith("1") ?? false;
  });
  await port.shutdown();
});

Deno.test("who does not read an answer is cut with the others, and so is a request that does not end", async () => {
  let entered = 0;
  const port = new HttpPort({
    hostname: "127.0.0.1",
    port: 0,
    world: testWorld(),
    leaveMs: 50,
    handler: (request) => {
      entered++;
      return request.url.endsWith("/never")
        ? new Promise<Response>(() => {})
        : new Response(new Uint8Array(8_000_000));
    },
  });
  const { hostname, port: number } = port.addr;
  const open = async (path: string) => {
    const conn = await Deno.connect({ hostname, port: number });
    await conn.write(bytes(GET.replace("/", path)));
    return conn;
  };
  const stalled = await open("/"), never = await open("/never");
  await becomes("both are asked for", () => entered === 2);
  await port.renew();
  let got = 0;
  const buffer = new Uint8Array(65_536);
  for (let size; (size = await stalled.read(buffer).catch(() => null)) !== null;) got += size;
  assert.ok(got < 8_000_000, "what the system had taken is all that comes");
  assert.equal(await never.read(buffer).catch(() => null), null);
  stalled.close();
  never.close();
  await port.shutdown();
});

/** A port in a process that may have so many file descriptors. */
async function inProcess(files: number, use: (port: number) => Promise<void>): Promise<void> {
  const serving = new Deno.Command("sh", {
    args: [
      "-c",
      `ulimit -n ${files} && exec "$0" run --no-check --allow-all "$1"`,
      Deno.execPath(),
      new URL("./port_server.ts", import.meta.url).pathname,
    ],
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const lines = serving.stdout.pipeThrough(new TextDecoderStream()).getReader();
  const said = new Response(serving.stderr).text();
  let ended = false;
  void serving.status.then(() => ended = true);
  try {
    await use(Number((await lines.read()).value));
  } finally {
    // Whoever died before says why, in place of whatever failed for it.
    if (!ended) serving.kill();
    const { signal, code } = await serving.status;
    await lines.cancel();
    assert.equal(signal, "SIGTERM", `it ended by itself with ${code}: ${await said}`);
  }
}

const servesAgain = (port: number) =>
  becomes("it serves again", async () => {
    const answer = await fetch(`http://127.0.0.1:${port}`).catch(() => undefined);
    return await answer?.text() === "answered";
  });

Deno.test("it sees by itself that too many connections are open", async () => {
  await inProcess(4096, async (port) => {
    const silent = await comers(port, 300, "");
    await becomes("all are hung up", () => silent.state.hungUp === 300);
    await servesAgain(port);
  });
});

Deno.test("out of file descriptors the process lives, and serves again when there are some", async () => {
  await inProcess(128, async (port) => {
    await servesAgain(port);
    const many = await Promise.allSettled(
      Array.from({ length: 250 }, () => Deno.connect({ hostname: "127.0.0.1", port })),
    );
    await servesAgain(port);
    for (const one of many) if (one.status === "fulfilled") one.value.close();
  });
});
