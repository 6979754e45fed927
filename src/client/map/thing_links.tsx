/** What lies at one spot of the map, to choose from: markers that lie on each other are told apart here. */
import { Symbol } from "../live/symbol.tsx";
import { useApp } from "../shell/app.ts";
import { Foreign } from "../shell/parts.tsx";
import { say } from "../shell/say.ts";
import type { Picked } from "./big_map.ts";
import { nameOfCache } from "./features.ts";

export function ThingLinks({ things }: { things: readonly Picked[] }) {
  return (
    <ul class="map-things">
      {things.map((thing) => (
        <li key={`${thing.kind} ${thing.id}`}>
          <Thing {...thing} />
        </li>
      ))}
    </ul>
  );
}

function Thing({ kind, id, code }: Picked) {
  const { caches, stations } = useApp();
  if (kind === "cache") {
    const row = caches.list.value?.value.find((one) => nameOfCache(one) === id);
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
      {heard && <Foreign>{heard.comment}</Foreign>}
    </a>
  );
}
