/**
 * What was done to a thing whose row went from the page with it: said above the page, with the way back where there is one.
 */
import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Answered } from "../shell/ask.ts";
import { Problem, useDoing } from "../shell/doing.tsx";
import { Button } from "../shell/parts.tsx";
import { place } from "../shell/router.ts";
import { tell } from "./tell.ts";

/** Something that was done and can perhaps be undone. */
export interface Deed {
  /** What is said when it is done. */
  done: string;
  undo?: { label: string; act: () => Promise<Answered<unknown>> };
  /** Afterwards, also after undoing: the page reads anew. */
  after?: () => unknown;
}

/** The last such deed, and the page that it was done on. */
const last = signal<(Deed & { path: string }) | undefined>(undefined);

/** Its row is gone: the page says it instead. */
export const saidAbove = (deed: Deed, path: string): void => void (last.value = { ...deed, path });

export function Gone() {
  const doing = useDoing();
  // Another page has nothing to do with it.
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
