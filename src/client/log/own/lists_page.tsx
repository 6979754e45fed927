/** A member's lists of caches, and caches taken out as files that other programs open. */
import { type NotKept, whyNotKept } from "../../phone/kept/database.ts";
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
import { FileField } from "../../ui/look/file_tile.tsx";
import { CopyText } from "../../ui/copy_text.tsx";
import { AskOnce, Button, Foreign, Loading, Notice } from "../../ui/parts.tsx";
import { say } from "../../ui/say.ts";
import { ShareFile } from "../../phone/passed/share_file.tsx";
import { ChoiceField, Tick } from "../../ui/choices.tsx";

// Own finds of other sites, out of a file: private, so that what is not found yet is right from the first day.

function FoundElsewhere({ account }: { account: string }) {
  const { gateway } = useApp(), doing = useDoing();
  const { known, again } = useRead(routeTo("GET /api/my/finds-elsewhere"));
  const kept = known.value?.value.kept ?? 0;
  const came = useSignal<Came | undefined>(undefined);
  const take = async (field: HTMLInputElement) => {
    const file = field.files?.[0];
    if (!file) return;
    came.value = undefined;
    await doing.run(async () => {
      const answer = await gateway.ask(
        "POST",
        routeTo("POST /api/my/finds-elsewhere"),
        new Uint8Array(await packed(file).arrayBuffer()),
        account,
      );
      if (answer.ok) came.value = answer.value;
      return answer;
    });
    field.value = "";
    await again();
  };
  const drop = () =>
    void doing.run(() => gateway.ask("DELETE", routeTo("DELETE /api/my/finds-elsewhere"), undefined, account))
      .then(again);
  return (
    <section>
      <h2>{say("elsewhere.title")}</h2>
      <p class="soft">{say("elsewhere.what")}</p>
      <FileField
        id="elsewhere-file"
        label={say("elsewhere.file")}
        accept=".gpx,.zip,.gz,application/gpx+xml,application/zip"
        disabled={doing.busy.value}
        take={(field) => void take(field)}
      />
      <p role="status">
        {came.value && sayCame(came.value)} {kept > 0 && say("elsewhere.kept", { n: kept })}
      </p>
      {kept > 0 && (
        <AskOnce
          words={say("elsewhere.drop")}
          label={say("elsewhere.drop")}
          what={say("elsewhere.drop.what")}
          sure={say("elsewhere.drop.do")}
          disabled={doing.busy.value}
          act={drop}
        />
      )}
      <Problem of={doing} />
    </section>
  );
}

/** What came of a file. */
interface Came {
  read: number;
  others: number;
  left: readonly { name: string }[];
  leftFiles: number;
  odd: number;
}

/** It in whole sentences: what was read, and what was not. */
const sayCame = ({ read, others, left, leftFiles, odd }: Came): string =>
  [
    say("elsewhere.read", { n: read }),
    others > 0 ? say("elsewhere.others", { n: others }) : "",
    leftFiles > 0
      ? say("elsewhere.left", {
        n: leftFiles,
        names: left.map(({ name }) => name).join(", ") + (leftFiles > left.length ? " …" : ""),
      })
      : "",
    odd > 0 ? say("elsewhere.odd", { n: odd }) : "",
  ].filter(Boolean).join(" ");

/** GPX is packed on the way: a file of a hundred megabytes is a tenth of that then. */
const packed = (file: File): Response =>
  new Response(
    /\.(zip|gz)$/i.test(file.name) ? file : file.stream().pipeThrough(
      new CompressionStream("gzip") as ReadableWritablePair<Uint8Array, Uint8Array>,
    ),
  );

// Caches as a file: which ones, and in which form. The browser takes the file itself, and a phone's program opens it.

const FORMS = ["gpx", "zip", "loc", "kml", "csv"] as const;
type Form = typeof FORMS[number];
const ROUTES = {
  gpx: "GET /api/my/caches.gpx",
  zip: "GET /api/my/caches.zip",
  loc: "GET /api/my/caches.loc",
  kml: "GET /api/my/caches.kml",
  csv: "GET /api/my/caches.csv",
} as const;

/** As what programs know each form. */
const TYPES: Readonly<Record<Form, string>> = {
  gpx: "application/gpx+xml",
  zip: "application/zip",
  loc: "application/xml-loc",
  kml: "application/vnd.google-earth.kml+xml",
  csv: "text/csv",
};

function TakeOut({ lists }: { lists: readonly { id: number; name: string }[] }) {
  const which = useSignal("favourites"), form = useSignal<Form>("gpx"), square = useSignal("");
  const isNew = useSignal(true), chosen = which.value;
  const where = square.value.trim(), isPlaced = chosen === "square" || chosen === "search";
  const query = {
    ...(chosen === "favourites" && { favourites: "1" as const }),
    ...(chosen === "square" && { square: where }),
    ...(chosen === "search" && { q: where }),
    ...(chosen.startsWith("list-") && { list: chosen.slice("list-".length) }),
    ...(isNew.value && { notFound: "1" as const }),
  };
  const names = new Map(lists.map(({ id, name }) => [`list-${id}`, name]));
  return (
    <section>
      <h2>{say("out.title")}</h2>
      <p class="soft">{say("out.what")}</p>
      <ChoiceField
        id="out-which"
        label={say("out.which")}
        choices={["favourites", "square", "search", ...names.keys()]}
        words={(one) => names.get(one) ?? say(`out.which.${one as "favourites" | "square" | "search"}`)}
        value={which}
      />
      {isPlaced && (
        <TextField
          id="out-where"
          label={say(chosen === "square" ? "out.square" : "out.search")}
          maxLength={chosen === "square" ? 8 : 100}
          value={square}
        />
      )}
      <Tick label={say("out.new")} value={isNew} />
      <ChoiceField
        id="out-form"
        label={say("out.form")}
        choices={FORMS}
        words={(one) => say(`out.form.${one}`)}
        value={form}
      />
      {(!isPlaced || where.length > 1) && (
        <p>
          <a class="button" href={routeTo(ROUTES[form.value], { query })} download target="_self">
            {say("out.do")}
          </a>{" "}
          <ShareFile
            key={form.value}
            path={routeTo(ROUTES[form.value], { query })}
            name={`caches.${form.value}`}
            type={TYPES[form.value]}
          />
        </p>
      )}
      <p class="soft">
        {say("out.live")} <a href={routeTo("GET /api/v1/live.kml")} download target="_self">live.kml</a>
      </p>
    </section>
  );
}

// The caches that a member recommends, each of which they may take back, and how many more they may recommend.

function Recommended({ account }: { account: string }) {
  const { gateway } = useApp(), doing = useDoing();
  const { known, again } = useRead(routeTo("GET /api/my/recommendations"));
  const all = known.value?.value;
  if (!all) return null;
  const drop = (code: string) =>
    void doing.run(() =>
      gateway.ask(
        "POST",
        routeTo("POST /api/caches/:id/recommend", { params: { id: code } }),
        { on: false },
        account,
      )
    ).then(again);
  return (
    <section>
      <h2>{say("recommended.title")}</h2>
      <p class="soft">{say("recommended.what", { n: all.left })}</p>
      <ul class="row-list">
        {all.given.map(({ code, title, counts }) => (
          <li key={code}>
            <a href={`/c/${encodeURIComponent(code)}`}>
              <Foreign>{title}</Foreign>
            </a>{" "}
            {!counts && <span class="soft">{say("recommended.lost")}</span>}
            <Button
              aria-label={say("recommended.drop.label", { title })}
              disabled={doing.busy.value}
              onClick={() => drop(code)}
            >
              {say("recommended.drop")}
            </Button>
          </li>
        ))}
      </ul>
      <Problem of={doing} />
    </section>
  );
}

type List = AnswerOf<"GET /api/my/notebook">["lists"][number];

export default function ListsPage() {
  return (
    <SignedIn title="page.lists">
      {(call) => <Lists account={call} />}
    </SignedIn>
  );
}

function Lists({ account }: { account: string }) {
  const app = useApp(),
    name = useSignal(""),
    fault = useSignal<NotKept | undefined>(undefined),
    items = app.drain.items.value;
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
      fault.value = undefined;
    } catch (error) {
      fault.value = whyNotKept(error);
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
        {fault.value && <Notice>{say(`write.${fault.value}`)}</Notice>}
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
