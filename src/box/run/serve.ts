/** A box as a process: lock, control channel, state page, signals. */
import { newToken } from "../../base/mod.ts";
import { boxFailure } from "../errors.ts";
import { controlHandler } from "../state/control.ts";
import { pageHandler } from "../state/page.ts";
import { RecentlyHeard } from "../state/recent.ts";
import { boxOf } from "./box_commands.ts";
import { type BoxOptions, type RunningBox, startBox } from "./box.ts";
import { leaveContact, lockBox } from "./lock.ts";
import { startSimulation } from "./simulation.ts";
import { testKey } from "../services/key_test.ts";
import type { Simulation } from "../simulate/simulated.ts";

export const PAGE = "127.0.0.1:8788";

export interface ServeOptions extends BoxOptions {
  /** `host:port`, or `off`. */
  http: string;
  /** Needed for a page beyond loopback. */
  password?: string;
  /** What is played instead of listening to the radios. */
  simulation?: Simulation;
}

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|::1)$/;

/** Host and port of `--http`; undefined for none. */
function readPage(text: string): { host: string; port: number } | undefined {
  if (text === "off") return undefined;
  const match = /^(\[[0-9a-fA-F:]{2,45}\]|[A-Za-z0-9.-]{1,253}):(\d{1,5})$/.exec(text);
  const port = Number(match?.[2]);
  if (!match || port > 65_535) {
    throw boxFailure.box_option({}, `--http takes host:port or off, not '${text}'`);
  }
  return { host: match[1]!.replace(/^\[|\]$/g, ""), port };
}

interface ServedBox extends RunningBox {
  /** Where the page is; undefined where there is none. */
  page: string | undefined;
}

/**
 * Runs the box of a folder until it is stopped: takes the folder's lock, opens the state page, and leaves in the
 * lock file how commands reach it. Throws `boxFailure` where there is no box, another one runs, or `--http` does not
 * fit.
 */
export function serveBox(options: ServeOptions): ServedBox {
  const { dir, world, http, password, simulation } = options;
  const page = readPage(http);
  if (page && !LOOPBACK.test(page.host) && !password) {
    throw boxFailure.box_option({}, "--http takes a loopback address, or set BOX_HTTP_PASSWORD");
  }
  boxOf(dir);
  const lock = lockBox(dir);
  let box: RunningBox;
  try {
    box = simulation ? startSimulation(options, simulation) : startBox(options);
  } catch (error) {
    lock.close();
    throw error;
  }
  const { parts } = box;
  const token = newToken(world);
  const cutting = new AbortController();
  const listen = (host: string, port: number, handler: Deno.ServeHandler<Deno.NetAddr>) =>
    Deno.serve({ hostname: host, port, signal: cutting.signal, onListen: () => {} }, handler);
  const acts = { connect: box.connect, testKey: (address?: string) => testKey(parts, address) };
  const control = listen("127.0.0.1", 0, controlHandler(parts, acts, token));
  leaveContact(lock, { pid: Deno.pid, control: `http://127.0.0.1:${control.addr.port}`, token });
  const recent = new RecentlyHeard(parts.hub, () => parts.clock.trueNow() ?? world.now());
  let served: Deno.HttpServer<Deno.NetAddr> | undefined;
  let address: string | undefined;
  if (page) {
    try {
      const options = { host: page.host, ...(password ? { password } : {}) };
      const handler = pageHandler(parts, recent, options, box.connect);
      served = listen(page.host, page.port, handler);
      address = `http://${page.host.includes(":") ? `[${page.host}]` : page.host}:${served.addr.port}`;
    } catch (error) {
      // A state page that cannot be opened does not keep the box from running.
      world.log.warning("no state page on {http}: {error}", { http, error: (error as Error).message });
    }
  }
  return {
    parts,
    connect: box.connect,
    page: address,
    async stop() {
      await box.stop();
      // Streams to watchers never end by themselves.
      cutting.abort();
      await Promise.allSettled([control.finished, served?.finished]);
      lock.close();
    },
  };
}
