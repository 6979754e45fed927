/** Exports of boxes: a large one is gone through page by page, and gives the same caches as asking for each. */
import assert from "node:assert/strict";
import { streamed } from "../../../src/http/mod.ts";
import { sitemap } from "../../../src/read/formats/sitemap.ts";
import { CacheReads } from "../../../src/read/caches/cache_reads.ts";
import { appTest } from "../../kit/app.ts";
import { hide, member } from "../../kit/seed_game.ts";

/** More than a box is asked for at once. */
const MANY = 10_400;

appTest(
  "a box of more than ten thousand caches leaves in pages of a hundred, by number, without what lies beside it",
  {},
  async (app) => {
    member(app, "OE1AAA");
    await hide(app, "OE1AAA", { lat: 48, lon: 16 });
    const names =
      "title, description, hint, type, size, difficulty, terrain, tags, scope, unlisted, rating_policy, " +
      "source, created_at, updated_at, owner_account, owner_call";
    app.db.writeNow((tx) =>
      app.db.exec(
        tx,
        // Every tenth one lies elsewhere, and of two hundred the map shows nothing.
        `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${MANY + 1200})
         INSERT INTO cache (id, code, code_key, status, lat, lon, ${names})
         SELECT 1000 + i, 'BX' || i, 'BX' || i, 'active', iif(i % 10 = 0, 52.0, 48.0), 16.0, ${names}
         FROM n CROSS JOIN (SELECT * FROM cache LIMIT 1);
       INSERT INTO cache_map_row (key, id, json) SELECT 1000000 + id, id, '{}' FROM cache WHERE id > 1200;
       INSERT INTO cache_map_index SELECT 1000000 + id, 160000000, 160000000, iif(lat > 50, 520000000, 480000000),
         iif(lat > 50, 520000000, 480000000) FROM cache WHERE id > 1200;`,
      )
    );
    const reads = new CacheReads(app.db, app.world);
    const ids = (box?: { minLon: number; minLat: number; maxLon: number; maxLat: number }) => {
      const pages = [...reads.exported(box)];
      assert(pages.every((page) => page.length <= 100));
      return pages.flat().map(({ id }) => id);
    };
    const all = ids();
    const inside = ids({ minLon: 15, minLat: 47, maxLon: 17, maxLat: 49 });
    assert(inside.length > 10_000, `${inside.length} in the box`);
    assert.deepEqual(inside, all.filter((id) => (id > 1200 && id % 10 !== 0) || id < 1000));
    const beside = ids({ minLon: 15, minLat: 51, maxLon: 17, maxLat: 53 });
    assert.deepEqual(beside, all.filter((id) => id > 1200 && id % 10 === 0));
  },
);

/** Caches, nearly all of them places of another programme, which no file has. */
const IMPORTED = 100_000;

appTest(
  "files look through places that do not leave a page at a time: others have a turn after each",
  {},
  async (app) => {
    member(app, "OE1AAA");
    await hide(app, "OE1AAA", { lat: 48, lon: 16 });
    const names =
      "title, description, hint, type, size, difficulty, terrain, tags, scope, unlisted, rating_policy, " +
      "created_at, updated_at, owner_account, owner_call, status, lat, lon";
    app.db.writeNow((tx) =>
      app.db.exec(
        tx,
        `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${IMPORTED})
       INSERT INTO cache (id, code, code_key, source, ${names})
       SELECT 1000 + i, 'BX' || i, 'BX' || i, iif(i = ${IMPORTED}, 'native', 'sota'), ${names}
       FROM n CROSS JOIN (SELECT * FROM cache LIMIT 1);`,
      )
    );
    const reads = new CacheReads(app.db, app.world);
    const exported = [...reads.exported()].map((page) => page.length);
    assert.equal(exported.length, IMPORTED / 100 + 1);
    assert.equal(exported.reduce((sum, n) => sum + n, 0), 2);
    const addresses = [...reads.forSitemap()].map((page) => page.length);
    assert.equal(addresses.length, IMPORTED / 500 + 1);
    assert.equal(addresses.reduce((sum, n) => sum + n, 0), 2);

    let turns = 0, isOver = false;
    const count = () => {
      turns++;
      if (!isOver) setImmediate(count);
    };
    setImmediate(count);
    const pages = reads.forSitemap();
    const text = await streamed(
      sitemap((function* () {
        for (const page of pages) yield page.map(({ code }) => ({ url: `https://club.example/c/${code}` }));
      })()),
      "application/xml",
    ).text();
    isOver = true;
    assert.equal(text.match(/<url>/g)!.length, 2);
    assert(turns >= IMPORTED / 500, `${turns} turns`);
    await new Promise<void>((resolve) => setImmediate(resolve));
  },
);

appTest(
  "the newest logs of a cache come from the end of its log book, each cache's in its own order",
  {},
  async (app) => {
    member(app, "OE1AAA");
    const one = await hide(app, "OE1AAA", { lat: 48, lon: 16 }),
      two = await hide(app, "OE1AAA", { lat: 48, lon: 17 });
    app.db.writeNow((tx) =>
      app.db.exec(
        tx,
        `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 40)
       INSERT INTO log (cache_id, call, kind, text, found_at, created_at, offline, via, needs_maintenance, removed_at)
       SELECT iif(i % 2, ${one.id}, ${two.id}), 'OE2BBB', 'note', 'log ' || i, 100 - i / 4, i, 0, 'web', 0, iif(i = 1, 5, NULL)
       FROM n;`,
      )
    );
    const logs = new CacheReads(app.db, app.world).logsOf([two.id, one.id, 987_654], 4);
    const texts = (id: number) => logs.get(id)?.map(({ text }) => text);
    // At one time the one that came last stands first; one that was removed is not there.
    assert.deepEqual(texts(one.id), ["log 3", "log 7", "log 5", "log 11"]);
    assert.deepEqual(texts(two.id), ["log 2", "log 6", "log 4", "log 10"]);
    assert.equal(logs.size, 2);
  },
);
