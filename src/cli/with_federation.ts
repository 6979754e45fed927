/** Federation's services for commands. */
import { buildApp } from "../app.ts";
import type { Federation } from "../federation/mod.ts";
import type { Environment } from "../settings/mod.ts";
import { withEnvFile } from "./environment.ts";
import { openHouse } from "./house.ts";

/** Runs with the services over the data folder; safe beside a running server. */
export async function withFederation<T>(
  environment: Environment,
  use: (federation: Federation) => Promise<T> | T,
): Promise<T> {
  const house = await openHouse(withEnvFile(environment));
  const app = buildApp(house);
  const { federation } = app;
  try {
    return await use(federation);
  } finally {
    await federation.close();
    app.close();
    house.db.close();
  }
}
