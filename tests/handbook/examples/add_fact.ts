import { flag } from "../../../src/things/fact.ts";
import { thing } from "../../../src/things/thing.ts";

export const Bench = thing({
  roofed: flag({
    says: "Whether one stays dry there",
    listed: "said",
    leaves: {},
    filed: { line: "It has a roof." },
    words: "cache.flags",
    step: "find",
  }),
});
