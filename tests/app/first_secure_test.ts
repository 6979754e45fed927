/**
 * First steps over https, in a Chromium that trusts the instance's own certificate: what an operator does by the name of the host
 * who knows nothing but the printed link, to a passkey that brings them back.
 */
import assert from "node:assert/strict";
import account from "../../src/words/en/account.json" with { type: "json" };
import en from "../../src/words/en/admin.json" with { type: "json" };
import { SYSOP } from "../kit/app.ts";
import { chromiumThere, HOW_TO_GET_CHROMIUM, openBrowser } from "../kit/browser.ts";
import { Phone } from "../kit/phone.ts";
import { withFolder } from "../kit/server.ts";
import { missing, program } from "../kit/test_data.ts";
import { NAME, trust, withHome } from "../kit/tls.ts";

Deno.test({
  name: "over https each of the first steps is done by hand, and a passkey brings the operator back",
  ignore: missing("Chromium", chromiumThere(), HOW_TO_GET_CHROMIUM) ||
    missing("certutil", program("certutil") !== undefined, "apt-get install libnss3-tools"),
  sanitizeResources: false,
  sanitizeOps: false,
  fn: () =>
    withHome(({ app, https, authority }) =>
      withFolder(async (home) => {
        await trust(home, authority);
        const browser = await openBrowser({ home, hosts: { [NAME]: "127.0.0.1" } });
        try {
          const tab = await browser.tab(), hand = new Phone(tab, `https://${NAME}:${https}`);
          const device = await tab.addAuthenticator("internal");
          const isDone = (step: string) => tab.count(`[data-state=done][aria-label="${step}"]`, 1);
          const turn = (n: number, step: string) => hand.press(`${n} ${step}`);
          await app.sysop();
          const { body } = await app.operator.post("/auth/operator-link", { callsign: SYSOP });
          const { pathname, search } = new URL(body.link);
          await tab.goto(`${hand.url}${pathname}${search}`);
          await tab.click("form button");
          await tab.until(`document.querySelector(".top")?.innerText.includes("${SYSOP}") === true`);
          assert.notEqual(await tab.cookie("__Host-svc_session"), undefined);

          await hand.open("/admin/first");
          await hand.press(en["first.reach.check"]);
          await hand.sees("Checked:");
          await turn(2, en["first.you"]);
          await hand.press(en["first.you.passkey"]);
          await tab.until(`location.pathname === "/me/access"`);
          await hand.press(account["access.passkey.add"]);
          await tab.count("#passkeys > *", 1);
          assert.equal(await tab.credentials(device), 1);

          await hand.open("/admin/first");
          await isDone(en["first.you"]);
          await turn(3, en["first.place"]);
          await hand.write("#first-club", "Hill Top Radio Club");
          await hand.press(en["first.club.save"]);
          await hand.sees(en["first.club.saved"]);
          await hand.write("#first-name", "Ann Operator");
          await hand.write("#first-address", "Hill 1, Vienna");
          await hand.write("#first-email", "ann@example.org");
          await tab.press(`document.querySelector("#first-email").form.querySelector("[type=submit]")`);
          await hand.write("#first-grid", "JN88");
          await hand.press(en["first.region.save"]);
          await hand.sees(en["first.region.saved"]);
          await isDone(en["first.place"]);
          await turn(6, en["first.try"]);
          await hand.press(en["first.try.make"]);
          await hand.sees(en["first.try.look"]);
          await hand.press(en["first.try.remove"]);
          await isDone(en["first.try"]);

          await hand.open("/me/access");
          await hand.press("Sign out");
          await tab.until(`location.pathname === "/"`);
          await hand.open("/sign-in");
          await hand.press("Use a passkey of this device");
          await tab.until(`document.querySelector(".top")?.innerText.includes("${SYSOP}") === true`);
          await hand.open("/admin");
          await hand.sees("Hill Top Radio Club");
          assert.deepEqual(tab.complaints.filter((text) => !/favicon/.test(text)), []);
        } finally {
          await browser.close();
        }
      })
    ),
});
