/**
 * The first sign-in link: the same one on every start until somebody has signed in with it. Its token lies in the data
 * folder, for its owner alone, as the secrets beside it do.
 */
import { join } from "node:path";
import type { App } from "../../app.ts";
import { replaceFile } from "../../base/mod.ts";
import type { House } from "../../wiring/house.ts";
import { lookAt } from "../files.ts";

const FILE = "first-link";
/** How often the clock is looked at, and how far it has to jump to count as set, in milliseconds. */
const LOOK_MS = 2000, JUMP_MS = 60_000;

export interface FirstLink {
  token: string;
  call: string;
}

/** The link to print; `undefined` where the operator has signed in before. */
export async function firstLink(
  { db, dataDir }: House,
  { links, accounts }: App,
  operator: string,
): Promise<FirstLink | undefined> {
  const path = join(dataDir, FILE);
  const kept = lookAt(path) && Deno.readTextFileSync(path).trim();
  const link = await db.write((tx): FirstLink | undefined => {
    const state = kept ? links.again(tx, kept, operator) : "unknown";
    if (state === "again") return { token: kept!, call: operator };
    if (state === "spent" || accounts.holder(operator)) return undefined;
    return links.operatorLink(tx, operator, { verify: true });
  });
  if (!link && kept) Deno.removeSync(path);
  if (link && link.token !== kept) replaceFile(path, `${link.token}\n`);
  return link;
}

/** Runs `told` whenever the clock is set: a link that was made before would have ended long ago, or live for years. */
export function onClockSet({ world }: House, told: () => void): () => void {
  let ahead = world.nowMs() - world.elapsedMs();
  const timer = setInterval(() => {
    const before = ahead;
    ahead = world.nowMs() - world.elapsedMs();
    if (Math.abs(ahead - before) > JUMP_MS) told();
  }, LOOK_MS);
  return () => clearInterval(timer);
}
