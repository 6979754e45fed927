/** Whole programs that reach each other over loopback. */
import { type TestApp, testApp } from "../../kit/app.ts";
import { freePort } from "../../kit/free_port.ts";
import { type TestWorld, testWorld } from "../../kit/world.ts";
import { sha256, toBase64Url } from "../../../src/base/mod.ts";
import type { Environment } from "../../../src/settings/mod.ts";

export interface Instance extends TestApp {
  url: string;
  keyPrint: string;
  /** Requests that came in, `METHOD path`. */
  asked: string[];
  end(): Promise<void>;
}

export const seedOf = (id: string): string => toBase64Url(sha256(`seed of ${id}`));

/** Starts an instance under `<id>` with a key of its own, unless `env` says otherwise; on any free port unless told, which stays its own when it has ended. */
export function instance(
  id: string,
  env: Environment = {},
  world: TestWorld = testWorld(id),
  port = freePort(),
): Instance {
  // Durations are real here: time-outs of the fetch guard run by them.
  const live: TestWorld = {
    ...world,
    now: world.now,
    nowMs: world.nowMs,
    elapsedMs: () => performance.now(),
  };
  const app = testApp({ INSTANCE_ID: id, FED_PRIVATE_KEY: seedOf(id), FED_ALLOW_PRIVATE: "1", ...env }, {
    world: live,
    seed: id,
  });
  const asked: string[] = [];
  const server = Deno.serve({ port, hostname: "127.0.0.1", onListen() {} }, (request, info) => {
    const url = new URL(request.url);
    asked.push(`${request.method} ${url.pathname}${url.search}`);
    return app.handler(request, { remoteAddr: { hostname: info.remoteAddr.hostname } });
  });
  return Object.assign(app, {
    url: `http://127.0.0.1:${server.addr.port}`,
    keyPrint: app.federation.own.fingerprint() ?? "",
    asked,
    end: async () => {
      await app.federation.close();
      await server.shutdown();
      app.close();
    },
  });
}

/** Runs with instances that are ended whatever happens. */
export async function withInstances(list: Instance[], use: () => Promise<void>): Promise<void> {
  try {
    await use();
  } finally {
    for (const one of list) await one.end();
  }
}
