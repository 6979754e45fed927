/** All neighbours: one sentence on how they do, a picture, a table, and links to the other pages about them. */
import { useSignal } from "@preact/signals";
import { isoTime } from "../../panes/csv.ts";
import { useApp } from "../../phone/app.ts";
import { Problem, useDoing } from "../../phone/doing.tsx";
import { Button, ButtonLink, Foreign, Loading, Unread } from "../../ui/parts.tsx";
import { ChoiceField } from "../../ui/choices.tsx";
import { rowTo } from "../../pages/router.ts";
import { say } from "../../ui/say.ts";
import { sayAgo } from "../../ui/times.ts";
import { useRead } from "../../phone/use_read.ts";
import { AsOf } from "../../talk/talk_frame.tsx";
import { AdminFrame } from "../parts/frame.tsx";
import { Lately } from "../parts/lately.tsx";
import { Mark } from "../parts/mark.tsx";
import { type Column, Table } from "../parts/table.tsx";
import { command, tell } from "../tell.ts";
import { type Fault, Wrong } from "../parts/wrong.tsx";
import {
  type Filter,
  FILTERS,
  fits,
  lackOf,
  type List,
  MARKS,
  nameOf,
  type Neighbour,
  pageOf,
  stateOf,
  sumOf,
} from "./neighbours.ts";
import { Picture } from "./picture.tsx";
import { PeerCard } from "./peer_card.tsx";
import { Readers } from "./readers.tsx";
import { SeveralPeers } from "./several.tsx";
import { takesSaid } from "./told.ts";
import { routeTo } from "../../phone/wire/routes.ts";

export default function NeighboursPage() {
  return <AdminFrame title={say("page.admin_neighbours")}>{() => <Neighbours />}</AdminFrame>;
}

/** So many neighbours are looked over without choosing among them. */
const FEW = 3;

function Neighbours() {
  const { gateway } = useApp();
  const { known, problem, again } = useRead(routeTo("GET /federation/peers"));
  const doing = useDoing(), filter = useSignal<Filter>("all");
  const list = known.value?.value;
  if (problem.value) return <Unread>{problem.value}</Unread>;
  if (!list) return <Loading />;
  const now = gateway.now(), shown = list.peers.filter((peer) => fits(peer, filter.value));
  const pullAll = async () => {
    await doing.run(() => gateway.ask("POST", routeTo("POST /federation/sync"), {}));
    await again();
  };
  return (
    <>
      <AsOf known={known.value} />
      <p class="neighbour-sum">{sumSaid(list.peers, now)}</p>
      <Wrong faults={faultsOf(list, now)} />
      <p class="button-row">
        <ButtonLink href="/admin/neighbours/add">{tell("peers.page.add")}</ButtonLink>{" "}
        <Button disabled={doing.busy.value} onClick={() => void pullAll()}>{tell("peers.pull_all")}</Button>
      </p>
      <Problem of={doing} />
      <Picture peers={list.peers} self={list.self.instance} />
      {list.peers.length > FEW && (
        <ChoiceField
          id="which"
          label={tell("peers.filter")}
          choices={FILTERS}
          words={(one) =>
            tell(`peers.filter.${one}`, { n: list.peers.filter((peer) => fits(peer, one)).length })}
          value={filter}
        />
      )}
      <ul class="peer-cards" aria-label={say("page.admin_neighbours")}>
        {shown.map((peer) => <PeerCard key={peer.url} peer={peer} now={now} />)}
      </ul>
      <section>
        <h2>{tell("peers.exchanged")}</h2>
        <Table
          label={tell("peers.exchanged")}
          rows={shown}
          columns={columns(now)}
          keyOf={({ url }) => url}
          words={(peer) => `${nameOf(peer)} ${peer.url} ${peer.operatorCall ?? ""}`}
          empty={tell(list.peers.length === 0 ? "peers.empty" : "peers.empty.filter")}
          choose={{ name: nameOf, acts: (peers) => <SeveralPeers peers={peers} again={again} /> }}
        />
      </section>
      <Readers of={list} now={now} />
      <Lately of={["pulls", "pullsFailed"]} />
      <ul class="link-list">
        <li>
          <a href="/admin/neighbours/exchange">{tell("peers.page.exchange")}</a>
        </li>
        <li>
          <a href="/admin/neighbours/identity">{tell("peers.page.identity")}</a>
        </li>
      </ul>
    </>
  );
}

/** The sentence at the top, such as "All 6 neighbours agree, last check 3 min ago." */
function sumSaid(peers: readonly Neighbour[], now: number): string {
  const { followed, agree, checkedAt } = sumOf(peers);
  if (followed === 0) return tell("peers.sum.none");
  const when = checkedAt === null ? tell("peers.never") : sayAgo(checkedAt, now);
  return agree === followed
    ? tell("peers.sum.all", { n: followed, when })
    : tell("peers.sum.some", { n: followed, agree, when });
}

function faultsOf({ self, peers }: List, now: number): Fault[] {
  const faults: Fault[] = [];
  if (self.fingerprint === null) {
    faults.push({
      kind: "bad",
      sentence: tell("peers.unsigned"),
      fix: <code>{command("identity new")}</code>,
    });
  }
  for (const peer of peers) {
    const state = stateOf(peer), name = nameOf(peer);
    if (state !== "failing" && state !== "missing") continue;
    const at = peer.lastOk === null ? tell("peers.never") : sayAgo(peer.lastOk, now);
    faults.push({
      kind: state === "failing" ? "bad" : "wait",
      sentence: state === "failing"
        ? tell("peers.fault.failing", { name, at })
        : tell("peers.fault.missing", { name, n: peer.missing + peer.givenUp }),
      fix: <a href={pageOf(peer)}>{tell("peers.fault.look", { name })}</a>,
    });
  }
  return faults;
}

const columns = (now: number): Column<Neighbour>[] => [
  {
    id: "name",
    label: tell("peers.name"),
    cell: (peer) => (
      <a {...rowTo(pageOf(peer))}>
        <Foreign>{nameOf(peer)}</Foreign>
      </a>
    ),
    by: nameOf,
  },
  {
    id: "state",
    label: tell("peers.state"),
    cell: (peer) => <Mark kind={MARKS[stateOf(peer)]}>{tell(`peers.state.${stateOf(peer)}`)}</Mark>,
    by: stateOf,
  },
  {
    id: "trust",
    label: tell("peers.trust"),
    cell: ({ trust }) => tell(`peers.trust.${trust}`),
    by: ({ trust }) => trust,
  },
  {
    id: "lag",
    label: tell("peers.lag"),
    file: ({ lastOk }) => isoTime(lastOk),
    cell: ({ lastOk }) => lastOk === null ? tell("peers.never") : sayAgo(lastOk, now),
    by: ({ lastOk }) => -(lastOk ?? 0),
  },
  {
    id: "missing",
    label: tell("peers.missing"),
    cell: ({ missing, givenUp }) => String(missing + givenUp),
    by: ({ missing, givenUp }) => missing + givenUp,
  },
  {
    id: "brings",
    label: tell("peers.brings"),
    cell: ({ mirroredTotal }) => String(mirroredTotal),
    by: ({ mirroredTotal }) => mirroredTotal,
  },
  { id: "takes", label: tell("peers.takes"), cell: takesSaid, by: (peer) => lackOf(peer) ?? -1 },
];
