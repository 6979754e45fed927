/** Field notes as their member left them: what is mended or dropped waits in the queue and holds until the gateway tells. */
import type { App } from "../../../phone/app.ts";
import { holds } from "../../../phone/queue/holds.ts";
import type { Item } from "../../../phone/queue/item.ts";
import { newItem } from "../../../phone/queue/new_item.ts";
import { routeTo } from "../../../phone/wire/routes.ts";
import type { Noted } from "./send_note.ts";

type Whose = { account: string; instance: string };

const DROP = routeTo("POST /api/my/field-notes/drop");
const mendPath = (id: number) => routeTo("PATCH /api/my/field-notes/:id", { params: { id } });
const named = ({ code, cache }: Noted) => ({ cache: cache?.code ?? "", title: cache?.title ?? code });

/** The text of a note as an item of the queue. One that is gone on the gateway is refused, so that its text is not lost unread. */
export const mendItem = (app: App, whose: Whose, note: Noted, text: string): Item =>
  newItem(app.gateway.now(), whose, {
    ...{ id: app.world.newId(), kind: "draft", ...named(note), method: "PATCH" },
    ...{ path: mendPath(note.id), body: { text } },
  });

/** The texts of this note in an account's queue. */
const mendsOf = (items: readonly Item[], account: string, { id }: Pick<Noted, "id">): Item[] =>
  items.filter((item) => item.path === mendPath(id) && item.account === account);

/** What is being told of notes that are dropped now. A text that only waits is discarded, and can be brought back: `idle`. */
export function beforeDrop(items: readonly Item[], account: string, notes: readonly Noted[]) {
  const mends = notes.flatMap((note) => mendsOf(items, account, note));
  return {
    idle: mends.filter(({ state }) => state === "waiting" || state === "needs_you"),
    // Sent after the drop it would meet no note any more.
    sending: mends.find(({ state }) => state === "sending")?.id,
  };
}

/** Notes to be dropped, as an item of the queue; `title`: what they are called together. Asked twice, it drops nothing more. */
export const dropItem = (
  app: App,
  whose: Whose,
  notes: readonly Noted[],
  { title, after }: { title: string; after: string | undefined },
): Item =>
  newItem(app.gateway.now(), whose, {
    ...{
      id: app.world.newId(),
      kind: "draft",
      ...(notes.length === 1 ? named(notes[0]!) : { cache: "", title }),
    },
    ...{ after, method: "POST", path: DROP, body: { ids: notes.map(({ id }) => id) } },
  });

const drops = ({ path, body }: Item, id: number): boolean =>
  path === DROP && Array.isArray(body.ids) && body.ids.includes(id);

/** A note with what its member has said of it; `mended`: its text has still to reach the gateway. */
export interface AsLeft extends Noted {
  mended: boolean;
}

/** What is left of the notes that the gateway told at `at`, each with the text that its member gave it last. */
export function asLeft(
  items: readonly Item[],
  account: string,
  notes: readonly Noted[],
  at: number,
): AsLeft[] {
  const held = items.filter((item) => item.kind === "draft" && holds(item, account, at));
  return notes.filter(({ id }) => !held.some((item) => drops(item, id))).map((note) => {
    const mend = mendsOf(held, account, note).at(-1), text = mend?.body.text;
    return {
      ...note,
      ...(typeof text === "string" && { text }),
      mended: mend?.state === "waiting" || mend?.state === "sending",
    };
  });
}
