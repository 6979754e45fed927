/** The worked examples of the developers' chapter do what they say: they are the very files that it shows. */
import assert from "node:assert/strict";
import { Failure } from "../../src/base/mod.ts";
import type { Io } from "../../src/box/io.ts";
import { readAddress } from "../../src/box/config/address.ts";
import { pageAt, PAGES } from "../../src/client/pages/page_table.ts";
import { BOOK_LANGUAGES, chapterOfPage } from "../../src/handbook/mod.ts";
import { ALL_WORDS } from "../../src/words/all_words.ts";
import { makeHandbook } from "../../tools/app/handbook.ts";
import { ROOT } from "../kit/server.ts";
import { lines } from "./examples/add_driver.ts";
import { Bench } from "./examples/add_fact.ts";
import { forgetGreetings } from "./examples/add_job.ts";
import { chapter, load, row, words } from "./examples/add_page.ts";
import { GreetingRecord } from "./examples/add_record.ts";
import { squareRoute } from "./examples/add_route.ts";
import { SQUARE_LIMIT } from "./examples/add_setting.ts";

Deno.test("the chapter shows every example as it stands in its file", () => {
  const { blocks } = makeHandbook(ROOT).books.en.chapters.find(({ id }) => id === "examples")!;
  const shown = blocks.flatMap((one) => "code" in one && one.file ? [one.file] : []).sort();
  const there = [...Deno.readDirSync(`${ROOT}tests/handbook/examples`)].map(({ name }) =>
    `tests/handbook/examples/${name}`
  );
  assert.deepEqual(there.filter((one) => !shown.includes(one)), []);
  assert.ok(blocks.every((one) => !("code" in one) || one.file), "code that nothing compiles");
});

Deno.test("the route of the example counts, and refuses what it does not know", () => {
  const { options, path } = squareRoute((grid) => grid === "JN88" ? 3 : undefined);
  const ask = (grid: string) => options.handle({ params: { grid } } as never);
  assert.equal(path, "/api/squares/:grid");
  assert.deepEqual(ask("jn88"), { grid: "JN88", caches: 3 });
  assert.throws(() => ask("AA00"), (error) => error instanceof Failure && error.reason === "place_not_found");
});

Deno.test("the setting of the example takes a number in its bounds", () => {
  assert.equal(SQUARE_LIMIT.type.parse("12"), 12);
  assert.throws(() => SQUARE_LIMIT.type.parse("-1"));
});

Deno.test("the record of the example is read as it was written", () => {
  const body = { from: "OE1XYZ", text: "Hello", sentAt: 1_780_000_000 };
  assert.deepEqual(GreetingRecord.read(GreetingRecord.write(body)), { ok: true, body });
  assert.equal(GreetingRecord.read(new Map()).ok, false);
});

Deno.test("the fact of the example is told in lists where it is so, and is a number in the table", () => {
  const row = Bench.rowOf({ roofed: true });
  assert.deepEqual([row, Bench.listedOf(row), Bench.listedOf(Bench.emptyRow)], [{ roofed: 1 }, {
    roofed: true,
  }, {}]);
  assert.deepEqual(Bench.changed(row, {}), row);
  assert.deepEqual(Bench.changed(row, { roofed: false }), Bench.emptyRow);
});

Deno.test("the driver of the example gives one line after the other", async () => {
  const address = readAddress("lines://127.0.0.1:4001");
  assert.ok(typeof address !== "string");
  const sent = new TextEncoder().encode("OE1A>APRS:>one\r\nOE1B>APRS:>two\nOE1C");
  const connection = {
    readable: new Blob([sent]).stream(),
    writable: new WritableStream<Uint8Array>(),
    close() {},
  };
  const io = { connect: () => Promise.resolve(connection) } as unknown as Io;
  const line = await lines.open(address, { io, call: "OE1XYZ-10" }, new AbortController().signal);
  const heard: unknown[] = [];
  for await (const one of line.heard) heard.push(one);
  assert.deepEqual(heard, [
    { kind: "line", text: "OE1A>APRS:>one" },
    { kind: "line", text: "OE1B>APRS:>two" },
  ]);
});

Deno.test("the page of the example is the program's: its row, its file, its words and its chapter", async () => {
  assert.deepEqual(row, PAGES.radio);
  assert.deepEqual(pageAt("/c/AB12/radio"), { name: "radio", params: { code: "AB12" } });
  assert.equal(typeof (await load()).default, "function");
  for (const lang of BOOK_LANGUAGES) assert.ok(words.every((key) => key in ALL_WORDS[lang]!), lang);
  assert.equal(chapterOfPage(row.path), chapter.id);
});

Deno.test("the job of the example waits for the time to be known", () => {
  let ran = 0;
  const job = forgetGreetings(() => void ran++);
  job.run();
  assert.deepEqual([ran, job.judgesTime], [1, true]);
});
