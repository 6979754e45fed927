/** A bundle is what its signature says: every byte, name and mode of it, nothing more, nothing less. */
import assert from "node:assert/strict";
import { dirname, join } from "node:path";
import { checkBundle, MANIFEST_FILE, signBundle } from "../../src/release/manifest.ts";
import { signDocument } from "../../src/wire/mod.ts";
import { withFolder } from "../kit/server.ts";
import { KEY } from "./host.ts";

const ABOUT = { version: "9.9.9", target: "x64" } as const;

/** A small bundle, signed. */
function bundle(folder: string): void {
  Deno.mkdirSync(join(folder, "bin"));
  Deno.writeTextFileSync(join(folder, "bin/run"), "#!/bin/sh\n");
  Deno.chmodSync(join(folder, "bin/run"), 0o755);
  Deno.writeTextFileSync(join(folder, "README.md"), "read me");
  Deno.writeTextFileSync(join(folder, "empty"), "");
  signBundle(folder, ABOUT, KEY);
}

function put(folder: string, path: string): void {
  Deno.mkdirSync(dirname(join(folder, path)), { recursive: true });
  Deno.writeTextFileSync(join(folder, path), "");
}
const fill = (folder: string, count: number) =>
  Array.from({ length: count }, (_, at) => put(folder, String(at)));

Deno.test("a signed bundle is good as it is, signed anew too", () =>
  withFolder((folder) => {
    bundle(folder);
    signBundle(folder, ABOUT, KEY);
    const { version, target, files } = checkBundle(folder, KEY.publicKey);
    assert.deepEqual({ version, target }, ABOUT);
    assert.deepEqual(files.map(({ path, bytes, executable }) => [path, bytes, executable]), [
      ["README.md", 7, false],
      ["bin/run", 10, true],
      ["empty", 0, false],
    ]);
    return Promise.resolve();
  }));

Deno.test("whatever differs from the manifest is refused, by name; so is a manifest that was touched", async () => {
  const manifest = (change: (text: string) => string) => (folder: string) => {
    const path = join(folder, MANIFEST_FILE), text = Deno.readTextFileSync(path);
    assert.notEqual(change(text), text);
    Deno.writeTextFileSync(path, change(text));
  };
  const cases: [string, RegExp, (folder: string) => void][] = [
    ["other bytes", /README\.md of the/, (at) => Deno.writeTextFileSync(join(at, "README.md"), "read ME")],
    ["one gone", /empty of the/, (at) => Deno.removeSync(join(at, "empty"))],
    ["one more", /bin\/more of the/, (at) => Deno.writeTextFileSync(join(at, "bin/more"), "")],
    ["may run now", /README\.md of the/, (at) => Deno.chmodSync(join(at, "README.md"), 0o755)],
    ["may not run", /bin\/run of the/, (at) => Deno.chmodSync(join(at, "bin/run"), 0o644)],
    ["a link", /link is no plain file/, (at) => Deno.symlinkSync("README.md", join(at, "link"))],
    ["no manifest", /it is not signed/, (at) => Deno.removeSync(join(at, MANIFEST_FILE))],
    ["no JSON", /it is not signed/, manifest((text) => text.slice(1))],
    ["another version", /signed with the key/, manifest((text) => text.replace("9.9.9", "9.9.8"))],
    ["no such version", /it is not signed/, manifest((text) => text.replace("9.9.9", "9.9"))],
    ["another mode", /signed with the key/, manifest((text) => text.replace("true", "false"))],
    ["another key's", /signed with the key/, manifest((text) => text.replace(KEY.publicKey, "B".repeat(43)))],
  ];
  for (const [name, why, change] of cases) {
    await withFolder((folder) => {
      bundle(folder);
      change(folder);
      assert.throws(
        () => checkBundle(folder, KEY.publicKey),
        (error: Error) => why.test(error.message),
        name,
      );
      return Promise.resolve();
    });
  }
  await withFolder((folder) => {
    bundle(folder);
    assert.throws(() => checkBundle(folder, "B".repeat(43)), /signed with the key/);
    assert.throws(() => signBundle(folder, { ...ABOUT, version: "next" }, KEY));
    return Promise.resolve();
  });
});

Deno.test("a bundle holds two hundred files, in folders up to three deep, with names of 80 characters", async () => {
  const name = "n".repeat(80);
  const cases: [string, boolean, (folder: string) => void][] = [
    ["200 files", true, (at) => fill(at, 200)],
    ["201 files", false, (at) => fill(at, 201)],
    ["a name of 80 characters", true, (at) => put(at, name)],
    ["three folders", true, (at) => put(at, `a/b/${name}/${name}`)],
    ["four folders", false, (at) => put(at, "a/b/c/d/e")],
    ["a longer name", false, (at) => put(at, `${name}n`)],
    ["a longer name in a folder", false, (at) => put(at, `a/${name}n`)],
    ["a name with a space", false, (at) => put(at, "a b")],
  ];
  for (const [what, good, make] of cases) {
    await withFolder((folder) => {
      make(folder);
      if (good) {
        signBundle(folder, ABOUT, KEY);
        assert.ok(checkBundle(folder, KEY.publicKey).files.length > 0, what);
      } else {
        assert.throws(() => signBundle(folder, ABOUT, KEY), what);
        assert.throws(() => Deno.statSync(join(folder, MANIFEST_FILE)), Deno.errors.NotFound, what);
      }
      return Promise.resolve();
    });
  }
});

Deno.test("the right to run is the owner's; a manifest that names another key is not signed with this one", () =>
  withFolder((folder) => {
    put(folder, "mine");
    put(folder, "others");
    Deno.chmodSync(join(folder, "mine"), 0o744);
    Deno.chmodSync(join(folder, "others"), 0o655);
    signBundle(folder, ABOUT, KEY);
    const { files, sig: _, ...about } = checkBundle(folder, KEY.publicKey);
    assert.deepEqual(files.map(({ executable }) => executable), [true, false]);
    const document = { ...about, files, key: "B".repeat(43) };
    Deno.writeTextFileSync(
      join(folder, MANIFEST_FILE),
      JSON.stringify({ ...document, sig: signDocument("svc-rel/1", document, KEY) }),
    );
    assert.throws(() => checkBundle(folder, KEY.publicKey), /signed with the key/);
    return Promise.resolve();
  }));
