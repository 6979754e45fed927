/**
 * Live: the `/ws` room, Cursor-on-Target, watched calls, alerts, web push, the digest mail. Owns the tables watch,
 * alert and push_subscription. Other areas tell its `Hub` what happened, and `Alerts` whom it concerns; it asks
 * them only through the ports that its constructors name. Waits for no client: one that does not read is dropped.
 *
 * Folders: `room/` (the WebSocket: a *client* is one socket, a *party* is whom it counts for: a member, a device on the
 * local network, or all strangers of one network), `cot/` (events for TAK clients), `alerts/`, `push/`.
 */
import type { RouteTable } from "../http/mod.ts";
import type { openLive } from "./live.ts";

export { Alerts } from "./alerts/alerts.ts";
export { type DigestParts } from "./alerts/digest.ts";

export type { CotSources } from "./cot/stream.ts";
export { Hub } from "./hub.ts";
export { channelRoutes, TakPerson } from "./channels.ts";
export { Live, openLive } from "./live.ts";
export { Push } from "./push/push.ts";
export type { LiveCache } from "./room/messages.ts";
export type { RoomSources } from "./room/parts.ts";
export type { LiveMessage } from "./room/said.ts";
/** What its routes take and give, by signature. */
export type LiveRoutes = RouteTable<ReturnType<typeof openLive>["routes"]>;
