/** Unpacking a bundle, tar by tar: what it may hold, how much, and that nothing of it lands outside its folder. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { unpack } from "../../src/release/untar.ts";
import { withFolder } from "../kit/server.ts";

const NAME = "service-gateway-9.9.9-linux-x64", BLOCK = 512;

interface Entry {
  path: string;
  kind?: string;
  mode?: number;
  text?: string;
  /** What the header says of the length, where that is a lie. */
  size?: string;
  prefix?: string;
}

/** One entry of a tar (POSIX ustar): header and content, filled up to whole blocks. */
function entry(
  { path, kind = "0", mode = 0o644, text = "", size, prefix = "" }: Entry,
): Uint8Array<ArrayBuffer> {
  const content = new TextEncoder().encode(text);
  const bytes = new Uint8Array(BLOCK + Math.ceil(content.length / BLOCK) * BLOCK);
  const put = (at: number, field: string) => bytes.set(new TextEncoder().encode(field), at);
  put(0, path);
  put(100, `${mode.toString(8).padStart(7, "0")}\0`);
  put(124, size ?? `${content.length.toString(8).padStart(11, "0")}\0`);
  put(156, kind);
  put(345, prefix);
  const sum = bytes.subarray(0, BLOCK).reduce((all, byte) => all + byte, " ".charCodeAt(0) * 8);
  put(148, `${sum.toString(8).padStart(6, "0")}\0 `);
  bytes.set(content, BLOCK);
  return bytes;
}
const END = new Uint8Array(2 * BLOCK);

/** Packs parts, and hands them on in pieces that end at no block. */
const packed = (...parts: Uint8Array<ArrayBuffer>[]) =>
  new Blob(parts).stream().pipeThrough(
    new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform(chunk, out) {
        for (let at = 0; at < chunk.length; at += 333) out.enqueue(chunk.slice(at, at + 333));
      },
    }),
  ).pipeThrough(new CompressionStream("gzip"));
const root = entry({ path: `${NAME}/`, kind: "5", mode: 0o755 });

Deno.test("files of every length come out as they went in, with the right to run where they have it", () =>
  withFolder(async (folder) => {
    const lengths = [0, 1, 511, 512, 513, 1024, 70_000];
    const texts = lengths.map((length) => Array.from({ length }, (_, at) => "abcdefg"[at % 7]).join(""));
    const files = texts.map((text, at) =>
      entry({ path: `${NAME}/a/b/c/${at}`, text, mode: at % 2 ? 0o755 : 0o644, kind: at % 3 ? "0" : "\0" })
    );
    assert.equal(await unpack(packed(root, ...files, END), folder), NAME);
    for (const [at, text] of texts.entries()) {
      const path = join(folder, "a/b/c", String(at));
      assert.equal(Deno.readTextFileSync(path), text);
      assert.equal(Deno.statSync(path).mode! & 0o777, at % 2 ? 0o755 : 0o644);
    }
  }));

Deno.test("what is no bundle is refused with its reason, and nothing lands beside the folder", () =>
  withFolder(async (outer) => {
    const file = (path: string, more: Partial<Entry> = {}) => entry({ path, text: "x", ...more });
    const good = file(`${NAME}/good`);
    const many = (count: number) => Array.from({ length: count }, (_, at) => file(`${NAME}/${at}`));
    const cases: [string, RegExp, ReadableStream<Uint8Array>][] = [
      ["out of it", /it names/, packed(good, file(`${NAME}/../evil`), END)],
      ["out of it from below", /it names/, packed(good, file(`${NAME}/a/../../evil`), END)],
      ["from the root", /it names/, packed(file("/evil"), END)],
      ["another program", /it names/, packed(file("other-1.0/evil"), END)],
      ["a prefix", /it names/, packed(file(`${NAME}/evil`, { prefix: "/" }), END)],
      ["too deep", /it names/, packed(file(`${NAME}/a/b/c/d/evil`), END)],
      ["two folders", /two folders/, packed(good, file(`${NAME}-b/good`), END)],
      ["a link", /no plain file/, packed(good, file(`${NAME}/evil`, { kind: "2" }), END)],
      ["a hard link", /no plain file/, packed(good, file(`${NAME}/evil`, { kind: "1" }), END)],
      ["no length", /no size/, packed(file(`${NAME}/evil`, { size: "x" }), END)],
      ["a length below nothing", /no size/, packed(file(`${NAME}/evil`, { size: "-1" }), END)],
      [
        "a byte too many",
        /too large/,
        packed(file(`${NAME}/evil`, { size: (400_000_001).toString(8) }), END),
      ],
      ["all that fits", /cut off/, packed(file(`${NAME}/evil`, { size: (4e8).toString(8) }))],
      ["too many in all", /too large/, packed(good, file(`${NAME}/evil`, { size: (4e8).toString(8) }), END)],
      ["too many entries", /too large/, packed(...many(302), END)],
      ["cut off in a file", /cut off/, packed(entry({ path: `${NAME}/a`, size: "1000" }))],
      ["cut off after a file", /cut off/, packed(good.slice(0, BLOCK + 1))],
      ["a damaged header", /damaged/, packed(good.with(1, 0x41), END)],
      ["nothing", /empty/, packed(END)],
      ["no gzip", /no gzipped tar/, new Blob([good]).stream()],
    ];
    for (const [name, why, tar] of cases) {
      const into = join(outer, "into");
      Deno.mkdirSync(into);
      await assert.rejects(unpack(tar, into), (error: Error) => why.test(error.message), name);
      assert.ok(![...Deno.readDirSync(into)].some((one) => one.name === "evil" && one.isSymlink), name);
      assert.deepEqual([...Deno.readDirSync(outer)].map((one) => one.name), ["into"], name);
      Deno.removeSync(into, { recursive: true });
    }
    Deno.mkdirSync(join(outer, "whole"));
    assert.equal(await unpack(packed(...many(301), END), join(outer, "whole")), NAME);
  }));

Deno.test("names at their limits: three folders deep, 60 characters behind the program's, 80 for a file", () =>
  withFolder(async (outer) => {
    // A header has room for 100 characters of a path.
    const short = "service-gateway-1", long = `service-gateway-${"9".repeat(60)}`;
    const cases: [string, boolean][] = [
      [`${short}/${"n".repeat(80)}`, true],
      [`${short}/${"n".repeat(81)}`, false],
      [`${short}/${"n".repeat(80)}/f`, true],
      [`${short}/${"n".repeat(81)}/f`, false],
      [`${long}/f`, true],
      [`${long}9/f`, false],
    ];
    for (const [at, [path, good]] of cases.entries()) {
      const into = join(outer, String(at));
      Deno.mkdirSync(into);
      const done = unpack(packed(entry({ path, text: "x" }), END), into);
      if (good) {
        assert.equal(await done, path.split("/")[0], path);
        assert.equal(Deno.readTextFileSync(join(into, path.slice(path.indexOf("/")))), "x");
      } else {
        await assert.rejects(done, /it names/, path);
        assert.deepEqual([...Deno.readDirSync(into)], [], path);
      }
    }
  }));

Deno.test("the right to run is the owner's, and a file that comes twice is refused", () =>
  withFolder(async (folder) => {
    const mine = entry({ path: `${NAME}/mine`, mode: 0o744 }),
      others = entry({ path: `${NAME}/others`, mode: 0o655, text: "first" }),
      again = entry({ path: `${NAME}/others`, text: "other" });
    await assert.rejects(unpack(packed(root, mine, others, again, END), folder), Deno.errors.AlreadyExists);
    assert.equal(Deno.readTextFileSync(join(folder, "others")), "first");
    const modes = ["mine", "others"].map((name) => Deno.statSync(join(folder, name)).mode! & 0o777);
    assert.deepEqual(modes, [0o755, 0o644]);
  }));

Deno.test("a header that is cut off is refused: what of it came is taken for no file", () =>
  withFolder(async (folder) => {
    const whole = entry({ path: `${NAME}/whole`, text: "x" }), cut = entry({ path: `${NAME}/cut` });
    await assert.rejects(unpack(packed(whole, cut.slice(0, BLOCK - 1)), folder), /cut off/);
    assert.deepEqual([...Deno.readDirSync(folder)].map(({ name }) => name), ["whole"]);
  }));

Deno.test("every user may enter the folders, however narrow they were made", () =>
  withFolder(async (outer) => {
    const into = join(outer, "into"), inside = ["a", "b", "b/c"];
    for (const path of ["", ...inside]) {
      Deno.mkdirSync(join(into, path));
      Deno.chmodSync(join(into, path), 0o700);
    }
    const folders = entry({ path: `${NAME}/a/`, kind: "5", mode: 0o700 });
    const below = entry({ path: `${NAME}/b/c/file`, text: "x" });
    assert.equal(await unpack(packed(folders, below, END), into), NAME);
    for (const path of ["", ...inside]) {
      assert.equal(Deno.statSync(join(into, path)).mode! & 0o777, 0o755, path);
    }
  }));
