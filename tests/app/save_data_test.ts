/** The first page for somebody who saves data: it fetches what it draws, and nothing ahead of need. Real Chromium. */
import assert from "node:assert/strict";
import { journey } from "../kit/journey.ts";
import { hide } from "../kit/seed_game.ts";
import { passes } from "../kit/waits.ts";

/**
 * Compressed, with nothing kept before: 95 kB for the page (`app_files_test.ts`) and 5 for what listens for messages to whom is
 * signed in; and all of it, with the land of the small map and the answers of the gateway.
 */
const BUILT_MOST = 100_000, ALL_MOST = 132_000;

journey(
  "with save-data on the first page fetches no style of other pages and no words of refusals",
  async (field) => {
    await hide(field.app, "OE1XYZ", { title: "The old mast", lat: 48.2, lon: 16.37 });
    const phone = await field.phone({ call: "OE3FND" });
    await phone.tab.send("Page.addScriptToEvaluateOnNewDocument", {
      source:
        `Object.defineProperty(navigator, "connection", { value: { saveData: true, type: "cellular" } });`,
    });
    await phone.tab.send("Emulation.setTouchEmulationEnabled", { enabled: true });
    await phone.open("/");
    await phone.sees("The old mast");
    await phone.tab.count(".pull-anew", 1);
    // Everything that the page wants by itself has been asked for once nothing new was for a second.
    const files = () =>
      phone.tab.evaluate(`performance.getEntriesByType("resource")
      .filter(({ name }) => /\\/assets\\/|sw\\.js/.test(name))
      .map(({ name, encodedBodySize }) => [new URL(name).pathname, encodedBodySize])`) as Promise<
        [string, number][]
      >;
    let fetched = await files();
    for (let before = -1; before !== fetched.length;) {
      before = fetched.length;
      await passes(1000, "what the page fetches by itself is fetched within it");
      fetched = await files();
    }
    const paths = fetched.map(([path]) => path);
    assert.ok(paths.length > 5, paths.join());
    const sum = (of: RegExp) =>
      phone.tab.evaluate(
        `[...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
        .filter(({ name }) => ${of}.test(new URL(name).pathname))
        .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)`,
      ) as Promise<number>;
    const built = await sum(/^\/$|\.(js|css)$/), all = await sum(/./);
    assert.ok(built > 50_000 && built < BUILT_MOST, `${built} bytes of pages, scripts, styles and words`);
    assert.ok(all < ALL_MOST, `${all} bytes in all`);
    assert.deepEqual(paths.filter((path) => /\/(rest|admin)-[^/]*\.css|\/refused_/.test(path)), []);
  },
);
