/** What a club looks like in mail: letters with a part of HTML, as a real SMTP server (aiosmtpd) receives and Python reads them. */
import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import type { Letterhead } from "../../src/accounts/mail/letter.ts";
import { smtpMailer } from "../../src/accounts/mail/mailer.ts";
import { openHouse } from "../../src/cli/house/house.ts";
import { Club } from "../../src/club/mod.ts";
import { HOW_TO_GET_SMTP, type MailPart, type SmtpPeer, smtpThere, startSmtp } from "../kit/smtp_peer.ts";
import { missing } from "../kit/test_data.ts";

const PNG = Uint8Array.from(
  Buffer.from("89504e470d0a1a0a0000000d494844520000000100000001", "hex"),
);
const TEXT =
  "Somebody wrote <b>hello</b> & \"more\".\nLook at it: https://club.example/c/ABC?a=1&b='2'.\n\n" +
  "(Or at http://club.example/x, if not.)\n";

function letterTest(name: string, run: (server: SmtpPeer) => Promise<void>): void {
  Deno.test({
    name,
    ignore: missing("aiosmtpd", smtpThere(), HOW_TO_GET_SMTP),
    fn: async () => {
      const server = await startSmtp();
      await run(server).finally(() => server.stop());
    },
  });
}

const send = (server: SmtpPeer, head: Letterhead, text = TEXT) =>
  smtpMailer(server.url, "club@club.example", () => head)
    .send({ to: "ann@example.org", subject: "Hello", text });
const typesOf = (parts: readonly MailPart[]) => parts.map(({ type }) => type);
const bodyOf = (parts: readonly MailPart[], type: string) => parts.find((one) => one.type === type)!.body;
const plain = (text: string) => text.replace(/\s+/g, " ").trim();
/** What HTML says to whoever reads it. */
const saidIn = (html: string) =>
  plain(
    html.replace(/<[^>]*>/g, " ").replace(/&(lt|gt|quot|#39|amp);/g, (_, name) =>
      ({ lt: "<", gt: ">", quot: '"', "#39": "'", amp: "&" })[name as "lt"]),
  );

letterTest(
  "text and HTML say the same, below the club's logo; nothing in it is markup of others, or fetched",
  async (server) => {
    const head = {
      name: `Runde <script>alert(1)</script> "&'`,
      words: "Treffen <img src=x>.\nhttps://runde.example",
      colour: "#0b1a50",
      logo: PNG,
    };
    await send(server, head);
    const parts = await server.parts(1);
    assert.deepEqual(typesOf(parts), [
      ...["multipart/alternative", "text/plain", "multipart/related", "text/html", "image/png"],
    ]);
    const [text, html] = [bodyOf(parts, "text/plain"), bodyOf(parts, "text/html")];
    const words = (said: string) => plain(said).replaceAll(" ", "");
    assert.equal(plain(text), plain(`${TEXT} -- ${head.name} ${head.words}`));
    assert.equal(words(saidIn(html)), words(`${head.name} ${TEXT} ${head.words}`));
    const logo = parts.at(-1)!;
    assert.deepEqual(Buffer.from(logo.body, "base64"), Buffer.from(PNG));
    assert.equal(logo.disposition, "inline");
    assert.deepEqual(html.match(/<img[^>]*>/g)!.map((one) => /src="([^"]*)"/.exec(one)![1]), [
      `cid:${logo.id!.slice(1, -1)}`,
    ]);
    assert.deepEqual([...html.matchAll(/href="([^"]*)"/g)].map(([, address]) => address), [
      "https://club.example/c/ABC?a=1&amp;b=&#39;2",
      "http://club.example/x",
      "https://runde.example",
    ]);
    const tags = new Set([...html.matchAll(/<\/?(\w+)/g)].map(([, tag]) => tag));
    assert.deepEqual([...tags].sort(), [..."a b body br head hr html img meta p".split(" ")]);
    assert.match(html, /border-bottom:3px solid #0b1a50/);
    assert.match(html, /overflow-wrap:anywhere/, "a long link is no wider than a phone");
    assert.doesNotMatch(html, /[^-]color:|background/, "ink and paper are those of the reader");
  },
);

letterTest(
  "a club with neither colour nor logo writes text alone; with a colour alone there is no picture",
  async (server) => {
    const head = { name: "Runde", words: "Treffen." };
    await send(server, head);
    assert.deepEqual(typesOf(await server.parts(1)), ["text/plain"]);
    await send(server, { ...head, colour: "#c00000" });
    const coloured = await server.parts(2);
    assert.deepEqual(typesOf(coloured), ["multipart/alternative", "text/plain", "text/html"]);
    assert.doesNotMatch(bodyOf(coloured, "text/html"), /<img/);
    await send(server, { name: undefined, words: undefined, colour: "#c00000" });
    assert.equal(
      saidIn(bodyOf(await server.parts(3), "text/html")),
      saidIn(bodyOf(coloured, "text/html")).slice(6, -9),
    );
  },
);

letterTest("a heavy logo stays at home, and a long text goes out as text", async (server) => {
  const head = { name: "Runde", words: undefined, colour: "#c00000", logo: new Uint8Array(100_000) };
  await send(server, head);
  assert.ok(typesOf(await server.parts(1)).includes("image/png"));
  await send(server, { ...head, logo: new Uint8Array(100_001) });
  assert.deepEqual(typesOf(await server.parts(2)), ["multipart/alternative", "text/plain", "text/html"]);
  await send(server, head, "https://club.example ".repeat(2500));
  assert.deepEqual(typesOf(await server.parts(3)), ["text/plain"]);
});

letterTest("the program's letters show what its club looks like when they are sent", async (server) => {
  const dataDir = await Deno.makeTempDir({ prefix: "letters-" });
  const house = await openHouse({ DATA_DIR: dataDir, SMTP_URL: server.url, LOG_LEVEL: "error" });
  try {
    const letter = { to: "ann@example.org", subject: "Hello", text: TEXT };
    await house.world.mail!.send(letter);
    assert.deepEqual(typesOf(await server.parts(1)), ["text/plain"]);
    const { db, settings, world } = house;
    await db.write((tx) => {
      new Club(db, settings, world).setLogo(tx, PNG);
      settings.save(tx, "CLUB_COLOUR", "#0b1a50", "test", world);
    });
    await world.mail!.send(letter);
    const parts = await server.parts(2);
    assert.deepEqual(Buffer.from(bodyOf(parts, "image/png"), "base64"), Buffer.from(PNG));
    assert.match(bodyOf(parts, "text/html"), /#0b1a50/);
  } finally {
    house.db.close();
    await Deno.remove(dataDir, { recursive: true });
  }
});
