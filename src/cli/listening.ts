/** What the server listens on: plain http, and https as TLS says. */
import { Door, OwnCertificate, type Reach } from "../tls/mod.ts";
import { type Connection, HttpPort, networkOf } from "../http/mod.ts";
import {
  HOST,
  HTTPS_PORT,
  instanceId,
  ownOrigins,
  PORT,
  type Setting,
  type Settings,
  TLS_CERT,
  TLS_KEY,
} from "../settings/mod.ts";
import type { House } from "../wiring/house.ts";
import { cliFailure, whyOf } from "./failing.ts";
import { addressOf } from "./running.ts";

/** How often the host's addresses and the clock are looked at, in milliseconds. */
const LOOK_MS = 5000;
/** Ports tried after the usual one of https, where nobody asked for one. */
const FURTHER_PORTS = 9;

interface Listening {
  /** Address for people at this host. */
  url: string;
  /** Stops accepting and lets what is in flight finish. */
  shutdown(): Promise<void>;
  /**
   * Closes the connections that it can: a listener of the runtime that was shut down cannot be aborted any more, so what
   * it still waits for ends with the process.
   */
  cut(): void;
}

type Handler = (request: Request, connection: Connection) => Response | Promise<Response>;

/** The TLS files. Throws a failure that names the setting whose file cannot be read. */
function tlsFiles(settings: Settings): { cert: string; key: string } {
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
function opening<T>(settings: Settings, setting: Setting<number>, open: () => T): T {
  try {
    return open();
  } catch (error) {
    const [host, port] = [settings.get(HOST), settings.get(setting)];
    if (error instanceof Deno.errors.AddrInUse) {
      throw cliFailure.address_in_use(
        {},
        `${setting.key} ${port} is in use on ${host}: stop what listens there, or take another`,
      );
    }
    if (error instanceof Deno.errors.PermissionDenied) {
      throw cliFailure.address_unusable(
        {},
        `${setting.key} takes a port that this user may listen on, not ${port}`,
      );
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

/** A listener of the runtime's own, for http or with the files of the operator. */
function plain(
  { world, settings }: House,
  port: Setting<number>,
  handler: Handler,
  pair?: { cert: string; key: string },
): HttpPort {
  return opening(
    settings,
    port,
    () =>
      new HttpPort({
        hostname: settings.get(HOST),
        port: settings.get(port),
        ...(pair && { pair }),
        world,
        handler,
      }),
  );
}

/** The port of https with a certificate of our own, kept up to date while it is open. */
async function ownDoor(house: House, reach: Reach, handler: Handler): Promise<{ door: Door; stop(): void }> {
  const { dataDir, world, settings } = house;
  const own = await OwnCertificate.open({
    dataDir,
    world,
    instance: instanceId(settings),
    origins: ownOrigins(settings),
  });
  const refresh = async () => {
    try {
      if (!await own.refresh()) return;
      reach.look();
      world.log.info("a new certificate names {names}", { names: own.leaf.names.join(", ") });
    } catch (error) {
      world.log.error("no new certificate was made: {error}", { error });
    }
  };
  const open = (port: number) =>
    new Door({
      hostname: settings.get(HOST),
      port,
      world,
      pair: () => own.leaf,
      names: async (address) => own.namesAddress(address) || (await refresh(), own.namesAddress(address)),
      handler,
      networkOf,
    });
  const door = opening(settings, HTTPS_PORT, () => onFreePort(house, open));
  const timer = setInterval(refresh, LOOK_MS);
  return { door, stop: () => clearInterval(timer) };
}

/** The port that was asked for; or, where nobody asked for one, the next that is free. */
function onFreePort({ settings, world }: House, open: (port: number) => Door): Door {
  const first = settings.get(HTTPS_PORT);
  const asked = settings.source(HTTPS_PORT) !== "default";
  // Where any free port is taken for http (PORT=0), the same holds for https.
  if (!asked && settings.get(PORT) === 0) return open(0);
  for (let port = first;; port++) {
    try {
      const door = open(port);
      if (port !== first) world.log.warn("HTTPS_PORT {first} is in use: https is on {port}", { first, port });
      return door;
    } catch (error) {
      if (asked || !(error instanceof Deno.errors.AddrInUse) || port === first + FURTHER_PORTS) throw error;
    }
  }
}

/** Listens as the settings say. Throws failures that name the setting that does not fit. */
export async function listen(house: House, reach: Reach, handler: Handler): Promise<Listening> {
  const { settings } = house;
  const files = reach.mode === "files" ? tlsFiles(settings) : undefined;
  // Files alone take the place of http, as somebody who sets PORT to 443 expects; https is served beside http only
  // where HTTPS_PORT is set.
  const beside = settings.source(HTTPS_PORT) !== "default";
  const main = plain(house, PORT, handler, beside ? undefined : files);
  const others: { shutdown(): Promise<void>; cut(): void }[] = [];
  try {
    if (files && !beside) reach.https = main.addr.port;
    else reach.http = main.addr.port;
    if (files && beside) {
      const server = plain(house, HTTPS_PORT, handler, files);
      reach.https = server.addr.port;
      others.push({ shutdown: () => server.shutdown(), cut: () => {} });
    }
    if (reach.mode === "own") {
      const { door, stop } = await ownDoor(house, reach, handler);
      reach.https = door.port;
      others.push({ shutdown: () => (stop(), door.close()), cut: () => door.cut() });
    }
  } catch (error) {
    void main.shutdown();
    throw error;
  }
  return {
    url: addressOf(settings.get(HOST), main.addr.port, files !== undefined && !beside),
    async shutdown() {
      await Promise.allSettled([main.shutdown(), ...others.map((one) => one.shutdown())]);
    },
    cut() {
      for (const one of others) one.cut();
    },
  };
}
