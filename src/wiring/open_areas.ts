/** Opens the areas over a house. Nothing runs by itself yet. */
import type { ExtraCheck } from "../admin/mod.ts";
import { openAll } from "../plan/mod.ts";
import { AREAS } from "./areas.ts";
import { type Happenings, happenings, newEvents } from "./events.ts";
import type { House } from "./house.ts";
import type { Kept, Member } from "./kept.ts";

/** Everything that areas keep, and how what they hold open is closed. */
export function openAreas(house: House, areas: readonly Member[] = AREAS): { kept: Kept; close(): void } {
  const events = newEvents(), { tell } = events;
  const { problems, host, reach, fetch } = house;
  const given = { ...house, problems, host, reach, fetch, house, tell };
  const { kept, listeners, close } = openAll<Kept, Happenings, ExtraCheck>(areas, given, happenings);
  events.heardBy(listeners);
  return { kept, close };
}
