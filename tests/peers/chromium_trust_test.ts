/** Real Chromium before and after its user trusts the authority: what a browser keeps from a page, and gives it then. */
import assert from "node:assert/strict";
import { chromiumThere, HOW_TO_GET_CHROMIUM, openBrowser } from "../kit/browser.ts";
import { withFolder } from "../kit/server.ts";
import { Phone } from "../kit/phone.ts";
import { missing, program } from "../kit/test_data.ts";
import { LAN, NAME, trust, withHome } from "../kit/tls.ts";

const WORKER = `navigator.serviceWorker.register("/trust/worker.js", { scope: "/trust/check" })
  .then((one) => one.unregister())`;
const DIGEST = `crypto.subtle.digest("SHA-256", new Uint8Array(3)).then((one) => one.byteLength)`;
const PLACE = `new Promise((resolve, reject) => navigator.geolocation.getCurrentPosition(
  ({ coords }) => resolve(coords.latitude), ({ message }) => reject(new Error(message))))`;

Deno.test({
  name:
    "Chromium refuses before and trusts after: location, crypto and a worker at an address, passkeys at a name",
  ignore: missing("Chromium", chromiumThere(), HOW_TO_GET_CHROMIUM) ||
    missing("certutil", program("certutil") !== undefined, "apt-get install libnss3-tools"),
  sanitizeResources: false,
  sanitizeOps: false,
  fn: async () => {
    await withHome(async ({ app, http, https, authority }) => {
      const hosts = { [LAN]: "127.0.0.1", [NAME]: "127.0.0.1" };
      const plain = `http://${LAN}:${http}`, byAddress = `https://${LAN}:${https}`;
      const byName = `https://${NAME}:${https}`;

      await withFolder(async (home) => {
        const browser = await openBrowser({ home, hosts });
        try {
          const page = await browser.tab();
          for (const address of [byAddress, byName]) {
            assert.equal(await page.tryToGo(`${address}/trust`), "net::ERR_CERT_AUTHORITY_INVALID");
          }
          await page.goto(`${plain}/trust`);
          assert.equal(await page.evaluate("isSecureContext"), false);
          await page.count(`#live[data-state="untrusted"]`);
          await page.goto(`${plain}/imprint`);
          assert.match(await page.text("#notice"), /no location, no passkeys/);
          assert.equal(
            await page.evaluate(`document.querySelector("#notice a:last-child").href`),
            `${byName}/imprint`,
          );
        } finally {
          await browser.close();
        }
      });

      await withFolder(async (home) => {
        await trust(home, authority);
        const browser = await openBrowser({ home, hosts });
        try {
          const page = await browser.tab();
          await page.goto(`${plain}/trust?lang=de`);
          await page.count(`#live[data-state="trusted"]`);
          assert.match(
            await page.text("#live"),
            /Dieses Gerät vertraut uns jetzt\. https:\/\/club-example\.local/,
          );

          await page.stand(byAddress, { latitude: 48.2, longitude: 16.3, accuracy: 5 });
          await page.goto(`${byAddress}/trust`);
          assert.equal(await page.evaluate("isSecureContext"), true);
          assert.equal(await page.evaluate(WORKER), true);
          assert.equal(await page.evaluate(DIGEST), 32);
          assert.equal(await page.evaluate(PLACE), 48.2);
          await page.count(`#live[data-state="trusted"]`);
          await page.goto(`${byAddress}/sign-in`);
          assert.match(await page.text("#notice"), /Passkeys need an address with a name/);

          // The passkey belongs to the name; the session to the address that it was made on.
          const phone = await page.addAuthenticator("internal");
          const named = new Phone(page, byName);
          await named.open("/sign-in");
          await named.fill("#callsign", "oe1abc");
          await named.press("Continue");
          await named.press("Join with a passkey");
          await named.sees("Me");
          await named.tab.until(`document.querySelector(".top")?.innerText.includes("OE1ABC") === true`);
          assert.equal(await page.credentials(phone), 1);
          assert.notEqual(await page.cookie("__Host-svc_session"), undefined);
          await named.open("/me/access");
          await named.press("Sign out");
          await named.tab.until(`location.pathname === "/"`);
          await named.open("/sign-in");
          await named.press("Use a passkey of this device");
          await named.tab.until(`document.querySelector(".top")?.innerText.includes("OE1ABC") === true`);
          assert.equal(app.accounts.holder("OE1ABC")?.accountId, 1);
          await new Phone(page, byAddress).open("/sign-in");
          await page.until(
            `document.querySelector("main").innerText.includes("Passkeys need an address with a name")`,
          );
          assert.deepEqual(page.complaints.filter((text) => !/favicon/.test(text)), []);
        } finally {
          await browser.close();
        }
      });
    });
  },
});
