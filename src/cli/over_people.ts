/** Runs a command over the services of people and their calls. */
import { buildApp } from "../app.ts";
import type { House } from "../wiring/house.ts";
import type { People } from "../accounts/mod.ts";
import type { Environment } from "../settings/mod.ts";
import { withEnvFile } from "./environment.ts";
import { openHouse } from "./house.ts";

/** Opens the house of the data folder for `run`, and closes it again. */
export async function overPeople(
  environment: Environment,
  run: (people: People, house: House) => void | Promise<void>,
): Promise<void> {
  const house = await openHouse(withEnvFile(environment));
  const app = buildApp(house);
  try {
    await run(app.people, house);
  } finally {
    app.close();
    house.db.close();
  }
}

/** Unix seconds as `2026-06-01 12:00`, UTC. */
export const day = (unix: number): string =>
  new Date(unix * 1000).toISOString().slice(0, 16).replace("T", " ");
