/**
 * A Debian package of a bundle, made with Debian's own tools: `deno task bundle --deb`. It brings the bundle as a version of
 * its own and lets the program's `install` lay down the rest, as it does from a tarball: what the service manager is told
 * stands in the program alone, and an upgrade that is signed changes the same link afterwards.
 */
import { basename, join } from "node:path";
import { DIST, fail, sh, type Target, VERSION } from "../release.ts";

const ARCHITECTURES: Readonly<Record<Target, string>> = { x64: "amd64", arm64: "arm64" };
/** Where the package keeps a bundle. `install` copies it to /opt, where versions lie beside each other. */
const HOME = "usr/lib/service-gateway";

/** Who makes the package, as Debian's tools ask for it: nobody else answers for what it holds. */
function maintainer(): string {
  const [name, mail] = [Deno.env.get("DEBFULLNAME"), Deno.env.get("DEBEMAIL")];
  if (!name || !mail) fail("DEBFULLNAME and DEBEMAIL name whoever makes a Debian package");
  return `${name} <${mail}>`;
}

const control = (target: Target, kilobytes: number): string =>
  `Package: service-gateway
Version: ${VERSION}
Architecture: ${ARCHITECTURES[target]}
Maintainer: ${maintainer()}
Installed-Size: ${kilobytes}
Depends: libc6 (>= 2.28), libgcc-s1, passwd
Recommends: systemd
Section: hamradio
Priority: optional
Description: amateur radio geocaching, APRS and packet mail for a club
 One program serves the web app, takes in what receivers hear, keeps the
 post office of packet mail and talks to the instances of other clubs.
 .
 The service has a user of its own and keeps all data in
 /var/lib/service-gateway. Versions lie beside each other in /opt.
`;

/**
 * After unpacking: the program lays itself down. A host that has changed to a newer signed version keeps that; without a
 * running service manager all is laid down and switched on for the next start.
 */
const POSTINST = `#!/bin/sh
set -e
[ "$1" = configure ] || exit 0
bundle=/${HOME}/BUNDLE
current=$(readlink -f /opt/service-gateway || true)
if [ -x "$current/service-gateway" ]; then
  running=\${current##*/service-gateway-}
  running=\${running%-linux-*}
  if dpkg --compare-versions "$running" gt '${VERSION}'; then
    echo "service-gateway: $running runs already and stays"
    exit 0
  fi
fi
if ! getent passwd service-gateway >/dev/null; then
  useradd --system --user-group --home-dir /var/lib/service-gateway --no-create-home \\
    --shell /usr/sbin/nologin --comment "Service Gateway" service-gateway
fi
"$bundle/service-gateway" install
# A unit that ran before runs the version before until it is restarted.
if [ -n "$2" ] && [ -d /run/systemd/system ]; then systemctl restart service-gateway.service; fi
`;

/** Before the files go: the service is stopped and what was laid down goes with it; the data stay. */
const PRERM = `#!/bin/sh
set -e
[ "$1" = remove ] || exit 0
if [ -x /opt/service-gateway/service-gateway ]; then
  /opt/service-gateway/service-gateway uninstall
fi
`;

/** Who purges means the data too. The user stays: files of its in other places would be another's next. */
const POSTRM = `#!/bin/sh
set -e
[ "$1" = purge ] || exit 0
rm -rf /var/lib/service-gateway
`;

const COPYRIGHT = `Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: service-gateway

Files: *
Copyright: the authors of the Service Gateway
License: Expat
`;

/** Makes the package of an unpacked bundle beside it; gives its path. */
export async function debOf(folder: string, target: Target): Promise<string> {
  const tree = `${folder}.deb-tree`, name = basename(folder);
  await sh("rm", ["-rf", tree]);
  const doc = join(tree, "usr/share/doc/service-gateway");
  for (const path of ["DEBIAN", HOME, "usr/share/lintian/overrides"]) {
    Deno.mkdirSync(join(tree, path), { recursive: true });
  }
  Deno.mkdirSync(doc, { recursive: true });
  await sh("cp", ["-a", folder, join(tree, HOME, name)]);
  const licence = Deno.readTextFileSync(join(folder, "LICENSE"));
  const indented = licence.trim().split("\n").map((line) => ` ${line.trim() || "."}`).join("\n");
  write(join(doc, "copyright"), `${COPYRIGHT}${indented}\n`);
  write(
    join(doc, "changelog"),
    `service-gateway (${VERSION}) stable; urgency=medium\n\n  * Version ${VERSION}.\n\n` +
      ` -- ${maintainer()}  Thu, 01 Jan 2026 00:00:00 +0000\n`,
  );
  await sh("gzip", ["-9n", join(doc, "changelog")]);
  write(join(tree, "usr/share/lintian/overrides/service-gateway"), OVERRIDES);
  const kilobytes = Number((await sh("du", ["-sk", join(tree, "usr")])).split("\t")[0]);
  write(join(tree, "DEBIAN/control"), control(target, kilobytes));
  for (
    const [script, text] of Object.entries({
      postinst: POSTINST.replace("BUNDLE", name),
      prerm: PRERM,
      postrm: POSTRM,
    })
  ) {
    write(join(tree, "DEBIAN", script), text, 0o755);
  }
  await sh("chmod", ["-R", "u+rwX,go+rX,go-w", tree]);
  const made = join(DIST, `service-gateway_${VERSION}_${ARCHITECTURES[target]}.deb`);
  // Every Debian unpacks xz; whoever wants another says so as to Debian's tools.
  const packing = Deno.env.has("DPKG_DEB_COMPRESSOR_TYPE") ? [] : ["-Zxz"];
  await sh("dpkg-deb", ["--build", "--root-owner-group", ...packing, tree, made]);
  await sh("rm", ["-rf", tree]);
  return made;
}

/** The runtime is the one that the program was tested with; Debian has none of its own, and it comes stripped as it is. */
const OVERRIDES = `service-gateway: unstripped-binary-or-object
service-gateway: embedded-library
service-gateway: statically-linked-binary
service-gateway: no-manual-page
`;

function write(path: string, text: string, mode = 0o644): void {
  Deno.writeTextFileSync(path, text);
  Deno.chmodSync(path, mode);
}
