/** Budgets of federation: the pull with every check, bytes of sync pages, a pull that finds nothing new. */
import { join } from "node:path";
import { createPublicKey, verify } from "node:crypto";
import { type App, buildApp } from "../../src/app.ts";
import { realWorld, sha256, toBase64Url } from "../../src/base/mod.ts";
import { Database, migrate, MIGRATIONS } from "../../src/db/mod.ts";
import { Settings } from "../../src/settings/mod.ts";
import { readSigningKey } from "../../src/wire/mod.ts";
import { ENV, inFolder, start } from "./processes.ts";
import { median, type Row } from "./row.ts";

const RECORDS = Number(Deno.env.get("BENCH_RECORDS") ?? 100_000);
const seedOf = (id: string) => toBase64Url(sha256(id));

function open(folder: string, env: Record<string, string>): App & { db: Database } {
  const world = realWorld();
  const settings = new Settings({ ...ENV, DATA_DIR: folder, ...env });
  const db = new Database(join(folder, "gateway.db"));
  migrate(db, MIGRATIONS, world);
  settings.attach(db);
  const app = buildApp({
    world,
    settings,
    db,
    dataDir: folder,
    source: { version: "0", commit: null, tag: null },
  });
  return { ...app, db };
}

/** Half caches, half finds of them, signed as they are served for the first time. */
async function fill(folder: string, env: Record<string, string>): Promise<void> {
  const { federation, db } = open(folder, env);
  const now = Math.floor(Date.now() / 1000);
  for (let done = 0; done < RECORDS; done += 2000) {
    await db.write((tx) => {
      for (let i = done; i < done + 1000; i++) {
        const { gid } = federation.publications.publish(tx, "cache", {
          code: `OE${i.toString(36).toUpperCase()}`,
          title: `Cache number ${i}`,
          type: "traditional",
          size: "small",
          difficultyX10: 20,
          terrainX10: 35,
          latE7: 460000000 + (i * 7919) % 30000000,
          lonE7: 100000000 + (i * 104729) % 60000000,
          owner: "OE1ABC",
          status: "active",
          scope: "federated",
          createdAt: now,
          updatedAt: now,
          description: "From the car park follow the stream to the second bridge. ".repeat(4),
          country: "OE",
        });
        federation.publications.publish(tx, "find", {
          cache: gid,
          kind: "found",
          call: "OE3XYZ",
          foundAt: now,
          createdAt: now,
          tier: "A",
          text: "TNX 73",
        });
      }
    });
  }
  for (const kind of ["cache", "find"] as const) {
    for (let since = 0;;) {
      const page = (await federation.serving.feed(kind, { since, limit: 1000 }))!;
      since = page.nextCursor;
      if (page.complete) break;
    }
  }
  db.close();
}

/** Signatures that node:crypto verifies a second, over frames of the same size, on this thread. */
function verifyRate(ms: number): number {
  const key = readSigningKey(seedOf("verify"))!;
  const object = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x: key.publicKey }, format: "jwk" });
  const data = new Uint8Array(420).fill(7);
  const sig = key.sign(data);
  const began = performance.now();
  let done = 0;
  while (performance.now() - began < ms) {
    for (let i = 0; i < 200; i++) verify(null, data, object, sig);
    done += 200;
  }
  return done / ((performance.now() - began) / 1000);
}

/** One instance mirrors another from nothing. */
async function mirror(
  url: string,
  dir: string,
): Promise<{ rate: number; bytes: number; quiet: number; frames: number }> {
  await Deno.mkdir(dir);
  const b = open(dir, { INSTANCE_ID: "b.example", FED_PRIVATE_KEY: seedOf("b"), FED_PEERS: url });
  const began = performance.now();
  let records = 0, bytes = 0;
  for (let got = 1; got > 0;) {
    const { counts, bytes: more, errors } = await b.federation.pullAll();
    if (errors.length > 0) throw new Error(errors[0]!.error);
    got = counts.cache + counts.find;
    records += got;
    bytes += more;
  }
  const rate = records / ((performance.now() - began) / 1000);
  const quiet = (await b.federation.pullAll()).bytes;
  const frames = b.db.sql<never, { n: number }>("SELECT sum(length(frame)) AS n FROM fed_record").get()!.n;
  await b.federation.close();
  b.db.close();
  if (records !== RECORDS) throw new Error(`${records} records of ${RECORDS}`);
  return { rate, bytes, quiet, frames };
}

const pull = () =>
  inFolder(async (folder): Promise<Row[]> => {
    const dir = join(folder, "a");
    await Deno.mkdir(dir);
    const env = { INSTANCE_ID: "a.example", FED_PRIVATE_KEY: seedOf("a"), FED_SYNC_INTERVAL_MS: "0" };
    await fill(dir, env);
    const server = await start("main.ts", ["serve"], { DATA_DIR: dir, ...env });
    const rates: { ours: number[]; peer: number[] } = { ours: [], peer: [verifyRate(2000)] };
    let last: Awaited<ReturnType<typeof mirror>> | undefined;
    for (let round = 0; round < 3; round++) {
      last = await mirror(server.url, join(folder, `b${round}`));
      rates.ours.push(last.rate);
      rates.peer.push(verifyRate(2000));
    }
    await server.stop();
    const { bytes, frames, quiet } = last!;
    return [
      {
        budget: "pull, every check / Ed25519 verify",
        measured: median(rates.ours),
        against: median(rates.peer),
        unit: "/s",
        least: 0.75,
      },
      {
        budget: "sync bytes / sum of frames",
        measured: bytes / 1e6,
        against: frames / 1e6,
        unit: "MB",
        least: 0.99,
        smaller: true,
      },
      {
        budget: "pull with nothing new",
        measured: quiet,
        against: 700,
        unit: "bytes",
        least: 1,
        smaller: true,
      },
    ];
  });

export const federation: Record<string, () => Promise<Row[]>> = { federation: pull };
