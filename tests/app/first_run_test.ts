/** The first run without a script: the first two cards come from the server, and their form is a browser's own. */
import assert from "node:assert/strict";
import { OPERATOR_ADDRESS, OPERATOR_EMAIL, OPERATOR_NAME } from "../../src/settings/mod.ts";
import { appTest, type Client } from "../kit/app.ts";

const FORM = { "content-type": "application/x-www-form-urlencoded" };
const PATH = "/admin/first";
const page = (client: Client, lang = "en") =>
  client.get(PATH, { accept: "text/html", "accept-language": lang });

appTest(
  "who runs this place is said in a form that needs no script; only an operator may, and hostile text stays text",
  {},
  async (app) => {
    const sysop = await app.sysop(), member = await app.signIn("OE1ABC");
    const empty = await page(sysop, "de");
    assert.match(empty.text, /OE1SYS ist als Betreiber dieser Instanz bestätigt/);
    assert.match(empty.text, /<form method="post" action="\/admin\/first">/);
    assert.match(
      empty.text,
      /data-state="open"[^>]*>[\s\S]*Diese Instanz|aria-label="Diese Instanz"[^>]*data-state="open"/,
    );
    const body = new URLSearchParams({
      name: `<b>"Ann"`,
      address: "Hill 1\r\nVienna",
      email: "ann@example.org",
    }).toString();
    const before = app.fingerprint();
    for (const [client, status] of [[app.visitor, 401], [member, 403]] as const) {
      assert.equal((await client.post(PATH, body, FORM)).status, status);
    }
    const foreign = await sysop.with({ origin: "https://evil.example" }).post(PATH, body, FORM);
    assert.equal(foreign.status, 403);
    const wrong = await sysop.post(
      PATH,
      new URLSearchParams({ name: "Ann", email: "no address" }).toString(),
      FORM,
    );
    assert.equal(wrong.status, 400);
    assert.equal(app.fingerprint(), before, "what was refused changed nothing");
    const saved = await sysop.post(PATH, body, FORM);
    assert.deepEqual([saved.status, saved.headers.get("location")], [303, PATH]);
    const { settings } = (await sysop.get("/api/admin/settings")).body;
    const valueOf = (key: string) => settings.find((one: { key: string }) => one.key === key).value;
    assert.deepEqual([valueOf("OPERATOR_NAME"), valueOf("OPERATOR_ADDRESS"), valueOf("OPERATOR_EMAIL")], [
      `<b>"Ann"`,
      "Hill 1\nVienna",
      "ann@example.org",
    ]);
    const full = await page(sysop);
    assert.ok(!full.text.includes("<b>") && full.text.includes("&lt;b>&quot;Ann&quot;"), full.text);
    assert.match(full.text, /value="ann@example\.org"/);
    // An empty field leaves what is there.
    await sysop.post(PATH, new URLSearchParams({ name: "", address: "", email: "" }).toString(), FORM);
    assert.equal(app.settings.source({ key: "OPERATOR_NAME" } as never), "site");
    // What is too long is stopped by the browser: after the form was sent, what was typed would be gone.
    for (const { key } of [OPERATOR_NAME, OPERATOR_ADDRESS, OPERATOR_EMAIL]) {
      const { maxLength } = settings.find((one: { key: string }) => one.key === key);
      const field = new RegExp(`<(?:input|textarea)[^>]*name="${key.slice(9).toLowerCase()}"[^>]*>`);
      assert.match(field.exec(full.text)![0], new RegExp(`maxlength="${maxLength}"`, "i"), key);
    }
  },
);

appTest(
  "a field that nobody changed is neither saved again nor refused, also where the environment sets it",
  { OPERATOR_NAME: "Ann" },
  async (app) => {
    const sysop = await app.sysop();
    const save = (name: string, email: string) =>
      sysop.post(PATH, new URLSearchParams({ name, address: "Hill 1", email }).toString(), FORM);
    for (const email of ["ann@example.org", "bob@example.org"]) {
      assert.equal((await save("Ann", email)).status, 303);
    }
    assert.equal((await save("Bob", "ann@example.org")).status, 409);
    const { entries } = (await sysop.get("/api/admin/moderation/log?action=setting")).body;
    assert.deepEqual(entries.map(({ reason }: { reason: string }) => reason), [
      "set to bob@example.org",
      "set to ann@example.org",
      "set to Hill 1",
    ]);
  },
);

appTest(
  "only the link that the program printed leads to the first run, and only while nobody is named",
  {},
  async (app) => {
    const open = async (verify: boolean) => {
      const { token } = await app.db.write((tx) => app.links.operatorLink(tx, "OE1SYS", { verify }));
      const answer = await app.visitor.post(
        "/auth/email/verify",
        new URLSearchParams({ token }).toString(),
        FORM,
      );
      assert.equal(answer.status, 303, answer.text);
      return answer.headers.get("location");
    };
    assert.equal(await open(false), "/");
    assert.equal(await open(true), PATH);
    await (await app.sysop()).put("/api/admin/settings/OPERATOR_NAME", { value: "Ann" });
    assert.equal(await open(true), "/");
  },
);

appTest("the checklist counts stations that are trusted in any way", {}, async (app) => {
  const line = async () =>
    (await app.operator.get("/api/admin/setup")).body.items.filter(({ key }: { key: string }) =>
      key === "FIRST_PARTY_SITES"
    );
  const [missing, ...more] = await line();
  assert.deepEqual([missing.status, more.length], ["missing", 0]);
  await app.operator.post("/api/admin/sites", { site: "OE1XYZ-10" });
  assert.deepEqual(
    (await line()).map(({ status, detail }: { status: string; detail: string }) => [status, detail]),
    [
      ["ok", "OE1XYZ-10"],
    ],
  );
});
