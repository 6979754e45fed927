/** A list that the gateway gives page by page, the newest first, for a component with a button for older ones. */
import { type ReadonlySignal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { useApp } from "../../phone/app.ts";
import { type Doing, useDoing } from "../../phone/doing.tsx";
import type { Address } from "../../phone/wire/routes.ts";
import { sayUnread } from "../../ui/unread.ts";

/** What was read so far. */
export interface Older<Row> {
  /** `undefined` until the newest were read. */
  readonly rows: ReadonlySignal<readonly Row[] | undefined>;
  readonly doing: Doing;
  /** Why there are none to show; empty while they are read, and once there are. */
  readonly unread: ReadonlySignal<string>;
  /** Whether there are older ones. */
  readonly hasMore: boolean;
  /** Reads the next page of older ones. */
  more(): void;
}

/** Reads from the newest, and again when `told` changes. `at`: the address of a page. `rowsOf` takes the rows out of an answer. */
export function useOlder<Row, Page extends { nextBefore: number | null }>(
  at: (before?: number) => Address<Page>,
  rowsOf: (page: Page) => readonly Row[],
  told = 0,
): Older<Row> {
  const { gateway, reader } = useApp();
  const doing = useDoing(), unread = useSignal("");
  const rows = useSignal<readonly Row[] | undefined>(undefined), next = useSignal<number | null>(null);
  // As every page is read: what was kept is shown at once, and what is wrong stands above the page.
  const newest = async () => {
    const failed = await reader.read(at(), ({ value }) => {
      rows.value = rowsOf(value);
      next.value = value.nextBefore;
      unread.value = "";
    });
    if (failed && !failed.ok && !rows.peek()) unread.value = sayUnread(failed);
  };
  const older = (before: number) =>
    doing.run(async () => {
      const answer = await gateway.get(at(before));
      if (answer.ok) {
        rows.value = [...rows.peek() ?? [], ...rowsOf(answer.value)];
        next.value = answer.value.nextBefore;
      }
      return answer;
    });
  useEffect(() => void newest(), [told]);
  const more = () => void (next.value !== null && older(next.value));
  return { rows, doing, unread, hasMore: next.value !== null, more };
}
