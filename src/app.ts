/** The one wiring place: areas are opened, and mounted. */
import type { ExtraCheck } from "./admin/mod.ts";
import { drawing } from "./client/mod.ts";
import { elsewhereFor } from "./health/mod.ts";
import { Addresses, type Handler, mount, type Route } from "./http/mod.ts";
import type { Job } from "./jobs/mod.ts";
import { CORS_ORIGINS, ownOrigins, TRUST_PROXY } from "./settings/mod.ts";
import { noticeFor } from "./web/mod.ts";
import { AREAS } from "./wiring/areas.ts";
import { answerProof, gatePorts } from "./wiring/gate_ports.ts";
import type { House } from "./wiring/house.ts";
import type { Kept, Member } from "./wiring/kept.ts";
import { openAreas } from "./wiring/open_areas.ts";

/** Everything that areas keep, and what they are mounted with. */
export interface App extends Kept {
  routes: readonly Route[];
  handler: Handler;
  jobs: readonly Job[];
  /** Lines of the setup checklist that areas add. */
  checks: readonly ExtraCheck[];
  /** Ends the connections that would stay open by themselves: live sockets and streams. */
  hangUp(): void;
  /** Closes what the program itself opened beside the database. */
  close(): void;
}

/** Builds the whole program over an open house. Nothing runs by itself until its jobs are started. */
export function buildApp(house: House, areas: readonly Member[] = AREAS): App {
  const { kept, close } = openAreas(house, areas);
  const { world, settings, reach } = house, { gathered, instance, jobRuns, limits, live, tally } = kept;
  const seen = jobRuns.latest();
  if (seen !== undefined) world.clock.startAfter(seen);
  const jobs = gathered.jobs(), checks = gathered.checks(), routes = gathered.routes();
  const handler = mount({
    routes,
    ports: gatePorts(kept),
    addresses: new Addresses({
      own: ownOrigins(settings),
      trusted: settings.get(CORS_ORIGINS),
      trustProxy: settings.get(TRUST_PROXY),
      ...(reach?.mode === "own" && { isLocal: (host) => reach.isOwn(host) }),
      elsewhere: (asker) => elsewhereFor(asker, reach),
    }),
    limits,
    world,
    instance,
    answered: (status) => tally.answered(status),
    proof: answerProof(house),
    sayRefusal: async (lang, refused) => (await drawing()).sayRefused(lang, refused),
    ...(reach && reach.mode !== "off" && { notice: (incoming) => noticeFor(reach, incoming) }),
  });
  return { ...kept, routes, handler, jobs, checks, hangUp: () => live.hangUp(), close };
}
