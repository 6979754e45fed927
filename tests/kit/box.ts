/** A receiver box for tests: the real one, in this process, on a folder of its own. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { BoxClock } from "../../src/box/clock/box_clock.ts";
import {
  type BoxFile,
  KEY_FILE,
  loadBoxFile,
  saveBoxFile,
  sealOf,
  writePrivate,
} from "../../src/box/config/box_file.ts";
import { enrol, newBoxKey } from "../../src/box/gateway/enrol.ts";
import { realIo } from "../../src/box/io.ts";
import { openBoxDatabase, type RunningBox, startBox } from "../../src/box/run/box.ts";
import type { Service } from "../../src/box/services/service.ts";
import { openFacts } from "../../src/box/spool/facts.ts";
import type { SpoolLimits } from "../../src/box/spool/spool.ts";
import { realWorld, type World } from "../../src/base/mod.ts";
import { type TestApp, testApp } from "./app.ts";
import { testWorld } from "./world.ts";

export { eventually as until } from "./eventually.ts";

/**
 * A gateway that really listens, its clock the real one: boxes take the time from its answers. It stands a second back: what a
 * box hears right after it was trusted was not heard before.
 */
export function listeningApp(
  env: Record<string, string> = {},
  options: Parameters<typeof testApp>[1] = {},
): { app: TestApp; url: string; close(): Promise<void> } {
  const app = testApp(env, { world: testWorld(options.seed, undefined, true), ...options });
  app.world.pass(Math.floor(Date.now() / 1000) - 1 - app.world.now());
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    (request) => app.handler(request),
  );
  return {
    app,
    url: `http://127.0.0.1:${server.addr.port}`,
    async close() {
      await server.shutdown();
      app.close();
    },
  };
}

/** Makes the folder of an enrolled box. */
export async function makeBox(
  dir: string,
  { app, url }: { app: TestApp; url: string },
  file: Partial<BoxFile> & { connections: string[] },
  options: { sites?: string[]; services?: boolean } = {},
): Promise<BoxFile> {
  const world = realWorld();
  const { body: { code } } = await app.operator.post("/api/admin/boxes/codes", {});
  const { seed, key } = newBoxKey(world);
  const made: BoxFile = {
    version: 1,
    call: "OE1BOX-10",
    box: "attic",
    gateways: [url],
    instance: "",
    tx: "off",
    quiet: false,
    services: {},
    ...file,
  };
  const parts = { clock: new BoxClock(world), world };
  const { instanceKey } = await enrol(parts, url, { box: made.box, code, key });
  writePrivate(join(dir, KEY_FILE), seed);
  saveBoxFile(dir, made);
  const db = openBoxDatabase(dir, world);
  db.writeNow((tx) => {
    openFacts(db).set(tx, "seal", sealOf(loadBoxFile(dir)!));
    if (instanceKey !== null) openFacts(db).set(tx, "gateway_key", instanceKey);
  });
  db.close();
  if (options.sites) {
    const trusted = await app.operator.post(`/api/admin/boxes/${made.box}/trust`, {
      trusted: true,
      sites: options.sites,
    });
    assert.equal(trusted.status, 200, trusted.text);
  }
  if (options.services) {
    await app.operator.post(`/api/admin/boxes/${made.box}/services`, { services: true });
  }
  return made;
}

/** Starts the box of a folder. */
export const runBox = (
  dir: string,
  options: { services?: Service[]; limits?: SpoolLimits; turnMs?: number; world?: World } = {},
): RunningBox =>
  startBox({
    dir,
    world: realWorld(),
    io: realIo(),
    services: [],
    turnMs: 50,
    ...options,
  });

/** A KISS TNC on loopback whose radio the test is. */
export function testTnc() {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const clients = new Set<Deno.Conn>();
  const received: Uint8Array[] = [];
  const reading: Promise<unknown>[] = [];
  const serving = (async () => {
    for await (const client of listener) {
      clients.add(client);
      const read = async () => {
        for await (const bytes of client.readable) received.push(bytes);
      };
      reading.push(read().catch(() => {}).finally(() => clients.delete(client)));
    }
  })();
  return {
    address: `kiss://127.0.0.1:${(listener.addr as Deno.NetAddr).port}`,
    clients,
    /** What clients sent, to be put on the air. */
    received,
    async hears(bytes: Uint8Array) {
      for (const client of clients) await client.write(bytes);
    },
    hangUp() {
      for (const client of clients) {
        try {
          client.close();
        } catch {
          // It is gone already.
        }
      }
      clients.clear();
    },
    async close() {
      listener.close();
      await serving.catch(() => {});
      // Also one that came while the listener was being closed.
      this.hangUp();
      await Promise.all(reading);
    },
  };
}
