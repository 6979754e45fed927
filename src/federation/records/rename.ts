/**
 * This instance under another name: INSTANCE_ID was set or changed on a database that has published. Everything of its
 * own is published anew under the new name, and edits go on as before; neighbours know it as another instance.
 */
import type { Tx } from "../../db/mod.ts";
import { type CborMap, decodeCbor, encodeCbor, gidWord, readGid } from "../../wire/mod.ts";
import type { Store } from "../tables/store.ts";
import type { RecordRow } from "../tables/record_store.ts";

/** The name that this instance bears, since when (unix seconds), and the one before it. */
interface Name {
  instance: string;
  before?: string;
  at?: number;
}

/** The name in the database; `undefined` for one that was never opened under a name, or before names were noted. */
export function knownName(store: Store): Name | undefined {
  const kept = store.progress.fact("name");
  return kept === undefined ? undefined : JSON.parse(kept);
}

/** Whether own records have another name than this one. True also where no name was stored yet. */
export const isRenamed = (store: Store, self: string): boolean => knownName(store)?.instance !== self;

/** The name under which this instance published last; `undefined` where it is today's name. */
export function formerName(store: Store, self: string): string | undefined {
  const known = knownName(store)?.instance;
  // A database from before names were stored: own records show the name.
  return known === undefined
    ? store.records.ownNames().find((name) => name !== self)
    : known === self
    ? undefined
    : known;
}

/** The global id of an own record, written with this instance's present name. */
export const ownGid = (gid: string, self: string): string => {
  const read = readGid(gid);
  return read === undefined || read.origin === self ? gid : `${self}:${read.word}:${read.local}`;
};

/**
 * Gives every own record the name `self`: global id and origin, and the ids of own records in its body. It is signed
 * anew when it is served. Account moves do not come along: their movers have signed the other name.
 */
export function takeName(tx: Tx, store: Store, self: string, now: number): void {
  const before = formerName(store, self);
  const names = new Set(store.records.ownNames());
  // Mirrors of another instance that had this name before are not this instance's records.
  store.records.forgetForeign(tx, { origin: self });
  for (const row of store.records.ownUnder({ self })) {
    store.records.forget(tx, { gid: row.gid });
    if (readGid(row.gid)!.word === gidWord("account-move")) continue;
    store.records.put(tx, renamed(row, self));
  }
  for (const { target, upTo } of store.records.tombstonesUnder({ self })) {
    if (names.has(readGid(target)!.origin)) store.records.entomb(tx, { target: ownGid(target, self), upTo });
  }
  const name: Name = before === undefined ? { instance: self } : { instance: self, before, at: now };
  store.progress.setFact(tx, { name: "name", value: JSON.stringify(name) });
}

function renamed(row: RecordRow, self: string): RecordRow {
  const body = row.body === null ? null : renamedBody(row.body, self);
  return { ...row, gid: ownGid(row.gid, self), origin: self, body, frame: null, signer: null };
}

/** Fields of bodies that name another own record. */
const NAMING = ["cache", "gid"];

function renamedBody(bytes: Uint8Array, self: string): Uint8Array {
  const decoded = decodeCbor(bytes);
  if (!decoded.ok || !(decoded.value instanceof Map)) return bytes;
  const body: CborMap = new Map(decoded.value);
  for (const field of NAMING) {
    const value = body.get(field);
    if (typeof value === "string") body.set(field, ownGid(value, self));
  }
  return encodeCbor(body);
}
