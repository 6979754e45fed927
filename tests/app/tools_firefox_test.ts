/** Tools in the sandbox, in real Firefox: by the lists of `tools_sandbox_test.ts`. */
import { inFirefox } from "../kit/firefox_journey.ts";
import { benchScript } from "./tools/bench.ts";
import { attacked, everyMember, hostile } from "./tools/walks.ts";

inFirefox(
  "Firefox: tools are answered as the interface says, and hostile ones get nowhere",
  async (there) => {
    const { field, phone, tab, signIn } = there;
    await phone.open("/");
    await signIn("OE1XYZ");
    await tab.send("Page.navigate", { url: `${field.url}/reset` });
    await tab.evaluate(await benchScript());
    await attacked(tab, field.url);
    await everyMember(tab);
    await hostile(tab);
  },
);
