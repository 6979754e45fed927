/** How far away the phone is, and what a find will count as, told before it is saved as far as the phone knows it. */
import type { CacheSeen } from "../cache/cache_seen.ts";
import { useApp } from "../phone/app.ts";
import { RADIUS_M } from "../../caches/rules/tier_limits.ts";
import { lastHeard, type WouldBe } from "../phone/known/would_be.ts";
import { type Reading, worthOf } from "../phone/position/reading.ts";
import { useNow } from "../phone/position/use_now.ts";
import { sayAccuracy } from "../phone/position/words.ts";
import { expectedOf } from "../phone/queue/expected.ts";
import { OnAir, TierBadge } from "../ui/look/radio.tsx";
import { distanceM } from "../ui/places/arrow.ts";
import { say } from "../ui/say.ts";
import { sayAge, sayDistance } from "../ui/times.ts";
import { Foreseen } from "./foreseen.tsx";

/** What was heard within so many seconds is on the air now. */
const NOW_S = 60;

/** `heard`: whether receivers hear anything near the cache. Nothing where neither can be said. */
export function ExpectCard({ cache, reading, heard, isFind, would, at }: {
  cache: CacheSeen;
  /** What the gateway would make of it now, by what was heard. */
  would: WouldBe | undefined;
  reading: Reading | undefined;
  heard: boolean | undefined;
  isFind: boolean;
  /** When the visit was, where that is not now. */
  at: number | undefined;
}) {
  const now = useNow(), { gateway } = useApp();
  const { lat, lon, type } = cache;
  const position = reading && worthOf(reading, now) !== "old" ? reading : undefined;
  // What is sent at once needs no signature; without a connection a browser without keys cannot prove when it was.
  const signed = isSecureContext || gateway.reached.value !== false;
  const expects = isFind ? expectedOf(cache, { position, at: at ?? now, signed }) : undefined;
  const away = position && lat !== null && lon !== null && type !== "living"
    ? distanceM(position, { lat, lon })
    : undefined;
  // By the rule that judges: what was heard comes before what the phone says, and one of both is said, not two.
  const tier = would?.tier === "A" ? "A" : expects?.tier ?? would?.tier ?? "none";
  const counts = tier === "A" || tier === "B" && cache.leastTrust !== "A";
  const own = isFind ? lastHeard(would?.why.candidates, now) : undefined;
  if (!isFind && away === undefined) return null;
  return (
    <div class={`expect expect-${isFind ? tier : "note"}`}>
      {isFind && (expects || would) && (
        <>
          <Foreseen tier={tier} />
          <p class="expect-tier">
            {say("write.expect")}{" "}
            <TierBadge tier={counts || tier === "none" ? tier : "uncounted"}>
              {say(counts || tier === "none" ? `tier.${tier}` : "tier.uncounted")}
            </TierBadge>
          </p>
        </>
      )}
      {isFind && would?.locked !== undefined && (
        <p class="wait">
          {say("write.locked")} <a href={`/c/${cache.code}/stages`}>{say("cache.stages")}</a>
        </p>
      )}
      {away !== undefined && (
        <p>
          <strong>{say("write.away", { far: sayDistance(away) })}</strong>{" "}
          <span class="soft">{sayAccuracy(position!)}</span>
        </p>
      )}
      {tier === "none" && expects?.why === "far" && <p>{say("write.far", { far: sayDistance(RADIUS_M) })}</p>}
      {own
        ? (
          <p>
            <OnAir now={now - own.at < NOW_S}>
              {own.receiver
                ? say("write.heard.by", {
                  site: own.receiver.site,
                  call: own.call ?? "",
                  age: sayAge(Math.max(0, now - own.at)),
                })
                : say("write.heard", { call: own.call ?? "", age: sayAge(Math.max(0, now - own.at)) })}
            </OnAir>{" "}
            {own.distanceM !== undefined && say(
              own.counted ? "write.heard.near" : "write.heard.far",
              { far: sayDistance(own.distanceM) },
            )}
          </p>
        )
        : expects && would === undefined && heard !== false && (
          <p class="soft">{say("waiting.expect.radio")}</p>
        )}
      {expects?.radioOnly && <p class="wait">{say("cache.needs.A")}</p>}
    </div>
  );
}
