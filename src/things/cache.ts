/** A cache: what its owner says of it, each fact once. API "Caches, logs, media"; FED "Envelope" for what leaves. */
import {
  choice,
  flag,
  level,
  line,
  lines,
  maybeCall,
  maybeChoice,
  maybeDegrees,
  maybeText,
  maybeTime,
  words,
} from "./fact.ts";
import { CACHE_SIZES, CACHE_TYPES } from "./kinds.ts";
import { thing } from "./thing.ts";

const CACHE_STATUSES = ["draft", "active", "disabled", "archived"] as const;
export type CacheStatus = typeof CACHE_STATUSES[number];

/** In the order in which forms, views and tables have them. */
export const CACHE = thing({
  title: line(1, 120, {
    always: true,
    listed: "always",
    leaves: { needed: true, most: 500 },
    words: "hide.title",
  }),
  description: lines(4000, { always: true, leaves: { most: 100_000 }, words: "hide.text" }),
  // The hint never leaves (contract of the records: it would be told to people who have not asked for it).
  hint: lines(500, { always: true, words: "cache.hint" }),
  type: choice(CACHE_TYPES, "traditional", {
    always: true,
    listed: "always",
    words: "hide.type",
  }),
  size: choice(CACHE_SIZES, "other", {
    always: true,
    listed: "always",
    leaves: { needed: true },
    words: "hide.size",
  }),
  difficulty: level({
    always: true,
    listed: "always",
    leaves: { name: "difficultyX10", needed: true },
    words: "hide.difficulty",
  }),
  terrain: level({
    always: true,
    listed: "always",
    leaves: { name: "terrainX10", needed: true },
    words: "hide.terrain",
  }),
  country: maybeText(8, { always: true, listed: "always", leaves: { most: 16 } }),
  tags: words(12, 24, { always: true, listed: "always" }),
  status: choice(CACHE_STATUSES, "active", { always: true, listed: "always", words: "edit.status" }),
  scope: choice(["federated", "local"], "federated", {
    always: true,
    leaves: { needed: true },
    words: "hide.who",
  }),
  unlisted: flag({
    always: true,
    leaves: {},
    words: "hide.who.unlisted",
    says:
      "true: on no map and in no list, found by its code alone. With the scope federated its title, place, country, owner " +
      "and finds still go to other instances, marked as unlisted; description and hint do not. With the scope local nothing " +
      "goes. What was sent before is withdrawn or changed there as far as those instances follow",
  }),
  minTrust: maybeChoice(["A", "B"], { always: true, listed: "always", leaves: {}, words: "hide.proof" }),
  ratingPolicy: choice(["finders", "all", "off"], "finders", { always: true }),
  stationCall: maybeCall({ always: true, listed: "said", leaves: {}, words: "hide.station" }),
  wheelchair: flag({
    listed: "said",
    leaves: {},
    filed: { line: "Can be reached in a wheelchair." },
    words: "cache.wheelchair",
    step: "find",
    says: "Its owner says that it can be reached in a wheelchair",
  }),
  eventFrom: maybeTime({
    listed: "said",
    pair: "meeting",
    says: "Of a meeting: when it begins, in unix seconds; null: it is no meeting",
  }),
  eventUntil: maybeTime({
    listed: "said",
    pair: "meeting",
    says: "Of a meeting: when it is over, in unix seconds; it comes with eventFrom",
  }),
  parkingLat: maybeDegrees(90, { leaves: { name: "parkingLatE7" }, pair: "parking", filed: {} }),
  parkingLon: maybeDegrees(180, {
    leaves: { name: "parkingLonE7" },
    pair: "parking",
    filed: {},
    says: "Where one leaves the car; null: nothing is said of it",
  }),
});
