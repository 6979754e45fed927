/** What lies at one spot of the map: one thing as a card, several as a list to choose from. */
import { MessageButton } from "../../talk/messages/message_panel.tsx";
import { Symbol } from "../../marks/symbol.tsx";
import { useApp } from "../../phone/app.ts";
import { CallPlate, KindDisc } from "../../ui/look/radio.tsx";
import { Foreign } from "../../ui/parts.tsx";
import { rowTo } from "../../pages/router.ts";
import { say } from "../../ui/say.ts";
import { Hardness } from "../../marks/cache_row.tsx";
import type { Picked } from "../big_map.ts";
import { addressOf, ThingCard } from "./thing_card.tsx";
import { BESIDE, useSaid, useThing } from "./thing_of.ts";

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
