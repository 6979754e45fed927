/**
 * The web app: code that runs in the browser, in folders by what people do. Takes nothing of the server but types, and talks
 * HTTP. The server reads from here which addresses are pages, and draws their first paint with the same components.
 */
export {
  drawCache,
  drawFirst,
  drawFrame,
  drawNearby,
  drawNoCache,
  drawNotYours,
  drawPerson,
  drawSheet,
  drawSignIn,
  type Sheet,
} from "./shell/first_paint.tsx";
export type { InNet } from "./print/net_sheet.tsx";
export { FIRST_ROWS } from "./nearby/nearby_drawn.tsx";
export type { ProfileSeen } from "./community/profile_view.tsx";
export { callProgram } from "./admin/tell.ts";
export { isHouse, type PageEntry, PAGES } from "./shell/page_table.ts";
export { chooseLanguage } from "./shell/say.ts";
