/** Photos sent by programs: stored without the place where they were taken, and refused where nobody could draw them. */
import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { refused } from "../kit/app.ts";
import { gameApp } from "../kit/game.ts";
import files from "../data/pictures.json" with { type: "json" };

const bytesOf = (name: keyof typeof files) => Uint8Array.from(Buffer.from(files[name], "base64"));
const filesIn = (dataDir: string): string[] => {
  try {
    return [...Deno.readDirSync(`${dataDir}/media`)].flatMap(({ name }) =>
      [...Deno.readDirSync(`${dataDir}/media/${name}`)].map((file) => file.name)
    ).sort();
  } catch {
    return [];
  }
};

Deno.test("a photo, its thumbnail and one beside a log are served without camera, names and place", async () => {
  const game = gameApp();
  const { app } = game;
  const owner = await app.signIn("OE1OWN"), finder = await app.signIn("OE2FND");
  const cache = await game.hide(owner);
  const photos = [
    "noted_plain.jpg",
    "noted_plain.png",
    "noted_lossy.webp",
    "noted_anim.gif",
    "noted_plain.avif",
  ] as const;
  const urls: string[] = [];
  for (const name of photos) {
    const made = await owner.post(`/api/caches/${cache.id}/media`, bytesOf(name));
    assert.equal(made.status, 201, made.text);
    urls.push(made.body.url);
    const again = await owner.post(`/api/caches/${cache.id}/media?once=1`, bytesOf(name));
    assert.deepEqual([again.status, again.body.url], [200, made.body.url], "the same file again is known");
    const served = await app.visitor.get(made.body.url);
    assert.equal(made.body.bytes, Number(served.headers.get("content-length")));
  }
  const [first] = (await owner.get(`/api/caches/${cache.id}/media`)).body.media;
  const thumb = await owner.put(
    `/api/caches/${cache.id}/media/${first.id}/thumb`,
    bytesOf("noted_plain.jpg"),
  );
  urls.push(thumb.body.thumbUrl);
  const log = await finder.post(`/api/caches/${cache.id}/logs`, { kind: "note", text: "seen" });
  const beside = await finder.post(
    `/api/caches/${cache.id}/logs/${log.body.id}/media`,
    bytesOf("noted_plain.jpg"),
  );
  urls.push(beside.body.url);
  for (const url of urls) {
    const { status, text } = await app.visitor.get(url);
    assert.equal(status, 200);
    assert.doesNotMatch(text, /SecretCam|Anna|Vienna|hello|GPS/, url);
  }
  game.close();
});

Deno.test("a picture too large to draw is refused everywhere, and neither row nor file is left of it", async () => {
  const game = gameApp();
  const { app } = game;
  const owner = await app.signIn("OE1OWN"), finder = await app.signIn("OE2FND");
  const cache = await game.hide(owner);
  const path = `/api/caches/${cache.id}/media`;
  const photo = (await owner.post(path, bytesOf("plain.png"))).body;
  const log = await finder.post(`/api/caches/${cache.id}/logs`, { kind: "note", text: "seen" });
  const huge = bytesOf("plain.png"), hugeJpeg = bytesOf("plain.jpg");
  new DataView(huge.buffer).setUint32(16, 12_001);
  new DataView(hugeJpeg.buffer).setUint16(
    Buffer.from(hugeJpeg).indexOf(Buffer.from([0xff, 0xc0])) + 7,
    12_001,
  );
  const before = filesIn(app.dataDir);
  assert.equal(before.length, 1);
  const reply = await refused(app, 413, "media_dimensions", () => owner.post(path, huge));
  assert.deepEqual([reply.body.width, reply.body.height, reply.body.limit], [12_001, 6, 40_000_000]);
  await refused(app, 413, "media_dimensions", () => owner.put(`${path}/${photo.id}/thumb`, hugeJpeg));
  await refused(
    app,
    413,
    "media_dimensions",
    () => finder.post(`/api/caches/${cache.id}/logs/${log.body.id}/media`, huge),
  );
  assert.deepEqual(filesIn(app.dataDir), before);
  game.close();
});
