/** White Pages: which BBS has whose mailbox, and a form for entries of the operator's own. */
import { useSignal } from "@preact/signals";
import { isoTime } from "../../panes/csv.ts";
import { useApp } from "../../phone/app.ts";
import { Problem, useDoing } from "../../phone/doing.tsx";
import { Button, Loading } from "../../ui/parts.tsx";
import { sayDate } from "../../ui/times.ts";
import { useRead } from "../../phone/use_read.ts";
import { TextField } from "../../ui/fields.tsx";
import { Table } from "../parts/table.tsx";
import { isTold, tell } from "../tell.ts";
import { routeTo } from "../../phone/wire/routes.ts";

interface Pages {
  pages: { callsign: string; homeBbs: string; source: string; toldAt: number; seenAt: number }[];
  nextAfter: string | null;
}

const saySource = (source: string): string => {
  const key = `pages.source.${source}`;
  return isTold(key) ? tell(key) : source;
};

export function WhitePages() {
  const text = useSignal(""), asked = useSignal<{ call: string; after?: string } | undefined>(undefined);
  const { known, again } = useRead(
    routeTo("GET /api/bbs/wp/pages", { query: asked.value ?? {} }),
  );
  const found = known.value?.value;
  const query = (after?: string) => ({ call: text.peek().trim(), ...(after && { after }) });
  return (
    <section>
      <h2>{tell("pages.title")}</h2>
      <p class="soft">{tell("pages.what")}</p>
      <form
        role="search"
        class="line-form"
        onSubmit={(event) => {
          event.preventDefault();
          asked.value = query();
        }}
      >
        <TextField id="pages-call" label={tell("pages.search")} value={text} maxLength={16} code />
        <Button submit>{tell("people.search.do")}</Button>
      </form>
      {!found ? <Loading /> : (
        <Table
          label={tell("pages.title")}
          rows={found.pages}
          keyOf={({ callsign }) => callsign}
          empty={tell("pages.none")}
          columns={[
            {
              id: "call",
              label: tell("people.call"),
              by: ({ callsign }) => callsign,
              cell: ({ callsign }) => callsign,
            },
            {
              id: "home",
              label: tell("pages.home"),
              by: ({ homeBbs }) => homeBbs,
              cell: ({ homeBbs }) => <span class="code">{homeBbs}</span>,
            },
            { id: "source", label: tell("pages.source"), cell: ({ source }) => saySource(source) },
            {
              id: "seen",
              label: tell("pages.seen"),
              by: ({ seenAt }) => seenAt,
              file: ({ seenAt }) => isoTime(seenAt),
              cell: ({ seenAt }) => sayDate(seenAt),
            },
          ]}
        />
      )}
      {found?.nextAfter && (
        <Button onClick={() => asked.value = query(found.nextAfter!)}>{tell("pages.next")}</Button>
      )}
      <Enter again={again} />
    </section>
  );
}

function Enter({ again }: { again: () => Promise<void> }) {
  const { gateway } = useApp();
  const doing = useDoing();
  const call = useSignal(""), home = useSignal(""), said = useSignal("");
  const save = async (event: Event) => {
    event.preventDefault();
    said.value = "";
    const body = { callsign: call.peek().trim(), homeBbs: home.peek().trim() };
    if (!await doing.run(() => gateway.ask("POST", routeTo("POST /api/bbs/wp"), body))) return;
    said.value = tell("pages.saved", { call: body.callsign.toUpperCase() });
    await again();
  };
  return (
    <form class="side-form" onSubmit={(event) => void save(event)}>
      <h3>{tell("pages.enter")}</h3>
      <p class="soft">{tell("pages.enter.what")}</p>
      <TextField id="page-call" label={tell("people.call")} value={call} required maxLength={16} code />
      <TextField
        id="page-home"
        label={tell("pages.home")}
        hint="OE1XBB.#OE1.AUT.EU"
        value={home}
        required
        maxLength={64}
        code
      />
      <Button submit disabled={doing.busy.value}>{tell("partner.save")}</Button>
      <p role="status">{said.value}</p>
      <Problem of={doing} />
    </form>
  );
}
