/** Which addresses of instances may lie on private networks, where a guarded fetch goes nowhere else. */
import { FED_HUB_URL, FED_PEERS, type Settings } from "../../settings/mod.ts";
import type { PeerStore } from "../tables/peer_store.ts";

/** Whether the operator named the address's origin himself: in FED_PEERS or as FED_HUB_URL. */
function isNamed(settings: Settings, url: string): boolean {
  const named = settings.get(FED_PEERS).map((peer) => peer.url);
  const hub = settings.get(FED_HUB_URL);
  if (hub !== undefined) named.push(hub);
  const origin = URL.parse(url)?.origin;
  return named.some((one) => URL.parse(one)?.origin === origin);
}

/** Whether the operator named the address's origin, or the local network announced it (mDNS). */
export function mayBePrivate(settings: Settings, peers: PeerStore, url: string): boolean {
  if (isNamed(settings, url)) return true;
  const origin = URL.parse(url)?.origin;
  return peers.all().some((peer) =>
    peer.sightings.some((one) =>
      one.via === "mdns" && one.addr !== undefined && URL.parse(one.addr)?.origin === origin
    )
  );
}
