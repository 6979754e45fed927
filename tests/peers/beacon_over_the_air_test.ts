/** Beacons as sound: what one Dire Wolf plays and another one hears updates a known peer's places, and buries a record. */
import assert from "node:assert/strict";
import { decodeAx25, encodeFrame } from "../../src/aprs/mod.ts";
import { readBeacon, writeBeacon } from "../../src/link/mod.ts";
import { readPage } from "../../src/wire/mod.ts";
import { ether, NEEDS_AIR, type Wolf } from "../kit/air.ts";
import { stationAt } from "../kit/air_station.ts";
import { cacheBody } from "../federation/node.ts";
import { has } from "../kit/peers.ts";
import { withFolder } from "../kit/server.ts";
import { alone, feedOf, knows, mirrored, OCTETS } from "../routes/federation/neighbours.ts";

const A = "a.ex";

Deno.test(
  "a beacon heard over two Dire Wolfs updates a known peer's places, and one buries a record",
  () =>
    withFolder(async (folder) => {
      if (!has(...NEEDS_AIR)) return;
      const places = [{ transport: "ax25", address: "N0ONE-9", priority: 20 }];
      const a = alone(A, { FED_ENDPOINTS: JSON.stringify(places) }), b = alone("b.example");
      knows(b, A);
      const { gid } = a.db.writeNow((tx) =>
        a.federation.publications.publish(tx, "cache", cacheBody("Mill"))
      );
      const caches = await feedOf(a, "cache");
      await b.federation.carriers.frames(caches);
      a.db.writeNow((tx) => a.federation.publications.withdraw(tx, gid, { bounded: false }));
      const deletions = readPage(await feedOf(a, "tombstone"));
      assert.ok(deletions.ok);
      const presence = a.federation.carriers.presence(), deletion = writeBeacon(deletions.page.frames[0]!)!;
      const air = await ether(folder, { first: {}, second: {} });
      const { first, second } = air.wolves as Record<"first" | "second", Wolf>;
      const sender = await stationAt(first, "N0ONE"), hearer = await stationAt(second, "N0TWO");
      try {
        for (const datagram of [presence, deletion]) {
          const frame = encodeFrame({ source: "N0ONE", destination: "BEACON", path: [], info: datagram })!;
          await sender.sends(frame);
          const heard = decodeAx25(await hearer.hears());
          assert.ok("info" in heard, JSON.stringify(heard));
          // As bytes: read as APRS, a text loses the line end that a signature may well end with.
          const info = Uint8Array.from(heard.info);
          assert.deepEqual(info, datagram, "byte for byte");
          assert.ok(readBeacon(info));
          const taken = await b.ingest.post("/federation/beacon", info, OCTETS);
          assert.deepEqual(taken.body, { federation: true, applied: 1, quarantined: 0, rejected: 0 });
        }
        assert.deepEqual(b.federation.store.peers.live(A)!.endpoints, places);
        assert.deepEqual(mirrored(b, A).filter((line) => line.startsWith(gid)), []);
      } finally {
        await sender.close();
        await hearer.close();
        await air.close();
        a.close();
        b.close();
      }
    }),
);
