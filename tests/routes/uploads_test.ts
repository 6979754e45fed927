/** Uploads in pieces: they go on where they broke off, also after a restart, and what does not belong is refused. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { sha256Hex } from "../../src/base/mod.ts";
import { PIECE_BYTES, Uploads } from "../../src/uploads/uploads.ts";
import { type Client, refused, type TestApp, testApp } from "../kit/app.ts";
import { filesWithin } from "../kit/files.ts";
import { withFolder } from "../kit/server.ts";
import { testWorld } from "../kit/world.ts";

const FILE = Uint8Array.from({ length: 10_000 }, (_, i) => i * 7 % 251);
const AT = "/api/admin/uploads";

const send = (who: Client, id: string, from: number, to: number, sum?: string) => {
  const piece = FILE.slice(from, to);
  return who.put(`${AT}/${id}?offset=${from}&sha256=${sum ?? sha256Hex(piece)}`, piece, {
    "content-type": "application/octet-stream",
  });
};
const begin = async (who: Client, more: object = {}) =>
  await who.post(AT, { for: "map", name: "alps.pmtiles", bytes: FILE.length, ...more });

/** A refusal that leaves the database and the folder as they were. */
async function untouched(
  app: TestApp,
  ...[status, reason, act]: [number, string, Parameters<typeof refused>[3]]
) {
  const before = filesWithin(join(app.dataDir, "uploads"));
  const reply = await refused(app, status, reason, act);
  assert.deepEqual(filesWithin(join(app.dataDir, "uploads")), before, "a refusal changed the folder");
  return reply;
}

Deno.test("an upload comes in pieces, goes on after a restart, and is the file", () =>
  withFolder(async (dataDir) => {
    {
      using app = testApp({}, { dataDir });
      const sysop = await app.sysop();
      const begun = await begin(sysop, { sha256: sha256Hex(FILE) });
      assert.deepEqual([begun.status, begun.body.received, begun.body.last], [201, 0, null]);
      assert.equal((await send(sysop, begun.body.id, 0, 4000)).body.received, 4000);
      // What a write that broke off left behind is not counted.
      const part = join(dataDir, "uploads", `${begun.body.id}.part`);
      await Deno.writeFile(part, new Uint8Array(99), { append: true });
    }
    using app = testApp({}, { dataDir });
    const sysop = await app.sysop();
    const { uploads: [there], piece } = (await sysop.get(AT)).body;
    assert.equal(piece, PIECE_BYTES);
    assert.deepEqual([there.received, there.last], [4000, {
      bytes: 4000,
      sha256: sha256Hex(FILE.slice(0, 4000)),
    }]);
    const uploads = new Uploads(join(dataDir, "uploads"), app.world);
    await assert.rejects(uploads.whole(there.id, "map"), { reason: "upload_unfinished" });
    assert.equal((await send(sysop, there.id, 4000, 10_000)).body.received, 10_000);
    await assert.rejects(uploads.whole(there.id, "backup"), { reason: "no_such_upload" });
    assert.deepEqual(await Deno.readFile((await uploads.whole(there.id, "map")).path), FILE);
    assert.equal((await sysop.delete(`${AT}/${there.id}`)).status, 200);
    assert.deepEqual((await sysop.get(AT)).body.uploads, []);
    assert.deepEqual([...Deno.readDirSync(join(dataDir, "uploads"))], []);
  }));

Deno.test("pieces that do not follow, came damaged or are too much are refused, and change nothing", () =>
  withFolder(async (dataDir) => {
    using app = testApp({}, { dataDir });
    const sysop = await app.sysop(), member = await app.signIn("OE1XYZ");
    const { id } = (await begin(sysop)).body;
    await send(sysop, id, 0, 1000);
    const again = await untouched(app, 409, "upload_elsewhere", () => send(sysop, id, 0, 1000));
    assert.equal(again.body.received, 1000);
    await untouched(app, 409, "upload_elsewhere", () => send(sysop, id, 2000, 3000));
    await untouched(app, 400, "upload_sum", () => send(sysop, id, 1000, 2000, sha256Hex("other")));
    await untouched(app, 404, "no_such_upload", () => send(sysop, "..%2Fother", 1000, 2000));
    await untouched(app, 409, "upload_elsewhere", () => {
      const more = new Uint8Array(9001);
      return sysop.put(`${AT}/${id}?offset=1000&sha256=${sha256Hex(more)}`, more);
    });
    const large = new Uint8Array(PIECE_BYTES + 1);
    await untouched(
      app,
      413,
      "body_too_large",
      () =>
        sysop.put(`${AT}/${id}?offset=1000&sha256=${sha256Hex(large)}`, large, {
          "content-length": String(large.length),
        }),
    );
    await untouched(app, 409, "upload_running", () => begin(sysop));
    await untouched(app, 403, "not_sysop", () => send(member, id, 1000, 2000));
    await untouched(app, 401, "no_session", () => app.visitor.get(AT));
    await untouched(app, 401, "no_session", () => app.operator.delete(`${AT}/${id}`));
    // Two at once: one of them follows, the other one does no more.
    const both = await Promise.all([send(sysop, id, 1000, 2000), send(sysop, id, 1000, 2000)]);
    assert.deepEqual(both.map(({ status }) => status).sort(), [200, 409]);
  }));

Deno.test("what is too large, or has no room on the disk, is refused before and between the pieces", () =>
  withFolder(async (dataDir) => {
    using app = testApp({}, { dataDir });
    Deno.mkdirSync(join(dataDir, "uploads"));
    const sysop = await app.sysop();
    const limit = (await untouched(app, 413, "upload_too_large", () =>
      begin(sysop, { bytes: 64e9 + 1 }))).body.limit;
    assert.equal(limit, 64e9);
    await untouched(app, 413, "upload_too_large", () => begin(sysop, { for: "backup", bytes: 16e9 + 1 }));
    for (const bytes of [0, -1, 1.5, "many"]) {
      assert.equal((await begin(sysop, { bytes })).status, 400, String(bytes));
    }
    let free = 250e6;
    const tight = new Uploads(join(dataDir, "uploads"), app.world, () => free);
    const map = { for: "map", name: "a", bytes: 60e6, sha256: null } as const;
    assert.throws(() => tight.begin(map), { reason: "upload_no_room" });
    // A backup is unpacked beside itself.
    assert.throws(() => tight.begin({ ...map, for: "backup", bytes: 30e6 }), { reason: "upload_no_room" });
    const { id } = tight.begin({ ...map, bytes: 40e6 });
    free = 200e6;
    const piece = FILE.slice(0, 100);
    await assert.rejects(tight.take(id, 0, piece, sha256Hex(piece)), { reason: "upload_no_room" });
    assert.equal(tight.named(id).received, 0);
  }));

Deno.test("a file that is not the one that was said is no whole upload; what nobody goes on with is swept", () =>
  withFolder(async (dataDir) => {
    const world = testWorld(), uploads = new Uploads(join(dataDir, "uploads"), world);
    uploads.sweep(); // before there is a folder
    const { id } = uploads.begin({ for: "map", name: "a", bytes: 100, sha256: sha256Hex("another") });
    const piece = FILE.slice(0, 100);
    await uploads.take(id, 0, piece, sha256Hex(piece));
    await assert.rejects(uploads.whole(id, "map"), { reason: "upload_sum" });
    const left = join(dataDir, "uploads", "older.part");
    Deno.writeTextFileSync(left, "left");
    world.pass(2 * 86_400);
    uploads.sweep();
    assert.equal(uploads.now()?.id, id);
    assert.throws(() => Deno.statSync(left), Deno.errors.NotFound);
    world.pass(1);
    uploads.sweep();
    assert.equal(uploads.now(), undefined);
    assert.deepEqual([...Deno.readDirSync(join(dataDir, "uploads"))], []);
  }));
