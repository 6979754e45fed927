/** Lays the service down on a host, and takes it away again; the data stay. */
import { lchownSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { asOwner, failures, ownerOf } from "../base/mod.ts";
import { failed, type Host, linkTo, removeAll } from "./host.ts";
import { LAID_DOWN, SWITCHED_ON } from "./units.ts";

const installFailure = failures({
  not_root: "forbidden",
  no_bundle: "invalid",
  service_manager: "unavailable",
});

/** What a bundle's folder is called. */
const BUNDLE = /^service-gateway-[A-Za-z0-9.-]{1,60}$/;

function needRoot(): void {
  if (Deno.uid() !== 0) throw installFailure.not_root();
}

function manager(...args: string[]): void {
  const why = failed(args[0]!, args.slice(1));
  if (why !== undefined) throw installFailure.service_manager({}, `${args.join(" ")}: ${why}`);
}

/** Whether a service manager runs: none does in a container, nor while an image is made. */
function isManaged(): boolean {
  try {
    return Deno.statSync("/run/systemd/system").isDirectory;
  } catch {
    return false;
  }
}

function copyTree(from: string, to: string): void {
  Deno.mkdirSync(to, { recursive: true });
  Deno.chmodSync(to, 0o755); // the service's user enters it, whatever root's umask
  for (const { name, isDirectory } of Deno.readDirSync(from)) {
    if (isDirectory) copyTree(join(from, name), join(to, name));
    else Deno.copyFileSync(join(from, name), join(to, name));
  }
}

/** User and group of the service by the host's own list. */
function serviceUser({ root }: Host): { uid: number; gid: number } | undefined {
  try {
    const line = Deno.readTextFileSync(join(root, "etc/passwd")).split("\n").find((one) =>
      one.startsWith("service-gateway:")
    );
    const [, , uid, gid] = line?.split(":") ?? [];
    return uid === undefined || gid === undefined ? undefined : { uid: Number(uid), gid: Number(gid) };
  } catch {
    return undefined;
  }
}

/** Gives a folder and all in it to the service. Links, and files that have another name elsewhere, are left alone. */
function giveAll(path: string, user: { uid: number; gid: number }): void {
  const info = Deno.lstatSync(path);
  if (info.isSymlink || (info.isFile && info.nlink !== 1)) return;
  if (info.isDirectory) {
    lchownSync(path, 0, 0); // whoever had it lays nothing into it meanwhile
    for (const { name } of Deno.readDirSync(path)) giveAll(join(path, name), user);
  }
  lchownSync(path, user.uid, user.gid);
}

interface InstallParts {
  host: Host;
  /** Folder of the unpacked bundle that this program runs in. */
  bundle: string | undefined;
  /** Makes the env file in the data folder. */
  setUp(dataDir: string): void;
  say(line: string): void;
}

/** Lays everything down, for the host that runs (`/`) with its service manager; for a mounted one, and where none runs, without. */
export async function install({ host, bundle, setUp, say }: InstallParts): Promise<void> {
  needRoot();
  if (bundle === undefined || !BUNDLE.test(basename(bundle))) throw installFailure.no_bundle();
  const here = host.root === "/" && isManaged();
  const home = join(host.opt, basename(bundle));
  if (home !== bundle) {
    const incoming = join(host.opt, ".service-gateway-incoming");
    removeAll(incoming);
    copyTree(bundle, incoming);
    removeAll(home);
    Deno.renameSync(incoming, home);
  }
  // A mounted card has another root: the link leads where it will lead there.
  linkTo(host.current, join("/opt", basename(bundle)));
  for (const [path, { text, mode }] of Object.entries(LAID_DOWN)) {
    const target = join(host.root, path);
    Deno.mkdirSync(dirname(target), { recursive: true });
    Deno.writeTextFileSync(target, text);
    Deno.chmodSync(target, mode);
  }
  await asOwner(host.dataDir, () => {
    setUp(host.dataDir);
    Deno.chmodSync(host.dataDir, 0o700);
  });
  if (here) manager("systemd-sysusers", "service-gateway.conf");
  const user = serviceUser(host);
  // What the service has already it made itself, and it may have laid anything beside that.
  if (user && ownerOf(host.dataDir)?.uid !== user.uid) giveAll(Deno.realPathSync(host.dataDir), user);
  if (here) {
    manager("systemctl", "daemon-reload");
    manager("systemctl", "enable", "--now", ...SWITCHED_ON.map(([unit]) => unit));
  } else {
    for (const [unit, target] of SWITCHED_ON) {
      Deno.mkdirSync(join(host.units, target), { recursive: true });
      linkTo(join(host.units, target, unit), `/etc/systemd/system/${unit}`);
    }
  }
  say(`Installed ${basename(bundle)} in ${host.opt}; its data lie in ${host.dataDir}.`);
}

/** Folders of versions that lie on the host. */
function versionsIn({ opt }: Host): string[] {
  try {
    return [...Deno.readDirSync(opt)].filter(({ name, isDirectory }) => isDirectory && BUNDLE.test(name))
      .map(({ name }) => name);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return [];
    throw error;
  }
}

/** Stops the service and takes away all but its data, its user, and the versions that others put beside it. */
export function uninstall({ host, say }: Pick<InstallParts, "host" | "say">): void {
  needRoot();
  const here = host.root === "/" && isManaged();
  if (here) {
    for (const [unit] of SWITCHED_ON) failed("systemctl", ["disable", "--now", unit]);
  }
  for (const [unit, target] of SWITCHED_ON) removeAll(join(host.units, target, unit));
  for (const path of Object.keys(LAID_DOWN)) removeAll(join(host.root, path));
  for (const path of [host.current, host.before, host.unfinished]) removeAll(path);
  for (const name of versionsIn(host)) removeAll(join(host.opt, name));
  if (here) failed("systemctl", ["daemon-reload"]);
  say(`Taken away. The data are still in ${host.dataDir}; remove them yourself if nobody needs them.`);
}
