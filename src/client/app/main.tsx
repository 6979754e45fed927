/** Where the app begins. */
import { render } from "preact";
import { heedWidth } from "../panes/heed_width.ts";
import { returnIfNoted } from "../account/sign_in/arrival.ts";
import { App, AppContext } from "../phone/app.ts";
import { speak } from "../phone/choices.ts";
import { Frame } from "./frame.tsx";
import { pageAt } from "../pages/page_table.ts";
import { loadPage } from "./pages.ts";
import { heedInstall } from "../phone/passed/install.tsx";
import { keepDrawn } from "../ui/parts.tsx";
import { place, startRouting } from "../pages/router.ts";
import { keepApp } from "./version/new_version.tsx";
import { browserWorld, whenIdle } from "../phone/world.ts";

// Few people hide caches, so the drafts' store is loaded when one is to be deleted.
const app = new App(browserWorld, {
  drop: async (id) => (await import("../phone/drafts/drafts.ts")).dropDraft(id),
});
app.gateway.signInAgain = async () => (await import("../account/sign_in/fresh.ts")).signInAgain(app);
startRouting();
heedInstall();
await speak(undefined, true);
await heedWidth();
// The page's script is loaded while the frame around it is drawn.
const asked = pageAt(place.peek().path);
if (asked) loadPage(asked.name).catch(() => {});
const root = document.getElementById("app")!;
// What the server drew stays until the app has the same to show. It belongs to this page: with another one it goes.
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
// Other tabs of this phone send from the same outbox: when this tab is shown again, it reads what they have sent.
addEventListener("visibilitychange", () => {
  if (!document.hidden) void app.open();
});
addEventListener("online", () => {
  void app.open();
  void speak();
});
// The words of a language that was chosen without a connection are loaded once the gateway answers.
app.gateway.reached.subscribe((is) => {
  if (is) void speak();
});
const opened = app.open();
const idle = () => new Promise<void>((go) => whenIdle(go));
const kept = idle().then(() => keepApp(app)).catch(() => {});
await opened;
leave();
keepDrawn([]);
await returnIfNoted(app);
await idle();
await import("./at_leisure.ts").then(({ atLeisure }) => atLeisure(app, idle, kept), () => {});
