/**
 * How well a find can be proven, as a ladder of three rungs: each with the distance from the cache and the time between
 * packet and log that it allows. The list below says the same in words.
 */
import { RADIUS_M } from "../../caches/rules/tier_limits.ts";
import { say } from "../ui/say.ts";
import { sayDistance } from "../ui/times.ts";

export function Rungs() {
  const far = sayDistance(RADIUS_M);
  return (
    <section class="rungs">
      <h2>{say("cache.rungs")}</h2>
      <svg viewBox="0 0 320 96" aria-hidden="true">
        <path class="rungs-rail" d="M12 4v88M308 4v88" />
        <path class="rungs-a" d="M12 20h296" />
        <path class="rungs-b" d="M12 50h296" />
        <path class="rungs-none" d="M12 80h296" />
        <text x="24" y="15">{say("tier.A")} · {far} · −30 min … +1 min</text>
        <text x="24" y="45">{say("tier.B")} · {far} · ±2 min</text>
        <text x="24" y="75">{say("tier.none")}</text>
      </svg>
      <ol>
        <li>{say("rung.a", { far })}</li>
        <li>{say("rung.b", { far })}</li>
        <li>{say("rung.none")}</li>
      </ol>
    </section>
  );
}
