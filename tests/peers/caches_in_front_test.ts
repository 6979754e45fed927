/** A real nginx and a real Varnish in front, as the README sets them up: nothing private is shared, what is public is. */
import assert from "node:assert/strict";
import { eventually } from "../kit/eventually.ts";
import type { Route } from "../../src/http/mod.ts";
import { type Client, type TestApp, testApp } from "../kit/app.ts";
import { type CacheInFront, nginx, varnish } from "../kit/cache_in_front.ts";
import { rf } from "../kit/boxes.ts";
import { find, hide } from "../kit/seed_game.ts";
import { withFolder } from "../kit/server.ts";
import { needsProgram, peerTest } from "./peer.ts";

const CACHES = [
  ["nginx", "nginx", "nginx-light", nginx],
  ["Varnish", "varnishd", "varnish", varnish],
] as const;

interface Told {
  status: number;
  text: string;
  headers: Headers;
}

interface Field {
  app: TestApp;
  front: CacheInFront;
  code: string;
  /** Asks through the cache as somebody. */
  ask(path: string, who?: Client): Promise<Told>;
  /** Asks the gateway itself, as nobody in particular. */
  direct(path: string): Promise<Told>;
  /** Requests that reached the gateway. */
  reached(): number;
  kill(): Promise<void>;
}

async function behind(start: typeof nginx, use: (field: Field) => Promise<void>): Promise<void> {
  await withFolder(async (folder) => {
    using app = testApp({ TRUST_PROXY: "1", APP_URL: "http://localhost:8787" });
    const { code } = await hide(app, "OE1XYZ", { description: "Under the third tree" });
    await find(app, "OE2ABC", code);
    let reached = 0;
    const server = Deno.serve(
      { port: 0, hostname: "127.0.0.1", onListen: () => {} },
      (request, info) => {
        if (!request.url.endsWith("/health")) reached++;
        return app.handler(request, { remoteAddr: { hostname: info.remoteAddr.hostname } });
      },
    );
    let alive = true;
    const kill = async () => {
      if (alive) await server.shutdown();
      alive = false;
    };
    const front = await start(folder, server.addr.port);
    const told = async (address: string, headers: Record<string, string> = {}): Promise<Told> => {
      const answer = await fetch(address, { headers, redirect: "manual" });
      return { status: answer.status, text: await answer.text(), headers: answer.headers };
    };
    try {
      await use({
        app,
        front,
        code,
        ask: (path, who) => told(front.url + path, who?.headers),
        direct: (path) => told(`http://127.0.0.1:${server.addr.port}${path}`),
        reached: () => reached,
        kill,
      });
    } finally {
      await front.stop();
      await kill();
    }
  });
}

const concrete = (code: string, { path, options }: Route): string =>
  path.replace(/:(id|code|cacheId)\b/g, code).replace(/:call\b/g, "OE2ABC").replace(/:\w+/g, "1")
    .replace("*", "x") + (/bbox/.test(JSON.stringify(options.query ?? "")) ? "?bbox=16,48,17,49" : "");

for (const [name, program, debianPackage, start] of CACHES) {
  const missing = needsProgram(program, debianPackage);

  peerTest(
    `${name}: what somebody's credential opened is nobody else's`,
    missing,
    () =>
      behind(start, async ({ app, code, ask, direct }) => {
        const askers = [app.operator, app.ingest, await app.signIn("OE1XYZ"), await app.sysop()];
        let opened = 0, personal = 0;
        for (const route of app.routes.filter(({ method }) => method === "GET")) {
          if (route.options.produces === "text/event-stream" || route.path === "/ws") continue;
          const path = concrete(code, route);
          app.world.pass(120);
          const own = await direct(path);
          const others = [];
          for (const asker of askers) others.push(await ask(path, asker));
          const anybody = await ask(path);
          assert.deepEqual([anybody.status, shape(anybody.text)], [own.status, shape(own.text)], path);
          if (own.status >= 400 && others.some(({ status }) => status < 300)) opened++;
          else if (others.some(({ text }) => shape(text) !== shape(own.text))) personal++;
        }
        assert.ok(opened >= 40, `only ${opened} routes were opened by a credential`);
        assert.ok(personal >= 3, `only ${personal} public routes said something of their own`);
      }),
  );

  peerTest(
    `${name}: of random panning it answers 99 % by itself`,
    missing,
    () =>
      behind(start, async ({ front, ask, reached }) => {
        // A city of 1° by 0.6° on a screen of 0.3° by 0.2°, as the app asks: on the grid of a tenth.
        const tenth = (degrees: number) => (Math.round(degrees * 10) / 10).toFixed(1);
        const box = () => {
          const west = 16 + Math.floor(Math.random() * 8) / 10,
            south = 48 + Math.floor(Math.random() * 5) / 10;
          return `/api/caches?bbox=${[west, south, west + 0.3, south + 0.2].map(tenth).join(",")}`;
        };
        const before = reached();
        let hits = 0;
        const all = 5000;
        for (let n = 0; n < all; n += 10) {
          const answers = await Promise.all(Array.from({ length: 10 }, () => ask(box())));
          hits += answers.filter(({ status, headers }) => status === 200 && front.isHit(headers)).length;
        }
        assert.ok(hits >= all * 0.99, `${hits} of ${all} came out of the cache`);
        assert.ok(reached() - before <= all * 0.01, `${reached() - before} reached the gateway`);
      }),
  );

  peerTest(
    `${name}: a change shows within its age; a dead gateway's reads go on`,
    missing,
    () =>
      behind(start, async ({ app, front, code, ask, kill }) => {
        const list = "/api/v1/caches?bbox=16,48,17,49";
        const stations = "/api/stations?bbox=16,48,17,49";
        const kept = await ask(list);
        assert.ok(kept.text.includes(code));
        assert.ok(!(await ask(stations)).text.includes("OE5AGE"));
        await app.ingest.post("/ingest", {
          packets: [rf(app, "OE5AGE>APRS:!4812.00N/01622.20E-", "OE1XAR-10")],
        });
        // Ten seconds of age; whoever asks after that has the old one once more, and lets the new one come.
        const shows = async () => (await ask(stations)).text.includes("OE5AGE");
        await eventually("the change to show", shows, 60_000, 250);
        await kill();
        for (const path of [list, stations]) {
          const answer = await ask(path);
          assert.deepEqual([answer.status, front.isHit(answer.headers)], [200, true], path);
        }
        assert.ok((await ask("/api/caches?bbox=1,1,2,2")).status >= 500, "what was never read cannot be");
      }),
  );
}

/** An answer without what differs from one to the next: times, counters, fresh values. */
const shape = (text: string): string => text.replace(/\d{4,}|"[\w-]{20,}"/g, "0");
