/** What happened, for the board of administration: lights, starts, and what operators did, on one time line. */
import { z } from "#schemas";
import type { Audit } from "../../db/mod.ts";
import { route, sysopOrOperator } from "../../http/mod.ts";
import { type Act, actsOf } from "./acts.ts";
import type { LightStore } from "./store.ts";

const DAY = 86_400, MOST = 200;

const Item = z.object({
  at: z.number().describe("When, in unix seconds; of several acts the first of them"),
  kind: z.enum(["start", "broken", "well", "act"]).describe(
    "The program began; a light went out; it is well again; operators did something",
  ),
  what: z.string().describe("Version that began, key of the light, or the action of the log"),
  of: z.string().describe("Of an act the kind of thing that it was done to"),
  label: z.string().describe("Of an act its thing, where it was one"),
  actor: z.string(),
  reason: z.string(),
  n: z.number().describe("Acts of one kind that follow each other within a minute are one"),
});
type Happened = z.output<typeof Item>;

const ofAct = ({ action, kind, ...act }: Act): Happened => ({ ...act, kind: "act", what: action, of: kind });

export interface LightRoutesParts {
  audit: Audit;
  lights: LightStore;
  now(): number;
}

export function lightRoutes({ audit, lights, now }: LightRoutesParts) {
  return [
    route("GET /api/admin/happenings", {
      gate: sysopOrOperator(),
      spec: 'API "Administration"',
      summary: "What happened in the last days, newest first, and since when each light is out",
      query: z.object({
        days: z.coerce.number().int().min(1).max(30).default(1).describe("How far back, 1 to 30 days"),
      }),
      reply: z.object({
        items: z.array(Item),
        since: z.record(z.string(), z.number()).describe(
          "Since when each line of the checklist and each service is not well, unix seconds",
        ),
      }),
      handle: ({ query: { days } }) => {
        const from = now() - days * DAY;
        const acts = actsOf(
          audit.page({ before: Number.MAX_SAFE_INTEGER, limit: MOST }).filter(({ at }) => at >= from),
        );
        const items: Happened[] = [
          ...acts.map(ofAct),
          ...lights.since(from, MOST).map(({ at, kind, what }): Happened => ({
            ...{ at, kind, what, of: "", label: "", actor: "", reason: "", n: 1 },
          })),
        ];
        return {
          items: items.toSorted((a, b) => b.at - a.at).slice(0, MOST),
          since: Object.fromEntries(
            lights.lights().filter(({ well }) => well === null).map(({ key, since }) => [key, since]),
          ),
        };
      },
    }),
  ];
}
