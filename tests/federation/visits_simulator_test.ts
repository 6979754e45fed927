/** Visits under seeded schedules. SIM_SEEDS sets how many seeds, SIM_FROM the first. */
import assert from "node:assert/strict";
import { firstSeed } from "../kit/seed.ts";
import { VisitsSimulation } from "./visits_simulator.ts";

const seeds = Number(Deno.env.get("SIM_SEEDS") ?? 3), first = firstSeed("SIM_FROM");
/** What the schedules are meant to meet, each seed on the average. */
const MET = {
  "answered 201": 2,
  "answered 200": 1,
  "answered 202": 1,
  "answered 403": 1,
  "answered 409": 1,
  "answered 422": 1,
  "by circuit taken": 1,
  "by circuit waiting": 0.3,
  "by circuit refused": 1,
  lost: 1,
  doubled: 5,
  rotations: 1,
  moves: 1,
  revocations: 1,
};

Deno.test(`${seeds} simulated clubs with visitors from seed ${first} on take what they have to`, async () => {
  const total: Record<string, number> = {};
  for (let seed = first; seed < first + seeds; seed++) {
    const simulation = await VisitsSimulation.start(seed);
    try {
      await simulation.run();
    } catch (error) {
      throw new Error(`seed ${seed}`, { cause: error });
    } finally {
      simulation.close();
    }
    for (const [what, n] of Object.entries(simulation.stats)) total[what] = (total[what] ?? 0) + n;
  }
  console.log(JSON.stringify(total));
  if (seeds < 20) return;
  for (const [what, least] of Object.entries(MET)) {
    assert.ok(
      (total[what] ?? 0) >= least * seeds / 2,
      `hardly met: ${what} ${total[what] ?? 0} times in ${seeds} seeds`,
    );
  }
});
