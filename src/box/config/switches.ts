/**
 * The box's file while it runs: what it says, how commands change it, and that an edit by hand ends transmitting.
 * Nobody can switch on from afar; everybody at the box can switch off.
 */
import { join } from "node:path";
import type { World } from "../../base/mod.ts";
import type { Database, Tx } from "../../db/mod.ts";
import type { Facts } from "../spool/facts.ts";
import {
  BOX_FILE,
  type BoxFile,
  loadBoxFile,
  readBoxFile,
  saveBoxFile,
  sealOf,
  type TxSwitch,
} from "./box_file.ts";

/** What last went wrong, by the host's clock. */
export interface LastError {
  at: number;
  why: string;
  /** Whether it ended transmitting. */
  dropped: boolean;
}

/** What last went wrong in a box; undefined for nothing. */
export function lastErrorOf(facts: Pick<Facts, "get">): LastError | undefined {
  const text = facts.get("last_error");
  return text === undefined ? undefined : JSON.parse(text);
}

/**
 * Somebody at the box threw the switch: what went wrong no longer explains how it stands; and since when it runs dry is
 * kept.
 */
export function noteThrow(tx: Tx, facts: Facts, thrown: { from: TxSwitch; to: TxSwitch; now: number }): void {
  const last = lastErrorOf(facts);
  if (last?.dropped) facts.set(tx, "last_error", JSON.stringify({ ...last, dropped: false }));
  if (thrown.to === "dry" && thrown.from !== "dry") facts.set(tx, "dry_since", String(thrown.now));
}

/** The switches of a running box. The folder has to hold a box's file. */
export class Switches {
  #file: BoxFile;
  readonly #watchers = new Set<(file: BoxFile) => void>();

  /** Opens the file of a folder. Where it was changed by hand since a command wrote it, the box transmits no more. */
  constructor(
    readonly dir: string,
    readonly db: Database,
    readonly facts: Facts,
    readonly world: Pick<World, "log" | "now">,
  ) {
    this.#file = loadBoxFile(dir)!;
    if (facts.get("seal") !== sealOf(this.#file)) this.doubt(`${BOX_FILE} was changed by hand`);
  }

  get file(): Readonly<BoxFile> {
    return this.#file;
  }

  /** Changes the file and tells everybody. */
  change(change: Partial<Omit<BoxFile, "version">>): void {
    const { tx: to } = change;
    if (to !== undefined) {
      const thrown = { from: this.#file.tx, to, now: this.world.now() };
      this.db.writeNow((tx) => noteThrow(tx, this.facts, thrown));
    }
    this.#keep({ ...this.#file, ...change });
  }

  /** Any doubt ends transmitting until somebody here switches it on again. */
  doubt(why: string): void {
    if (this.#file.tx === "off") return this.#keep(this.#file);
    this.world.log.warning("receive-only from now on: {why}", { why });
    this.#keep({ ...this.#file, tx: "off" });
    this.note(why, true);
  }

  /** Keeps what went wrong last, for the status; `dropped`: it ended transmitting. */
  note(why: string, dropped = false): void {
    const last: LastError = { at: this.world.now(), why: why.slice(0, 200), dropped };
    try {
      this.db.writeNow((tx) => this.facts.set(tx, "last_error", JSON.stringify(last)));
    } catch (error) {
      this.world.log.error("what went wrong cannot be kept: {error}", { error });
    }
  }

  /** Calls `watcher` after each change; gives a function that ends this. */
  watch(watcher: (file: BoxFile) => void): () => void {
    this.#watchers.add(watcher);
    return () => void this.#watchers.delete(watcher);
  }

  /** Reads the file again, since a command beside this process wrote it (`box join --again`). */
  reload(): void {
    this.#file = loadBoxFile(this.dir)!;
    for (const watcher of this.#watchers) watcher(this.#file);
  }

  /** Looks whether the file was edited by hand meanwhile. */
  look(): void {
    let text: string;
    try {
      text = Deno.readTextFileSync(join(this.dir, BOX_FILE));
    } catch {
      return this.doubt(`${BOX_FILE} cannot be read`);
    }
    const read = readBoxFile(text);
    if (typeof read !== "string" && sealOf(read) === sealOf(this.#file)) return;
    this.world.log.warning("{file} was changed by hand: what it says counts after a restart", {
      file: BOX_FILE,
    });
    const why = `${BOX_FILE} was changed by hand`;
    if (this.#file.tx !== "off") this.note(why, true);
    // The edit is kept, except for the switch, which nobody may change by hand.
    if (typeof read === "string") return this.#off();
    this.#file = { ...read, connections: this.#file.connections, gateways: this.#file.gateways };
    this.#keep({ ...read, tx: "off" });
  }

  #off(): void {
    this.#file = { ...this.#file, tx: "off" };
    for (const watcher of this.#watchers) watcher(this.#file);
  }

  #keep(file: BoxFile): void {
    // Silence counts at once, also where the disk cannot be written.
    this.#file = file;
    for (const watcher of this.#watchers) watcher(file);
    try {
      saveBoxFile(this.dir, file);
      seal(this.db, this.facts, file);
    } catch (error) {
      this.world.log.error("{file} cannot be written: {error}", { file: BOX_FILE, error });
    }
  }
}

/** Notes the file as one that a command wrote. */
export const seal = (db: Database, facts: Facts, file: BoxFile): void =>
  db.writeNow((tx) => facts.set(tx, "seal", sealOf(file)));
