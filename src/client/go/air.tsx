/** What the air knows of somebody on the way: who heard them last, and what a find would be where they stand. */
import type { ComponentChildren } from "preact";
import { BEFORE_S, RADIUS_M } from "../../caches/rules/tier_limits.ts";
import type { CacheSeen } from "../cache/cache_seen.ts";
import { lastHeard, type WouldBe } from "../phone/known/would_be.ts";
import { type Reading, worthOf } from "../phone/position/reading.ts";
import { expectedOf } from "../phone/queue/expected.ts";
import { Lamp, OnAir } from "../ui/look/radio.tsx";
import { say } from "../ui/say.ts";
import { sayAge, sayDistance } from "../ui/times.ts";

/** What was heard within so many seconds is on the air now. */
const NOW_S = 60;

/** Who heard one last, or that nobody did. Without a connection nobody can say. */
export function OnTheAir({ would, call, now, children }: {
  would: WouldBe | undefined;
  call: string;
  now: number;
  children: ComponentChildren;
}) {
  const heard = lastHeard(would?.why.candidates, now);
  return (
    <div class="go-air">
      <p class={heard ? "go-lamp" : "go-lamp go-mute"}>
        {heard
          ? (
            <OnAir now={now - heard.at < NOW_S}>
              {say(heard.receiver ? "go.heard" : "go.heard.somebody", {
                site: heard.receiver?.site ?? "",
                age: sayAge(Math.max(0, now - heard.at)),
              })}
            </OnAir>
          )
          : (
            <Lamp is="off">
              {say(would ? "go.silent" : "go.silent.offline", { call, age: sayAge(BEFORE_S) })}
            </Lamp>
          )}
      </p>
      {children}
    </div>
  );
}

/** What a find would be where one stands, in one line, by the rule that judges: what was heard, else what the phone knows. */
export function willBe(
  cache: CacheSeen,
  would: WouldBe | undefined,
  reading: Reading | undefined,
  at: number,
) {
  const far = sayDistance(RADIUS_M);
  if (would?.verified && would.tier === "A") return { counts: true, words: say("go.will.heard") };
  const fresh = reading && worthOf(reading, at) !== "old" ? reading : undefined;
  const expects = expectedOf(cache, { position: fresh, at, signed: true });
  if (expects?.tier === "B" && !expects.radioOnly && would?.locked === undefined) {
    return { counts: true, words: say("go.will.placed", { far }) };
  }
  return { counts: false, words: say("go.will.none", { far }) };
}
