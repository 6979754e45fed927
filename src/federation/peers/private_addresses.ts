/** Which addresses of instances may lie on private networks, where a guarded fetch goes nowhere else. */
import type { Settings } from "../../settings/mod.ts";
import { isNamed } from "../from_settings.ts";
import type { PeerStore } from "./store.ts";

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
