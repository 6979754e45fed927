/** `/ws` and Cursor-on-Target (API "Live and misc", "Events"). */
import { z } from "#schemas";
import { failures, type World } from "../base/mod.ts";
import {
  type Asked,
  boxParam,
  open,
  route,
  SHARED,
  streamed,
  type Visitor,
  wholeParam,
} from "../http/mod.ts";
import type { CotStreams, CotWish } from "./cot/stream.ts";
import { partyOf } from "./room/party.ts";
import type { Room } from "./room/room.ts";
import { opensSocket } from "./room/raw_upgrade.ts";
import { openSocket } from "./room/socket.ts";

const SPEC = 'API "Live and misc"';

const failure = failures({
  unknown_region: "invalid",
  upgrade_needed: "invalid",
  room_full: "unavailable",
  too_many_sockets: ["limited", { retryAfter: "number" }],
  too_many_streams: "limited",
});

const CotQuery = z.object({
  bbox: boxParam(360).optional(),
  maxAge: wholeParam(60, 86_400, 3600).describe(
    "How far back, in seconds, 60 to 86400 (a day), an hour without it; others are refused",
  ),
  caches: z.enum(["0", "1"]).default("0").meta({ description: "1: markers of listed caches as well" }),
});
type CotQuery = z.output<typeof CotQuery>;
const wish = ({ bbox, maxAge, caches }: CotQuery): CotWish => ({
  ...(bbox ? { box: bbox } : {}),
  maxAgeSec: maxAge,
  caches: caches === "1",
});

/** A place that a TAK client says it is at. */
export const TakPerson = z.object({
  id: z.string().describe("A number of this gateway's, as long as the place is kept"),
  name: z.string().describe("As the client calls itself: anybody may take any name"),
  lat: z.number(),
  lon: z.number(),
  at: z.number().describe("When it came, in unix seconds"),
  course: z.number().optional(),
  speedKmh: z.number().optional(),
  altitudeM: z.number().optional(),
});

const TakSaid = z.object({
  on: z.boolean().describe("Whether the operator has it shown at all (COT_INBOUND)"),
  people: z.array(TakPerson).describe("Who says so, the newest first; at most 500"),
});

/** Routes of the channels that stay open. */
export function channelRoutes(
  live: { world: Pick<World, "host">; room: Room; cot: CotStreams; said(): z.output<typeof TakSaid> },
) {
  const { world, room, cot } = live;
  const partyAt = ({ who, incoming }: { who: Visitor; incoming: Asked }) => {
    const { addresses, request, headers, client } = incoming;
    // A foreign page may connect with a member's cookie: that takes no place of the member's.
    const account = addresses.mayAct(request.url, headers) ? who.session?.account : undefined;
    return partyOf(client, account, () => world.host().addresses);
  };
  return [
    route("GET /ws", {
      gate: open("positions and finds that anybody may see"),
      spec: SPEC,
      summary: "Live room over WebSocket: hello, position, find, cache, message, near_cache; takes subscribe",
      query: z.object({
        region: z.string().max(40).optional().describe("`global` or absent; any other region is refused"),
      }),
      errors: [failure.unknown_region, failure.upgrade_needed, failure.room_full, failure.too_many_sockets],
      produces: "application/json",
      status: 101,
      handle: ({ who, query, incoming }) => {
        if (query.region !== undefined && query.region !== "" && query.region !== "global") {
          throw failure.unknown_region();
        }
        if (incoming.header("upgrade")?.toLowerCase() !== "websocket") throw failure.upgrade_needed();
        const party = partyAt({ who, incoming });
        if (!room.hasPlace(party)) {
          throw room.isFull ? failure.room_full() : failure.too_many_sockets({ retryAfter: 60 });
        }
        if (!opensSocket(incoming.request)) throw failure.upgrade_needed();
        return openSocket(incoming.request, party, room);
      },
    }),
    route("GET /api/cot", {
      gate: open("stations heard lately are public"),
      spec: SPEC,
      summary:
        'Stations heard lately, and caches if asked for, 2000 each, as Cursor-on-Target events; truncated="true" where there are more',
      share: SHARED.moving,
      query: CotQuery,
      produces: "application/xml",
      handle: ({ query }) =>
        streamed(cot.snapshot(wish(query)), "application/xml", {
          "cache-control": "no-cache",
        }),
    }),
    route("GET /api/cot/streams", {
      gate: open("numbers alone; who listens, for a sysop"),
      spec: SPEC,
      summary:
        "How many streams of Cursor-on-Target are open: in all, and of the party that the asker counts for",
      reply: z.object({
        open: z.number(),
        most: z.number(),
        yours: z.number(),
        yoursMost: z.number(),
        clients: z.array(z.object({
          who: z.string().describe("A member's call, or the address"),
          since: z.number(),
          lastAt: z.number().nullable().describe("When it was sent an event last, unix seconds"),
          caches: z.boolean().describe("It wants markers of caches as well"),
        })).optional().describe("Who listens, the newest first; for a sysop alone"),
      }),
      handle: (asker) => ({
        ...cot.taken(partyAt(asker)),
        ...(asker.who.sysop && { clients: cot.clients() }),
      }),
    }),
    route("GET /api/cot/inbound", {
      gate: open("what people with a TAK client say of themselves, where the operator has it shown"),
      spec: SPEC,
      summary:
        "Places that TAK clients say they are at, of the last ten minutes, newest first; no stations, and no evidence",
      share: SHARED.moving,
      reply: TakSaid,
      handle: () => live.said(),
    }),
    route("GET /api/cot/stream", {
      gate: open("stations heard lately are public"),
      spec: SPEC,
      summary:
        "Server-Sent Events of Cursor-on-Target: `snapshot` for each station, `truncated` where there are more, then `update`",
      query: CotQuery,
      produces: "text/event-stream",
      errors: [failure.room_full, failure.too_many_streams],
      handle: ({ who, query, incoming }) => {
        const party = partyAt({ who, incoming });
        if (!cot.hasPlace(party)) throw cot.isFull ? failure.room_full() : failure.too_many_streams();
        return cot.stream(wish(query), party, who.session?.call ?? incoming.client);
      },
    }),
  ];
}
