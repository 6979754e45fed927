/**
 * The env file of an instance, where the running program may write it: it was made by `start` or `install`, is its owner's
 * alone, and is what the program was started with. What is written acts from the next start on.
 */
import { parseEnv } from "node:util";
import { replaceFile } from "../base/mod.ts";
import { settingOf } from "./catalogue/mod.ts";
import type { Setting } from "./declare.ts";
import { startProblems } from "./secrets.ts";
import { type Environment, settingFailure, Settings } from "./settings.ts";
import { Misfit } from "./types.ts";

/** The file lies there: whoever changed it would lose it. */
const NEVER = ["DATA_DIR"];
/** Who writes, and when, for the comment beside the line that was. */
interface Writing {
  by: string;
  /** Unix seconds. */
  at: number;
}

/** The env file as this process found it, and as it stands now. */
export class HostFile {
  readonly #before: Environment | undefined;
  readonly #started: Environment;

  /** `started`: the environment of this process, that of the file beneath it. */
  constructor(readonly path: string, started: Environment) {
    this.#started = started;
    const there = isOwners(path) ? this.#read() : undefined;
    // Another file's secrets: the program was not started with this one.
    const isOurs = there?.INGEST_SECRET !== undefined && there.INGEST_SECRET === started.INGEST_SECRET;
    this.#before = isOurs ? there : undefined;
  }

  /** Whether the program may write it. */
  get isOurs(): boolean {
    return this.#before !== undefined;
  }

  /** Whether a setting can be written: not one that the environment itself sets, which the file would never change. */
  takes(key: string): boolean {
    return this.isOurs && !NEVER.includes(key) && this.#started[key] === this.#before![key];
  }

  /** Whether what the file says now acts only after a restart. */
  isPending(key: string): boolean {
    return this.isOurs && this.#now()[key] !== this.#before![key];
  }

  /** Writes a setting; the line before stays as a comment. Throws where it does not fit, or the start would fail by it. */
  set(key: string, text: string, writing: Writing): void {
    const setting = this.#writable(key);
    const value = canonical(setting, text);
    this.#put(key, `${key}=${envLine(setting, value)}`, writing);
  }

  /** Takes a setting out, back to its default; the line before stays as a comment. */
  unset(key: string, writing: Writing): void {
    this.#writable(key);
    this.#put(key, undefined, writing);
  }

  #read(): Environment {
    return parseEnv(Deno.readTextFileSync(this.path));
  }

  #now(): Environment {
    try {
      return this.#read();
    } catch {
      return this.#before ?? {};
    }
  }

  #writable(key: string): Setting {
    const setting = settingOf(key);
    if (setting?.scope !== "environment") throw settingFailure.setting_unknown({ key });
    if (!this.isOurs) throw settingFailure.host_file_not_ours();
    if (!this.takes(key)) {
      throw settingFailure.setting_fixed_by_env(
        { key },
        `${key} is set by the environment of the service itself`,
      );
    }
    return setting;
  }

  #put(key: string, line: string | undefined, { by, at }: Writing): void {
    const old = new RegExp(`^\\s*(?:export\\s+)?${key}\\s*=`);
    const day = new Date(at * 1000).toISOString().slice(0, 16).replace("T", " ");
    const lines = Deno.readTextFileSync(this.path).trimEnd().split("\n");
    const at0 = lines.findIndex((one) => old.test(one));
    const kept = lines.flatMap((one) =>
      old.test(one) ? [`# Until ${day} UTC, changed by ${by}: ${one.trim()}`] : [one]
    );
    if (line !== undefined) kept.splice(at0 < 0 ? kept.length : at0 + 1, 0, line);
    const text = [...kept, ""].join("\n");
    // Judged whole: a file by which the next start would fail is not written.
    const problems = startProblems(new Settings({ ...this.#started, [key]: undefined, ...parseEnv(text) }));
    if (problems.length > 0) throw settingFailure.setting_invalid({ key, takes: problems[0]! }, problems[0]!);
    replaceFile(this.path, text);
  }
}

/** Whether a file is there, is its owner's alone, and can be written. */
function isOwners(path: string): boolean {
  try {
    const { isFile, mode } = Deno.statSync(path);
    Deno.openSync(path, { append: true }).close();
    return isFile && ((mode ?? 0o777) & 0o077) === 0;
  } catch {
    return false;
  }
}

/** As it is saved: what the declaration makes of it; a secret as it was typed. */
function canonical({ key, secret, type }: Setting, text: string): string {
  try {
    if (text.trim() === "" || text.length > 4000) throw new Misfit();
    const value = type.parse(text);
    return secret ? text.trim() : type.format(value as NonNullable<unknown>);
  } catch (error) {
    if (!(error instanceof Misfit)) throw error;
    throw settingFailure.setting_invalid({ key, takes: type.takes }, `${key} takes ${type.takes}`);
  }
}

/** A value as the file holds it, for this program, systemd and a shell alike. */
export function envLine({ key, type }: Setting, value: string): string {
  // deno-lint-ignore no-control-regex -- a line is one line
  const isPlain = !/[\x00-\x1f\x7f]/.test(value) && !(value.includes("'") && /["\\$`]/.test(value));
  if (!isPlain) {
    throw settingFailure.setting_invalid({ key, takes: type.takes }, `${key} takes one line without quotes`);
  }
  return /["\\$`]/.test(value) ? `'${value}'` : `"${value}"`;
}
