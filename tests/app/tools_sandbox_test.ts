/**
 * Tools in the sandbox, in real Chromium: one that uses every member of the interface, and hostile ones. In Firefox:
 * `tools_firefox_test.ts`, by the same lists.
 */
import { journey } from "../kit/journey.ts";
import { benchScript } from "./tools/bench.ts";
import { attacked, everyMember, hostile } from "./tools/walks.ts";

journey("a tool that uses every member of the interface is answered as the interface says", async (field) => {
  const { tab } = await field.phone();
  await tab.goto(`${field.url}/about`);
  await tab.evaluate(await benchScript());
  await everyMember(tab);
});

journey("hostile tools get nowhere", async (field) => {
  const { tab } = await field.phone({ call: "OE1XYZ" });
  await tab.goto(`${field.url}/reset`);
  await tab.evaluate(await benchScript());
  await attacked(tab, field.url);
  await hostile(tab);
});
