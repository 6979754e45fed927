/** Keeps what is typed into a form on this phone until it is saved, so that a reload or a way back loses nothing. */
import { type ReadonlySignal, type Signal, useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { useApp } from "../app.ts";
import { type NotKept, whyNotKept } from "../kept/database.ts";
import { dropDraft, keepDraft, typedOf } from "./drafts.ts";

/** Whether what was changed last is on the disk, on its way there, or why it is not kept. */
type Disk = "kept" | "keeping" | NotKept;

/** Follows writes: only the last one says how it stands, however long an earlier one takes. `run` never rejects. */
export function useKeeping(): { disk: Signal<Disk>; run: (write: Promise<void>) => Promise<void> } {
  const disk = useSignal<Disk>("kept"), last = useRef<Promise<void> | undefined>(undefined);
  const run = (write: Promise<void>) => {
    last.current = write;
    disk.value = "keeping";
    const end = (how: Disk) => {
      if (last.current === write) disk.value = how;
    };
    return write.then(() => end("kept"), (error) => end(whyNotKept(error)));
  };
  return { disk, run };
}

/** What one form keeps. */
export interface Typed<T> {
  /** False until the phone's storage was read; nothing may be typed before that. */
  ready: boolean;
  /** What was typed and is not saved; `undefined` where there is nothing. */
  value: ReadonlySignal<T | undefined>;
  disk: ReadonlySignal<Disk>;
  /** Stores what was typed; `undefined` deletes it. Settles once that is done, and never rejects. */
  keep: (value: T | undefined) => Promise<void>;
}

/** `form`: the name of the form and of its cache. Each account and instance has forms of its own. */
export function useTyped<T>(form: string): Typed<T> {
  const app = useApp();
  const account = app.call.value, instance = app.start.value?.value.instance;
  const id = account && instance && JSON.stringify([instance, account, form]);
  const value = useSignal<T | undefined>(undefined), read = useSignal<string | undefined>(undefined);
  const { disk, run } = useKeeping();
  useEffect(() => {
    if (!id) return;
    void typedOf(id).catch(() => undefined).then((found) => {
      value.value = found as T | undefined;
      read.value = id;
    });
  }, [id]);
  const keep = async (next: T | undefined) => {
    value.value = next;
    if (id) await run(next === undefined ? dropDraft(id) : keepDraft({ id, typed: next }));
  };
  return { ready: id !== undefined && read.value === id, value, disk, keep };
}
