/** A log: what its writer says at a cache, each fact once. API "Caches, logs, media"; FED "Envelope" for what leaves. */
import { flag, lines } from "./fact.ts";
import { thing } from "./thing.ts";

/** Its kind, its times and what it is worth are the game's to say. */
export const LOG = thing({
  text: lines(2000, { always: true, leaves: { most: 100_000 }, words: "write.text" }),
  needsMaintenance: flag({ once: true, says: "The cache needs a look: its owner is told" }),
});
