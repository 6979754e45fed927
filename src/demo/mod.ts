/**
 * The demonstration: a made-up club with its members, caches, finds and radio traffic. It does what people, radios and
 * mesh nodes do, over HTTP, KISS and UDP on loopback, and knows no area of the gateway; who starts the gateways, the
 * boxes and the clock is `cli/demo/`. Owns no tables. Refuses to reach anything beyond this machine.
 */
export { StoryClock } from "./clock.ts";
export { Asker } from "./asker.ts";
export { Radio } from "./radio.ts";
export { MeshNode } from "./mesh_node.ts";
export { Beside } from "./devices.ts";

export { BEGINS, liveThrough } from "./story.ts";
export { NEIGHBOUR_OPERATOR, neighbourStory } from "./neighbour.ts";
export { type ClubGateway, meet, pull } from "./meet.ts";
export { visitEachOther } from "./visiting.ts";
export { startTraffic } from "./traffic.ts";
export { MESH_NODE, NEIGHBOUR_SITE, OPERATOR, SITE } from "./cast.ts";
