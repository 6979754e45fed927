/** What is left of a person in the database. */
import type { TestApp } from "./app.ts";

/** Every place in the whole database where one of these texts stands. */
export function traces(app: TestApp, texts: string[]): string[] {
  const tables = app.db.sql<never, { name: string }>(
    "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'",
  ).all();
  const found: string[] = [];
  for (const { name } of tables) {
    for (const row of app.db.sql(`SELECT * FROM "${name}"`).all()) {
      for (const [column, value] of Object.entries(row)) {
        const text = value instanceof Uint8Array ? Buffer.from(value).toString("latin1") : String(value);
        for (const wanted of texts) {
          if (text.toLowerCase().includes(wanted.toLowerCase())) found.push(`${name}.${column}: ${text}`);
        }
      }
    }
  }
  return found;
}
