/** Signing in without scripts in real Chromium, with mails in a real SMTP server. */
import assert from "node:assert/strict";
import { smtpMailer } from "../../src/accounts/mod.ts";
import { type TestApp, testApp } from "../kit/app.ts";
import { chromiumThere, HOW_TO_GET_CHROMIUM, openBrowser } from "../kit/browser.ts";
import { count } from "../kit/people.ts";
import { HOW_TO_GET_SMTP, smtpThere, startSmtp } from "../kit/smtp_peer.ts";
import { missing } from "../kit/test_data.ts";
import { testWorld } from "../kit/world.ts";

/** Serves an app on a loopback port; `make` is told its address. */
function serve(make: (url: string) => TestApp): { app: TestApp; url: string; stop(): Promise<void> } {
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    (request, info) => app.handler(request, { remoteAddr: { hostname: info.remoteAddr.hostname } }),
  );
  const url = `http://localhost:${server.addr.port}`;
  const app = make(url);
  return { app, url, stop: () => server.shutdown() };
}

const noChromium = missing("Chromium", chromiumThere(), HOW_TO_GET_CHROMIUM);
const noMail = missing("aiosmtpd", smtpThere(), HOW_TO_GET_SMTP);

Deno.test({
  name: "Chromium without scripts signs up by a link that aiosmtpd received",
  ignore: noChromium || noMail,
  sanitizeResources: false,
  sanitizeOps: false,
  fn: async () => {
    const smtp = await startSmtp();
    const mailer = smtpMailer(smtp.url, "Club <club@club.example>");
    const world = Object.assign(testWorld(), { mail: mailer });
    const server = serve((url) => testApp({ APP_URL: url }, { world }));
    const { app } = server;
    const browser = await openBrowser();
    try {
      const page = await browser.tab({ scripts: false });
      await page.goto(`${server.url}/sign-in`);
      await page.fill("#to", "ann@example.org");
      await page.fill("#as", "OE1ABC");
      await page.click("form[action='/auth/email/start'] button");
      await page.until(`location.pathname === "/auth/email/start"`);
      assert.match(await page.text("main"), /a link is on its way to ann@example.org/);
      const link = /http:\S+\?token=[\w-]+/.exec(await smtp.mail(1))![0];
      assert.ok(link.startsWith(`${server.url}/auth/email/verify?token=`), link);
      for (let visits = 0; visits < 3; visits++) await page.goto(link); // a scanner, a preview, the person
      assert.equal(count(app, "account"), 0);
      await page.click("main button");
      await page.until(`location.pathname === "/"`);
      assert.match(await page.text("main"), /Signed in as OE1ABC/);
      await page.goto(link);
      await page.click("main button");
      await page.until(`document.body.innerText.includes("was used already")`);

      // The confirmation of a new address, by its own mail.
      const cookie = await page.cookie("svc_session");
      const changed = await fetch(`${server.url}/auth/email/change`, {
        method: "POST",
        headers: { "content-type": "application/json", cookie: `svc_session=${cookie}` },
        body: JSON.stringify({ email: "new@example.org" }),
      });
      assert.equal((await changed.json()).sent, true);
      const mail = await smtp.mail(2);
      assert.match(mail, /^To: new@example.org$/m);
      await page.goto(/http:\S+\?token=[\w-]+/.exec(mail)![0]);
      await page.click("main button");
      await page.until(`location.pathname === "/"`);
      assert.equal(app.accounts.store.account({ id: 1 })!.email, "new@example.org");

      // The call goes; the former holder reads why.
      app.db.writeNow((tx) => app.people.calls.detach(tx, "OE1ABC", "OE1SYS", "not yours", null));
      const told = await smtp.mail(3);
      assert.match(told, /^Subject: OE1ABC is no longer yours/m);
      assert.match(told, /not yours/);
    } finally {
      await browser.close();
      await server.stop();
      await smtp.stop();
      app.close();
    }
  },
});
