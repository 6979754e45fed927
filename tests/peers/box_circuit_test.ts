/** Records over the air: two gateways, a box each, two Dire Wolfs between them and nothing else. */
import assert from "node:assert/strict";
import { newPeer } from "../../src/federation/tables/peer_store.ts";
import { circuits } from "../../src/box/services/carriers/circuits.ts";
import { connected, type Shared } from "../../src/box/services/air/connected.ts";
import { gateWatch } from "../../src/box/services/gate_watch.ts";
import { ether, NEEDS_AIR, type Wolf } from "../kit/air.ts";
import { listeningApp, makeBox, runBox, until } from "../kit/box.ts";
import { publishWeek } from "../kit/lifelike.ts";
import { has } from "../kit/peers.ts";
import { withFolder } from "../kit/server.ts";
import { seedOf } from "../routes/federation/instances.ts";
import { keyOf } from "../routes/federation/neighbours.ts";
import { seeded } from "../wire/test_data.ts";

const A = "a.example", B = "b.example";

/** A gateway of this name with a service box of OE1BOX or OE2BOX on that Dire Wolf. */
async function station(dir: string, id: string, call: string, wolf: Wolf, env: Record<string, string>) {
  const gateway = listeningApp({ INSTANCE_ID: id, FED_PRIVATE_KEY: seedOf(id), FED_LINK_NODE: "", ...env });
  const { app } = gateway;
  const folder = `${dir}/${call}`;
  await Deno.mkdir(folder);
  const connections = [`${wolf.agwpe}?tx=on`];
  const services = { circuits: { on: true } };
  await makeBox(folder, gateway, { call: `${call}-10`, connections, tx: "on", services }, { services: true });
  const owner = await app.signIn(call);
  const { body: { code } } = await app.ingest.post("/api/box/attic/pair", {});
  assert.equal((await owner.post("/api/box/attic/claim", { code })).status, 200);
  const shared: Shared = { known: new Set() };
  const box = runBox(folder, { services: [gateWatch, connected("1", shared, 200), circuits(shared, 500)] });
  return { gateway, app, box };
}

Deno.test(
  "a packet circuit over the air of two Dire Wolfs brings another instance's records",
  () =>
    withFolder(async (dir) => {
      if (!has(...NEEDS_AIR)) return;
      const air = await ether(dir, { serves: {}, pulls: {} });
      const { serves, pulls } = air.wolves as Record<"serves" | "pulls", Wolf>;
      const a = await station(dir, A, "OE1BOX", serves, { FED_LINK_SERVE: "1", FED_LINK_CALL: "OE1BOX-9" });
      a.app.db.writeNow((tx) =>
        publishWeek(a.app.federation.publications, tx, 6, seeded(7), a.app.world.now())
      );
      const b = await station(dir, B, "OE2BOX", pulls, { FED_LINK_PULL: "1", FED_LINK_CALL: "OE2BOX-9" });
      const peer = newPeer({ url: `https://${A}`, addedVia: "admin", addedAt: b.app.world.now() });
      const endpoints = [{ transport: "ax25", address: "OE1BOX-9", priority: 50 }];
      try {
        await until("the serving call", () => a.box.parts.transmitter.locks().length === 0);
        b.app.db.writeNow((tx) =>
          b.app.federation.store.peers.add(tx, { ...peer, instance: A, pin: keyOf(A).publicKey, endpoints })
        );
        const records = (app: typeof a.app) =>
          app.db.sql<{ origin: string }, { gid: string }>(
            "SELECT gid FROM fed_record WHERE origin = :origin AND gone = 0 ORDER BY gid",
          ).all({ origin: A }).map(({ gid }) => gid);
        const status = await until("the session's end", () =>
          b.app.db.sql<never, { n: number }>(
            "SELECT count(*) AS n FROM fed_circuit WHERE last_ok IS NOT NULL OR last_error IS NOT NULL",
          ).get()!.n > 0, 120_000);
        assert.ok(status);
        assert.ok(records(b.app).length > 0, b.box.parts.sender.state.word);
      } finally {
        await b.box.stop();
        await a.box.stop();
        await air.close();
        await b.gateway.close();
        await a.gateway.close();
      }
    }),
);
