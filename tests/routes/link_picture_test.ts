/** What links carry where they are shared: title, words and a picture that the server draws; nothing of what is unlisted. */
import assert from "node:assert/strict";
import { linesOf } from "../../src/client/print/link_picture.tsx";
import { appTest } from "../kit/app.ts";
import { find, hide } from "../kit/seed_game.ts";

const picturesOf = (text: string) =>
  [...text.matchAll(/<meta property="og:image" content="([^"]+)">/g)].map(([, to]) => to!);
/** Width and height that a PNG says of itself. */
function sizeOf(png: Uint8Array): [number, number] {
  assert.deepEqual([...png.subarray(1, 4)], [0x50, 0x4e, 0x47]);
  const view = new DataView(png.buffer, png.byteOffset);
  return [view.getUint32(16), view.getUint32(20)];
}

appTest(
  "a shared link has a picture of what everybody may see, and an unlisted cache tells nothing",
  {},
  async (app) => {
    const { code } = await hide(app, "OE1XYZ", { title: `The <old> \u202Emast & "more"` });
    const { id } = await find(app, "OE3FND", code);
    for (
      const [page, picture] of [
        [`/c/${code}`, `/picture/cache/${code}`],
        [`/find/${id}`, `/picture/find/${id}`],
        ["/u/OE3FND", "/picture/person/OE3FND"],
        ["/s/OE3FND-9", "/picture/station/OE3FND-9"],
        ["/welcome", "/picture/place/gateway"],
        ["/", "/picture/place/gateway"],
      ] as const
    ) {
      const { text } = await app.visitor.get(page, { accept: "text/html" });
      const [address] = picturesOf(text);
      assert.ok(
        address !== undefined && /^https?:\/\//.test(address),
        `${page}: whole, as readers of links want it`,
      );
      assert.equal(new URL(address).pathname, picture);
      const request = new Request(`http://localhost:8787${picture}`, { headers: { host: "localhost:8787" } });
      const answer = await app.handler(request, { remoteAddr: { hostname: "192.0.2.1" } });
      assert.equal(answer.status, 200, picture);
      assert.equal(answer.headers.get("content-type"), "image/png");
      assert.deepEqual(sizeOf(new Uint8Array(await answer.arrayBuffer())), [800, 420]);
    }
    const hidden = await hide(app, "OE1XYZ", { title: "Between us", unlisted: true });
    const { text } = await app.visitor.get(`/c/${hidden.code}`);
    assert.doesNotMatch(text, /og:/);
    assert.equal((await app.visitor.get(`/picture/cache/${hidden.code}`)).status, 404);
    for (const no of ["/picture/cache/NONE123", "/picture/person/%3Cb%3E", "/picture/other/x"]) {
      assert.equal((await app.visitor.get(no)).status, 404, no);
    }
  },
);

Deno.test("words of a picture stand in lines, and what does not fit ends with dots", () => {
  assert.deepEqual(linesOf("The old mast", 21, 3), ["The old mast"]);
  assert.deepEqual(linesOf("one two three", 7, 3), ["one two", "three"]);
  assert.deepEqual(linesOf("abcdefghij", 5, 3), ["abcd…"]);
  assert.deepEqual(linesOf("aa bb cc dd", 2, 2), ["aa", "b…"]);
});
