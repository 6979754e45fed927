/** Pages that the server draws, in the reader's language: what reads alike in English and in German is no sentence. */
import assert from "node:assert/strict";
import { allRoutes } from "../../src/cli/all_routes.ts";
import { PAGES } from "../../src/client/mod.ts";
import { appTest } from "../kit/app.ts";

/** What a reader sees of a page: its title, its texts, and what names its parts for those who hear it. */
function textsOf(page: string): string[] {
  // What is English says so: licences, which are not translated, under the names of those whose they are. A link to
  // elsewhere is a name, and a language is named in itself.
  const shown = page.replace(/<(style|script|summary)\b[^]*?<\/\1>/g, "").replace(/<!--[^]*?-->/g, "")
    .replace(/<pre lang="en"[^]*?<\/pre>|<a [^>]*(?:rel="noreferrer"|hreflang="[^>]*)>[^<]*<\/a>/g, "");
  const named = [...shown.matchAll(/\b(?:aria-label|placeholder|alt)="([^"]*)"/g)].map(([, text]) => text!);
  return [...shown.split(/<[^>]*>/), ...named]
    .map((text) => text.replaceAll(/&[#\w]+;/g, " ").replace(/\s+/g, " ").trim())
    .filter((text) => /\p{L}{2}/u.test(text));
}

/** Names, addresses, licences, figures and what is written alike in both languages. */
const ALIKE =
  /^(Service Gateway|localhost|Deutsch|English|In English|Auf Deutsch|([\w.@/+-]+ |Service Gateway )?· Service Gateway|v?\d[\w.+-]*|[A-Z0-9]{2,}([ -][A-Z0-9]+)*|[\w.@/+-]*[./@][\w.@/+-]*|https?:\/\/\S+|[a-z]+[a-z0-9-]*|\(?(MIT|BSD-|CC BY|Bitstream-Vera)[\w .)-]*|Version|Commit|OK|Name|APRS|Details|Caches?|Mesh|Moderation)$/;

const HTML = "text/html,*/*;q=0.8";

appTest(
  "a page that the server draws for anybody says nothing in English to a German reader, nor to a Spanish one where it is Spanish",
  {},
  async (app) => {
    const drawn = allRoutes().filter(({ method, path, options: { produces } }) =>
      // The reference of the API is English, a map within another's page has that page's language, and the frame of a tool
      // has nothing to read.
      method === "GET" && produces === "text/html" && !/^\/(api\/|embed$|tools\/frame$)/.test(path)
    ).map(({ path }) => path);
    assert.ok(drawn.includes("/support") && drawn.includes("/imprint") && drawn.length > 10, drawn.join());
    const addresses = [
      ...drawn.filter((path) => !path.includes(":")),
      "/auth/email/verify?token=x",
      "/c/NOSUCH1",
      "/nowhere",
      ...Object.values(PAGES).map(({ path }) => path).filter((path) => !path.includes(":")),
    ];
    let inSpanish = 0;
    for (const address of new Set(addresses)) {
      const read = async (lang: string) => {
        const { text, headers } = await app.visitor.get(address, { accept: HTML, "accept-language": lang });
        if (!headers.get("content-type")?.startsWith("text/html")) return { lang, texts: [] };
        return { lang: /<html[^>]* lang="(\w+)"/.exec(text)?.[1], texts: textsOf(text) };
      };
      const english = await read("en"), german = await read("de"), spanish = await read("es");
      assert.deepEqual([english.lang, german.lang], ["en", "de"], address);
      if (spanish.lang === "es") inSpanish++;
      if (address === "/help") {
        // The one book that has no Spanish: the titles of its chapters are English, say so, and a line says why.
        const { text } = await app.visitor.get(address, { accept: HTML, "accept-language": "es" });
        assert.match(text, /<p class="soft" lang="es">Este manual está en inglés\.<\/p>/);
        const own = textsOf(text.replace(/<ul [^>]*\blang="en"[^>]*>[^]*?<\/ul>/g, ""));
        assert.ok(own.length < spanish.texts.length, "the titles are marked as English");
        spanish.texts = own;
      }
      for (const { texts } of [german, ...(spanish.lang === "es" ? [spanish] : [])]) {
        assert.deepEqual(
          texts.filter((text) => english.texts.includes(text) && !ALIKE.test(text)),
          [],
          address,
        );
      }
    }
    // All of the field; what has no Spanish says that it is English.
    assert.ok(inSpanish > 40, `${inSpanish} pages`);
  },
);

appTest(
  "a form that is refused, and an address that fails, answer in the reader's language",
  {},
  async (app) => {
    const form = { "content-type": "application/x-www-form-urlencoded", accept: HTML };
    const refused = async (lang: string) =>
      (await app.visitor.send("POST", "/auth/email/verify", "token=nosuch", {
        ...form,
        "accept-language": lang,
      })).text;
    assert.match(
      await refused("de-AT,de;q=0.9,en;q=0.5"),
      /Dieser Link ist unbekannt oder zu alt\. Fordere einen neuen/,
    );
    assert.match(await refused("en"), /This link is unknown or too old. Ask for a new one\./);
    const asked = (lang: string) => app.visitor.get("/nowhere", { accept: HTML, "accept-language": lang });
    const { status, text } = await asked("de");
    assert.equal(status, 404);
    assert.match(text, /<h1>Nicht gefunden<\/h1>\s*<p>Unter dieser Adresse gibt es nichts\.<\/p>/);
    assert.match(text, /Zur Startseite[^]*Impressum[^]*Datenschutz[^]*Quelltext/);
    assert.match((await asked("fr")).text, /There is nothing at this address\./);
    // A program that sends a form's bytes is told in JSON, as before.
    const program = await app.visitor.send("POST", "/auth/email/verify", "token=nosuch", {
      "content-type": "application/x-www-form-urlencoded",
    });
    assert.equal(program.body.reason, "link_unknown");
  },
);

appTest("the pages of one's data speak the language that the member has chosen", {}, async (app) => {
  const member = await app.signIn("OE1ABC");
  assert.match(
    (await member.get("/auth/data", { accept: HTML })).text,
    /Everything that localhost keeps of OE1ABC/,
  );
  await member.put("/api/prefs", { prefs: { lang: "de" } });
  const page = (await member.get("/auth/data", { accept: HTML, "accept-language": "en" })).text;
  assert.match(page, /Alles, was localhost über OE1ABC gespeichert hat/);
});
