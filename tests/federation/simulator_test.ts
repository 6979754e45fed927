/** The property test: many seeds, one after the other. SIM_SEEDS sets how many, SIM_SEED replays one. */
import { Simulation } from "./simulator.ts";

const one = Deno.env.get("SIM_SEED");
const first = Number(one ?? Deno.env.get("SIM_FROM") ?? 1);
const seeds = one === undefined ? Number(Deno.env.get("SIM_SEEDS") ?? 200) : 1;

Deno.test(`${seeds} simulated federations from seed ${first} on converge`, async () => {
  const total: Record<string, number> = {};
  for (let seed = first; seed < first + seeds; seed++) {
    const simulation = new Simulation(seed);
    try {
      await simulation.run(Number(Deno.env.get("SIM_STEPS") ?? 1200));
    } finally {
      for (const [what, n] of Object.entries(simulation.stats)) total[what] = (total[what] ?? 0) + n;
      simulation.close();
    }
  }
  console.log(JSON.stringify(total));
});
