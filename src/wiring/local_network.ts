/** What this host says on the local network, and to whom it listens there: settings and federation joined to multicast DNS. */
import { bareName, ownNames } from "../base/mod.ts";
import { type Federation, SERVICE_KIND } from "../federation/mod.ts";
import type { Found, Mdns, Service } from "../mdns/mod.ts";
import { FED_MDNS, HOST, instanceId } from "../settings/mod.ts";
import type { Reach, TlsMode } from "../tls/mod.ts";
import type { House } from "./house.ts";

/** A file that is there while the system's own mDNS service runs, which answers for the host's name. */
const AVAHI = "/run/avahi-daemon/socket";

type Parts = Pick<House, "world" | "settings">;

/** Whether this program answers for names: where neighbours are to find the instance, and where https needs a name. */
const answers = ({ settings }: Parts, mode: TlsMode): boolean =>
  mode === "own" || settings.get(FED_MDNS) === "announce";

/** The host's own name where its system answers for it, whatever we do. */
function systemNames({ world }: Parts): string[] {
  const own = bareName(world.host());
  if (own === undefined) return [];
  try {
    Deno.statSync(AVAHI);
    return [`${own}.local`];
  } catch {
    return [];
  }
}

/** `.local` names that lead here while the server runs. */
export const localNames = (parts: Parts, mode: TlsMode): string[] =>
  answers(parts, mode) ? ownNames(parts.world.host(), instanceId(parts.settings)).local : systemNames(parts);

/** Multicast DNS as the settings want it; undefined where they want none. From now on `reach` tells the names it answers for. */
export async function localNetwork(
  house: Parts,
  federation: Federation,
  reach: Reach,
): Promise<Mdns | undefined> {
  const { world, settings } = house;
  const wish = settings.get(FED_MDNS), named = answers(house, reach.mode);
  if (wish === "off" && !named) return undefined;
  const { Mdns } = await import("../mdns/mod.ts");
  // Neighbours look at the descriptor over plain http.
  const service = wish === "announce" ? announcedService(federation, reach.http) : undefined;
  if (wish === "announce" && !service) {
    world.log.warn(
      "this instance is not announced: it needs a signing key, a name of its own and plain http",
    );
  }
  const found = (answer: Found) =>
    void federation.onboarding.neighbours.heard(answer).catch((error) =>
      world.log.warn("a neighbour could not be written down: {error}", { error })
    );
  const mdns = new Mdns({
    world,
    bound: settings.get(HOST),
    hosts: named ? localNames(house, reach.mode).map((name) => name.slice(0, -".local".length)) : [],
    own: bareName(world.host()),
    service,
    ...(wish === "off" ? {} : { browse: { kind: SERVICE_KIND, found } }),
  });
  reach.answered = () => [...new Set([...mdns.names(), ...systemNames(house)])];
  return mdns;
}

function announcedService(federation: Federation, http: number | undefined): Service | undefined {
  const announced = federation.onboarding.announcement();
  return announced && http !== undefined ? { kind: SERVICE_KIND, port: http, ...announced } : undefined;
}
