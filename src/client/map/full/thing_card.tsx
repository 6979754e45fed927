/** One thing of the map as a card: what it is, how far, and the two things to do with it. */
import type { ComponentChildren } from "preact";
import { Hardness, sayType, Way } from "../../marks/cache_row.tsx";
import { nodeAddress } from "../../marks/node_address.ts";
import { Symbol } from "../../marks/symbol.tsx";
import { useApp } from "../../phone/app.ts";
import { rowTo } from "../../pages/router.ts";
import { CallPlate, KindDisc, OnAir } from "../../ui/look/radio.tsx";
import { ButtonLink, Foreign } from "../../ui/parts.tsx";
import { say } from "../../ui/say.ts";
import { sayAge } from "../../ui/times.ts";
import { MessageButton } from "../../talk/messages/message_panel.tsx";
import type { Picked } from "../big_map.ts";
import { BESIDE, useSaid, useThing } from "./thing_of.ts";

/** A station that was heard within so many seconds is on the air now. */
const NOW_S = 60;

/** The page about a thing. */
export const addressOf = ({ kind, id, code }: Picked): string =>
  kind === "cache"
    ? `/c/${encodeURIComponent(id)}`
    : kind === "spot"
    ? "/spots"
    : kind === "tastic"
    ? nodeAddress(id)
    : kind === "tak"
    ? "/live/tak"
    : `/s/${encodeURIComponent(code)}`;

/** `write`: opens the conversation with a station. */
export function ThingCard({ thing, write }: { thing: Picked; write: (call: string) => void }) {
  const { caches, gateway } = useApp(), { cache, station } = useThing(thing), said = useSaid(thing);
  const from = caches.own.from.value, to = rowTo(addressOf(thing));
  const open = <ButtonLink href={to.href}>{say("map.open")}</ButtonLink>;
  if (cache) {
    const mark = caches.mark(cache);
    return (
      <Card
        disc={<KindDisc type={cache.type} mark={mark} off={cache.status === "disabled"} size="big" />}
        name={
          <a {...to}>
            <Foreign>{cache.title}</Foreign>
          </a>
        }
        line={
          <>
            <span class="code">{cache.code}</span> · {sayType(cache.type)}
            {mark && <span class="go">{say(`state.${mark}`)}</span>}
          </>
        }
        far={from && <Way from={from} to={cache} />}
        more={<Hardness {...cache} />}
      >
        <ButtonLink kind="quiet" icon="navigation" href={`${to.href}/go`}>{say("map.go")}</ButtonLink>
        {open}
      </Card>
    );
  }
  const symbol = station?.symbol ?? thing.symbol;
  const at = station?.at ?? thing.at, ageS = at ? Math.max(0, gateway.now() - at) : undefined;
  return (
    <Card
      disc={<span class="disc disc-big">{symbol && <Symbol symbol={symbol} />}</span>}
      name={
        <a {...to}>
          {thing.kind === "spot"
            ? say("map.spot", { call: thing.code })
            : BESIDE.includes(thing.kind)
            ? <Foreign>{thing.code}</Foreign>
            : <CallPlate call={thing.code} />}
        </a>
      }
      line={ageS !== undefined && (
        <OnAir now={ageS < NOW_S}>{say("state.heard", { age: sayAge(ageS) })}</OnAir>
      )}
      far={from && station && <Way from={from} to={station} />}
      more={station?.via === "sent"
        ? say("live.way.sent")
        : station?.comment
        ? <Foreign>{station.comment}</Foreign>
        : said}
    >
      {thing.kind === "station" && <MessageButton call={thing.code} open={() => write(thing.code)} />}
      {open}
    </Card>
  );
}

const Card = ({ disc, name, line, far, more, children }: {
  disc: ComponentChildren;
  name: ComponentChildren;
  line: ComponentChildren;
  far: ComponentChildren;
  more: ComponentChildren;
  children: ComponentChildren;
}) => (
  <div class="map-things thing-card">
    <div class="thing-head">
      {disc}
      <div class="entry-words">
        <h2>{name}</h2>
        {line && <p class="entry-line">{line}</p>}
      </div>
      {far}
    </div>
    {more && <p class="entry-line">{more}</p>}
    <div class="buttons">{children}</div>
  </div>
);
