/** Hub and spoke put together, each as far as the settings make this instance one. */
import type { FetchGuard, World } from "../../base/mod.ts";
import type { Database } from "../../db/mod.ts";
import {
  FED_HUB_URL,
  FED_RELAY_POLL_MS,
  FED_RELAY_SECRET,
  FED_SUBMIT_INSTANCES,
  FED_SUBMIT_SECRET,
  FED_SYNC_INTERVAL_MS,
  type Settings,
} from "../../settings/mod.ts";
import type { Job } from "../../jobs/mod.ts";
import type { Identity } from "../keys/identity.ts";
import type { Registry } from "../keys/registry.ts";
import type { Deps } from "../pull/context.ts";
import type { Answerer } from "./collect.ts";
import { type DoneStore, doneStore } from "../relay/done.ts";
import type { RelayQueue } from "../relay/queue.ts";
import type { Serving } from "../serve/serve.ts";
import { type HubStore, hubStore } from "./hub_store.ts";
import { Pusher } from "./pusher.ts";
import { spokeStore } from "../tables/spoke_store.ts";
import type { HubParts } from "./take.ts";

export interface OpenParts {
  db: Database;
  world: World;
  settings: Settings;
  guard: FetchGuard;
  registry: Registry;
  identity: Identity;
  deps: Deps;
  serving: Serving;
  relay: RelayQueue;
  /** Answers questions that come through the hub. */
  answer: Answerer;
}

export interface HubAndSpoke {
  /** What submissions are taken with. */
  hub: HubParts;
  relay: RelayQueue;
  done: DoneStore;
  hubs: HubStore;
  /** FED_HUB_URL; undefined for an instance that pushes to nobody. */
  hubUrl: string | undefined;
  pusher: Pusher | undefined;
}

/** Makes both sides. Without FED_HUB_URL there is no pusher; without FED_RELAY_SECRET the relay queue is off. */
export function openHubAndSpoke(parts: OpenParts): HubAndSpoke {
  const { db, world, settings, registry, identity, deps, relay } = parts;
  const spokes = spokeStore(db);
  const hubs = hubStore(db);
  const done = doneStore(db);
  const hub: HubParts = {
    ...deps,
    db,
    spokes,
    listed: settings.get(FED_SUBMIT_INSTANCES),
    registryError: () => registry.error,
  };
  const { peers } = deps.store;
  const hubUrl = settings.get(FED_HUB_URL);
  const pusher = hubUrl === undefined ? undefined : new Pusher({
    ...parts,
    secret: settings.get(FED_SUBMIT_SECRET),
    deps: {
      ...deps,
      hub: hubUrl,
      hubs,
      done,
      now: () => world.now(),
      clock: { offsetS: 0 },
      rotations: () => identity.rotations,
      trustsHub: () => peers.byUrl(hubUrl)?.trust === "trusted",
    },
  });
  return { hub, relay, done, hubs, hubUrl, pusher };
}

/** What runs by itself. */
export function hubAndSpokeJobs({ pusher, relay, done }: HubAndSpoke, parts: OpenParts): Job[] {
  const { settings, db, world } = parts;
  const collects = pusher !== undefined && settings.get(FED_RELAY_SECRET) !== undefined;
  const [interval, poll] = [settings.get(FED_SYNC_INTERVAL_MS), settings.get(FED_RELAY_POLL_MS)];
  const push = async () => {
    await pusher?.push();
    if (collects && poll === 0) await pusher.collect();
  };
  const purge = async () => {
    const now = world.now();
    if (!world.clock.isKnown()) return;
    await db.write((tx) => {
      relay.purge(tx);
      done.purge(tx, { now });
    });
  };
  return [
    ...(pusher && interval > 0 ? [{ name: "federation-push", when: interval, run: push }] : []),
    ...(collects && poll > 0 ? [{ name: "federation-relay", when: poll, run: () => pusher.collect() }] : []),
    { name: "federation-relay-purge", when: "41 * * * *", judgesTime: true, run: purge },
  ];
}
