/** The server: listens, runs jobs, stops by signal. */
import { buildApp } from "../app.ts";
import type { House } from "../wiring/house.ts";
import { localNetwork } from "../wiring/local_network.ts";
import { startJobs } from "../jobs/mod.ts";
import { HOST, instanceId, PORT, type Settings, TLS_CERT, TLS_KEY } from "../settings/mod.ts";
import { cliFailure, whyOf } from "./failing.ts";
import { addressOf, leaveAddress, lockDataDir } from "./running.ts";

/** What is in flight when a signal comes gets this long to finish, in milliseconds. */
const GRACE_MS = 10_000;
export interface Running {
  /** Where it listens, e.g. `http://localhost:8787`. */
  url: string;
  app: ReturnType<typeof buildApp>;
  /** Resolves when a signal has ended it and the database is closed. */
  finished: Promise<void>;
}

/** The TLS files, if the server speaks https itself. Throws a failure that names the setting whose file cannot be read. */
function tlsFiles(settings: Settings): { cert: string; key: string } | undefined {
  if (settings.get(TLS_CERT) === undefined) return undefined;
  const read = (setting: typeof TLS_CERT): string => {
    try {
      return Deno.readTextFileSync(settings.get(setting)!);
    } catch (error) {
      throw cliFailure.address_unusable(
        {},
        `${setting.key} takes a PEM file that can be read: ${whyOf(error)}`,
      );
    }
  };
  return { cert: read(TLS_CERT), key: read(TLS_KEY) };
}

/** Starts to listen, or says in one line which setting keeps it from that. */
function listening<T>(settings: Settings, listen: () => T): T {
  try {
    return listen();
  } catch (error) {
    const [host, port] = [settings.get(HOST), settings.get(PORT)];
    if (error instanceof Deno.errors.AddrInUse) {
      throw cliFailure.address_in_use(
        {},
        `PORT ${port} is in use on ${host}: stop what listens there, or take another`,
      );
    }
    if (error instanceof Deno.errors.PermissionDenied) {
      throw cliFailure.address_unusable({}, `PORT takes a port that this user may listen on, not ${port}`);
    }
    if (error instanceof Deno.errors.InvalidData || /\bKeyMismatch\b/.test(whyOf(error))) {
      throw cliFailure.address_unusable(
        {},
        `TLS_CERT and TLS_KEY take a PEM file each that fit together: ${whyOf(error)}`,
      );
    }
    if (error instanceof Deno.errors.AddrNotAvailable || /\blookup\b/.test(whyOf(error))) {
      throw cliFailure.address_unusable({}, `HOST takes an IP address of this host: ${whyOf(error)}`);
    }
    throw error;
  }
}

/** Serves the house until SIGTERM or SIGINT. */
export function serve(house: House): Running {
  const { world, settings, db, dataDir } = house;
  const lock = lockDataDir(dataDir);
  const app = buildApp(house);
  const cutting = new AbortController();
  const tls = tlsFiles(settings);
  const server = listening(settings, () =>
    Deno.serve({
      hostname: settings.get(HOST),
      port: settings.get(PORT),
      ...tls,
      signal: cutting.signal,
      onListen: () => {},
      onError: (error) => {
        world.log.error("connection failed: {error}", { error });
        return Response.json({ error: "internal error" }, { status: 500 });
      },
    }, (request, info) => app.handler(request, info as { remoteAddr: Deno.NetAddr })));
  const stopJobs = startJobs(app.jobs, world);
  app.federation.start();
  const { port } = server.addr as Deno.NetAddr;
  const mdns = localNetwork(house, app.federation, tls === undefined ? port : undefined);
  mdns?.start();
  const url = addressOf(settings.get(HOST), port, tls !== undefined);
  leaveAddress(lock, url);
  world.log.info("{instance} serves {url}", { instance: instanceId(settings), url });

  const { promise: finished, resolve } = Promise.withResolvers<void>();
  let stopping = false;
  const end = async () => {
    if (stopping) return;
    stopping = true;
    world.log.info("stopping");
    const cut = setTimeout(() => cutting.abort(), GRACE_MS);
    app.hangUp();
    await Promise.allSettled([server.shutdown(), stopJobs(), app.federation.close(), mdns?.stop()]);
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
