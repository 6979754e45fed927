/** Some seeds, one after the other. SIM_SEEDS sets how many, SIM_FROM the first, SIM_SEED replays one. */
import assert from "node:assert/strict";
import { firstSeed } from "../../kit/seed.ts";
import { WitnessSimulation } from "./simulator.ts";

const one = Deno.env.get("SIM_SEED");
const first = one === undefined ? firstSeed("SIM_FROM") : Number(one);
const seeds = one === undefined ? Number(Deno.env.get("SIM_SEEDS") ?? 5) : 1;

/** How often a seed meets what it is for, at least. */
const MET = {
  "lifted at once": 1,
  "lifted later": 1,
  "left below": 1,
  "never reached": 0.05,
  "delivered late": 0.5,
  "delivered in vain": 0.5,
  lost: 3,
  late: 3,
  twice: 3,
  stale: 1,
  refused: 2,
  collected: 1,
  lies: 1,
  crashes: 1,
  "wrong clocks": 0.5,
  "unset clocks": 0.05,
  "trust changed": 0.2,
  "trust given": 0.1,
};

Deno.test(`in ${seeds} simulations from ${first} on, every find is lifted that deserves it, and no other`, async () => {
  const total: Record<string, number> = {};
  for (let seed = first; seed < first + seeds; seed++) {
    const simulation = new WitnessSimulation(seed);
    try {
      await simulation.run();
    } finally {
      simulation.close();
    }
    for (const [what, n] of Object.entries(simulation.stats)) total[what] = (total[what] ?? 0) + n;
  }
  console.log(JSON.stringify(total));
  if (seeds < 20) return;
  for (const [what, least] of Object.entries(MET)) {
    assert.ok((total[what] ?? 0) >= least * seeds, `${what}: ${total[what] ?? 0} in ${seeds} seeds`);
  }
});
