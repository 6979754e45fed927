/** Says at the top of the page what was done where the row that would say it is gone, and offers to undo it where that works. */
import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Answered } from "../../phone/ask.ts";
import { Problem, useDoing } from "../../phone/doing.tsx";
import { Button } from "../../ui/parts.tsx";
import { place } from "../../pages/router.ts";
import { tell } from "../tell.ts";

/** Something that was done and can perhaps be undone. */
export interface Deed {
  /** The sentence that says that it is done. */
  done: string;
  undo?: { label: string; act: () => Promise<Answered<unknown>> };
  /** Called when it is done and when it is undone, so that the page reads anew. */
  after?: () => unknown;
}

/** The last thing done whose row is gone, and the page that it was done on. */
const last = signal<(Deed & { path: string }) | undefined>(undefined);

/** Has the page say what was done, since its row is gone. */
export const saidAbove = (deed: Deed, path: string): void => void (last.value = { ...deed, path });

/** The sentence at the top of the page, and the button to undo it. */
export function Gone() {
  const doing = useDoing();
  // A page that is opened later does not say it again.
  useEffect(() => void (last.value = undefined), []);
  const deed = last.value?.path === place.value.path ? last.value : undefined;
  const takeBack = async () => {
    if (!deed?.undo || !await doing.run(deed.undo.act)) return;
    last.value = { done: tell("danger.undone"), path: deed.path };
    await deed.after?.();
  };
  return (
    <div class="gone">
      <p role="status">{deed?.done}</p>
      {deed?.undo && (
        <Button disabled={doing.busy.value} onClick={() => void takeBack()}>{deed.undo.label}</Button>
      )}
      <Problem of={doing} />
    </div>
  );
}
