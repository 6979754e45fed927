/**
 * Four real servers on loopback: two spokes that nobody can reach, their hub, and a stranger. A find on one spoke is
 * lifted by what the other's box heard; then the hub is killed in the middle.
 */
import assert from "node:assert/strict";
import { join } from "node:path";
import type { Database } from "../../src/db/mod.ts";
import { fp, Instance, type Json, until } from "../kit/instance_process.ts";
import { withFolder } from "../kit/server.ts";

const SHARED = {
  FED_SUBMIT_SECRET: "submit-secret-of-processes",
  FED_RELAY_SECRET: "relay-secret-of-processes",
};
const wordOf = (log: Json, peer: string): Json => log.why.candidates.find((one: Json) => one.peer === peer);

Deno.test("four processes: a spoke's box lifts a find on the other through their hub, which may be killed in between", async () => {
  await withFolder(async (folder) => {
    const all: Instance[] = [];
    const made = async (id: string, env: Record<string, string>) => {
      const one = await new Instance(id, join(folder, id), env).start();
      all.push(one);
      return one;
    };
    try {
      const hub = await made("hub.example", { ...SHARED, FED_RESERVE: "all" });
      const follows = { FED_PEERS: `${hub.server.url}#${fp("hub.example")}` };
      const spoke = { ...SHARED, ...follows, FED_HUB_URL: hub.server.url };
      const a = await made("a.example", spoke);
      const b = await made("b.example", spoke);
      const s = await made("s.example", follows);

      // A record each, so that the hub has met both spokes; the stranger pushes to nobody.
      const onA = await a.members("OE1OWN", "OE2FND", "OE3FND");
      const onB = await b.members("OE5OWN");
      const onS = await s.members("OE6OWN", "OE2FND");
      const [path, , strange] = [
        await a.hide(onA.OE1OWN!),
        await b.hide(onB.OE5OWN!),
        await s.hide(onS.OE6OWN!),
      ];
      const met = (db: Database) =>
        db.sql<never, { instance: string }>(
          "SELECT instance FROM fed_peer WHERE added_via = 'submitted' ORDER BY 1",
        )
          .all().map(({ instance }) => instance);
      await until("both spokes have pushed", () => Promise.resolve(hub.beside(met).length === 2));
      assert.deepEqual(hub.beside(met), ["a.example", "b.example"]);
      await a.trusts("b.example");
      await s.trusts("b.example");
      await b.hears("box-of-b", "OE5SIT-10", "OE2FND", "OE3FND");

      // The find on A: nobody can reach B, and yet it is lifted within seconds.
      const { id } = await a.log(path, onA.OE2FND!);
      await until("the find is lifted", async () => (await a.seen(path, id, onA.OE2FND!)).tier === "A");
      const lifted = await a.seen(path, id, onA.OE2FND!);
      assert.deepEqual([lifted.verified, lifted.corroboratedBy], [true, ["b.example"]]);
      assert.ok(lifted.corroboratedLaterAt >= lifted.createdAt);
      assert.equal(wordOf(lifted, "b.example").counted, true);
      const questions = () =>
        hub.beside((db) =>
          db.sql<never, { status: string; requester: string }>(
            "SELECT status, requester FROM fed_relay WHERE kind = 'corroborate' ORDER BY created_at",
          ).all().map((row) => ({ ...row }))
        );
      // The first answer lifts it; the others may still be on their way.
      const areAnswered = () => questions().every(({ status }) => status === "answered");
      await until("all questions are answered", () => Promise.resolve(areAnswered()));
      // One for each call under which the finder may have been heard.
      assert.deepEqual(questions(), Array(4).fill({ status: "answered", requester: "instance:a.example" }));

      // The stranger trusts B too and asks the hub; it carries nothing for whom it does not know.
      const alone = await s.log(strange, onS.OE2FND!);
      assert.equal(alone.tier, null);
      assert.match(wordOf(alone, "b.example").reason, /was not reached; it is asked again at/);
      assert.equal(questions().length, 4);

      // B is away, its question lies at the hub, and the hub is killed: nothing is lost, and nothing is asked twice.
      assert.notEqual(await b.server.stop("SIGKILL"), 0);
      const later = await a.log(path, onA.OE3FND!);
      assert.equal(later.tier, null);
      assert.match(wordOf(later, "b.example").reason, /fetches the question from its hub/);
      assert.notEqual(await hub.server.stop("SIGKILL"), 0);
      // A looks for the answer meanwhile and finds nobody; that ends nothing. A push of its own may fail then, and goes again.
      const polled = a.server.output().length;
      await b.start();
      await hub.start();
      await until(
        "the second find is lifted",
        async () => (await a.seen(path, later.id, onA.OE3FND!)).tier === "A",
      );
      await until("all questions are answered again", () => Promise.resolve(areAnswered()));
      assert.equal(questions().length, 8);
      const failed = a.server.output().slice(polled).split("\n").filter((line) =>
        line.includes("failed") && !/push to \S+ failed/.test(line)
      );
      assert.deepEqual(failed, []);
      // What A keeps of both shows one question about each call.
      const asked = a.beside((db) =>
        db.sql<never, { n: number; rounds: number }>(
          "SELECT count(*) AS n, sum(round) AS rounds FROM fed_testimony JOIN fed_case USING (find) WHERE instance = 'b.example'",
        ).get()
      );
      assert.deepEqual({ ...asked }, { n: 8, rounds: 0 });
    } finally {
      for (const { server } of all) await server.stop("SIGKILL");
    }
  });
});
