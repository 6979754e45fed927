/** The club's name and words: in the header, the welcome, the poster, mail and embedded maps, from the moment they are saved. */
import assert from "node:assert/strict";
import { appTest } from "../kit/app.ts";

appTest("a club's name and words stand wherever people read the name of this place", {
  INSTANCE_ID: "club.example",
}, async (app) => {
  const sysop = await app.sysop();
  const nameAtStart = async () => (await app.visitor.get("/api/start")).body.name;
  assert.equal(await nameAtStart(), "club.example");
  await sysop.put("/api/admin/settings/CLUB_NAME", { value: "Funkrunde <Hügel>" });
  await sysop.put("/api/admin/settings/CLUB_TEXT", { value: "Treffen am ersten Freitag." });
  assert.equal(await nameAtStart(), "Funkrunde <Hügel>");
  const welcome = (await app.visitor.get("/welcome")).text;
  assert.ok(welcome.includes("Funkrunde &lt;Hügel&gt;") && welcome.includes("Treffen am ersten Freitag."));
  const poster = (await app.visitor.get("/print/invitation")).text;
  assert.ok(poster.includes("Funkrunde &lt;Hügel") && poster.includes("Treffen am ersten Freitag."));
  assert.ok((await app.visitor.get("/embed?cache=ABC123")).text.includes("Funkrunde &lt;Hügel&gt;"));
  assert.equal(
    JSON.parse((await app.visitor.get("/manifest.webmanifest")).text).name,
    "Funkrunde <Hügel>",
  );
});

appTest(
  "the shortcuts of the app are called as in the language of the page that names the manifest",
  {},
  async (app) => {
    for (const [lang, talk] of [["en", "Talk"], ["de", "Nachrichten"], ["es", "Hablar"]]) {
      const { shortcuts } = JSON.parse((await app.visitor.get(`/manifest.webmanifest?lang=${lang}`)).text);
      assert.deepEqual(shortcuts.map(({ url }: { url: string }) => url), ["/", "/map", "/messages"]);
      assert.equal(shortcuts[2].name, talk, lang);
    }
    assert.equal((await app.visitor.get("/manifest.webmanifest?lang=xx")).status, 400);
    assert.match((await app.visitor.get("/welcome")).text, /manifest\.webmanifest\?lang=en"/);
  },
);
