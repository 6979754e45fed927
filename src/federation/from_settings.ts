/** What federation takes from its settings. */
import {
  FED_KEY_HISTORY,
  FED_PEERS,
  FED_PRIVATE_KEY,
  FED_ROTATIONS,
  FED_SYNC_REGION,
  instanceId,
  type Settings,
} from "../settings/mod.ts";
import { readSigningKey } from "../wire/mod.ts";
import type { Identity } from "./keys/identity.ts";
import { readPublishedKeys } from "./peers/descriptor.ts";
import { peerUrl } from "./peers/preview.ts";
import { readRegion, type Region } from "./serve/region.ts";

/** Who this instance is. */
export function identityOf(settings: Settings): Identity {
  const seed = settings.get(FED_PRIVATE_KEY);
  const key = seed === undefined ? undefined : readSigningKey(seed);
  return {
    instance: instanceId(settings),
    ...(key ? { key } : {}),
    history: readPublishedKeys(settings.get(FED_KEY_HISTORY)),
    rotations: settings.get(FED_ROTATIONS),
  };
}

/** FED_SYNC_REGION in the units of the wire; undefined for the whole earth. */
export function regionOf(settings: Settings): Region | undefined {
  const box = settings.get(FED_SYNC_REGION);
  return box &&
    readRegion([box.south, box.west, box.north, box.east].map((part) => part.toFixed(7)).join(","));
}

/** Whether FED_PEERS lists the address. */
export const isConfigured = (settings: Settings, url: string): boolean =>
  settings.get(FED_PEERS).some((peer) => peerUrl(peer.url) === url);
