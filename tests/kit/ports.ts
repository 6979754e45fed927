/** Ports that know nobody: every credential is refused. For tests of an area's routes without the whole program. */
import type { Ports } from "../../src/http/mod.ts";
import type { World } from "../../src/base/mod.ts";

export const emptyPorts = (world: World, over: Partial<Ports> = {}): Ports => ({
  now: () => world.now(),
  instance: "club.example",
  session: () => undefined,
  isSysop: () => false,
  operatorsAt: () => undefined,
  isVerified: () => false,
  holder: () => undefined,
  deviceKey: () => undefined,
  claim: () => undefined,
  box: () => undefined,
  weather: () => undefined,
  unsubscribe: () => undefined,
  apiKey: () => undefined,
  spokeKeys: () => [],
  spend: () => Promise.resolve(true),
  ...over,
});
