/** What the gates look up, put together from the areas that know it. */
import type { People } from "../accounts/mod.ts";
import type { World } from "../base/mod.ts";
import type { Nonces } from "../db/mod.ts";
import type { Federation } from "../federation/mod.ts";
import type { Ports } from "../http/mod.ts";
import type { Boxes } from "../ingest/mod.ts";
import {
  FED_RELAY_SECRET,
  FED_SUBMIT_SECRET,
  instanceId,
  type Settings,
  usableSecrets,
} from "../settings/mod.ts";
import type { Stations } from "../stations/mod.ts";

interface GatePortsParts {
  settings: Settings;
  world: World;
  nonces: Nonces;
  people: People;
  boxes: Boxes;
  stations: Stations;
  federation: Federation;
}

export function gatePorts(
  { settings, world, nonces, people, boxes, stations, federation }: GatePortsParts,
): Ports {
  const secrets = usableSecrets(settings);
  return {
    ingestSecret: secrets.INGEST_SECRET,
    operatorSecret: secrets.OPERATOR_SECRET,
    submitSecret: settings.get(FED_SUBMIT_SECRET),
    relaySecret: settings.get(FED_RELAY_SECRET),
    instance: instanceId(settings),
    now: () => world.now(),
    ...people.gatePorts,
    box: (id) => boxes.key(id),
    weather: (key) => stations.owned.weather(key),
    spokeKeys: (spoke) => federation.trust.requestKeys(spoke),
    spend: (purpose, nonce, expiresAt) => nonces.spend(purpose, nonce, expiresAt),
  };
}
