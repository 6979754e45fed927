/** A member's lists of caches, and caches taken out as files that other programs open. */
import { useSignal } from "@preact/signals";
import { beginsList, listItem, listsOf } from "../../cache/kept/kept_lists.ts";
import { useApp } from "../../phone/app.ts";
import { Problem, useDoing } from "../../phone/doing.tsx";
import { useReachedAt } from "../../phone/passed/reached_at.ts";
import { useTold } from "../../phone/queue/use_told.ts";
import { SignedIn } from "../../phone/signed_in.tsx";
import { useRead } from "../../phone/use_read.ts";
import { type AnswerOf, routeTo } from "../../phone/wire/routes.ts";
import { TextField } from "../../ui/fields.tsx";
import { CopyText } from "../../ui/copy_text.tsx";
import { AskOnce, Button, Foreign, Loading, Notice } from "../../ui/parts.tsx";
import { say } from "../../ui/say.ts";
import { FoundElsewhere } from "./found_elsewhere.tsx";
import { Recommended } from "./recommended.tsx";
import { TakeOut } from "./take_out.tsx";

type List = AnswerOf<"GET /api/my/notebook">["lists"][number];

export default function ListsPage() {
  return (
    <SignedIn title="page.lists">
      {(call) => <Lists account={call} />}
    </SignedIn>
  );
}

function Lists({ account }: { account: string }) {
  const app = useApp(), name = useSignal(""), full = useSignal(false), items = app.drain.items.value;
  const read = useRead(routeTo("GET /api/my/notebook")), { known, problem, again } = read;
  const told = known.value?.value.lists, all = listsOf(items, account, told ?? [], known.value?.at ?? 0);
  useTold(items.filter(beginsList), read);
  if (!told && !problem.value) return <Loading />;
  const add = async (event: Event) => {
    event.preventDefault();
    const wanted = name.peek().trim(), instance = app.start.peek()?.value.instance;
    if (wanted === "" || !instance) return;
    try {
      // A list of that name is that list.
      if (!all.some((list) => list.name === wanted)) {
        await app.drain.add(listItem(app, { account, instance }, wanted));
      }
      name.value = "";
      full.value = false;
    } catch {
      full.value = true;
    }
  };
  return (
    <>
      <section>
        <h2>{say("lists.title")}</h2>
        {!told && <Loading />}
        {told && all.length === 0 && <p class="soft">{say("lists.none")}</p>}
        <ul class="row-list">
          {told?.map((list) => <OneList key={list.id} list={list} account={account} again={again} />)}
          {all.map(({ id, begun, name }) =>
            id === undefined && begun && (
              <li key={begun.id} data-begun={begun.state}>
                <Foreign>{name}</Foreign>{" "}
                <a class="soft" href="/waiting">
                  {say(begun.state === "needs_you" ? "waiting.needs_you" : "waiting.waiting")}
                </a>
              </li>
            )
          )}
        </ul>
        <form onSubmit={(event) => void add(event)}>
          <TextField id="list-name" label={say("lists.name")} required maxLength={80} value={name} />
          <Button submit>{say("lists.add")}</Button>
        </form>
        {full.value && <Notice>{say("write.full")}</Notice>}
      </section>
      <Recommended account={account} />
      <TakeOut lists={told ?? []} />
      <FoundElsewhere account={account} />
    </>
  );
}

function OneList({ list, account, again }: { list: List; account: string; again: () => Promise<void> }) {
  const { gateway } = useApp(), doing = useDoing(), at = useReachedAt();
  const { id, name, share, codes } = list, params = { id };
  const turn = (shared: boolean) =>
    void doing.run(() =>
      gateway.ask("PATCH", routeTo("PATCH /api/my/notebook/lists/:id", { params }), { shared }, account)
    ).then(again);
  const drop = () =>
    void doing.run(() =>
      gateway.ask("DELETE", routeTo("DELETE /api/my/notebook/lists/:id", { params }), undefined, account)
    ).then(again);
  return (
    <li>
      <details>
        <summary>
          <Foreign>{name}</Foreign> <span class="soft">{say("lists.caches", { n: codes.length })}</span>
        </summary>
        <ul>
          {codes.map((code) => (
            <li key={code}>
              <a class="code" href={`/c/${encodeURIComponent(code)}`}>{code}</a>
            </li>
          ))}
        </ul>
        {share !== null && <CopyText text={`${at}/list/${share}`} what={say("lists.address", { name })} />}
        <div class="buttons">
          <Button disabled={doing.busy.value} onClick={() => turn(share === null)}>
            {say(share === null ? "lists.share" : "lists.unshare")}
          </Button>
          <AskOnce
            words={say("lists.drop")}
            label={say("lists.drop.label", { name })}
            what={say("lists.drop.what")}
            sure={say("lists.drop.do")}
            disabled={doing.busy.value}
            act={drop}
          />
        </div>
        <Problem of={doing} />
      </details>
    </li>
  );
}
