/** Links to the things at one spot of the map, so that one can choose between markers that lie on each other. */
import { MessageButton } from "../talk/messages/message_panel.tsx";
import { Symbol } from "../marks/symbol.tsx";
import { useApp } from "../phone/app.ts";
import { Foreign } from "../ui/parts.tsx";
import { rowTo } from "../pages/router.ts";
import { say } from "../ui/say.ts";
import type { Picked } from "./big_map.ts";
import { nameOfCache } from "../phone/known/in_parts.ts";

/** `write`: opens the conversation with a station. */
export function ThingLinks({ things, write }: { things: readonly Picked[]; write: (call: string) => void }) {
  return (
    <ul class="map-things">
      {things.map((thing) => (
        <li key={`${thing.kind} ${thing.id}`}>
          <Thing {...thing} />
          {thing.kind === "station" && <MessageButton call={thing.code} open={() => write(thing.code)} />}
        </li>
      ))}
    </ul>
  );
}

/** The page about a thing. */
export const addressOf = ({ kind, id, code }: Picked): string =>
  kind === "cache"
    ? `/c/${encodeURIComponent(id)}`
    : kind === "spot"
    ? "/spots"
    : `/s/${encodeURIComponent(code)}`;

function Thing(thing: Picked) {
  const { kind, id, code } = thing, to = rowTo(addressOf(thing));
  const { caches, stations } = useApp();
  if (kind === "cache") {
    const row = caches.rows.value.find((one) => nameOfCache(one) === id);
    return (
      <a {...to}>
        <span class="code">{code}</span> {row && <Foreign>{row.title}</Foreign>}
      </a>
    );
  }
  if (kind === "spot") return <a {...to}>{say("map.spot", { call: code })}</a>;
  const heard = stations.of(code)?.value;
  return (
    <a {...to}>
      {heard && <Symbol symbol={heard.symbol} />} <span class="code">{code}</span>{" "}
      {heard?.via === "sent" && say("live.way.sent")} {heard && <Foreign>{heard.comment}</Foreign>}
    </a>
  );
}
