/**
 * The programs that a box runs beside itself, and the one command that installs each. Nothing is installed by the box, and it
 * may run them from these folders alone: by their whole names, since a name that is nowhere would be told at each start.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";

/** Each with its package, as Debian and its like call it. */
const PACKAGES = { direwolf: "direwolf", rtl_fm: "rtl-sdr" } as const;
export type RadioProgram = keyof typeof PACKAGES;

/** Where programs are: what was built here comes before what the system brought. As `--allow-run` has them. */
const FOLDERS: readonly string[] = ["/usr/local/bin", "/usr/bin"];

/** The whole name of a program; undefined where it is not installed. */
export const programPath = (program: RadioProgram, folders = FOLDERS): string | undefined =>
  folders.map((folder) => join(folder, program)).find((path) => existsSync(path));

/** What is said where a program is missing. */
export const missingText = (program: RadioProgram): string =>
  `${program} is not installed: sudo apt install ${PACKAGES[program]}`;

/** What is said of those of `needed` that are not installed. */
export const missingPrograms = (needed: readonly RadioProgram[], folders = FOLDERS): string[] =>
  needed.filter((program) => programPath(program, folders) === undefined).map(missingText);

/** What an address needs. */
export const programsOf = (address: string): RadioProgram[] =>
  address.startsWith("rtlsdr:") ? ["direwolf", "rtl_fm"] : ["direwolf"];
