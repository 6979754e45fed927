/**
 * `deno task bundle [--target x64|arm64]`: a tarball in `dist/` that runs where nothing is installed: the Deno runtime from
 * npm, the program as one script, a launcher and a systemd unit.
 */
import { join } from "node:path";
import {
  commit,
  DENO_VERSION,
  DIST,
  PERMISSIONS,
  ROOT,
  sh,
  targetOf,
  TARGETS,
  V8_FLAGS,
  VERSION,
} from "./release.ts";

const target = targetOf(Deno.args);
const name = `service-gateway-${VERSION}-linux-${target}`;
const folder = join(DIST, name);
try {
  Deno.removeSync(folder, { recursive: true });
} catch (error) {
  if (!(error instanceof Deno.errors.NotFound)) throw error;
}
Deno.mkdirSync(join(folder, "bin"), { recursive: true });

/** The runtime: this very one where it fits, else from the npm registry. */
async function runtime(to: string): Promise<void> {
  const { arch, npm } = TARGETS[target];
  if (Deno.build.arch === arch && Deno.version.deno === DENO_VERSION) {
    return Deno.copyFileSync(Deno.execPath(), to);
  }
  const packed = await sh("npm", ["pack", "--silent", `${npm}@${DENO_VERSION}`, "--pack-destination", DIST]);
  const tarball = join(DIST, packed.split("\n").at(-1)!);
  await sh("tar", ["-xzf", tarball, "-C", DIST, "package/deno"]);
  Deno.renameSync(join(DIST, "package", "deno"), to);
}

const launcher = `#!/bin/sh
# Service Gateway ${VERSION}. All arguments go to the program: see service-gateway --help.
here=$(dirname "$(readlink -f "$0")")
export DENO_NO_UPDATE_CHECK=1 SOURCE_COMMIT="\${SOURCE_COMMIT:-${await commit()}}"
exec "$here/bin/deno" run --no-prompt --no-config --no-lock --no-remote --no-npm --unstable-cron ${V8_FLAGS} \\
  ${PERMISSIONS.join(" ")} "$here/gateway.js" "$@"
`;

const unit = `[Unit]
Description=Service Gateway
Wants=network-online.target
After=network-online.target time-sync.target

[Service]
ExecStart=/opt/service-gateway/service-gateway serve
Environment=DATA_DIR=/var/lib/service-gateway
EnvironmentFile=/var/lib/service-gateway/gateway.env
StateDirectory=service-gateway
StateDirectoryMode=0700
DynamicUser=yes
Restart=on-failure
RestartPreventExitStatus=78
TimeoutStopSec=20
NoNewPrivileges=yes
ProtectSystem=strict
ProtectHome=yes
PrivateTmp=yes

[Install]
WantedBy=multi-user.target
`;

await sh(Deno.execPath(), [
  "bundle",
  "--quiet",
  "--frozen",
  "--output",
  join(folder, "gateway.js"),
  "main.ts",
], { cwd: ROOT });
await runtime(join(folder, "bin", "deno"));
Deno.chmodSync(join(folder, "bin", "deno"), 0o755);
Deno.writeTextFileSync(join(folder, "service-gateway"), launcher, { mode: 0o755 });
Deno.writeTextFileSync(join(folder, "service-gateway.service"), unit);
for (const file of ["README.md", "LICENSE"]) Deno.copyFileSync(join(ROOT, file), join(folder, file));
await sh("tar", ["-czf", `${folder}.tar.gz`, "-C", DIST, name]);
console.log(`${folder}.tar.gz (${(Deno.statSync(`${folder}.tar.gz`).size / 1e6).toFixed(1)} MB)`);
