/** What is done once the first page stands and the browser is idle; its script comes only then. */
import { effect } from "@preact/signals";
import { isAdmin, type PageEntry, type PageName, PAGES } from "../pages/page_table.ts";
import type { App } from "../phone/app.ts";
import { recall } from "../phone/choices.ts";
import { keepHome } from "../phone/packs/keep_home.ts";
import { loadPage } from "./pages.ts";
import { keepLanguage } from "./version/new_version.tsx";

/** `idle`: waits until the browser is. `kept`: settled once the worker has kept the files of the app. */
export async function atLeisure(app: App, idle: () => Promise<void>, kept: Promise<unknown>): Promise<void> {
  runTools(app);
  await loadAhead(app, idle, kept);
  keepLanguage();
  await idle();
  await keepHome(app);
}

/**
 * Loads the scripts of all pages ahead, so that every page opens where there is no signal. One at a time while the browser
 * is idle; not for people who save data; and only after the worker has kept the files, so that they are fetched once.
 */
async function loadAhead(app: App, idle: () => Promise<void>, kept: Promise<unknown>): Promise<void> {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  if (connection?.saveData) return;
  await kept;
  for (const name of Object.keys(PAGES) as PageName[]) {
    const page: PageEntry = PAGES[name];
    if (page.live || (isAdmin(page) && !app.isSysop.peek())) continue;
    await idle();
    await loadPage(name).catch(() => {});
  }
}

/** Whoever has tools has them on every page: what runs them is loaded for nobody else. */
function runTools(app: App): void {
  let begun = false;
  effect(() => {
    const tools = app.call.value ? app.start.value?.value.prefs.tools : recall("tools");
    if (begun || !Array.isArray(tools) || !tools.some((one) => one?.on === true)) return;
    begun = true;
    import("../tools/surfaces/begin.ts").then(({ beginTools }) => beginTools(app), () => begun = false);
  });
}
