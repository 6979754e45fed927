/** Waiting for a gateway that starts anew. */
import type { App } from "../../phone/app.ts";
import { routeTo } from "../../phone/wire/routes.ts";

/** How long it may take to come back, and how often it is asked meanwhile, in milliseconds. */
const PATIENCE_MS = 60_000, EVERY_MS = 1000, BEGIN_MS = 1500;

/** Whether it answers again within a minute. */
export async function cameBack({ gateway, world }: Pick<App, "gateway" | "world">): Promise<boolean> {
  const wait = (ms: number) => new Promise<void>((go) => world.later(go, ms));
  await wait(BEGIN_MS);
  for (let waited = 0; waited < PATIENCE_MS; waited += EVERY_MS) {
    if ((await gateway.get(routeTo("GET /health"))).ok) return true;
    await wait(EVERY_MS);
  }
  return false;
}
