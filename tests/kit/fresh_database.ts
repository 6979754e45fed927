/** A database of its own with every migration applied. */
import type { World } from "../../src/base/mod.ts";
import { Database, migrate, MIGRATIONS, type OpenOptions } from "../../src/db/mod.ts";

let image: Uint8Array | undefined;

/**
 * In memory, with the schema as it is now. The migrations run once for each test file; every further database begins
 * with what they left behind.
 */
export function freshDatabase(world: World, options: OpenOptions = {}): Database {
  if (image) return new Database(":memory:", { ...options, image });
  const db = new Database(":memory:", options);
  migrate(db, MIGRATIONS, world);
  image = db.image();
  return db;
}
