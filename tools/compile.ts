/**
 * `deno task compile [--target x64|arm64]`: one executable in `dist/`, with every module, page and migration inside. The
 * base (denort) comes from DENORT_BIN, from Deno's cache, or from Deno's own host.
 */
import { join } from "node:path";
import { clashes, padded } from "./elf.ts";
import { commit, DIST, fail, ROOT, targetOf, TARGETS, V8_FLAGS, VERSION } from "./release.ts";

const target = targetOf(Deno.args);
const { triple } = TARGETS[target];
const output = join(DIST, `service-gateway-${VERSION}-${target}`);
Deno.mkdirSync(DIST, { recursive: true });

/** The base for arm64, padded: see elf.ts. */
function paddedBase(path: string): string {
  const copy = join(DIST, `denort-${target}`);
  Deno.writeFileSync(copy, padded(Deno.readFileSync(path)), { mode: 0o755 });
  return copy;
}

const given = Deno.env.get("DENORT_BIN");
const env: Record<string, string> = { DENO_NO_UPDATE_CHECK: "1" };
if (given) env.DENORT_BIN = target === "arm64" ? paddedBase(given) : given;
else if (target === "arm64") {
  fail(
    "compile for arm64 takes DENORT_BIN, the path of denort for aarch64-unknown-linux-gnu, since it has to be padded first",
  );
}

const buildEnv = join(DIST, "build.env");
Deno.writeTextFileSync(buildEnv, `SOURCE_COMMIT="${await commit()}"\nDENO_NO_UPDATE_CHECK="1"\n`);

const args = [
  "compile",
  "-P",
  "--no-prompt",
  "--frozen",
  "--exclude-unused-npm",
  V8_FLAGS,
  `--env-file=${buildEnv}`,
  "--target",
  triple,
  "--output",
  output,
  "main.ts",
];
const { success, stderr } = await new Deno.Command(Deno.execPath(), {
  args,
  cwd: ROOT,
  env,
  stdout: "null",
  stderr: "piped",
}).output();
const said = new TextDecoder().decode(stderr);
if (!success) {
  if (/denort|dl\.deno\.land|error sending request|Connect|dns/i.test(said)) {
    fail(
      "compile needs denort: neither DENORT_BIN nor Deno's host (dl.deno.land) gave it. `deno task bundle` needs neither",
    );
  }
  fail(said.trim());
}
const made = Deno.readFileSync(output);
const amiss = target === "arm64" ? clashes(made) : [];
if (amiss.length > 0) fail(`the result would crash on 16 KiB-page kernels: ${amiss.join("; ")}`);
console.log(`${output} (${(made.length / 1e6).toFixed(1)} MB)`);
