/** Sending a large file in pieces: what breaks is sent again, what is refused stops, and the same file is known again. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { digestOf } from "../../src/client/admin/upload/digest.ts";
import { isSame, sendFile, type Sending, type Upload } from "../../src/client/admin/upload/send_file.ts";

const BYTES = Uint8Array.from({ length: 10_500 }, (_, i) => i * 13 % 251);
const FILE = new File([BYTES], "alps.pmtiles");
const BEGUN: Upload = {
  id: "a",
  for: "map",
  name: FILE.name,
  bytes: BYTES.length,
  sha256: null,
  received: 0,
  last: null,
  at: 0,
};

/** A gateway that takes pieces; `trouble` says what becomes of the n-th request. */
function gateway(trouble: (nth: number) => "lost" | "lost answer" | "full" | undefined = () => undefined) {
  let here = BEGUN, nth = 0;
  const got = new Uint8Array(BYTES.length), waits: number[] = [];
  const sending: Sending = {
    put: (upload, piece, sha256) => {
      const what = trouble(nth++);
      if (what === "lost") return Promise.resolve({ ok: false, refused: false });
      if (what === "full") {
        return Promise.resolve({
          ok: false,
          refused: true,
          status: 503,
          reason: "upload_no_room",
          sentence: "",
        });
      }
      if (upload.received !== here.received) {
        return Promise.resolve({
          ok: false,
          refused: true,
          status: 409,
          reason: "upload_elsewhere",
          sentence: "",
        });
      }
      assert.equal(sha256, createHash("sha256").update(piece).digest("hex"));
      got.set(piece, here.received);
      here = { ...here, received: here.received + piece.length, last: { bytes: piece.length, sha256 } };
      return Promise.resolve(
        what === "lost answer" ? { ok: false, refused: false } : { ok: true, value: here, status: 200 },
      );
    },
    now: () => Promise.resolve(here),
    digest: digestOf,
    wait: (seconds) => Promise.resolve(waits.push(seconds) < 20),
    told: () => {},
  };
  return { sending, got, waits, here: () => here };
}

Deno.test("a file is sent piece by piece, past lost pieces and lost answers", async () => {
  const { sending, got, waits } = gateway((nth) =>
    nth === 1 || nth === 2 ? "lost" : nth === 5 ? "lost answer" : undefined
  );
  const answer = await sendFile(FILE, BEGUN, 1000, sending);
  assert.ok(answer.ok && answer.value.received === BYTES.length);
  assert.deepEqual(got, BYTES);
  assert.deepEqual(waits, [1, 2, 1]);
});

Deno.test("what is refused for good stops it at once, a host that stays away after a while", async () => {
  const full = gateway((nth) => nth === 3 ? "full" : undefined);
  const stopped = await sendFile(FILE, BEGUN, 1000, full.sending);
  assert.ok(!stopped.ok && stopped.refused && stopped.reason === "upload_no_room");
  assert.deepEqual([full.here().received, full.waits], [3000, []]);
  const away = gateway(() => "lost");
  assert.equal((await sendFile(FILE, BEGUN, 1000, away.sending)).ok, false);
  assert.equal(away.waits.length, 9);
});

Deno.test("the same file goes on where it ended; another one does not", async () => {
  const first = gateway((nth) => nth === 4 ? "full" : undefined);
  await sendFile(FILE, BEGUN, 1000, first.sending);
  const part = first.here();
  assert.equal(await isSame(FILE, part, digestOf), true);
  const other = BYTES.slice();
  other[3500]! ^= 1;
  assert.equal(await isSame(new File([other], FILE.name), part, digestOf), false);
  assert.equal(await isSame(new File([BYTES.slice(1)], FILE.name), part, digestOf), false);
  assert.equal(await digestOf(BYTES, null), await digestOf(BYTES), "the library's is the browser's");
});
