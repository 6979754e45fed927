/** Where the app begins. */
import { render } from "preact";
import { returnIfNoted } from "../sign_in/arrival.ts";
import { App, AppContext } from "./app.ts";
import { speak } from "./choices.ts";
import { Frame } from "./frame.tsx";
import { isHouse, pageAt, type PageEntry, type PageName, PAGES } from "./page_table.ts";
import { loadPage } from "./pages.ts";
import { keepDrawn } from "./parts.tsx";
import { place, startRouting } from "./router.ts";
import { keepApp, keepLanguage } from "../version/new_version.tsx";
import { browserWorld } from "./world.ts";

const app = new App(browserWorld);
startRouting();
await speak(undefined, true);
// The page's script comes while what stands around the page is drawn.
const asked = pageAt(place.peek().path);
if (asked) loadPage(asked.name).catch(() => {});
const root = document.getElementById("app")!;
// What the server drew stays until the app has the same to show; it is of this page and of no other.
const first = root.querySelector("main[data-drawn]");
keepDrawn([...first?.childNodes ?? []]);
const arrived = place.peek();
const leave = place.subscribe((now) => {
  if (now !== arrived) keepDrawn([]);
});
root.replaceChildren();
render(
  <AppContext.Provider value={app}>
    <Frame />
  </AppContext.Provider>,
  root,
);
// Other tabs of this phone send too: what they settled is seen when this one is looked at again.
addEventListener("visibilitychange", () => {
  if (!document.hidden) void app.open();
});
addEventListener("online", () => {
  void app.open();
  void speak();
});
// A language that was chosen without a connection can be had once the gateway answers.
app.gateway.reached.subscribe((is) => {
  if (is) void speak();
});
const opened = app.open();
const kept = idle().then(keepApp).catch(() => false);
await opened;
leave();
keepDrawn([]);
await returnIfNoted(app);
await loadAhead();
keepLanguage();

/**
 * Every page is there before it is wanted: where signal ends, nothing has to be fetched. Not in the way of what is being
 * done, not for people who save data, and only once: where the worker keeps the files, they come from it.
 */
async function loadAhead(): Promise<void> {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  if (connection?.saveData) return;
  if (await kept) await navigator.serviceWorker.ready;
  for (const name of Object.keys(PAGES) as PageName[]) {
    const page: PageEntry = PAGES[name];
    if (page.live || (isHouse(page) && !app.isSysop.peek())) continue;
    await idle();
    await loadPage(name).catch(() => {});
  }
}

/** Waits until the browser has nothing better to do, two seconds at most. */
function idle(): Promise<void> {
  return new Promise((go) => {
    if ("requestIdleCallback" in globalThis) requestIdleCallback(() => go(), { timeout: 2000 });
    else browserWorld.later(go, 200);
  });
}
