/** Admitting many frames in one write: a page's, or those that a carrier brought. */
import type { Tx } from "../../db/mod.ts";
import { type Appliers, type JudgedFrame, RECORDS } from "../../wire/mod.ts";
import type { Store } from "../tables/store.ts";
import { admit } from "./admit.ts";
import { inspect, type Passed } from "./inspect.ts";
import type { OriginView, Outcome, Passage, Receiver } from "./outcome.ts";
import { Budget, type Room } from "./room.ts";

/** What admitting works on. */
interface Admission {
  store: Store;
  receiver: Receiver;
  appliers: Appliers;
  room: Room;
  log(message: string, facts: Record<string, unknown>): void;
}

/** A frame after the checks that need no database: how it came, and what is known of it so far. */
export interface Inspected {
  passage: Passage;
  found: Passed | Outcome;
}

/** The receiver with its view of each origin looked up once: it cannot change while a page is inspected. */
function rememberingViews(receiver: Receiver): Receiver {
  const views = new Map<string, OriginView | undefined>();
  return {
    ...receiver,
    originView: (origin) => {
      if (!views.has(origin)) views.set(origin, receiver.originView(origin));
      return views.get(origin);
    },
  };
}

/** Inspects frames in order. `passageOf` says how the frame of that place came. */
export function inspectAll(
  frames: readonly (Uint8Array | JudgedFrame)[],
  passageOf: (place: number) => Passage,
  receiver: Receiver,
): Inspected[] {
  const remembering = rememberingViews(receiver);
  return frames.map((frame, place) => {
    const passage = passageOf(place);
    return { passage, found: inspect(frame, passage, remembering) };
  });
}

/**
 * Admits inspected frames in order and gives what became of each. Without `apart` a record that the database cannot
 * take is thrown, and the whole write is undone: that is cheap, and hardly ever happens. With `apart` each record is
 * written by itself, and such a record is `failed`: a write that was undone is repeated in this way.
 */
export function admitPage(
  tx: Tx,
  inspected: readonly Inspected[],
  { store, receiver, appliers, room, log }: Admission,
  { apart }: { apart: boolean },
): Outcome[] {
  const view = rememberingViews(receiver), budget = new Budget(room);
  const gids = inspected.flatMap(({ found }) => found.result === "passed" ? [found.frame.gid] : []);
  const unheardOf = store.records.unheardOf(gids);
  return inspected.map(({ found, passage }) => {
    if (found.result !== "passed") return found;
    const { gid, v } = found.frame;
    // Taken out, so that a second frame of the same name sees the first, and a record the deletion that came before it.
    const isUnheardOf = unheardOf.delete(gid);
    const buried = found.kind === "tombstone" ? RECORDS.tombstone.read(found.frame.body) : undefined;
    if (buried?.ok) unheardOf.delete(buried.body.gid);
    const take = () => admit(tx, found, passage, { receiver: view, store, appliers, budget }, isUnheardOf);
    if (!apart) return take();
    try {
      return tx.part(take);
    } catch (error) {
      log("could not store a record: {error}", { error });
      return { result: "failed", gid, v };
    }
  });
}
