/** Where things lie on a host, below `root` (`/`, or the mounted card of another host). */
import { isAbsolute, join, relative } from "node:path";
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

/** Where a link leads; `undefined` where there is none. One that `install --root` made is meant below `root`. */
export function linked(link: string, root = "/"): string | undefined {
  try {
    const target = Deno.readLinkSync(link);
    if (!isAbsolute(target)) return Deno.realPathSync(link);
    return Deno.realPathSync(target.startsWith(join(root, "/")) ? target : join(root, target));
  } catch {
    return undefined;
  }
}

/** A path below `root` as the links of that host write it: as the host itself calls it, where `install --root` made them. */
export function asWritten({ root, current }: Pick<Host, "root" | "current">, path: string): string {
  const now = Deno.readLinkSync(current);
  return root !== "/" && isAbsolute(now) && !now.startsWith(join(root, "/"))
    ? join("/", relative(root, path))
    : path;
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
