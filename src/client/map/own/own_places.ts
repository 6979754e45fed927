/** Places that somebody keeps of caches: solved coordinates, and stages that are open to them. The map has them, and Go leads there. */
import { type ReadonlySignal, useComputed, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { useApp } from "../../phone/app.ts";
import { sameCode } from "../../phone/known/same_code.ts";
import { holds } from "../../phone/queue/holds.ts";
import type { Item } from "../../phone/queue/item.ts";
import { type AnswerOf, routeTo } from "../../phone/wire/routes.ts";
import type { Point } from "../../ui/places/arrow.ts";
import { useRead } from "../../phone/use_read.ts";

/** `stage`: its number; absent for solved coordinates. */
export interface OwnPlace extends Point {
  code: string;
  stage?: number;
}

type Notes = AnswerOf<"GET /api/my/notebook">["notes"];

/** Solved coordinates: what waits in this phone's queue goes before what the gateway had when it was last asked, at `at`. Pure. */
export function solvedPlaces(items: readonly Item[], account: string, notes: Notes, at: number): OwnPlace[] {
  const places = new Map(notes.map(({ code, lat, lon }) => [code, { lat, lon }]));
  for (const item of items) {
    if (item.kind !== "keep" || item.cache === undefined || !holds(item, account, at)) continue;
    const degrees = (one: unknown) => typeof one === "number" ? one : null, { cache, body } = item;
    const code = [...places.keys()].find((one) => sameCode(one, cache)) ?? cache;
    places.set(code, { lat: degrees(body.lat), lon: degrees(body.lon) });
  }
  return [...places].flatMap(([code, { lat, lon }]) =>
    lat === null || lon === null ? [] : [{ code, lat, lon }]
  );
}

/** Solved coordinates of whoever is signed in. */
export function useSolved(): ReadonlySignal<readonly OwnPlace[]> {
  const app = useApp(), account = app.call.value;
  const { known } = useRead(account ? routeTo("GET /api/my/notebook") : undefined);
  return useComputed(() => {
    const whose = app.call.value, notebook = known.value;
    return whose
      ? solvedPlaces(app.drain.items.value, whose, notebook?.value.notes ?? [], notebook?.at ?? 0)
      : [];
  });
}

/** Solved coordinates, and the open stages of the cache that was pressed. */
export function useOwnPlaces(code: string | undefined): readonly OwnPlace[] {
  const app = useApp(), solved = useSolved(), stages = useSignal<readonly OwnPlace[]>([]);
  const account = app.call.value;
  useEffect(() => {
    stages.value = [];
    if (!account || code === undefined) return;
    let gone = false;
    const put = (list: readonly { n: number; lat: number | null; lon: number | null }[]) => {
      if (gone) return;
      const open = list.flatMap(({ n, lat, lon }) =>
        lat === null || lon === null ? [] : [{ code, stage: n, lat, lon }]
      );
      const others = stages.peek().filter(({ stage }) => open.every((one) => one.stage !== stage));
      stages.value = [...others, ...open];
    };
    void app.packs.storage.opened(account, code).then(
      (list) => put(list.map(({ n, content }) => ({ n, ...content }))),
      () => {},
    );
    void app.reader.read(
      routeTo("GET /api/caches/:id/stages", { params: { id: code } }),
      ({ value }) => put(value.stages),
    );
    return () => gone = true;
  }, [account, code]);
  return [...solved.value, ...stages.value];
}
