import assert from "node:assert/strict";
import { bundle, PAGES } from "../../../tools/bundle_pages.ts";
import { testApp } from "../../kit/app.ts";
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
