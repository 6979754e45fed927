/**
 * Installs the Debian packages of the real peers that the tests talk to. Needs root; installs only what is missing.
 * `--list` prints them.
 */

import { endWhereHelpIsAsked } from "./help.ts";

/** Package to what a test needs of it: a command, or a file where it has none on the path. */
const PEERS: Record<string, string> = {
  "aprx": "/usr/sbin/aprx",
  "avahi-daemon": "/usr/sbin/avahi-daemon",
  "avahi-utils": "avahi-browse",
  "bsdutils": "script",
  "chromium": "chromium",
  "chromium-headless-shell": "chromium-headless-shell",
  "curl": "curl",
  "direwolf": "direwolf",
  "fbb": "/usr/sbin/xfbbd",
  "firefox-esr": "firefox-esr",
  "gnutls-bin": "gnutls-cli",
  "gpsbabel": "gpsbabel",
  "gpsd": "/usr/sbin/gpsd",
  "gpsd-clients": "gpsfake",
  "iproute2": "ip",
  "libhamlib-utils": "rigctld",
  "knot": "/usr/sbin/knotd",
  "libfaketime": "/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1",
  "libnss3-tools": "certutil",
  "libxml2-utils": "xmllint",
  "mosquitto": "/usr/sbin/mosquitto",
  "mosquitto-clients": "mosquitto_sub",
  "nginx-light": "/usr/sbin/nginx",
  "openssl": "openssl",
  "prometheus": "promtool",
  "protobuf-compiler": "protoc",
  "python3-aiosmtpd": "/usr/lib/python3/dist-packages/aiosmtpd/__init__.py",
  "python3-icalendar": "/usr/lib/python3/dist-packages/icalendar/__init__.py",
  "python3-protobuf": "/usr/lib/python3/dist-packages/google/protobuf/message.py",
  "python3-prometheus-client": "/usr/lib/python3/dist-packages/prometheus_client/openmetrics/parser.py",
  "qemu-user-static": "qemu-aarch64-static",
  "libc6-arm64-cross": "/usr/aarch64-linux-gnu/lib/ld-linux-aarch64.so.1",
  "libgcc-s1-arm64-cross": "/usr/aarch64-linux-gnu/lib/libgcc_s.so.1",
  "socat": "socat",
  "sqlite3": "sqlite3",
  "unbound": "/usr/sbin/unbound",
  "varnish": "/usr/sbin/varnishd",
  "wrk": "wrk",
};

async function run(command: string, ...args: string[]): Promise<boolean> {
  const { success } = await new Deno.Command(command, {
    args,
    env: { DEBIAN_FRONTEND: "noninteractive" },
    stdout: "inherit",
    stderr: "inherit",
  }).output();
  return success;
}

function isThere(what: string): boolean {
  const places = what.startsWith("/")
    ? [what]
    : ["/usr/bin", "/usr/sbin", "/bin", "/usr/local/bin"].map((folder) => `${folder}/${what}`);
  return places.some((place) => {
    try {
      return Deno.statSync(place).isFile;
    } catch {
      return false;
    }
  });
}

/** litestream is in no Debian: npm carries its binary. */
const LITESTREAM = {
  package: `@flydotio/litestream-linux-${Deno.build.arch === "x86_64" ? "x64" : "arm64"}`,
  version: "1.0.1",
};

/** Puts litestream beside the other peers. */
async function installLitestream(): Promise<boolean> {
  const { package: name, version } = LITESTREAM;
  const deno = Deno.execPath();
  if (!await run(deno, "cache", "--quiet", "--no-config", "--no-lock", `npm:${name}@${version}`)) {
    return false;
  }
  const { stdout } = await new Deno.Command(deno, { args: ["info", "--json"], stdout: "piped" }).output();
  const { npmCache } = JSON.parse(new TextDecoder().decode(stdout)) as { npmCache: string };
  const binary = `${npmCache}/registry.npmjs.org/${name}/${version}/litestream`;
  return await run("install", "-m", "755", binary, "/usr/local/bin/litestream");
}

/** For so long somebody else's installing is waited for: a host that has just started updates itself. */
const APT_WAITS_S = 600;

/** Runs apt once nobody else does: it waits for the packages' lock by itself, for that of its lists this does. */
async function apt(...args: string[]): Promise<boolean> {
  const until = Date.now() + APT_WAITS_S * 1000;
  for (;;) {
    const { success, stderr } = await new Deno.Command("apt-get", {
      args: ["-o", `DPkg::Lock::Timeout=${APT_WAITS_S}`, ...args],
      env: { DEBIAN_FRONTEND: "noninteractive", LC_ALL: "C" },
      stdout: "inherit",
      stderr: "piped",
    }).output();
    const why = new TextDecoder().decode(stderr);
    if (success || !isLocked(why) || Date.now() > until) {
      console.error(why.trim());
      return success;
    }
    console.log("Somebody else installs at present; waiting.");
    await new Promise((resolve) => setTimeout(resolve, 5000));
  }
}

/** Whether apt gave up because another one of it runs. */
export const isLocked = (why: string): boolean =>
  /Could not get lock|Unable to lock|is another process using it/.test(why);

if (import.meta.main) await main();

async function main(): Promise<void> {
  endWhereHelpIsAsked(import.meta.url);
  if (Deno.args.includes("--list")) {
    console.log(Object.keys(PEERS).join(" "));
  } else {
    const missing = Object.entries(PEERS).filter(([, what]) => !isThere(what)).map(([name]) => name);
    if (!isThere("litestream") && !await installLitestream()) Deno.exit(1);
    if (missing.length === 0) {
      console.log("Every peer is there.");
    } else {
      console.log(`Installing ${missing.join(", ")}`);
      const done = await apt("update", "-qq") &&
        await apt("install", "-y", "-qq", "--no-install-recommends", ...missing);
      if (!done) Deno.exit(1);
    }
  }
}
