/** Every migration, embedded in the program. A test holds this list against the folder `migrations/`. */
import house from "../../migrations/0001_house.sql" with { type: "text" };
import accounts from "../../migrations/0010_accounts.sql" with { type: "text" };
import federation from "../../migrations/0060_federation.sql" with { type: "text" };
import type { Migration } from "./migrate.ts";

export const MIGRATIONS: readonly Migration[] = [
  { number: 1, name: "0001_house", sql: house },
  { number: 10, name: "0010_accounts", sql: accounts },
  { number: 60, name: "0060_federation", sql: federation },
];
