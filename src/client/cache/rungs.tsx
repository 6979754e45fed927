/**
 * How well a find can be proven, as three rungs, folded into one line: each with its picture, the distance from the cache and
 * the time between packet and log that it allows.
 */
import type { ComponentChildren } from "preact";
import { RADIUS_M } from "../../caches/rules/tier_limits.ts";
import { say } from "../ui/say.ts";
import { sayDistance } from "../ui/times.ts";

export function Rungs() {
  const far = sayDistance(RADIUS_M);
  return (
    <details class="rungs">
      <summary>{say("cache.rungs")}</summary>
      <ol>
        <Rung
          words={say("rung.a", { far })}
          picture={
            <>
              <path class="rung-hill" d="M0 66c30-4 50-20 78-22s34 14 42 22z" />
              <path class="rung-wave" d="M30 50Q56 8 92 30" />
              <circle class="rung-reach" cx="28" cy="56" r="14" />
              <path class="rung-line" d="M28 40v12M24 50h8v14h-8zM92 22v24M92 30l-7 16M92 30l7 16M87 40h10" />
            </>
          }
        />
        <Rung
          words={say("rung.b", { far })}
          picture={
            <>
              <circle class="rung-reach" cx="60" cy="42" r="24" />
              <path
                class="rung-pin"
                d="M60 20c-8 0-14 6-14 14 0 10 14 24 14 24s14-14 14-24c0-8-6-14-14-14z"
              />
            </>
          }
        />
        <Rung
          words={say("rung.none")}
          picture={
            <path
              class="rung-line"
              d="M34 20h22q4 0 4 4v32q0-4-4-4H34zM86 20H64q-4 0-4 4v32q0-4 4-4h22zM40 30h12M40 37h12M68 30h12"
            />
          }
        />
      </ol>
    </details>
  );
}

/** `words` begin with the rung's name and a colon. */
function Rung({ words, picture }: { words: string; picture: ComponentChildren }) {
  const end = words.indexOf(":") + 1;
  return (
    <li class="rung">
      <svg viewBox="0 0 120 72" aria-hidden="true">{picture}</svg>
      <p>
        <strong>{words.slice(0, end)}</strong>
        {words.slice(end)}
      </p>
    </li>
  );
}
