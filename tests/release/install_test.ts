/** install and uninstall on a host in a folder; what the service manager thinks of the unit. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { SERVICE_UNIT } from "../../src/release/units.ts";
import { hostAt, uninstall } from "../../src/release/mod.ts";
import { has } from "../kit/peers.ts";
import { FLAGS, gateway, ROOT, withFolder } from "../kit/server.ts";

Deno.test("systemd finds the service hardened: at most 2.0", async () => {
  if (!has("systemd-analyze")) return;
  await withFolder(async (folder) => {
    const unit = join(folder, "service-gateway.service");
    await Deno.writeTextFile(unit, SERVICE_UNIT);
    const { success, stdout, stderr } = await new Deno.Command("systemd-analyze", {
      args: ["security", "--offline=true", "--threshold=20", "--no-pager", unit],
    }).output();
    const said = new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr);
    assert.ok(success, said);
    const [, level] = /Overall exposure level for \S+: (\d+\.\d+)/.exec(said)!;
    assert.ok(Number(level) <= 2, level);
  });
});

Deno.test("install lays everything down in one go and again; uninstall takes it away and keeps the data", () =>
  withFolder(async (folder) => {
    if (Deno.uid() !== 0) return console.log("skipped: only root may install");
    await Deno.chmod(folder, 0o755);
    const bundle = join(folder, "service-gateway-1.2.3-linux-x64"), root = join(folder, "card");
    await Deno.mkdir(join(bundle, "bin"), { recursive: true });
    for (const path of ["", "etc", "opt", "usr", "var", "var/lib"]) {
      await Deno.mkdir(join(root, path), { recursive: true });
      await Deno.chmod(join(root, path), 0o755);
    }
    await Deno.writeTextFile(join(bundle, "service-gateway"), "#!/bin/sh\n", { mode: 0o755 });
    await Deno.writeTextFile(join(bundle, "bin/deno"), "", { mode: 0o755 });
    await Deno.writeTextFile(
      join(root, "etc/passwd"),
      "root:x:0:0::/:/bin/sh\nservice-gateway:x:987:986::/:/bin/false\n",
    );
    const said: string[] = [];
    const installs = async () => {
      const args = [...FLAGS, join(ROOT, "tests/release/install_run.ts"), root, bundle];
      const { code, stderr } = await new Deno.Command("sh", {
        // As careful hosts have it for root: the service enters its program's folder all the same.
        args: ["-c", 'umask 077; exec "$0" "$@"', Deno.execPath(), ...args],
      }).output();
      return { code, stderr: new TextDecoder().decode(stderr) };
    };
    const parts = { host: hostAt(root), say: (line: string) => void said.push(line) };
    for (let times = 0; times < 2; times++) {
      const { code, stderr } = await installs();
      assert.equal(code, 0, stderr);
    }
    const text = (path: string) => Deno.readTextFileSync(join(root, path));
    assert.equal(
      Deno.readLinkSync(join(root, "opt/service-gateway")),
      "/opt/service-gateway-1.2.3-linux-x64",
    );
    assert.equal(
      Deno.statSync(join(root, "opt/service-gateway-1.2.3-linux-x64/bin/deno")).mode! & 0o111,
      0o111,
    );
    for (const path of ["", "/bin"]) {
      const { mode } = Deno.statSync(join(root, `opt/service-gateway-1.2.3-linux-x64${path}`));
      assert.equal(mode! & 0o777, 0o755, `folder of the program${path}`);
    }
    const units = "etc/systemd/system/";
    assert.match(text(`${units}service-gateway.service`), /^User=service-gateway$/m);
    assert.equal(
      Deno.readLinkSync(join(root, units, "multi-user.target.wants/service-gateway.service")),
      "/etc/systemd/system/service-gateway.service",
    );
    assert.equal(
      Deno.readLinkSync(join(root, units, "timers.target.wants/service-gateway-backup.timer")),
      "/etc/systemd/system/service-gateway-backup.timer",
    );
    assert.match(text("etc/systemd/journald@service-gateway.conf"), /^SystemMaxUse=100M$/m);
    assert.match(text("etc/sysusers.d/service-gateway.conf"), /^u service-gateway /);
    assert.equal(Deno.statSync(join(root, "usr/local/bin/service-gateway")).mode! & 0o777, 0o755);
    const data = Deno.statSync(join(root, "var/lib/service-gateway"));
    assert.deepEqual([data.mode! & 0o777, data.uid, data.gid], [0o700, 987, 986]);
    const env = join(root, "var/lib/service-gateway/gateway.env"), ofRoot = join(folder, "of-root");
    assert.equal(Deno.statSync(env).uid, 987);

    // The service may have laid a link there since.
    await Deno.writeTextFile(ofRoot, "of root", { mode: 0o600 });
    await Deno.rename(env, `${env}.aside`);
    await Deno.symlink(ofRoot, env);
    assert.match((await installs()).stderr, /PermissionDenied/);
    assert.deepEqual([Deno.readTextFileSync(ofRoot), Deno.statSync(ofRoot).uid], ["of root", 0]);
    await Deno.rename(`${env}.aside`, env);

    uninstall(parts);
    uninstall(parts);
    const left = [...walk(root)].map((path) => path.slice(root.length + 1)).sort();
    assert.deepEqual(left, ["etc/passwd", "var/lib/service-gateway/gateway.env"]);
    assert.match(said.at(-1)!, /data are still in/);
  }));

function* walk(folder: string): Generator<string> {
  for (const { name, isDirectory } of Deno.readDirSync(folder)) {
    if (isDirectory) yield* walk(join(folder, name));
    else yield join(folder, name);
  }
}

Deno.test("outside a bundle nothing is laid down; a release key is made once", () =>
  withFolder(async (folder) => {
    const refused = await gateway(["install", "--root", folder], {});
    assert.equal(refused.code, 1);
    assert.match(refused.stderr, /^This (runs out of an unpacked bundle|needs root)/);
    assert.deepEqual([...Deno.readDirSync(folder)], []);
    const file = join(folder, "release.key");
    const made = await gateway(["release", "key", file]);
    assert.equal(made.code, 0, made.stderr);
    assert.equal(Deno.statSync(file).mode! & 0o777, 0o600);
    const seed = Deno.readTextFileSync(file);
    assert.ok(!made.stdout.includes(seed.trim()), "the secret half is not shown");
    const again = await gateway(["release", "key", file]);
    assert.equal(again.code, 73);
    assert.equal(Deno.readTextFileSync(file), seed);
    const unsigned = await gateway(["upgrade", file, "--root", folder]);
    assert.equal(unsigned.code, 1);
    assert.match(unsigned.stderr, /bundled without a release key/);
  }));
