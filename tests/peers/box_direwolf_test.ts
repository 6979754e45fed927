/**
 * A receiver box on a real Dire Wolf: audio of a find goes in at the radio's end, a Tier A find comes out at the gateway,
 * through each way in which a TNC can be connected. The same frame by two ways is one hearing.
 */
import assert from "node:assert/strict";
import { listeningApp, makeBox, runBox, until } from "../kit/box.ts";
import { DIREWOLF, type Direwolf, startDirewolf } from "../kit/direwolf.ts";
import type { Connection } from "../../src/box/connections/supervise.ts";
import { has } from "../kit/peers.ts";
import { withFolder } from "../kit/server.ts";

const SITE = "OE1XYZ-10";
const CACHE = { lat: 48.2, lon: 16.3, difficulty: 1.5, terrain: 1.5, type: "traditional", size: "small" };

const WAYS: [string, (wolf: Direwolf) => string][] = [
  ["KISS over TCP", ({ kissPort }) => `kiss://127.0.0.1:${kissPort}`],
  ["KISS over its pseudo-terminal", ({ tty }) => `kiss:${tty}?baud=9600`],
  ["AGWPE", ({ agwPort }) => `agwpe://127.0.0.1:${agwPort}`],
];
/** Connected, and AGWPE has answered: Dire Wolf keeps no frame for who comes later. */
const isUp = (connection: Connection): boolean => {
  const { word, detail } = connection.state();
  return word === "connected" && (connection.driver.scheme !== "agwpe" || detail !== undefined);
};
const ours = (address: string, site = SITE) => `${address}${address.includes("?") ? "&" : "?"}site=${site}`;

for (const [name, way] of WAYS) {
  Deno.test(`audio of a find becomes a Tier A find through ${name}`, async () => {
    if (!has(...DIREWOLF, "stty", "dd")) return;
    await withFolder(async (dir) => {
      const gateway = listeningApp();
      const wolf = await startDirewolf(dir, { tty: true });
      const { app } = gateway;
      const owner = await app.signIn("OE1OWN"), finder = await app.signIn("OE2FND");
      const { body: cache } = await owner.post("/api/caches", { title: "Old mill", ...CACHE });
      await makeBox(dir, gateway, { connections: [ours(way(wolf))] }, { sites: [SITE] });
      const box = runBox(dir);
      const { spool, connections, sender } = box.parts;
      try {
        await until("the line", () => isUp(connections[0]!) && sender.state.word === "ok");
        await wolf.hears([
          "OE2FND-7>APRS,WIDE1-1:!4812.01N/01618.00E[on foot",
          `OE2FND-7>APRS,WIDE1-1::OE1SYS-15:FOUND ${cache.code} what a view{12`,
        ]);
        await until("both frames to be taken", () => spool.sums().sent === 2);
        assert.deepEqual(spool.sums(), { in: 2, sent: 2, waiting: 0, rejected: 0, dropped: 0 });
        const { body: { logs: [log] } } = await finder.get(`/api/caches/${cache.id}/logs`);
        assert.deepEqual([log?.tier, log?.text], ["A", "what a view"], log?.why.sentence);
        assert.match(log.why.sentence, /OE1XYZ-10 heard OE2FND-7 directly/);
      } finally {
        await box.stop();
        await wolf.stop();
        await gateway.close();
      }
    });
  });
}

Deno.test("one TNC on KISS and AGWPE at once gives one hearing of each frame", async () => {
  if (!has(...DIREWOLF)) return;
  await withFolder(async (dir) => {
    const gateway = listeningApp();
    const wolf = await startDirewolf(dir);
    const connections = [`kiss://127.0.0.1:${wolf.kissPort}`, `agwpe://127.0.0.1:${wolf.agwPort}`];
    await makeBox(dir, gateway, { connections: connections.map((one) => ours(one)) }, { sites: [SITE] });
    const box = runBox(dir);
    const { parts } = box;
    try {
      await until("both lines", () => parts.connections.every(isUp));
      await wolf.hears(["OE2FND-7>APRS:!4812.01N/01618.00E[on foot", "OE3HUT>APRS:!4756.50N/01551.00E-Hut"]);
      const counted = () => parts.connections.map(({ address }) => parts.counters.of(address.text));
      await until("four copies", () => counted().reduce((sum, one) => sum + one.heard + one.copies, 0) === 4);
      await until("two to be taken", () => parts.spool.sums().sent === 2);
      assert.deepEqual(parts.spool.sums(), { in: 2, sent: 2, waiting: 0, rejected: 0, dropped: 0 });
      const [fix] = gateway.app.stations.fixes(["OE2FND"], 0, gateway.app.world.now() + 3600);
      assert.equal(fix!.hearings.length, 1);
    } finally {
      await box.stop();
      await wolf.stop();
      await gateway.close();
    }
  });
});

Deno.test("two receivers are two sites, and what a digipeater sent on is not direct", async () => {
  if (!has(...DIREWOLF)) return;
  await withFolder(async (dir) => {
    const gateway = listeningApp();
    const [near, far] = await Promise.all([startDirewolf(dir), startDirewolf(dir)]);
    const sites = ["OE1XYZ-10", "OE1XYZ-11"];
    const connections = [near!, far!].map(({ kissPort }, i) =>
      ours(`kiss://127.0.0.1:${kissPort}`, sites[i])
    );
    await makeBox(dir, gateway, { connections }, { sites });
    const box = runBox(dir);
    const { parts } = box;
    try {
      await until("both lines", () => parts.connections.every(isUp));
      await near!.hears(["OE2FND-7>APRS,WIDE1-1:!4812.01N/01618.00E[on foot"]);
      await far!.hears(["OE2FND-7>APRS,OE3XAR*:!4812.01N/01618.00E[on foot"]);
      await until("both to be taken", () => parts.spool.sums().sent === 2);
      // What was heard directly and what was sent on are told apart, also within one second.
      const fixes = gateway.app.stations.fixes(["OE2FND"], 0, gateway.app.world.now() + 3600);
      const hearings = fixes.flatMap((fix) =>
        fix.hearings.map(({ site, direct, trusted }) => [site, direct, trusted])
      ).sort();
      assert.deepEqual(hearings, [["OE1XYZ-10", true, true], ["OE1XYZ-11", false, true]]);
    } finally {
      await box.stop();
      await near!.stop();
      await far!.stop();
      await gateway.close();
    }
  });
});
