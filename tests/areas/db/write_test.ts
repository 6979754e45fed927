import assert from "node:assert/strict";
import { Database, type Tx } from "../../../src/db/mod.ts";

function fresh() {
  const db = new Database(":memory:");
  db.writeNow((tx) =>
    db.exec(tx, "CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE) STRICT")
  );
  return {
    db,
    add: db.sql<{ text: string }>("INSERT INTO note (text) VALUES (:text)"),
    all: db.sql<never, { text: string }>("SELECT text FROM note ORDER BY id"),
  };
}

Deno.test("write() keeps what its neighbours wrote when one of a group throws", async () => {
  const { db, add, all } = fresh();
  const outcomes = await Promise.allSettled([
    db.write((tx) => add.run(tx, { text: "a" })),
    db.write((tx) => {
      add.run(tx, { text: "lost" });
      throw new Error("no");
    }),
    db.write((tx) => add.run(tx, { text: "a" })),
    db.write((tx) => add.run(tx, { text: "b" })),
  ]);
  assert.deepEqual(outcomes.map((outcome) => outcome.status), [
    "fulfilled",
    "rejected",
    "rejected",
    "fulfilled",
  ]);
  assert.deepEqual(all.all().map((row) => row.text), ["a", "b"]);
  db.close();
});

Deno.test("part() undoes itself alone, with its effects, and goes no further than its write", async () => {
  const { db, add, all } = fresh();
  const seen: string[] = [];
  const note = (tx: Tx, text: string, fail: boolean) => {
    add.run(tx, { text });
    tx.after(() => seen.push(text));
    tx.last(() => seen.push(`last of ${text}`));
    if (fail) throw new Error(`no ${text}`);
    return text;
  };
  const outcome = await db.write((tx) => {
    note(tx, "before", false);
    assert.throws(() => tx.part(() => note(tx, "lost", true)), /no lost/);
    const kept = tx.part(() => note(tx, "kept", false));
    return kept;
  });
  assert.equal(outcome, "kept");
  assert.deepEqual(all.all().map((row) => row.text), ["before", "kept"]);
  assert.deepEqual(seen, ["last of before", "last of kept", "before", "kept"]);
  await assert.rejects(db.write((tx) => {
    tx.part(() => note(tx, "undone", false));
    throw new Error("all of it");
  }));
  assert.equal(all.all().length, 2);
  db.close();
});

Deno.test("part() that SQLite answers by giving up the transaction ends the whole write", async () => {
  const { db, add, all } = fresh();
  const giveUp = db.sql("INSERT OR ROLLBACK INTO note (text) VALUES ('a')");
  await db.write((tx) => add.run(tx, { text: "a" }));
  await assert.rejects(db.write((tx) => {
    add.run(tx, { text: "b" });
    assert.throws(() => tx.part(() => giveUp.run(tx)));
    add.run(tx, { text: "c" });
  }));
  assert.deepEqual(all.all().map((row) => row.text), ["a"]);
  db.close();
});

Deno.test("write() runs effects after the commit, and only those of writes that were kept", async () => {
  const { db, add, all } = fresh();
  const seen: string[] = [];
  const note = (text: string, fail: boolean) => (tx: Tx) => {
    add.run(tx, { text });
    tx.after(() => seen.push(`${text} of ${all.all().length}`));
    if (fail) throw new Error("no");
  };
  await Promise.allSettled([
    db.write(note("kept", false)),
    db.write(note("lost", true)),
    db.write(note("also", false)),
  ]);
  assert.deepEqual(seen, ["kept of 2", "also of 2"]);
  db.close();
});

Deno.test("write() refuses a function that waits, and a Tx that outlives its write", async () => {
  const { db, add, all } = fresh();
  let kept: Tx | undefined;
  await assert.rejects(db.write(() => Promise.resolve()), /must not wait/);
  await db.write((tx) => void (kept = tx));
  assert.throws(() => add.run(kept!, { text: "late" }), /write is over/);
  assert.deepEqual(all.all(), []);
  db.close();
});

Deno.test("write() inside a write is refused", async () => {
  const { db } = fresh();
  await assert.rejects(db.write(() => db.writeNow(() => 1)), /inside a write/);
  db.close();
});

Deno.test("a statement refuses a missing parameter instead of binding NULL", async () => {
  const { db, add, all } = fresh();
  await assert.rejects(db.write((tx) => add.run(tx, {} as { text: string })), /:text is missing/);
  assert.deepEqual(all.all(), []);
  const odd = db.sql<{ a: boolean }, { a: number; b: string }>("SELECT :a AS a, ':b' AS b -- :c");
  assert.deepEqual({ ...odd.get({ a: true }) }, { a: 1, b: ":b" });
  db.close();
});

Deno.test("a write that is alone in its commit is undone whole when it throws", async () => {
  const { db, add, all } = fresh();
  await assert.rejects(
    db.write((tx) => {
      add.run(tx, { text: "lost" });
      throw new Error("no");
    }),
    /no/,
  );
  assert.deepEqual(all.all(), []);
  await db.write((tx) => add.run(tx, { text: "kept" }));
  assert.deepEqual(all.all().map((row) => row.text), ["kept"]);
  db.close();
});

Deno.test("begin() keeps a write open until its commit, and lets nothing else be written meanwhile", async () => {
  const { db, add, all } = fresh();
  const open = db.begin();
  add.run(open.tx, { text: "first" });
  await new Promise((resolve) => setTimeout(resolve));
  add.run(open.tx, { text: "second" });
  assert.throws(() => db.begin(), /inside a write/);
  await assert.rejects(db.write((tx) => add.run(tx, { text: "other" })), /inside a write/);
  open.commit();
  assert.throws(() => add.run(open.tx, { text: "late" }), /write is over/);
  await db.write((tx) => add.run(tx, { text: "third" }));
  assert.deepEqual(all.all().map((row) => row.text), ["first", "second", "third"]);
  db.close();
});

Deno.test("a write that threw is over: its Tx changes nothing afterwards", async () => {
  const { db, add, all } = fresh();
  const kept: Tx[] = [];
  const failing = () =>
    db.write((tx) => {
      kept.push(tx);
      throw new Error("no");
    });
  // One of a group, and one alone.
  await assert.rejects(Promise.all([failing(), db.write((tx) => add.run(tx, { text: "beside" }))]), /no/);
  await assert.rejects(failing(), /no/);
  assert.equal(kept.length, 2);
  for (const tx of kept) assert.throws(() => add.run(tx, { text: "late" }), /write is over/);
  assert.deepEqual(all.all().map((row) => row.text), ["beside"]);
  db.close();
});

Deno.test("more writes of one turn than fit one commit are all kept, and all told", async () => {
  const { db, add, all } = fresh();
  const writes = Array.from({ length: 2001 }, (_, n) => db.write((tx) => add.run(tx, { text: String(n) })));
  await Promise.all(writes);
  assert.deepEqual(all.all().map((row) => row.text), Array.from({ length: 2001 }, (_, n) => String(n)));
  db.close();
});

Deno.test("what waits when a database is closed is kept, however much it is", async () => {
  const file = await Deno.makeTempFile();
  const db = new Database(file);
  db.writeNow((tx) => db.exec(tx, "CREATE TABLE n (n INTEGER PRIMARY KEY) STRICT"));
  const add = db.change<{ n: number }>("INSERT INTO n VALUES (:n)");
  const waiting: Promise<void>[] = Array.from(
    { length: 2001 },
    (_, n) => db.write<void>((tx) => void add(tx, { n })),
  );
  // An effect of a commit may ask for one more.
  waiting.push(
    db.write<void>((tx) =>
      void tx.after(() => void waiting.push(db.write<void>((tx) => void add(tx, { n: 5000 }))))
    ),
  );
  db.close();
  await Promise.all(waiting);
  await waiting.at(-1);
  const again = new Database(file, { readOnly: true });
  assert.deepEqual({ ...again.sql("SELECT count(*) AS n, max(n) AS top FROM n").get() }, {
    n: 2002,
    top: 5000,
  });
  again.close();
  await Deno.remove(file);
});

Deno.test("gather(): told once at the end of the write, what its end adds too, also when a part was undone", async () => {
  const { db, add, all } = fresh();
  const words = (tx: Tx, found: readonly string[]) => void add.run(tx, { text: found.join(" ") });
  const letters = (tx: Tx, found: readonly string[]) => {
    for (const letter of found) tx.gather(words).add(letter.toUpperCase());
  };
  await db.write((tx) => {
    tx.gather(words).add("first");
    assert.throws(() =>
      tx.part(() => {
        tx.gather(letters).add("a");
        throw new Error("undone");
      }), /undone/);
    tx.gather(letters).add("b").add("a");
    assert.equal(all.all().length, 0, "nothing before the end");
  });
  assert.deepEqual(all.all().map((row) => row.text), ["first", "A B"]);
  await assert.rejects(db.write((tx) => {
    tx.gather(letters).add("c");
    throw new Error("all of it");
  }));
  assert.equal(all.all().length, 2);
  let over: Tx | undefined;
  await db.write((tx) => void (over = tx));
  assert.throws(() => over!.gather(letters), /this write is over/);
  db.close();
});

Deno.test("begin(): effects run after the commit, what was put last inside it, and a refused commit keeps nothing", () => {
  const { db, add, all } = fresh();
  const order: string[] = [];
  const open = db.begin();
  open.tx.after(() => order.push(`after, ${all.all().length} rows`));
  open.tx.last(() => {
    order.push("last");
    add.run(open.tx, { text: "sum" });
  });
  open.commit();
  assert.deepEqual([order, all.all().length], [["last", "after, 1 rows"], 1]);

  const refused = db.begin();
  refused.tx.after(() => order.push("never"));
  add.run(refused.tx, { text: "lost" });
  refused.tx.last(() => {
    throw new Error("the last step fails");
  });
  assert.throws(() => refused.commit(), /the last step fails/);
  assert.deepEqual([order.length, all.all().length], [2, 1]);
  assert.throws(() => add.run(refused.tx, { text: "late" }), /write is over/);

  // Refused by SQLite itself, at the commit: a reference to nothing that was put off until then.
  db.writeNow((tx) =>
    db.exec(
      tx,
      "CREATE TABLE ref (a INTEGER REFERENCES ref2 (b) DEFERRABLE INITIALLY DEFERRED); CREATE TABLE ref2 (b INTEGER PRIMARY KEY)",
    )
  );
  const broken = db.begin();
  broken.tx.after(() => order.push("never"));
  db.exec(broken.tx, "INSERT INTO ref VALUES (7)");
  assert.throws(() => broken.commit(), /FOREIGN KEY/);
  assert.equal(db.sql<never, { n: number }>("SELECT count(*) AS n FROM ref").get()!.n, 0);
  assert.equal(order.length, 2);
  db.writeNow((tx) => add.run(tx, { text: "goes on" }));
  assert.equal(all.all().length, 2);

  // A full disk has undone it before its commit, which was told to whoever wrote last.
  const pages = (most: number) => db.sql<never, unknown>(`PRAGMA max_page_count = ${most}`).get();
  const { page_count: used } = db.sql<never, { page_count: number }>("PRAGMA page_count").get()!;
  pages(used);
  const full = db.begin();
  assert.throws(() => add.run(full.tx, { text: "x".repeat(100_000) }), /full/);
  full.commit();
  pages(1_000_000);
  db.writeNow((tx) => add.run(tx, { text: "with room again" }));
  assert.equal(all.all().length, 3);
  db.close();
});
