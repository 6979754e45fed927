/** Every declared route, without opening a data folder: for `routes`, and for tests that walk them. */
import { buildApp } from "../app.ts";
import { realWorld } from "../base/mod.ts";
import { Database, migrate, MIGRATIONS } from "../db/mod.ts";
import type { Route } from "../http/mod.ts";
import { Settings } from "../settings/mod.ts";

/** The route table, built over an empty database in memory. */
export function allRoutes(): readonly Route[] {
  const world = realWorld();
  const settings = new Settings({});
  const db = new Database(":memory:");
  migrate(db, MIGRATIONS, world);
  settings.attach(db);
  return buildApp({ world, settings, db, dataDir: ".", source: { version: "0", commit: null, tag: null } })
    .routes;
}
