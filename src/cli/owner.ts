/**
 * Whose rights a command works with: those of whoever owns its folder, from before it looks into it. `install` and the
 * switch of versions alone stay root, and step into the folder as its owner.
 */
import { join } from "node:path";
import type { Command } from "commander";
import { becomeOwner, PROGRAM } from "../base/mod.ts";
import type { Environment } from "../settings/mod.ts";
import { dataDirOf, withEnvFile } from "./environment.ts";
import { cliFailure } from "./failing.ts";

/** Commands that become the owner of another folder, or stay root. */
const BY_THEMSELVES = ["box", "demo", "install", "uninstall", "upgrade", "release"];

/** Root becomes the owner of a folder; of one that is not there, the owner of the place where it will be. */
export function workAsOwnerOf(folder: string, options?: { forGood: boolean }): void {
  const owner = becomeOwner(folder, options);
  if (owner) checkModules(folder, owner.uid);
}

/** Out of a checkout some modules are read only when they are needed: better said now than in the middle of something. */
function checkModules(folder: string, uid: number): void {
  if (!PROGRAM.startsWith("deno ")) return;
  const cache = Deno.env.get("XDG_CACHE_HOME") || join(Deno.env.get("HOME") ?? "/root", ".cache");
  const modules = Deno.env.get("DENO_DIR") || join(cache, "deno");
  try {
    for (const place of [modules, import.meta.dirname!]) Deno.readDirSync(place);
  } catch (error) {
    if (!(error instanceof Deno.errors.PermissionDenied)) return;
    throw cliFailure.data_dir_unusable(
      {},
      `${folder} belongs to user ${uid}, who may not read this program's modules in ${modules}: ` +
        `run it as that user (sudo -u '#${uid}' …)`,
    );
  }
}

/** Whether a command takes the name of a file, which may lie where only its caller reaches it. */
const namesFile = ({ registeredArguments, options }: Command): boolean =>
  [...registeredArguments.map((one) => one.name()), ...options.map((one) => one.flags)]
    .some((text) => /\b(file|path)\b/.test(text));

/** Before a command acts: root becomes the owner of the data folder. */
export function workAsDataOwner(command: Command, environment: Environment): void {
  let top = command;
  while (top.parent?.parent) top = top.parent;
  if (BY_THEMSELVES.includes(top.name())) return;
  const options = { forGood: !namesFile(command) };
  workAsOwnerOf(dataDirOf(environment), options);
  // The env file may name another folder; it is root's own where these are still root's rights.
  if (top.name() !== "serve") workAsOwnerOf(dataDirOf(withEnvFile(environment)), options);
}
