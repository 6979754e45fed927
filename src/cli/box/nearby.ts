/**
 * Gateways that announce themselves on the local network. What one says of itself is only a claim: whoever sits at
 * the terminal chooses, and the code that is then typed fits one gateway alone.
 */
import type { World } from "../../base/mod.ts";
import { Mdns } from "../../mdns/mod.ts";

const KIND = "_svc._tcp", LOOK_MS = 2500, MOST = 16;
/** An instance's id as it may be shown: no control characters of strangers. */
const ID = /^[A-Za-z0-9.:-]{1,253}$/;

/** A gateway that somebody announced. */
export interface Nearby {
  instance: string;
  address: string;
}

/** Asks once and listens for some seconds. Gives none where port 5353 cannot be used. */
export async function gatewaysNearby(world: World, ms = LOOK_MS): Promise<Nearby[]> {
  const found = new Map<string, Nearby>();
  const mdns = new Mdns({
    world,
    bound: "0.0.0.0",
    hosts: [],
    browse: {
      kind: KIND,
      found({ port, text, from }) {
        const instance = text.get("id") ?? "";
        const url = URL.parse(`http://${from}:${port}`);
        if (!ID.test(instance) || !url || found.size >= MOST) return;
        found.set(url.origin, { instance, address: url.origin });
      },
    },
  });
  mdns.start();
  await new Promise((resolve) => setTimeout(resolve, ms));
  await mdns.stop();
  return [...found.values()];
}
