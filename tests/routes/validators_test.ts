/** Everything with a validator: what has not changed is not sent again, and a part only of the version that is named. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { appTest, type TestApp } from "../kit/app.ts";
import { files } from "../policy/source_files.ts";
import { hide } from "../kit/seed_game.ts";
import { wavHead } from "../kit/sound.ts";

type Asked = Record<string, string>;

async function photo(app: TestApp): Promise<string> {
  const owner = await app.signIn("OE1XYZ");
  const { id } = await hide(app, "OE1XYZ");
  const wav = new Uint8Array(1000).fill(7);
  wav.set(wavHead(wav.length));
  const made = await owner.post(`/api/caches/${id}/media`, wav);
  assert.equal(made.status, 201, made.text);
  return made.body.url;
}

appTest("media: listed, weak and any tags are compared as RFC 9110 says", {}, async (app) => {
  const url = await photo(app), get = (headers: Asked) => app.visitor.get(url, headers);
  const etag = (await get({})).headers.get("etag")!;
  assert.match(etag, /^"[^"]+"$/);
  for (const known of [etag, `W/${etag}`, `"other", W/${etag}`, "*"]) {
    const reply = await get({ "if-none-match": known });
    assert.deepEqual([reply.status, reply.text, reply.headers.get("etag")], [304, "", etag], known);
  }
  for (const other of ['"other"', 'W/"other"', etag.slice(1, -1)]) {
    assert.equal((await get({ "if-none-match": other })).status, 200, other);
  }
});

appTest("media: a part is sent of the version that is named, whole where it is another", {}, async (app) => {
  const url = await photo(app);
  const get = (headers: Asked) => app.visitor.get(url, { range: "bytes=0-9", ...headers });
  const etag = (await get({})).headers.get("etag")!;
  const part = await get({ "if-range": etag });
  assert.deepEqual([part.status, part.text.length], [206, 10]);
  for (const old of ['"old"', `W/${etag}`, "Wed, 21 Oct 2015 07:28:00 GMT", "nonsense"]) {
    const reply = await get({ "if-range": old });
    assert.deepEqual(
      [reply.status, reply.text.length, reply.headers.get("content-range")],
      [200, 1000, null],
      old,
    );
  }
  // What is no single range of bytes is ignored; what lies outside is refused with the size.
  for (const range of ["bytes=0-1,5-6", "bytes=9-1", "bytes=x", "lines=1-2"]) {
    assert.equal((await get({ range })).status, 200, range);
  }
  const outside = await get({ range: "bytes=1000-" });
  assert.deepEqual([outside.status, outside.headers.get("content-range")], [416, "bytes */1000"]);
});

appTest("the map's archive: a part of another archive is never sent", {}, async (app) => {
  const path = join(app.dataDir, "tiles/offline.pmtiles");
  Deno.mkdirSync(join(app.dataDir, "tiles"), { recursive: true });
  Deno.writeFileSync(path, new Uint8Array(5000).fill(1));
  const get = (headers: Asked) =>
    app.visitor.get("/tiles/offline.pmtiles", { range: "bytes=0-9", ...headers });
  const first = await get({}), etag = first.headers.get("etag")!, date = first.headers.get("last-modified")!;
  assert.deepEqual([first.status, first.text.length], [206, 10]);
  for (const same of [etag, date]) assert.equal((await get({ "if-range": same })).status, 206, same);
  assert.equal((await get({ "if-none-match": `W/${etag}` })).status, 304);
  assert.equal((await get({ "if-modified-since": date })).status, 304);
  Deno.writeFileSync(`${path}.new`, new Uint8Array(6000).fill(2));
  Deno.utimeSync(`${path}.new`, 2e9, 2e9);
  Deno.renameSync(`${path}.new`, path);
  app.world.pass(2);
  for (const old of [etag, date]) {
    const reply = await get({ "if-range": old });
    assert.deepEqual([reply.status, reply.headers.get("content-range")], [416, "bytes */6000"], old);
  }
  assert.equal((await get({ "if-none-match": etag })).status, 206);
});

appTest(
  "feeds: whoever has one from its date or later gets it no more, but a tag that is named comes first",
  {},
  async (app) => {
    await hide(app, "OE1XYZ");
    const get = (headers: Asked) => app.visitor.get("/feeds/caches.xml", headers);
    const whole = await get({}),
      date = whole.headers.get("last-modified")!,
      etag = whole.headers.get("etag")!;
    const later = new Date(Date.parse(date) + 1000).toUTCString(),
      earlier = new Date(Date.parse(date) - 1000).toUTCString();
    const versions: Asked[] = [
      { "if-modified-since": date },
      { "if-modified-since": later },
      { "if-none-match": etag },
    ];
    for (const known of versions) {
      const reply = await get(known);
      assert.deepEqual([reply.status, reply.text, reply.headers.get("last-modified")], [304, "", date]);
    }
    for (const old of [{ "if-modified-since": earlier }, { "if-modified-since": "soon" }]) {
      assert.equal((await get(old)).status, 200);
    }
    assert.equal((await get({ "if-modified-since": later, "if-none-match": '"other"' })).status, 200);
  },
);

Deno.test("nobody but the responders of answers writes tags and dates, or reads preconditions", () => {
  const header =
    /["'`]?\b(?:etag|last-modified)\b["'`]?\]?\s*[:,]\s|["'`](?:if-none-match|if-modified-since|if-range|if-match)["'`]/i;
  const wrong = files("src/").filter(({ path }) =>
    !/^src\/(?:http\/(?:answers\/|run\.ts)|client\/|box\/|words\/)/.test(path)
  )
    .filter(({ text }) => header.test(text.replace(/\/\*[\s\S]*?\*\//g, ""))).map(({ path }) => path);
  assert.deepEqual(wrong, OTHERS);
});

/** They ask other hosts, and heed what those said. */
const OTHERS: string[] = ["src/conform/clauses/reads.ts"];
