/**
 * Two instances whose only way to each other is sound: a packet circuit in connected mode through two real Dire Wolfs.
 * Both converge, over a link that hangs up in the middle; nothing comes twice. What a member of one logs at a cache of the other, by a
 * phone that reaches its home alone, counts there and comes home.
 */
import assert from "node:assert/strict";
import { driveCircuit, type OpenLine, pullCircuit, serveCircuit, VHF } from "../../src/link/mod.ts";
import { newToken } from "../../src/base/mod.ts";
import { privateDigest, readSigningKey, signDocument } from "../../src/wire/mod.ts";
import type { TestApp } from "../kit/app.ts";
import type { Circuit } from "../../src/box/drivers/driver.ts";
import { ether, FAST_RATE, NEEDS_AIR, type Wolf } from "../kit/air.ts";
import { linkOver, stationAt } from "../kit/air_station.ts";
import { publishWeek } from "../kit/lifelike.ts";
import { has } from "../kit/peers.ts";
import { withFolder } from "../kit/server.ts";
import { hidden } from "../routes/federation/members.ts";
import { alone, knows, mirrored } from "../routes/federation/neighbours.ts";
import { here, newSentId } from "../routes/visits/visitor.ts";
import { seeded } from "../wire/test_data.ts";

const A = "a.example", B = "b.example";
/** Records of each. The whole measure by AIR_LONG=1, at 1200 baud; sooner done at 9600. */
const LONG = Deno.env.get("AIR_LONG") === "1";
const COUNT = LONG ? 60 : 16, BAUD = LONG ? 1200 : 9600;

const week = (app: TestApp, seed: number) =>
  app.db.writeNow((tx) =>
    publishWeek(app.federation.publications, tx, COUNT, seeded(seed), app.world.now() - 60)
  );

/** One carrier sense and no chance in who speaks: two stations that take turns by themselves. */
const TIMING = `MODEM ${BAUD}\nTXDELAY 10\nTXTAIL 2\nSLOTTIME 1\nPERSIST 255\nFRACK 3\nRETRY 12\nPACLEN 256`;

/** The line as it is, hung up after so many bytes were read. */
function cutting(circuit: Circuit, after: number): OpenLine {
  const line = linkOver(circuit);
  let passed = 0;
  return {
    write: line.write,
    read: async (seconds) => {
      if (passed >= after) {
        circuit.close();
        return undefined;
      }
      const got = await line.read(seconds);
      if (got instanceof Uint8Array) passed += got.length;
      return got;
    },
  };
}

/** A member of B logs at a cache that A keeps: B hears of it by https, and has no network to A. */
async function logs(a: TestApp, b: TestApp): Promise<void> {
  await hidden(await a.signIn("OE1OWN"), "Old mill");
  const { gid: cache } = a.db.sql<never, { gid: string }>("SELECT gid FROM cache").get()!;
  const member = await b.signIn("OE5ABC"), phone = readSigningKey(newToken(b.world))!;
  for (const { world } of [a, b]) world.pass(60);
  const key = { callsign: "OE5ABC", publicKey: phone.publicKey, label: "phone" };
  assert.equal((await member.post("/keys/register", key)).status, 200);
  for (const { world } of [a, b]) world.pass(60);
  const document = {
    ...{ at: b.world.now(), cache, call: "OE5ABC", home: B, instance: A, key: phone.publicKey },
    ...{ kind: "found", sentId: newSentId(), text: "By packet", priv: privateDigest(here)! },
  };
  const sig = signDocument("svc-visit/1", document, phone);
  for (const { world } of [a, b]) world.pass(3700);
  const reply = await member.post("/api/my/visits", { ...document, sig, private: here });
  assert.deepEqual([reply.status, reply.body.waiting], [202, "circuit"], reply.text);
}

Deno.test(
  "two instances converge over two Dire Wolfs joined by sound, in connected mode",
  () =>
    withFolder(async (folder) => {
      if (!has(...NEEDS_AIR)) return;
      const a = alone(A), b = alone(B, { FED_LINK_PULL: "1", FED_LINK_CALL: "N0TWO-9" });
      knows(a, B);
      knows(b, A, { endpoints: [{ transport: "ax25", address: "N0ONE-9", priority: 50 }] });
      await logs(a, b);
      week(a, 1);
      week(b, 2);
      const air = await ether(
        folder,
        { first: { config: TIMING }, second: { config: TIMING } },
        [],
        FAST_RATE,
      );
      const { first, second } = air.wolves as Record<"first" | "second", Wolf>;
      const one = await stationAt(first, "N0ONE-9"), two = await stationAt(second, "N0TWO-9");
      try {
        let applied = 0;
        /** The one who dials hears the other's feeds. */
        const call = async (dials: 0 | 1, after = Infinity) => {
          const [own, other] = dials === 0 ? [one, two] : [two, one];
          const [who, whom, id] = dials === 0 ? [a, b, B] : [b, a, A];
          const [calling, called] = await Promise.all([own.dial(other.call), other.called()]);
          const { cursors, hands } = who.federation.carriers.pulling(id, (delivery) => {
            assert.equal(delivery.rejected + delivery.quarantined, 0);
            applied += delivery.applied;
          });
          const serving = driveCircuit(
            serveCircuit({ ...VHF, batchMax: 8 }),
            linkOver(called),
            whom.federation.carriers.servingHands(),
          );
          const pulled = await driveCircuit(
            pullCircuit({ caps: VHF, cursors, pages: 20 }),
            cutting(calling, after),
            hands,
          );
          calling.close();
          assert.equal((await serving).how, "closed");
          return pulled;
        };
        const cut = await call(1, 1500);
        assert.equal(cut.how, "cut");
        assert.equal((await call(1)).how, "done");
        assert.equal((await call(0)).how, "done");
        // Its key has come with that.
        await a.jobs.find(({ name }) => name === "visits-waiting")!.run();
        assert.equal((await call(1)).how, "done");
        const find = b.db.sql<never, { call: string; gid: string | null }>("SELECT call, gid FROM own_visit")
          .get()!;
        assert.deepEqual([find.call, find.gid?.startsWith(`${A}:find:`)], ["OE5ABC", true]);
        assert.equal(b.db.sql("SELECT 1 FROM visit_circuit").all().length, 0);
        for (const [who, whom, id] of [[a, b, B], [b, a, A]] as const) {
          assert.deepEqual(mirrored(who, id), mirrored(whom, id));
        }
        assert.equal(applied, mirrored(a, A).length + mirrored(b, B).length, "nothing came twice");
      } finally {
        await one.close();
        await two.close();
        await air.close();
        a.close();
        b.close();
      }
    }),
);
