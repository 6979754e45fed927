/**
 * The property test: many seeds, one after the other; 200 with CI=true. SIM_SEEDS sets how many, SIM_FROM the first,
 * SIM_SEED replays one.
 */
import { Simulation } from "./simulator.ts";

const one = Deno.env.get("SIM_SEED");
const first = Number(one ?? Deno.env.get("SIM_FROM") ?? 1);
const usual = Deno.env.get("CI") === "true" ? 200 : 25;
const seeds = one === undefined ? Number(Deno.env.get("SIM_SEEDS") ?? usual) : 1;

Deno.test(`${seeds} simulated federations from seed ${first} on converge`, async () => {
  const total: Record<string, number> = {};
  for (let seed = first; seed < first + seeds; seed++) {
    const simulation = new Simulation(seed);
    try {
      await simulation.run();
    } finally {
      simulation.close();
    }
    for (const [what, n] of Object.entries(simulation.stats)) total[what] = (total[what] ?? 0) + n;
  }
  console.log(JSON.stringify(total));
});
