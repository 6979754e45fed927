/** What is kept of a session: what both programs said, never what a message says or what a log-in types. */
import assert from "node:assert/strict";
import { utf8 } from "../../src/base/mod.ts";
import { type Line, recorded } from "../../src/fbb/mod.ts";

/** A line on which the other side says these, one piece a read. */
const saying = (...pieces: (string | Uint8Array)[]): Line => ({
  read: () => {
    const next = pieces.shift();
    return Promise.resolve(typeof next === "string" ? utf8(next) : next);
  },
  write: () => Promise.resolve(),
});

Deno.test("control lines of both sides are kept, in order, whatever pieces they come in; mail is a number", async () => {
  const { line, text } = recorded(saying(
    "Welcome to the node\r\nlogin: ",
    "my password\r[FBB-7.0.11-AB1F",
    "HM$]\rN0FBB>\r",
    "FS +\r",
    Uint8Array.of(1, 12, 83, 101, 99, 114, 101, 116, 0, 48, 0, 2, 4, 9, 200, 13, 7, 4, 1),
    "\rFF\r",
    "FQ\r",
  ));
  await line.read();
  await line.write(utf8("oe1xyz\rmy password\r"));
  await line.read();
  await line.read();
  await line.write(utf8("[SVC-1-B1FHM$]\rFA P N0SVC N0FBB N0XYZ 1_N0SVC 20\rF> 4A\r"));
  await line.read();
  await line.write(Uint8Array.of(1, 5, 72, 105, 14, 200, 3, 2));
  for (let i = 0; i < 3; i++) await line.read();
  assert.equal(
    text(),
    [
      "< Welcome to the node",
      "> (a line of the connect script)",
      "> (a line of the connect script)",
      "< login: …",
      "< [FBB-7.0.11-AB1FHM$]",
      "< N0FBB>",
      "> [SVC-1-B1FHM$]",
      "> FA P N0SVC N0FBB N0XYZ 1_N0SVC 20",
      "> F> 4A",
      "< FS +",
      "< (20 bytes of mail)",
      "< FF",
      "< FQ",
      "> (8 bytes of mail)",
    ].join("\n"),
  );
});

Deno.test("of mail without packing nothing is kept, and what is kept has an end", async () => {
  const { line, text } = recorded(saying(
    "[MBL-5-$]\rN0FBB>\r",
    "FA P N0SYS N0SVC N0USR 9_N0FBB 20\rF>\r",
    "A private subject\rDear OM, the key lies under the stone\r*\x1a\r",
  ));
  for (let i = 0; i < 3; i++) await line.read();
  assert.doesNotMatch(text(), /subject|stone/);
  assert.match(text(), /^< \[MBL-5-\$\]\n< N0FBB>\n< FA P [^]*\n< F>\n< \(\d+ bytes of mail\)$/);
  const long = recorded(
    saying(...Array.from({ length: 2000 }, () => "*** from the other side, again and again\r")),
  );
  for (let i = 0; i < 2000; i++) await long.line.read();
  assert.ok(long.text().length < 9000, String(long.text().length));
  assert.ok(long.text().endsWith("…"));
  const packed = recorded(
    saying("[FBB-7-B1$]\r", new Uint8Array(100_000).fill(200), Uint8Array.of(0)),
  );
  for (let i = 0; i < 3; i++) await packed.line.read();
  assert.match(packed.text(), /< \(\d+ bytes of mail\)$/);
});
