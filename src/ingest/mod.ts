/**
 * Ingest: receiver boxes and what they hand over: `boxes/` (who they are and whom the operator trusts), `intake/` (what
 * they post, item by item), `commands/` (what they are told to do), `reports/` (what they say of themselves), `routes/`. Owns
 * the tables whose migrations begin with `-- Area: ingest`. Refuses requests without a credential.
 *
 * Running services and being trusted are independent rights: trusting what a box hears lets it do nothing, and letting it
 * run services makes nothing that it hears count.
 */
import type { RouteTable } from "../http/mod.ts";
import type { openIngest } from "./open.ts";

export { Boxes } from "./boxes/boxes.ts";
export { BoxWays } from "./commands/ways.ts";

export type { IngestEvents } from "./events.ts";

export type { BatchReply, PostedPacket } from "./intake/shapes.ts";
export { openIngest } from "./open.ts";
export type { IngestParts } from "./parts.ts";
export type { BoxReport } from "./reports/shapes.ts";
/** What its routes take and give, by signature. */
export type IngestRoutes = RouteTable<ReturnType<typeof openIngest>["routes"]>;
