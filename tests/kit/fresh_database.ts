/** A database of its own with every migration applied. */
import type { World } from "../../src/base/mod.ts";
import { Database, migrate, MIGRATIONS } from "../../src/db/mod.ts";

/** In memory, with the schema as it is now. */
export function freshDatabase(world: World): Database {
  const db = new Database(":memory:");
  migrate(db, MIGRATIONS, world);
  return db;
}
