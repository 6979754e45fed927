/**
 * `deno task bundle [--target x64|arm64] [--unpacked | --deb]`: a tarball in `dist/` that runs where nothing is installed: the Deno
 * runtime from npm, the program as one script, the receiver box as another, a launcher and a systemd unit. With
 * `--unpacked` the folder alone, with `--deb` a Debian package.
 */
import { join } from "node:path";
import { SERVICE_UNIT } from "../src/release/units.ts";
import { debOf } from "./bundle/deb.ts";
import { LEFT_OUT } from "./bundle/libraries.ts";
import { ASIDE, slim, slimServer, writeAside } from "./bundle/slim.ts";
import { checksumOf, MIGRATIONS } from "../src/db/mod.ts";
import { signBundle } from "../src/release/mod.ts";
import { readSigningKey } from "../src/wire/mod.ts";
import {
  ALLOCATOR,
  BOX_V8_FLAGS,
  commit,
  DENO_VERSION,
  DIST,
  fail,
  PERMISSIONS,
  ROOT,
  sh,
  targetOf,
  TARGETS,
  V8_FLAGS,
  VERSION,
} from "./release.ts";

const target = targetOf(Deno.args);
const name = `service-gateway-${VERSION}-linux-${target}`;
const folder = join(DIST, name);
try {
  Deno.removeSync(folder, { recursive: true });
} catch (error) {
  if (!(error instanceof Deno.errors.NotFound)) throw error;
}
Deno.mkdirSync(join(folder, "bin"), { recursive: true });

/** The runtime: this very one where it fits, else from the npm registry. */
async function runtime(to: string): Promise<void> {
  const { arch, npm } = TARGETS[target];
  if (Deno.build.arch === arch && Deno.version.deno === DENO_VERSION) {
    return Deno.copyFileSync(Deno.execPath(), to);
  }
  const packed = await sh("npm", ["pack", "--silent", `${npm}@${DENO_VERSION}`, "--pack-destination", DIST]);
  const tarball = join(DIST, packed.split("\n").at(-1)!);
  await sh("tar", ["-xzf", tarball, "-C", DIST, "package/deno"]);
  Deno.renameSync(join(DIST, "package", "deno"), to);
}

/** What other programs it may run by itself. */
const RUN = PERMISSIONS.find((one) => one.startsWith("--allow-run"))!;

const launcher = `#!/bin/sh
# Service Gateway ${VERSION}. All arguments go to the program: see service-gateway --help.
file=$0
# Each program that is run for it takes a millisecond of a start.
[ ! -L "$file" ] || file=$(readlink -f "$file")
case "$file" in */*) here=\${file%/*} ;; *) here=. ;; esac
here=$(cd -P "$here" && pwd)
# What lays the service down and changes its version runs the service manager and the new version: those commands alone.
case "$1" in
  install | uninstall | upgrade) may=--allow-run ;;
  restore) may=${RUN},litestream ;;
  *) may=${RUN} ;;
esac
export DENO_NO_UPDATE_CHECK=1 ${ALLOCATOR} SOURCE_COMMIT="\${SOURCE_COMMIT:-${await commit()}}"
# A receiver box runs on small hosts: it loads nothing of the server, and what stays running nothing of the command line.
case " $* " in *" --help "* | *" -h "*) run=box.js ;; *) run=box_run.js ;; esac
case "$1 $2" in
"box run") script=$run flags="--unstable-net --no-code-cache ${BOX_V8_FLAGS}" ;;
"box "*) script=box.js flags=--v8-flags=--max-semi-space-size=1 ;;
*) script=gateway.js flags=${V8_FLAGS} ;;
esac
exec "$here/bin/deno" run --no-prompt --no-config --no-lock --no-remote --no-npm --unstable-cron $flags \\
  ${PERMISSIONS.filter((one) => one !== RUN).join(" ")} $may "$here/$script" "$@"
`;

/** Where the pieces of the server's program lie until they are its scripts. */
const pieces = `${folder}.pieces`;

/** Writes what is known by now in the place of what stands for it in one of the pieces; it has to be there once. */
function writeInto(placeholder: string, known: string): void {
  const all = [...Deno.readDirSync(pieces)].map(({ name }) => join(pieces, name));
  const found = all.filter((path) => Deno.readTextFileSync(path).includes(placeholder));
  if (found.length !== 1) fail(`${found.length} pieces have ${placeholder}`);
  Deno.writeTextFileSync(
    found[0]!,
    Deno.readTextFileSync(found[0]!).replace(placeholder, () => known),
  );
}

const aside = ASIDE.flatMap((path) => ["--external", `*/${path}`]);
const bundle = (entry: string, ...args: string[]) =>
  sh(Deno.execPath(), ["bundle", "--quiet", "--frozen", ...aside, ...args, `tools/bundle/${entry}`], {
    cwd: ROOT,
  });
await bundle("gateway_entry.ts", ...LEFT_OUT, "--code-splitting", "--outdir", pieces);
for (const box of ["box", "box_run"]) {
  await bundle(`${box}_entry.ts`, "--output", join(folder, `${box}.js`));
}
// Whoever has this bundle takes upgrades that are signed with the same key.
const keyFile = Deno.env.get("RELEASE_KEY");
const signing = keyFile === undefined ? undefined : readSigningKey(Deno.readTextFileSync(keyFile).trim());
if (keyFile !== undefined && !signing) {
  fail(`RELEASE_KEY takes a file made by \`main.ts release key\`, not ${keyFile}`);
}
const checksums = Object.fromEntries(MIGRATIONS.map(({ name, sql }) => [name, checksumOf(sql)]));
writeInto('"migration-checksums:none"', JSON.stringify(JSON.stringify(checksums)));
if (signing) writeInto("release-key:none", signing.publicKey);
await slimServer(folder, pieces);
Deno.removeSync(pieces, { recursive: true });
for (const script of ["box", "box_run"]) await slim(folder, script);
await writeAside(folder);
await runtime(join(folder, "bin", "deno"));
Deno.chmodSync(join(folder, "bin", "deno"), 0o755);
Deno.writeTextFileSync(join(folder, "service-gateway"), launcher, { mode: 0o755 });
Deno.writeTextFileSync(join(folder, "service-gateway.service"), SERVICE_UNIT);
for (const file of ["README.md", "LICENSE"]) Deno.copyFileSync(join(ROOT, file), join(folder, file));
if (signing) signBundle(folder, { version: VERSION, target }, signing);
if (Deno.args.includes("--unpacked")) {
  console.log(folder);
  Deno.exit();
}
if (Deno.args.includes("--deb")) {
  console.log(await debOf(folder, target));
  Deno.exit();
}
await sh("tar", ["-czf", `${folder}.tar.gz`, "-C", DIST, name]);
console.log(`${folder}.tar.gz (${(Deno.statSync(`${folder}.tar.gz`).size / 1e6).toFixed(1)} MB)`);
