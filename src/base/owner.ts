/**
 * With whose rights root works. A folder of somebody else may hold a link to anything under every name, and its owner
 * may change it at any moment. So root becomes that owner before it looks into the folder, and the system itself refuses
 * what the owner may not do; what is made there is the owner's from the beginning. Whoever is not root stays as they
 * are. The runtime cannot clear supplementary groups: what root has besides (its own group, as a rule) stays.
 */
import { join, resolve } from "node:path";
import process from "node:process";
import { failures } from "./failures.ts";

export const ownerFailure = failures({ link_untrusted: "unavailable" });

export interface Owner {
  uid: number;
  gid: number;
}

/** Most links on one path, as the system has it. */
const MOST_LINKS = 40;

/** Whose rights these are while root's can be had back; `undefined` while they are the caller's own. */
let borrowed: Owner | undefined;

/** A path, followed link by link as far as it is there. */
interface Walked {
  /** Of what lies at its end, else of the last folder that is there. */
  end: Owner;
  /** Whoever owns a folder or a link on the way, or what lies at its end. */
  hands: Set<number>;
  /** Whoever laid a link on the way. */
  laid: Set<number>;
}

function walk(path: string): Walked {
  const of = ({ uid, gid }: Deno.FileInfo): Owner => ({ uid: uid ?? 0, gid: gid ?? 0 });
  const split = (text: string): string[] => text.split("/").filter((part) => part !== "");
  const walked: Walked = { end: of(Deno.lstatSync("/")), hands: new Set(), laid: new Set() };
  let here = "/", links = 0;
  for (const parts = split(resolve(path)); parts.length > 0;) {
    const next = join(here, parts.shift()!);
    let info: Deno.FileInfo;
    try {
      info = Deno.lstatSync(next);
    } catch (error) {
      if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory) break;
      throw error;
    }
    const owner = of(info);
    walked.hands.add(owner.uid);
    if (info.isSymlink) {
      if (++links > MOST_LINKS) throw ownerFailure.link_untrusted({}, `${path} leads through too many links`);
      walked.laid.add(owner.uid);
      parts.unshift(...split(resolve(here, Deno.readLinkSync(next))));
      here = "/";
    } else {
      walked.end = owner;
      here = next;
    }
  }
  return walked;
}

/**
 * Whom root becomes to work in a folder; `undefined` for nobody: it is not root, or the folder is root's. One that is not
 * there yet belongs to whoever owns the place where it will be. A link to it is followed where root laid it, or whoever
 * owns what it leads to; throws `link_untrusted` for any other.
 */
export function ownerOf(folder: string): Owner | undefined {
  if (Deno.build.os === "windows" || Deno.uid() !== 0 || borrowed) return undefined;
  const { end, laid } = walk(folder);
  const stranger = [...laid].find((uid) => uid !== 0 && uid !== end.uid);
  if (stranger !== undefined) {
    throw ownerFailure.link_untrusted(
      {},
      `${folder} is reached by a link of user ${stranger} and belongs to user ${end.uid}: name the folder itself`,
    );
  }
  return end.uid === 0 ? undefined : end;
}

function borrow(owner: Owner): void {
  process.setegid!(owner.gid);
  process.seteuid!(owner.uid);
  borrowed = owner;
}

function giveBack(): void {
  process.seteuid!(0);
  process.setegid!(Deno.gid()!);
  borrowed = undefined;
}

/**
 * Root becomes the owner of a folder, for good; or so that `asCaller` can still reach a file that was named to it. Gives
 * whom it became; `undefined` where it stays what it is.
 */
export function becomeOwner(
  folder: string,
  { forGood }: { forGood: boolean } = { forGood: true },
): Owner | undefined {
  const owner = ownerOf(folder);
  if (!owner) return undefined;
  if (!forGood) borrow(owner);
  else {
    process.setgid!(owner.gid);
    process.setuid!(owner.uid);
  }
  return owner;
}

/** Runs a step with the rights of a folder's owner, and goes on as before. Nothing else may run meanwhile. */
export async function asOwner<T>(folder: string, act: () => T | Promise<T>): Promise<T> {
  const owner = ownerOf(folder);
  if (!owner) return await act();
  borrow(owner);
  try {
    return await act();
  } finally {
    giveBack();
  }
}

/**
 * Runs a step on a file that was named to root with root's rights, unless the owner of the folder that it works in has a
 * hand in the way there: then with the owner's.
 */
export function asCaller<T>(path: string, act: () => T): T {
  if (!borrowed) return act();
  const owner = borrowed;
  giveBack();
  try {
    if (!walk(path).hands.has(owner.uid)) return act();
  } finally {
    borrow(owner);
  }
  return act();
}

/** Whether `asCaller` does with root's rights what it does at a path. */
export const isCallersAlone = (path: string): boolean =>
  borrowed !== undefined && asCaller(path, () => borrowed === undefined);
