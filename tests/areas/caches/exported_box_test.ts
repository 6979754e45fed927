/** Exports of boxes: a large one is gone through page by page, and gives the same caches as asking for each. */
import assert from "node:assert/strict";
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
