/** The page Exchange: records that are no longer asked for, hub and spokes, and neighbours that are asked to confirm finds. */
import type { z } from "#schemas";
import type { GapList, SyncState } from "../../../federation/mod.ts";
import { isoTime } from "../../panes/csv.ts";
import { useApp } from "../../phone/app.ts";
import { Problem, useDoing } from "../../phone/doing.tsx";
import { Button, Foreign, Loading, Notice } from "../../ui/parts.tsx";
import { say } from "../../ui/say.ts";
import { sayAgo, sayTime } from "../../ui/times.ts";
import { useRead } from "../../phone/use_read.ts";
import { AsOf } from "../../talk/talk_frame.tsx";
import { AdminFrame } from "../parts/frame.tsx";
import { Mark } from "../parts/mark.tsx";
import { Table } from "../parts/table.tsx";
import { tell } from "../tell.ts";
import { type Fault, Wrong } from "../parts/wrong.tsx";
import { toldOr } from "./told.ts";
import { routeTo } from "../../phone/wire/routes.ts";

type State = z.infer<typeof SyncState>;
type Gaps = z.infer<typeof GapList>;

export default function ExchangePage() {
  return (
    <AdminFrame
      title={tell("peers.page.exchange")}
      back={{ href: "/admin/neighbours", words: say("page.admin_neighbours") }}
    >
      {() => <Exchange />}
    </AdminFrame>
  );
}

function Exchange() {
  const { gateway } = useApp();
  const state = useRead(routeTo("GET /api/admin/federation/sync")),
    gaps = useRead(routeTo("GET /federation/gaps"));
  const problem = state.problem.value || gaps.problem.value;
  if (problem) return <Notice>{problem}</Notice>;
  const told = state.known.value?.value, list = gaps.known.value?.value, now = gateway.now();
  if (!told || !list) return <Loading />;
  return (
    <>
      <AsOf known={state.known.value} />
      <Wrong faults={faultsOf(told, list, now)} />
      <GivenUp list={list} now={now} again={gaps.again} />
      <Corroboration of={told.corroboration} />
      <Hub of={told.hub} now={now} />
      <Spokes of={told} now={now} />
    </>
  );
}

function faultsOf({ hub, spokes, clockIsSet, corroboration }: State, { gaps }: Gaps, now: number): Fault[] {
  const faults: Fault[] = [];
  if (!clockIsSet) faults.push({ kind: "bad", sentence: tell("peers.clock") });
  if (gaps.length > 0) faults.push({ kind: "wait", sentence: tell("peers.gaps.look", { n: gaps.length }) });
  if (hub && hub.offlineSince !== null) {
    faults.push({
      kind: "bad",
      sentence: tell("peers.hub.offline", { when: sayAgo(hub.offlineSince, now) }),
      fix: <span lang="en">{hub.lastError}</span>,
    });
  }
  for (const { instance, lastSeenAt } of spokes.filter(({ stale, trust }) => stale && trust !== "blocked")) {
    const when = lastSeenAt === null ? tell("peers.never") : sayAgo(lastSeenAt, now);
    faults.push({ kind: "wait", sentence: tell("peers.spoke.stale", { name: instance, when }) });
  }
  if (corroboration.voices.length > 0 && !corroboration.reachable) {
    faults.push({ kind: "wait", sentence: tell("peers.quorum.short", { n: corroboration.quorum }) });
  }
  return faults;
}

function GivenUp({ list, now, again }: { list: Gaps; now: number; again: () => Promise<void> }) {
  const { gateway } = useApp();
  const doing = useDoing();
  const seen = async () => {
    if (await doing.run(() => gateway.ask("POST", routeTo("POST /federation/gaps/seen")))) await again();
  };
  return (
    <section>
      <h2>{tell("peers.gaps")}</h2>
      <p class="soft">{tell("peers.gaps.means")}</p>
      <Table
        label={tell("peers.gaps")}
        rows={list.gaps}
        keyOf={({ origin, kind, v }) => `${origin} ${kind} ${v}`}
        empty={tell("peers.gaps.none")}
        columns={[
          {
            id: "origin",
            label: tell("peers.name"),
            file: ({ origin }) => origin,
            cell: ({ origin }) => <Foreign>{origin}</Foreign>,
          },
          {
            id: "kind",
            label: tell("peers.gap.kind"),
            cell: ({ kind }) => toldOr(`peers.kind.${kind}`, kind),
          },
          { id: "v", label: tell("peers.gap.number"), cell: ({ v }) => String(v) },
          {
            id: "since",
            label: tell("peers.gap.since"),
            file: ({ firstSeen }) => isoTime(firstSeen),
            cell: ({ firstSeen }) => sayTime(firstSeen, now),
          },
          {
            id: "given_up",
            label: tell("peers.gap.given_up"),
            file: ({ givenUp }) => isoTime(givenUp),
            cell: ({ givenUp }) => givenUp === null ? "" : sayTime(givenUp, now),
          },
        ]}
      />
      {list.nextCursor && <p class="soft">{tell("peers.gaps.more")}</p>}
      {list.gaps.length > 0 && (
        <Button disabled={doing.busy.value} onClick={() => void seen()}>{tell("peers.gaps.seen")}</Button>
      )}
      <Problem of={doing} />
    </section>
  );
}

function Corroboration({ of: { quorum, voices, reachable, cases } }: { of: State["corroboration"] }) {
  return (
    <section>
      <h2>{tell("peers.corroboration")}</h2>
      <p>{tell("peers.corroboration.means", { n: quorum })}</p>
      {voices.length === 0 ? <p class="soft">{tell("peers.voices.none")}</p> : (
        <>
          <p>
            <Mark kind={reachable ? "go" : "wait"}>
              {tell(reachable ? "peers.quorum.can" : "peers.quorum.short", { n: quorum })}
            </Mark>
          </p>
          <Table
            label={tell("peers.voices")}
            rows={voices}
            keyOf={({ instance }) => instance}
            empty=""
            columns={[
              {
                id: "name",
                label: tell("peers.name"),
                file: ({ instance }) => instance,
                cell: ({ instance }) => <Foreign>{instance}</Foreign>,
              },
              {
                id: "voice",
                label: tell("peers.voice"),
                cell: ({ voice }) => voice ?? tell("peers.voice.key"),
              },
              {
                id: "how",
                label: tell("peers.trust"),
                cell: ({ automatic }) => tell(automatic ? "peers.voice.automatic" : "peers.voice.compared"),
              },
            ]}
          />
        </>
      )}
      <p class="soft">
        {tell("peers.cases", { open: cases.open, lifted: cases.lifted, ended: cases.ended })}
      </p>
    </section>
  );
}

function Hub({ of, now }: { of: State["hub"]; now: number }) {
  if (!of) {
    return (
      <section>
        <h2>{tell("peers.hub")}</h2>
        <p class="soft">{tell("peers.hub.none")}</p>
      </section>
    );
  }
  const waiting = Object.values(of.waiting).reduce((sum, n) => sum + n, 0);
  return (
    <section>
      <h2>{tell("peers.hub")}</h2>
      <p>
        <Foreign>{of.url}</Foreign>: {of.lastPushAt === null
          ? tell("peers.hub.never")
          : tell("peers.hub.pushed", { when: sayAgo(of.lastPushAt, now) })}{" "}
        {tell("peers.hub.waiting", { n: waiting })}
      </p>
    </section>
  );
}

function Spokes({ of: { spokes, staleHours }, now }: { of: State; now: number }) {
  return (
    <section>
      <h2>{tell("peers.spokes")}</h2>
      <Table
        label={tell("peers.spokes")}
        rows={spokes}
        keyOf={({ instance }) => instance}
        empty={tell("peers.spokes.none")}
        columns={[
          {
            id: "name",
            label: tell("peers.name"),
            file: ({ instance }) => instance,
            cell: ({ instance }) => <Foreign>{instance}</Foreign>,
          },
          {
            id: "state",
            label: tell("peers.state"),
            cell: ({ stale }) => (
              <Mark kind={stale ? "wait" : "go"}>
                {stale ? tell("peers.spoke.quiet", { n: staleHours }) : tell("peers.spoke.comes")}
              </Mark>
            ),
          },
          {
            id: "seen",
            label: tell("peers.spoke.seen"),
            file: ({ lastSeenAt }) => isoTime(lastSeenAt),
            cell: ({ lastSeenAt }) => lastSeenAt === null ? tell("peers.never") : sayAgo(lastSeenAt, now),
          },
          {
            id: "held",
            label: tell("peers.brings"),
            file: ({ mirrored }) => mirrored,
            cell: ({ mirrored }) => tell("peers.records", { n: mirrored }),
          },
          {
            id: "relay",
            label: tell("peers.spoke.relay"),
            file: ({ relay: { queued, leased, dispatched } }) => ({ queued, leased, dispatched }),
            cell: ({ relay: { queued, leased, dispatched } }) =>
              tell("peers.spoke.questions", { n: queued + leased + dispatched }),
          },
        ]}
      />
    </section>
  );
}
