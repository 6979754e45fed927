/** One neighbour: records in each direction, the last pulls, what is missing, its key, its addresses, what can be done. */
import type { ComponentChildren } from "preact";
import { isoTime } from "../../panes/csv.ts";
import { useApp } from "../../phone/app.ts";
import { Foreign, Loading, Notice, Unread } from "../../ui/parts.tsx";
import { isolated, say } from "../../ui/say.ts";
import { sayAgo, sayBytes, sayTime } from "../../ui/times.ts";
import { useRead } from "../../phone/use_read.ts";
import { AsOf } from "../../talk/talk_frame.tsx";
import { AdminFrame } from "../parts/frame.tsx";
import { Mark } from "../parts/mark.tsx";
import { Table } from "../parts/table.tsx";
import { isTold, tell } from "../tell.ts";
import { type Fault, Wrong } from "../parts/wrong.tsx";
import { KeyWords } from "./key_words.tsx";
import { broughtBy, MARKS, nameOf, type Neighbour, neighbourOf, stateOf } from "./neighbours.ts";
import { PeerActs } from "./peer_acts.tsx";
import { PullStrip } from "./pull_strip.tsx";
import { takesSaid, toldOr } from "./told.ts";
import { Visitors } from "./visitors.tsx";
import { routeTo } from "../../phone/wire/routes.ts";

export default function PeerPage({ peer }: { peer: string }) {
  return (
    <AdminFrame
      title={isolated(peer)}
      back={{ href: "/admin/neighbours", words: say("page.admin_neighbours") }}
    >
      {() => <OnePeer name={peer} />}
    </AdminFrame>
  );
}

function OnePeer({ name }: { name: string }) {
  const { gateway } = useApp();
  const { known, problem, again } = useRead(routeTo("GET /federation/peers"));
  const list = known.value?.value;
  if (problem.value) return <Unread>{problem.value}</Unread>;
  if (!list) return <Loading />;
  const peer = neighbourOf(list.peers, name), now = gateway.now();
  if (!peer) {
    return (
      <Notice action={<a href="/admin/neighbours">{say("page.admin_neighbours")}</a>}>
        {tell("peers.unknown", { name })}
      </Notice>
    );
  }
  return (
    <>
      <AsOf known={known.value} />
      <p>
        <Mark kind={MARKS[stateOf(peer)]}>{tell(`peers.state.${stateOf(peer)}`)}</Mark>
        {stateOf(peer) !== "blocked" && <>{" · "}{tell(`peers.trust.${peer.trust}`)}</>}
        {peer.operatorCall !== null && ` · ${tell("peers.operator", { call: peer.operatorCall })}`}
      </p>
      <Wrong faults={faultsOf(peer, now)} />
      <Flow peer={peer} now={now} />
      <PeerActs key={nameOf(peer)} peer={peer} again={again} />
      <Reached peer={peer} now={now} />
      {peer.instance !== null && <Visitors home={peer.instance} />}
      <section>
        <h2>{tell("peers.key")}</h2>
        {peer.fingerprint === null
          ? <p class="soft">{tell("peers.key.none")}</p>
          : <KeyWords of={{ fingerprint: peer.fingerprint, words: peer.words }} label={tell("peers.key")} />}
        <p class="soft">{tell("peers.reputation", { yes: peer.repConfirmed, no: peer.repFailed })}</p>
      </section>
    </>
  );
}

function faultsOf(peer: Neighbour, now: number): Fault[] {
  const faults: Fault[] = [];
  const name = nameOf(peer);
  if (stateOf(peer) === "failing") {
    const at = peer.lastOk === null ? tell("peers.never") : sayAgo(peer.lastOk, now);
    const word = `peers.said.${peer.lastError}`;
    faults.push({
      kind: "bad",
      sentence: tell("peers.fault.failing", { name, at }),
      fix: isTold(word) ? tell(word) : <span lang="en">{peer.lastError}</span>,
    });
  }
  const full = stateOf(peer) === "blocked" ? null : peer.kept.full;
  if (full !== null) {
    faults.push({
      kind: full === "disk" ? "bad" : "wait",
      sentence: tell(`peers.fault.full.${full}`, { name }),
      fix: (
        <>
          {tell("peers.fault.full.fix")}{" "}
          <a href="/admin/settings?find=FED_ROOM">{tell("peers.fault.full.settings")}</a>
        </>
      ),
    });
  }
  if (peer.missing + peer.givenUp > 0) {
    faults.push({
      kind: "wait",
      sentence: tell("peers.fault.missing", { name, n: peer.missing + peer.givenUp }),
      fix: peer.givenUp > 0
        ? <a href="/admin/neighbours/exchange">{tell("peers.gaps.look", { n: peer.givenUp })}</a>
        : tell("peers.gaps.asked"),
    });
  }
  if (peer.contradictions > 0) {
    faults.push({ kind: "wait", sentence: tell("peers.fault.contradicts", { n: peer.contradictions }) });
  }
  return faults;
}

const Fact = ({ label, children }: { label: string; children: ComponentChildren }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
);

/** What is kept of its records, what it handed on of unvetted others, and what found no room. */
function Room({ peer: { kept }, now }: { peer: Neighbour; now: number }) {
  const of = ({ bytes, limit }: { bytes: number; limit: number }) => ({
    used: sayBytes(bytes),
    limit: sayBytes(limit),
  });
  return (
    <>
      {tell("peers.room.of", of(kept))}
      {kept.handedOn.records > 0 && <>; {tell("peers.room.handed_on", of(kept.handedOn))}</>}
      {kept.refusedAt !== null && (
        <>. {tell("peers.room.refused", { n: kept.refused, when: sayAgo(kept.refusedAt, now) })}</>
      )}
    </>
  );
}

function Flow({ peer, now }: { peer: Neighbour; now: number }) {
  const { history } = peer;
  return (
    <section>
      <h2>{tell("peers.flow")}</h2>
      <dl class="facts">
        <Fact label={tell("peers.brings")}>
          {tell("peers.records", { n: peer.mirroredTotal })}
          {history.length > 0 &&
            `, ${tell("peers.brought", { records: broughtBy(peer), n: history.length })}`}
        </Fact>
        <Fact label={tell("peers.room")}>
          <Room peer={peer} now={now} />
        </Fact>
        <Fact label={tell("peers.takes")}>{takesSaid(peer)}</Fact>
        <Fact label={tell("peers.missing")}>{String(peer.missing + peer.givenUp)}</Fact>
        <Fact label={tell("peers.lag")}>
          {peer.lastOk === null ? tell("peers.never") : sayAgo(peer.lastOk, now)}
        </Fact>
      </dl>
      <PullStrip peer={peer} />
      {history.length > 0 && (
        <details>
          <summary>{tell("peers.pulls.table")}</summary>
          <Table
            label={tell("peers.pulls")}
            rows={history.map((pull, n) => ({ ...pull, n })).reverse()}
            keyOf={({ n }) => n}
            empty=""
            columns={[
              {
                id: "at",
                label: tell("peers.pull.at"),
                file: ({ at }) => isoTime(at),
                cell: ({ at }) => sayTime(at, now),
              },
              {
                id: "how",
                label: tell("peers.pull.how"),
                cell: ({ ok, fresh }) =>
                  ok
                    ? fresh === 0 ? tell("peers.pull.same") : tell("peers.records", { n: fresh })
                    : tell("peers.pull.failed"),
              },
              {
                id: "bytes",
                label: tell("peers.pull.bytes"),
                file: ({ bytes }) => bytes,
                cell: ({ bytes }) => sayBytes(bytes),
              },
            ]}
          />
        </details>
      )}
    </section>
  );
}

/** The addresses that the last pull tried, and what each answered. */
function Reached({ peer: { tried, nextTry, url, endpoints }, now }: { peer: Neighbour; now: number }) {
  const others = endpoints.filter(({ address }) => !tried.some(({ base }) => base.includes(address)));
  return (
    <section>
      <h2>{tell("peers.tried")}</h2>
      {tried.length === 0 ? <p class="soft">{tell("peers.tried.none", { url })}</p> : (
        <ul class="tried">
          {tried.map(({ base, said, why }) => (
            <li key={base}>
              <Mark kind={said === "answered" ? "go" : "bad"}>
                <Foreign>{base}</Foreign>: {toldOr(`peers.said.${said}`, said)}
              </Mark>
              {why && <span class="soft" lang="en">{why}</span>}
            </li>
          ))}
        </ul>
      )}
      {others.length > 0 && (
        <p class="soft">
          {tell("peers.tried.others")}{" "}
          {others.map(({ transport, address }) => `${transport} ${address}`).join(", ")}
        </p>
      )}
      <p>
        {nextTry === null ? tell("peers.next.none") : tell("peers.next", { when: sayTime(nextTry, now) })}
      </p>
    </section>
  );
}
