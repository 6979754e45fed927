/** How the radio side is doing, on one page for the operator (API "Administration", station-status). */
import { z } from "#schemas";
import { numberParam, route, sysopOrOperator } from "../../http/mod.ts";
import { ADMIN_CALLSIGNS } from "../../settings/mod.ts";
import type { IngestParts } from "../parts.ts";

const HOUR = 3600, WEEK = 7 * 86_400;
const MOST_MESSAGES = 20;
/** Seconds: only a box that asked for commands within them knows its node's present setting. */
const FRESH_S = 900;

export function statusRoutes({ stations, boxCommands, settings, world }: IngestParts) {
  const relays = () => {
    const told = boxCommands.store.polledSince({ since: world.now() - FRESH_S }).find((row) =>
      row.meshRelays !== null
    );
    if (told === undefined) return { state: "unknown" as const };
    const list = told.meshRelays!.split(",").filter((call) => call !== "");
    return list.length > 0 ? { state: "on" as const, relays: list } : { state: "off" as const };
  };
  return [
    route("GET /api/admin/station-status", {
      gate: sysopOrOperator(),
      spec: 'API "Administration"',
      summary: "Stations heard, ports, mesh relay setting and messages to the operators",
      query: z.object({
        since: numberParam(z.coerce.number().int()).optional()
          .describe("Messages since then, unix seconds; an hour back, at most a week"),
      }),
      reply: z.object({
        stationsHeard: z.number(),
        ports: z.array(z.object({ port: z.string(), packets: z.number(), lastHeard: z.number() })),
        meshcomVia: z.object({
          state: z.enum(["on", "off", "unknown"]),
          relays: z.array(z.string()).optional(),
        }),
        since: z.number(),
        messages: z.array(z.object({
          id: z.number(),
          ts: z.number(),
          fromCall: z.string(),
          toCall: z.string(),
          body: z.string(),
          transport: z.string(),
        })),
      }),
      handle: ({ query }) => {
        const now = world.now();
        const since = Math.max(now - WEEK, Math.min(now, query.since ?? now - HOUR));
        return {
          stationsHeard: stations.countHeardSince(now - HOUR),
          ports: stations.ring.ports(now - 2 * HOUR)
            .map(({ port, rx, lastAt }) => ({ port, packets: rx, lastHeard: lastAt })),
          meshcomVia: relays(),
          since,
          messages: stations.log.store.receivedBy({
            bases: JSON.stringify(settings.get(ADMIN_CALLSIGNS)),
            since,
            limit: MOST_MESSAGES,
          })
            .map(({ id, at, fromCall, toCall, body, transport }) => ({
              id,
              ts: at,
              fromCall,
              toCall,
              body,
              transport,
            })),
        };
      },
    }),
  ];
}
