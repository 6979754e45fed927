/** The latest logs, newest first, page by page. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { useApp } from "../phone/app.ts";
import { Button, Foreign, Loading } from "../ui/parts.tsx";
import { type Key, say } from "../ui/say.ts";
import { LoggedAt } from "../phone/when.tsx";
import { sayKind } from "../cache/log_card.tsx";
import { routeTo } from "../phone/wire/routes.ts";

interface Entry {
  id: number;
  loggerCall: string;
  ts: number;
  createdAt?: number;
  kind: string;
  tier: "A" | "B" | null;
  cacheCode: string;
  cacheTitle: string;
}
interface Page {
  activity: Entry[];
  nextCursor: string | null;
}

/** `call`: only logs of this person. `empty`: the sentence where there are none. */
export function ActivityList({ call, empty }: { call?: string; empty: Key }) {
  const app = useApp();
  const rows = useSignal<Entry[] | undefined>(undefined), next = useSignal<string | null>(null);
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
      <ul class="log-book">
        {rows.value.map((row) => <EntryLine key={row.id} row={row} own={call !== undefined} />)}
      </ul>
      {next.value !== null && <Button onClick={() => void more()}>{say("activity.more")}</Button>}
    </>
  );
}

function EntryLine({ row, own }: { row: Entry; own: boolean }) {
  const { id, loggerCall, kind, tier, cacheCode, cacheTitle, ts, createdAt } = row;
  return (
    <li class="log-card">
      <p id={`log-${id}`}>
        {!own && <a class="code" href={`/u/${encodeURIComponent(loggerCall)}`}>{loggerCall}</a>}{" "}
        {sayKind(kind)}:{" "}
        <a href={`/c/${encodeURIComponent(cacheCode)}`}>
          <Foreign>{cacheTitle}</Foreign>
        </a>
      </p>
      <p class="soft">
        {kind === "found" && (
          <span class={`tier tier-${tier ?? "none"}`}>{say(`tier.${tier ?? "none"}`)}</span>
        )}
        <a id={`at-${id}`} href={`/find/${id}`} aria-labelledby={`at-${id} log-${id}`}>
          <LoggedAt foundAt={ts} createdAt={createdAt} />
        </a>
      </p>
    </li>
  );
}
