/** A list whose rows are moved: at once in sight, and told to the gateway one order after the other, the last one last. */
import { useSignal } from "@preact/signals";
import { useApp } from "../../../phone/app.ts";
import { useDoing } from "../../../phone/doing.tsx";
import type { CacheRow } from "../../../phone/known/caches.ts";
import { type AnswerOf, routeTo } from "../../../phone/wire/routes.ts";
import { movedTo } from "./order.ts";

/** A list as the gateway tells it. */
export type List = AnswerOf<"GET /api/my/notebook">["lists"][number];

/** The caches that the phone knows, by their codes. */
export type RowsByCode = ReadonlyMap<string, CacheRow>;

/** Caches that the gateway puts in an order at most: those behind them stay where they are. */
const MOST = 1000;

/** `codes`: as the gateway has them; `again` reads those anew. */
export function useOrder({ id, codes, account, again }: {
  id: number;
  codes: readonly string[];
  account: string;
  again: () => Promise<unknown>;
}) {
  const { gateway } = useApp(), doing = useDoing();
  const moved = useSignal<readonly string[] | undefined>(undefined), isSaving = useSignal(false);
  const path = routeTo("PATCH /api/my/notebook/lists/:id", { params: { id } });
  const save = async () => {
    if (isSaving.peek()) return; // what came meanwhile is told below
    isSaving.value = true;
    for (let last: readonly string[] | undefined, ok = true; ok && last !== moved.peek();) {
      last = moved.peek()!;
      const order = last.slice(0, MOST);
      ok = await doing.run(() => gateway.ask("PATCH", path, { order }, account));
      // While nothing was moved meanwhile it is as the gateway has it.
      if (!ok || last === moved.peek()) await again();
    }
    moved.value = undefined;
    isSaving.value = false;
  };
  return {
    /** As they stand in sight. */
    codes: moved.value ?? codes,
    doing,
    /** Puts one at another place, in sight only: `save` tells it. */
    move: (code: string, to: number) => {
      const now = moved.peek() ?? codes, next = movedTo(now, code, to);
      if (next !== now) moved.value = next;
      return next !== now;
    },
    save: () => void (moved.peek() && save()),
  };
}
