import assert from "node:assert/strict";
import { clashes, loadSegments, padded, PAGE } from "../../tools/elf.ts";
import { ROOT, withFolder } from "../kit/server.ts";

interface Graph {
  modules: {
    specifier: string;
    local?: string;
    kind?: string;
    dependencies?: { code?: { specifier?: string } }[];
  }[];
}

/** The modules that run: those that only lend their types are left out. */
function running({ modules }: Graph, entry: string): Graph["modules"] {
  const bySpecifier = new Map(modules.map((one) => [one.specifier, one]));
  const reached = new Set([entry]);
  for (const specifier of reached) {
    for (const { code } of bySpecifier.get(specifier)?.dependencies ?? []) {
      if (code?.specifier) reached.add(code.specifier);
    }
  }
  return modules.filter(({ specifier }) => reached.has(specifier));
}

/** Every comment of the form that opens modules. Looked for one by one, each would search eighty megabytes. */
function commentsIn(text: string): Set<string> {
  const found = new Set<string>();
  for (let at = text.indexOf("/**"); at >= 0; at = text.indexOf("/**", at + 3)) {
    const end = text.indexOf("*/", at);
    if (end >= 0 && end - at < 20_000) found.add(text.slice(at, end + 2));
  }
  return found;
}

const run = async (args: string[], env: Record<string, string> = {}) => {
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args,
    cwd: ROOT,
    env,
    stdout: "piped",
    stderr: "piped",
  }).output();
  return { code, stdout: new TextDecoder().decode(stdout), stderr: new TextDecoder().decode(stderr) };
};

Deno.test("the executable embeds every module and every migration", () =>
  withFolder(async (folder) => {
    const output = `${folder}/gateway`;
    // The plain runtime stands in for denort: the result does not start as the program, but carries what it would.
    const compiled = await run(
      ["compile", "-P", "--no-prompt", "--frozen", "--exclude-unused-npm", "--output", output, "main.ts"],
      { DENORT_BIN: Deno.execPath(), DENO_NO_UPDATE_CHECK: "1" },
    );
    assert.equal(compiled.code, 0, compiled.stderr);
    // What is embedded lies behind the base.
    const base = (await Deno.stat(Deno.execPath())).size;
    const bytes = await Deno.readFile(output);
    const text = Buffer.from(bytes.buffer, base - 65_536).toString("latin1");
    const executable = { includes: (mark: string) => text.includes(Buffer.from(mark).toString("latin1")) };
    const comments = commentsIn(text);
    const graph: Graph = JSON.parse((await run(["info", "--json", "main.ts"])).stdout);
    const entry = new URL("../../main.ts", import.meta.url).href;
    const local = running(graph, entry).filter(({ specifier }) => specifier.startsWith("file://"));
    assert.ok(local.length > 500);
    assert.ok(local.some(({ specifier }) => specifier.endsWith("/dist/app/files.ts")), "the app's files");
    for (const { specifier } of local) {
      const source = await Deno.readTextFile(new URL(specifier));
      // What survives in one piece: an asset whole, and a module's opening comment.
      // (A module of types alone leaves nothing to embed.)
      if (
        /\.tsx?$/.test(specifier) &&
        !/^(export (const|function|class|async|\*|\{)|import\s+["{*])/m.test(source)
      ) continue;
      const comment = /\.tsx?$/.test(specifier) ? /\/\*\*[\s\S]*?\*\//.exec(source)?.[0] : undefined;
      const embedded = /\.tsx?$/.test(specifier)
        ? comment === undefined || comments.has(Buffer.from(comment).toString("latin1"))
        : executable.includes(source);
      assert.ok(embedded, `${specifier} is not embedded`);
    }
    const packages = new Set(
      graph.modules.filter(({ kind, specifier }) => kind === "npm" || specifier.startsWith("npm:")).map((
        { specifier },
      ) => /npm:\/?(@?[^@]+)/.exec(specifier)?.[1]),
    );
    for (const name of packages) if (name) assert.ok(executable.includes(name), `${name} is not embedded`);
    for (const tool of ["playwright-core"]) {
      assert.ok(!executable.includes(`${tool}/package.json`), `${tool} is for tests alone`);
    }
  }));

Deno.test("compile says in one line that denort is not to be had", async () => {
  const { code, stderr } = await run(
    [
      "run",
      "--no-prompt",
      "--allow-read",
      "--allow-write",
      "--allow-run",
      "--allow-env",
      "tools/compile.ts",
      "--target",
      "arm64",
    ],
    { DENORT_BIN: "" },
  );
  assert.equal(code, 1);
  assert.equal(stderr.trim().split("\n").length, 1, stderr);
  assert.match(stderr, /denort/);
});

/** An ELF file with the segments given, as [offset, address, file size, memory size]. */
function elf(...segments: [number, number, number, number][]): Uint8Array {
  const file = new Uint8Array(Math.max(...segments.map(([offset, , size]) => offset + size)));
  const view = new DataView(file.buffer);
  view.setUint32(0, 0x7f454c46);
  file.set([2, 1], 4);
  view.setBigUint64(32, 64n, true);
  view.setUint16(54, 56, true);
  view.setUint16(56, segments.length, true);
  segments.forEach(([offset, address, size, memory], i) => {
    const at = 64 + i * 56;
    view.setUint32(at, 1, true);
    [offset, address, address, size, memory].forEach((value, j) =>
      view.setBigUint64(at + 8 + j * 8, BigInt(value), true)
    );
  });
  return file;
}

Deno.test("a base is padded past its highest segment, and shared pages are found", () => {
  const base = elf([0, 0, 5000, 5000], [5000, 70_536, 1000, 140_000]);
  const whole = padded(base);
  assert.equal(whole.length % PAGE, 0);
  assert.ok(whole.length >= 70_536 + 140_000);
  assert.deepEqual(whole.subarray(0, base.length), base);
  assert.deepEqual(loadSegments(whole), loadSegments(base));
  // A segment appended right behind the file, but in memory upon the last one's page: 16 KiB kernels map one over the other.
  const bad = elf([0, 0, 5000, 5000], [5000, 70_536, 1000, 140_000], [6000, 210_600, 4000, 4000]);
  assert.equal(clashes(bad, 16_384).length, 1);
  assert.deepEqual(clashes(elf([0, 0, 5000, 5000], [PAGE, PAGE, 4000, 4000]), 16_384), []);
  assert.throws(() => loadSegments(new Uint8Array(64)), /ELF/);
});
