/** Where batches go on, as it was kept: a text that is none of ours starts nothing in the middle (FED "Store-and-forward"). */
import assert from "node:assert/strict";
import { readBatchCursors } from "../../src/federation/mod.ts";

Deno.test("cursors are read as they were kept", () => {
  const kept = { cache: { cursor: 5 }, find: { cursor: 0 }, bulletin: { cursor: 1_780_000_000, id: "7" } };
  assert.deepEqual(readBatchCursors(JSON.stringify(kept)), kept);
  assert.deepEqual(readBatchCursors("{}"), {});
  const longest = { bulletin: { cursor: 1, id: "9".repeat(15) } };
  assert.deepEqual(readBatchCursors(JSON.stringify(longest)), longest);
});

Deno.test("any other text is none", () => {
  const texts = [
    "",
    "null",
    '{"cache":null}',
    '{"cache":{}}',
    '{"weather":{"cursor":5}}',
    '{"cache":{"cursor":-1}}',
    '{"cache":{"cursor":1.5}}',
    '{"cache":{"cursor":"5"}}',
    '{"cache":{"cursor":9007199254740992}}',
    '{"bulletin":{"cursor":1,"id":7}}',
    '{"bulletin":{"cursor":1,"id":null}}',
    '{"bulletin":{"cursor":1,"id":""}}',
    '{"bulletin":{"cursor":1,"id":"7a"}}',
    '{"bulletin":{"cursor":1,"id":" 7"}}',
    `{"bulletin":{"cursor":1,"id":"${"9".repeat(16)}"}}`,
  ];
  for (const text of texts) assert.equal(readBatchCursors(text), undefined, text);
});
