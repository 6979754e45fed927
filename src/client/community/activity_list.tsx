/** The latest logs, newest first, page by page: one row each, which leads to the find. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { useApp } from "../phone/app.ts";
import { Button, Foreign, Loading } from "../ui/parts.tsx";
import { Card, Entries, Entry } from "../ui/look/lists.tsx";
import { CallPlate, FindBadge, KindDisc } from "../ui/look/radio.tsx";
import { type Key, say } from "../ui/say.ts";
import { LoggedAt } from "../phone/when.tsx";
import { sayKind } from "../cache/log_card.tsx";
import { routeTo } from "../phone/wire/routes.ts";

interface Logged {
  id: number;
  loggerCall: string;
  ts: number;
  createdAt?: number;
  kind: string;
  tier: "A" | "B" | null;
  /** Of a find: whether it counts. */
  verified: boolean;
  cacheTitle: string;
  cacheType: string;
}
interface Page {
  activity: Logged[];
  nextCursor: string | null;
}

/** `call`: only logs of this person. `empty`: the sentence where there are none. */
export function ActivityList({ call, empty }: { call?: string; empty: Key }) {
  const app = useApp();
  const rows = useSignal<Logged[] | undefined>(undefined), next = useSignal<string | null>(null);
  useEffect(() => {
    const first = routeTo("GET /api/activity", { query: { limit: 50, call } });
    void app.reader.read(first, ({ value: { activity, nextCursor } }) => {
      rows.value = activity;
      next.value = nextCursor;
    });
  }, [call]);
  const more = async () => {
    const answer = await app.gateway.get(
      routeTo("GET /api/activity", { query: { limit: 50, cursor: next.peek() ?? undefined, call } }),
    );
    if (!answer.ok) return;
    rows.value = [...rows.peek() ?? [], ...answer.value.activity];
    next.value = answer.value.nextCursor;
  };
  if (!rows.value) return <Loading />;
  if (rows.value.length === 0) return <p class="soft">{say(empty)}</p>;
  return (
    <>
      <Card flush>
        <Entries label={say("page.activity")}>
          {rows.value.map((row) => <Row key={row.id} row={row} own={call !== undefined} />)}
        </Entries>
      </Card>
      {next.value !== null && <Button onClick={() => void more()}>{say("activity.more")}</Button>}
    </>
  );
}

function Row({ row, own }: { row: Logged; own: boolean }) {
  const { id, loggerCall, kind, verified, cacheTitle, cacheType, ts, createdAt } = row;
  const mark = kind !== "found" ? undefined : verified ? "found" : "logged";
  return (
    <Entry
      href={`/find/${id}`}
      disc={<KindDisc type={cacheType} mark={mark} off={kind === "DNF"} />}
      name={<Foreign>{cacheTitle}</Foreign>}
      line={
        <>
          {!own && <CallPlate call={loggerCall} />}
          <span>{sayKind(kind)}</span>
          {kind === "found" && <FindBadge of={row} />}
          <span>
            <LoggedAt foundAt={ts} createdAt={createdAt} />
          </span>
        </>
      }
    />
  );
}
