/**
 * The service manager itself: Debian's systemd as process 1 of namespaces of its own, over a copy of this host's files that
 * is gone with it. What it starts sees the real network, so that a test can ask it.
 */
import { program } from "./test_data.ts";

const SYSTEMD = "/lib/systemd/systemd";

/**
 * Whether to leave a test out: no systemd, or a user who may not give it namespaces and a root of its own. A right cannot be
 * installed, so that the test is reported as ignored and every container passes without it.
 */
export function withoutSystemd(): boolean {
  const unshare = program("unshare");
  const there = Deno.uid() === 0 && unshare !== undefined && program(SYSTEMD) !== undefined &&
    new Deno.Command(unshare, {
      args: ["--mount", "--pid", "--fork", "--cgroup", "--ipc", "mount", "-t", "tmpfs", "tmpfs", "/mnt"],
      stdout: "null",
      stderr: "null",
    }).outputSync().success;
  if (!there) console.log("ignored: systemd is not here, or this user may not start it in namespaces");
  return !there;
}

/** What it finds beside this host's files, by paths from the root: files, and folders of this host that lie elsewhere. */
interface Given {
  files: Readonly<Record<string, { text: string; mode: number }>>;
  folders: Readonly<Record<string, string>>;
  /** Whom it knows beside this host's users. */
  users: readonly string[];
}

const boot = (folder: string, unit: string, { folders, users }: Given): string =>
  `set -e
mount --make-rprivate /
R=${folder}/root
mkdir -p $R ${folder}/over
mount -t tmpfs tmpfs ${folder}/over
mkdir ${folder}/over/up ${folder}/over/work
mount -t overlay overlay -o lowerdir=/,upperdir=${folder}/over/up,workdir=${folder}/over/work $R
cp -a ${folder}/files/. $R/
mount -t proc proc $R/proc
mount --rbind /sys $R/sys
mount --rbind /dev $R/dev
mount -t tmpfs tmpfs $R/run
${users.map((name) => `chroot $R useradd --system --user-group --no-create-home ${name}`).join("\n")}
mkdir -p ${folder}/log
${
    Object.entries({ ...folders, mnt: `${folder}/log` }).map(([to, from]) =>
      `mkdir -p $R/${to}\nmount --bind ${from} $R/${to}`
    ).join("\n")
  }
exec chroot $R env -i container=unshare PATH=/usr/sbin:/usr/bin:/sbin:/bin ${SYSTEMD} --system --unit=${unit}
`;

export interface Manager {
  /** What the service wrote into /mnt/<name>. */
  wrote(name: string): string;
  /** Ends it with all that it started. */
  stop(): Promise<void>;
}

/** Starts it on one unit. */
export async function startSystemd(folder: string, unit: string, given: Given): Promise<Manager> {
  for (const [path, { text, mode }] of Object.entries(given.files)) {
    const whole = `${folder}/files/${path}`;
    await Deno.mkdir(whole.slice(0, whole.lastIndexOf("/")), { recursive: true });
    await Deno.writeTextFile(whole, text, { mode });
  }
  await Deno.writeTextFile(`${folder}/boot.sh`, boot(folder, unit, given));
  const child = new Deno.Command(program("unshare")!, {
    args: ["--mount", "--pid", "--fork", "--kill-child", "--cgroup", "--ipc", "sh", `${folder}/boot.sh`],
    stdin: "null",
    stdout: "null",
    stderr: "inherit",
  }).spawn();
  return {
    wrote(name) {
      try {
        return Deno.readTextFileSync(`${folder}/log/${name}`);
      } catch {
        return "";
      }
    },
    async stop() {
      // The first process of the namespace takes all others along.
      child.kill("SIGKILL");
      await child.status;
    },
  };
}
