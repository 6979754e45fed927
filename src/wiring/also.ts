/** What is added by a program that is built around the gateway, such as a test's. */
import type { PersonalData } from "../accounts/mod.ts";
import type { Listeners } from "../base/mod.ts";
import type { GameNeeds } from "../caches/mod.ts";
import type { Registered, StationsEvents } from "../stations/mod.ts";
import type { Happenings } from "./events.ts";

/** What a program adds that is built around this one. */
export interface Also {
  /** What the game gets, from what it would get otherwise. */
  game?(needs: GameNeeds): GameNeeds;
  /** Further words in messages to the service call. */
  words?: Readonly<Record<string, Registered>>;
  /** Told of stations after all others. */
  heard?(events: StationsEvents["stationsChanged"]): void;
  /** Further shares in a person's data. */
  personalData?: readonly PersonalData[];
}

/** All who hear of something, and those of the program around. */
export const withHeard = (all: Listeners<Happenings>, { heard }: Also): Listeners<Happenings> =>
  heard ? { ...all, stationsChanged: [...all.stationsChanged, heard] } : all;
