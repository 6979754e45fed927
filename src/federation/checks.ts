/** What the setup checklist says of federation (API "Administration"). */
import { FED_PEER_EXCHANGE } from "../settings/mod.ts";
import type { Federation } from "./federation.ts";
import { healthOf } from "./peers/view.ts";

const check = (key: string, label: string, status: "ok" | "warn" | "missing", detail: string) => ({
  key,
  label,
  group: "trust" as const,
  level: "optional" as const,
  status,
  source: "db" as const,
  detail,
});

/** Peers and how they do, records given up, and what is named to strangers. */
export function federationChecks(federation: Federation) {
  const { store, registry, options: { settings } } = federation;
  return [
    () => {
      const peers = store.peers.all().filter((peer) => peer.enabled && peer.trust !== "blocked");
      const failing = peers.filter((peer) => healthOf(peer) === "error");
      const trusted = peers.filter((peer) => peer.trust === "trusted").length;
      if (registry.error !== undefined) {
        return check("peers", "Peers", "warn", `nothing is mirrored: ${registry.error}`);
      }
      if (peers.length === 0) {
        return check("peers", "Peers", "missing", "no other instance is followed: main.ts peer add <url>");
      }
      return failing.length > 0
        ? check(
          "peers",
          "Peers",
          "warn",
          `${failing.length} of ${peers.length} did not answer: ${failing[0]!.url}, ${failing[0]!.lastError}`,
        )
        : check("peers", "Peers", "ok", `${peers.length} followed, ${trusted} trusted`);
    },
    () => {
      const lost = store.gaps.givenUp({ at: 0, origin: "", kind: "", v: 0 }, 200).length;
      return check(
        "gaps",
        "Records given up",
        lost > 0 ? "warn" : "ok",
        lost > 0
          ? `${
            lost === 200 ? "200 or more" : lost
          } records of others could not be had; see GET /federation/gaps`
          : "none",
      );
    },
    () => {
      const named = settings.get(FED_PEER_EXCHANGE);
      return check(
        "exchange",
        "Peers named to others",
        "ok",
        named
          ? "trusted peers are listed at /federation/exchange for everybody; FED_PEER_EXCHANGE=0 ends that"
          : "off",
      );
    },
  ];
}
