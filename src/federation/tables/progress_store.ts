/** How far each origin is held and each neighbour was read: marks, positions, feeds, generations (FED "Marks"). */
import type { Database, Tx } from "../../db/mod.ts";
import type { RecordKind, SequenceKind } from "../../wire/mod.ts";

/** How far a neighbour's pages of one kind of one origin were read, and the highest `held` that this was repeated for. */
interface Position {
  read: number;
  replayed: number;
}
interface OfKind {
  origin: string;
  kind: SequenceKind;
}
/** One kind of one origin as one neighbour serves it. */
interface Reader extends OfKind {
  neighbour: string;
}
/** Where a neighbour's own feed is to be read on. */
export interface FeedCursor {
  cursor: number;
  nextId: string | null;
}
/** Names of facts of which one value each is kept. */
type FactName = "region" | "latest" | "name";

export function progressStore(db: Database) {
  const mark = db.row<OfKind, { mark: number }>(
    "SELECT mark FROM fed_mark WHERE origin = :origin AND kind = :kind",
  );
  const position = db.row<Reader, Position>(
    "SELECT read, replayed FROM fed_position WHERE neighbour = :neighbour AND origin = :origin AND kind = :kind",
  );
  const feed = db.row<{ neighbour: string; kind: RecordKind }, FeedCursor>(
    "SELECT cursor, next_id AS nextId FROM fed_feed WHERE neighbour = :neighbour AND kind = :kind",
  );
  const origin = db.row<{ instance: string }, { generation: number; keysChecked: string | null }>(
    "SELECT generation, keys_checked AS keysChecked FROM fed_origin WHERE instance = :instance",
  );
  const setOrigin = db.change<{ instance: string; generation: number; keysChecked: string | null }>(
    `INSERT INTO fed_origin (instance, generation, keys_checked) VALUES (:instance, :generation, :keysChecked)
     ON CONFLICT (instance) DO UPDATE SET generation = excluded.generation, keys_checked = excluded.keys_checked`,
  );
  const dropKind = ["fed_mark", "fed_position", "fed_gap"].map((table) =>
    db.change<{ kind: SequenceKind }>(`DELETE FROM ${table} WHERE kind = :kind`)
  );
  const dropOrigin = ["fed_mark", "fed_position"].map((table) =>
    db.change<{ origin: string }>(`DELETE FROM ${table} WHERE origin = :origin`)
  );
  const dropNeighbour = ["fed_position", "fed_feed"].map((table) =>
    db.change<{ neighbour: string }>(`DELETE FROM ${table} WHERE neighbour = :neighbour`)
  );
  const fact = db.row<{ name: FactName }, { value: string }>(
    "SELECT value FROM fed_state WHERE name = :name",
  );

  const generation = (instance: string): number => origin({ instance })?.generation ?? 0;
  const keysChecked = (instance: string): string | undefined =>
    origin({ instance })?.keysChecked ?? undefined;
  return {
    /** Every record of the origin up to this number is held, superseded, deleted or a gap. */
    mark: (of: OfKind): number => mark(of)?.mark ?? 0,
    marks: db.rows<{ origin: string }, { kind: SequenceKind; mark: number }>(
      "SELECT kind, mark FROM fed_mark WHERE origin = :origin",
    ),
    /** Moves the mark up, never down. */
    raiseMark: db.change<OfKind & { mark: number }>(
      `INSERT INTO fed_mark (origin, kind, mark) VALUES (:origin, :kind, :mark)
       ON CONFLICT (origin, kind) DO UPDATE SET mark = max(mark, excluded.mark)`,
    ),
    /** Reading of one kind starts again from 0, of every origin and neighbour: the region has grown. */
    restartKind(tx: Tx, kind: SequenceKind): void {
      for (const drop of dropKind) drop(tx, { kind });
    },
    position: (reader: Reader): Position => position(reader) ?? { read: 0, replayed: 0 },
    setPosition: db.change<Reader & Position>(
      `INSERT INTO fed_position (neighbour, origin, kind, read, replayed)
       VALUES (:neighbour, :origin, :kind, :read, :replayed)
       ON CONFLICT (neighbour, origin, kind) DO UPDATE SET read = excluded.read, replayed = excluded.replayed`,
    ),
    feed: (neighbour: string, kind: RecordKind): FeedCursor =>
      feed({ neighbour, kind }) ?? { cursor: 0, nextId: null },
    setFeed: db.change<{ neighbour: string; kind: RecordKind } & FeedCursor>(
      `INSERT INTO fed_feed (neighbour, kind, cursor, next_id) VALUES (:neighbour, :kind, :cursor, :nextId)
       ON CONFLICT (neighbour, kind) DO UPDATE SET cursor = excluded.cursor, next_id = excluded.next_id`,
    ),
    /**
     * A number that rises when an origin's marks are forgotten: a pull that began before that writes no marks of the
     * origin any more.
     */
    generation,
    /** The keys under which an origin's kept frames were checked last, in order, separated by blanks. */
    keysChecked,
    setKeysChecked(tx: Tx, instance: string, checked: string): void {
      setOrigin(tx, { instance, generation: generation(instance), keysChecked: checked });
    },
    /** Forgets how far the origin is held and read, for every neighbour. */
    forgetOrigin(tx: Tx, instance: string): void {
      for (const drop of dropOrigin) drop(tx, { origin: instance });
      const checked = keysChecked(instance) ?? null;
      setOrigin(tx, { instance, generation: generation(instance) + 1, keysChecked: checked });
    },
    /** Forgets how far a neighbour was read. */
    forgetNeighbour(tx: Tx, neighbour: string): void {
      for (const drop of dropNeighbour) drop(tx, { neighbour });
    },
    fact: (name: FactName): string | undefined => fact({ name })?.value,
    setFact: db.change<{ name: FactName; value: string }>(
      "INSERT INTO fed_state (name, value) VALUES (:name, :value) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
    ),
  };
}
export type ProgressStore = ReturnType<typeof progressStore>;
