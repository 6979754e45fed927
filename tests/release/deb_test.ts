/**
 * The Debian package, put in, changed and taken away by dpkg itself: in namespaces of its own, over a copy of this host's
 * files that is gone with it, without a service manager and with one that writes down what it is told.
 */
import assert from "node:assert/strict";
import { join } from "node:path";
import { has } from "../kit/peers.ts";
import { ROOT, withFolder } from "../kit/server.ts";
import { VERSION } from "../../tools/release.ts";
import { target } from "./host.ts";

const ARCHITECTURE = { x64: "amd64", arm64: "arm64" }[target];
const NEWER = "99.0.0";
/** Well packed it takes minutes, which show nothing more. */
const PACKING = { DPKG_DEB_COMPRESSOR_TYPE: "gzip", DPKG_DEB_COMPRESSOR_LEVEL: "1" };

async function run(program: string, ...args: string[]): Promise<string> {
  const { success, stdout, stderr } = await new Deno.Command(program, {
    args,
    cwd: ROOT,
    env: PACKING,
  }).output();
  const said = new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr);
  assert.ok(success, `${program}: ${said}`);
  return said;
}

/** Makes the package of this checkout; gives its path. */
async function packageOnce(folder: string): Promise<string> {
  const args = ["run", "--no-prompt", "--allow-read", "--allow-write", "--allow-run", "--allow-env"];
  const { success, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [...args, "tools/bundle.ts", "--deb", "--target", target],
    cwd: ROOT,
    env: {
      DIST: join(folder, "dist"),
      ...PACKING,
      DEBFULLNAME: "A Club",
      DEBEMAIL: "club@example.org",
    },
  }).output();
  assert.ok(success, new TextDecoder().decode(stderr));
  return join(folder, "dist", `service-gateway_${VERSION}_${ARCHITECTURE}.deb`);
}

/** The same program as a package of a newer version. */
async function newer(folder: string, made: string): Promise<string> {
  const tree = join(folder, "tree"), name = (version: string) => `service-gateway-${version}-linux-${target}`;
  await run("dpkg-deb", "-R", made, tree);
  const home = join(tree, "usr/lib/service-gateway");
  await Deno.rename(join(home, name(VERSION)), join(home, name(NEWER)));
  for (const file of ["control", "postinst"]) {
    const path = join(tree, "DEBIAN", file);
    await Deno.writeTextFile(path, (await Deno.readTextFile(path)).replaceAll(VERSION, NEWER));
  }
  const file = join(folder, "newer.deb");
  await run("dpkg-deb", "--build", "--root-owner-group", tree, file);
  return file;
}

/** Runs a script as root in a copy of this host that nobody else sees, with the folder at /mnt. */
const inCopy = (folder: string, script: string): Promise<string> =>
  run(
    ...["unshare", "--mount", "--pid", "--fork", "bash", "-c"] as const,
    `set -e
mount --make-rprivate /
mkdir -p ${folder}/over
mount -t tmpfs tmpfs ${folder}/over
mkdir ${folder}/over/root ${folder}/over/up ${folder}/over/work
mount -t overlay overlay -o lowerdir=/,upperdir=${folder}/over/up,workdir=${folder}/over/work ${folder}/over/root
mount --bind ${folder} ${folder}/over/root/mnt
mount --rbind /dev ${folder}/over/root/dev
mount -t proc proc ${folder}/over/root/proc
mount -t tmpfs tmpfs ${folder}/over/root/run
exec chroot ${folder}/over/root bash -c '${script}' 2>&1`,
  );

const HEAD = `set -ex
export DEBIAN_FRONTEND=noninteractive PATH=/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
at() { test "$(readlink -f /opt/service-gateway)" = /opt/service-gateway-$1-linux-${target}; }
data=/var/lib/service-gateway unit=/etc/systemd/system/service-gateway.service
`;

/** Whether a user may make such a copy; a right cannot be installed. */
function mayNot(): boolean {
  if (Deno.uid() !== 0) return true;
  const args = ["--mount", "--pid", "--fork", "mount", "-t", "tmpfs", "tmpfs", "/mnt"];
  return !new Deno.Command("unshare", { args, stdout: "null", stderr: "null" }).outputSync().success;
}

Deno.test("the Debian package goes in, is upgraded, keeps a newer version, and goes: with and without a service manager", async (t) => {
  if (!has("dpkg-deb", "dpkg", "unshare") || mayNot()) return;
  await withFolder(async (folder) => {
    const made = await packageOnce(folder);
    await Deno.rename(made, join(folder, "made.deb"));
    await newer(folder, join(folder, "made.deb"));

    await t.step("without a service manager", async () => {
      const said = await inCopy(
        folder,
        `${HEAD}
rm -f /usr/bin/systemctl /bin/systemctl /usr/bin/systemd-sysusers /bin/systemd-sysusers
dpkg -i /mnt/made.deb
at ${VERSION}
test "$(stat -c %U:%a $data)" = service-gateway:700
test -s $data/gateway.env
test "$(readlink /etc/systemd/system/multi-user.target.wants/service-gateway.service)" = $unit
setpriv --reuid service-gateway --regid service-gateway --clear-groups \\
  /opt/service-gateway/service-gateway --help | grep -q serve
echo precious > $data/mine
dpkg -i /mnt/newer.deb
at ${NEWER}
dpkg -i /mnt/made.deb | tee /tmp/older
grep -q "${NEWER} runs already and stays" /tmp/older
at ${NEWER}
dpkg -r service-gateway
test ! -e /opt/service-gateway -a ! -e $unit
test "$(ls -d /opt/service-gateway* /etc/systemd/system/*/service-gateway* 2>/dev/null | wc -l)" = 0
test "$(cat $data/mine)" = precious
dpkg -i /mnt/made.deb
test "$(cat $data/mine)" = precious
dpkg -P service-gateway
test ! -e $data -a ! -e /usr/lib/service-gateway -a ! -e /usr/share/doc/service-gateway
getent passwd service-gateway
echo all of it`,
      );
      assert.match(said, /all of it\n$/);
    });

    await t.step("with one", async () => {
      await Deno.writeTextFile(join(folder, "manager"), `#!/bin/sh\necho "\${0##*/} $*" >> /mnt/log\n`, {
        mode: 0o755,
      });
      await inCopy(
        folder,
        `${HEAD}
for one in systemctl systemd-sysusers; do cp /mnt/manager /usr/local/bin/$one; done
mkdir -p /run/systemd/system
for step in "-i /mnt/made.deb" "-i /mnt/newer.deb" "-i /mnt/made.deb" "-P service-gateway"; do
  echo "dpkg $step" >> /mnt/log
  dpkg $step
done`,
      );
      const log = await Deno.readTextFile(join(folder, "log"));
      const [, first, upgrade, older, gone] = log.split(/^dpkg .*\n/m);
      assert.match(first!, /systemctl daemon-reload\nsystemctl enable --now .*service-gateway\.service/);
      assert.doesNotMatch(first!, /restart/);
      assert.match(upgrade!, /systemctl restart service-gateway\.service\n$/);
      assert.equal(older, "", "what runs is newer");
      assert.match(gone!, /systemctl disable --now .*service-gateway\.service/);
      assert.match(gone!, /systemctl daemon-reload\n$/);
    });

    await t.step("lintian has no error to say of it", async () => {
      if (!has("lintian")) return;
      const { stdout } = await new Deno.Command("lintian", {
        args: ["--allow-root", "--fail-on", "none", "--tag-display-limit", "0", join(folder, "made.deb")],
      }).output();
      assert.deepEqual(
        new TextDecoder().decode(stdout).split("\n").filter((one) => one.startsWith("E:")),
        [],
      );
    });
  });
});
