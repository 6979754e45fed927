/** The post office as its commands use it: opened over the data folder, as the operator. */
import { type App, buildApp } from "../../app.ts";
import type { House } from "../../wiring/house.ts";
import { bbsAtShell, type ShellOffice } from "../../bbs/mod.ts";
import type { Environment } from "../../settings/mod.ts";
import { withEnvFile } from "../environment.ts";
import { openHouse } from "../house/house.ts";

export type BbsShell = ShellOffice;

/** Opens the house for one command and closes it again. */
export function bbsShell(environment: Environment) {
  return {
    async run(use: (office: ShellOffice, app: App, house: House) => void | Promise<void>): Promise<void> {
      const house = await openHouse(withEnvFile(environment));
      const app = buildApp(house);
      try {
        await use(bbsAtShell(app.bbs.office), app, house);
      } finally {
        app.close();
        house.db.close();
      }
    },
  };
}
export type Shell = ReturnType<typeof bbsShell>;
