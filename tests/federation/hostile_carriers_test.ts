/**
 * Every named attack on every way by which a frame can come: pulled over HTTP, a packet circuit, FBB mail, a beacon, and
 * the intake of frames. One table: what came of it, and that nothing is other than it was.
 */
import assert from "node:assert/strict";
import { driveCircuit, pullCircuit, serveCircuit, VHF, writeBatch } from "../../src/link/mod.ts";
import { readAgain } from "../../src/federation/records/forget.ts";
import { encodePage, readFrame, readPage, type RecordKind } from "../../src/wire/mod.ts";
import { concat, utf8 } from "../../src/base/mod.ts";
import type { TestApp } from "../kit/app.ts";
import { partner } from "../kit/bbs.ts";
import { ShapedLine } from "../kit/shaped_line.ts";
import { alone, CBOR, knows, OCTETS } from "../routes/federation/neighbours.ts";
import { seeded } from "../wire/test_data.ts";
import { Liar } from "./hostile.ts";
import { A, type Attack, ATTACKS, EVIL, keyA, keyEvil, NOW, type Scene, V } from "./hostile_attacks.ts";
import { cacheBody, Node } from "./node.ts";

/** What may come of a frame that is not taken. */
type Verdict =
  | "applied"
  | "held"
  | "settled"
  | "asked again"
  | "quarantined"
  | "rejected"
  | "passed over"
  | "too large";

/** A as it published honestly, and the bytes of what it deleted since. */
async function honest(): Promise<{ facts: Scene; pages: Uint8Array[] }> {
  const clock = { ms: (NOW - 1000) * 1000 }, a = new Node(A, clock);
  const feed = async (kind: RecordKind) => (await a.answer(`/federation/sync/${kind}`)).bytes;
  const published = ["kept", "deleted", "removed"].map((title) =>
    a.write((tx) => a.publisher.publish(tx, "cache", cacheBody(title)))
  );
  const caches = await feed("cache"), read = readPage(caches);
  assert.ok(read.ok);
  const [kept, deleted, removed] = published.map((one, n) => ({ ...one, frame: read.page.frames[n]! }));
  a.write((tx) => a.publisher.withdraw(tx, deleted!.gid, { bounded: false }));
  a.write((tx) => a.publisher.withdraw(tx, removed!.gid, { bounded: true }));
  const pages = [caches, await feed("tombstone")];
  a.close();
  return { facts: { ...kept!, deleted: deleted!, removed: removed! }, pages };
}

/** Everything that others' records are and do here; how often somebody contradicted himself may be counted. */
const stateOf = ({ db }: TestApp): string =>
  JSON.stringify(
    [
      "SELECT gid, origin, kind, v, at, hex(frame) AS frame, hops, gone FROM fed_record ORDER BY gid",
      "SELECT * FROM fed_tombstone ORDER BY target",
      "SELECT * FROM fed_announce",
      "SELECT url, instance, trust, enabled, pin, accept, rotations, endpoints, operator_call FROM fed_peer ORDER BY id",
      ...["cache", "find", "key", "move"].map((kind) => `SELECT * FROM ${kind}_mirror ORDER BY gid`),
      "SELECT bid, type, to_call FROM bbs_message ORDER BY id",
    ].map((sql) => db.sql(sql).all()),
    (_, value) => typeof value === "bigint" ? String(value) : value,
  );

const verdictOf = (counts: { applied: number; quarantined: number; rejected: number }): Verdict =>
  counts.applied > 0
    ? "applied"
    : counts.quarantined > 0
    ? "quarantined"
    : counts.rejected > 0
    ? "rejected"
    : "held";

type Carrier = (victim: TestApp, frame: Uint8Array<ArrayBuffer>, attack: Attack) => Promise<Verdict>;

const frames: Carrier = async (victim, frame) => {
  const page = encodePage({ instance: EVIL, nextCursor: 9e12, complete: true, frames: [frame] });
  const taken = await victim.ingest.post("/federation/frames", page, CBOR);
  return verdictOf(taken.body);
};

const beacon: Carrier = async (victim, frame) => {
  const taken = await victim.ingest.post("/federation/beacon", concat(utf8("SVCB1"), frame), OCTETS);
  if (taken.status === 413) return "too large";
  return taken.body.federation ? verdictOf(taken.body) : "passed over";
};

const mail: Carrier = async (victim, frame) => {
  const { bid, subject, text } = writeBatch([frame]);
  const message = { type: "P", from: "OE9EVL", at: "", to: "SVCFED", bid, title: subject, body: text };
  const taken = await victim.ingest.post("/api/bbs/forward/inbound", { message, origin: "rf-fbb:OE3XBB" });
  if (taken.status !== 200) return "too large";
  const said = /(\d+) applied, (\d+) quarantined, (\d+) rejected/.exec(taken.body.federation)!;
  return verdictOf({ applied: Number(said[1]), quarantined: Number(said[2]), rejected: Number(said[3]) });
};

/** Whoever answers on A's frequency serves the frame as A's next record. */
const circuit: Carrier = async (victim, frame, { kind = "cache" }) => {
  const line = new ShapedLine(seeded(1)), [called, calling] = [line.end(0), line.end(1)];
  let verdict: Verdict = "passed over";
  const { hands } = victim.federation.carriers.pulling(A, (delivery) => verdict = verdictOf(delivery));
  const page = encodePage({ instance: A, nextCursor: 9e12, complete: true, frames: [frame] });
  const nothing = encodePage({ instance: A, nextCursor: 0, complete: true, frames: [] });
  const plain = { ...VHF, compress: ["none"] as const };
  await Promise.all([
    driveCircuit(serveCircuit(plain), called, {
      page: ({ type }) => Promise.resolve(type === kind ? page : nothing),
    }).finally(() => called.close()),
    driveCircuit(pullCircuit({ caps: plain, cursors: {}, pages: 20 }), calling, hands)
      .finally(() => calling.close()),
  ]);
  return verdict;
};

/** A neighbour whom the victim trusts all too much serves the frame as one of A's. */
function pulled(evil: Liar, url: string): Carrier {
  return async (victim, frame, { kind = "cache" }) => {
    const { store } = victim.federation;
    evil.serve(A, kind, [frame]);
    const counts = async () => {
      const outcome = await victim.federation.puller.pull(url);
      assert.ok(outcome.ok, JSON.stringify(outcome));
      return outcome.result.counts;
    };
    const { transit } = await counts();
    const gaps = store.gaps.all().length;
    // The next attack comes to a mirror that was never asked.
    victim.db.writeNow((tx) => readAgain(tx, store, A));
    return transit > 0 ? "applied" : gaps > 0 ? "asked again" : "settled";
  };
}

/** What has to come of it. A page settles what it refuses for good, so that a pull tells it from held by nothing. */
function expected({ name, expect, carried = expect, frame, kind = "cache" }: Attack, facts: Scene) {
  const bytes = frame(facts);
  const whole: Verdict = carried === "applied" || carried === "held" || carried === "quarantined"
    ? carried
    : "rejected";
  const read = readFrame(bytes);
  const elsewhere = read.ok && read.frame.gid.split(":")[1] !== kind && !(kind === "account-move");
  const isLong = bytes.length > 100_000;
  return {
    name,
    https: expect === "unverified" || expect === "future" ? "asked again" : "settled",
    circuit: elsewhere ? "passed over" : isLong ? "passed over" : whole,
    mail: isLong ? "too large" : whole,
    beacon: isLong ? "too large" : bytes.length === 0 ? "passed over" : whole,
    frames: whole,
  };
}

Deno.test("every named attack on every carrier: nothing gets in that its origin did not sign", async () => {
  const { facts, pages } = await honest();
  const victim = alone(V, { FED_BBS: "1", FED_ALLOW_PRIVATE: "1" });
  const clock = { ms: NOW * 1000 }, evil = new Liar(EVIL, clock);
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, async (request) => {
    const url = new URL(request.url), { status, bytes } = await evil.answer(url.pathname + url.search);
    return new Response(bytes as BodyInit, { status });
  });
  const url = `http://127.0.0.1:${server.addr.port}`;
  try {
    knows(victim, A, { pin: keyA.publicKey });
    knows(victim, EVIL, { url, pin: keyEvil.publicKey });
    await partner(victim, "OE3XBB", [], { federation: true });
    for (const page of pages) await victim.federation.carriers.frames(page);
    assert.ok((await victim.federation.puller.pull(url)).ok, "met before anything is served");
    const ways = { https: pulled(evil, url), circuit, mail, beacon, frames };
    const table: Record<string, string>[] = [], wanted: Record<string, string>[] = [];
    for (const attack of ATTACKS) {
      const row: Record<string, string> = { name: attack.name };
      for (const [name, carrier] of Object.entries(ways)) {
        const before = stateOf(victim),
          cursors = JSON.stringify(victim.federation.carriers.circuits.cursors(A));
        row[name] = await carrier(victim, Uint8Array.from(attack.frame(facts)), attack);
        // Only what A has signed says how far A was read.
        const isSigned = attack.expect === "held" || attack.expect === "refused";
        const moved = JSON.stringify(victim.federation.carriers.circuits.cursors(A)) !== cursors;
        assert.ok(isSigned || !moved, `${attack.name} by ${name} moved a cursor`);
        if (attack.carried === "applied" && name !== "https") {
          // Rightly signed by its own origin: only the page of another one is the wrong place for it.
          const { gid } = (readFrame(attack.frame(facts)) as { frame: { gid: string } }).frame;
          const kept = victim.federation.store.records.byGid({ gid });
          if (kept) victim.db.writeNow((tx) => victim.federation.store.records.forget(tx, { gid }));
          victim.db.writeNow((tx) => victim.federation.deps.appliers[kept?.kind ?? "cache"]?.drop(tx, gid));
        }
        assert.ok(stateOf(victim) === before, `${attack.name} by ${name} changed something`);
      }
      table.push(row);
      wanted.push(expected(attack, facts));
    }
    assert.deepEqual(table, wanted);
    assert.ok(table.length >= 60);
    if (Deno.env.get("HOSTILE_TABLE")) console.table(table);
  } finally {
    await victim.federation.close();
    await server.shutdown();
    evil.close();
    victim.close();
  }
});
