/** The server: listens, runs jobs, stops by signal. */
import { join } from "node:path";
import { buildApp, type House } from "../app.ts";
import { startJobs } from "../jobs/mod.ts";
import { HOST, instanceId, PORT, TLS_CERT, TLS_KEY } from "../settings/mod.ts";
import { cliFailure } from "./failing.ts";

/** What is in flight when a signal comes gets this long to finish, in milliseconds. */
const GRACE_MS = 10_000;
/** Held by a running server, so that a second one and `restore` keep away. */
export const LOCK_FILE = "serve.lock";

/** Takes the data folder for this process, or says who has it. The system lets go of it when the process ends. */
export function lockDataDir(dataDir: string): Deno.FsFile {
  const file = Deno.openSync(join(dataDir, LOCK_FILE), { create: true, read: true, write: true });
  if (!file.tryLockSync(true)) {
    file.close();
    throw cliFailure.server_running({}, `A server is running on ${dataDir}: stop it first`);
  }
  return file;
}

export interface Running {
  /** Where it listens, e.g. `http://localhost:8787`. */
  url: string;
  app: ReturnType<typeof buildApp>;
  /** Resolves when a signal has ended it and the database is closed. */
  finished: Promise<void>;
}

/** Serves the house until SIGTERM or SIGINT. */
export function serve(house: House): Running {
  const { world, settings, db, dataDir } = house;
  const lock = lockDataDir(dataDir);
  const app = buildApp(house);
  const cutting = new AbortController();
  const cert = settings.get(TLS_CERT);
  const tls = cert === undefined
    ? {}
    : { cert: Deno.readTextFileSync(cert), key: Deno.readTextFileSync(settings.get(TLS_KEY)!) };
  const server = Deno.serve({
    hostname: settings.get(HOST),
    port: settings.get(PORT),
    ...tls,
    signal: cutting.signal,
    onListen: () => {},
    onError: (error) => {
      world.log.error("connection failed: {error}", { error });
      return Response.json({ error: "internal error" }, { status: 500 });
    },
  }, (request, info) => app.handler(request, info as { remoteAddr: Deno.NetAddr }));
  const stopJobs = startJobs(app.jobs, world);
  app.federation.start();
  const url = `${cert === undefined ? "http" : "https"}://localhost:${(server.addr as Deno.NetAddr).port}`;
  world.log.info("{instance} serves {url}", { instance: instanceId(settings), url });

  const { promise: finished, resolve } = Promise.withResolvers<void>();
  let stopping = false;
  const end = async () => {
    if (stopping) return;
    stopping = true;
    world.log.info("stopping");
    const cut = setTimeout(() => cutting.abort(), GRACE_MS);
    app.hangUp();
    await Promise.allSettled([server.shutdown(), stopJobs(), app.federation.close()]);
    clearTimeout(cut);
    app.close();
    db.close();
    lock.close();
    resolve();
  };
  Deno.addSignalListener("SIGTERM", end);
  Deno.addSignalListener("SIGINT", end);
  return { url, app, finished };
}
