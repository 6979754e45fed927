/** The one server of a data folder: it holds a lock, and leaves its address in the locked file for commands beside it. */
import { join } from "node:path";
import { isDiskFull } from "../base/mod.ts";
import { cliFailure } from "./failing.ts";

/** Held by a running server, so that a second one and `restore` keep away. */
const LOCK_FILE = "serve.lock";
/** A command that looks whether a server runs holds the file for a moment: then the server tries again. */
const TRIES = 5, BETWEEN_MS = 20;

/** Locks the data folder for this process, or says who has it. The system unlocks it when the process ends. */
export function lockDataDir(dataDir: string): Deno.FsFile {
  const file = Deno.openSync(join(dataDir, LOCK_FILE), { create: true, read: true, write: true });
  for (let tries = 1; !file.tryLockSync(true); tries++) {
    if (tries === TRIES) {
      file.close();
      throw cliFailure.server_running({}, `A server is running on ${dataDir}: stop it first`);
    }
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, BETWEEN_MS);
  }
  file.truncateSync();
  return file;
}

/** Leaves the address under which the server is reached from this host, and the port of https beside it; on a full disk neither. */
export function leaveAddress(lock: Deno.FsFile, url: string, https?: number): void {
  lock.truncateSync();
  lock.seekSync(0, Deno.SeekMode.Start);
  try {
    lock.writeSync(new TextEncoder().encode(`${url}\n${https ?? ""}\n`));
  } catch (error) {
    if (!isDiskFull(error)) throw error;
  }
}

interface RunningServer {
  /** Its address for people at this host. */
  url: string;
  /** Port of https, where it is served. */
  https: number | undefined;
}

/** The server that runs on the data folder; `undefined` where none does, or it cannot be told. */
export function runningServer(dataDir: string): RunningServer | undefined {
  try {
    using file = Deno.openSync(join(dataDir, LOCK_FILE), { read: true });
    if (file.tryLockSync(false)) return undefined;
    const [url = "", https = ""] = Deno.readTextFileSync(join(dataDir, LOCK_FILE)).split("\n");
    return URL.canParse(url) ? { url, https: Number(https) || undefined } : undefined;
  } catch {
    return undefined;
  }
}

/** The address of the server that runs on the data folder. */
export const runningAt = (dataDir: string): string | undefined => runningServer(dataDir)?.url;

const ANYWHERE = ["0.0.0.0", "::", "127.0.0.1", "::1", "localhost"];

/** How a browser on this host reaches what listens there: passkeys need a name, so loopback is `localhost`. */
export function addressOf(host: string, port: number, secure: boolean): string {
  const name = ANYWHERE.includes(host) ? "localhost" : host.includes(":") ? `[${host}]` : host;
  return new URL(`${secure ? "https" : "http"}://${name}:${port}`).origin;
}
