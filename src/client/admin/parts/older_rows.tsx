/** Around a list that comes page by page: loading is drawn as loading, what failed as failed, and only then what there is. */
import type { ComponentChildren } from "preact";
import { Problem } from "../../phone/doing.tsx";
import { Button, Moment, Unread } from "../../ui/parts.tsx";
import type { Older } from "./older.ts";
import { tell } from "../tell.ts";

/** `children` draws the rows once they were read. */
export const OlderRows = <Row,>({ of: { rows, doing, unread, hasMore, more }, children }: {
  of: Older<Row>;
  children: (rows: readonly Row[]) => ComponentChildren;
}) => (
  <>
    {rows.value ? children(rows.value) : unread.value ? <Unread>{unread.value}</Unread> : <Moment />}
    <Problem of={doing} />
    {hasMore && <Button disabled={doing.busy.value} onClick={more}>{tell("deed.older")}</Button>}
  </>
);
