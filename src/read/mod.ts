/**
 * Read: what other programs and people may read, across areas: the read API, exports, feeds, badges, the embeddable map,
 * the API reference, saved views, spots. Owns the table map_view; reads the views of caches and logs that `caches/`
 * declares, since its answers span areas. Refuses to list what is unlisted, removed, a draft, or a suspended person's
 * (policy.ts).
 */
import type { RouteTable } from "../http/mod.ts";
import { area } from "../plan/mod.ts";
import { readPersonalData } from "./map_views/personal_data.ts";
import { openReads, type ReadNeeds, readRoutes, type Reads } from "./open.ts";
import { referenceRoutes } from "./pages/reference_routes.ts";

export { SHOWN_LOG } from "./policy.ts";
export { Spot } from "./spots/routes.ts";
export type { Start } from "./start/start.ts";

export interface ReadKeeps {
  reads: Reads;
  /** A person's finds that count, in the order in which they were made. */
  countedFinds: Reads["finds"]["countedOf"];
  /** A QR code as SVG, so many pixels a side. */
  qr(text: string, size: number): Promise<string>;
}

/** What its routes take and give, by signature. */
export type ReadRoutes = RouteTable<ReturnType<typeof readRoutes>>;

export const read = area<{ needs: ReadNeeds; keeps: ReadKeeps }>()({
  name: "read",
  needs: [
    "accounts",
    "alerts",
    "bbs",
    "caches",
    "db",
    "draw",
    "drawRefuses",
    "gathered",
    "instance",
    "keptCodes",
    "ledger",
    "people",
    "push",
    "reading",
    "settings",
    "source",
    "stations",
    "towns",
    "world",
  ],
  keeps: {
    reads: openReads,
    countedFinds: ({ reads: { finds, people } }) => (account) =>
      finds.countedOf(account).filter(people.boards.isVerifiedFind),
    qr: () => async (text, size) => (await import("./formats/qr.ts")).qrSvg(text, size),
  },
  data: ({ db }) => readPersonalData(db),
  routes: (parts) => [
    ...readRoutes(parts),
    ...referenceRoutes({
      ...{ instance: parts.instance, version: parts.source.version },
      routes: parts.gathered.routes(),
    }),
  ],
});
