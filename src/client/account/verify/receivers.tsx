/** The receiving stations near somebody: how far, and when each heard something last; and those not trusted yet. */
import { sayWayTo } from "../../ui/places/way_to.ts";
import { useApp } from "../../phone/app.ts";
import { say } from "../../ui/say.ts";
import { sayAgo } from "../../ui/times.ts";
import { useRead } from "../../phone/use_read.ts";
import { nearestOf } from "./nearest.ts";
import { routeTo } from "../../phone/wire/routes.ts";

export function ReceiversNear() {
  const { caches, gateway } = useApp();
  const here = caches.own.from.value;
  const { known } = useRead(routeTo("GET /api/receivers"));
  const near = nearestOf(known.value?.value.receivers ?? [], here);
  if (near.length === 0) return null;
  return (
    <ul id="receivers">
      {near.map(({ site, trusted, lastAt, lat, lon }) => (
        <li key={site}>
          {trusted ? <span class="code">{site}</span> : say("verify.untrusted", { site })}
          {here && lat !== null && lon !== null && ` · ${sayWayTo(here, { lat, lon })}`}
          {lastAt !== null && ` · ${say("verify.hears", { ago: sayAgo(lastAt, gateway.now()) })}`}
        </li>
      ))}
    </ul>
  );
}
