/** Beacons as sound: what one Dire Wolf plays and another one hears updates a known peer's places, and buries a record. */
import assert from "node:assert/strict";
import { decodeAx25, encodeFrame } from "../../src/aprs/mod.ts";
import { concat } from "../../src/base/mod.ts";
import { readBeacon, writeBeacon } from "../../src/link/mod.ts";
import { readPage } from "../../src/wire/mod.ts";
import { DirewolfPair, NEEDS_DIREWOLF } from "../kit/direwolf_pair.ts";
import { cacheBody } from "../federation/node.ts";
import { has } from "../kit/peers.ts";
import { onAir } from "../kit/on_air.ts";
import { alone, feedOf, knows, mirrored, OCTETS } from "../routes/federation/neighbours.ts";

const A = "a.ex";

onAir(
  "a beacon heard over two Dire Wolfs updates a known peer's places, and one buries a record",
  async () => {
    if (!has(...NEEDS_DIREWOLF)) return;
    const places = [{ transport: "ax25", address: "N0ONE-9", priority: 20 }];
    const a = alone(A, { FED_ENDPOINTS: JSON.stringify(places) }), b = alone("b.example");
    knows(b, A);
    const { gid } = a.db.writeNow((tx) => a.federation.publications.publish(tx, "cache", cacheBody("Mill")));
    const caches = await feedOf(a, "cache");
    await b.federation.carriers.frames(caches);
    a.db.writeNow((tx) => a.federation.publications.withdraw(tx, gid, { bounded: false }));
    const deletions = readPage(await feedOf(a, "tombstone"));
    assert.ok(deletions.ok);
    const presence = a.federation.carriers.presence(), deletion = writeBeacon(deletions.page.frames[0]!)!;
    const pair = await DirewolfPair.start();
    try {
      const [sender, hearer] = [await pair.client(0, "N0ONE"), await pair.client(1, "N0TWO")];
      await hearer.say("k", "");
      for (const datagram of [presence, deletion]) {
        const frame = encodeFrame({ source: "N0ONE", destination: "BEACON", path: [], info: datagram })!;
        await sender.say("K", "BEACON", concat(Uint8Array.of(0), frame));
        const { data } = await hearer.until("K");
        const heard = decodeAx25(data.slice(1));
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
      await pair.stop();
      a.close();
      b.close();
    }
  },
);
