/** What a guarded fetch sends, follows, takes and leaves behind, over real connections. */
import assert from "node:assert/strict";
import { type FetchAsk, FetchGuard, FetchRefused, KeptConnections } from "../../src/base/mod.ts";
import { missing, program } from "../kit/test_data.ts";
import { passes, within } from "../kit/waits.ts";
import { testWorld } from "../kit/world.ts";

const LOOPBACK = { ...testWorld(), lookup: () => Promise.resolve(["127.0.0.1"]) };
const guard = new FetchGuard({ world: LOOPBACK, allowPrivate: true });
const textOf = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
const ask = (url: string, more: Partial<FetchAsk> = {}): FetchAsk => ({
  url,
  maxBytes: 10_000,
  timeoutMs: 5000,
  ...more,
});
const refused = (reason: string, words = /./) => (error: unknown) => {
  assert.ok(error instanceof FetchRefused, String(error));
  assert.equal(error.reason, reason, error.message);
  assert.match(error.message, words);
  return true;
};

type Answer = (request: Request, port: number) => Response | Promise<Response>;

/** A server whose answers tell what came; `port` of the asker tells connections apart. */
async function served(answer: Answer, use: (port: number) => Promise<void>): Promise<void> {
  const server = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen() {} },
    (request, { remoteAddr }) => answer(request, (remoteAddr as Deno.NetAddr).port),
  );
  await use(server.addr.port).finally(() => server.shutdown());
}

/** A listener that writes these bytes to whoever asks and settles `gone` when the asker hangs up. */
async function raw(text: string, hangUp: boolean, use: (port: number, gone: Promise<void>) => Promise<void>) {
  const listener = Deno.listen({ port: 0, hostname: "127.0.0.1" });
  const gone = (async () => {
    const socket = await listener.accept();
    const buffer = new Uint8Array(4096);
    await socket.read(buffer);
    await socket.write(new TextEncoder().encode(text));
    if (!hangUp) { while (await socket.read(buffer).catch(() => null) !== null); }
    socket.close();
  })();
  await use(listener.addr.port, gone);
  await gone;
  listener.close();
}

Deno.test("a body arrives whole, as text or as bytes, and a GET has none", () =>
  served(
    async (request) =>
      new Response(
        [request.method, request.headers.get("content-length"), JSON.stringify(await request.text())].join(
          " ",
        ),
      ),
    async (port) => {
      const url = `http://a.example:${port}/`;
      const said = async (more: Partial<FetchAsk>) => textOf((await guard.request(ask(url, more))).bytes);
      assert.equal(await said({ method: "POST", body: "für OE1" }), 'POST 8 "für OE1"');
      assert.equal(
        await said({ method: "POST", body: new TextEncoder().encode("für OE1") }),
        'POST 8 "für OE1"',
      );
      assert.equal(await said({}), 'GET  ""');
    },
  ));

for (const status of [301, 302, 303, 307, 308]) {
  Deno.test(`${status} is followed; another status with an address to go to is an answer`, () =>
    served(
      (request) => {
        const path = new URL(request.url).pathname;
        if (path === "/there") return new Response("there");
        return new Response("stay", {
          status: path === "/go" ? status : 201,
          headers: { location: "/there" },
        });
      },
      async (port) => {
        const at = `http://a.example:${port}`;
        const { bytes, url } = await guard.request(ask(`${at}/go`));
        assert.deepEqual([textOf(bytes), url], ["there", `${at}/there`]);
        assert.equal(textOf((await guard.request(ask(`${at}/stay`))).bytes), "stay");
      },
    ));
}

Deno.test("what carries a secret stays with the origin that it was meant for", () =>
  served(
    (request, port) => {
      const location = new URL(request.url).pathname === "/away" ? `http://b.example:${port}/x` : "/there";
      return request.url.endsWith("/there")
        ? new Response("there")
        : new Response(null, { status: 302, headers: { location } });
    },
    async (port) => {
      const at = `http://a.example:${port}`;
      await assert.rejects(
        guard.request(ask(`${at}/away`, { stay: true })),
        refused("redirect", /redirects elsewhere/),
      );
      assert.equal((await guard.request(ask(`${at}/within`, { stay: true }))).url, `${at}/there`);
    },
  ));

Deno.test("no time left after a hop is the end, a millisecond is not", () =>
  served(
    (request) =>
      new URL(request.url).pathname === "/go"
        ? new Response(null, { status: 302, headers: { location: "/there" } })
        : new Response("there"),
    async (port) => {
      for (const [spent, ends] of [[5000, true], [4999, false]] as const) {
        let [asked, looked] = [0, 0];
        // The clock stands still but for what the first hop took; timers run on their own.
        const world = {
          ...LOOPBACK,
          elapsedMs: () => asked++ < 2 ? 0 : spent,
          lookup: () => Promise.resolve((looked++, ["127.0.0.1"])),
        };
        const fetching = new FetchGuard({ world, allowPrivate: true })
          .request(ask(`http://a.example:${port}/go`));
        if (ends) await assert.rejects(fetching, refused("timeout", /a\.example:\d+ did not answer in time/));
        // Whether one millisecond suffices is the machine's luck; that it is tried is the rule.
        else await fetching.catch((error) => assert.equal(error.reason, "timeout"));
        assert.equal(looked, ends ? 1 : 2);
      }
    },
  ));

Deno.test("plain http, credentials, and names without an address are refused before anybody is asked", async () => {
  const lookup = () => Promise.reject(new Error("was looked up"));
  const early = new FetchGuard({ world: { ...LOOPBACK, lookup }, allowPrivate: true });
  const bad = (url: string, words: RegExp, more = {}) =>
    assert.rejects(early.request(ask(url, more)), refused("bad_url", words));
  await bad("http://a.example/", /over plain http/, { httpsOnly: true });
  await bad("http://user@a.example/", /credentials/);
  await bad("http://:secret@a.example/", /credentials/);
  const nowhere = new FetchGuard({
    world: { ...LOOPBACK, lookup: () => Promise.resolve([]) },
    allowPrivate: true,
  });
  await assert.rejects(nowhere.request(ask("http://a.example/")), refused("unreachable", /has no address/));
  const outside = { ...LOOPBACK, lookup: () => Promise.resolve(["2002:101:101::"]) };
  const allowed = new FetchGuard({ world: outside, allowPrivate: false });
  await assert.rejects(
    allowed.request(ask("http://a.example:9/", { timeoutMs: 50 })),
    (error) => error instanceof FetchRefused && error.reason !== "address",
  );
  const literal = new FetchGuard({ world: { ...LOOPBACK, lookup }, allowPrivate: false });
  await assert.rejects(
    literal.request(ask("http://[::1]:9/")),
    refused("address", /private network \(::1\)/),
  );
});

Deno.test("the pieces of a 200 are handed over one after the other; other answers are gathered", () =>
  served(
    (request) => {
      const piece = new Uint8Array(100_000).fill(7);
      const body = new ReadableStream({
        start(controller) {
          for (let n = 0; n < 10; n++) controller.enqueue(piece);
          controller.close();
        },
      });
      return new Response(body, { status: new URL(request.url).pathname === "/404" ? 404 : 200 });
    },
    async (port) => {
      let [total, open, most] = [0, 0, 0];
      const into = async (bytes: Uint8Array) => {
        most = Math.max(most, ++open);
        await new Promise((resolve) => setTimeout(resolve, 1));
        total += bytes.length;
        open--;
      };
      const more = { maxBytes: 1_000_000, into };
      const taken = await guard.request(ask(`http://a.example:${port}/`, more));
      assert.deepEqual([taken.bytes.length, total, open, most], [0, 1_000_000, 0, 1]);
      const missing = await guard.request(ask(`http://a.example:${port}/404`, more));
      assert.deepEqual([missing.status, missing.bytes.length, total], [404, 1_000_000, 1_000_000]);
      const full = { maxBytes: 1_000_000, into: () => Promise.reject(new Error("disk full")) };
      await assert.rejects(
        guard.request(ask(`http://a.example:${port}/`, full)),
        refused("unreachable", /disk full/),
      );
      const small = { maxBytes: 999_999, into };
      await assert.rejects(guard.request(ask(`http://a.example:${port}/`, small)), refused("too_large"));
    },
  ));

Deno.test("a declared length that is too large is refused at once, and the connection given up", () =>
  raw("HTTP/1.1 200 OK\r\ncontent-length: 10001\r\n\r\n", false, async (port, gone) => {
    await assert.rejects(guard.request(ask(`http://a.example:${port}/`)), refused("too_large"));
    await gone;
  }));

Deno.test("an answer that breaks off is none", () =>
  raw(
    "HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf",
    true,
    (port) => assert.rejects(guard.request(ask(`http://a.example:${port}/`)), refused("unreachable")),
  ));

Deno.test("who never answers is hung up on", () =>
  raw("", false, async (port, gone) => {
    await assert.rejects(
      guard.request(ask(`http://a.example:${port}/`, { timeoutMs: 50 })),
      refused("timeout", /did not answer in time/),
    );
    await gone;
  }));

Deno.test("an address without a port is asked at its scheme's", async () => {
  const world = { ...LOOPBACK, lookup: () => Promise.resolve(["127.86.77.68"]) };
  const nowhere = new FetchGuard({ world, allowPrivate: true });
  await assert.rejects(
    nowhere.request(ask("http://a.example/")),
    refused("unreachable", /127\.86\.77\.68:80$/),
  );
  await assert.rejects(
    nowhere.request(ask("https://a.example/")),
    refused("unreachable", /127\.86\.77\.68:443$/),
  );
});

Deno.test("kept connections are hung up when they are closed", () =>
  raw("HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok", false, async (port, gone) => {
    const kept = new KeptConnections();
    await guard.request(ask(`http://a.example:${port}/`, { kept }));
    kept.close();
    await within("the other end", gone);
  }));

/** Three at once, then one more, over kept connections: at most two connections, used again, and closed at the end. */
async function keeps(url: string, fetching: FetchGuard): Promise<void> {
  const kept = new KeptConnections();
  const portOf = async () => textOf((await fetching.request(ask(url, { kept }))).bytes);
  const ports = new Set(await Promise.all([portOf(), portOf(), portOf()]));
  assert.equal(ports.size, 2);
  assert.ok(ports.has(await portOf()), "used again");
  kept.close();
  assert.notEqual(
    textOf((await fetching.request(ask(url))).bytes),
    [...ports][0],
    "without them, one of its own",
  );
}

/** Answers with the asker's port, late enough for three to wait at once. */
const tellPort: Answer = async (_request, port) => {
  await passes(20, "so late that three wait at once");
  return new Response(String(port));
};

Deno.test("kept connections are two for an address, and end when they are closed", () =>
  served(tellPort, (port) => keeps(`http://a.example:${port}/`, guard)));

Deno.test("so they are over https, which may redirect to https", async () => {
  if (missing("openssl", program("openssl") !== undefined, "apt-get install openssl")) return;
  const folder = await Deno.makeTempDir();
  const how =
    "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=a.example -addext";
  const args = [...how.split(" "), "subjectAltName=DNS:a.example", "-keyout", `${folder}/key`, "-out"];
  await new Deno.Command("openssl", { args: [...args, `${folder}/cert`], stderr: "null" }).output();
  const [cert, key] = [Deno.readTextFileSync(`${folder}/cert`), Deno.readTextFileSync(`${folder}/key`)];
  await Deno.remove(folder, { recursive: true });
  const server = Deno.serve(
    { port: 0, hostname: "127.0.0.1", cert, key, onListen() {} },
    (request, { remoteAddr }) =>
      request.url.endsWith("/moved")
        ? new Response(null, { status: 302, headers: { location: "/" } })
        : tellPort(request, (remoteAddr as Deno.NetAddr).port),
  );
  const over = new FetchGuard({ world: LOOPBACK, allowPrivate: true, ca: cert });
  const at = `https://a.example:${server.addr.port}`;
  assert.equal((await over.request(ask(`${at}/moved`, { httpsOnly: true }))).url, `${at}/`);
  await keeps(`${at}/`, over);
  await server.shutdown();
  const listener = Deno.listenTls({ port: 0, hostname: "127.0.0.1", cert, key });
  const gone = (async () => {
    const socket = await listener.accept();
    const buffer = new Uint8Array(4096);
    await socket.read(buffer);
    await socket.write(new TextEncoder().encode("HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok"));
    while (await socket.read(buffer).catch(() => null) !== null);
    socket.close();
  })();
  const kept = new KeptConnections();
  await over.request(ask(`https://a.example:${listener.addr.port}/`, { kept }));
  kept.close();
  await within("the other end", gone);
  listener.close();
});
