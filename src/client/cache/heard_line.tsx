/** Says whether one can be heard at a cache; nothing where that is not known. */
import { useApp } from "../phone/app.ts";
import { Icon } from "../ui/icons/icon.tsx";
import { say } from "../ui/say.ts";
import { sayAgo, sayDistance } from "../ui/times.ts";
import type { CacheSeen } from "./cache_seen.ts";
import { useHeardHere } from "./heard_here.ts";

export function HeardLine({ cache }: { cache: CacheSeen }) {
  const { gateway } = useApp();
  const known = useHeardHere(cache).value;
  // A living cache is wherever its station is, and stages lead elsewhere.
  if (!known || cache.type === "living") return null;
  const { from, heard, lastHeard, nearest } = known;
  return (
    <p class={`heard-here heard-here-${from}`}>
      <Icon name="radio" />
      <span>
        <strong>{say(`cache.heard.${from}`)}</strong>{" "}
        {from === "here" && say("cache.heard.n", { n: heard, ago: sayAgo(lastHeard, gateway.now()) })}{" "}
        {nearest && say("cache.heard.near", { site: nearest.site, far: sayDistance(nearest.awayM) })}
      </span>
    </p>
  );
}
