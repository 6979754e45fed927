/** A neighbour as a card: who it is, its last pulls, how it does, and how much came from there. */
import { currentAt } from "../../pages/router.ts";
import { IconDisc } from "../../ui/look/radio.tsx";
import { Foreign } from "../../ui/parts.tsx";
import { sayAgo } from "../../ui/times.ts";
import { Mark } from "../parts/mark.tsx";
import { tell } from "../tell.ts";
import { MARKS, nameOf, type Neighbour, pageOf, stateOf } from "./neighbours.ts";
import { PullStrip } from "./pull_strip.tsx";

export function PeerCard({ peer, now }: { peer: Neighbour; now: number }) {
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
