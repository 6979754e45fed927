import assert from "node:assert/strict";
import { bundle, PAGES } from "../../../tools/bundle_pages.ts";
import { type TestApp, testApp } from "../../kit/app.ts";
import { signUp } from "../../kit/people.ts";

for (const [source, target] of PAGES) {
  Deno.test(`${target} is the bundle of ${source}`, async () => {
    let made: string;
    try {
      made = await bundle(source);
    } catch (error) {
      // The bundler comes from npm at first use; a machine that has none of it cannot tell.
      if (Deno.env.get("CI") === "true") throw error;
      console.log(`skipped: the bundler is not to be had here: ${error}`);
      return;
    }
    assert.equal(await Deno.readTextFile(target), made, "run: deno run -A tools/bundle_pages.ts");
  });
}

Deno.test("the sign-in page loads one script of its own and nothing from elsewhere", async () => {
  const app = testApp();
  const page = await app.visitor.get("/sign-in", { accept: "text/html" });
  assert.match(page.headers.get("content-security-policy")!, /default-src 'self'/);
  assert.deepEqual([...page.text.matchAll(/(?:src|href)="(https?:[^"]*)"/g)], []);
  assert.match(page.text, /<script src="\/assets\/passkeys.js" type="module">/);
  const script = await app.visitor.get("/assets/passkeys.js");
  assert.match(script.headers.get("content-type")!, /^text\/javascript/);
  assert.match(script.text, /passkey\/login\/begin/);
  app.close();
});

Deno.test("the account page shows what a person wrote as text, never as markup", async () => {
  const app = testApp();
  const { client, account } = await signUp(app, "OE1ABC");
  app.db.writeNow((tx) =>
    app.people.mail.store.setPending(tx, {
      id: account,
      email: `"<script>alert(1)</script>"@x.example`,
    })
  );
  const page = await client.get("/sign-in", { accept: "text/html" });
  assert.ok(!page.text.includes("<script>alert"), page.text);
  assert.match(page.text, /&lt;script&gt;alert/);
  app.close();
});

const pageOf = async (app: TestApp, host: string, headers: Record<string, string> = {}) =>
  (await app.visitor.get("/sign-in", { accept: "text/html", host, ...headers })).text;

Deno.test("where a browser has no passkeys the page offers none, and says what signs in instead", async () => {
  const app = testApp({ TRUST_PROXY: "1" });
  const https = { "x-forwarded-proto": "https" };
  const places: [string, Record<string, string>, boolean][] = [
    ["localhost:8787", {}, true],
    ["club.localhost", {}, true],
    ["club.example", https, true],
    ["club.example", {}, false],
    ["192.168.1.5:8787", {}, false],
    ["localhost.evil.example", {}, false],
  ];
  for (const [host, headers, passkeys] of places) {
    const text = await pageOf(app, host, headers);
    assert.equal(text.includes(`id="register"`), passkeys, host);
    assert.equal(text.includes("operator-link"), !passkeys, host);
  }
  app.close();
});

Deno.test("the mail form is there exactly where links can be mailed", async () => {
  for (const [env, there] of [[{}, false], [{ APP_URL: "http://localhost:8787" }, true]] as const) {
    const app = testApp(env);
    assert.equal((await pageOf(app, "localhost:8787")).includes("/auth/email/start"), there);
    app.close();
  }
});

Deno.test("every field of the pages has a label", async () => {
  const app = testApp({ APP_URL: "http://localhost:8787" });
  const { client } = await signUp(app, "OE1ABC");
  const form = { "content-type": "application/x-www-form-urlencoded" };
  const question = await client.send("POST", "/api/account/me/delete", "", form);
  for (const text of [await pageOf(app, "localhost:8787"), question.text]) {
    const labels = [...text.matchAll(/<label for="([^"]+)"/g)].map(([, id]) => id);
    const fields = [...text.matchAll(/<input(?! type="hidden")[^>]*\bid="([^"]+)"/g)].map(([, id]) => id);
    assert.ok(fields.length > 0);
    assert.deepEqual(fields.filter((id) => !labels.includes(id)), []);
  }
  app.close();
});

Deno.test("an old sign-in is told to sign in again before it can erase", async () => {
  const app = testApp();
  const { client } = await signUp(app, "OE1ABC");
  const data = async () => (await client.get("/auth/data", { accept: "text/html" })).text;
  assert.match(await data(), /action="\/api\/account\/me\/delete"/);
  app.world.pass(901);
  assert.doesNotMatch(await data(), /action="\/api\/account\/me\/delete"/);
  assert.match(await data(), /sign in again/);
  app.close();
});
