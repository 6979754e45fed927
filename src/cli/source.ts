/** Which source this program was made from: configured, or read from the checkout that it runs in. */
import { join } from "node:path";
import manifest from "../../deno.json" with { type: "json" };
import { type Settings, SOURCE_COMMIT, SOURCE_TAG } from "../settings/mod.ts";
import type { SourceInfo } from "../web/mod.ts";

/** Commit of the checkout around the program, if it runs in one. */
function checkedOut(): string | null {
  try {
    const git = join(import.meta.dirname!, "..", "..", ".git");
    const head = Deno.readTextFileSync(join(git, "HEAD")).trim();
    const ref = /^ref: (\S+)$/.exec(head)?.[1];
    if (!ref) return head;
    try {
      return Deno.readTextFileSync(join(git, ref)).trim();
    } catch {
      const packed = Deno.readTextFileSync(join(git, "packed-refs"));
      return packed.split("\n").find((line) => line.endsWith(` ${ref}`))?.split(" ")[0] ?? null;
    }
  } catch {
    return null; // compiled, bundled or unpacked from an archive
  }
}

export function sourceInfo(settings: Settings): SourceInfo {
  return {
    version: manifest.version,
    commit: settings.get(SOURCE_COMMIT) ?? checkedOut(),
    tag: settings.get(SOURCE_TAG) ?? null,
  };
}
