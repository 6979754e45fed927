/** How far away the phone is, and what a find will count as, told before it is saved as far as the phone knows it. */
import { RADIUS_M } from "../../caches/rules/tier_limits.ts";
import type { CacheSeen } from "../cache/cache_seen.ts";
import { useApp } from "../phone/app.ts";
import { useNow } from "../phone/position/use_now.ts";
import { type Reading, worthOf } from "../phone/position/reading.ts";
import { sayAccuracy } from "../phone/position/words.ts";
import { expectedOf } from "../phone/queue/expected.ts";
import { TierBadge } from "../ui/look/radio.tsx";
import { distanceM } from "../ui/places/arrow.ts";
import { say } from "../ui/say.ts";
import { sayDistance } from "../ui/times.ts";

/** `heard`: whether receivers hear anything near the cache. Nothing where neither can be said. */
export function ExpectCard({ cache, reading, heard, isFind }: {
  cache: CacheSeen;
  reading: Reading | undefined;
  heard: boolean | undefined;
  isFind: boolean;
}) {
  const now = useNow(), { gateway } = useApp();
  const { lat, lon, type } = cache;
  const position = reading && worthOf(reading, now) !== "old" ? reading : undefined;
  // What is sent at once needs no signature; without a connection a browser without keys cannot prove when it was.
  const signed = isSecureContext || gateway.reached.value !== false;
  const expects = isFind ? expectedOf(cache, { position, at: now, signed }) : undefined;
  const away = position && lat !== null && lon !== null && type !== "living"
    ? distanceM(position, { lat, lon })
    : undefined;
  const tier = expects?.tier ?? "none";
  if (!isFind && away === undefined) return null;
  return (
    <div class={`expect expect-${isFind ? tier : "note"}`}>
      {expects && (
        <p>
          {say("write.expect")} <TierBadge tier={tier}>{say(`tier.${tier}`)}</TierBadge>
        </p>
      )}
      {away !== undefined && (
        <p>
          <strong>{say("write.away", { far: sayDistance(away) })}</strong>{" "}
          <span class="soft">{sayAccuracy(position!)}</span>
        </p>
      )}
      {expects?.why === "far" && <p>{say("write.far", { far: sayDistance(RADIUS_M) })}</p>}
      {expects && heard !== false && <p class="soft">{say("waiting.expect.radio")}</p>}
      {expects?.radioOnly && <p class="wait">{say("cache.needs.A")}</p>}
    </div>
  );
}
