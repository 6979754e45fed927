/** How far a tool's author is known, and whether an installed tool may start again. Pure. */
import type { Manifest, Refusal } from "./manifest.ts";
import { sameKey } from "./signature.ts";
import { isPermission, isToolName, type Permission } from "../run/shapes.ts";

/** A tool as the account's preferences record it. */
export interface Installed {
  name: string;
  /** Address of its manifest. */
  at: string;
  /** The author's key; none for a tool that comes with the program, whose key is that of each build. */
  key?: string;
  may: Permission[];
  /** The origins that it was allowed to ask. */
  connect?: string[];
  /** Stations that connect may run commands of it. */
  remote?: true;
  on: boolean;
  /** Its page is in the menu of the tools. */
  pin?: boolean;
}
/** Most tools that an account has. */
export const INSTALLED_MOST = 30;

export type Trust = "listed" | "known" | "new";

/** The recorded tools; what is none is left out. */
export function installedIn(prefs: unknown): Installed[] {
  const seen = new Set<string>();
  return (Array.isArray(prefs) ? prefs : []).slice(0, INSTALLED_MOST).filter((one): one is Installed => {
    const fits = typeof one === "object" && one !== null && isToolName(one.name) &&
      typeof one.at === "string" &&
      Array.isArray(one.may) && one.may.every(isPermission) && typeof one.on === "boolean" &&
      (one.key === undefined || typeof one.key === "string") && !seen.has(one.name) &&
      (one.connect === undefined ||
        Array.isArray(one.connect) && one.connect.every((at: unknown) => typeof at === "string"));
    if (fits) seen.add(one.name);
    return fits;
  });
}

/** Whether a tool may be installed over what is there: its author's trust, or why not. `listed`: the key that its list names. */
export function trustOf(
  manifest: Manifest,
  at: string,
  { installed, listed }: { installed: readonly Installed[]; listed?: string | undefined },
): Trust | { refused: Refusal } {
  const there = installed.find(({ name }) => name === manifest.name);
  if (there && there.at !== at) return { refused: "name_taken" };
  if (there?.key !== undefined && !sameKey(there.key, manifest.pubkey)) return { refused: "key_changed" };
  if (listed !== undefined) return sameKey(listed, manifest.pubkey) ? "listed" : { refused: "key_changed" };
  return installed.some(({ key }) => key !== undefined && sameKey(key, manifest.pubkey)) ? "known" : "new";
}

/** Why an installed tool does not start with this manifest; `undefined` where it does. */
export function startRefusal(tool: Installed, manifest: Manifest): Refusal | undefined {
  if (manifest.name !== tool.name) return "bad_name";
  if (tool.key !== undefined && !sameKey(tool.key, manifest.pubkey)) return "key_changed";
  const more = beyond(manifest, tool);
  return more.may.length > 0 || more.connect.length > 0 || more.remote ? "more_permissions" : undefined;
}

/** What a manifest asks for beyond what was allowed; of a tool that is not there yet, all of it. */
export const beyond = (
  { permissions, connect, remote }: Manifest,
  allowed?: Pick<Installed, "may" | "connect" | "remote">,
) => ({
  may: permissions.filter((one) => !allowed?.may.includes(one)),
  connect: connect.filter((one) => !allowed?.connect?.includes(one)),
  remote: remote && allowed?.remote !== true,
});
