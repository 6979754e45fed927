/** A database of its own with every migration applied. */
import { Database, migrate } from "../../src/db/mod.ts";
import type { World } from "../../src/base/mod.ts";

const FOLDER = new URL("../../migrations/", import.meta.url);

/** In memory, with the schema as it is now. */
export function freshDatabase(world: World): Database {
  const db = new Database(":memory:");
  const files = [...Deno.readDirSync(FOLDER)].map((file) => file.name).filter((name) => name.endsWith(".sql"))
    .sort();
  migrate(
    db,
    files.map((file) => ({
      number: Number(file.slice(0, 4)),
      name: file.replace(".sql", ""),
      sql: Deno.readTextFileSync(new URL(file, FOLDER)),
    })),
    world,
  );
  return db;
}
