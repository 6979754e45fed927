/**
 * The web app: code that runs in the browser. `ui` has parts and words and knows no feature, `pages` the addresses, `phone` what
 * the phone keeps, sends and senses; above them stand features by what people do, and `app` on top. It imports nothing of the
 * server but types and the pure rules that both go by, and talks to it over HTTP. The server imports from here which addresses
 * are pages, and draws the first paint of some pages with the same components: they are loaded when the first page is asked for.
 */
export type { Sheet } from "./app/first_paint.tsx";
export type { InNet } from "./print/net_sheet.tsx";
export type { EmbedConfig } from "./map/embed/config.ts";
export type { ProfileSeen } from "./community/profile_view.tsx";
export type { NamedTown } from "./nearby/town_names.ts";
export { isAdmin, isStyledFirst, PAGES } from "./pages/page_table.ts";

/** What draws pages: components and sentences. */
export type Drawing = typeof import("./app/first_paint.tsx");
/** Loads what draws pages, the first time that it is asked for. */
export const drawing = (): Promise<Drawing> => import("./app/first_paint.tsx");
