/** Links to the things at one spot of the map, so that one can choose between markers that lie on each other. */
import { MessageButton } from "../live/message_panel.tsx";
import { Symbol } from "../live/symbol.tsx";
import { useApp } from "../shell/app.ts";
import { Foreign } from "../shell/parts.tsx";
import { say } from "../shell/say.ts";
import type { Picked } from "./big_map.ts";
import { nameOfCache } from "../nearby/in_parts.ts";

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

function Thing({ kind, id, code }: Picked) {
  const { caches, stations } = useApp();
  if (kind === "cache") {
    const row = caches.rows.value.find((one) => nameOfCache(one) === id);
    return (
      <a href={`/c/${encodeURIComponent(id)}`}>
        <span class="code">{code}</span> {row && <Foreign>{row.title}</Foreign>}
      </a>
    );
  }
  if (kind === "spot") return <a href="/spots">{say("map.spot", { call: code })}</a>;
  const heard = stations.of(code)?.value;
  return (
    <a href={`/s/${encodeURIComponent(code)}`}>
      {heard && <Symbol symbol={heard.symbol} />} <span class="code">{code}</span>{" "}
      {heard?.via === "sent" && say("live.way.sent")} {heard && <Foreign>{heard.comment}</Foreign>}
    </a>
  );
}
