/**
 * Tool registries: signed lists of tools that the web app may install, of the instance and of members, and copies of
 * their files. Owns the tables of migration 0150 and DATA_DIR/registries. Refuses a list that its pinned key did not
 * sign, addresses that are not https or lie on private networks, and every file that no list names.
 */
import { join } from "node:path";
import { FetchGuard, type World } from "../base/mod.ts";
import type { Audit, Database, Tx } from "../db/mod.ts";
import type { Limits, RouteTable } from "../http/mod.ts";
import type { Settings } from "../settings/mod.ts";
import { Copies, type GuardedFetch } from "./copies.ts";
import { RegistryFiles } from "./files.ts";
import { Registries } from "./registries.ts";
import { registryRoutes } from "./routes.ts";

export type { GuardedFetch } from "./copies.ts";
export { MOST, Registries } from "./registries.ts";

interface RegistriesParts {
  db: Database;
  settings: Settings;
  world: World;
  audit: Audit;
  limits: Limits;
  dataDir: string;
  /** By default under a guard of its own. */
  fetch?: GuardedFetch;
}

/** Opens the area. */
export function openRegistries(parts: RegistriesParts) {
  const guard = new FetchGuard({ world: parts.world, allowPrivate: false });
  const fetch = parts.fetch ?? ((ask) => guard.request(ask));
  const copies = new Copies(join(parts.dataDir, "registries"), fetch, parts.world);
  const registries = new Registries(parts);
  const files = new RegistryFiles(registries, copies);
  const personalData = [{
    name: "registries",
    export: ({ accountId }: { accountId: number }) => ({
      toolRegistries: registries.store.of({ account: accountId }).map(({ accountId: _, ...row }) => row),
    }),
    erase: (tx: Tx, { accountId }: { accountId: number }) =>
      void registries.store.dropOf(tx, { account: accountId }),
  }];
  return { registries, routes: registryRoutes({ ...parts, registries, files }), personalData };
}
/** What its routes take and give, by signature. */
export type RegistryRoutes = RouteTable<ReturnType<typeof registryRoutes>>;
