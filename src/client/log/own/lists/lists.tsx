/** The tab of a member's lists: each as a row, a row to begin another one, and the chosen one whole. */
import { useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { beginsList, listItem, listsOf } from "../../../cache/kept/kept_lists.ts";
import { useApp } from "../../../phone/app.ts";
import { type NotKept, whyNotKept } from "../../../phone/kept/database.ts";
import { plainCode } from "../../../phone/known/same_code.ts";
import { useTold } from "../../../phone/queue/use_told.ts";
import { useRead } from "../../../phone/use_read.ts";
import { routeTo } from "../../../phone/wire/routes.ts";
import { TextField } from "../../../ui/fields.tsx";
import { Icon } from "../../../ui/icons/icon.tsx";
import { Card, Entries, Entry, Far } from "../../../ui/look/lists.tsx";
import { KindDisc } from "../../../ui/look/radio.tsx";
import { Button, Foreign, Loading, Notice } from "../../../ui/parts.tsx";
import { say } from "../../../ui/say.ts";
import { numberFormat } from "../../../ui/times.ts";
import { hrefOf, type TabProps } from "../tabs.ts";
import { ChosenList } from "./chosen_list.tsx";
import { Recommended } from "./recommended.tsx";
import type { List, RowsByCode } from "./use_order.ts";

/** Discs of a row at most. */
const DISCS = 3;

export default function Lists({ account, list: wanted }: TabProps) {
  const app = useApp(), items = app.drain.items.value, rows = app.caches.rows.value;
  const read = useRead(routeTo("GET /api/my/notebook")), { known, problem, again } = read;
  const lists = known.value?.value.lists,
    all = listsOf(items, account, lists ?? [], known.value?.at ?? 0),
    chosen = lists?.find(({ id }) => id === wanted) ?? lists?.[0];
  const byCode = useMemo(() => new Map(rows.map((row) => [plainCode(row.code), row])), [rows]);
  useTold(items.filter(beginsList), read);
  useEffect(() => void app.caches.refresh(), []);
  if (!lists && !problem.value) return <Loading />;
  return (
    <div class="lists">
      <div>
        {!lists && <Loading />}
        {lists && all.length === 0 && <p class="soft">{say("lists.none")}</p>}
        {all.length > 0 && (
          <Card flush>
            <Entries label={say("lists.title")}>
              {lists?.map((list) => (
                <Row key={list.id} list={list} byCode={byCode} isChosen={list === chosen} />
              ))}
              {all.map(({ id, begun, name }) =>
                id === undefined && begun && (
                  <li key={begun.id} data-begun={begun.state} class="entry">
                    <span class="entry-words">
                      <span class="entry-name">
                        <Foreign>{name}</Foreign>
                      </span>
                      <a class="entry-line" href="/waiting">
                        {say(begun.state === "needs_you" ? "waiting.needs_you" : "waiting.waiting")}
                      </a>
                    </span>
                  </li>
                )
              )}
            </Entries>
          </Card>
        )}
        <NewList account={account} names={all.map(({ name }) => name)} />
      </div>
      {chosen
        ? (
          <ChosenList
            key={chosen.id}
            list={chosen}
            opened={chosen.id === wanted}
            byCode={byCode}
            account={account}
            again={again}
          />
        )
        : <div />}
      <Recommended account={account} />
    </div>
  );
}

function Row({ list: { id, name, share, codes }, byCode, isChosen }: {
  list: List;
  byCode: RowsByCode;
  isChosen: boolean;
}) {
  const rows = codes.flatMap((code) => byCode.get(plainCode(code)) ?? []).slice(0, DISCS);
  return (
    <Entry
      href={hrefOf("lists", id)}
      current={isChosen}
      disc={
        <span class="list-discs">
          {rows.map(({ code, type }) => <KindDisc key={code} type={type} size="small" />)}
        </span>
      }
      name={<Foreign>{name}</Foreign>}
      line={say(share === null ? "lists.private" : "lists.shared")}
      far={
        <>
          <Far value={numberFormat({}).format(codes.length)} />
          <span class="unseen">{say("lists.caches", { n: codes.length })}</span>
        </>
      }
    />
  );
}

/** The dashed row: pressed, it asks for the name. One that the member has already is that list. */
function NewList({ account, names }: { account: string; names: readonly string[] }) {
  const app = useApp(), name = useSignal(""), fault = useSignal<NotKept | undefined>(undefined);
  const add = async (event: Event) => {
    event.preventDefault();
    const wanted = name.peek().trim(), instance = app.start.peek()?.value.instance;
    if (wanted === "" || !instance) return;
    try {
      if (!names.includes(wanted)) await app.drain.add(listItem(app, { account, instance }, wanted));
      name.value = "";
      fault.value = undefined;
    } catch (error) {
      fault.value = whyNotKept(error);
    }
  };
  return (
    <details>
      <summary class="entry list-new">
        <Icon name="plus" />
        {say("lists.new")}
      </summary>
      <form onSubmit={(event) => void add(event)}>
        <TextField id="list-name" label={say("lists.name")} required maxLength={80} value={name} />
        <Button submit>{say("lists.add")}</Button>
      </form>
      {fault.value && <Notice>{say(`write.${fault.value}`)}</Notice>}
    </details>
  );
}
