/** `federation link` and `federation batch`: real programs, joined at their standard input and output. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { type App, buildApp } from "../../src/app.ts";
import { realWorld } from "../../src/base/mod.ts";
import { Database, migrate, MIGRATIONS } from "../../src/db/mod.ts";
import { newPeer } from "../../src/federation/tables/peer_store.ts";
import { encodeAsk, encodeCaps, VHF } from "../../src/link/mod.ts";
import { writeLine } from "../../src/link/circuit_lines.ts";
import { Settings } from "../../src/settings/mod.ts";
import { publishWeek } from "../kit/lifelike.ts";
import { command } from "../kit/command.ts";
import { FLAGS, plainEnv, ROOT, serverEnv, startServer, withFolder } from "../kit/server.ts";
import { seedOf } from "../routes/federation/instances.ts";
import { keyOf } from "../routes/federation/neighbours.ts";
import { seeded } from "../wire/test_data.ts";

const A = "a.example", B = "b.example";
type Env = Record<string, string>;
const envOf = (id: string, folder: string, more: Env = {}): Env => ({
  ...serverEnv(join(folder, id)),
  INSTANCE_ID: id,
  FED_PRIVATE_KEY: seedOf(id),
  FED_SYNC_INTERVAL_MS: "0",
  ...more,
});

/** Works in an instance's database beside whatever else does. */
function inside<T>(env: Env, use: (app: App, db: Database) => T): T {
  Deno.mkdirSync(env.DATA_DIR!, { recursive: true });
  const db = new Database(join(env.DATA_DIR!, "gateway.db"));
  migrate(db, MIGRATIONS, realWorld());
  const settings = new Settings(env);
  settings.attach(db);
  const source = { version: "0", commit: null, tag: null };
  const app = buildApp({ world: realWorld(), settings, db, dataDir: env.DATA_DIR!, source });
  try {
    return use(app, db);
  } finally {
    app.close();
    db.close();
  }
}
const week = (env: Env, count: number, seed: number) =>
  inside(env, (app, db) => {
    const now = realWorld().now();
    db.writeNow((tx) => publishWeek(app.federation.publications, tx, count, seeded(seed), now));
  });
const follow = (env: Env, id: string) =>
  inside(env, (app, db) => {
    const peer = newPeer({ url: `https://${id}`, addedVia: "admin", addedAt: realWorld().now() });
    const endpoints = [
      { transport: "ax25", address: "OE1A-9", priority: 50 },
      { transport: "netrom", address: "ANODE", priority: 60 },
    ];
    db.writeNow((tx) =>
      app.federation.store.peers.add(tx, { ...peer, instance: id, pin: keyOf(id).publicKey, endpoints })
    );
  });
const recordsOf = (env: Env, origin: string): string[] =>
  inside(env, (_, db) =>
    db.sql<{ origin: string }, { gid: string; v: number }>(
      "SELECT gid, v FROM fed_record WHERE origin = :origin AND gone = 0 ORDER BY gid",
    ).all({ origin }).map(({ gid, v }) => `${gid} ${v}`));

interface Side {
  code: number;
  report: Record<string, unknown>;
}
const start = (args: string[], env: Env): Deno.ChildProcess =>
  new Deno.Command(Deno.execPath(), {
    args: [...FLAGS, join(ROOT, "main.ts"), "federation", "link", ...args],
    env: plainEnv(env),
    clearEnv: true,
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();

/** Joins two programs at their ends; `killAfter` bytes to the first, that one is killed. */
async function join2(dials: Deno.ChildProcess, answers: Deno.ChildProcess, killAfter = Infinity) {
  let passed = 0;
  const counting = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, out) {
      passed += chunk.length;
      if (passed >= killAfter) {
        dials.kill("SIGKILL");
        throw new Error("killed");
      }
      out.enqueue(chunk);
    },
  });
  const ways = [
    answers.stdout.pipeThrough(counting).pipeTo(dials.stdin),
    dials.stdout.pipeTo(answers.stdin),
  ];
  const sideOf = async (child: Deno.ChildProcess): Promise<Side> => {
    const text = await new Response(child.stderr).text();
    const { code } = await child.status;
    const line = text.trim().split("\n").at(-1) ?? "";
    return { code, report: line.startsWith("{") ? JSON.parse(line) : { text } };
  };
  const sides = Promise.all([sideOf(dials), sideOf(answers)]);
  await Promise.allSettled(ways);
  return await sides;
}

Deno.test("two programs joined at their standard streams: all comes, also after kill -9, beside a running server", async () => {
  await withFolder(async (folder) => {
    const a = envOf(A, folder, { FED_LINK_SERVE: "1" }), b = envOf(B, folder, { FED_LINK_PULL: "1" });
    week(a, 90, 1);
    follow(b, A);
    const server = await startServer(b);
    try {
      const session = (killAfter?: number, ...more: string[]) =>
        join2(
          start(["pull", A, "--stdio", "--json", ...more], b),
          start(["serve", "--stdio", "--json"], a),
          killAfter,
        );
      const kills = Deno.env.get("LINK_LONG") === "1"
        ? Array.from({ length: 50 }, (_, n) => 500 + n * 150)
        : [4000, 8000];
      for (const killAfter of kills) await session(killAfter);
      const had = recordsOf(b, A).length;
      assert.ok(had > 0 && had < 95, `${had} came before the links died`);
      const [one] = await session(undefined, "--pages", "1");
      assert.equal(one.code, 0, JSON.stringify(one));
      assert.deepEqual([one.report.how, one.report.pages], ["budget", 1]);
      const [dialled, answered] = await session();
      assert.deepEqual([dialled.code, answered.code], [0, 0], JSON.stringify([dialled, answered]));
      const { how, frames, applied, quarantined, rejected } = dialled.report;
      assert.deepEqual([how, frames, quarantined, rejected], ["done", applied, 0, 0]);
      assert.deepEqual(recordsOf(b, A), recordsOf(a, A));
      assert.equal(answered.report.how, "closed");
      const listed = await command(["federation", "link", "list", "--json"], b);
      const { total, failing, peers } = JSON.parse(listed.stdout);
      assert.deepEqual([total, failing, peers[0].instance, typeof peers[0].lastOk], [1, 0, A, "number"]);
      const shown = await command(["federation", "link", "list"], b);
      assert.match(
        shown.stdout,
        /^a\.example {2}ax25 OE1A-9, netrom ANODE \(FED_LINK_NODE is not set\) {2}last read 20\d\d-\d\d-\d\d \d\d:\d\d\n$/,
      );
      const through = await command(["federation", "link", "list"], { ...b, FED_LINK_NODE: "OE1XNR-3" });
      assert.match(through.stdout, /netrom ANODE \(OE1XNR-3: C ANODE, FED\)/);
    } finally {
      assert.equal(await server.stop(), 0);
    }
  });
});

Deno.test("a circuit that is not wanted is refused in words on the line, and by status and one line beside it", async () => {
  await withFolder(async (folder) => {
    const off = envOf(A, folder);
    const serve = (env: Env, stdin = "") => command(["federation", "link", "serve", "--stdio"], env, stdin);
    const words = (line: string) => Buffer.from(line.trim().split(" ")[2]!, "base64").toString();
    const closed = await serve(off);
    assert.deepEqual([closed.code, words(closed.stdout)], [78, "packet circuits are not answered here"]);
    assert.match(closed.stderr, /^Refused: .*FED_LINK_SERVE\)\n$/);
    const unsigned = await serve({ ...off, FED_LINK_SERVE: "1", FED_PRIVATE_KEY: "" });
    assert.deepEqual([unsigned.code, words(unsigned.stdout)], [78, "this instance signs nothing"]);

    // A shell is enough to talk to it.
    const on = { ...off, FED_LINK_SERVE: "1" };
    const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
    const hello = text(writeLine("H", encodeCaps(VHF)));
    const asked = await serve(
      on,
      `hello there\r${hello}${text(writeLine("R", encodeAsk({ type: "cache", since: 0, limit: 1 })))}`,
    );
    assert.deepEqual(asked.stdout.split("\r").map((line) => line.slice(0, 8)), ["SVCL1 H ", "SVCL1 P ", ""]);
    assert.equal(asked.code, 0);
    const rude = await serve(on, "SVCL1 R AAAA\r");
    assert.deepEqual([rude.code, words(rude.stdout.split("\r")[1]!)], [1, "request before capabilities"]);
    const tiny = text(writeLine("H", encodeCaps({ ...VHF, compress: ["none"] })));
    const none = await command(["federation", "link", "serve", "--stdio", "--json"], on, tiny);
    assert.deepEqual(JSON.parse(none.stderr).how, "closed");

    const b = envOf(B, folder);
    const pull = (env: Env, ...more: string[]) =>
      command(["federation", "link", "pull", A, "--stdio", ...more], env, "");
    const notAllowed = await pull(b);
    assert.deepEqual([notAllowed.code, notAllowed.stdout], [78, ""]);
    assert.match(notAllowed.stderr, /^FED_LINK_PULL is off/);
    const stranger = await pull({ ...b, FED_LINK_PULL: "1" });
    assert.deepEqual([stranger.code, stranger.stdout, stranger.stderr], [
      1,
      "",
      "There is no such neighbour\n",
    ]);
    follow(b, A);
    const silent = await pull({ ...b, FED_LINK_PULL: "1" });
    assert.equal(silent.code, 75, silent.stderr);
    assert.match(silent.stderr, /the line closed or fell silent\n$/);
    const again = await command(["federation", "link", "list"], b);
    assert.match(again.stdout, /last read never, the line closed or fell silent\n$/);
    assert.equal((await pull({ ...b, FED_LINK_PULL: "1" }, "--pages", "0")).code, 64);
    const bare = await command(["federation", "link", "pull", A], b);
    assert.deepEqual([bare.code, bare.stdout], [64, ""]);
    assert.match(bare.stderr, /--stdio/);
  });
});

Deno.test("own records are packed as mail, on from where the last batch ended", async () => {
  await withFolder(async (folder) => {
    const a = envOf(A, folder, { FED_BBS: "1" }), file = join(folder, "cursors.json");
    week(a, 300, 2);
    const batch = (env: Env, ...more: string[]) => command(["federation", "batch", ...more], env);
    const off = await batch({ ...a, FED_BBS: "0" }, "--cursors", file);
    assert.deepEqual([off.code, off.stdout], [1, ""]);
    assert.match(off.stderr, /FED_BBS=1/);
    const marked = await command(["bbs", "partners", "--save", "OE3XBB", "--federation", "on"], a);
    assert.equal(marked.code, 0, marked.stderr);
    let sum = 0;
    const bids = new Set<string>();
    for (let n = 0;; n++) {
      assert.ok(n < 10);
      const { code, stdout, stderr } = await batch(a, "--cursors", file, "--json");
      assert.equal(code, 0, stderr);
      const { frames, bid, partners } = JSON.parse(stdout);
      if (frames === 0) break;
      assert.equal(partners, 1);
      sum += frames;
      bids.add(bid);
    }
    assert.equal(sum, recordsOf(a, A).length);
    assert.match((await batch(a, "--cursors", file)).stdout, /^Nothing new to send/);
    const dry = await command(["bbs", "forward", "OE3XBB", "--dry"], a);
    for (const bid of bids) assert.ok(dry.stdout.includes(bid), dry.stdout);
    assert.equal((await batch(a, "--limit", "901")).code, 64);
    Deno.writeTextFileSync(file, '{"cache": {"cursor": -1}}');
    assert.equal((await batch(a, "--cursors", file)).code, 66);
  });
});
