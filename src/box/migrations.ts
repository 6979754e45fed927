/**
 * The box's own migrations, embedded; a test holds the list against the folder. `migrations/` at the top level belongs to
 * the gateway's database alone. Numbers: 1 to 9 here, 10 to 19 transmit and services, 20 to 29 carriers.
 */
import transmit from "./migrations/0010_transmit.sql" with { type: "text" };
import spool from "./migrations/0001_spool.sql" with { type: "text" };
import source from "./migrations/0002_source.sql" with { type: "text" };
import boot from "./migrations/0003_boot.sql" with { type: "text" };
import mailPart from "./migrations/0020_mail_part.sql" with { type: "text" };
import type { Migration } from "../db/mod.ts";

export const BOX_MIGRATIONS: readonly Migration[] = [
  { number: 1, name: "0001_spool", sql: spool },
  { number: 2, name: "0002_source", sql: source },
  { number: 3, name: "0003_boot", sql: boot },
  { number: 10, name: "0010_transmit", sql: transmit },
  { number: 20, name: "0020_mail_part", sql: mailPart },
];
