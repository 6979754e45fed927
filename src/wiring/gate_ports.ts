/** What the gates look up, put together from the areas that know it. */
import type { People } from "../accounts/mod.ts";
import type { World } from "../base/mod.ts";
import type { Nonces } from "../db/mod.ts";
import { type Federation, identityOf } from "../federation/mod.ts";
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
import { ANSWER_HEADERS, answerText } from "../wire/mod.ts";

interface GatePortsParts {
  settings: Settings;
  world: World;
  nonces: Nonces;
  people: People;
  boxes: Boxes;
  stations: Stations;
  federation: Federation;
}

/** What the gates ask, answered by the areas that keep it. */
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

/**
 * The headers by which a box knows an answer to be this instance's, to a request with this nonce, and takes its time from:
 * signed where the instance has a key. A clock that is not known teaches nobody.
 */
export function answerProof({ settings, world }: Pick<GatePortsParts, "settings" | "world">) {
  const { instance, key } = identityOf(settings);
  return (nonce: string): Record<string, string> => {
    const at = world.clock.isKnown() ? String(world.nowMs()) : "";
    return {
      [ANSWER_HEADERS.instance]: instance,
      [ANSWER_HEADERS.nonce]: nonce,
      [ANSWER_HEADERS.at]: at,
      ...(key && { [ANSWER_HEADERS.sig]: key.signText(answerText(instance, nonce, at)) }),
    };
  };
}
