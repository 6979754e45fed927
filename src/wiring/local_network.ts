/** What this host says on the local network, and to whom it listens there: settings and federation joined to multicast DNS. */
import { bareName, instanceLabel } from "../base/mod.ts";
import { type Federation, SERVICE_KIND } from "../federation/mod.ts";
import { Mdns, type Service } from "../mdns/mod.ts";
import { FED_MDNS, HOST, instanceId } from "../settings/mod.ts";
import type { House } from "./house.ts";

/**
 * Multicast DNS as the settings want it; undefined where they want none. `http` is the port of plain http, under which
 * neighbours look at the descriptor.
 */
export function localNetwork(
  { world, settings }: House,
  federation: Federation,
  http: number | undefined,
): Mdns | undefined {
  const wish = settings.get(FED_MDNS);
  if (wish === "off") return undefined;
  const own = bareName(world.host());
  const announced = wish === "announce" ? announcedService(federation, http) : undefined;
  if (wish === "announce" && !announced) {
    world.log.warn(
      "this instance is not announced: it needs a signing key, a name of its own and plain http",
    );
  }
  const labels = wish === "announce" ? [instanceLabel(instanceId(settings)), own] : [];
  return new Mdns({
    world,
    bound: settings.get(HOST),
    hosts: [...new Set(labels.filter((label) => label !== undefined))],
    own,
    service: announced,
    browse: {
      kind: SERVICE_KIND,
      found: (found) =>
        void federation.onboarding.neighbours.heard(found).catch((error) =>
          world.log.warn("a neighbour could not be written down: {error}", { error })
        ),
    },
  });
}

function announcedService(federation: Federation, http: number | undefined): Service | undefined {
  const announced = federation.onboarding.announcement();
  return announced && http !== undefined ? { kind: SERVICE_KIND, port: http, ...announced } : undefined;
}
