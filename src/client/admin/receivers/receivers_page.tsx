/** Receivers: the boxes that hear for this instance, the stations whose hearing counts, and a form to add a box. */
import { useSignal } from "@preact/signals";
import { ReadAt } from "../../shack/read_at.tsx";
import { isoTime } from "../../panes/csv.ts";
import { useApp } from "../../phone/app.ts";
import { Problem, useDoing } from "../../phone/doing.tsx";
import { Card, Entries } from "../../ui/look/lists.tsx";
import { Button, Loading, Moment, Notice } from "../../ui/parts.tsx";
import { TextField } from "../../ui/fields.tsx";
import { say } from "../../ui/say.ts";
import { sayAgo, sayDate } from "../../ui/times.ts";
import { usePoll, useRead } from "../../phone/use_read.ts";
import { AdminFrame } from "../parts/frame.tsx";
import { Lately } from "../parts/lately.tsx";
import { Table } from "../parts/table.tsx";
import { tell } from "../tell.ts";
import { Wrong } from "../parts/wrong.tsx";
import { AddReceiver, type DrawnCode } from "./add_receiver.tsx";
import { OpenCodes } from "./open_codes.tsx";
import {
  addressOf,
  type Box,
  faultsOf,
  type Heard,
  heardAt,
  hearingOf,
  MARKS,
  nameOf,
  sayWhen,
  type SiteList,
} from "./boxes.ts";
import { BoxRow, BoxSum } from "./box_row.tsx";
import { SiteFinds } from "./find_list.tsx";
import { routeTo } from "../../phone/wire/routes.ts";
import { usePart } from "../../ui/use_part.ts";
import type { Answered } from "../../phone/ask.ts";
import { Danger } from "../parts/danger.tsx";
import { Mark } from "../parts/mark.tsx";

// Receivers as a table: sorted by its columns, chosen, and saved as a file.

const BoxTable = ({ boxes, heard, now }: {
  boxes: readonly Box[];
  heard: readonly Heard[];
  now: number;
}) => (
  <details>
    <summary>{tell("boxes.table")}</summary>
    <Table
      label={tell("boxes.title")}
      rows={boxes}
      keyOf={({ box }) => box}
      words={({ box, label, callsign }) => `${box} ${label} ${callsign ?? ""}`}
      empty={tell("boxes.none")}
      choose={{ name: nameOf }}
      columns={[
        {
          id: "box",
          label: tell("boxes.box"),
          cell: (box) => (
            <a href={addressOf(box.box)}>
              <bdi>{nameOf(box)}</bdi>
            </a>
          ),
          by: nameOf,
        },
        {
          id: "state",
          label: tell("boxes.state"),
          cell: (box) => {
            const hearing = hearingOf(box, heard, now);
            return <Mark kind={MARKS[hearing]}>{tell(`boxes.is.${hearing}`)}</Mark>;
          },
          by: (box) => hearingOf(box, heard, now),
        },
        {
          id: "last",
          label: tell("boxes.heard"),
          file: (box) => isoTime(heardAt(box, heard)),
          cell: (box) => sayWhen(box, heard, now),
        },
        {
          id: "trust",
          label: tell("boxes.trust"),
          file: ({ trust }) => trust?.sites.join(" ") ?? null,
          cell: ({ trust }) =>
            trust
              ? <span class="code">{trust.sites.join(" ")}</span>
              : <Mark kind="wait">{tell("boxes.untrusted")}</Mark>,
        },
      ]}
    />
  </details>
);

// Ends the trust in a station that was trusted by its call. It is counted first what depends on it; it can be undone.

function DropSite({ site, again }: { site: string; again: () => Promise<void> }) {
  const { gateway } = useApp();
  const path = routeTo("DELETE /api/admin/sites/:site", { params: { site } });
  const touches = async (): Promise<Answered<string[]>> => {
    const answer = await gateway.get(routeTo("GET /api/admin/sites/:site/finds", { params: { site } }));
    return answer.ok
      ? { ...answer, value: [tell("sites.drop.touches", { site, n: answer.value.count })] }
      : answer;
  };
  return (
    <Danger
      id={`drop-${site}`}
      label={tell("sites.drop")}
      about={tell("sites.drop.label", { site })}
      touches={touches}
      act={() => gateway.ask("DELETE", path)}
      done={tell("sites.dropped", { site })}
      undo={{
        label: tell("sites.again", { site }),
        act: () => gateway.ask("POST", routeTo("POST /api/admin/sites"), { site }),
      }}
      after={again}
    />
  );
}

// Every station that was heard: loaded and read once somebody opens it.

function EveryStation() {
  const open = useSignal(false);
  const Stations = usePart(() => import("./station_table.tsx"), open.value)?.default;
  return (
    <details class="setting-group" onToggle={({ currentTarget }) => open.value = currentTarget.open}>
      <summary>{tell("stations.title")}</summary>
      {open.value && (Stations ? <Stations /> : <Moment />)}
    </details>
  );
}

export default function ReceiversPage() {
  return <AdminFrame title={say("page.admin_receivers")}>{() => <Receivers />}</AdminFrame>;
}

/** How often the lists are read again, in seconds: while a box is expected, and otherwise. */
const SOON_S = 2, LATER_S = 30;

function Receivers() {
  const { gateway } = useApp();
  const boxes = useRead(routeTo("GET /api/admin/boxes")), sites = useRead(routeTo("GET /api/admin/sites"));
  const waits = useSignal(false), drawn = useSignal<DrawnCode | undefined>(undefined);
  const again = async () => {
    await Promise.all([boxes.again(), sites.again()]);
  };
  const everyS = waits.value ? SOON_S : LATER_S;
  usePoll(again, everyS);
  const list = boxes.known.value?.value, told = sites.known.value?.value;
  const problem = boxes.problem.value || sites.problem.value;
  if (problem) return <Notice>{problem}</Notice>;
  if (!list || !told) return <Loading />;
  const now = gateway.now();
  const live = list.boxes.filter(({ revokedAt }) => revokedAt === null);
  const gone = list.boxes.filter(({ revokedAt }) => revokedAt !== null);
  return (
    <>
      <Wrong faults={faultsOf(list, told, now)} />
      <ReadAt known={boxes.known.value} everyS={everyS} />
      <BoxSum boxes={live} heard={told.heard} now={now} />
      <AddReceiver
        boxes={live}
        codes={list.openCodes}
        heard={told.heard}
        drawn={drawn}
        waits={waits}
        again={again}
      />
      {list.openCodes.length > 0 && (
        <OpenCodes
          codes={list.openCodes}
          again={again}
          draw={(code) => {
            drawn.value = { ...code, known: live.map(({ box }) => box) };
            waits.value = true;
          }}
        />
      )}
      {live.length === 0 ? <p class="soft">{tell("boxes.none")}</p> : (
        <Card flush>
          <Entries label={tell("boxes.title")}>
            {live.map((box) => <BoxRow key={box.box} box={box} heard={told.heard} now={now} />)}
          </Entries>
        </Card>
      )}
      {live.length > 0 && <BoxTable boxes={live} heard={told.heard} now={now} />}
      <Sites told={told} again={again} />
      <EveryStation />
      <Lately of={["packets", "stations"]} />
      {gone.length > 0 && (
        <details>
          <summary>{tell("boxes.gone", { n: gone.length })}</summary>
          <ul class="row-list">
            {gone.map((box) => (
              <li key={box.box}>
                <bdi>{nameOf(box)}</bdi>
                <span class="soft">
                  {tell("boxes.gone.how", { by: box.revokedBy ?? "", at: sayDate(box.revokedAt!) })}
                </span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

/** Stations that are trusted by their call, for packets that come with the ingest secret; and a form to add one. */
function Sites({ told, again }: { told: SiteList; again: () => Promise<void> }) {
  const app = useApp();
  const doing = useDoing();
  const site = useSignal("");
  const now = app.gateway.now();
  const add = async (event: Event) => {
    event.preventDefault();
    const wanted = site.peek().trim();
    if (await doing.run(() => app.gateway.ask("POST", routeTo("POST /api/admin/sites"), { site: wanted }))) {
      site.value = "";
    }
    await again();
  };
  const byCall = told.sites.filter(({ source }) => source !== "box");
  const strangers = told.heard.filter((one) =>
    one.box === null && !byCall.some(({ site }) => site === one.site)
  );
  return (
    <section>
      <h2>{tell("sites.title")}</h2>
      <p>{tell("sites.what")}</p>
      <Table
        label={tell("sites.title")}
        rows={byCall}
        keyOf={({ site }) => site}
        empty={tell("sites.none")}
        columns={[
          {
            id: "site",
            label: tell("sites.site"),
            cell: ({ site }) => <span class="code">{site}</span>,
            by: ({ site }) => site,
          },
          {
            id: "source",
            label: tell("sites.source"),
            file: ({ source, trustedByCall, trustedAt }) => ({
              source,
              trusted_by: trustedByCall ?? null,
              trusted_at: isoTime(trustedAt ?? null),
            }),
            cell: ({ source, trustedByCall, trustedAt }) =>
              source === "config"
                ? tell("sites.config")
                : tell("sites.admin", { by: trustedByCall ?? "OPERATOR", at: sayDate(trustedAt ?? 0) }),
          },
          {
            id: "heard",
            label: tell("boxes.heard"),
            file: ({ site }) => {
              const one = told.heard.find((one) => one.box === null && one.site === site);
              return { day: one?.day ?? 0, direct: one?.direct ?? 0, last: isoTime(one?.lastAt ?? null) };
            },
            cell: ({ site }) => {
              const one = told.heard.find((one) => one.box === null && one.site === site);
              return one
                ? tell("sites.heard", { n: one.day, direct: one.direct, ago: sayAgo(one.lastAt, now) })
                : tell("sites.unheard");
            },
          },
          {
            id: "finds",
            label: tell("sites.finds.col"),
            cell: ({ site }) => <SiteFinds site={site} />,
          },
          {
            id: "drop",
            label: tell("sites.drop"),
            cell: ({ site, source }) =>
              source === "config"
                ? <span class="soft">{tell("sites.fixed")}</span>
                : <DropSite site={site} again={again} />,
          },
        ]}
      />
      {strangers.length > 0 && (
        <ul class="row-list">
          {strangers.map((one) => (
            <li key={one.site}>
              <span>
                <span class="code">{one.site}</span>{" "}
                {tell("sites.heard", { n: one.day, direct: one.direct, ago: sayAgo(one.lastAt, now) })}
              </span>
              <Button onClick={() => site.value = one.site}>{tell("sites.take", { site: one.site })}</Button>
            </li>
          ))}
        </ul>
      )}
      <form onSubmit={add}>
        <TextField
          id="site"
          label={tell("sites.add.label")}
          hint={tell("sites.add.hint")}
          required
          maxLength={9}
          call
          value={site}
        />
        <Button submit disabled={doing.busy.value}>{tell("sites.add")}</Button>
        <Problem of={doing} />
      </form>
    </section>
  );
}
