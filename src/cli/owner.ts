/**
 * Whose rights a command works with: those of whoever owns its folder, from before it looks into it. `install` and the
 * switch of versions alone stay root, and step into the folder as its owner.
 */
import { createRequire } from "node:module";
import type { Command } from "commander";
import { becomeOwner, ownerOf, PROGRAM } from "../base/mod.ts";
import type { Environment } from "../settings/mod.ts";
import { dataDirOf, withEnvFile } from "./environment.ts";
import { cliFailure } from "./failing.ts";

/** Commands that become the owner of another folder, or stay root. */
const BY_THEMSELVES = ["box", "demo", "install", "uninstall", "upgrade", "release"];

/** Root becomes the owner of a folder; of one that is not there, the owner of the place where it will be. */
export function workAsOwnerOf(folder: string, options?: { forGood: boolean }): void {
  const owner = ownerOf(folder);
  if (!owner) return;
  const needed = modules();
  becomeOwner(folder, options);
  for (const path of needed) {
    if (mayRead(path)) continue;
    throw cliFailure.data_dir_unusable(
      {},
      `${folder} belongs to user ${owner.uid}, who may not read this program's module ${path}: ` +
        `run it as that user (sudo -u '#${owner.uid}' …)`,
    );
  }
}

/** Out of a checkout some modules are read only when they are needed: of its own and of the runtime's store one each. */
const modules = (): string[] =>
  PROGRAM.startsWith("deno ")
    ? [import.meta.filename!, createRequire(import.meta.url).resolve("commander")]
    : [];

/** Better said before anything is done than in the middle of it. */
function mayRead(path: string): boolean {
  try {
    Deno.openSync(path).close();
    return true;
  } catch {
    return false;
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
