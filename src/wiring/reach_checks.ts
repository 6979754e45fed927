/** Checks of how people reach this instance: its addresses, and whether https goes with them. */
import type { CheckItem, CheckReason, CheckValues, ExtraCheck } from "../admin/mod.ts";
import { APP_URL, instanceId, ownOrigins } from "../settings/mod.ts";
import {
  authorityCertificate,
  dnsNames,
  fingerprintOf,
  isOwnable,
  isPermitted,
  readAuthority,
} from "../tls/mod.ts";
import type { House } from "./house.ts";

const line = (
  key: string,
  label: string,
  status: CheckItem["status"],
  detail: string,
  reason: CheckReason | null = null,
  values: CheckValues = {},
): ReturnType<ExtraCheck> => ({
  ...{ key, label, status, detail, reason, values },
  group: "identity",
  level: "recommended",
  source: "env",
});

/** Checks of a program that listens, or of a command beside one that does. */
export function reachChecks(house: House): ExtraCheck[] {
  const { reach, settings, dataDir, world } = house;
  if (!reach) return [];
  const addresses = () => {
    const all = reach.addresses();
    const others = all.filter(({ by }) => by !== "here");
    const shown = (others.length === 0 ? all : others).map(({ url }) => url).join(", ");
    const label = "Addresses";
    return others.length === 0
      ? line("ADDRESSES", label, "warn", shown || "none", "ADDRESSES.none")
      : line("ADDRESSES", label, "ok", shown, null, { value: shown });
  };
  const https = () => {
    if (settings.get(APP_URL)?.startsWith("https:") && reach.mode === "off") {
      return line("TLS", "https", "ok", `in front of this server, at ${settings.get(APP_URL)}`);
    }
    if (reach.mode === "files") return line("TLS", "https", "ok", "with the certificate of TLS_CERT");
    if (reach.mode === "own") return line("TLS", "https", "ok", "with a certificate of this instance's own");
    return line(
      "TLS",
      "https",
      "warn",
      "off: phones get no location, no passkeys and nothing offline",
      "TLS.off",
    );
  };
  /** Whether the authority fits the host's present names: it was made for the names of that time. */
  const authority = () => {
    const key = "AUTHORITY", label = "Certificate authority";
    const certificate = authorityCertificate(dataDir);
    if (!certificate) return line(key, label, "ok", "made at the next start");
    try {
      const { names } = readAuthority(dataDir)!;
      const { words } = fingerprintOf(certificate.der);
      // An authority keeps the names that it was once made with.
      const foreign = names.filter((name) => !isOwnable(name)).join(", ");
      if (foreign !== "") {
        const said =
          `it may speak for everything below ${foreign}, which is or may become a public top-level domain`;
        return line(key, label, "warn", said, "AUTHORITY.foreign", { names: foreign });
      }
      const strange = dnsNames(world.host(), instanceId(settings), ownOrigins(settings))
        .filter((name) => isOwnable(name) && !isPermitted(name, names));
      return strange.length === 0
        ? line(key, label, "ok", `its fingerprint in words: ${words.join(" ")}`, null, {
          value: words.join(" "),
        })
        : line(key, label, "warn", `it may not speak for ${strange.join(", ")}`, "AUTHORITY.strange", {
          names: strange.join(", "),
        });
    } catch (error) {
      const said = error instanceof Error ? error.message : String(error);
      return line(key, label, "warn", said, "AUTHORITY.broken", { error: said });
    }
  };
  return [addresses, https, ...(reach.mode === "own" ? [authority] : [])];
}
