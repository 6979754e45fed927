/** How far each origin is held and each neighbour was read: marks, positions, feeds, generations (FED "Marks"). */
import type { Database, Tx } from "../../db/mod.ts";
import type { RecordKind, SequenceKind } from "../../wire/mod.ts";

export interface Position {
  read: number;
  replayed: number;
}

export class ProgressStore {
  readonly #mark;
  readonly #setMark;
  readonly #marks;
  readonly #dropKind;
  readonly #position;
  readonly #setPosition;
  readonly #feed;
  readonly #setFeed;
  readonly #origin;
  readonly #setOrigin;
  readonly #dropMarks;
  readonly #dropPositions;
  readonly #dropNeighbour;
  readonly #dropFeeds;
  readonly #state;
  readonly #setState;

  constructor(db: Database) {
    this.#mark = db.sql<{ origin: string; kind: string }, { mark: number }>(
      "SELECT mark FROM fed_mark WHERE origin = :origin AND kind = :kind",
    );
    this.#setMark = db.sql<{ origin: string; kind: string; mark: number }>(
      `INSERT INTO fed_mark (origin, kind, mark) VALUES (:origin, :kind, :mark)
       ON CONFLICT (origin, kind) DO UPDATE SET mark = max(mark, excluded.mark)`,
    );
    this.#marks = db.sql<{ origin: string }, { kind: SequenceKind; mark: number }>(
      "SELECT kind, mark FROM fed_mark WHERE origin = :origin",
    );
    this.#dropKind = ["fed_mark", "fed_position", "fed_gap"].map((table) =>
      db.sql<{ kind: string }>(`DELETE FROM ${table} WHERE kind = :kind`)
    );
    this.#position = db.sql<{ neighbour: string; origin: string; kind: string }, Position>(
      "SELECT read, replayed FROM fed_position WHERE neighbour = :neighbour AND origin = :origin AND kind = :kind",
    );
    this.#setPosition = db.sql<
      { neighbour: string; origin: string; kind: string; read: number; replayed: number }
    >(
      `INSERT INTO fed_position (neighbour, origin, kind, read, replayed)
       VALUES (:neighbour, :origin, :kind, :read, :replayed)
       ON CONFLICT (neighbour, origin, kind) DO UPDATE SET read = excluded.read, replayed = excluded.replayed`,
    );
    this.#feed = db.sql<{ neighbour: string; kind: string }, { cursor: number; nextId: string | null }>(
      "SELECT cursor, next_id AS nextId FROM fed_feed WHERE neighbour = :neighbour AND kind = :kind",
    );
    this.#setFeed = db.sql<{ neighbour: string; kind: string; cursor: number; nextId: string | null }>(
      `INSERT INTO fed_feed (neighbour, kind, cursor, next_id) VALUES (:neighbour, :kind, :cursor, :nextId)
       ON CONFLICT (neighbour, kind) DO UPDATE SET cursor = excluded.cursor, next_id = excluded.next_id`,
    );
    this.#origin = db.sql<{ instance: string }, { generation: number; keysChecked: string | null }>(
      "SELECT generation, keys_checked AS keysChecked FROM fed_origin WHERE instance = :instance",
    );
    this.#setOrigin = db.sql<{ instance: string; generation: number; keysChecked: string | null }>(
      `INSERT INTO fed_origin (instance, generation, keys_checked) VALUES (:instance, :generation, :keysChecked)
       ON CONFLICT (instance) DO UPDATE SET generation = excluded.generation, keys_checked = excluded.keys_checked`,
    );
    this.#dropMarks = db.sql<{ origin: string }>("DELETE FROM fed_mark WHERE origin = :origin");
    this.#dropPositions = db.sql<{ origin: string }>("DELETE FROM fed_position WHERE origin = :origin");
    this.#dropNeighbour = db.sql<{ neighbour: string }>(
      "DELETE FROM fed_position WHERE neighbour = :neighbour",
    );
    this.#dropFeeds = db.sql<{ neighbour: string }>("DELETE FROM fed_feed WHERE neighbour = :neighbour");
    this.#state = db.sql<{ name: string }, { value: string }>(
      "SELECT value FROM fed_state WHERE name = :name",
    );
    this.#setState = db.sql<{ name: string; value: string }>(
      "INSERT INTO fed_state (name, value) VALUES (:name, :value) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
    );
  }

  /** Every record of the origin up to this number is held, superseded, deleted or a gap. */
  mark(origin: string, kind: SequenceKind): number {
    return this.#mark.get({ origin, kind })?.mark ?? 0;
  }
  marks(origin: string): { kind: SequenceKind; mark: number }[] {
    return this.#marks.all({ origin });
  }
  /** Moves the mark up, never down. */
  raiseMark(tx: Tx, origin: string, kind: SequenceKind, mark: number): void {
    this.#setMark.run(tx, { origin, kind, mark });
  }
  /** Reading of one kind starts again from 0, of every origin and neighbour: the region has grown. */
  restartKind(tx: Tx, kind: SequenceKind): void {
    for (const statement of this.#dropKind) statement.run(tx, { kind });
  }
  position(neighbour: string, origin: string, kind: SequenceKind): Position {
    return this.#position.get({ neighbour, origin, kind }) ?? { read: 0, replayed: 0 };
  }
  setPosition(tx: Tx, neighbour: string, origin: string, kind: SequenceKind, to: Position): void {
    this.#setPosition.run(tx, { neighbour, origin, kind, ...to });
  }
  feed(neighbour: string, kind: RecordKind): { cursor: number; nextId: string | null } {
    return this.#feed.get({ neighbour, kind }) ?? { cursor: 0, nextId: null };
  }
  setFeed(tx: Tx, neighbour: string, kind: RecordKind, to: { cursor: number; nextId: string | null }): void {
    this.#setFeed.run(tx, { neighbour, kind, ...to });
  }
  generation(instance: string): number {
    return this.#origin.get({ instance })?.generation ?? 0;
  }
  keysChecked(instance: string): string | undefined {
    return this.#origin.get({ instance })?.keysChecked ?? undefined;
  }
  setKeysChecked(tx: Tx, instance: string, keysChecked: string): void {
    this.#setOrigin.run(tx, { instance, generation: this.generation(instance), keysChecked });
  }
  /** Forgets how far the origin is held and read, for every neighbour. A pull that runs writes no mark of it after. */
  forgetOrigin(tx: Tx, origin: string): void {
    this.#dropMarks.run(tx, { origin });
    this.#dropPositions.run(tx, { origin });
    this.#setOrigin.run(tx, {
      instance: origin,
      generation: this.generation(origin) + 1,
      keysChecked: this.keysChecked(origin) ?? null,
    });
  }
  /** Forgets how far a neighbour was read. */
  forgetNeighbour(tx: Tx, neighbour: string): void {
    this.#dropNeighbour.run(tx, { neighbour });
    this.#dropFeeds.run(tx, { neighbour });
  }
  /** A single fact. */
  state(name: "region" | "latest"): string | undefined {
    return this.#state.get({ name })?.value;
  }
  setState(tx: Tx, name: "region" | "latest", value: string): void {
    this.#setState.run(tx, { name, value });
  }
}
