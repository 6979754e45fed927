/** Packet circuits as a service: when a peer is dialled, and the way through a NET/ROM node. The radio is a line here. */
import assert from "node:assert/strict";
import { newPeer } from "../../src/federation/tables/peer_store.ts";
import { circuits } from "../../src/box/services/carriers/circuits.ts";
import { throughNode } from "../../src/box/services/carriers/node_way.ts";
import type { Shared } from "../../src/box/services/air/connected.ts";
import { newToken } from "../../src/base/mod.ts";
import { driveCircuit, serveCircuit, VHF } from "../../src/link/mod.ts";
import { readSigningKey, signDocument, type VisitAnswer, writeVisit } from "../../src/wire/mod.ts";
import { listeningApp, makeBox, runBox, until } from "../kit/box.ts";
import { publishWeek } from "../kit/lifelike.ts";
import type { TestApp } from "../kit/app.ts";
import { withFolder } from "../kit/server.ts";
import { within } from "../kit/waits.ts";
import { seedOf } from "../routes/federation/instances.ts";
import { keyOf } from "../routes/federation/neighbours.ts";
import { seeded } from "../wire/test_data.ts";

const A = "a.example", B = "b.example";
type Chunk = Uint8Array | undefined;

/** Two ends of one line; what is written at one is read at the other, in the same pieces. */
function line() {
  const end = () => {
    const waiting: Chunk[] = [];
    let wake = () => {};
    return {
      put(chunk: Chunk) {
        waiting.push(chunk);
        wake();
      },
      async take(): Promise<Chunk> {
        while (waiting.length === 0) await new Promise<void>((resolve) => wake = resolve);
        return waiting[0] === undefined ? undefined : waiting.shift();
      },
    };
  };
  const there = end(), here = end();
  const close = () => (there.put(undefined), here.put(undefined));
  const side = (mine: typeof here, other: typeof here) => ({
    peer: "OE1XNR-3",
    read: () => mine.take(),
    readWithin: () => mine.take(),
    write: (bytes: Uint8Array) => Promise.resolve(other.put(bytes.slice())),
    close,
  });
  return { near: side(here, there), far: side(there, here) };
}
type Side = ReturnType<typeof line>["near"];

const text = (chunk: Chunk) => new TextDecoder().decode(chunk);
const says = (side: Side, words: string) => side.write(new TextEncoder().encode(words));

/** A node with a banner that leads to the other gateway's service, whose greeting comes in one piece with the node's last words. */
async function node(
  side: Side,
  page: (path: string) => Promise<Uint8Array>,
  visit: (bytes: Uint8Array) => Promise<VisitAnswer>,
  heard: string[],
): Promise<void> {
  await says(side, "Welcome to WIEN\r");
  const typed = async () => void heard.push(text(await side.read()));
  await typed();
  await says(side, "Trying\rWIEN:OE1XNR-3} Conn");
  await says(side, "ected to SVCNOD\r");
  await typed();
  let first = true;
  await driveCircuit(serveCircuit(VHF), {
    read: () => side.read(),
    async write(bytes) {
      if (first) await says(side, `WIEN:OE1XNR-3} Service\r${text(bytes)}`);
      else await side.write(bytes);
      first = false;
    },
  }, {
    visit,
    page: ({ type, since, limit, sinceId }) =>
      page(`/federation/sync/${type}?since=${since}&limit=${limit}${sinceId ? `&sinceId=${sinceId}` : ""}`),
  });
}

/** Puts a visit into the queue of an instance for A, as a member's phone has it; gives its bytes. */
async function queued(app: TestApp): Promise<Uint8Array> {
  const member = await app.signIn("OE2ABC"), phone = readSigningKey(newToken(app.world))!;
  await member.post("/keys/register", { callsign: "OE2ABC", publicKey: phone.publicKey, label: "phone" });
  const document = {
    ...{ at: app.world.now() - 7200, cache: `${A}:cache:1`, call: "OE2ABC", home: B, instance: A },
    ...{ key: phone.publicKey, kind: "found", sentId: "visit-by-the-box-01", text: "Servus" } as const,
  };
  const sig = signDocument("svc-visit/1", document, phone);
  const reply = await member.post("/api/my/visits", { ...document, sig });
  assert.deepEqual([reply.status, reply.body.waiting], [202, "circuit"], reply.text);
  return writeVisit(document, sig);
}

Deno.test("a peer behind a NET/ROM node is read through it, again after the interval and not before", () =>
  withFolder(async (dir) => {
    const a = listeningApp({ INSTANCE_ID: A, FED_PRIVATE_KEY: seedOf(A) });
    a.app.db.writeNow((tx) =>
      publishWeek(a.app.federation.publications, tx, 3, seeded(7), a.app.world.now())
    );
    const b = listeningApp({
      ...{ INSTANCE_ID: B, FED_PRIVATE_KEY: seedOf(B), FED_LINK_PULL: "1", FED_LINK_PULL_MS: "120000" },
      ...{ FED_LINK_CALL: "OE2BOX-9", FED_LINK_NODE: "OE1XNR-3" },
    });
    const services = { circuits: { on: true } };
    await makeBox(dir, b, { call: "OE2BOX-10", connections: [], services }, { services: true });
    const peer = newPeer({ url: `https://${A}`, addedVia: "admin", addedAt: b.app.world.now() });
    const endpoints = [{ transport: "netrom", address: "SVCNOD", priority: 60 }];
    b.app.db.writeNow((tx) =>
      b.app.federation.store.peers.add(tx, { ...peer, instance: A, pin: keyOf(A).publicKey, endpoints })
    );
    const visits: Uint8Array[] = [], visit = await queued(b.app);
    const dialled: string[] = [], heard: string[] = [], nodes: Promise<void>[] = [];
    let looks = 0, done = 0;
    const page = async (path: string) => new Uint8Array(await (await fetch(a.url + path)).arrayBuffer());
    const sessions = {
      dial(own: string, to: string) {
        dialled.push(`${own} ${to}`);
        const { near, far } = line();
        nodes.push(
          node(far, page, (bytes) => {
            visits.push(bytes);
            return Promise.resolve("refused own_cache");
          }, heard),
        );
        return Promise.resolve(near);
      },
      done(one: Side) {
        one.close();
        done++;
        return Promise.resolve();
      },
    };
    const shared = {
      known: new Set<string>(),
      get sessions() {
        looks++;
        return sessions;
      },
    } as unknown as Shared;
    const box = runBox(dir, { services: [circuits(shared, 20)] });
    const looked = async (times: number) => {
      const until_ = looks + times;
      await until("further looks", () => looks >= until_);
    };
    const status = () =>
      b.app.db.sql<never, { ok: number | null; error: string | null }>(
        "SELECT last_ok AS ok, last_error AS error FROM fed_circuit",
      ).get();
    const attempted = (ago: number) =>
      b.app.db.writeNow((tx) =>
        b.app.db.sql<{ at: number }>("UPDATE fed_circuit SET last_attempt = :at").run(tx, {
          at: Math.floor(Date.now() / 1000) - ago,
        })
      );
    try {
      await until("the first session", () => done === 1 && status() !== undefined);
      assert.deepEqual([dialled, heard], [["OE2BOX-9 OE1XNR-3"], ["C SVCNOD\r", "FED\r"]]);
      assert.equal(status()!.error, null);
      assert.deepEqual(visits, [visit], "what waited at the gateway went out");
      const answers = b.app.db.sql("SELECT answer, tries FROM visit_circuit").all().map((row) => ({
        ...row,
      }));
      assert.deepEqual(answers, [{ answer: "refused own_cache", tries: 1 }], "and its answer came back");
      const records = b.app.db.sql<{ origin: string }, { n: number }>(
        "SELECT count(*) AS n FROM fed_record WHERE origin = :origin AND gone = 0",
      ).get({ origin: A })!.n;
      assert.ok(records > 0);
      await looked(4);
      attempted(100);
      await looked(4);
      assert.equal(dialled.length, 1, "its time has not come");
      attempted(121);
      await until("the second session", () => done === 2);
      await looked(4);
      assert.equal(dialled.length, 2);
    } finally {
      await box.stop();
      await within("the nodes' ends", Promise.all(nodes));
      await b.close();
      await a.close();
    }
  }));

Deno.test("a node that does not connect is told in its own words, and nothing more is said to it", async () => {
  const through = async (...answers: Chunk[]) => {
    const said: string[] = [];
    const left = [...answers];
    const how = await throughNode({
      write: (bytes) => Promise.resolve(void said.push(text(bytes))),
      readWithin: () => Promise.resolve(left.shift() ?? "silent"),
    }, ["C SVCNOD", "FED"]).then(() => "on", (error) => (error as Error).message);
    return [how, said.join("").replaceAll("\r", ";")];
  };
  const words = (one: string) => new TextEncoder().encode(one);
  assert.deepEqual(await through(words("*** linked to SVCNOD\r")), ["on", "C SVCNOD;FED;"]);
  for (
    const [answer, why] of [
      ["hi\rWIEN} Failure with SVCNOD\r", "the node says: WIEN} Failure with SVCNOD"],
      ["Downlink connect disconnected\r", "the node says: Downlink connect disconnected"],
      ["x".repeat(5000), "the node talks without connecting"],
      ["Connected", "the node does not answer"],
    ] as const
  ) assert.deepEqual(await through(words(answer)), [why, "C SVCNOD;"]);
});
