/** Around a list that comes page by page: loading is drawn as loading, what failed as failed, and only then what there is. */
import type { ComponentChildren } from "preact";
import { Problem } from "../../phone/doing.tsx";
import { Button, Moment } from "../../ui/parts.tsx";
import { say } from "../../ui/say.ts";
import type { Older } from "./older.ts";
import { tell } from "../tell.ts";

/** `children` draws the rows once they were read. */
export function OlderRows<Row>({ of: { rows, doing, hasMore, more }, children }: {
  of: Older<Row>;
  children: (rows: readonly Row[]) => ComponentChildren;
}) {
  const isRead = rows.value !== undefined, failed = doing.problem.value !== undefined;
  return (
    <>
      {rows.value ? children(rows.value) : !failed && <Moment />}
      <Problem of={doing} />
      {(isRead ? hasMore : failed) && (
        <Button disabled={doing.busy.value} onClick={more}>
          {isRead ? tell("log.older") : say("weather.again")}
        </Button>
      )}
    </>
  );
}
