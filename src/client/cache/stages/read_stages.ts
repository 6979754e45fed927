/** Reads the stages of a cache: from the gateway, from a pack, and what was opened on this phone. */
import { type ReadonlySignal, useComputed, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { PackedStage } from "../../phone/packs/pack.ts";
import { waits } from "../../phone/queue/item.ts";
import { useApp } from "../../phone/app.ts";
import { type Bead, beads, type Content, type ToldStage } from "./stages.ts";
import { stageOf, unlocksOf } from "./unlock.ts";
import { routeTo } from "../../phone/wire/routes.ts";

/** The stages, and reading them again. */
interface StagesAsked {
  list: ReadonlySignal<readonly Bead[]>;
  /** Reads them from the gateway again. */
  refresh: () => void;
}

/** Names of neighbours' caches have their instance in them. */
export const isVisited = (ref: string): boolean => ref.includes(":");

export function useStages(code: string): StagesAsked {
  const app = useApp();
  const times = useSignal(0);
  const told = useSignal<readonly ToldStage[] | undefined>(undefined);
  const packed = useSignal<readonly PackedStage[] | undefined>(undefined);
  const here = useSignal<ReadonlyMap<number, Content>>(new Map());
  const account = app.call.value;
  // An opening on this phone changes the queue too, so a change of the queue is the sign to read the openings again.
  const queue = app.drain.items.value;
  useEffect(() => {
    const address = routeTo("GET /api/caches/:id/stages", { params: { id: code } });
    const show = ({ value }: { value: { stages: ToldStage[] } }) => told.value = value.stages;
    void app.packs.find(code).then((found) => packed.value = found?.value.stages);
    void app.reader.read(address, show, app.packs.stages(address));
  }, [code, account, times.value]);
  useEffect(() => {
    if (!account) return;
    void app.packs.storage.opened(account, code).then((list) => {
      here.value = new Map(list.map(({ n, content }) => [n, content]));
    }).catch(() => {});
  }, [code, account, queue, times.value]);
  const list = useComputed(() => {
    const queued = unlocksOf(app.drain.items.value, code, app.call.value);
    const waiting = new Set(queued.filter(waits).map(stageOf));
    return beads({
      told: told.value,
      packed: packed.value,
      here: here.value,
      waiting,
      visited: isVisited(code),
    });
  });
  return { list, refresh: () => void times.value++ };
}
