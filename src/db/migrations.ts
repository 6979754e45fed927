/** Every migration, embedded in the program. A test holds this list against the folder `migrations/`. */
import house from "../../migrations/0001_house.sql" with { type: "text" };
import accounts from "../../migrations/0010_accounts.sql" with { type: "text" };
import people from "../../migrations/0011_people.sql" with { type: "text" };
import boxes from "../../migrations/0020_boxes.sql" with { type: "text" };
import stations from "../../migrations/0021_stations.sql" with { type: "text" };
import mesh from "../../migrations/0022_mesh.sql" with { type: "text" };
import type { Migration } from "./migrate.ts";

export const MIGRATIONS: readonly Migration[] = [
  { number: 1, name: "0001_house", sql: house },
  { number: 10, name: "0010_accounts", sql: accounts },
  { number: 11, name: "0011_people", sql: people },
  { number: 20, name: "0020_boxes", sql: boxes },
  { number: 21, name: "0021_stations", sql: stations },
  { number: 22, name: "0022_mesh", sql: mesh },
];
