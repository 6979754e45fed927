/**
 * Gateways and TNCs that announce themselves on the local network. What one says of itself is only a claim: whoever sits at
 * the terminal chooses, and the code that is then typed fits one gateway alone.
 */
import type { World } from "../../base/mod.ts";
import { type Found as FoundService, Mdns } from "../../mdns/mod.ts";

const KIND = "_svc._tcp", TNC_KIND = "_kiss-tnc._tcp", LOOK_MS = 2500, MOST = 16;
/** An instance's id as it may be shown: no control characters of strangers. */
const ID = /^[A-Za-z0-9.:-]{1,253}$/;

/** A gateway that somebody announced. */
interface Nearby {
  instance: string;
  address: string;
}

/** Services of a kind that hosts of this network announce; none where port 5353 cannot be used. */
async function announced<T>(
  world: World,
  { kind, read, ms }: {
    kind: string;
    read: (found: FoundService) => [key: string, T] | undefined;
    ms: number;
  },
): Promise<T[]> {
  const found = new Map<string, T>();
  const mdns = new Mdns({
    world,
    bound: "0.0.0.0",
    hosts: [],
    browse: {
      kind,
      found(service) {
        const one = read(service);
        if (one && found.size < MOST) found.set(...one);
      },
    },
  });
  mdns.start();
  await new Promise((resolve) => setTimeout(resolve, ms));
  await mdns.stop();
  return [...found.values()];
}

/** Asks once and listens for some seconds. */
export const gatewaysNearby = (world: World, ms = LOOK_MS): Promise<Nearby[]> =>
  announced(world, {
    kind: KIND,
    ms,
    read({ port, text, from }) {
      const instance = text.get("id") ?? "";
      const url = URL.parse(`http://${from}:${port}`);
      return ID.test(instance) && url ? [url.origin, { instance, address: url.origin }] : undefined;
    },
  });

/** A TNC on another host of this network, as the box would connect to it; undefined for one of this host. */
export function tncOf({ port, from }: Pick<FoundService, "port" | "from">, own: readonly string[]) {
  if (own.includes(from) || !/^[0-9.]+$/.test(from)) return undefined;
  const address = `kiss://${from}:${port}`;
  return { address, what: `a KISS TNC on ${from}` };
}

/** TNCs of other hosts, as Direwolf announces itself. What this host has is looked for at its ports. */
export function tncsNearby(world: World, ms = LOOK_MS): Promise<{ address: string; what: string }[]> {
  const own = Deno.networkInterfaces().map(({ address }) => address);
  return announced(world, {
    kind: TNC_KIND,
    ms,
    read(found) {
      const tnc = tncOf(found, own);
      return tnc && [tnc.address, tnc];
    },
  });
}
