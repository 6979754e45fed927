/**
 * Tool registries: signed lists of tools that the web app may install, of the instance and of members, and copies of
 * their files. Owns the tables of migration 0150 and DATA_DIR/registries. Refuses a list that its pinned key did not
 * sign, addresses that are not https or lie on private networks, and every file that no list names.
 */
import { join } from "node:path";
import { FetchGuard, type World } from "../base/mod.ts";
import type { Audit, Database } from "../db/mod.ts";
import type { Limits, RouteTable } from "../http/mod.ts";
import { area } from "../plan/mod.ts";
import type { Settings } from "../settings/mod.ts";
import { Copies, type GuardedFetch } from "./copies.ts";
import { RegistryFiles } from "./files.ts";
import { Registries } from "./registries.ts";
import { registryRoutes } from "./routes.ts";

export type { GuardedFetch } from "./copies.ts";
export { MOST } from "./registries.ts";

interface RegistryNeeds {
  db: Database;
  settings: Settings;
  world: World;
  audit: Audit;
  limits: Limits;
  dataDir: string;
  /** By default under a guard of its own. */
  fetch?: GuardedFetch | undefined;
}

export interface RegistryKeeps {
  registries: Registries;
  registryFiles: RegistryFiles;
}

/** What its routes take and give, by signature. */
export type RegistryRoutes = RouteTable<ReturnType<typeof registryRoutes>>;

export const registries = area<{ needs: RegistryNeeds; keeps: RegistryKeeps }>()({
  name: "registries",
  needs: ["audit", "dataDir", "db", "fetch", "limits", "settings", "world"],
  keeps: {
    registries: (needs) => new Registries(needs),
    registryFiles({ registries, fetch, dataDir, world }) {
      const guard = new FetchGuard({ world, allowPrivate: false });
      const copies = new Copies(join(dataDir, "registries"), fetch ?? ((ask) => guard.request(ask)), world);
      return new RegistryFiles(registries, copies);
    },
  },
  data: ({ registries: { store } }) => ({
    name: "registries",
    export: ({ accountId }) => ({
      toolRegistries: store.of({ account: accountId }).map(({ accountId: _, ...row }) => row),
    }),
    erase: (tx, { accountId }) => void store.dropOf(tx, { account: accountId }),
  }),
  routes: ({ registryFiles: files, ...parts }) => registryRoutes({ ...parts, files }),
});
