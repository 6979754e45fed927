/**
 * The database: one SQLite file behind a small shape. Owns connections, prepared statements, group-committed writes
 * and migrations. Refuses an SQLite that is too old and a file that a newer program made. Knows no tables.
 */
export { appliedMigrations, migrate, type Migration, pendingMigrations, schemaOf } from "./migrate.ts";
export { Database, dbFailure, explainSqlite, type OpenOptions } from "./open.ts";
export { type Bindable, type Params, Statement, type Written } from "./sql.ts";
export { Tx } from "./write.ts";
