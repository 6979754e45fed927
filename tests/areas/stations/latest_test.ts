/** Stations on the map, the latest first: in whichever slots of ten minutes they were placed, and however many are asked for. */
import assert from "node:assert/strict";
import { appTest } from "../../kit/app.ts";

appTest(
  "the latest stations come first, whatever slots they lie in; of those of one second the one known longest",
  {},
  (app) => {
    const now = app.world.now(), COUNT = 400;
    const places = Array.from({ length: COUNT }, (_, i) => ({
      id: i + 1,
      call: `OE1A${i}`,
      at: now - (i * 7919 % 170) * 29,
      lat: i % 3 === 0 ? 10 : 48,
    }));
    app.db.writeNow((tx) => {
      for (const { id, call, at, lat } of places) {
        app.db.exec(
          tx,
          `INSERT INTO station (id, call, base, first_heard, last_heard, via, placed_slot, placed_at, lat_e7, lon_e7, symbol)
         VALUES (${id}, '${call}', '${call}', 1, ${now}, 'rf', ${Math.floor(at / 600)}, ${at}, ${
            lat * 1e7
          }, 160000000, '/>')`,
        );
      }
    });
    const box = { minLon: 15, maxLon: 17, minLat: 47, maxLat: 49 };
    const real = (maxAge: number, isInside: boolean) =>
      places.filter((one) => one.at >= now - maxAge && (!isInside || one.lat === 48))
        .sort((a, b) => b.at - a.at || a.id - b.id).map(({ call }) => call);
    for (const maxAge of [60, 601, 2400, 3600, 7 * 86_400]) {
      for (const limit of [1, 7, 90, COUNT, COUNT + 1]) {
        for (const within of [undefined, box]) {
          const shown = app.stations.views.live(within, maxAge, limit).map(({ call }) => call);
          assert.deepEqual(
            shown,
            real(maxAge, within !== undefined).slice(0, limit),
            `${maxAge} ${limit} ${within}`,
          );
        }
      }
    }
    return Promise.resolve();
  },
);
