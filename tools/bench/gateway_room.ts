/** The live room as it is in the program, on a port, told what to say by /say?n=. */
import { realWorld } from "../../src/base/mod.ts";
import { Addresses, Limits, mount, open, type Ports, route } from "../../src/http/mod.ts";
import { channelRoutes, Hub, Live } from "../../src/live/mod.ts";

const world = realWorld();
const live = new Live({
  world,
  hub: new Hub(),
  sources: { heardSince: () => [], cachesNear: () => [], cachesIn: () => [] },
  options: { instance: "bench", mostPerParty: 5000, mostPerNetwork: 5000, memoryMost: Infinity },
  inbound: false,
});
const find = { code: "BCD2345", title: "A cache under the old bridge", call: "OE1ABC-9", tier: "A" as const };

const handler = mount({
  routes: [
    ...channelRoutes(live),
    route("GET /say", {
      gate: open("the bench's own"),
      spec: 'API "Events"',
      summary: "Tells everybody n finds",
      produces: "application/json",
      handle: ({ incoming }) => {
        const at = world.now();
        for (let n = Number(incoming.query.get("n")); n > 0; n--) {
          live.hub.find({ ...find, at, lat: 48, lon: 16 });
        }
        return { ok: true };
      },
    }),
    route("GET /health", {
      gate: open("the bench's own"),
      spec: 'API "Events"',
      summary: "Whether it listens",
      produces: "application/json",
      handle: () => ({ ok: true }),
    }),
  ],
  ports: {} as Ports,
  addresses: new Addresses({ own: [], trusted: [], trustProxy: false }),
  limits: new Limits(() => world.now()),
  world,
});
Deno.serve(
  { port: Number(Deno.env.get("PORT")), hostname: "127.0.0.1", onListen: () => {} },
  (request, info) => handler(request, { remoteAddr: info.remoteAddr }),
);
