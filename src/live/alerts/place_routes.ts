/** The places that a member watches (API "Live and misc"). */
import { z } from "#schemas";
import { failures } from "../../base/mod.ts";
import type { Database } from "../../db/mod.ts";
import { route, session } from "../../http/mod.ts";
import { type Places, PLACES_MOST, type PlaceWatchRow, RADIUS_KM } from "./places.ts";

const SPEC = 'API "Live and misc"';

const failure = failures({
  nothing_watched: "invalid",
  places_full: ["conflict", { limit: "number" }],
  watch_unknown: "missing",
});

const PlaceView = z.object({
  id: z.number(),
  lat: z.number(),
  lon: z.number(),
  radiusM: z.number(),
  newCaches: z.boolean(),
  firstFinds: z.boolean(),
  addedAt: z.number(),
});
const viewOf = ({ newCaches, firstFinds, ...row }: PlaceWatchRow) => ({
  ...row,
  newCaches: newCaches === 1,
  firstFinds: firstFinds === 1,
});

export function placeRoutes({ db, places }: { db: Database; places: Places }) {
  const { store } = places;
  return [
    route("GET /api/watch/places", {
      gate: session(),
      spec: SPEC,
      summary: "Places that you watch",
      reply: z.object({ places: z.array(PlaceView), limit: z.number() }),
      handle: ({ who }) => ({ places: store.of({ account: who.account }).map(viewOf), limit: PLACES_MOST }),
    }),
    route("POST /api/watch/places", {
      gate: session(),
      spec: SPEC,
      summary:
        "Watch a place: you are told once of each new cache around it, and of each that nobody has found yet",
      body: z.object({
        lat: z.number().min(-90).max(90),
        lon: z.number().min(-180).max(180),
        radiusKm: z.number().int().min(RADIUS_KM.least).max(RADIUS_KM.most)
          .describe("How far around the place, in whole kilometres"),
        newCaches: z.boolean().describe("Tell of caches that were on no map before"),
        firstFinds: z.boolean().describe("Tell of caches that can be looked for and that nobody has found"),
      }),
      reply: PlaceView,
      status: 201,
      errors: [failure.nothing_watched, failure.places_full],
      handle: async ({ who: { account }, body: { radiusKm, ...place } }) => {
        if (!place.newCaches && !place.firstFinds) throw failure.nothing_watched();
        const id = await db.write((tx) => {
          if (store.of({ account }).length >= PLACES_MOST) throw failure.places_full({ limit: PLACES_MOST });
          return places.watch(tx, account, { ...place, radiusM: radiusKm * 1000 });
        });
        return viewOf(store.of({ account }).find((one) => one.id === id)!);
      },
    }),
    route("DELETE /api/watch/places/:id", {
      gate: session(),
      spec: SPEC,
      summary: "Stop watching a place",
      params: { id: "Number of the watched place, as the list has it" },
      reply: z.object({ ok: z.literal(true) }),
      errors: [failure.watch_unknown],
      handle: async ({ who: { account }, params }) => {
        const id = /^\d{1,15}$/.test(params.id) ? Number(params.id) : -1;
        const { changes } = await db.write((tx) => store.drop(tx, { account, id }));
        if (changes === 0) throw failure.watch_unknown();
        return { ok: true as const };
      },
    }),
  ];
}
