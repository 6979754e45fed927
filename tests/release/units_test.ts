/** What is laid down for the service manager: each line that others rest on, so that none changes unseen. */
import assert from "node:assert/strict";
import { hostAt } from "../../src/release/mod.ts";
import { LAID_DOWN, SWITCHED_ON } from "../../src/release/units.ts";

/** The lines of a unit by section: `[Service] User` to the values that it has, in order. */
function linesOf(text: string): Map<string, string[]> {
  const found = new Map<string, string[]>();
  let section = "";
  for (const line of text.split("\n")) {
    if (/^\[\w+\]$/.test(line)) section = line;
    const [, key, value] = /^(\w+)=(.*)$/.exec(line) ?? [];
    if (key !== undefined) found.set(`${section} ${key}`, [...found.get(`${section} ${key}`) ?? [], value!]);
  }
  return found;
}
const unit = (name: string) => linesOf(LAID_DOWN[`etc/systemd/system/service-gateway${name}`]!.text);
const service = unit(".service"), backup = unit("-backup.service"), back = unit("-back.service");
const timer = unit("-backup.timer");

function says(lines: Map<string, string[]>, wanted: Record<string, string | string[]>): void {
  for (const [key, value] of Object.entries(wanted)) assert.deepEqual(lines.get(key), [value].flat(), key);
}

Deno.test("the service runs as its own user, comes again after a fault, and goes back when it cannot", () => {
  says(service, {
    "[Service] ExecStart": "/opt/service-gateway/service-gateway serve",
    "[Service] User": "service-gateway",
    "[Service] Group": "service-gateway",
    "[Service] StateDirectory": "service-gateway",
    "[Service] StateDirectoryMode": "0700",
    "[Service] UMask": "0077",
    "[Service] Restart": "on-failure",
    "[Service] RestartSec": "2",
    "[Unit] OnFailure": "service-gateway-back.service",
    "[Unit] StartLimitBurst": "4",
    "[Unit] StartLimitIntervalSec": "120",
    "[Install] WantedBy": "multi-user.target",
  });
  // EX_CONFIG: what another start does not mend. An orderly end has ten seconds of its own.
  says(service, { "[Service] RestartPreventExitStatus": "78" });
  assert.ok(Number(service.get("[Service] TimeoutStopSec")) > 10);
  // Each fault costs a start and its wait: all of them fit into the window, or nobody would ever be told.
  const [window] = service.get("[Unit] StartLimitIntervalSec")!,
    [burst] = service.get("[Unit] StartLimitBurst")!;
  assert.ok(Number(window) / Number(burst) >= 20 + 2, "a start that takes 20 seconds to fail still counts");
});

Deno.test("nothing of the host is the service's but its data, and it gains no right", () => {
  says(service, {
    "[Service] NoNewPrivileges": "yes",
    "[Service] CapabilityBoundingSet": "",
    "[Service] AmbientCapabilities": "",
    "[Service] ProtectSystem": "strict",
    "[Service] ProtectHome": "yes",
    "[Service] PrivateDevices": "yes",
    "[Service] PrivateTmp": "yes",
    "[Service] DevicePolicy": "closed",
    "[Service] RestrictAddressFamilies": "AF_UNIX AF_INET AF_INET6 AF_NETLINK",
    "[Service] RestrictNamespaces": "yes",
    "[Service] RestrictSUIDSGID": "yes",
    "[Service] LockPersonality": "yes",
    "[Service] SystemCallFilter": ["@system-service", "~@privileged @resources"],
    "[Service] SystemCallErrorNumber": "EPERM",
    "[Service] SystemCallArchitectures": "native",
  });
  // The compiler of scripts writes code and runs it.
  assert.equal(service.has("[Service] MemoryDenyWriteExecute"), false);
});

Deno.test("the nightly copy is the same user's, without a network, and is made up for after a night off", () => {
  says(backup, {
    "[Service] Type": "oneshot",
    "[Service] ExecStart": "/opt/service-gateway/service-gateway backup --nightly",
    "[Service] User": "service-gateway",
    "[Service] Group": "service-gateway",
    "[Service] UMask": "0077",
    "[Service] PrivateNetwork": "yes",
    "[Service] ProtectSystem": "strict",
    "[Service] ReadWritePaths": "/var/lib/service-gateway",
    "[Service] NoNewPrivileges": "yes",
    "[Service] Nice": "10",
  });
  says(timer, {
    "[Timer] OnCalendar": "*-*-* 03:17",
    "[Timer] RandomizedDelaySec": "600",
    "[Timer] Persistent": "true",
    "[Install] WantedBy": "timers.target",
  });
});

Deno.test("the way back is the former program's, as root, and only while an upgrade is not finished", () => {
  const { unfinished, before, current } = hostAt("/");
  says(back, {
    "[Unit] ConditionPathExists": unfinished,
    "[Service] Type": "oneshot",
    "[Service] ExecStart": `${before}/service-gateway upgrade --back`,
  });
  assert.equal(back.has("[Service] User"), false, "it switches versions");
  assert.ok(service.get("[Service] ExecStart")![0]!.startsWith(`${current}/`));
});

Deno.test("all units have the same data and one log, which turns over", () => {
  const { dataDir } = hostAt("/");
  for (const lines of [service, backup, back]) {
    says(lines, { "[Service] Environment": `DATA_DIR=${dataDir}` });
  }
  says(service, { "[Service] EnvironmentFile": `${dataDir}/gateway.env` });
  for (const lines of [service, backup]) says(lines, { "[Service] LogNamespace": "service-gateway" });
  says(linesOf(LAID_DOWN["etc/systemd/journald@service-gateway.conf"]!.text), {
    "[Journal] Storage": "persistent",
    "[Journal] SystemMaxUse": "100M",
    "[Journal] SystemMaxFileSize": "10M",
    "[Journal] MaxRetentionSec": "30day",
  });
  assert.equal(
    LAID_DOWN["etc/sysusers.d/service-gateway.conf"]!.text,
    `u service-gateway - "Service Gateway" ${dataDir}\n`,
  );
});

Deno.test("what is switched on exists and is wanted as it says itself; nothing else is", () => {
  assert.deepEqual(SWITCHED_ON.map(([name]) => name), [
    "service-gateway.service",
    "service-gateway-backup.timer",
  ]);
  for (const [name, wants] of SWITCHED_ON) {
    const lines = linesOf(LAID_DOWN[`etc/systemd/system/${name}`]!.text);
    assert.deepEqual(lines.get("[Install] WantedBy"), [wants.replace(/\.wants$/, "")], name);
  }
});

Deno.test("only the command may be run, and it takes the data from where a shell says, else the service's", () => {
  const runs = Object.entries(LAID_DOWN).filter(([, { mode }]) => (mode & 0o111) !== 0).map(([path]) => path);
  assert.deepEqual(runs, ["usr/local/bin/service-gateway"]);
  for (const [path, { mode }] of Object.entries(LAID_DOWN)) assert.equal(mode & 0o644, 0o644, path);
  const text = LAID_DOWN[runs[0]!]!.text.replace(/exec .*/, 'printf "%s|" "$DATA_DIR" "$@"');
  assert.match(LAID_DOWN[runs[0]!]!.text, /^exec \/opt\/service-gateway\/service-gateway "\$@"$/m);
  const run = (env: Record<string, string>) =>
    new TextDecoder().decode(
      new Deno.Command("sh", { args: ["-c", text, "sh", "a b", "c"], env, clearEnv: true }).outputSync()
        .stdout,
    );
  assert.equal(run({}), "/var/lib/service-gateway|a b|c|");
  assert.equal(run({ DATA_DIR: "/tmp/other" }), "/tmp/other|a b|c|");
});
