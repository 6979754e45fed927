/** The replica of the database that a replicator (litestream) keeps: how far behind it is. */
import { join } from "node:path";
import type { World } from "../base/mod.ts";
import { RENEW_S } from "../db/mod.ts";
import type { ExtraCheck } from "./reasons.ts";

/** Most entries of a replica's folders that are looked at: a month of pieces, many times over. */
const MOST = 200_000;
/** The lease writes this often; a replica with nothing newer than three of them has stopped. Seconds. */
const LATE_S = 3 * RENEW_S;

/** Whether a replica is a folder of this machine, and not an address such as `sftp://…`. */
export const isFolder = (replica: string): boolean => !/^[a-z0-9]{1,20}:\/\//i.test(replica);

/** When the newest piece of a replica's folder was written, unix seconds; `undefined` where there is none. */
export function newestPiece(folder: string): number | undefined {
  let newest: number | undefined, seen = 0;
  const look = (path: string) => {
    for (const entry of Deno.readDirSync(path)) {
      if (++seen > MOST) return;
      const inner = join(path, entry.name);
      if (entry.isDirectory) look(inner);
      else if (entry.name.endsWith(".lz4")) {
        const at = Math.floor((Deno.statSync(inner).mtime?.getTime() ?? 0) / 1000);
        newest = Math.max(newest ?? at, at);
      }
    }
  };
  try {
    look(join(folder, "generations"));
  } catch (error) {
    // Pieces come and go while one looks, and a folder that nobody mounted is not there.
    if (!(error instanceof Deno.errors.NotFound || error instanceof Deno.errors.PermissionDenied)) {
      throw error;
    }
  }
  return newest;
}

/** How far behind the replica is; nothing is said where none is kept. */
export const replicaCheck = (replica: string | undefined, world: World): ExtraCheck[] =>
  replica === undefined ? [] : [() => {
    const at = isFolder(replica) ? newestPiece(replica) : undefined;
    const behind = at === undefined ? undefined : Math.max(0, world.now() - at);
    const isFine = !isFolder(replica) || (behind !== undefined && behind <= LATE_S);
    return {
      key: "REPLICA",
      label: "Replica",
      group: "data",
      level: "recommended",
      status: isFine ? "ok" : "warn",
      source: "env",
      detail: !isFolder(replica)
        ? `kept at ${withoutSecret(replica)}: doctor on the stand-by says how far behind it is`
        : behind === undefined
        ? `there is no replica in ${replica} yet`
        : `the replica in ${replica} is ${behind} s behind`,
      reason: isFine ? null : behind === undefined ? "REPLICA.none" : "REPLICA.behind",
      values: {
        value: withoutSecret(replica),
        ...(behind !== undefined && { n: Math.ceil(behind / 60) }),
      },
    };
  }];

/**
 * A text without the user, the password and the query of any address in it. Everything up to the last `@` goes, since a
 * password may hold one.
 */
export const withoutSecret = (text: string): string =>
  text.replace(/[^\s]{1,2000}/g, (word) => {
    const start = word.indexOf("://");
    if (start < 0) return word;
    const [address] = word.slice(start + 3).split("?", 1);
    return word.slice(0, start + 3) + address!.slice(address!.lastIndexOf("@") + 1);
  });
