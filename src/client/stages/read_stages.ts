/** The stages of one cache, from everywhere they are known. */
import { type ReadonlySignal, useComputed, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { PackedStage } from "../packs/pack.ts";
import { waits } from "../outbox/item.ts";
import { useApp } from "../shell/app.ts";
import { type Bead, beads, type Content, type ToldStage } from "./stages.ts";
import { stageOf, unlocksOf } from "./unlock.ts";

export interface StagesAsked {
  list: ReadonlySignal<readonly Bead[]>;
  /** Asks the gateway again. */
  refresh: () => void;
}

export function useStages(code: string): StagesAsked {
  const app = useApp();
  const asked = useSignal(0);
  const told = useSignal<readonly ToldStage[] | undefined>(undefined);
  const packed = useSignal<readonly PackedStage[] | undefined>(undefined);
  const here = useSignal<ReadonlyMap<number, Content>>(new Map());
  const account = app.call.value;
  // What was opened is read again when the queue has changed: an opening enters both.
  const queue = app.drain.items.value;
  useEffect(() => {
    const address = stagesAddress(code);
    const show = ({ value }: { value: { stages: ToldStage[] } }) => told.value = value.stages;
    void app.packs.find(code).then((found) => packed.value = found?.value.stages);
    void app.reader.read<{ stages: ToldStage[] }>(address, show, app.packs.stages(address));
  }, [code, account, asked.value]);
  useEffect(() => {
    if (!account) return;
    void app.packs.storage.opened(account, code).then((list) => {
      here.value = new Map(list.map(({ n, content }) => [n, content]));
    }).catch(() => {});
  }, [code, account, queue]);
  const list = useComputed(() => {
    const queued = unlocksOf(app.drain.items.value, code, app.call.value);
    const waiting = new Set(queued.filter(waits).map(stageOf));
    return beads({ told: told.value, packed: packed.value, here: here.value, waiting });
  });
  return { list, refresh: () => void asked.value++ };
}

export const stagesAddress = (code: string): string => `/api/caches/${encodeURIComponent(code)}/stages`;
