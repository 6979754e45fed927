/** What `compile` and `bundle` share: targets, the commit, the flags that the program runs with. */
import { join } from "node:path";
import manifest from "../deno.json" with { type: "json" };

export const ROOT = new URL("../", import.meta.url).pathname;
/** Where what is made goes; tests have a folder of their own. */
export const DIST = Deno.env.get("DIST") ?? join(ROOT, "dist");
/** The runtime that is shipped, from the npm package `deno`. */
export const DENO_VERSION = "2.9.5";
export const VERSION = manifest.version;

export const TARGETS = {
  x64: { triple: "x86_64-unknown-linux-gnu", npm: "@deno/linux-x64-glibc", arch: "x86_64" },
  arm64: { triple: "aarch64-unknown-linux-gnu", npm: "@deno/linux-arm64-glibc", arch: "aarch64" },
} as const;
export type Target = keyof typeof TARGETS;

/** `--target x64|arm64` of the arguments; this machine's without. */
export function targetOf(args: readonly string[]): Target {
  const at = args.indexOf("--target");
  const named = at < 0 ? (Deno.build.arch === "aarch64" ? "arm64" : "x64") : args[at + 1];
  const found = Object.entries(TARGETS).find(([name, { triple }]) => name === named || triple === named);
  if (!found) {
    fail(
      `--target takes ${
        Object.entries(TARGETS).map(([name, { triple }]) => `${name} (${triple})`).join(" or ")
      }`,
    );
  }
  return found[0] as Target;
}

export function fail(line: string): never {
  console.error(line);
  Deno.exit(1);
}

/** Runs a program to its end; ends this one in a line when it fails. */
export async function sh(
  program: string,
  args: string[],
  options: { cwd?: string; env?: Record<string, string> } = {},
): Promise<string> {
  const { success, stdout, stderr } = await new Deno.Command(program, {
    args,
    ...options,
    stdout: "piped",
    stderr: "piped",
  }).output();
  if (!success) {
    fail(
      `${program} ${args[0] ?? ""}: ${
        new TextDecoder().decode(stderr).trim().split("\n").slice(-3).join(" ")
      }`,
    );
  }
  return new TextDecoder().decode(stdout).trim();
}

/** Commit of the checkout, or "" outside one. */
export async function commit(): Promise<string> {
  const { success, stdout } = await new Deno.Command("git", {
    args: ["rev-parse", "HEAD"],
    cwd: ROOT,
    stderr: "null",
  }).output();
  return success ? new TextDecoder().decode(stdout).trim() : "";
}

/** Permissions of the program: everything but running others and foreign code. As `permissions` of deno.json. */
export const PERMISSIONS = [
  "--allow-read",
  "--allow-write",
  "--allow-net",
  "--allow-env",
  "--allow-sys",
  // A receiver box's serial lines: stty sets them, dd moves their bytes, ls lists their names. Its sound cards and sticks:
  // direwolf and rtl_fm, where they are installed.
  "--allow-run=stty,dd,ls,/usr/local/bin/direwolf,/usr/bin/direwolf,/usr/local/bin/rtl_fm,/usr/bin/rtl_fm",
];

/**
 * A small young generation: less memory on a Pi while it works, for a few percent of speed. At rest it shrinks anyway.
 * Compiled code that did not run between two full collections is dropped, since most of it served the start alone; it is
 * compiled again where it is wanted. By itself the runtime waits three minutes for that, and collects no more by then: so
 * the program collects, when nobody asks (`src/wiring/rest.ts`).
 */
export const V8_FLAGS =
  "--v8-flags=--expose-gc,--max-semi-space-size=8,--no-flush-code-based-on-time,--bytecode-old-age=2,--flush-baseline-code";
/**
 * Variables for the C library's allocator: one heap for all threads, from which free memory goes back to the system from
 * 64 KiB on. What the start freed would stay with the process otherwise.
 */
export const ALLOCATOR = "MALLOC_ARENA_MAX=1 MALLOC_TRIM_THRESHOLD_=65536 MALLOC_MMAP_THRESHOLD_=131072";
/**
 * A box keeps little and hurries never. The smallest young generation, no compiler beside the interpreter, collecting in
 * the thread that works, and an old generation that grows by a tenth at a time cost it two thirds of the memory that the
 * defaults do; a busy channel then takes about a twentieth of a core.
 */
export const BOX_V8_FLAGS =
  "--v8-flags=--max-semi-space-size=1,--optimize-for-size,--lite-mode,--single-threaded-gc,--heap-growing-percent=10";
