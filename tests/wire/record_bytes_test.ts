/** What records weigh on the wire: each byte as neighbours of earlier versions have it. */
import assert from "node:assert/strict";
import { BulletinRecord, encodeCbor, FindRecord } from "../../src/wire/mod.ts";
import type { CborMap } from "../../src/wire/cbor.ts";

const find = {
  cache: "a.example:cache:1",
  kind: "found",
  call: "OE1ABC-7",
  foundAt: 1780000000,
  createdAt: 1780000100,
} as const;
const signed = { key: "A".repeat(43), sig: `${"B".repeat(85)}A`, at: 1780000000 };
const bulletin = {
  ...{ bid: "1_OE1XYZ", from: "OE1ABC", to: "ALL@EU", subject: "Field day", text: "Come.\nBring a rope." },
  ...{ postedAt: 1780000000, expiresAt: 1782592000 },
};
const bytes = (map: CborMap) => encodeCbor(map).toHex();

Deno.test("a find and a bulletin are written byte by byte as before, and read back as they were", () => {
  assert.equal(
    bytes(FindRecord.write(find)),
    "a56463616c6c684f45314142432d37646b696e6465666f756e6465636163686571612e6578616d706c653a63616368653a3167" +
      "666f756e6441741a6a18a500696372656174656441741a6a18a564",
  );
  const full = { ...find, tier: "A", text: "Dry.\nTook nothing.", distanceCm: 3000, signed } as const;
  assert.equal(
    bytes(FindRecord.write(full)),
    "a96463616c6c684f45314142432d37646b696e6465666f756e646474657874724472792e0a546f6f6b206e6f7468696e672e64" +
      "74696572614165636163686571612e6578616d706c653a63616368653a31667369676e6564a36261741a6a18a500636b657978" +
      `2b${"41".repeat(43)}637369677856${"42".repeat(85)}4167666f756e6441741a6a18a50069637265617465644174` +
      "1a6a18a5646a64697374616e6365436d190bb8",
  );
  assert.equal(
    bytes(BulletinRecord.write(bulletin)),
    "a762746f66414c4c4045556362696468315f4f453158595a6466726f6d664f4531414243647465787473436f6d652e0a427269" +
      "6e67206120726f70652e677375626a656374694669656c642064617968706f7374656441741a6a18a500696578706972657341" +
      "741a6a403200",
  );
  assert.deepEqual(FindRecord.read(FindRecord.write(full)), { ok: true, body: full });
  assert.deepEqual(BulletinRecord.read(BulletinRecord.write(bulletin)), { ok: true, body: bulletin });
});
