/** Damaged transfers through a whole session: what is wrong is never a message, and memory stays bounded. */
import assert from "node:assert/strict";
import { concat, sameBytes, utf8 } from "../../src/base/mod.ts";
import { writeBlocks } from "../../src/fbb/blocks.ts";
import { compress } from "../../src/fbb/compressed.ts";
import { proposalChecksum } from "../../src/fbb/proposals.ts";
import { seeded } from "../wire/test_data.ts";
import { someBytes } from "./messages.ts";
import { bytes, called } from "./scripted.ts";

/** How many by default; a soak run sets more. */
const DAMAGED = Number(Deno.env.get("FBB_DAMAGED") ?? 20_000);
const LINE = "FA P N0SYS N0SVC N0USR 9_N0FBB 20";
const BEFORE = `[FBB-7.0.11-AB1FHM$]\r${LINE}\rF> ${proposalChecksum([LINE])}\r`;
const LIMIT = 1000;

Deno.test("no damaged transfer becomes a message", () => {
  const draw = seeded(3);
  const int = (below: number) => Math.floor(draw() * below);
  const seen: Record<string, number> = {};
  for (let n = 0; n < DAMAGED; n++) {
    const text = someBytes(draw, int(600));
    const good = concat(...writeBlocks(utf8("Subject"), compress(text, 1), 0));
    let bad = good.slice(0, draw() < 0.1 ? int(good.length) : good.length);
    for (let hits = 1 + int(4); hits > 0; hits--) {
      const at = int(bad.length + 1), kind = draw();
      if (kind < 0.6 && at < bad.length) bad[at]! ^= 1 << int(8);
      else if (kind < 0.8 && at < bad.length) bad[at] = int(256);
      else if (kind < 0.9) bad = concat(bad.subarray(0, at), bad.subarray(at + 1 + int(3)));
      else bad = concat(bad.subarray(0, at), Uint8Array.of(int(256)), bad.subarray(at));
    }
    const input = [concat(bytes(BEFORE), bad, bytes("FF\r"))];
    const { end, office } = called(
      input,
      { side: "called", limits: { body: LIMIT } },
      undefined,
      1 + int(700),
    );
    const read = office.received.get("9_N0FBB")?.message;
    // Damage may hit the subject, which nothing guards, or undo itself; the text is right or not there.
    if (read) assert.ok(sameBytes(read.body, text), `transfer ${n} became another text`);
    for (const part of office.parts.values()) assert.ok(part.length <= LIMIT + LIMIT / 4 + 1024);
    const how = read ? "read" : end.how === "broken" ? end.reason : end.how;
    seen[how] = (seen[how] ?? 0) + 1;
  }
  const kinds = ["block_checksum", "bad_block", "bad_data", "cut", "read", "too_long"].filter((kind) =>
    seen[kind]
  );
  assert.ok(kinds.length >= 5, JSON.stringify(seen));
  if (DAMAGED > 100_000) console.log(JSON.stringify(seen));
});
