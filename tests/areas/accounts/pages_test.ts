import assert from "node:assert/strict";
import { appTest, refused, type TestApp, testApp } from "../../kit/app.ts";
import { signUp } from "../../kit/people.ts";

appTest("the sign-in page loads nothing from elsewhere, and nothing inline", {}, async (app) => {
  const page = await app.visitor.get("/sign-in", { accept: "text/html" });
  assert.match(page.headers.get("content-security-policy")!, /default-src 'self'/);
  assert.deepEqual([...page.text.matchAll(/(?:src|href)="(https?:[^"]*)"/g)], []);
  assert.doesNotMatch(page.text, /<script>|\son\w+=|style=/);
});

const pageOf = async (app: TestApp, host: string, headers: Record<string, string> = {}) =>
  (await app.visitor.get("/sign-in", { accept: "text/html", host, ...headers })).text;

appTest(
  "the sign-in page says who is signed in, and speaks the language that they chose",
  {},
  async (app) => {
    const { client } = await signUp(app, "OE1ABC");
    assert.match((await client.get("/sign-in")).text, /Signed in as OE1ABC/);
    const chosen = await client.put("/api/prefs", { prefs: { lang: "de" } });
    assert.equal(chosen.status, 200, chosen.text);
    assert.match((await client.get("/sign-in", { "accept-language": "en" })).text, /<html lang="de">/);
    assert.match((await app.visitor.get("/sign-in")).text, /<html lang="en">/);
    await refused(app, 400, "invalid_body", () => client.put("/api/prefs", { prefs: { lang: "xx" } }));
  },
);

Deno.test("the mail form is there exactly where links can be mailed", async () => {
  for (const [env, there] of [[{}, false], [{ APP_URL: "http://localhost:8787" }, true]] as const) {
    using app = testApp(env);
    assert.equal((await pageOf(app, "localhost:8787")).includes("/auth/email/start"), there);
  }
});

appTest("every field of the pages has a label", { APP_URL: "http://localhost:8787" }, async (app) => {
  const { client } = await signUp(app, "OE1ABC");
  const form = { "content-type": "application/x-www-form-urlencoded" };
  const question = await client.send("POST", "/api/account/me/delete", "", form);
  for (const text of [await pageOf(app, "localhost:8787"), question.text]) {
    const labels = [...text.matchAll(/<label for="([^"]+)"/g)].map(([, id]) => id);
    const fields = [...text.matchAll(/<input(?! type="hidden")[^>]*\bid="([^"]+)"/g)].map(([, id]) => id);
    assert.ok(fields.length > 0);
    assert.deepEqual(fields.filter((id) => !labels.includes(id)), []);
  }
});

appTest("an old sign-in is told to sign in again before it can erase", {}, async (app) => {
  const { client } = await signUp(app, "OE1ABC");
  const data = async () => (await client.get("/auth/data", { accept: "text/html" })).text;
  assert.match(await data(), /action="\/api\/account\/me\/delete"/);
  app.world.pass(901);
  assert.doesNotMatch(await data(), /action="\/api\/account\/me\/delete"/);
  assert.match(await data(), /sign in again/);
});
