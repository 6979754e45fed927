/**
 * Read: what other programs and people may read, across areas: the read API, exports, feeds, badges, the embeddable map,
 * the API reference, saved views, spots. Owns the table map_view; reads the views of caches and logs that `caches/`
 * declares, since its answers span areas. Refuses to list what is unlisted, removed, a draft, or a suspended person's
 * (policy.ts).
 */
import type { RouteTable } from "../http/mod.ts";
import type { openReads } from "./open.ts";

export { openReads } from "./open.ts";
export { referenceRoutes } from "./pages/reference_routes.ts";

export { Spot } from "./spots/routes.ts";
export type { Start } from "./start/start.ts";
/** What its routes take and give, by signature. */
export type ReadRoutes = RouteTable<ReturnType<typeof openReads>["routes"]>;
