/**
 * The program's own registry: a list of tools, their manifests and scripts, made and signed by each build, whose key is pinned
 * here. A checkout that was not built has an empty list under no key.
 */
import { utf8 } from "../base/mod.ts";

const built = await import("../../dist/app/tool_key.ts").catch(() => undefined);

export const BUILTIN = {
  id: "builtin",
  spec: "builtin",
  url: "/api/tools/registries/builtin/file",
  authority: built?.TOOL_KEY ?? "",
  label: "Service Gateway",
};

/** A file of the set by its name, without one the list; `undefined` where there is none. Read when somebody first asks. */
export async function readFile(name = "registry.json"): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const set = (await import("../../dist/app/tool_set.ts").catch(() => undefined))?.TOOL_SET;
  if (!set) return name === "registry.json" ? utf8(EMPTY) : undefined;
  return Object.hasOwn(set, name) ? utf8(set[name]!) : undefined;
}
const EMPTY = JSON.stringify({ format: 1, entries: [], authority: "", sig: "" });
