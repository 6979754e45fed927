/** The folder of a box, and the world that its commands use. */
import { type Command, Option } from "commander";
import { realWorld, type World } from "../../base/mod.ts";
import { cliFailure } from "../failing.ts";
import { workAsOwnerOf } from "../owner.ts";
import { DEFAULT_DIR } from "./defaults.ts";

export interface Place {
  dir: string;
}

/** `--dir`, which every command of the box takes. */
export const withDir = (command: Command): Command =>
  command.addOption(new Option("--dir <folder>", "the box's folder").default(DEFAULT_DIR));

/** Runs a step on a folder, with the rights of its owner. */
export async function inFolder<T>(dir: string, act: (world: World) => T | Promise<T>): Promise<T> {
  // Files that are made from here on can be read by this user alone.
  Deno.umask(0o077);
  workAsOwnerOf(dir);
  return await act(realWorld());
}

/** A number of things as an option takes it; `most` bounds it. */
export function countOf(option: string, text: string, most: number): number {
  const count = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  if (count >= 1 && count <= most) return count;
  throw cliFailure.bad_option({}, `${option} takes a whole number from 1 to ${most}, not '${text}'`);
}
