/** Where things lie on a host, below `root` (`/`, or the mounted card of another host). */
import { join } from "node:path";
import type { Owner } from "../base/mod.ts";

export interface Host {
  root: string;
  /** Folder of every version. */
  opt: string;
  /** Link to the version that runs. */
  current: string;
  /** Link to the version that ran before, while an upgrade is not finished. */
  before: string;
  /** Says that an upgrade is not finished. */
  unfinished: string;
  dataDir: string;
  units: string;
}

/** Where everything lies below `root`. */
export const hostAt = (root: string): Host => ({
  root,
  opt: join(root, "opt"),
  current: join(root, "opt/service-gateway"),
  before: join(root, "opt/service-gateway-before"),
  unfinished: join(root, "opt/service-gateway-upgrade.json"),
  dataDir: join(root, "var/lib/service-gateway"),
  units: join(root, "etc/systemd/system"),
});

/** Lets a link lead elsewhere, in one step: it is never missing. */
export function linkTo(link: string, target: string): void {
  const fresh = `${link}.new`;
  removeAll(fresh);
  Deno.symlinkSync(target, fresh);
  Deno.renameSync(fresh, link);
}

/** Where a link leads; `undefined` where there is none. */
export function linked(link: string): string | undefined {
  try {
    return Deno.realPathSync(link);
  } catch {
    return undefined;
  }
}

/** Removes what may not be there. */
export function removeAll(path: string): void {
  try {
    Deno.removeSync(path, { recursive: true });
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}

/** Runs a program to its end, as another user where one is given; gives what it said where it failed, else `undefined`. */
export function failed(
  program: string,
  args: string[],
  env: Record<string, string> = {},
  user?: Owner,
): string | undefined {
  const { success, stdout, stderr } = new Deno.Command(program, {
    args,
    env,
    ...user,
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).outputSync();
  if (success) return undefined;
  const said = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes).trim()).join("\n").trim();
  return said.split("\n").at(-1) || `${program} ${args[0] ?? ""} failed`;
}
