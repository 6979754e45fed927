/** All neighbours: one sentence on how they do, a picture, a table, and links to the other pages about them. */
import { useSignal } from "@preact/signals";
import { isoTime } from "../../panes/csv.ts";
import { useApp } from "../../phone/app.ts";
import { Problem, useDoing } from "../../phone/doing.tsx";
import { Button, ButtonLink, Foreign, Loading, Unread } from "../../ui/parts.tsx";
import { ChoiceField } from "../../ui/choices.tsx";
import { currentAt, rowTo } from "../../pages/router.ts";
import { isolated, say } from "../../ui/say.ts";
import { sayAgo, sayTime } from "../../ui/times.ts";
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
  othersOf,
  pageOf,
  pictureOf,
  type Reader,
  readersOf,
  stateOf,
  sumOf,
} from "./neighbours.ts";
import { SeveralPeers } from "./several.tsx";
import { takesSaid } from "./told.ts";
import { routeTo } from "../../phone/wire/routes.ts";
import { IconDisc } from "../../ui/look/radio.tsx";
import { PullStrip } from "./pull_strip.tsx";
import { ICON_PATHS } from "../../ui/icons/paths.ts";

// The followed neighbours around this instance, with lines for what comes and what goes. The table has the same in
// words.

const RADIUS = 130;
/** Radii of a neighbour's circle and of this instance's. */
const NODE = 20, SELF = 28;
/** Locator squares, as on every map of the app. */
const GRID = "M-150 -175V175M-50 -175V175M50 -175V175M150 -175V175M-230 -100H230M-230 0H230M-230 100H230";

/** A bowed line between the middle and a place. */
const bow = (x: number, y: number, by: number): string =>
  `M0 0Q${Math.round(x / 2 - y * by)} ${Math.round(y / 2 + x * by)} ${x} ${y}`;

/** An icon in the middle of a circle. */
const Sign = (
  { x, y, size, icon }: { x: number; y: number; size: number; icon: keyof typeof ICON_PATHS },
) => (
  <path
    class="neighbour-sign"
    d={ICON_PATHS[icon]}
    transform={`translate(${x - size / 2} ${y - size / 2}) scale(${size / 24})`}
  />
);

function Picture({ peers, self }: { peers: readonly Neighbour[]; self: string }) {
  const nodes = pictureOf(peers, RADIUS);
  if (nodes.length === 0) return null;
  return (
    <figure class="neighbour-picture">
      <svg viewBox="-230 -175 460 350" role="img" aria-label={tell("peers.picture", { n: nodes.length })}>
        <path class="neighbour-grid" d={GRID} />
        {nodes.map(({ peer, state, x, y, brings, takes }) => (
          <g key={peer.url} class={`neighbour-${state}`}>
            {/* The two directions lie side by side, bowed to either side of the straight line. */}
            {brings > 0 && <path class="neighbour-in" d={bow(x, y, 0.18)} stroke-width={brings} />}
            {takes > 0 && <path class="neighbour-out" d={bow(x, y, 0.1)} stroke-width={takes} />}
            {brings + takes === 0 && <path class="neighbour-none" d={bow(x, y, 0.14)} />}
            <circle
              class={peer.trust === "trusted" ? "neighbour-trusted" : "neighbour-dot"}
              cx={x}
              cy={y}
              r={NODE}
            />
            <Sign x={x} y={y} size={NODE} icon="network" />
            <text x={x} y={y + (y < 0 ? -NODE - 8 : NODE + 18)} text-anchor="middle">
              {isolated(short(nameOf(peer)))}
            </text>
          </g>
        ))}
        <circle class="neighbour-halo" r={SELF + 10} />
        <circle class="neighbour-self" r={SELF} />
        <Sign x={0} y={0} size={SELF} icon="radio-tower" />
        <text y={SELF + 28} text-anchor="middle">{isolated(short(self))}</text>
      </svg>
      <figcaption class="soft">{tell("peers.picture.legend")}</figcaption>
    </figure>
  );
}

const short = (name: string): string => name.length > 22 ? `${name.slice(0, 21)}…` : name;

// Who reads this instance's records: as they name themselves, and how many others.

function Readers({ of, now }: { of: List; now: number }) {
  const rows = readersOf(of), others = othersOf(of), when = sayTime(of.readers.since, now);
  if (rows.length === 0 && others === undefined) {
    return (
      <section>
        <h2>{tell("peers.readers")}</h2>
        <p class="soft">{tell("peers.readers.none", { when })}</p>
      </section>
    );
  }
  return (
    <section>
      <h2>{tell("peers.readers")}</h2>
      <p class="soft">{tell("peers.readers.means", { when })}</p>
      {rows.length > 0 && (
        <Table
          label={tell("peers.readers")}
          rows={rows}
          keyOf={({ instance }) => instance}
          words={({ instance }) => instance}
          empty=""
          columns={[
            {
              id: "name",
              label: tell("peers.readers.name"),
              cell: (reader) => <Named of={reader} />,
              by: ({ instance }) => instance,
              file: ({ instance }) => instance,
            },
            {
              id: "read",
              label: tell("peers.readers.read"),
              cell: ({ at }) => sayAgo(at, now),
              by: ({ at }) => -at,
              file: ({ at }) => isoTime(at),
            },
            {
              id: "pages",
              label: tell("peers.readers.pages"),
              cell: ({ pages }) => String(pages),
              by: ({ pages }) => pages,
            },
          ]}
        />
      )}
      {others && <p class="soft">{tell(others.key, { n: others.n })}</p>}
    </section>
  );
}

/** A name leads to the neighbour of that name, where there is one. */
function Named({ of: { instance, peer } }: { of: Reader }) {
  const name = <Foreign>{instance}</Foreign>;
  return peer ? <a href={pageOf(peer)}>{name}</a> : name;
}

// A neighbour as a card: who it is, its last pulls, how it does, and how much came from there.

function PeerCard({ peer, now }: { peer: Neighbour; now: number }) {
  const { href, current } = currentAt(pageOf(peer)), state = stateOf(peer);
  return (
    <li class="peer-card">
      <a class="peer-head" href={href} aria-current={current ? "page" : undefined}>
        <IconDisc icon="network" />
        <span class="peer-name">
          <Foreign>{nameOf(peer)}</Foreign>
          {peer.operatorCall !== null && <span class="soft code">{peer.operatorCall}</span>}
        </span>
        <span class={`peer-trust peer-trust-${peer.trust}`}>{tell(`peers.trust.${peer.trust}`)}</span>
      </a>
      <PullStrip peer={peer} />
      <p class="peer-state">
        <Mark kind={MARKS[state]}>
          {tell(`peers.state.${state}`)}
          {peer.lastOk !== null && `, ${sayAgo(peer.lastOk, now)}`}
        </Mark>
        <span class="soft">{tell("peers.records", { n: peer.mirroredTotal })}</span>
      </p>
    </li>
  );
}

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
