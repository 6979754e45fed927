/** What one network or member sends at once is bounded in sum, and counts until its request is answered. */
import assert from "node:assert/strict";
import { BODY_LIMIT } from "../../src/http/body.ts";
import { BodyRoom, ROOM_BYTES } from "../../src/http/body_room.ts";
import {
  Addresses,
  ingest,
  Limits,
  mount,
  PATIENCE,
  type Ports,
  route,
  session,
} from "../../src/http/mod.ts";
import { emptyPorts } from "../kit/ports.ts";
import { testWorld } from "../kit/world.ts";

const about = { spec: "test", summary: "test", produces: "application/json" };

Deno.test("a share is bounded for each of its holders, to the byte, and given back whole", () => {
  const room = new BodyRoom();
  const [one, two, other] = [room.share("net a"), room.share("net a"), room.share("net b")];
  one.take(ROOM_BYTES - 1);
  two.take(1);
  assert.throws(() => two.take(1), { reason: "too_many_bodies" });
  other.take(ROOM_BYTES);
  one.end();
  one.end();
  assert.equal(room.heldBy("net a"), 1, "given back once");
  two.take(ROOM_BYTES - 1);
  two.end();
  other.end();
  assert.deepEqual([room.heldBy("net a"), room.heldBy("net b")], [0, 0]);
});

Deno.test("a member's share is one, through however many networks, with what came before the member was known", () => {
  const room = new BodyRoom();
  const [here, there] = [room.share("net a"), room.share("net b")];
  here.take(30_000_000);
  here.alsoFor("account 1");
  there.alsoFor("account 1");
  there.take(ROOM_BYTES - 30_000_000);
  assert.throws(() => here.take(1), { reason: "too_many_bodies" });
  const late = room.share("net c");
  late.take(1);
  assert.throws(() => late.alsoFor("account 1"), { reason: "too_many_bodies" });
  late.end();
  for (const share of [here, there]) share.end();
  for (const holder of ["net a", "net b", "net c", "account 1"]) assert.equal(room.heldBy(holder), 0, holder);
});

/** A body that stays unfinished until `end` is called; `taken` settles when so many bytes of it were asked for. */
function unfinished(bytes: number) {
  const piece = new Uint8Array(1_000_000);
  let [sent, end] = [0, () => {}];
  const taken = Promise.withResolvers<void>();
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull(controller) {
      if (sent >= bytes) {
        taken.resolve();
        return new Promise<void>((resolve) =>
          end = () => {
            controller.close();
            resolve();
          }
        );
      }
      sent += piece.length;
      controller.enqueue(piece);
    },
  }, { highWaterMark: 0 });
  return { body, taken: taken.promise, end: () => end() };
}

function serving(over: Partial<Ports>) {
  const world = testWorld();
  const options = { ...about, raw: "text/plain", maxBytes: BODY_LIMIT, handle: () => ({}) };
  return mount({
    routes: [
      route("POST /secret", { ...options, gate: ingest() }),
      route("POST /member", { ...options, gate: session() }),
    ],
    ports: emptyPorts(world, over),
    addresses: new Addresses({ own: [], trusted: [], trustProxy: false }),
    limits: new Limits(world.now),
    world,
    patience: PATIENCE,
  });
}

const MEMBERS: Partial<Ports> = {
  ingestSecret: "good",
  session: (token) =>
    ({ kind: "session", account: Number(token), call: "OE1XYZ", sysop: false, verified: true }) as never,
};

for (
  const [who, path, header, from] of [
    ["one network", "secret", (_n: number) => ({ "x-ingest-secret": "good" }), () => "192.0.2.7"],
    ["one member", "member", (_n: number) => ({ cookie: "svc_session=7" }), (n: number) => `192.0.2.${n}`],
  ] as const
) {
  Deno.test(`the fourth unfinished body of 19 MB from ${who} is refused; others, and later ones, are taken`, async () => {
    const handler = serving(MEMBERS);
    const send = async (
      body: BodyInit,
      n: number,
      change: { address?: string; headers?: HeadersInit } = {},
    ) => {
      const headers = change.headers ?? header(n);
      const request = new Request(`http://localhost/${path}`, { method: "POST", body, headers });
      return await handler(request, { remoteAddr: { hostname: change.address ?? from(n) } });
    };
    const held = [1, 2, 3].map(() => unfinished(19_000_000));
    const waiting = held.map(({ body }, n) => send(body, n + 1));
    await Promise.all(held.map(({ taken }) => taken));
    const more = await send(new Uint8Array(8_000_000), 4);
    assert.deepEqual([more.status, (await more.json()).reason], [429, "too_many_bodies"]);
    assert.equal(more.headers.get("retry-after"), "5");
    assert.equal((await send(new Uint8Array(50_000), 4)).status, 200, "small ones still pass");
    const stranger = {
      address: "198.51.100.9",
      headers: { cookie: "svc_session=8", "x-ingest-secret": "good" },
    };
    assert.equal((await send(new Uint8Array(19_000_000), 4, stranger)).status, 200);
    for (const one of held) one.end();
    assert.deepEqual((await Promise.all(waiting)).map(({ status }) => status), [200, 200, 200]);
    assert.equal((await send(new Uint8Array(19_000_000), 4)).status, 200);
  });
}
