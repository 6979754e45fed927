/** Every event of the program, by name. Who hears of one says so in its plan; they are told in the order of the areas. */
import type { AccountsEvents } from "../accounts/mod.ts";
import { Events } from "../base/mod.ts";
import type { GameHappenings } from "../caches/mod.ts";
import type { FederationEvents } from "../federation/mod.ts";
import type { IngestEvents } from "../ingest/mod.ts";
import type { StationsEvents } from "../stations/mod.ts";

/** The name of each event, and what it tells. */
export interface Happenings
  extends AccountsEvents, StationsEvents, IngestEvents, FederationEvents, GameHappenings {}

const NAMES: { readonly [Name in keyof Happenings]: true } = {
  proofChanged: true,
  callDetached: true,
  callReleased: true,
  sessionEnded: true,
  suspended: true,
  stationsChanged: true,
  messageLogged: true,
  boxChangedHands: true,
  recordPublished: true,
  trustChanged: true,
  findContradicted: true,
  keyWanted: true,
  visitorGone: true,
  findHeard: true,
};
export const happenings = Object.keys(NAMES) as (keyof Happenings)[];

/** The events of a program that is being put together. */
export const newEvents = (): Events<Happenings> => new Events<Happenings>(NAMES);
