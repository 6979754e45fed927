/** Which source this program was made from: configured, or read from the checkout that it runs in. */
import { join, resolve } from "node:path";
import manifest from "../../deno.json" with { type: "json" };
import { type Settings, SOURCE_COMMIT, SOURCE_TAG } from "../settings/mod.ts";
import type { SourceInfo } from "../web/mod.ts";

/** What HEAD says, and the folder of the refs. A linked worktree has a file in the place of `.git`, and its refs elsewhere. */
function gitFolders(root: string): { head: string; refs: string } {
  const git = join(root, ".git");
  if (!Deno.statSync(git).isFile) return { head: Deno.readTextFileSync(join(git, "HEAD")).trim(), refs: git };
  const linked = resolve(root, Deno.readTextFileSync(git).replace(/^gitdir:/, "").trim());
  const common = Deno.readTextFileSync(join(linked, "commondir")).trim();
  return { head: Deno.readTextFileSync(join(linked, "HEAD")).trim(), refs: resolve(linked, common) };
}

/** Commit of the checkout around the program, if it runs in one. */
function checkedOut(): string | null {
  try {
    const { head, refs } = gitFolders(join(import.meta.dirname!, "..", ".."));
    const ref = /^ref: (\S+)$/.exec(head)?.[1];
    if (!ref) return head;
    try {
      return Deno.readTextFileSync(join(refs, ref)).trim();
    } catch {
      const packed = Deno.readTextFileSync(join(refs, "packed-refs"));
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
