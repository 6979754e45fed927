/**
 * The web app: code that runs in the browser, in folders by what people do. It imports nothing of the server but types, and
 * talks to it over HTTP. The server imports from here which addresses are pages, and draws the first paint of some pages
 * with the same components.
 */
export {
  drawCache,
  drawFind,
  drawFirst,
  drawFrame,
  drawMissing,
  drawNearby,
  drawNotYours,
  drawPerson,
  drawSheet,
  drawSignIn,
  sayRefused,
  sayWhat,
  type Sheet,
} from "./app/first_paint.tsx";
export type { InNet } from "./print/net_sheet.tsx";
export { isOnlyHere, passedOn } from "./print/passed_on.ts";
export { FIRST_ROWS } from "./nearby/nearby_drawn.tsx";
export type { ProfileSeen } from "./community/profile_view.tsx";
export { callProgram } from "./admin/tell.ts";
export { isHouse, type PageEntry, PAGES } from "./pages/page_table.ts";
