/** What weather consoles push, and whether it goes on to APRS-IS and CWOP. */
import { z } from "#schemas";
import { failures } from "../../base/mod.ts";
import {
  type Gate,
  gateFailure,
  type Incoming,
  jsonBody,
  type Limit,
  route,
  session,
  text,
  weatherKey,
  type WeatherWho,
} from "../../http/mod.ts";
import { pushWeather } from "../weather/station.ts";
import { type StationRouteParts, STATIONS_SPEC } from "./parts.ts";
import { ownedFailure } from "../owned/owned.ts";

const failure = failures({
  no_weather: "invalid",
  suspended: "forbidden",
  call_not_verified: ["forbidden", { verified: "boolean" }],
});

/** Rapid-fire consoles push every 2.5 s; more is a fault. */
const pushes: Limit<WeatherWho> = {
  name: "wx-push",
  points: 60,
  seconds: 60,
  per: ({ who }) => String(who.station),
};

/** What stands behind the script's name in the path of a console that forgets the `?`. */
function pathFields(incoming: Incoming): URLSearchParams {
  const { pathname } = incoming.url;
  const at = pathname.search(/updateweatherstation|submit/);
  return new URLSearchParams(at < 0 ? "" : pathname.slice(at).replace(/^[a-z]+(?:\.php)?[&/?]*/, ""));
}

/** Fields of path, query, form or JSON, in the order in which they came. */
function* fieldsOf(incoming: Incoming): Generator<[string, string]> {
  yield* pathFields(incoming);
  yield* incoming.query;
  if (incoming.bytes.length === 0) return;
  const json = jsonBody(incoming);
  if (json) {
    for (const [name, value] of Object.entries(json)) {
      if (typeof value === "string" || typeof value === "number") yield [name, String(value)];
    }
  } else yield* new URLSearchParams(new TextDecoder().decode(incoming.bytes));
}

/** The push key, also where the `?` is missing. */
function consoleKey(): Gate<WeatherWho> {
  const usual = weatherKey();
  const shown = (incoming: Incoming) => {
    const fields = pathFields(incoming);
    return fields.get("PASSWORD") ?? fields.get("key") ?? fields.get("PASSKEY");
  };
  return {
    ...usual,
    present: (incoming) => shown(incoming) !== null || usual.present(incoming),
    check(incoming, ports, params) {
      const key = shown(incoming);
      if (key === null) return usual.check(incoming, ports, params);
      const who = ports.weather(key);
      if (!who) throw gateFailure.bad_token();
      return who;
    },
  };
}

const PUSHED = { pushed: "The console's fields, where its firmware forgets the question mark" };

export function weatherRoutes({ stations }: StationRouteParts) {
  const { db, owned, accounts } = stations;
  const handle = async ({ who, incoming }: { who: WeatherWho; incoming: Incoming }) => {
    if (accounts.person(who.account)?.suspended) throw failure.suspended();
    if (!await pushWeather(stations, who.station, fieldsOf(incoming))) throw failure.no_weather();
    return text("success\n", "text/plain");
  };
  const options = {
    gate: consoleKey(),
    spec: STATIONS_SPEC,
    summary: "Push of a personal weather station (Weather Underground, Ecowitt and Ambient forms)",
    limit: pushes,
    produces: "text/plain",
    errors: [failure.no_weather, failure.suspended],
    handle,
  };
  return [
    route("GET /api/wx/submit", options),
    route("POST /api/wx/submit", { ...options, raw: "application/x-www-form-urlencoded", maxBytes: 16_384 }),
    route("GET /api/wx/updateweatherstation", options),
    route("POST /api/wx/updateweatherstation", {
      ...options,
      raw: "application/x-www-form-urlencoded",
      maxBytes: 16_384,
    }),
    // Consoles that let their owner set nothing but a host, and firmware that forgets the question mark.
    route("GET /weatherstation/updateweatherstation.php", options),
    route("GET /weatherstation/:pushed", { ...options, params: PUSHED }),
    route("GET /api/wx/:pushed", { ...options, params: PUSHED }),
    route("GET /api/wx/:name/:pushed", {
      ...options,
      params: { name: "submit or updateweatherstation, with a slash behind it", ...PUSHED },
    }),
    route("POST /api/wx/tx", {
      gate: session(),
      spec: STATIONS_SPEC,
      summary: "Whether a weather station's values go to APRS-IS and CWOP",
      body: z.object({
        stationId: z.number().int(),
        txIs: z.boolean().default(false),
        txCwop: z.boolean().default(false),
      }),
      reply: z.object({ txIs: z.boolean(), txCwop: z.boolean(), verified: z.boolean() }),
      errors: [ownedFailure.station_unknown, failure.call_not_verified],
      handle: async ({ who, body }) => {
        const { stationId, txIs, txCwop } = body;
        const row = owned.mine(stationId, who.account);
        const verified = accounts.speaksFor(row.call, row.accountId);
        if ((txIs || txCwop) && !verified) throw failure.call_not_verified({ verified });
        await db.write((tx) =>
          owned.store.setTx(tx, { id: stationId, is: txIs, cwop: txCwop, at: stations.world.now() })
        );
        return { txIs, txCwop, verified };
      },
    }),
  ];
}
