/** One list of caches whole: where they lie, how long the way is in this order, what can be done with it, and its caches. */
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { passOn } from "../../../cache/pass_on.ts";
import { SmallMap } from "../../../map/small_map.tsx";
import { useApp } from "../../../phone/app.ts";
import { Problem, useDoing } from "../../../phone/doing.tsx";
import { plainCode } from "../../../phone/known/same_code.ts";
import { useReachedAt } from "../../../phone/passed/reached_at.ts";
import { routeTo } from "../../../phone/wire/routes.ts";
import { PAGES } from "../../../pages/page_table.ts";
import { go } from "../../../pages/router.ts";
import { CopyText } from "../../../ui/copy_text.tsx";
import { TextField } from "../../../ui/fields.tsx";
import { ELLIPSIS, SHARE_2 } from "../../../ui/icons/field_paths.ts";
import { AskOnce, Button, ButtonLink, Foreign } from "../../../ui/parts.tsx";
import { say } from "../../../ui/say.ts";
import { sayDistance } from "../../../ui/times.ts";
import { hrefOf } from "../tabs.ts";
import { mapHash, wayM } from "./order.ts";
import { OrderedRows } from "./ordered_rows.tsx";
import { type List, type RowsByCode, useOrder } from "./use_order.ts";

interface ChosenProps {
  list: List;
  /** Its row was pressed: on a phone, where it stands below all rows, it comes into sight. */
  opened: boolean;
  byCode: RowsByCode;
  account: string;
  again: () => Promise<unknown>;
}

export function ChosenList({ list, opened, byCode, account, again }: ChosenProps) {
  const { gateway, caches } = useApp(), doing = useDoing(), at = useReachedAt();
  const order = useOrder({ id: list.id, codes: list.codes, account, again });
  const section = useRef<HTMLElement>(null), isOpen = useSignal(false), copied = useSignal(false);
  useEffect(() => {
    const whole = section.current;
    if (opened && whole && whole.getBoundingClientRect().top > innerHeight / 2) whole.scrollIntoView();
  }, []);
  const rows = order.codes.flatMap((code) => byCode.get(plainCode(code)) ?? []);
  const found = rows.filter((row) => caches.mark(row) !== undefined).length, hash = mapHash(rows);
  const change = async (body: { name?: string; shared?: boolean }) => {
    const path = routeTo("PATCH /api/my/notebook/lists/:id", { params: { id: list.id } });
    let end = list.share;
    const ok = await doing.run(async () => {
      const answer = await gateway.ask("PATCH", path, body, account);
      if (answer.ok) end = answer.value.share;
      return answer;
    });
    await again();
    return ok ? end : null;
  };
  /** Shares it where it is not shared yet, and hands its address on; where the browser does neither it stands below. */
  const share = async () => {
    const end = list.share ?? await change({ shared: true });
    if (end === null) return;
    const how = await passOn({ title: list.name, url: `${at}/list/${end}` });
    copied.value = how === "copied";
    if (how === "no") isOpen.value = true;
  };
  const sum = [
    say("lists.caches", { n: list.codes.length }),
    // With one that the phone does not know the way would be too short.
    rows.length === order.codes.length && rows.length > 1 &&
    say("lists.way", { far: sayDistance(wayM(rows)) }),
    found > 0 && say("lists.found", { n: found }),
  ].filter(Boolean).join(", ");
  return (
    <section ref={section} class="list-whole" aria-labelledby="list-name-of">
      <SmallMap strip points={rows} label={say("lists.map", { name: list.name })} />
      <div class="entry list-head">
        <div class="entry-words">
          <h2 id="list-name-of">
            <Foreign>{list.name}</Foreign>
          </h2>
          <p class="soft">{sum}</p>
        </div>
        <Button
          kind="round"
          icon={SHARE_2}
          aria-label={say("lists.share")}
          disabled={doing.busy.value}
          onClick={() => void share()}
        />
        <Button
          kind="round"
          icon={ELLIPSIS}
          aria-label={say("lists.more")}
          aria-expanded={isOpen.value}
          onClick={() => isOpen.value = !isOpen.peek()}
        />
      </div>
      <p class="go" role="status">{copied.value && say("cache.share.copied")}</p>
      {isOpen.value && (
        <>
          {list.share !== null && (
            <CopyText text={`${at}/list/${list.share}`} what={say("lists.address", { name: list.name })} />
          )}
          <Change list={list} change={change} account={account} again={again} />
        </>
      )}
      <Problem of={doing} />
      <div class="buttons">
        {hash && (
          <ButtonLink kind="quiet" icon="map" href={PAGES.map.path + hash}>{say("lists.on_map")}</ButtonLink>
        )}
        <ButtonLink kind="quiet" icon="download" href={hrefOf("files", list.id)}>
          {say("lists.take")}
        </ButtonLink>
      </div>
      {list.codes.length === 0
        ? <p class="soft">{say("lists.empty")}</p>
        : <OrderedRows order={order} byCode={byCode} label={list.name} />}
    </section>
  );
}

/** Another name for it, the end of sharing, and the end of it. */
function Change(
  { list: { id, name, share }, change, account, again }: Omit<ChosenProps, "byCode" | "opened"> & {
    change: (body: { name?: string; shared?: boolean }) => Promise<unknown>;
  },
) {
  const { gateway } = useApp(), doing = useDoing(), typed = useSignal(name);
  const rename = (event: Event) => {
    event.preventDefault();
    void change({ name: typed.peek() });
  };
  const drop = async () => {
    const path = routeTo("DELETE /api/my/notebook/lists/:id", { params: { id } });
    const ok = await doing.run(() => gateway.ask("DELETE", path, undefined, account));
    await again();
    if (ok) go(PAGES.lists.path, { replace: true });
  };
  return (
    <>
      <form onSubmit={rename}>
        <TextField id="list-rename" label={say("lists.rename")} required maxLength={80} value={typed} />
        <Button submit>{say("lists.rename.do")}</Button>
      </form>
      <div class="buttons">
        {share !== null && (
          <Button onClick={() => void change({ shared: false })}>{say("lists.unshare")}</Button>
        )}
        <AskOnce
          words={say("lists.drop")}
          label={say("lists.drop.label", { name })}
          what={say("lists.drop.what")}
          sure={say("lists.drop.do")}
          disabled={doing.busy.value}
          act={() => void drop()}
        />
      </div>
      <Problem of={doing} />
    </>
  );
}
