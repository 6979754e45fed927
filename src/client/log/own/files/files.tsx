/** The tab of files: what other programs wrote comes in, and caches go out for them. */
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { go } from "../../../pages/router.ts";
import { useApp } from "../../../phone/app.ts";
import { Problem, useDoing } from "../../../phone/doing.tsx";
import { useRead } from "../../../phone/use_read.ts";
import { routeTo } from "../../../phone/wire/routes.ts";
import { FileTile } from "../../../ui/look/file_tile.tsx";
import { Card, Entries, Entry, Far, GroupHead } from "../../../ui/look/lists.tsx";
import { IconDisc } from "../../../ui/look/radio.tsx";
import { AskOnce } from "../../../ui/parts.tsx";
import { say } from "../../../ui/say.ts";
import { numberFormat } from "../../../ui/times.ts";
import { takeFile, Taken } from "../field_notes/take_file.tsx";
import { hrefOf, type TabProps } from "../tabs.ts";
import { TakeOut } from "./take_out.tsx";

export default function Files({ account, list }: TabProps) {
  const lists = useRead(routeTo("GET /api/my/notebook")).known.value?.value.lists;
  return (
    <div class="lists">
      <FilesIn account={account} />
      {/* Drawn anew once the lists are known: what is chosen first may be one of them. */}
      <TakeOut key={lists ? "lists" : "none"} lists={lists ?? []} first={list} />
    </div>
  );
}

/** What came of a file of finds. */
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

/** Field notes are text; finds are GPX, which may be packed. */
const isNotes = ({ name }: File): boolean => /\.(txt|csv)$/i.test(name);

/**
 * Files in: own finds of other sites, private, so that what is not found yet is right from the first day; and field notes, which
 * become drafts.
 */
function FilesIn({ account }: { account: string }) {
  const { gateway } = useApp(), doing = useDoing();
  const { known, again } = useRead(routeTo("GET /api/my/finds-elsewhere"));
  const notes = useRead(routeTo("GET /api/my/field-notes")).known.value?.value.notes.length ?? 0;
  const finds = known.value?.value.kept ?? 0, came = useSignal<ComponentChildren>("");
  const takeNotes = async (file: File) => {
    const sum = await takeFile(gateway, account, file);
    came.value = <Taken of={sum} />;
    // What came of it stands there visit by visit.
    if (sum.taken > 0) go(hrefOf("notes"));
    return { ok: true, value: undefined, status: 200 } as const;
  };
  const takeFinds = async (file: File) => {
    const path = routeTo("POST /api/my/finds-elsewhere");
    const answer = await gateway.ask("POST", path, new Uint8Array(await packed(file).arrayBuffer()), account);
    if (answer.ok) came.value = sayCame(answer.value);
    return answer;
  };
  const take = async (field: HTMLInputElement) => {
    const file = field.files?.[0];
    if (!file) return;
    came.value = "";
    await doing.run(() => isNotes(file) ? takeNotes(file) : takeFinds(file));
    field.value = "";
    await again();
  };
  const drop = () =>
    void doing.run(() => gateway.ask("DELETE", routeTo("DELETE /api/my/finds-elsewhere"), undefined, account))
      .then(again);
  return (
    <section>
      <GroupHead>{say("files.in")}</GroupHead>
      <FileTile
        id="elsewhere-file"
        icon="plus"
        wide
        one
        label={say("files.choose")}
        accept=".gpx,.zip,.gz,.txt,.csv,application/gpx+xml,application/zip,text/plain,text/csv"
        disabled={doing.busy.value}
        describedBy="elsewhere-what"
        take={(field) => void take(field)}
      />
      <p class="soft" id="elsewhere-what">{say("elsewhere.what")}</p>
      <p role="status">{came.value}</p>
      <Problem of={doing} />
      <Card flush>
        <Entries label={say("files.in")}>
          <Entry
            disc={<IconDisc icon="archive" />}
            name={say("elsewhere.title")}
            line={say("elsewhere.kept", { n: finds })}
          />
          <Entry
            href={hrefOf("notes")}
            disc={<IconDisc icon="pencil" />}
            name={say("lists.tab.notes")}
            line={notes > 0 ? say("notes.title.n", { n: notes }) : say("notes.none")}
            far={notes > 0 && <Far value={numberFormat({}).format(notes)} />}
          />
        </Entries>
      </Card>
      {finds > 0 && (
        <AskOnce
          words={say("elsewhere.drop")}
          label={say("elsewhere.drop")}
          what={say("elsewhere.drop.what")}
          sure={say("elsewhere.drop.do")}
          disabled={doing.busy.value}
          act={drop}
        />
      )}
    </section>
  );
}
