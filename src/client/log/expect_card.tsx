/** How far away the phone is, and what a find will count as, told before it is saved as far as the phone knows it. */
import { BEFORE_S, RADIUS_M } from "../../caches/rules/tier_limits.ts";
import type { CacheSeen } from "../cache/cache_seen.ts";
import { useApp } from "../phone/app.ts";
import { useNow } from "../phone/position/use_now.ts";
import { type Reading, worthOf } from "../phone/position/reading.ts";
import { sayAccuracy } from "../phone/position/words.ts";
import { expectedOf } from "../phone/queue/expected.ts";
import { routeTo } from "../phone/wire/routes.ts";
import { usePoll, useRead } from "../phone/use_read.ts";
import { OnAir, TierBadge } from "../ui/look/radio.tsx";
import { distanceM } from "../ui/places/arrow.ts";
import { say } from "../ui/say.ts";
import { sayAge, sayDistance } from "../ui/times.ts";
import { type OwnHeard, ownHeard } from "./own_heard.ts";

/** So often it is asked whether one was heard, in seconds; what was heard within so many is on the air now. */
const ASK_S = 10, NOW_S = 60;
/** Degrees around the cache in which one's own station is looked for: some ten kilometres. */
const AROUND = 0.1;

/** `heard`: whether receivers hear anything near the cache. Nothing where neither can be said. */
export function ExpectCard({ cache, reading, heard, isFind, call }: {
  cache: CacheSeen;
  /** Who logs. */
  call: string;
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
  const own = useOwnHeard(expects ? cache : undefined, call);
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
      {own
        ? (
          <p>
            <OnAir now={now - own.at < NOW_S}>
              {say("write.heard", { call: own.call, age: sayAge(Math.max(0, now - own.at)) })}
            </OnAir>{" "}
            {say(own.near ? "write.heard.near" : "write.heard.far", { far: sayDistance(own.awayM) })}
          </p>
        )
        : expects && heard !== false && <p class="soft">{say("waiting.expect.radio")}</p>}
      {expects?.radioOnly && <p class="wait">{say("cache.needs.A")}</p>}
    </div>
  );
}

/** The own station that was heard around the cache; nothing while nobody can say. */
function useOwnHeard(cache: CacheSeen | undefined, call: string): OwnHeard | undefined {
  const now = useNow(), { lat = null, lon = null } = cache ?? {};
  const place = lat === null || lon === null ? undefined : { lat, lon };
  const bbox = place &&
    [place.lon - AROUND, place.lat - AROUND, place.lon + AROUND, place.lat + AROUND]
      .map((one) => one.toFixed(2)).join(",");
  const { known, again } = useRead(
    bbox === undefined
      ? undefined
      : routeTo("GET /api/stations", { query: { bbox, maxAge: BEFORE_S, limit: 500 } }),
  );
  usePoll(again, bbox === undefined ? undefined : ASK_S);
  if (!place || known.value?.source !== "live") return undefined;
  return ownHeard(known.value.value.stations, call, place, now);
}
