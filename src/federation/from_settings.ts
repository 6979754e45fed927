/** What federation takes from its settings. */
import { type FetchGuard, txtRecords, type World } from "../base/mod.ts";
import type { Database } from "../db/mod.ts";
import {
  DOH_URL,
  FED_DISK_FLOOR_MB,
  FED_KEY_HISTORY,
  FED_PEERS,
  FED_PRIVATE_KEY,
  FED_REGISTRY,
  FED_REGISTRY_DNS,
  FED_REGISTRY_KEY,
  FED_ROOM_ALL_UNVETTED_MB,
  FED_ROOM_TRUSTED_MB,
  FED_ROOM_UNVETTED_MB,
  FED_ROTATIONS,
  FED_SYNC_REGION,
  instanceId,
  type Settings,
} from "../settings/mod.ts";
import { readSigningKey } from "../wire/mod.ts";
import type { RoomLimits } from "./admit/room.ts";
import type { Identity } from "./keys/identity.ts";
import { Registry } from "./keys/registry.ts";
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

const MB = 1_000_000;
/** How much of others' records may be kept, as the settings say now. */
export const roomLimits = (settings: Settings): RoomLimits => ({
  unvetted: settings.get(FED_ROOM_UNVETTED_MB) * MB,
  allUnvetted: settings.get(FED_ROOM_ALL_UNVETTED_MB) * MB,
  trusted: settings.get(FED_ROOM_TRUSTED_MB) * MB,
  floor: settings.get(FED_DISK_FLOOR_MB) * MB,
});

/** The registry of keys that the settings name. */
export function openRegistry(
  { settings, world, ...parts }: { db: Database; world: World; guard: FetchGuard; settings: Settings },
): Registry {
  return new Registry({
    ...parts,
    world,
    ...given("document", settings.get(FED_REGISTRY)),
    ...given("dnsName", settings.get(FED_REGISTRY_DNS)),
    ...given("authority", settings.get(FED_REGISTRY_KEY)),
    txt: (name) => txtRecords(world, settings.get(DOH_URL), name),
  });
}

/** `{name: value}`; `{}` where the value is `undefined`. */
const given = <K extends string, V>(name: K, value: V | undefined): { [P in K]?: V } =>
  value === undefined ? {} : { [name]: value } as { [P in K]: V };
