/** The property test of hub and spokes: some seeds. SPOKES_SEEDS sets how many, SPOKES_FROM the first, SPOKES_SEED replays one. */
import assert from "node:assert/strict";
import { firstSeed } from "../kit/seed.ts";
import { SpokesSimulation } from "./spokes_simulator.ts";

const one = Deno.env.get("SPOKES_SEED");
const first = one === undefined ? firstSeed("SPOKES_FROM") : Number(one);
const seeds = one === undefined ? Number(Deno.env.get("SPOKES_SEEDS") ?? 5) : 1;

/** How often a seed meets what it is for, at least. */
const MET = {
  published: 40,
  push: 5,
  "push failed": 5,
  collect: 5,
  asked: 10,
  answered: 8,
  crashes: 5,
  "hub died": 1,
  "hub restored": 0.5,
  "spoke restored": 0.25,
  rotations: 1,
  "wrong clocks": 0.5,
  "drifting clocks": 1,
  "hub's time taken": 0.1,
  replayed: 10,
  "old replies": 2,
};

Deno.test(`${seeds} simulated hubs from seed ${first} on hold all that their spokes push, and answer all that is asked`, async () => {
  const total: Record<string, number> = {};
  for (let seed = first; seed < first + seeds; seed++) {
    const simulation = new SpokesSimulation(seed);
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
