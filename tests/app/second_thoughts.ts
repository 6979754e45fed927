/** What people do to things that wait on a phone: write another text, discard, take that back. For random histories. */
import { editedBody } from "../../src/client/log/edit_log.ts";
import type { Item } from "../../src/client/phone/queue/item.ts";
import type { Page } from "./phones.ts";
import type { Chance, Weather } from "./weather.ts";

/** One thing in the queue, and what its person has decided of it. */
export interface Thing {
  id: string;
  dropped: boolean;
  /** Some version of it may have reached the gateway, whatever was decided since. */
  maybeSent: boolean;
  /** Its text now, and before that what the gateway may have got instead. */
  texts: string[];
}

export const newThing = (id: string, text: string): Thing => ({
  ...{ id, dropped: false, maybeSent: false, texts: [text] },
});

export const noThoughts = () => ({ edited: 0, discarded: 0, takenBack: 0 });

/** `things`: those that one can think again about; `another`: a text that nobody has written before, where texts are changed. */
export function secondThoughts(
  { phone, oneOf, kept }: Weather,
  things: () => readonly Thing[],
  met: Omit<ReturnType<typeof noThoughts>, "edited"> & { edited?: number },
  another?: () => string,
): Chance[] {
  /** One thing in such a state, seen on a page of its person. */
  const some = (state: Item["state"]): { thing: Thing; item: Item; page: Page } | undefined => {
    const found = things().flatMap((thing) => {
      const item = phone.memory.items.get(thing.id);
      const page = phone.pages.find(({ call }) => call === item?.account);
      return item?.state === state && page ? [{ thing, item, page }] : [];
    });
    return found.length > 0 ? oneOf(found) : undefined;
  };
  const stateOf = ({ id }: Thing) => phone.memory.items.get(id)?.state;
  return [
    [3, async () => {
      const one = another && some("waiting");
      if (!one || one.item.kind !== "log") return;
      const { thing, page } = one, text = another();
      const body = await editedBody(page.app, one.item, text);
      // A key is made meanwhile on a thread of its own: it counts how far the item is when it is changed.
      thing.maybeSent ||= (phone.memory.items.get(thing.id)?.tries ?? 0) > 0;
      await kept(page.drain.edit(thing.id, body));
      if (phone.memory.items.get(thing.id)?.body.text !== text) return;
      thing.texts = thing.maybeSent ? [...thing.texts, text] : [text];
      met.edited = (met.edited ?? 0) + 1;
    }],
    [3, async () => {
      const one = some("waiting");
      if (!one) return;
      const { thing, item, page } = one;
      await page.drain.refresh();
      thing.maybeSent ||= item.tries > 0;
      const dropping = page.drain.drop(thing.id);
      if (stateOf(thing) === "dropped") {
        thing.dropped = true;
        met.discarded++;
      }
      await kept(dropping);
    }],
    [4, async () => {
      const one = some("dropped");
      if (!one) return;
      await one.page.drain.refresh();
      await kept(one.page.drain.restore(one.thing.id));
      if (stateOf(one.thing) === "dropped") return;
      one.thing.dropped = false;
      met.takenBack++;
    }],
  ];
}
