/**
 * When boxes may have transmitted at this instance's word. Whatever is heard meanwhile under the calls of such a box, of
 * its owner, or that the command names, may be that transmission: it attests nothing. It is the default that nothing
 * counts, so a shadow begins as the command is handed out, and ends two minutes after its acknowledgement, or after an
 * hour without one. Shadows outlive their commands and the box.
 */
import { baseCall, isCall, normalCall, type World } from "../../base/mod.ts";
import type { Accounts } from "../../accounts/mod.ts";
import { asNamed, columns, type Database, type Tx } from "../../db/mod.ts";
import type { Shadow, TransmitShadows } from "../../stations/mod.ts";
import type { Boxes } from "../boxes/boxes.ts";
import { reportStore } from "../reports/store.ts";
import type { BoxReport } from "../reports/shapes.ts";
import { boxCommandStore } from "./store.ts";

const AFTER_ACK_S = 120, LONGEST_S = 3600;
/** Kept as long as any find may be judged by what was heard, and some days more. */
const KEEP_S = 60 * 86_400;
/** Members of what a command says that are calls under which a box transmits. */
const SPEAKERS = ["from", "node"] as const;

interface ShadowRow extends Shadow {
  source: string;
  box: string;
  ownerAccount: number | null;
}
const SHADOW = columns<ShadowRow>(asNamed("base fromAt toAt source box ownerAccount"));

/** What was handed out. */
interface HandedOut {
  source: `${"command" | "outbox"} ${number}`;
  /** Empty where the ingest secret was shown and no box named. */
  box: string;
  /** Calls that it names as its speaker. */
  calls: readonly (string | null)[];
}

/** Calls that the payload of a command names as its speaker. */
export const speakersOf = (payload: Readonly<Record<string, unknown>>): string[] =>
  SPEAKERS.map((member) => payload[member]).filter((call) => typeof call === "string");

/** Calls that boxes were let speak as, and from when to when: nothing heard of them meanwhile attests anything. */
export class Shadows implements TransmitShadows {
  readonly #insert;
  readonly #close;
  readonly #of;
  readonly #known;
  readonly #prune;
  readonly #reports;
  readonly #commands;

  constructor(
    readonly parts: {
      db: Database;
      world: World;
      boxes: Boxes;
      accounts: Pick<Accounts, "person">;
    },
  ) {
    const { db } = parts;
    this.#insert = db.change<ShadowRow>(`${SHADOW.insertInto("transmit_shadow")} ON CONFLICT DO NOTHING`);
    this.#close = db.change<{ source: string; at: number }>(
      "UPDATE transmit_shadow SET to_at = min(from_at + 3600, :at) WHERE source = :source",
    );
    // None is longer than an hour: the index by base and beginning finds them without the older ones.
    this.#of = db.rows<{ bases: string; first: number; from: number; to: number }, Shadow>(
      `SELECT ${SHADOW.only("base", "fromAt", "toAt").select()} FROM transmit_shadow
       WHERE base IN (SELECT value FROM json_each(:bases)) AND from_at BETWEEN :first AND :to AND to_at >= :from`,
    );
    this.#known = db.row<{ source: string; box: string }, { n: number }>(
      "SELECT 1 AS n FROM transmit_shadow WHERE source = :source AND box = :box LIMIT 1",
    );
    this.#prune = db.change<{ before: number }>("DELETE FROM transmit_shadow WHERE to_at < :before");
    this.#reports = reportStore(db);
    this.#commands = boxCommandStore(db);
  }

  /** Shadows that touch the times, unix seconds, over these base calls. */
  shadows = (bases: readonly string[], from: number, to: number): Shadow[] =>
    this.#of({ bases: JSON.stringify(bases), first: from - LONGEST_S, from, to });

  /** Something is handed out now, or was at a time before, that lets a box transmit. What is known already is not put again. */
  open(tx: Tx, { source, box, calls }: HandedOut, at = this.parts.world.now()): void {
    if (this.#known({ source, box })) return;
    const owner = box === "" ? undefined : this.parts.boxes.owner(box);
    const person = owner === undefined ? undefined : this.parts.accounts.person(owner);
    const all = [...calls, ...(box === "" ? [] : this.#callsOf(box)), ...person?.bases ?? []];
    const bases = all.filter((call) => call !== null).map((call) => baseCall(normalCall(call)));
    for (const base of new Set(bases.filter(isCall))) {
      this.#insert(tx, {
        ...{ base, source, box, ownerAccount: owner ?? null },
        ...{ fromAt: at, toAt: at + LONGEST_S },
      });
    }
  }

  /** It was acknowledged, whatever came of it. */
  close(tx: Tx, source: HandedOut["source"]): void {
    this.#close(tx, { source, at: this.parts.world.now() + AFTER_ACK_S });
  }

  /** Drops those that no find can be open for any more. */
  prune(tx: Tx): void {
    this.#prune(tx, { before: this.parts.world.now() - KEEP_S });
  }

  /** Every call that is known to be of a box: as it was enrolled, trusted, said of itself and reported. */
  #callsOf(id: string): string[] {
    const { store } = this.parts.boxes;
    const row = store.byId({ id }),
      told = this.#commands.abilities({ box: id }),
      report = this.#reports.of({ box: id });
    const ports = report ? (JSON.parse(report.report) as BoxReport).ports : [];
    return [
      ...(row?.enrolledFor ? [row.enrolledFor] : []),
      ...store.sitesOf({ box: id }).map(({ site }) => site),
      ...`${told?.kissCalls ?? ""},${told?.meshNodes ?? ""}`.split(","),
      ...ports.flatMap(({ site }) => site ?? []),
    ];
  }
}
