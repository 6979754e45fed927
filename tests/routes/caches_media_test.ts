/** Photos and sounds: taken by their bytes, served harmlessly, gone with their rows. */
import assert from "node:assert/strict";
import { basename, resolve } from "node:path";
import { refused } from "../kit/app.ts";
import { gameApp } from "../kit/game.ts";
import { wavHead } from "../kit/sound.ts";

const PNG = Uint8Array.from(Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
));
const JPEG = Uint8Array.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 74, 70, 73, 70, 0, 1, 1, 0, 0, 1, 0, 1, 0, 0]);
const wav = (bytes: number) => {
  const file = new Uint8Array(bytes);
  file.set(wavHead(file.length));
  return file;
};

async function setUp() {
  const game = gameApp();
  const owner = await game.app.signIn("OE1OWN");
  const cache = await game.hide(owner);
  return { game, app: game.app, owner, cache, path: `/api/caches/${cache.id}/media` };
}

Deno.test("a photo is shown as what it is, with headers that let nothing run", async () => {
  const { game, app, owner, path, cache } = await setUp();
  const made = await owner.post(`${path}?title=${encodeURIComponent(" The\nmill ")}`, PNG, {
    "content-type": "text/html",
  });
  assert.equal(made.status, 201, made.text);
  const { id, key, url, ...item } = made.body;
  assert.deepEqual(item, {
    kind: "image",
    contentType: "image/png",
    title: "The mill",
    bytes: PNG.length,
    createdAt: game.world.now(),
  });
  assert.equal(key, `cache/${cache.id}/media/${id}.png`);
  assert.equal(url, `/api/media/${key}`);
  const served = await app.visitor.get(url);
  assert.equal(served.status, 200);
  const header = (name: string) => served.headers.get(name);
  assert.deepEqual(
    [
      header("content-type"),
      header("x-content-type-options"),
      header("content-security-policy"),
      header("cache-control"),
    ],
    [
      "image/png",
      "nosniff",
      "default-src 'none'; sandbox",
      "public, max-age=3600, stale-while-revalidate=3600, stale-if-error=86400",
    ],
  );
  assert.equal((await app.visitor.get(url, { "if-none-match": header("etag")! })).status, 304);
  const part = await app.visitor.get(url, { range: "bytes=1-3" });
  assert.deepEqual([part.status, part.text, part.headers.get("content-range")], [
    206,
    "PNG",
    `bytes 1-3/${PNG.length}`,
  ]);
  await refused(app, 416, "range_needed", () => app.visitor.get(url, { range: "bytes=900-" }));
  for (
    const other of [
      key.replace(".png", ".jpg"),
      `cache/${cache.id}/media/../../secret.png`,
      "etc/passwd",
      `${key}/`,
    ]
  ) {
    await refused(app, 404, undefined, () => app.visitor.get(`/api/media/${other}`));
  }
  assert.deepEqual((await app.visitor.get(path)).body.media.length, 1);
  game.close();
});

Deno.test("uploads are refused by type, size and count", async () => {
  const { game, app, owner, path } = await setUp();
  const bob = await app.signIn("OE2BOB");
  const svg = "<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>";
  await refused(app, 415, "media_type", () => owner.post(path, svg, { "content-type": "image/png" }));
  await refused(app, 413, "media_size", () => owner.post(path, new Uint8Array(0)));
  const large = new Uint8Array(2_000_001);
  large.set(PNG);
  await refused(app, 413, "media_size", () => owner.post(path, large));
  await refused(app, 413, "body_too_large", () => owner.post(path, wav(3_000_001)));
  await refused(app, 403, "cache_not_yours", () => bob.post(path, PNG));
  await refused(app, 401, "no_credential", () => app.visitor.post(path, PNG));
  assert.equal((await owner.post(path, wav(3_000_000))).status, 201);
  for (let i = 0; i < 5; i++) assert.equal((await owner.post(path, PNG)).status, 201);
  await refused(app, 409, "media_count", () => owner.post(path, PNG));
  game.close();
});

Deno.test("thumbnails belong to photos, count, and go with them", async () => {
  const { game, app, owner, path } = await setUp();
  const photo = (await owner.post(path, PNG)).body;
  const sound = (await owner.post(path, wav(100))).body;
  const put = (id: string, body: Uint8Array<ArrayBuffer> | string) => () =>
    owner.put(`${path}/${id}/thumb`, body);
  const thumb = await put(photo.id, JPEG)();
  assert.equal(thumb.status, 200, thumb.text);
  assert.equal(thumb.body.thumbBytes, JPEG.length);
  assert.match(thumb.body.thumbUrl, /\.thumb\.jpg$/);
  assert.equal((await app.visitor.get(thumb.body.thumbUrl)).headers.get("content-type"), "image/jpeg");
  await refused(app, 400, "not_an_image", put(sound.id, JPEG));
  await refused(app, 415, "media_type", put(photo.id, PNG));
  await refused(app, 404, "media_not_found", put("none", JPEG));
  const large = new Uint8Array(150_001);
  large.set(JPEG);
  await refused(app, 413, "body_too_large", put(photo.id, large));
  const bob = await app.signIn("OE2BOB");
  await refused(app, 403, "cache_not_yours", () => bob.delete(`${path}/${photo.id}`));
  assert.deepEqual((await owner.delete(`${path}/${photo.id}`)).body, { ok: true });
  await refused(app, 404, "media_not_found", () => app.visitor.get(photo.url));
  await refused(app, 404, "media_not_found", () => app.visitor.get(thumb.body.thumbUrl));
  await refused(app, 404, "media_not_found", () => owner.delete(`${path}/${photo.id}`));
  game.close();
});

Deno.test("files of drafts and removed caches are served to owner and sysop alone", async () => {
  const { game, app, owner, path, cache } = await setUp();
  const { url } = (await owner.post(path, PNG)).body;
  app.db.writeNow((tx) => app.caches.remove(tx, "cache", cache.code, "reason"));
  await refused(app, 404, "media_not_found", () => app.visitor.get(url));
  assert.equal((await owner.get(url)).headers.get("cache-control"), "private, no-store");
  assert.equal((await (await app.sysop()).get(url)).status, 200);
  game.close();
});

Deno.test("the nightly sweep takes what a crash left behind, and nothing else", async () => {
  const { game, app, owner, path } = await setUp();
  const { url } = (await owner.post(path, PNG)).body;
  const shelf = `${app.dataDir}/media/ab`;
  Deno.mkdirSync(shelf, { recursive: true });
  Deno.writeTextFileSync(`${shelf}/${"ab".repeat(32)}`, "orphan");
  Deno.writeTextFileSync(`${shelf}/${"ab".repeat(32)}.x.part`, "half");
  const sweep = app.jobs.find((job) => job.name === "media-sweep")!;
  await sweep.run();
  assert.equal(
    [...Deno.readDirSync(shelf)].length,
    2,
    "young files may belong to an upload that is under way",
  );
  game.world.pass(365 * 86_400);
  await sweep.run();
  assert.equal([...Deno.readDirSync(shelf)].length, 0);
  assert.equal((await app.visitor.get(url)).status, 200);
  game.close();
});

Deno.test("a row whose hash is a path gives nobody a file, and its removal takes none", async () => {
  const { game, app, owner, path } = await setUp();
  const { body } = await owner.post(`${path}?title=Mill`, PNG, { "content-type": "image/png" });
  const outside = `${app.dataDir}-secret`;
  await Deno.writeTextFile(outside, "x".repeat(PNG.length));
  app.db.writeNow((tx) =>
    app.db.change<{ hash: string }>("UPDATE media SET hash = :hash")(tx, {
      hash: `../${basename(outside)}`,
    })
  );
  assert.equal(resolve(app.dataDir, "media/..", `../${basename(outside)}`), outside);
  await refused(app, 404, "media_not_found", () => app.visitor.get(body.url));
  assert.deepEqual((await owner.delete(`${path}/${body.id}`)).body, { ok: true });
  assert.equal((await Deno.stat(outside)).size, PNG.length);
  await Deno.remove(outside);
  game.close();
});
