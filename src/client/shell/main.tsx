/** Where the app begins. */
import { render } from "preact";
import { returnIfNoted } from "../sign_in/arrival.ts";
import { App, AppContext } from "./app.ts";
import { speak } from "./choices.ts";
import { Frame } from "./frame.tsx";
import { isHouse, type PageEntry, type PageName, PAGES } from "./page_table.ts";
import { loadPage } from "./pages.ts";
import { startRouting } from "./router.ts";
import { browserWorld } from "./world.ts";

const app = new App(browserWorld);
startRouting();
await speak();
const root = document.getElementById("app")!;
// What the server drew stays until the app has drawn the same.
root.replaceChildren();
render(
  <AppContext.Provider value={app}>
    <Frame />
  </AppContext.Provider>,
  root,
);
if ("serviceWorker" in navigator) void navigator.serviceWorker.register("/sw.js");
await app.open();
await returnIfNoted(app);
// Every page is there before it is wanted: where signal ends, nothing has to be fetched.
for (const name of Object.keys(PAGES) as PageName[]) {
  const page: PageEntry = PAGES[name];
  if (!page.live && (!isHouse(page) || app.isSysop.peek())) await loadPage(name).catch(() => {});
}
// Other tabs of this phone send too: what they settled is seen when this one is looked at again.
addEventListener("visibilitychange", () => {
  if (!document.hidden) void app.open();
});
addEventListener("online", () => void app.open());
