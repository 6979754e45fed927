/** Which stations receive here, for everybody: those that can prove a call on the air, and those not trusted yet. */
import { z } from "#schemas";
import { isRecent } from "../../base/mod.ts";
import { type Limit, open, route, SHARED } from "../../http/mod.ts";
import type { IngestParts } from "../parts.ts";

const ASKED: Limit = { name: "receivers", points: 60, seconds: 60 };
/** Stations told, of each kind; and how long an answer is used again, in seconds. */
const MOST = 50, KEPT_S = 60;

const Receivers = z.object({
  receivers: z.array(z.object({
    site: z.string().describe("Call of the receiving station, with its SSID"),
    trusted: z.boolean().describe("Whether the operator trusts it, so that what it hears is evidence"),
    lastAt: z.number().nullable().describe(
      "When it last heard something with a radio, unix seconds; null: not within a day",
    ),
    lat: z.number().nullable().describe("Where it stands, in degrees; null where that is not known"),
    lon: z.number().nullable(),
  })).describe("Trusted ones first; of each kind those that heard something last come first, at most 50"),
});
type Receiver = z.output<typeof Receivers>["receivers"][number];

/** Route of the receiving stations. */
export function receiverRoutes({ boxes, heard, stations, world }: IngestParts) {
  const placed = (site: string, trusted: boolean, lastAt: number | null): Receiver => {
    const { lat = null, lon = null } = stations.views.detail(site) ?? {};
    return { site, trusted, lastAt, lat, lon };
  };
  const byLast = (a: Receiver, b: Receiver) => (b.lastAt ?? 0) - (a.lastAt ?? 0);
  const read = (): Receiver[] => {
    const onRadio = heard.onRadio();
    const trusted = new Set(boxes.sites.all().map(({ site }) => site));
    const others = [...onRadio].filter(([site]) => !trusted.has(site)).slice(0, MOST);
    return [
      ...[...trusted].slice(0, MOST).map((site) => placed(site, true, onRadio.get(site) ?? null))
        .toSorted(byLast),
      ...others.map(([site, lastAt]) => placed(site, false, lastAt)).toSorted(byLast),
    ];
  };
  let kept: { at: number; version: string; receivers: Receiver[] } | undefined;
  return [
    route("GET /api/receivers", {
      gate: open("receiving stations are told with each packet that they heard"),
      limit: ASKED,
      share: SHARED.moving,
      spec: 'API "Ingest and BBS backend"',
      summary: "Stations that receive here: those whose hearings count, and those not trusted yet",
      reply: Receivers,
      handle: () => {
        const now = world.now();
        // Trust that was given or taken away is told at once.
        const version = boxes.sites.all().map(({ site }) => site).join(" ");
        if (!kept || kept.version !== version || !isRecent(kept.at, now, KEPT_S)) {
          kept = { at: now, version, receivers: read() };
        }
        return { receivers: kept.receivers };
      },
    }),
  ];
}
