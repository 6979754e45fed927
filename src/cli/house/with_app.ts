/** The services over the data folder, for one command. */
import { type App, buildApp } from "../../app.ts";
import type { Environment } from "../../settings/mod.ts";
import type { House } from "../../wiring/house.ts";
import { withEnvFile } from "../environment.ts";
import { openHouse } from "./house.ts";

/** Opens the house for `use`, and closes it again. Safe beside a running server. */
export async function withApp<T>(
  environment: Environment,
  use: (app: App, house: House) => Promise<T> | T,
): Promise<T> {
  const house = await openHouse(withEnvFile(environment));
  const app = buildApp(house);
  try {
    return await use(app, house);
  } finally {
    await app.federation.close();
    // What a command learnt of a service, such as that no mail leaves, is for the server's pages too.
    await app.keepLives();
    app.close();
    house.db.close();
  }
}
