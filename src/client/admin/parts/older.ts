/** A list that the gateway gives page by page, the newest first, for a component with a button for older ones. */
import { type ReadonlySignal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { useApp } from "../../phone/app.ts";
import { type Doing, useDoing } from "../../phone/doing.tsx";
import type { Address } from "../../phone/wire/routes.ts";

/** What was read so far. */
export interface Older<Row> {
  /** `undefined` until the newest were read. */
  readonly rows: ReadonlySignal<readonly Row[] | undefined>;
  readonly doing: Doing;
  /** Whether there are older ones. */
  readonly hasMore: boolean;
  /** Reads the next page of older ones; before any were read, the newest. */
  more(): void;
}

/** Reads from the newest, and again when `told` changes. `at`: the address of a page. `rowsOf` takes the rows out of an answer. */
export function useOlder<Row, Page extends { nextBefore: number | null }>(
  at: (before?: number) => Address<Page>,
  rowsOf: (page: Page) => readonly Row[],
  told = 0,
): Older<Row> {
  const { gateway } = useApp();
  const doing = useDoing();
  const rows = useSignal<readonly Row[] | undefined>(undefined), next = useSignal<number | null>(null);
  const read = (before?: number) =>
    doing.run(async () => {
      const answer = await gateway.get(at(before));
      if (answer.ok) {
        rows.value = [...(before === undefined ? [] : rows.peek() ?? []), ...rowsOf(answer.value)];
        next.value = answer.value.nextBefore;
      }
      return answer;
    });
  useEffect(() => void read(), [told]);
  return { rows, doing, hasMore: next.value !== null, more: () => void read(next.peek() ?? undefined) };
}
