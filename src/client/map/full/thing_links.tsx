/** What lies at one spot of the map: one thing as a card, several as a list to choose from. */
import { MessageButton } from "../../talk/messages/message_panel.tsx";
import { Symbol } from "../../marks/symbol.tsx";
import { useApp } from "../../phone/app.ts";
import { CallPlate, KindDisc, OnAir } from "../../ui/look/radio.tsx";
import { ButtonLink, Foreign } from "../../ui/parts.tsx";
import { rowTo } from "../../pages/router.ts";
import { say } from "../../ui/say.ts";
import { Hardness, sayType, Way } from "../../marks/cache_row.tsx";
import type { Picked } from "../big_map.ts";
import { BESIDE, useSaid, useThing } from "./thing_of.ts";
import type { ComponentChildren } from "preact";
import { nodeAddress } from "../../marks/node_address.ts";
import { sayAge, sayMegahertz } from "../../ui/times.ts";

// One thing of the map as a card: what it is, how far, and the two things to do with it.

/** A station that was heard within so many seconds is on the air now. */
const NOW_S = 60;

/** The page about a thing. */
const addressOf = ({ kind, id, code, said }: Picked): string =>
  kind === "object"
    // Whoever puts it there has a page.
    ? `/s/${encodeURIComponent(JSON.parse(said ?? "{}").sender ?? code)}`
    : kind === "cache"
    ? `/c/${encodeURIComponent(id)}`
    : kind === "spot"
    ? "/spots"
    : kind === "tastic"
    ? nodeAddress(id)
    : kind === "tak"
    ? "/live/tak"
    : `/s/${encodeURIComponent(code)}`;

/** `write`: opens the conversation with a station. */
function ThingCard({ thing, write }: { thing: Picked; write: (call: string) => void }) {
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
        : station?.emergency
        ? <strong class="bad">{say("station.emergency")}</strong>
        : station?.comment || station?.mhz
        ? (
          <>
            {station.mhz && `${sayMegahertz(station.mhz)} `}
            <Foreign>{station.comment}</Foreign>
          </>
        )
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

/** `write`: opens the conversation with a station. */
export function ThingLinks({ things, write }: { things: readonly Picked[]; write: (call: string) => void }) {
  const [one] = things;
  if (one && things.length === 1) {
    return <ThingCard key={`${one.kind} ${one.id}`} thing={one} write={write} />;
  }
  return (
    <>
      <h2>{say("map.here", { n: things.length })}</h2>
      <ul class="map-things">
        {things.map((thing) => (
          <li key={`${thing.kind} ${thing.id}`}>
            <Thing {...thing} />
            {thing.kind === "station" && <MessageButton call={thing.code} open={() => write(thing.code)} />}
          </li>
        ))}
      </ul>
    </>
  );
}

function Thing(thing: Picked) {
  const { caches } = useApp(),
    { cache, station } = useThing(thing),
    said = useSaid(thing),
    to = rowTo(addressOf(thing));
  if (thing.kind === "cache") {
    return (
      <a class="entry" {...to}>
        <KindDisc
          type={cache?.type ?? ""}
          mark={cache && caches.mark(cache)}
          off={cache?.status === "disabled"}
        />
        <span class="entry-words">
          <span class="entry-name">{cache && <Foreign>{cache.title}</Foreign>}</span>
          <span class="entry-line">
            <span class="code">{thing.code}</span>
            {cache && <Hardness {...cache} />}
          </span>
        </span>
      </a>
    );
  }
  if (thing.kind === "spot") return <a class="entry" {...to}>{say("map.spot", { call: thing.code })}</a>;
  if (BESIDE.includes(thing.kind)) {
    return (
      <a class="entry" {...to}>
        <span class="disc">{thing.symbol && <Symbol symbol={thing.symbol} />}</span>
        <span class="entry-words">
          <span class="entry-name">
            <Foreign>{thing.code}</Foreign>
          </span>
          <span class="entry-line">{said}</span>
        </span>
      </a>
    );
  }
  return (
    <a class="entry" {...to}>
      <span class="disc">{station && <Symbol symbol={station.symbol} />}</span>
      <span class="entry-words">
        <span class="entry-name">
          <CallPlate call={thing.code} />
        </span>
        <span class="entry-line">
          {station?.via === "sent"
            ? say("live.way.sent")
            : station?.comment && <Foreign>{station.comment}</Foreign>}
        </span>
      </span>
    </a>
  );
}
