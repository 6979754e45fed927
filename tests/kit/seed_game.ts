/** Caches and finds, made through the game's own services. */
import { NewCache } from "../../src/caches/views/cache_input.ts";
import type { TestApp } from "./app.ts";
import { codeKey } from "../../src/caches/mod.ts";
import { cacheStore } from "../../src/caches/tables/cache_store.ts";
import { mapStore } from "../../src/caches/tables/map_store.ts";

/** A member whose call is verified; made when new. */
export function member(app: TestApp, call: string) {
  const { accounts, db, world } = app;
  if (!accounts.holder(call)) {
    db.writeNow((tx) => {
      accounts.store.create(tx, call, world.now());
      accounts.verify(tx, call, "sysop", "OE1SYS", "test");
    });
  }
  return accounts.holder(call)!;
}

/** Hides a cache; gives its row. Times within a test pass by a minute for each. */
export async function hide(app: TestApp, owner: string, given: Record<string, unknown> = {}) {
  app.world.pass(60);
  const person = member(app, owner);
  const cache = NewCache.parse({ title: "A cache", lat: 48.2, lon: 16.37, ...given });
  return await app.caches.hide({
    person,
    call: owner,
    session: true,
    operator: given.source !== undefined,
  }, cache);
}

/** Logs a find with a phone's position at the cache: Tier B. */
export async function find(
  app: TestApp,
  call: string,
  code: string,
  given: { kind?: "found" | "DNF" | "note"; text?: string } = {},
) {
  app.world.pass(60);
  const cache = cacheStore(app.db).byKey({ key: codeKey(code) })!;
  const { log } = await app.caches.log({
    cache: code,
    person: member(app, call),
    call,
    kind: given.kind ?? "found",
    text: given.text ?? "",
    via: "web",
    ...(cache.lat === null
      ? {}
      : { position: { lat: cache.lat, lon: cache.lon!, accuracyM: 5, at: app.world.now() } }),
  });
  return log;
}

/** Suspends a member, until lifted. */
export function suspend(app: TestApp, call: string): void {
  const { accountId } = member(app, call);
  app.db.writeNow((tx) =>
    app.db.sql<{ id: number }>(
      "INSERT INTO suspension (account_id, reason, category, suspended_at) VALUES (:id, 'test', 'spam', 0)",
    ).run(tx, { id: accountId })
  );
}

/**
 * Copies the cache with the number 1 until there are so many, at this place: faster than to hide thousands. On the map each
 * lies some steps beside the others, as caches do: where four thousand lie on one point, each further one costs SQLite's
 * R-tree five milliseconds.
 */
export function crowd(app: TestApp, many: number, { lat, lon }: { lat: number; lon: number }): void {
  const map = mapStore(app.db, app.world);
  app.db.writeNow((tx) => {
    const columns = app.db.sql<never, { name: string }>("SELECT name FROM pragma_table_info('cache')").all()
      .map(({ name }) => name).filter((name) => name !== "id" && name !== "code_key" && name !== "gid");
    const copy = app.db.sql<{ id: number; key: string }>(
      `INSERT INTO cache (id, code_key, ${columns}) SELECT :id, :key, ${columns} FROM cache WHERE id = 1`,
    );
    for (let id = 2; id <= many; id++) {
      copy.run(tx, { id, key: `COPY${id}` });
      map.put(tx, id, { lat: lat + id % 64 / 1e5, lon: lon + id / 64 / 1e5, native: true }, "{}");
    }
  });
}
