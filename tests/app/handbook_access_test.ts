/** The handbook by whoever cannot see it, and on narrow screens: every chapter is judged by axe-core. */
import assert from "node:assert/strict";
import axe from "axe-core";
import { CHAPTERS } from "../../src/handbook/mod.ts";
import { journey } from "../kit/journey.ts";
import { DESKTOP, PHONE } from "../kit/phone.ts";

journey(
  "every chapter on a phone, and one of each kind on a desk: axe finds nothing, and nothing is wider than a narrow screen",
  async (field) => {
    const all = CHAPTERS.map(({ id }) => id), kinds = ["first-hour", "examples", "glossary", "settings"];
    for (const [lang, screen, ids] of [["de", PHONE, all], ["en", DESKTOP, kinds]] as const) {
      const phone = await field.phone({ lang, screen });
      await phone.open("/help");
      await phone.tab.evaluate(axe.source);
      for (const id of ids) {
        await phone.tab.press(`document.querySelector('main a[href="/help/${id}"]')`);
        await phone.tab.until(
          `location.pathname === "/help/${id}" && document.querySelector("article.help h1") !== null`,
        );
        const found = await phone.tab.evaluate(`axe.run("main", {
          runOnly: ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"],
        }).then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + " " + html)))`);
        assert.deepEqual(found, [], `${lang} ${id}`);
        if (screen === PHONE) {
          await phone.tab.send("Emulation.setDeviceMetricsOverride", {
            ...PHONE,
            width: 320,
            deviceScaleFactor: 1,
            mobile: true,
          });
          const wide = await phone.tab.evaluate(
            `document.documentElement.scrollWidth - document.documentElement.clientWidth`,
          );
          assert.equal(wide, 0, `${lang} ${id} at 320 pixels`);
        }
        await phone.tab.press(`document.querySelector('.help-ways a[href="/help"]')`);
        await phone.tab.until(`document.querySelector('main a[href="/help/${CHAPTERS[0]!.id}"]') !== null`);
      }
      assert.deepEqual(phone.tab.complaints, []);
    }
  },
);
