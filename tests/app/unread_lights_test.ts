/** The overview while something of it is still on its way: that is no word about its use. */
import assert from "node:assert/strict";
import { SYSOP } from "../kit/app.ts";
import { journey } from "../kit/journey.ts";

const SLOW = ["/api/admin/boxes", "/api/admin/moderation/reports"];

journey("receivers and reports that are not read yet are not called unused", async (field) => {
  const phone = await field.phone({ call: SYSOP });
  field.hold = ({ url }) => SLOW.includes(new URL(url).pathname);
  await phone.open("/admin");
  await phone.sees("Backup");
  const lamps = await phone.tab.evaluate(
    `Object.fromEntries([...document.querySelectorAll(".light dl > div")].map((one) =>
      [one.querySelector("dt").innerText.trim(), one.querySelector(".light-value").innerText.trim()]))`,
  ) as Record<string, string>;
  assert.deepEqual([lamps.Receivers, lamps.Reports], ["Not read yet", "Not read yet"], JSON.stringify(lamps));
});
