/** A member's field notes: taken from a device, judged, mended, dropped. Sending one is writing a log. */
import { newCode } from "../../base/mod.ts";
import { codeKey, type NamedCache } from "../../caches/mod.ts";
import type { Tx } from "../../db/mod.ts";
import { notebookFailure } from "../errors.ts";
import type { NotebookParts } from "../parts.ts";
import { judgeNote, type NoteState } from "./judge_note.ts";
import { type FieldNote, type NoteKind, NoteReader } from "./read_notes.ts";
import { type NoteRow, noteStore } from "./store.ts";

/** Visits that are kept of a member: those that wait, and all that were ever taken. */
const OPEN_MOST = 2000, TAKEN_MOST = 50_000;
/** Visits of one piece of a file, as the app sends it. */
export const TAKEN_AT_ONCE = 500;
/** Letters of the id that a log is sent under. */
const ID_LETTERS = 20;

/** What became of visits that came in. */
interface Taken {
  taken: number;
  /** They came before, and were sent, dropped or wait already. */
  known: number;
}

interface SeenNote {
  id: number;
  code: string;
  at: number;
  kind: NoteKind;
  text: string;
  sentId: string;
  state: NoteState;
  cache: Pick<NamedCache, "code" | "title" | "type" | "origin"> | null;
}

/** Field notes of members, which nobody but them sees. */
export class FieldNotes {
  readonly #parts: NotebookParts;
  readonly #store;

  constructor(parts: NotebookParts) {
    this.#parts = parts;
    this.#store = noteStore(parts.db);
  }

  /** Reads the visits of a whole file. Changes nothing. Throws where there are more than anybody's are kept. */
  async read(bytes: Uint8Array<ArrayBuffer>): Promise<{ notes: FieldNote[]; reader: NoteReader }> {
    const { Overspent, Purse } = await import("../../foreign/mod.ts");
    const purse = new Purse({ items: TAKEN_MOST }), reader = new NoteReader(), notes: FieldNote[] = [];
    const take = (more: readonly FieldNote[]) => {
      purse.spend("items", more.length);
      // A text that is part of the file would hold all of it.
      for (const note of more) notes.push({ ...note, text: purse.keep(note.text, note.text.length) });
    };
    try {
      for await (const piece of purse.pieces([bytes])) take(reader.push(piece));
      take(reader.end());
    } catch (error) {
      if (error instanceof Overspent) throw notebookFailure.field_notes_full({ limit: TAKEN_MOST });
      throw error;
    }
    return { notes, reader };
  }

  /** Keeps what is new of these visits, all or none. */
  take(tx: Tx, account: number, notes: readonly FieldNote[]): Taken {
    const { world } = this.#parts;
    let taken = 0;
    for (const { code, at, kind, text } of notes) {
      const { changes } = this.#store.add(tx, {
        account,
        codeKey: codeKey(code),
        code,
        at,
        kind,
        text,
        sentId: `field-note-${newCode(world, ID_LETTERS)}`,
        takenAt: world.now(),
      });
      taken += changes;
      if (taken > OPEN_MOST) throw notebookFailure.field_notes_full({ limit: OPEN_MOST });
    }
    const { n, open } = this.#store.count({ account })!;
    if (taken > 0 && (open > OPEN_MOST || n > TAKEN_MOST)) {
      const limit = open > OPEN_MOST ? OPEN_MOST : TAKEN_MOST;
      throw notebookFailure.field_notes_full({ limit });
    }
    return { taken, known: notes.length - taken };
  }

  /** What waits, the newest visit first, each with what can become of it. */
  open(account: number): SeenNote[] {
    const { caches, world } = this.#parts;
    const rows = this.#store.open({ account, limit: OPEN_MOST });
    const named = caches.named(rows.map(({ code }) => code));
    const own = [...new Set([...named.values()].flatMap(({ id }) => id === null ? [] : [id]))];
    const about = { account, now: world.now(), ...caches.loggedOf(account, own) };
    return rows.map((row) => seen(row, named.get(row.codeKey), about));
  }

  /** Changes the kind or the text of one that waits; throws where the member has no such note. */
  mend(
    tx: Tx,
    account: number,
    id: number,
    { kind, text }: { kind?: NoteKind | undefined; text?: string | undefined },
  ) {
    const row = this.#store.one({ id, account });
    if (!row) throw notebookFailure.field_note_missing();
    const to = { kind: kind ?? row.kind, text: text ?? row.text };
    // The device will repeat it as it was: what is mended into another visit is that one.
    if (this.#store.taken({ id, account, kind: to.kind })) this.#store.drop(tx, { id, account });
    else this.#store.mend(tx, { id, account, ...to });
  }

  /** Drops these of the member's notes, and deletes their texts; gives how many there were. */
  drop(tx: Tx, account: number, ids: readonly number[]): number {
    return ids.reduce(
      (sum, id) =>
        sum + (this.#store.one({ id, account }) ? this.#store.drop(tx, { id, account }).changes : 0),
      0,
    );
  }

  /** All rows of a member, for the export. */
  export = (account: number) =>
    this.#store.all({ account }).map(({ account: _, codeKey: __, ...row }) => ({
      ...row,
      dropped: row.dropped === 1,
    }));
  /** Deletes all of a member. */
  forget = (tx: Tx, account: number): void => void this.#store.forget(tx, { account });
}

function seen(
  { id, code, at, kind, text, sentId }: NoteRow,
  cache: NamedCache | undefined,
  about: Parameters<typeof judgeNote>[2],
): SeenNote {
  return {
    ...{ id, code, at, kind, text, sentId },
    state: judgeNote({ at, kind, sentId }, cache, about),
    cache: cache ? { code: cache.code, title: cache.title, type: cache.type, origin: cache.origin } : null,
  };
}
