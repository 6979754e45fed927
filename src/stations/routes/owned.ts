/** A member's stations, and stations that the operator lists for a member. */
import { z } from "#schemas";
import { failures, normalCall } from "../../base/mod.ts";
import { route, session, sysop } from "../../http/mod.ts";
import { LivingCache } from "../map/shapes.ts";
import { type StationRouteParts, STATIONS_SPEC } from "./parts.ts";
import { changeShape, STATION, viewShape } from "../../things/mod.ts";
import { ownedFailure } from "../owned/owned.ts";
import type { OwnedRow } from "../owned/store.ts";

const failure = failures({ owner_unknown: "missing" });

const Fields = {
  lat: z.number().optional().describe("Absent: the middle of the home locator"),
  lon: z.number().optional(),
  // What is left out of a new one is empty.
  ...changeShape(STATION.facts),
};
export const OwnStation = z.object({
  id: z.number(),
  call: z.string(),
  lat: z.number().nullable(),
  lon: z.number().nullable(),
  ...viewShape(STATION.facts),
  createdAt: z.number(),
  updatedAt: z.number(),
  livingCaches: z.array(LivingCache).optional().describe(
    "Living caches that follow it; absent where none do",
  ),
  wx: z.object({
    hasKey: z.boolean(),
    lastSeen: z.number().nullable(),
    txIs: z.boolean(),
    txCwop: z.boolean(),
    verified: z.boolean(),
  }).optional().describe("How a weather station's reports go out; absent on other stations"),
});
const SID = { sid: "The number of one of your stations" };
const ERRORS = [
  ownedFailure.bad_call,
  ownedFailure.bad_place,
  ownedFailure.bad_roles,
  ownedFailure.call_not_held,
  ownedFailure.call_not_verified,
  ownedFailure.station_taken,
];

export function ownedRoutes(
  { stations: { audit, db, owned, accounts, world }, livingCaches }: StationRouteParts,
) {
  const view = (row: OwnedRow) => {
    const living = livingCaches(row.call);
    return living.length > 0 ? { ...owned.view(row), livingCaches: living } : owned.view(row);
  };
  const idOf = (text: string): number => {
    if (!/^\d{1,15}$/.test(text)) throw ownedFailure.station_unknown();
    return Number(text);
  };
  return [
    route("GET /api/my/stations", {
      gate: session(),
      spec: STATIONS_SPEC,
      summary: "Stations that the member has listed",
      reply: z.object({ stations: z.array(OwnStation), nextCursor: z.null(), hasMore: z.literal(false) }),
      handle: ({ who }) => ({
        stations: owned.store.ofAccount({ account: who.account }).map(view),
        nextCursor: null,
        hasMore: false,
      }),
    }),
    route("POST /api/my/stations", {
      gate: session(),
      spec: STATIONS_SPEC,
      summary: "List a station as one's own",
      body: z.object({ callsign: z.string().max(9), ...Fields }),
      status: 201,
      reply: OwnStation,
      errors: ERRORS,
      handle: async ({ who, body }) => view(await db.write((tx) => owned.add(tx, who.account, body))),
    }),
    route("PATCH /api/my/stations/:sid", {
      gate: session(),
      spec: STATIONS_SPEC,
      summary: "Change one of the member's own stations",
      params: SID,
      body: z.object(Fields),
      reply: OwnStation,
      errors: [ownedFailure.station_unknown, ...ERRORS],
      handle: async ({ who, params, body }) =>
        view(await db.write((tx) => owned.change(tx, idOf(params.sid), who.account, body))),
    }),
    route("DELETE /api/my/stations/:sid", {
      gate: session(),
      spec: STATIONS_SPEC,
      summary: "Take a station off the list",
      params: SID,
      reply: z.object({ ok: z.literal(true) }),
      errors: [ownedFailure.station_unknown],
      handle: async ({ who, params }) => {
        await db.write((tx) => owned.drop(tx, idOf(params.sid), who.account));
        return { ok: true };
      },
    }),
    route("POST /api/my/stations/:sid/wx-key", {
      gate: session(),
      spec: STATIONS_SPEC,
      summary: "Issue the station's weather push key; an earlier one stops working",
      params: SID,
      reply: z.object({
        key: z.string().describe("The weather push key; it is shown this once and cannot be read again"),
        lastSeen: z.number().nullable(),
        ecowittPath: z.string(),
        wuUrl: z.string(),
        txIs: z.boolean(),
        txCwop: z.boolean(),
        verified: z.boolean(),
      }),
      errors: [ownedFailure.station_unknown, ownedFailure.no_weather_role],
      handle: async ({ who, params, incoming }) => {
        const id = idOf(params.sid);
        const key = await db.write((tx) => owned.issueKey(tx, id, who.account));
        const row = owned.mine(id, who.account);
        return {
          key,
          lastSeen: row.wxSeenAt,
          ecowittPath: `/api/wx/submit?key=${key}`,
          wuUrl: `${incoming.origin}/api/wx/updateweatherstation`,
          txIs: row.txIs === 1,
          txCwop: row.txCwop === 1,
          verified: accounts.isVerified(row.call),
        };
      },
    }),
    route("POST /api/admin/stations", {
      gate: sysop({ anyAge: "a station listed for a member attests nothing" }),
      spec: 'API "Administration"',
      summary: "List a station for a member",
      body: z.object({ owner: z.string().max(9), callsign: z.string().max(9), ...Fields }),
      status: 201,
      reply: OwnStation,
      errors: [failure.owner_unknown, ...ERRORS],
      handle: async ({ who, body }) => {
        const { owner, ...station } = body;
        const person = accounts.holder(normalCall(owner));
        if (!person) throw failure.owner_unknown();
        const added = await db.write((tx) => {
          const row = owned.add(tx, person.accountId, station);
          const entry = {
            action: "add",
            kind: "station",
            targetId: String(row.id),
            label: row.call,
            reason: "",
          };
          audit.note(tx, world.now(), { actor: who.actor, ...entry, about: person.bases[0] ?? null });
          return row;
        });
        return view(added);
      },
    }),
  ];
}
