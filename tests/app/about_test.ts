/** `/about` and its licences on a phone: judged, not wider than the screen, and the same without scripts. */
import assert from "node:assert/strict";
import { journey } from "../kit/journey.ts";
import { judged } from "../kit/judged.ts";

journey(
  "what this place is reads on a phone in both languages, and the app leads there",
  async (field, screen) => {
    const phone = await field.phone({ screen, lang: "de" });
    await phone.open("/more");
    await phone.press("Über uns, Lizenzen");
    await phone.tab.until(`document.querySelector("h1")?.innerText === "Über diese Instanz"`);
    for (const path of ["/about", "/about/licences", "/about?lang=en", "/welcome"]) {
      await phone.tab.goto(field.url + path);
      await phone.tab.until(`document.querySelector("h1") !== null`);
      assert.deepEqual(await judged(phone), [], path);
      assert.ok(await phone.tab.evaluate("document.documentElement.scrollWidth <= innerWidth"), path);
    }
    const plain = await field.browser.tab({ scripts: false });
    await plain.goto(`${field.url}/about`);
    assert.match(await plain.text("main"), /Natural Earth[\s\S]*GeoNames[\s\S]*preact/);
    assert.deepEqual(phone.tab.complaints, []);
  },
  { devices: ["phone"] },
);
