/**
 * A stand-by takes over, again and again: gateway and litestream are killed under writes, the next machine brings the database
 * up from the replica, and a neighbour goes on with it. STANDBY_ROUNDS sets how often.
 */
import assert from "node:assert/strict";
import { passes } from "../kit/waits.ts";
import { join } from "node:path";
import { newestPiece } from "../../src/admin/mod.ts";
import { sha256Hex } from "../../src/base/mod.ts";
import { Database } from "../../src/db/mod.ts";
import { CACHE } from "../kit/game.ts";
import { fp, Instance, until } from "../kit/instance_process.ts";
import { replicate } from "../kit/litestream.ts";
import { FLAGS, plainEnv, ROOT, startServer, withFolder } from "../kit/server.ts";
import { needsProgram, peerTest } from "./peer.ts";

const ROUNDS = Number(Deno.env.get("STANDBY_ROUNDS") ?? 2);
const CLUB = "club.example";
const missing = needsProgram("litestream", "nothing: deno task peers installs it from npm");

/** `main.ts restore --from-replica` on a data folder. */
async function restore(env: Record<string, string>, replica: string, ...more: string[]) {
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [
      ...[...FLAGS, "--allow-run=litestream", join(ROOT, "main.ts")],
      ...["restore", "--from-replica", replica, ...more],
    ],
    env: plainEnv(env),
    clearEnv: true,
  }).output();
  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  return { code, stdout: text(stdout), stderr: text(stderr) };
}

/** Sign-in links, asked for without a pause: each is a row of its own. Gives when each was acknowledged, unix milliseconds. */
function writing(machine: Instance) {
  const acknowledged = new Map<string, number>();
  let going = true;
  const ended = (async () => {
    for (let n = 0; going; n++) {
      try {
        const { link } = await machine.ask("POST", "/auth/operator-link", {
          callsign: `OE1SYS-${1 + n % 15}`,
        });
        acknowledged.set(sha256Hex(new URL(link).searchParams.get("token")!), Date.now());
      } catch {
        return; // it was killed
      }
    }
  })();
  return {
    acknowledged,
    async end() {
      going = false;
      await ended;
    },
  };
}

peerTest(
  `a stand-by takes over ${ROUNDS} times: what the replica has is there, and a neighbour goes on`,
  missing,
  () =>
    withFolder(async (folder) => {
      const replicaOf = (round: number) => join(folder, `replica-${round}`);
      const machineOf = (round: number) =>
        new Instance(CLUB, join(folder, `machine-${round}`), {
          REPLICA: replicaOf(round),
          FED_SYNC_INTERVAL_MS: "0",
        });
      let machine = await machineOf(0).start();
      const port = machine.env.PORT!;
      const neighbour = await new Instance("next.example", join(folder, "neighbour"), {
        FED_PEERS: `${machine.server.url}#${fp(CLUB)}`,
      }).start();
      const running = [neighbour];
      try {
        const { OE1OWN } = await machine.members("OE1OWN");
        const { id, code } = await machine.ask("POST", "/api/caches", { title: "Mill", ...CACHE }, OE1OWN!);
        const titles = async (): Promise<string[]> => {
          await neighbour.ask("POST", "/federation/sync", {});
          const { caches } = await neighbour.ask("GET", `/api/caches?bbox=${bboxOf(CACHE)}`);
          return caches.map(({ title }: { title: string }) => title);
        };
        await until("the neighbour has the cache", async () => (await titles()).includes("Mill"));

        for (let round = 0; round < ROUNDS; round++) {
          const litestream = await replicate(machine.folder, replicaOf(round), folder);
          const began = Date.now();
          const writer = writing(machine);
          await machine.ask("PATCH", `/api/caches/${id}`, { title: `Mill ${round}` }, OE1OWN!);
          await until(
            "pieces are written",
            () => Promise.resolve((newestPiece(replicaOf(round)) ?? 0) * 1000 > began),
          );
          const pieces = newestPiece(replicaOf(round))!;
          await until("more of them", () => Promise.resolve(newestPiece(replicaOf(round))! >= pieces + 2));
          await passes(Math.random() * 1500, "it is lost at a moment of chance");
          // This edit may reach the neighbour and not the replica: the next machine has to number above it.
          await machine.ask("PATCH", `/api/caches/${id}`, { title: `Mill ${round}, late` }, OE1OWN!);
          await titles();
          litestream.kill("SIGKILL");
          await machine.server.stop("SIGKILL");
          await Promise.all([litestream.status, writer.end()]);

          const next = machineOf(round + 1);
          next.env.PORT = port;
          const plain = await restore(next.env, replicaOf(round));
          assert.equal(plain.code, 0, plain.stderr);
          if (round === 0) {
            // The first machine's lease is fresh: nobody else serves yet, and nothing of the database is touched.
            await assert.rejects(startServer(next.env), /ended with 75[\s\S]*served this database \d+ s ago/);
          }
          const taken = await restore(next.env, replicaOf(round), "--take-over");
          assert.equal(taken.code, 0, taken.stderr);

          // A piece is written within a second of what is in it.
          const covered = newestPiece(replicaOf(round))! * 1000 - 1000;
          const db = new Database(join(next.folder, "gateway.db"));
          const there = new Set(
            db.sql<never, { hash: string }>("SELECT token_hash AS hash FROM sign_in_link").all().map((row) =>
              row.hash
            ),
          );
          assert.deepEqual(db.problems(), []);
          db.close();
          const due = [...writer.acknowledged].filter(([, at]) => at <= covered);
          const lost = due.filter(([hash]) => !there.has(hash));
          assert.ok(due.length > 20, `${due.length} writes are due`);
          assert.deepEqual(
            lost.map(([, at]) => covered - at),
            [],
            "acknowledged, covered by the replica, and lost",
          );

          machine = await next.start();
          const [member] = Object.values(await signedIn(machine));
          await machine.ask("PATCH", `/api/caches/${id}`, { title: `Mill after ${round}` }, member!);
          await until("the neighbour goes on", async () => (await titles()).includes(`Mill after ${round}`));
          assert.equal((await machine.ask("GET", `/api/caches/${code}`)).title, `Mill after ${round}`);
          Object.assign(OE1OWN!, member);
        }
        const { peers } = await neighbour.ask("GET", "/federation/peers");
        assert.equal(peers.length, 1, "one instance all along");
      } finally {
        for (const one of [...running, machine]) await one.server.stop("SIGKILL");
      }
    }),
);

/** The cache's owner, signed in at the machine that serves now. */
async function signedIn(machine: Instance): Promise<Record<string, Record<string, string>>> {
  const { link } = await machine.ask("POST", "/auth/operator-link", { callsign: "OE1OWN" });
  const token = new URL(link).searchParams.get("token");
  const { cookie } = await machine.ask("POST", "/auth/email/verify", { token }, {
    origin: machine.server.url,
  });
  return { OE1OWN: { cookie, origin: machine.server.url } };
}

const bboxOf = ({ lat, lon }: { lat: number; lon: number }) =>
  [lon - 0.1, lat - 0.1, lon + 0.1, lat + 0.1].map((degrees) => degrees.toFixed(3)).join(",");
