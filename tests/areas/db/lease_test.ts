/** The lease of a database: one machine at a time, told by the database alone; and what a restored one numbers. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { Database, LEASE_S, leaseOf, machineOf, migrate, MIGRATIONS } from "../../../src/db/mod.ts";
import { isFolder, newestPiece, withoutSecret } from "../../../src/admin/mod.ts";
import { replicaCheck } from "../../../src/admin/replica.ts";
import { numbersOf } from "../../../src/federation/tables/numbers.ts";
import { withFolder } from "../../kit/server.ts";
import { testWorld } from "../../kit/world.ts";

const opened = () => {
  const world = testWorld();
  const db = new Database(":memory:");
  migrate(db, MIGRATIONS, world);
  return { db, world, lease: leaseOf(db, world) };
};
const refused = { reason: "leased_elsewhere" };

Deno.test("a machine keeps others out until it has been silent for the whole lease", async () => {
  const { db, world, lease } = opened();
  lease.take("first 1");
  world.pass(LEASE_S - 1);
  assert.throws(() => lease.take("second 2"), { ...refused, message: /^first served .* 89 s ago/ });
  await lease.renew("first 1");
  world.pass(LEASE_S - 1);
  assert.throws(() => lease.take("second 2"), refused);
  assert.deepEqual({ ...lease.held() }, { machine: "first 1", renewedAt: world.now() - LEASE_S + 1 });
  world.pass(1);
  lease.take("second 2");
  assert.equal(lease.held()?.machine, "second 2");
  assert.throws(() => lease.take("first 1"), refused);
  db.close();
});

Deno.test("the same machine after a crash goes on at once; who stops gives the lease up, and nobody else's", () => {
  const { db, lease } = opened();
  lease.take("first 1");
  lease.take("first 1");
  lease.release("second 2");
  assert.equal(lease.held()?.machine, "first 1");
  lease.release("first 1");
  assert.equal(lease.held(), undefined);
  lease.take("second 2");
  lease.end();
  lease.end();
  assert.equal(lease.held(), undefined);
  db.close();
});

Deno.test("a lease of the future is fresh, and while the clock is not set nobody can tell that it is over", () => {
  const { db, world, lease } = opened();
  lease.take("first 1");
  world.pass(-7200);
  assert.throws(() => lease.take("second 2"), { ...refused, message: / 0 s ago/ });
  const unset = leaseOf(db, { ...world, now: () => 1000 });
  assert.throws(() => unset.take("second 2"), refused);
  const later = leaseOf(db, { ...world, now: () => world.now() + 7200 + LEASE_S });
  later.take("second 2");
  db.close();
});

Deno.test("a machine keeps its name in its folder; two folders are two machines", () =>
  withFolder((folder) => {
    const [a, b] = ["a", "b"].map((name) => join(folder, name)) as [string, string];
    for (const one of [a, b]) Deno.mkdirSync(one);
    assert.equal(machineOf(a), machineOf(a));
    assert.notEqual(machineOf(a), machineOf(b));
    assert.equal(Deno.statSync(join(a, "machine")).mode! & 0o777, 0o600);
    return Promise.resolve();
  }));

Deno.test("a restored database numbers an hour past the time and past its own, bulletins a thousand on", () => {
  const { db, world } = opened();
  const numbers = numbersOf(db, world);
  const ahead = world.nowMs() + 500_000;
  db.writeNow((tx) => {
    numbers.next(tx, "find");
    numbers.raise(tx, "cache", ahead);
    numbers.nextPlain(tx, "bulletin");
    numbers.leap(tx);
  });
  assert.equal(numbers.last("find"), world.nowMs() + 3_600_000);
  assert.equal(numbers.last("cache"), ahead + 3_600_000);
  assert.equal(numbers.last("bulletin"), 1001);
  assert.equal(numbers.last("key"), 0);
  db.close();
});

Deno.test("the check names how far a replica is behind, warns when it stopped, and shows no password", () =>
  withFolder((folder) => {
    const world = testWorld();
    const told = (replica: string | undefined) =>
      replicaCheck(replica, world).map((check) => check()).map(({ status, detail }) => [status, detail]);
    assert.deepEqual(told(undefined), []);
    assert.deepEqual(told(folder), [["warn", `there is no replica in ${folder} yet`]]);
    const pieces = join(folder, "generations", "abc", "wal");
    Deno.mkdirSync(pieces, { recursive: true });
    const write = (name: string, ago: number) => {
      const path = join(pieces, name);
      Deno.writeTextFileSync(path, "x");
      Deno.utimeSync(path, world.now() - ago, world.now() - ago);
    };
    write("00000000_00000000.wal.lz4", 61);
    write("newest.tmp", 1);
    assert.equal(newestPiece(folder), world.now() - 61);
    assert.deepEqual(told(folder), [["warn", `the replica in ${folder} is 61 s behind`]]);
    write("00000000_00000001.wal.lz4", 60);
    assert.deepEqual(told(folder), [["ok", `the replica in ${folder} is 60 s behind`]]);
    assert.deepEqual(told("sftp://pi:secret@standby/srv/replica"), [
      ["ok", "kept at sftp://standby/srv/replica: doctor on the stand-by says how far behind it is"],
    ]);
    assert.deepEqual(["/srv/replica", "replica", "s3://bucket/x"].map(isFolder), [true, true, false]);
    return Promise.resolve();
  }));

Deno.test("no user, password or query of an address is told, wherever the address stands", () => {
  const told: [string, string][] = [
    ["sftp://pi:s3cret@standby/srv", "sftp://standby/srv"],
    ["sftp://pi:s3c@ret@standby/srv", "sftp://standby/srv"],
    ["sftp://pi:s3c/ret@standby/srv", "sftp://standby/srv"],
    ["s3://bucket/x?key=s3cret", "s3://bucket/x"],
    ["no way to sftp://a:s3cret@b/c nor sftp://d:s3cret@e", "no way to sftp://b/c nor sftp://e"],
    ["/srv/replica mail@example", "/srv/replica mail@example"],
  ];
  assert.deepEqual(told.map(([text]) => withoutSecret(text)), told.map(([, shown]) => shown));
});
